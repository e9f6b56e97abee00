"""Luck that is taken out of playouts of the dice game: none on average, and what one seat has, the others lack."""

import random
from collections.abc import Iterator

import numba
import numpy as np
import pytest

import nyhavn
from nyhavn.batch import States
from nyhavn.bots import Budget, make_bot, observe
from nyhavn.bots.kernels.rollwrite import thinking
from nyhavn.bots.search import WAYS
from nyhavn.bots.thinking import Thought
from nyhavn.luck import fast
from nyhavn.luck import start as start_luck
from nyhavn.rollwrite.kernels.batch import batch
from nyhavn.rollwrite.kernels.layout import MOST_PLAYERS, OVER, ROLL
from tests.bots.test_rollwrite_moves import desk, game, quick_move

pytestmark = pytest.mark.slow

ROLLS = 2000
roll = thinking.roll


@numba.njit
def lucks(states, words, room, seats, shares, luck, found):  # type: ignore[no-untyped-def]
    """How lucky each seat is in many rolls of states[0], a row each."""
    for number in range(len(found)):
        for seat in range(seats):
            start_luck(luck, 77, number)
            words[1] = words[0]
            found[number, seat] = roll(states[1], room, seat, shares, luck)


def before_rolls(players: int, seed: int) -> Iterator[States]:
    """Positions of a game before a roll: at the beginning of a turn, or within it."""
    own = desk(players)
    for states in game(players, seed):
        if states["phase"][0] != OVER:
            after = states.copy()
            batch.play(after, quick_move(states, own.fits, own.room, fast(seed)[0]))
            if after["phase"][0] == ROLL:
                yield after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_is_none_on_average_and_adds_up_to_none(players: int) -> None:
    looked = 0
    own, found = desk(players), np.zeros((ROLLS, players))
    for states in list(before_rolls(players, 3))[::4]:
        own.words[0] = states.view(np.int64)
        lucks(own.states, own.words, own.room, players, np.zeros(MOST_PLAYERS), own.luck, found)
        assert found.sum(axis=1) == pytest.approx(0, abs=1e-9)
        error = found.std(axis=0) / ROLLS**0.5
        assert (abs(found.mean(axis=0)) <= 4.5 * error + 1e-12).all()
        looked += found.std() > 0.01
    assert looked > 2


def test_little_luck_is_left_in_the_playouts_of_search() -> None:
    """With the dice as they fall, one and the same move leads to shares of a win that spread by 0.12."""
    state, rng = nyhavn.new_game("roll-and-write", seed=11), random.Random(5)
    for _ in range(16):
        assert state.turn is not None
        state.play(make_bot("planner").choose(observe(state, state.turn), rng))
    assert state.turn is not None
    thought = Thought(observe(state, state.turn), Budget(nodes=1), random.Random(1))
    moves, _ = thought.plan(2)
    spread = thought.play_out(moves, 0, 200, WAYS["roll-and-write"].turns).std(axis=0)
    assert (spread < 0.05).all()
