"""Masks: which actions are allowed, a bit each, in words of 64 bits; bit n of a mask is bit n % 64 of word n // 64."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import ROW_MASKS
from nyhavn.luck import Words, below

WORD_BITS = 64
BELOW_THE_SIGN = (1 << 63) - 1
# Rows whose number has the bit 1, 2, 4 or 8.
ODD, SECOND, FOURTH, EIGHTH = (sum(ROW_MASKS[row] for row in range(9) if row & bit) for bit in (1, 2, 4, 8))


def words_for(actions: int) -> int:
    """How many words a mask of so many actions has."""
    return -(-actions // WORD_BITS)


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
def put(mask: Words, place: int, bits: int) -> None:
    """Up to 45 bits into a mask, from a place on."""
    word = place >> 6
    within = place & 63
    mask[word] |= np.int64(bits) << within  # the highest bit is the sign
    rest = bits >> 1 >> (63 - within)
    if rest:
        mask[word + 1] |= rest


@kernel
def ones(word: int) -> Any:
    """How many bits a word of a mask has; the highest one is its sign."""
    return popcount(word & BELOW_THE_SIGN) + (word < 0)


@kernel
def has(mask: Words, action: int) -> Any:
    return 0 <= action < len(mask) * WORD_BITS and mask[action >> 6] >> (action & 63) & 1 == 1


@kernel
def pick(mask: Words, luck: Words) -> Any:
    """One of the actions of a mask, all equally likely; -1 if it has none."""
    total = 0
    for word in range(len(mask)):
        total += ones(mask[word])
    if total == 0:
        return -1
    number = below(luck, total)
    word = 0
    here = ones(mask[0])
    while number >= here:
        number -= here
        word += 1
        here = ones(mask[word])
    bits = mask[word]
    for _ in range(number):
        bits &= bits - 1
    return word * WORD_BITS + lowest(bits)
