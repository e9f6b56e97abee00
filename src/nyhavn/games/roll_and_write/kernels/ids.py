"""Moves as numbers. A number means the same move in every position, with and without `mirror`.

    0 to 4       start, by track
    5 to 154     change: 5 + (face * 5 + dice - 1) * 5 + which of the five other faces
    155 to 244   single: 155 + cell * 2, one more without X
    245, 246     pass, done
    247 to 291   coat window, by cell
    292 to 296   coat track
    297          coat decline
    298 to 318   mark: none, one track, two tracks, each in dictionary order
    319 …        reroll: 319 + the sum of dice of each face × 6 to the power of the face
    46975 …      draw: 46975 + ((shape * 45 + anchor) * 6 + X) * 18 + payment

A shape is a kind of tile in one orientation, those that only `mirror` allows included; the anchor is the cell of the
lower left corner of its bounding box. X is the number of the shape's cell that gets it, by row, then column; 5 for
none. A payment is bonuses * 6 + white dice; the rest are dice of the tile's colour.
"""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_id, place_parts
from nyhavn.facade.cells import CELLS, cells_of
from nyhavn.facade.colours import SIZES
from nyhavn.facade.numbering import counted_from, split
from nyhavn.facade.shapes import Shape, orientations
from nyhavn.games.roll_and_write.components import DICE, FACES, KINDS, MOST_BONUSES, SINGLE_USE, TILES
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT

MARKS = [tracks for size in (0, 1, 2) for tracks in combinations_with_replacement(range(COLOUR_COUNT), size)]
FACE_BASE = DICE + 1
FACE_POWERS = FACE_BASE ** np.arange(len(FACES))
"""Of a number that stands for dice, what a die of each face adds to it."""
OTHER_FACES = len(FACES) - 1

START_TRACK = 0
CHANGE = START_TRACK + COLOUR_COUNT
SINGLE = CHANGE + len(FACES) * DICE * OTHER_FACES
PASS = SINGLE + 2 * CELLS
DONE = PASS + 1
COAT_WINDOW = DONE + 1
COAT_TRACK = COAT_WINDOW + CELLS
COAT_DECLINE = COAT_TRACK + COLOUR_COUNT
MARK_TRACKS = COAT_DECLINE + 1
REROLL = MARK_TRACKS + len(MARKS)
REROLL_COUNT = FACE_BASE ** len(FACES)
DRAW = REROLL + REROLL_COUNT

NO_X = max(SIZES)
X_CHOICES = NO_X + 1
PAYMENT_COUNT = (MOST_BONUSES + 1) * FACE_BASE

MARK_COUNTS = np.array([[tracks.count(colour) for colour in range(COLOUR_COUNT)] for tracks in MARKS], np.int64)

# Kinds (R2 … P5) have shapes; `KIND_START[n]` to `KIND_START[n + 1]` are those of the n-th.
_shapes = [
    sorted({one for copy in TILES[kind] for one in orientations(copy, flip=True)}, key=lambda one: one.mask)
    for kind in KINDS
]
SHAPES: list[tuple[int, Shape]] = [(kind, one) for kind, found in enumerate(_shapes) for one in found]
KIND_START = np.cumsum([0] + [len(found) for found in _shapes])
SHAPE_KIND = np.array([kind for kind, _ in SHAPES], np.int64)
SHAPE_MASK = np.array([one.mask for _, one in SHAPES], np.int64)
SHAPE_FIT = np.array([one.fit for _, one in SHAPES], np.int64)
SHAPE_OFFSETS = np.array([one.offsets for _, one in SHAPES], np.int64)


def _copies(shape: Shape, kind: str, mirror: bool) -> int:
    """W11: which of the printed tiles of a kind can be drawn in a shape, as bits."""
    return sum(1 << number for number, copy in enumerate(TILES[kind]) if shape in orientations(copy, flip=mirror))


SHAPE_COPIES = np.array(
    [[_copies(shape, KINDS[kind], mirror) for kind, shape in SHAPES] for mirror in (False, True)], np.int64
)
SINGLE_USE_FROM = min(SINGLE_USE)

MOVE_COUNT = DRAW + len(SHAPES) * CELLS * X_CHOICES * PAYMENT_COUNT
"""Every id is below this; many below it are moves that no position allows."""

MOST_MOVES = (
    REROLL
    + 2**DICE
    + sum(one.fit.bit_count() * (one.size + 1) * (MOST_BONUSES + 1) * (one.size + 1) for _, one in SHAPES)
)
"""No position has more: a tile has a cell or none for its X, and is paid with 0 to 2 bonuses and 0 to n white dice."""


PLACES_INSIDE = np.array(
    [shape * CELLS + anchor for shape, (_, one) in enumerate(SHAPES) for anchor in cells_of(one.fit)], np.int64
)
"""The placements that lie inside the house, as `place_id` numbers them."""


# Numbers put together and taken apart: here, and nowhere else.

reroll_id, reroll_dice = counted_from(REROLL)  # the sum of `FACE_POWERS` of the faces of all dice
start_id, start_colour = counted_from(START_TRACK)
window_id, window_cell = counted_from(COAT_WINDOW)
track_id, track_colour = counted_from(COAT_TRACK)
mark_id, mark_number = counted_from(MARK_TRACKS)  # which of `MARKS` it is


@kernel
def paid_id(place: int, cross: int, payment: int) -> Any:
    """The draw that has a placement, an X and a payment."""
    return DRAW + (place * X_CHOICES + cross) * PAYMENT_COUNT + payment


@kernel
def paid_parts(move: int) -> Any:
    """The placement, the X and the payment of a draw."""
    crossed, payment = split(move - DRAW, PAYMENT_COUNT)
    place, cross = split(crossed, X_CHOICES)
    return place, cross, payment


@kernel
def draw_id(shape: int, anchor: int, cross: int, payment: int) -> Any:
    return paid_id(place_id(shape, anchor), cross, payment)


@kernel
def draw_parts(move: int) -> Any:
    """The shape, the anchor, the X and the payment of a draw."""
    place, cross, payment = paid_parts(move)
    shape, anchor = place_parts(place)
    return shape, anchor, cross, payment


@kernel
def payment_id(bonuses: int, white: int) -> Any:
    return bonuses * FACE_BASE + white


@kernel
def payment_parts(payment: int) -> Any:
    """The bonuses and the white dice of a payment."""
    return split(payment, FACE_BASE)


@kernel
def dice_number(red: int, yellow: int, green: int, blue: int, purple: int, white: int) -> Any:
    """So many dice of each face as a number."""
    return red + FACE_BASE * (
        yellow + FACE_BASE * (green + FACE_BASE * (blue + FACE_BASE * (purple + FACE_BASE * white)))
    )


@kernel
def first_face(dice: int) -> Any:
    """How many of such dice show the first face, and the others, counted from the next face on."""
    others, first = split(dice, FACE_BASE)
    return first, others


@kernel
def change_id(face: int, dice: int, other: int) -> Any:
    """`other` is which of the other faces they are changed to."""
    return CHANGE + (face * DICE + dice - 1) * OTHER_FACES + other


@kernel
def change_parts(move: int) -> Any:
    """The face, how many dice, and the face that they are changed to."""
    place, other = split(move - CHANGE, OTHER_FACES)
    face, dice = split(place, DICE)
    return face, dice + 1, other_face(face, other)


@kernel
def other_face(face: int, other: int) -> Any:
    return other + 1 if other >= face else other


@kernel
def single_id(cell: int, clean: int) -> Any:
    """`clean` is 1 for a cell without an X."""
    return SINGLE + 2 * cell + clean


@kernel
def single_parts(move: int) -> Any:
    return (move - SINGLE) >> 1, (move - SINGLE) & 1
