"""Actions of the card game: a move in one or two stages, and which actions a position allows, as bits.

    0 to 163      moves that are not builds, by the numbers of `kernels.ids`
    164 to 229    payments
    230 to 3361   placements: a tile with its cells and its brick

A build is a placement, then a payment; every other move is one action. Placements are those of `ids` that lie inside
the house: by variant, then by anchor.
"""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_parts
from nyhavn.facade.cells import CELLS, WIDTH
from nyhavn.facade.kinds import colour_of
from nyhavn.games.copenhagen.kernels.ids import (
    BUILD,
    COAT_DECLINE,
    COAT_REFRESH,
    COAT_SPECIAL,
    END_TURN,
    PAYMENT_COUNT,
    PLACES_INSIDE,
    SHAPE_FIT,
    SHAPE_START,
    VARIANT_FIT,
    VARIANT_KIND,
    VARIANT_MASK,
    VARIANTS,
    ability_id,
    discard_id,
    paid_id,
    paid_parts,
)
from nyhavn.games.copenhagen.kernels.layout import ACTION, AFTER_TAKE, COAT, DISCARD
from nyhavn.games.copenhagen.kernels.options import (
    APART,
    DISCARD_START,
    SHAPE,
    TAKE_HELP,
    TAKES_LISTED,
    TAKES_WITH,
    TOUCHING,
    can_discard,
    can_gain,
    find_fits,
    hand_bytes,
    nth_payment,
    special_cells,
    ways_at_price,
)
from nyhavn.games.copenhagen.kernels.turns import ABILITY_COUNT, discards_needed, price
from nyhavn.kernels.masks import Mask, close_up, integers_for, put, width_of

MOST_STAGES = 2
NONE = -1
PAY = BUILD
PLACE = PAY + PAYMENT_COUNT
PLACE_OF = np.full(len(VARIANTS) * CELLS, NONE, np.int64)
"""Which of the placements inside the house one is, by its number in `ids`."""
PLACE_OF[PLACES_INSIDE] = np.arange(len(PLACES_INSIDE))
ACTIONS = PLACE + len(PLACES_INSIDE)
MASK_INTEGERS = integers_for(ACTIONS)
PARTS = (("build", PLACE), ("pay", PAY))
"""The actions of moves with several stages: what they are, and from which number on."""
SIMPLEST = (PAY,)
"""What makes any placement a move, legal or not: paid with nothing."""

# The takes that each combination of *any* and *extra* allows, as bits.
TAKE_BITS = np.array(
    [sum(1 << int(take) for take in takes[:many]) for takes, many in zip(TAKES_LISTED, TAKES_WITH, strict=True)],
    np.int64,
)
# The placements of each variant follow one another.
VARIANT_PLACE = PLACE + np.cumsum([0, *(int(fit).bit_count() for fit in VARIANT_FIT)])
SHAPE_GAP = np.array([WIDTH - width_of(int(fit)) for fit in SHAPE_FIT], np.int64)


@kernel
def stages(first: int) -> Any:
    """How many actions a move has that begins with this one; 0 if none does."""
    if first < PAY:
        return 1
    return 2 if first >= PLACE else 0


@kernel
def join(first: int, second: int, third: int) -> Any:
    """The number of the move that these actions make; those that it does not have are -1."""
    return first if first < PAY else paid_id(PLACES_INSIDE[first - PLACE], second - PAY)


@kernel
def split(move: int) -> Any:
    """The actions of a move: three numbers, -1 for those that it does not have."""
    if move < BUILD:
        return move, NONE, NONE
    place, payment = paid_parts(move)
    return PLACE + PLACE_OF[place], PAY + payment, NONE


@kernel
def write_first(S: Any, fits: Any, mask: Mask) -> None:
    """The actions with which a legal move begins, into an empty mask."""
    seat = S.turn
    if S.phase == ACTION or S.phase == AFTER_TAKE:
        if S.phase == ACTION:
            mask[0] = TAKE_BITS[S.active[seat] & TAKE_HELP]
        else:
            put(mask, END_TURN, 1)
        for row in range(find_fits(S, seat, fits)):
            shape = fits[row, SHAPE]
            places = close_up(fits[row, TOUCHING] | fits[row, APART], SHAPE_GAP[shape])
            for variant in range(SHAPE_START[shape], SHAPE_START[shape + 1]):
                put(mask, VARIANT_PLACE[variant], places)
    elif S.phase == DISCARD:
        packed = hand_bytes(S, seat)
        size = discards_needed(S)
        for cards in range(DISCARD_START[size - 1], DISCARD_START[size]):
            if can_discard(packed, cards):
                put(mask, discard_id(cards), 1)
    elif S.phase == COAT:
        put(mask, COAT_SPECIAL, special_cells(S, seat))
        for ability in range(ABILITY_COUNT):
            if can_gain(S, seat, ability):
                put(mask, ability_id(ability), 1)
        if S.used[seat]:
            put(mask, COAT_REFRESH, 1)
        put(mask, COAT_DECLINE, 1)


@kernel
def write_later(S: Any, first: int, second: int, mask: Mask) -> None:
    """The actions that may follow an allowed placement, into an empty mask: the ways to pay for it."""
    variant, anchor = place_parts(PLACES_INSIDE[first - PLACE])
    kind = VARIANT_KIND[variant]
    colour = colour_of(kind)
    cost = price(S, S.turn, kind, VARIANT_MASK[variant] << anchor)
    for number in range(ways_at_price(S, S.turn, colour, cost)):
        put(mask, PAY + nth_payment(S, S.turn, colour, cost, number), 1)
