"""One sheet against the clock: what the solver finds is what can be counted by hand."""

from itertools import product

import numpy as np
import pytest

from nyhavn.bench.strength.alone import Clock
from nyhavn.bots import make_bot
from nyhavn.facade.cells import FULL, mask_of
from nyhavn.games.roll_and_write.bots.alone import ALONE, Solver, least_turns, seen, sheet
from nyhavn.games.roll_and_write.bots.kernels.dice import HAS_PAIR, number_of
from nyhavn.games.roll_and_write.components import DICE
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.layout import FACE_COUNT, OVER, ROLL

TURNS = 8


@pytest.fixture(scope="module")
def solve() -> Solver:
    return Solver()


@pytest.mark.slow
def test_two_cells_wait_for_a_pair(solve: Solver) -> None:
    """Two cells of a row are left, one point from the goal: any pair will do, white dice included."""
    rolls = [np.bincount(faces, minlength=FACE_COUNT) for faces in product(range(FACE_COUNT), repeat=DICE)]
    miss = 1 - np.mean([HAS_PAIR[number_of(roll)] for roll in rolls])
    assert solve(sheet(mask_of(["a1", "b1"]), 1, TURNS, rerolls=0)) == pytest.approx(
        sum(miss**turn for turn in range(TURNS))
    )


@pytest.mark.slow
def test_a_reroll_helps_and_never_hurts(solve: Solver) -> None:
    cells = mask_of(["a1", "b1", "a2", "b2"])
    found = [solve(sheet(cells, 6, 5, rerolls)) for rerolls in (0, 1, 2)]
    assert found[0] > found[1] > found[2] > 1
    assert solve.positions > 1000


@pytest.mark.slow
def test_what_cannot_be_reached_lasts_to_the_last_round(solve: Solver) -> None:
    assert solve(sheet(mask_of(["a1", "b1"]), 10, 3, rerolls=0)) == 3


@pytest.mark.slow
def test_no_bot_is_faster_than_possible(solve: Solver) -> None:
    """No move makes a game shorter than the best one does; random ones make it longer."""
    clock = Clock("roll-and-write", ALONE)
    begin = sheet(mask_of(["a1", "b1", "a2", "b2"]), 6, 5, rerolls=1)
    best = solve(begin)
    costs = {}
    for bot in ("random", "planner"):
        played = [clock.play(begin, make_bot(bot), seed, solve) for seed in range(12)]
        assert all(1 <= turns <= 5 and cost >= -1e-9 for turns, cost in played)
        costs[bot] = sum(cost for _, cost in played) / len(played)
        assert 1 < best + costs[bot] < 5
    assert costs["random"] > costs["planner"] + 0.2


def test_nobody_reaches_the_goal_in_four_turns() -> None:
    """Twelve points take 24 windows at least, as two rows and two columns; four tiles and the coats of arms that come
    in time are 23."""
    assert least_turns() == 5


def test_a_bot_sees_two_sheets_alike() -> None:
    both = seen(sheet(FULL, 12))
    assert (both["players"][0], both["phase"][0]) == (2, ROLL)
    for face in range(DICE):
        assert batch.chance(both, face)
    assert both["phase"][0] != OVER
    ids = batch.new_ids()
    assert batch.legal(both, batch.new_fits(), ids) > 1
