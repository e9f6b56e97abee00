"""Actions of the dice game: a move in one or three stages, and which actions a position allows, as bits.

    0 to 318      moves that are neither rerolls nor draws, by the numbers of `kernels.ids`
    319 to 779    reroll, by the sets of one to five dice, in the order of `ids`
    780 to 785    X: the number of the tile's cell that gets it, by row, then column; 785 for none
    786 to 803    payments
    804 to 2618   placements: a tile with its cells

A draw is a placement, then the X, then a payment; every other move is one action. Placements are those of `ids` that
lie inside the house: by shape, then by anchor. They mean the same with and without `mirror`.
"""

from itertools import product
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_parts, supporting
from nyhavn.facade.bits import lowest
from nyhavn.facade.cells import CELLS, WIDTH
from nyhavn.facade.kinds import colour_of, size_of
from nyhavn.games.roll_and_write.components import BOXES, DICE, FACES
from nyhavn.games.roll_and_write.kernels.ids import (
    COAT_DECLINE,
    COAT_WINDOW,
    DONE,
    DRAW,
    FACE_POWERS,
    NO_X,
    OTHER_FACES,
    PASS,
    PAYMENT_COUNT,
    PLACES_INSIDE,
    REROLL,
    REROLL_COUNT,
    SHAPE_FIT,
    SHAPE_KIND,
    SHAPES,
    START_TRACK,
    X_CHOICES,
    change_id,
    dice_number,
    mark_id,
    paid_id,
    paid_parts,
    reroll_dice,
    reroll_id,
    single_id,
    track_id,
)
from nyhavn.games.roll_and_write.kernels.layout import (
    AFTER_DRAW,
    BLUE,
    COAT,
    COLOUR_COUNT,
    FACE_COUNT,
    GREEN,
    MARK,
    RED,
    START,
    TURN,
)
from nyhavn.games.roll_and_write.kernels.options import (
    ANCHORS,
    SHAPE,
    find_fits,
    marks_allowed,
    must_take,
    nth_payment,
    single_cells,
    ways_to_pay,
)
from nyhavn.kernels.masks import Mask, close_up, integers_for, put, width_of

MOST_STAGES = 3
NONE = -1
REROLLS = np.array(
    sorted(
        int(np.dot(counts, FACE_POWERS))
        for counts in product(range(DICE + 1), repeat=len(FACES))
        if 1 <= sum(counts) <= DICE
    ),
    np.int64,
)
"""The sets of dice, by their numbers in `ids`."""
REROLL_OF = np.full(REROLL_COUNT, NONE, np.int64)
REROLL_OF[REROLLS] = np.arange(len(REROLLS))
AGAIN = REROLL
"""Where rerolls begin; all actions before are moves by their numbers."""
CROSS = AGAIN + len(REROLLS)
PAY = CROSS + X_CHOICES
PLACE = PAY + PAYMENT_COUNT
PLACE_OF = np.full(len(SHAPES) * CELLS, NONE, np.int64)
"""Which of the placements inside the house one is, by its number in `ids`."""
PLACE_OF[PLACES_INSIDE] = np.arange(len(PLACES_INSIDE))
ACTIONS = PLACE + len(PLACES_INSIDE)
MASK_INTEGERS = integers_for(ACTIONS)
PARTS = (("draw", PLACE), ("using", PAY), ("X", CROSS))
"""The actions of moves with several stages: what they are, and from which number on."""
SIMPLEST = (CROSS + NO_X, PAY)
"""What makes any placement a move, legal or not: without an X, paid with dice of its colour."""

# The placements of each shape follow one another.
SHAPE_PLACE = PLACE + np.cumsum([0, *(int(fit).bit_count() for fit in SHAPE_FIT)])
SHAPE_GAP = np.array([WIDTH - width_of(int(fit)) for fit in SHAPE_FIT], np.int64)


@kernel
def stages(first: int) -> Any:
    """How many actions a move has that begins with this one; 0 if none does."""
    if first < CROSS:
        return 1
    return 3 if first >= PLACE else 0


@kernel
def join(first: int, second: int, third: int) -> Any:
    """The number of the move that these actions make; those that it does not have are -1."""
    if first < AGAIN:
        return first
    if first < CROSS:
        return reroll_id(REROLLS[first - AGAIN])
    return paid_id(PLACES_INSIDE[first - PLACE], second - CROSS, third - PAY)


@kernel
def split(move: int) -> Any:
    """The actions of a move: three numbers, -1 for those that it does not have."""
    if move < REROLL:
        return move, NONE, NONE
    if move < DRAW:
        return AGAIN + REROLL_OF[reroll_dice(move)], NONE, NONE
    place, cross, payment = paid_parts(move)
    return PLACE + PLACE_OF[place], CROSS + cross, PAY + payment


@kernel
def write_rerolls(S: Any, mask: Mask) -> None:
    """W22: every set of unused dice; counted up like the digits of a number, because division is slow."""
    for red in range(S.dice[0] + 1):
        for yellow in range(S.dice[1] + 1):
            for green in range(S.dice[2] + 1):
                for blue in range(S.dice[3] + 1):
                    for purple in range(S.dice[4] + 1):
                        for white in range(S.dice[5] + 1):
                            dice = dice_number(red, yellow, green, blue, purple, white)
                            if dice:
                                put(mask, AGAIN + REROLL_OF[dice], 1)


@kernel
def write_stars(S: Any, seat: int, mask: Mask) -> None:
    """W24, W25: what stars allow before and after the tile."""
    if S.stars[seat, GREEN] > 0:
        for face in range(FACE_COUNT):
            put(mask, change_id(face, 1, 0), (1 << S.dice[face] * OTHER_FACES) - 1)
    cells = single_cells(S, seat)
    ways = 3 if S.stars[seat, BLUE] > 0 else 1
    while cells:
        put(mask, single_id(lowest(cells), 0), ways)
        cells &= cells - 1


@kernel
def write_first(S: Any, fits: Any, mask: Mask) -> None:
    """The actions with which a legal move begins, into an empty mask."""
    seat = S.turn
    if S.phase == TURN:
        write_stars(S, seat, mask)
        if not must_take(S, seat):
            put(mask, PASS, 1)
        if S.stars[seat, RED] > 0:
            write_rerolls(S, mask)
        for row in range(find_fits(S, seat, fits)):
            shape = fits[row, SHAPE]
            put(mask, SHAPE_PLACE[shape], close_up(fits[row, ANCHORS], SHAPE_GAP[shape]))
    elif S.phase == AFTER_DRAW:
        write_stars(S, seat, mask)
        put(mask, DONE, 1)
    elif S.phase == START:
        put(mask, START_TRACK, (1 << COLOUR_COUNT) - 1)
    elif S.phase == MARK:
        put(mask, mark_id(0), marks_allowed(S, seat))
    elif S.phase == COAT:
        put(mask, COAT_WINDOW, supporting(S.filled[seat]))
        for colour in range(COLOUR_COUNT):
            if S.tracks[seat, colour] < BOXES:
                put(mask, track_id(colour), 1)
        put(mask, COAT_DECLINE, 1)


@kernel
def write_later(S: Any, first: int, second: int, mask: Mask) -> None:
    """The actions that may follow an allowed placement, into an empty mask: the cells for its X, or, after that, the
    ways to pay for it."""
    seat = S.turn
    shape, _ = place_parts(PLACES_INSIDE[first - PLACE])
    colour = colour_of(SHAPE_KIND[shape])
    size = size_of(SHAPE_KIND[shape])
    if second == NONE:
        put(mask, CROSS, (1 << size) - 1)
        if S.stars[seat, BLUE] > 0:
            put(mask, CROSS + NO_X, 1)
    else:
        for number in range(ways_to_pay(S, seat, colour, size)):
            put(mask, PAY + nth_payment(S, seat, colour, size, number), 1)
