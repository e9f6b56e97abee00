"""Masks: which actions are allowed, a bit each, in integers of 64; bit n of a mask is bit n % 64 of integer n // 64."""

from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import kernel
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import ROW_MASKS
from nyhavn.luck import Luck, below

Mask = npt.NDArray[np.int64]
INTEGER_BITS = 64
BELOW_THE_SIGN = (1 << 63) - 1
# Rows whose number has the bit 1, 2, 4 or 8.
ODD, SECOND, FOURTH, EIGHTH = (sum(ROW_MASKS[row] for row in range(9) if row & bit) for bit in (1, 2, 4, 8))


def integers_for(actions: int) -> int:
    """How many integers a mask of so many actions has."""
    return -(-actions // INTEGER_BITS)


def width_of(fit: int) -> int:
    """How many columns the anchors of a shape have."""
    return (fit & ROW_MASKS[0]).bit_count()


@kernel
def close_up(anchors: int, gap: int) -> Any:
    """Anchors in rows of five become rows of 5 - gap, one after the other: the anchors inside the house, counted
    densely. Rows move in pairs, then pairs of pairs, all at once."""
    anchors = (anchors & ~ODD) | ((anchors & ODD) >> gap)
    anchors = (anchors & ~SECOND) | ((anchors & SECOND) >> 2 * gap)
    anchors = (anchors & ~FOURTH) | ((anchors & FOURTH) >> 4 * gap)
    return (anchors & ~EIGHTH) | ((anchors & EIGHTH) >> 8 * gap)


@kernel
def put(mask: Mask, place: int, bits: int) -> None:
    """Up to 45 bits into a mask, from a place on."""
    row = place >> 6
    within = place & 63
    mask[row] |= np.int64(bits) << within  # the highest bit is the sign
    rest = bits >> 1 >> (63 - within)
    if rest:
        mask[row + 1] |= rest


@kernel
def ones(row: int) -> Any:
    """How many bits an integer of a mask has; the highest one is its sign."""
    return popcount(row & BELOW_THE_SIGN) + (row < 0)


@kernel
def has(mask: Mask, action: int) -> Any:
    return 0 <= action < len(mask) * INTEGER_BITS and mask[action >> 6] >> (action & 63) & 1 == 1


@kernel
def pick(mask: Mask, luck: Luck) -> Any:
    """One of the actions of a mask, all equally likely; -1 if it has none."""
    total = 0
    for row in range(len(mask)):
        total += ones(mask[row])
    if total == 0:
        return -1
    number = below(luck, total)
    row = 0
    here = ones(mask[0])
    while number >= here:
        number -= here
        row += 1
        here = ones(mask[row])
    bits = mask[row]
    for _ in range(number):
        bits &= bits - 1
    return row * INTEGER_BITS + lowest(bits)


@kernel
def members(mask: Mask, actions: npt.NDArray[np.int64]) -> Any:
    """The actions of a mask, ascending. Gives their number."""
    count = 0
    for row in range(len(mask)):
        bits = mask[row]
        while bits:
            actions[count] = row * INTEGER_BITS + lowest(bits)
            count += 1
            bits &= bits - 1
    return count
