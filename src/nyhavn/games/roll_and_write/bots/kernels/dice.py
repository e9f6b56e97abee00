"""Sets of dice, and exactly what rolling some of them again leads to.

Dice of one face are the same, so five of them lie in 252 ways. Sets of up to five are numbered by size, the empty one
first. What dice still to be rolled are worth on average is found by adding one die at a time, each face as likely as
the others, which needs no list of outcomes and no probabilities.
"""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.games.roll_and_write.components import DICE
from nyhavn.games.roll_and_write.kernels.layout import FACE_COUNT, WHITE_FACE

_sets = [
    tuple(faces.count(face) for face in range(FACE_COUNT))
    for size in range(DICE + 1)
    for faces in combinations_with_replacement(range(FACE_COUNT), size)
]
_numbers = {counts: number for number, counts in enumerate(_sets)}


def _moved(counts: tuple[int, ...], face: int, by: int) -> int:
    changed = tuple(count + by * (face == other) for other, count in enumerate(counts))
    return _numbers.get(changed, -1)


SETS = len(_sets)
PAIRS_END = sum(sum(counts) <= 2 for counts in _sets)
FULL_SETS = sum(sum(counts) < DICE for counts in _sets)
"""The number of the first set of all five."""

COUNTS = np.array(_sets, np.int64)
MORE = np.array([[_moved(counts, face, 1) for face in range(FACE_COUNT)] for counts in _sets], np.int64)
LESS = np.array([[_moved(counts, face, -1) for face in range(FACE_COUNT)] for counts in _sets], np.int64)
"""The set with a die more or less of a face; -1 if there is none."""
HAS_PAIR = COUNTS[:, :WHITE_FACE].max(axis=1) + COUNTS[:, WHITE_FACE] >= 2
"""Whether a tile could be paid with a set alone (W10)."""


@kernel
def number_of(dice: Any) -> Any:
    """The number of a set, from its dice by face."""
    number = 0
    for face in range(FACE_COUNT):
        for _ in range(dice[face]):
            number = MORE[number, face]
    return number


@kernel
def without(number: int, face: int, dice: int) -> Any:
    """The set without so many dice of a face."""
    for _ in range(dice):
        number = LESS[number, face]
    return number


@kernel
def expect(values: Any) -> None:
    """From the values of all sets of five: what each smaller set is worth if the missing dice are rolled."""
    for number in range(FULL_SETS - 1, -1, -1):
        total = 0.0
        for face in range(FACE_COUNT):
            total += values[MORE[number, face]]
        values[number] = total / FACE_COUNT


@kernel
def best_kept(values: Any, best: Any) -> None:
    """Of the sets within each set, the most that one of them is worth; of a set of five only those that are smaller,
    as at least one die is rolled again (W22)."""
    best[0] = values[0]
    for number in range(1, SETS):
        most = values[number] if number < FULL_SETS else -np.inf
        for face in range(FACE_COUNT):
            if COUNTS[number, face]:
                most = max(most, best[LESS[number, face]])
        best[number] = most
