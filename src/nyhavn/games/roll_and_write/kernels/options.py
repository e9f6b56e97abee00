"""Which moves are legal: listed, counted and picked from without a list, or checked one at a time."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from nyhavn.compiled import kernel, uncompiled
from nyhavn.facade.anchors import fitting, neighbours, supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import FULL
from nyhavn.facade.colours import SIZES
from nyhavn.facade.kinds import KIND_COUNT, LARGEST, SMALLEST, colour_of, kind_of, size_of
from nyhavn.facade.lines import lines_with
from nyhavn.facade.numbering import split_small
from nyhavn.games.roll_and_write.components import BOXES, DICE, MOST_BONUSES
from nyhavn.games.roll_and_write.kernels import layout
from nyhavn.games.roll_and_write.kernels.ids import (
    CHANGE,
    COAT_DECLINE,
    COAT_TRACK,
    COAT_WINDOW,
    DONE,
    DRAW,
    FACE_POWERS,
    KIND_START,
    MARK_TRACKS,
    MARKS,
    MOVE_COUNT,
    NO_X,
    OTHER_FACES,
    PASS,
    PAYMENT_COUNT,
    REROLL,
    SHAPE_FIT,
    SHAPE_KIND,
    SHAPE_MASK,
    SHAPE_OFFSETS,
    SHAPES,
    SINGLE,
    SINGLE_USE_FROM,
    X_CHOICES,
    change_id,
    change_parts,
    draw_id,
    draw_parts,
    first_face,
    mark_id,
    mark_number,
    payment_id,
    payment_parts,
    reroll_dice,
    reroll_id,
    single_id,
    single_parts,
    start_id,
    track_colour,
    track_id,
    window_cell,
    window_id,
)
from nyhavn.games.roll_and_write.kernels.turns import copy_to_draw, dice_left, nth_cell, takes_star, worth
from nyhavn.luck import Luck, below

# Legal draws, factored: a row a shape, with its anchors, the ways to pay, and the draws up to and with this row. The X
# goes to any cell of the tile, or to none with a blue star.
SHAPE, ANCHORS, PAYABLE_WAYS, DRAWS = range(4)
FIT_ROWS = len(SHAPE_FIT)
FIT_COLUMNS = 4
MARK_CHOICES = len(MARKS)


def _payments(own: int, white: int, bonuses: int, size: int) -> list[int]:
    """W7: the ways to pay for a tile of a size, fewest bonuses first, then fewest white dice."""
    return [
        int(pay(used, wild))
        for used in range(min(bonuses, size) + 1)
        for wild in range(max(0, size - used - own), min(white, size - used) + 1)
    ]


pay = uncompiled(payment_id)
_paid = [
    [_payments(own, white, bonuses, size) for size in SIZES]
    for own, white, bonuses in product(range(DICE + 1), range(DICE + 1), range(MOST_BONUSES + 1))
]
WAYS = np.array([[len(ways) for ways in row] for row in _paid], np.int64)
MOST_WAYS = int(WAYS.max())
PAYMENTS = np.array([[ways + [0] * (MOST_WAYS - len(ways)) for ways in row] for row in _paid], np.int64)
# Tiles of the smallest size are the same in every colour: lying, and standing.
FLAT, UPRIGHT = range(2)


def _marks_within(wanted: Callable[[tuple[int, ...]], bool]) -> Any:
    """By set of colours as bits, which of those `MARKS` that are wanted need no other colour, as bits."""
    return np.array(
        [
            sum(1 << n for n, tracks in enumerate(MARKS) if wanted(tracks) and all(within >> one & 1 for one in tracks))
            for within in range(1 << layout.COLOUR_COUNT)
        ],
        np.int64,
    )


ONE_BOX = _marks_within(lambda tracks: len(tracks) == 1)
TWO_TRACKS = _marks_within(lambda tracks: len(set(tracks)) == 2)
SAME_TRACK = _marks_within(lambda tracks: len(tracks) == 2 and len(set(tracks)) == 1)


@kernel
def means(S: Any, seat: int, colour: int) -> Any:
    """What a seat has for tiles of a colour, as a number: the row of `WAYS` and `PAYMENTS`."""
    bonuses = min(MOST_BONUSES, S.bonuses[seat, colour])
    return (S.dice[colour] * (DICE + 1) + S.dice[layout.WHITE_FACE]) * (MOST_BONUSES + 1) + bonuses


@kernel
def ways_to_pay(S: Any, seat: int, colour: int, size: int) -> Any:
    """W7: in how many ways n dice of the colour, white dice and at most two bonuses can be put together."""
    return WAYS[means(S, seat, colour), size - SMALLEST]


@kernel
def nth_payment(S: Any, seat: int, colour: int, size: int, number: int) -> Any:
    """The ways of `ways_to_pay` in order: fewest bonuses first, then fewest white dice."""
    return PAYMENTS[means(S, seat, colour), size - SMALLEST, number]


@kernel
def can_take_shape(S: Any, seat: int, shape: int) -> Any:
    """W9, W26: an open tile has this shape, or one crossed out in play and the seat has a yellow star."""
    kind = SHAPE_KIND[shape]
    if size_of(kind) < SINGLE_USE_FROM:
        return True
    copy = copy_to_draw(S, shape)
    return copy >= 0 and (S.tiles[colour_of(kind), copy] != layout.CROSSED or S.stars[seat, layout.YELLOW] > 0)


@kernel
def find_fits(S: Any, seat: int, fits: Any) -> Any:
    """Every tile that the seat can pay for, where it can lie (W7–W12). Gives the number of rows."""
    filled = S.filled[seat]
    free = FULL & ~filled
    support = supporting(filled)
    flat = fitting(SHAPE_FIT[FLAT], SHAPE_OFFSETS[FLAT], free, support)
    upright = fitting(SHAPE_FIT[UPRIGHT], SHAPE_OFFSETS[UPRIGHT], free, support)
    no_x = 1 if S.stars[seat, layout.BLUE] > 0 else 0
    rows = 0
    draws = 0
    for colour in range(layout.COLOUR_COUNT):
        row = means(S, seat, colour)
        for size in range(SMALLEST, LARGEST + 1):
            ways = WAYS[row, size - SMALLEST]
            if ways == 0:
                break  # a larger tile needs more
            kind = kind_of(colour, size)
            first = KIND_START[kind]
            for shape in range(first, KIND_START[kind + 1]):
                if size == SMALLEST:
                    anchors = flat if shape == first else upright
                else:
                    anchors = fitting(SHAPE_FIT[shape], SHAPE_OFFSETS[shape], free, support)
                if anchors != 0 and can_take_shape(S, seat, shape):
                    draws += popcount(anchors) * (size + no_x) * ways
                    at = np.uint64(rows)  # a signed place might count from the end, which takes time to find out
                    fits[at, SHAPE] = shape
                    fits[at, ANCHORS] = anchors
                    fits[at, PAYABLE_WAYS] = ways
                    fits[at, DRAWS] = draws
                    rows += 1
    return rows


@kernel
def list_draws(S: Any, seat: int, fits: Any, out: Any, found: int) -> Any:
    no_x = S.stars[seat, layout.BLUE] > 0
    rows = find_fits(S, seat, fits)
    for row in range(rows):
        shape = fits[row, SHAPE]
        colour = colour_of(SHAPE_KIND[shape])
        size = size_of(SHAPE_KIND[shape])
        anchors = fits[row, ANCHORS]
        while anchors:
            anchor = lowest(anchors)
            anchors &= anchors - 1
            for cross in range(X_CHOICES):
                if cross < size or (cross == NO_X and no_x):
                    for number in range(fits[row, PAYABLE_WAYS]):
                        out[found] = draw_id(shape, anchor, cross, nth_payment(S, seat, colour, size, number))
                        found += 1
    return found


@kernel
def nth_draw(S: Any, seat: int, fits: Any, row: int, number: int) -> Any:
    """One of the draws of a row, in an order of its own."""
    shape = fits[row, SHAPE]
    colour = colour_of(SHAPE_KIND[shape])
    size = size_of(SHAPE_KIND[shape])
    crosses = size + 1 if S.stars[seat, layout.BLUE] > 0 else size
    number, cross = split_small(number, crosses)
    number, way = split_small(number, fits[row, PAYABLE_WAYS])
    anchors = fits[row, ANCHORS]
    while number:
        anchors &= anchors - 1
        number -= 1
    payment = nth_payment(S, seat, colour, size, way)
    return draw_id(shape, lowest(anchors), cross if cross < size else NO_X, payment)


@kernel
def must_take(S: Any, seat: int) -> Any:
    """W10: a tile can be taken and placed with the dice as they lie, without stars and bonuses.

    Two dice and room for a domino are enough to know: tiles of size 2 are always there, and where a larger tile can
    lie, a supported cell of it and its neighbour are room for a domino.
    """
    pair = False
    for colour in range(layout.COLOUR_COUNT):
        pair |= S.dice[colour] + S.dice[layout.WHITE_FACE] >= 2
    if not pair:
        return False
    filled = S.filled[seat]
    return neighbours(supporting(filled)) & ~filled != 0


@kernel
def single_cells(S: Any, seat: int) -> Any:
    """W24: where a *single X* may be drawn."""
    return supporting(S.filled[seat]) if S.stars[seat, layout.PURPLE] > 0 else 0


@kernel
def rerolls(S: Any) -> Any:
    """How many sets of unused dice there are, told apart by face, the empty one included."""
    sets = 1
    for face in range(layout.FACE_COUNT):
        sets *= S.dice[face] + 1
    return sets


@kernel
def nth_reroll(S: Any, number: int) -> Any:
    """One of these sets, number 0 being the empty one; in the order of the ids."""
    dice = 0
    for face in range(layout.FACE_COUNT):
        number, of_face = split_small(number, S.dice[face] + 1)
        dice += of_face * FACE_POWERS[face]
    return reroll_id(dice)


@kernel
def marks_allowed(S: Any, seat: int) -> Any:
    """W18, W19: which of `MARKS` a seat can make, as bits: dice for all the boxes are unused, white ones standing for
    any colour, and the tracks have room."""
    white = S.dice[layout.WHITE_FACE]
    own = 0  # colours with room on their track, of which a die is unused
    room = 0  # with or without one
    twice = 0  # with room and dice for two boxes
    for colour in range(layout.COLOUR_COUNT):
        dice = S.dice[colour]
        boxes = BOXES - S.tracks[seat, colour]
        own |= ((boxes > 0) & (dice > 0)) << colour
        room |= (boxes > 0) << colour
        twice |= ((boxes > 1) & (dice + white > 1)) << colour
    marks = 1 | ONE_BOX[room if white else own]  # the first is none
    if S.players == 2:
        marks |= SAME_TRACK[twice] | TWO_TRACKS[room if white else own]
        if white == 1:
            marks &= ~TWO_TRACKS[room & ~own]  # it stands for one of them only
    return marks


@kernel
def can_mark_all(S: Any, seat: int, number: int) -> Any:
    return marks_allowed(S, seat) >> number & 1 == 1


@kernel
def list_moves(S: Any, fits: Any, out: Any) -> Any:
    """Every legal move, in the order of the ids. Gives their number."""
    seat = S.turn
    found = 0
    if S.phase == layout.TURN or S.phase == layout.AFTER_DRAW:
        if S.stars[seat, layout.GREEN] > 0:
            for face in range(layout.FACE_COUNT):
                for dice in range(1, S.dice[face] + 1):
                    for other in range(OTHER_FACES):
                        out[found] = change_id(face, dice, other)
                        found += 1
        cells = single_cells(S, seat)
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            for clean in range(2 if S.stars[seat, layout.BLUE] > 0 else 1):
                out[found] = single_id(cell, clean)
                found += 1
        if S.phase == layout.AFTER_DRAW:
            out[found] = DONE
            return found + 1
        if not must_take(S, seat):
            out[found] = PASS
            found += 1
        if S.stars[seat, layout.RED] > 0:
            for number in range(1, rerolls(S)):
                out[found] = nth_reroll(S, number)
                found += 1
        return list_draws(S, seat, fits, out, found)
    if S.phase == layout.START:
        for colour in range(layout.COLOUR_COUNT):
            out[colour] = start_id(colour)
        return layout.COLOUR_COUNT
    if S.phase == layout.MARK:
        marks = marks_allowed(S, seat)
        while marks:
            out[found] = mark_id(lowest(marks))
            marks &= marks - 1
            found += 1
    elif S.phase == layout.COAT:
        cells = supporting(S.filled[seat])
        while cells:
            out[found] = window_id(lowest(cells))
            cells &= cells - 1
            found += 1
        for colour in range(layout.COLOUR_COUNT):
            if S.tracks[seat, colour] < BOXES:
                out[found] = track_id(colour)
                found += 1
        out[found] = COAT_DECLINE
        found += 1
    return found


@kernel
def count_draws(S: Any, seat: int, fits: Any) -> Any:
    rows = find_fits(S, seat, fits)
    return fits[rows - 1, DRAWS] if rows else 0


@kernel
def count_changes(S: Any, seat: int) -> Any:
    return dice_left(S) * OTHER_FACES if S.stars[seat, layout.GREEN] > 0 else 0


@kernel
def count_singles(S: Any, seat: int) -> Any:
    return popcount(single_cells(S, seat)) * (2 if S.stars[seat, layout.BLUE] > 0 else 1)


@kernel
def count_rerolls(S: Any, seat: int) -> Any:
    return rerolls(S) - 1 if S.stars[seat, layout.RED] > 0 else 0


@kernel
def count_others(S: Any, seat: int) -> Any:
    """How many moves are legal in the phases without dice."""
    found = 0
    if S.phase == layout.START:
        found = layout.COLOUR_COUNT
    elif S.phase == layout.MARK:
        found = popcount(marks_allowed(S, seat))
    elif S.phase == layout.COAT:
        found = 1 + popcount(supporting(S.filled[seat]))
        for colour in range(layout.COLOUR_COUNT):
            found += S.tracks[seat, colour] < BOXES
    return found


@kernel
def count_moves(S: Any, fits: Any) -> Any:
    """How many moves are legal, without listing them."""
    seat = S.turn
    if S.phase == layout.TURN or S.phase == layout.AFTER_DRAW:
        found = count_changes(S, seat) + count_singles(S, seat)
        if S.phase == layout.AFTER_DRAW:
            return found + 1
        return found + (not must_take(S, seat)) + count_rerolls(S, seat) + count_draws(S, seat, fits)
    return count_others(S, seat)


@kernel
def nth_change(S: Any, number: int) -> Any:
    face = 0
    while number >= S.dice[face] * OTHER_FACES:
        number -= S.dice[face] * OTHER_FACES
        face += 1
    return change_id(face, 1, number)  # the changes of a face follow one another


@kernel
def nth_single(S: Any, seat: int, number: int) -> Any:
    clean = 0
    if S.stars[seat, layout.BLUE] > 0:
        clean = number & 1
        number >>= 1
    cells = single_cells(S, seat)
    while number:
        cells &= cells - 1
        number -= 1
    return single_id(lowest(cells), clean)


@kernel
def pick_move(S: Any, fits: Any, luck: Luck) -> Any:
    """A legal move, all equally likely, without listing them."""
    seat = S.turn
    if S.phase == layout.TURN or S.phase == layout.AFTER_DRAW:
        changes = count_changes(S, seat)
        singles = count_singles(S, seat)
        rolls = 0
        draws = 0
        last = 1
        if S.phase == layout.TURN:
            rolls = count_rerolls(S, seat)
            draws = count_draws(S, seat, fits)
            last = 0 if must_take(S, seat) else 1
        number = below(luck, draws + rolls + changes + singles + last)
        if number < draws:
            row = 0
            before = 0
            while number >= fits[row, DRAWS]:
                before = fits[row, DRAWS]
                row += 1
            return nth_draw(S, seat, fits, row, number - before)
        number -= draws
        if number < rolls:
            return nth_reroll(S, number + 1)
        number -= rolls
        if number < changes:
            return nth_change(S, number)
        number -= changes
        if number < singles:
            return nth_single(S, seat, number)
        return PASS if S.phase == layout.TURN else DONE
    number = below(luck, count_others(S, seat))
    if S.phase == layout.START:
        return start_id(number)
    if S.phase == layout.MARK:
        marks = marks_allowed(S, seat)
        while number:
            marks &= marks - 1
            number -= 1
        return mark_id(lowest(marks))
    cells = supporting(S.filled[seat])
    while cells:
        if number == 0:
            return window_id(lowest(cells))
        cells &= cells - 1
        number -= 1
    for colour in range(layout.COLOUR_COUNT):
        if S.tracks[seat, colour] < BOXES:
            if number == 0:
                return track_id(colour)
            number -= 1
    return COAT_DECLINE


@kernel
def is_legal_draw(S: Any, seat: int, move: int) -> Any:
    shape, anchor, cross, payment = draw_parts(move)
    colour = colour_of(SHAPE_KIND[shape])
    size = size_of(SHAPE_KIND[shape])
    cells = SHAPE_MASK[shape] << anchor
    filled = S.filled[seat]
    if not SHAPE_FIT[shape] >> anchor & 1 or cells & filled or not cells & supporting(filled):
        return False
    if (cross >= size and cross != NO_X) or (cross == NO_X and S.stars[seat, layout.BLUE] == 0):
        return False
    bonuses, white = payment_parts(payment)
    own = size - white - bonuses
    if own < 0 or own > S.dice[colour] or white > S.dice[layout.WHITE_FACE] or bonuses > S.bonuses[seat, colour]:
        return False
    return can_take_shape(S, seat, shape)


@kernel
def is_legal_reroll(S: Any, seat: int, move: int) -> Any:
    again = reroll_dice(move)
    if again == 0 or S.stars[seat, layout.RED] == 0:
        return False
    for face in range(layout.FACE_COUNT):
        dice, again = first_face(again)
        if dice > S.dice[face]:
            return False
    return True


@kernel
def is_legal(S: Any, move: int) -> Any:
    """Whether a number is a move that the position allows; any number may be asked."""
    seat = S.turn
    if move < 0 or move >= MOVE_COUNT:
        return False
    if move >= DRAW:
        return S.phase == layout.TURN and is_legal_draw(S, seat, move)
    if move >= REROLL:
        return S.phase == layout.TURN and is_legal_reroll(S, seat, move)
    if move >= MARK_TRACKS:
        return S.phase == layout.MARK and can_mark_all(S, seat, mark_number(move))
    if move >= COAT_WINDOW:
        if S.phase != layout.COAT or move == COAT_DECLINE:
            return S.phase == layout.COAT
        if move < COAT_TRACK:
            return supporting(S.filled[seat]) >> window_cell(move) & 1 == 1
        return S.tracks[seat, track_colour(move)] < BOXES
    if move >= PASS:
        return S.phase == layout.AFTER_DRAW if move == DONE else S.phase == layout.TURN and not must_take(S, seat)
    if move >= SINGLE:
        if S.phase != layout.TURN and S.phase != layout.AFTER_DRAW:
            return False
        cell, clean = single_parts(move)
        return single_cells(S, seat) >> cell & 1 == 1 and (clean == 0 or S.stars[seat, layout.BLUE] > 0)
    if move >= CHANGE:
        face, dice, _ = change_parts(move)
        return (
            (S.phase == layout.TURN or S.phase == layout.AFTER_DRAW)
            and S.stars[seat, layout.GREEN] > 0
            and dice <= S.dice[face]
        )
    return S.phase == layout.START


# What `survey` tells of a shape.
INSIDE, FREE, SUPPORTED, TAKEABLE, PAYABLE, AGAIN, COPY, LEGAL = range(8)
SURVEY_COLUMNS = 8
# What `list_payments` tells of a way to pay, and the most there can be.
PAID_KIND, PAID = range(2)
PAYMENT_COLUMNS = 2
MOST_PAYMENTS = KIND_COUNT * PAYMENT_COUNT
# What `list_gains` tells of a place, and the most there can be.
GAIN_SHAPE, GAIN_ANCHOR, GAIN_MARK, GAIN_POINTS, GAIN_COATS, GAIN_LINES = range(6)
GAIN_COLUMNS = 6
MOST_GAINS = sum(one.fit.bit_count() * (one.size + 1) for _, one in SHAPES)


@kernel
def survey(S: Any, seat: int, out: Any) -> None:
    """What any seat could draw with the unused dice if it were on turn, a row a shape: the anchors inside the house, of
    these on free cells, of these supported; whether a tile of the shape can be taken, the ways to pay for it, whether
    that takes a yellow star, which printed tile of its colour it is (-1: none); and the anchors that are legal."""
    free = FULL & ~S.filled[seat]
    support = supporting(S.filled[seat])
    for shape in range(FIT_ROWS):
        kind = SHAPE_KIND[shape]
        out[shape, INSIDE] = SHAPE_FIT[shape]
        out[shape, FREE] = fitting(SHAPE_FIT[shape], SHAPE_OFFSETS[shape], free, FULL)
        out[shape, SUPPORTED] = fitting(SHAPE_FIT[shape], SHAPE_OFFSETS[shape], free, support)
        out[shape, TAKEABLE] = can_take_shape(S, seat, shape)
        out[shape, PAYABLE] = ways_to_pay(S, seat, colour_of(kind), size_of(kind))
        out[shape, AGAIN] = takes_star(S, shape)
        out[shape, COPY] = copy_to_draw(S, shape) if size_of(kind) >= SINGLE_USE_FROM else -1
        out[shape, LEGAL] = out[shape, SUPPORTED] if out[shape, TAKEABLE] and out[shape, PAYABLE] else 0


@kernel
def list_payments(S: Any, seat: int, out: Any) -> Any:
    """Every way in which a seat could pay for tiles with the unused dice, a row each: the kind, the payment. Gives
    their number."""
    found = 0
    for kind in range(KIND_COUNT):
        colour = colour_of(kind)
        size = size_of(kind)
        for number in range(ways_to_pay(S, seat, colour, size)):
            out[found, PAID_KIND] = kind
            out[found, PAID] = nth_payment(S, seat, colour, size, number)
            found += 1
    return found


@kernel
def list_gains(S: Any, seat: int, surveyed: Any, out: Any) -> Any:
    """Every legal place that brings points or coats, a row each: the shape, the anchor, the number of the cell with the
    X or -1 for none, points, coats, and the lines that it completes. Gives their number."""
    filled = S.filled[seat]
    crosses = S.crosses[seat]
    found = 0
    for shape in range(FIT_ROWS):
        size = size_of(SHAPE_KIND[shape])
        anchors = surveyed[shape, LEGAL]
        while anchors:
            anchor = lowest(anchors)
            anchors &= anchors - 1
            cells = SHAPE_MASK[shape] << anchor
            lines = lines_with(filled, cells)
            for cross in range(-1 if S.stars[seat, layout.BLUE] > 0 else 0, size):
                points, coats = worth(filled, cells, crosses if cross < 0 else crosses | nth_cell(cells, cross))
                if points | coats:
                    out[found, GAIN_SHAPE] = shape
                    out[found, GAIN_ANCHOR] = anchor
                    out[found, GAIN_MARK] = cross
                    out[found, GAIN_POINTS] = points
                    out[found, GAIN_COATS] = coats
                    out[found, GAIN_LINES] = lines
                    found += 1
    return found
