"""Luck that is taken out of playouts of the dice game: none on average, and what one seat has, the others lack."""

from collections.abc import Iterator

import numba
import numpy as np
import pytest

from nyhavn.games.roll_and_write.bots import TURNS
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves, best_moves_rolled
from nyhavn.games.roll_and_write.bots.kernels.playouts import play_on, roll
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.layout import MOST_PLAYERS, OVER, ROLL
from nyhavn.kernels.batch import States
from nyhavn.luck import fast
from nyhavn.luck import start as start_luck
from tests.games.roll_and_write.test_bot_moves import game, quick_move, workspace

pytestmark = pytest.mark.slow

ROLLS = 2000
PLAYOUTS = 400
judge = thinking.given["judge"]


@numba.njit
def lucks(states, words, work, shares, luck, found):  # type: ignore[no-untyped-def]
    """How lucky each seat is in many rolls of states[0], a row each."""
    found[:] = 0.0
    for number in range(len(found)):
        start_luck(luck, 77, number)
        words[1] = words[0]
        roll(states[1], work[0], found[number], shares, luck)


def before_rolls(players: int, seed: int) -> Iterator[States]:
    """Positions of a game before a roll: at the beginning of a turn, or within it."""
    own = workspace(players)
    for states in game(players, seed):
        if states["phase"][0] != OVER:
            after = states.copy()
            batch.play(after, quick_move(states, own.fits, own.work, fast(seed)[0]))
            if after["phase"][0] == ROLL:
                yield after


@numba.njit
def moves_after_a_roll(states, words, work, shares, luck, ids, values):  # type: ignore[no-untyped-def]
    """The best moves after a roll of states[0] by what was thought before it, and then anew, a row each."""
    start_luck(luck, 78, 0)
    words[1] = words[0]
    roll(states[1], work[0], shares, shares, luck)
    before = best_moves_rolled(states[1], work[0], ids[0], values[0], ids.shape[1])
    return before, best_moves(states[1], work[0], ids[1], values[1], ids.shape[1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_was_thought_before_a_roll_holds_after_it(players: int) -> None:
    own, shares = workspace(players), np.zeros(MOST_PLAYERS)
    looked = 0
    for states in before_rolls(players, 4):
        own.integers[0] = states.view(np.int64)
        ids, values = np.zeros((2, 12), np.int64), np.zeros((2, 12))
        found = moves_after_a_roll(own.states, own.integers, own.work, shares, own.luck, ids, values)
        assert found[0] == found[1] > 0
        assert (ids[0] == ids[1]).all()
        assert (values[0] == values[1]).all()
        looked += found[0] > 1
    assert looked > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_is_none_on_average_and_adds_up_to_none(players: int) -> None:
    looked = 0
    own, found = workspace(players), np.zeros((ROLLS, players))
    for states in list(before_rolls(players, 3))[::4]:
        own.integers[0] = states.view(np.int64)
        lucks(own.states, own.integers, own.work, np.zeros(MOST_PLAYERS), own.luck, found)
        assert found.sum(axis=1) == pytest.approx(0, abs=1e-9)
        error = found.std(axis=0) / ROLLS**0.5
        assert (abs(found.mean(axis=0)) <= 4.5 * error + 1e-12).all()
        looked += found.std() > 0.01
    assert looked > 2


@numba.njit
def play_outs(states, words, fits, work, turns, seat, shares, luck, raw, freed):  # type: ignore[no-untyped-def]
    """Playouts of states[0]: the seat's share as the dice fell, and without their luck."""
    for number in range(len(raw)):
        start_luck(luck, 78, number)
        words[2] = words[0]
        play_on(states[2], fits, work[0], turns, shares, luck)
        judge(states[2], work[0], shares)
        raw[number], freed[number] = shares[seat], shares[seat] - work[0].lucky[seat]


@pytest.mark.parametrize("turns", [1, 2, TURNS])
def test_playouts_without_luck_mean_the_same_and_spread_much_less(turns: int) -> None:
    own, raw, freed = workspace(2), np.zeros(PLAYOUTS), np.zeros(PLAYOUTS)
    spreads = []
    for states in [it for it in before_rolls(2, 3) if it["rolled"][0] == 0][2::4]:
        own.integers[0] = states.view(np.int64)
        play_outs(own.states, own.integers, own.fits, own.work, turns, 0, np.zeros(MOST_PLAYERS), own.luck, raw, freed)
        error = ((raw - freed).std() ** 2 / PLAYOUTS) ** 0.5
        assert abs(raw.mean() - freed.mean()) < 4.5 * error + 1e-9
        spreads.append((raw.std(), freed.std()))
    before, after = np.mean(spreads, axis=0)
    assert after < 0.6 * before
