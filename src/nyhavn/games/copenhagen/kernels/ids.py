"""Moves as numbers. A number means the same move in every position, so programs can build on it.

    0 to 55      take: the sets of two docks, then of three, each in dictionary order
    56 to 110    discard: one, two or three cards, each in dictionary order of R Y G B P
    111          end
    112 to 156   coat special, by cell
    157 to 161   coat ability, in the order any extra discount recolour both
    162, 163     coat refresh, coat decline
    164 …        build: 164 + (variant * 45 + anchor) * 66 + payment

A variant is a tile in one orientation with one place for its brick; the anchor is the cell of the lower left
corner of its bounding box. A payment of n cards is either n of the tile's colour (first), or for each other
colour, in order, 1 to n cards of it with the rest in the tile's colour; payments are counted for n = 0, 1, … 5.
"""

from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_id, place_parts
from nyhavn.facade.cells import CELLS, cells_of
from nyhavn.facade.colours import COLOURS, SIZES
from nyhavn.facade.numbering import counted_from, split
from nyhavn.facade.shapes import Shape, marked_orientations, offset
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, KINDS, TILES
from nyhavn.games.copenhagen.kernels.layout import ANY, EXTRA


def _abilities_for(docks: tuple[int, ...]) -> int:
    """C15: what a take of these docks needs."""
    neighbours = any(second - first == 1 for first, second in combinations(docks, 2))
    return (0 if neighbours else ANY) | (EXTRA if len(docks) == 3 else 0)


TAKES = [docks for size in (2, 3) for docks in combinations(range(DOCKS), size)]
DISCARDS = [cards for size in (1, 2, 3) for cards in combinations_with_replacement(range(len(COLOURS)), size)]
PAYMENTS = [(0, -1, 0)] + [
    payment
    for total in range(1, max(SIZES) + 1)
    for payment in [(total, -1, 0)]
    + [(total - foreign, other, foreign) for other in range(len(COLOURS) - 1) for foreign in range(1, total + 1)]
]
"""Cards of the tile's colour, which of the four other colours (-1: none), cards of that."""

TAKE = 0
DISCARD_CARDS = TAKE + len(TAKES)
END_TURN = DISCARD_CARDS + len(DISCARDS)
COAT_SPECIAL = END_TURN + 1
COAT_ABILITY = COAT_SPECIAL + CELLS
COAT_REFRESH = COAT_ABILITY + len(ABILITIES)
COAT_DECLINE = COAT_REFRESH + 1
BUILD = COAT_DECLINE + 1

TAKE_DOCKS = np.array([sum(1 << dock for dock in docks) for docks in TAKES], np.int64)
TAKE_ABILITIES = np.array([_abilities_for(docks) for docks in TAKES], np.int64)
DISCARD_COUNTS = np.array([[cards.count(colour) for colour in range(len(COLOURS))] for cards in DISCARDS], np.int64)
DISCARD_SIZE = DISCARD_COUNTS.sum(axis=1)
PAY_OWN, PAY_OTHER, PAY_FOREIGN = (np.array(column, np.int64) for column in zip(*PAYMENTS, strict=True))
PAY_START = np.array([PAYMENTS.index((total, -1, 0)) for total in range(max(SIZES) + 1)], np.int64)
PAYMENT_COUNT = len(PAYMENTS)

# Kinds (R2 … P5) have shapes, shapes have variants; `…_START[n]` to `…_START[n + 1]` are those of the n-th.
_shapes = [marked_orientations(*TILES[kind], flip=True) for kind in KINDS]  # C27
SHAPES: list[tuple[int, Shape]] = [(kind, one) for kind, found in enumerate(_shapes) for one, _ in found]
VARIANTS: list[tuple[int, Shape, int]] = [
    (kind, one, 1 << offset(brick)) for kind, found in enumerate(_shapes) for one, bricks in found for brick in bricks
]
KIND_START = np.cumsum([0] + [len(found) for found in _shapes])
SHAPE_START = np.cumsum([0] + [len(bricks) for found in _shapes for _, bricks in found])
SHAPE_FIT = np.array([one.fit for _, one in SHAPES], np.int64)
SHAPE_OFFSETS = np.array([one.offsets for _, one in SHAPES], np.int64)
VARIANT_KIND = np.array([kind for kind, _, _ in VARIANTS], np.int64)
VARIANT_MASK = np.array([one.mask for _, one, _ in VARIANTS], np.int64)
VARIANT_BRICK = np.array([brick for _, _, brick in VARIANTS], np.int64)
VARIANT_FIT = np.array([one.fit for _, one, _ in VARIANTS], np.int64)

MOVE_COUNT = BUILD + len(VARIANTS) * CELLS * PAYMENT_COUNT
"""Every id is below this; many below it are moves that no position allows."""

MOST_MOVES = 16 * sum(one.fit.bit_count() for _, one, _ in VARIANTS)
"""No position has more: each placement can be paid in at most two numbers of cards, each in at most 1 + 7 ways."""


PLACES_INSIDE = np.array(
    [variant * CELLS + anchor for variant, (_, one, _) in enumerate(VARIANTS) for anchor in cells_of(one.fit)], np.int64
)
"""The placements that lie inside the house, as `place_id` numbers them."""


# Numbers put together and taken apart: here, and nowhere else. A take's number is its place in `TAKES`.

discard_id, discard_cards = counted_from(DISCARD_CARDS)  # which of `DISCARDS` it is
special_id, special_cell = counted_from(COAT_SPECIAL)
ability_id, coat_ability = counted_from(COAT_ABILITY)


@kernel
def paid_id(place: int, payment: int) -> Any:
    """The build that has a placement and a payment."""
    return BUILD + place * PAYMENT_COUNT + payment


@kernel
def paid_parts(move: int) -> Any:
    """The placement and the payment of a build."""
    return split(move - BUILD, PAYMENT_COUNT)


@kernel
def build_id(variant: int, anchor: int, payment: int) -> Any:
    return paid_id(place_id(variant, anchor), payment)


@kernel
def build_parts(move: int) -> Any:
    """The variant, the anchor and the payment of a build."""
    place, payment = paid_parts(move)
    variant, anchor = place_parts(place)
    return variant, anchor, payment


@kernel
def payment_of(total: int, colour: int, other: int, foreign: int) -> Any:
    """The payment of `total` cards for a tile of `colour`, `foreign` of them of the colour `other`."""
    if foreign == 0:
        return PAY_START[total]
    place = other - 1 if other > colour else other
    return PAY_START[total] + 1 + place * total + foreign - 1


@kernel
def other_colour(colour: int, payment: int) -> Any:
    """The other colour that a payment for a tile of `colour` has cards of; -1 if it has none."""
    other = PAY_OTHER[payment]
    return other + 1 if other >= colour else other
