"""Rolling dice again, by expectation: the same as going through all outcomes."""

from itertools import combinations, product

import numpy as np
import pytest

from nyhavn.games.roll_and_write.bots.kernels.dice import (
    COUNTS,
    FULL_SETS,
    LESS,
    MORE,
    SETS,
    best_kept,
    expect,
    number_of,
)
from nyhavn.games.roll_and_write.components import DICE
from nyhavn.games.roll_and_write.kernels.layout import FACE_COUNT
from nyhavn.kernels.bot_entries import Floats


def number(faces: tuple[int, ...]) -> int:
    return int(number_of(np.bincount(faces, minlength=FACE_COUNT)))


@pytest.fixture(scope="module")
def values() -> Floats:
    """Something different for each of the 252 rolls, and what follows from it for smaller sets."""
    found = np.zeros(SETS)
    found[FULL_SETS:] = np.random.default_rng(5).random(SETS - FULL_SETS)
    expect(found)
    return found


def test_there_are_252_rolls() -> None:
    assert SETS - FULL_SETS == 252
    assert len({number(faces) for faces in product(range(FACE_COUNT), repeat=DICE)}) == 252


def test_sets_with_a_die_more_or_less() -> None:
    for one in range(FULL_SETS):
        for face in range(FACE_COUNT):
            more = MORE[one, face]
            assert (COUNTS[more] - COUNTS[one]).tolist() == [int(face == other) for other in range(FACE_COUNT)]
            assert LESS[more, face] == one


@pytest.mark.parametrize("kept", [(), (0,), (5, 5), (0, 3), (1, 1, 4), (2, 5, 5), (0, 1, 2, 3), (4, 4, 4, 4)])
def test_expectation_is_the_mean_of_all_outcomes(values: Floats, kept: tuple[int, ...]) -> None:
    rolls = product(range(FACE_COUNT), repeat=DICE - len(kept))
    assert values[number(kept)] == pytest.approx(np.mean([values[number(kept + roll)] for roll in rolls]), abs=1e-12)


def test_the_best_dice_to_keep(values: Floats) -> None:
    best = np.zeros(SETS)
    best_kept(values, best)
    for faces in [(0, 1, 2, 3, 4), (0, 0, 0, 5, 5), (2, 2, 2, 2, 2), (1, 1, 3, 3, 5)]:
        kept = [values[number(some)] for size in range(DICE) for some in combinations(faces, size)]
        assert best[number(faces)] == max(kept)
