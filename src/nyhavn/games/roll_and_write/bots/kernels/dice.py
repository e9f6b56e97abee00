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
LEFT_END = sum(sum(counts) <= 3 for counts in _sets)
"""Behind the sets of up to three dice: those that a tile without bonuses can leave."""
FULL_SETS = sum(sum(counts) < DICE for counts in _sets)
"""The number of the first set of all five."""

# Small numbers, as these tables are read all the time and have to stay near; without sign
# where they are indices, as such ones need no look whether they count from the end.
COUNTS = np.array(_sets, np.int8)
MORE = np.array([[_moved(counts, face, 1) for face in range(FACE_COUNT)] for counts in _sets], np.int16)
LESS = np.array([[_moved(counts, face, -1) for face in range(FACE_COUNT)] for counts in _sets], np.int16)
"""The set with a die more or less of a face; -1 if there is none."""
SMALLER = np.array([[each if each >= 0 else max(0, *less) for each in less] for less in LESS.tolist()], np.uint16)
"""`LESS`, but with another smaller set in place of -1, so that going through them asks nothing."""


def _paid(counts: tuple[int, ...], colour: int, own: int, white: int) -> int:
    left = (count - own * (face == colour) - white * (face == WHITE_FACE) for face, count in enumerate(counts))
    return _numbers.get(tuple(left), -1)


_payments = [
    [
        (number, left)
        for white in range(dice + 1)
        for number in range(FULL_SETS, SETS)
        if (left := _paid(_sets[number], colour, dice - white, white)) >= 0
    ]
    for colour in range(WHITE_FACE)
    for dice in range(DICE + 1)
]
PAYMENTS = np.array([pair for pairs in _payments for pair in pairs], np.uint16)
"""All ways to pay so many dice of a colour, white ones among them, from a set of five: the set, and what is left."""
PAYMENT_START = np.cumsum([0] + [len(pairs) for pairs in _payments])
"""Where those of a colour and a number of dice begin, at colour * 6 + dice."""


def _changed(counts: tuple[int, ...], face: int, dice: int, target: int) -> int:
    moved = (count + dice * ((other == target) - (other == face)) for other, count in enumerate(counts))
    return _numbers[tuple(moved)]


CHANGES = np.array(
    [
        [
            _changed(counts, face, dice, target)
            for face in range(FACE_COUNT)
            for dice in range(1, counts[face] + 1)
            for target in range(FACE_COUNT)
            if target != face
        ]
        for counts in _sets[FULL_SETS:]
    ],
    np.uint16,
)
"""Of each set of five, what dice of one face that are changed to another one make of it (W25): always 25 ways."""

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
            smaller = best[SMALLER[number, face]]
            if smaller > most:
                most = smaller
        best[number] = most
