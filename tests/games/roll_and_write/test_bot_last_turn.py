"""The last turn of the dice game: no move of a bot is refuted by going through all that can follow."""

import random
from collections.abc import Iterator

import numba
import numpy as np
import pytest

from nyhavn.bots import Observation, make_bot
from nyhavn.games import rules_of
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.games.roll_and_write.components import BOXES, GOAL
from nyhavn.games.roll_and_write.kernels.layout import BLUE, COLOUR_COUNT, OVER, PURPLE, TURN
from nyhavn.kernels.batch import States
from tests.games.roll_and_write.test_bot_moves import game, planned, workspace

pytestmark = pytest.mark.slow

DEPTH = 12
BEHIND = 2  # points that are missing at the goal
apply, list_moves, judge = (thinking.given[name] for name in ("apply", "list_moves", "judge"))


@numba.njit
def solve(states, words, fits, work, ids, shares, seat, depth):  # type: ignore[no-untyped-def]
    """The share of a win that a seat has in states[depth] if both play as well as can be, to the end of the turn."""
    S = states[depth]
    if S.phase == OVER:
        judge(S, work[0], shares)
        return shares[seat]
    own = S.turn == seat
    best = -1.0 if own else 2.0
    for place in range(list_moves(S, fits, ids[depth])):
        words[depth + 1] = words[depth]
        apply(states[depth + 1], ids[depth, place])
        found = solve(states, words, fits, work, ids, shares, seat, depth + 1)
        best = max(best, found) if own else min(best, found)
        if best == (1.0 if own else 0.0):
            break
    return best


@numba.njit
def play(states, move):  # type: ignore[no-untyped-def]
    apply(states[0], move)


def last_turns(kind: str, games: int) -> Iterator[States]:
    """Positions in which the second of two seats decides about its tile, a few points behind, and the game is over
    after this turn: with no stars, with a single cell, or with tracks that somebody can complete."""
    chance = np.random.default_rng(5)
    for seed in range(games):
        for states in game(2, seed):
            row = states[0]
            if row["phase"] == TURN and row["active"] == 1 and int(row["filled"][1]).bit_count() > 24:
                position = states.copy()
                position["stars"][0, 1] = 0
                if kind == "single":
                    position["stars"][0, 1, [PURPLE, BLUE]] = 1, chance.integers(2)
                if kind in ("own tracks", "others' tracks"):
                    position["tracks"][0, int(kind == "own tracks")] = chance.integers(BOXES - 4, BOXES, COLOUR_COUNT)
                position["scores"][0, :2] = GOAL - BEHIND + chance.integers(BEHIND, 7), GOAL - BEHIND
                yield position


@pytest.mark.parametrize("kind", ["no stars", "others' tracks", "own tracks", "single"])
def test_no_move_of_the_planner_is_refuted(kind: str) -> None:
    own = workspace(2)
    states = np.zeros(DEPTH, own.states.dtype)
    words = states.view(np.int64).reshape(DEPTH, -1)
    ids = np.zeros((DEPTH, len(own.ids)), np.int64)
    refuted = looked = 0
    for position in list(last_turns(kind, 200))[::2]:
        words[0] = position.view(np.int64)
        best = solve(states, words, own.fits, own.work, ids, own.shares, 1, 0)
        if best > 0:
            (move,), _ = planned(position, 2, 1)
            words[0] = position.view(np.int64)
            play(states, move)
            refuted += solve(states, words, own.fits, own.work, ids, own.shares, 1, 0) < best
            looked += 1
    assert looked > 60
    assert refuted <= (looked // 60 if kind == "single" else 0)  # a window between tile and single cell is not foreseen


@pytest.mark.parametrize("kind", ["no stars", "others' tracks", "own tracks", "single"])
def test_no_move_of_search_is_refuted(kind: str) -> None:
    """Its playouts bring no luck into what is certain."""
    own, rules, search = workspace(2), rules_of("roll-and-write"), make_bot("search:100n")
    states = np.zeros(DEPTH, own.states.dtype)
    words = states.view(np.int64).reshape(DEPTH, -1)
    ids = np.zeros((DEPTH, len(own.ids)), np.int64)
    past = rules.batch.new_past().tobytes()
    refuted = looked = 0
    for number, position in enumerate(list(last_turns(kind, 200))[::4]):
        words[0] = position.view(np.int64)
        best = solve(states, words, own.fits, own.work, ids, own.shares, 1, 0)
        if best > 0:
            seen = Observation("roll-and-write", 2, dict(rules.options), 1, position.tobytes(), None, remembered=past)
            move = rules.moves.find_move(search.choose(seen, random.Random(number)))
            words[0] = position.view(np.int64)
            play(states, move)
            refuted += solve(states, words, own.fits, own.work, ids, own.shares, 1, 0) < best - 1e-9
            looked += 1
    assert looked > 30
    assert refuted <= (looked // 60 if kind == "single" else 0)
