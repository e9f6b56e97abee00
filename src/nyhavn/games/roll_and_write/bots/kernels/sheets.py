"""What a sheet of the dice game is worth, from tuned weights: rows, columns, holes, tracks, stars, bonuses, points.

Every weight is a pair: what counts at the beginning, and what is added the nearer the end is (by the highest score, 0
to 1). The chance of a seat is the exponential of its sheet's sum, as part of those of all seats. So a sheet is two
sums, and places in `room`, where the weights come first, are those of pairs times two.
"""

from typing import Any

import numpy as np
from numba import types

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import neighbours
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import COLUMN_MASKS, FULL, GROUND, HEIGHT, WIDTH
from nyhavn.games.roll_and_write.components import BOXES, COAT_COLUMNS, GOAL, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, STATE
from nyhavn.games.roll_and_write.kernels.turns import BONUS_AT, STAR_AT
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS, NOTHING, Units

PATTERNS = 1 << WIDTH
MOST_HOLES = 10
MOST_LONELY = 6
MOST_STARS = 6  # red: two at the start, four to be marked
MOST_PLUS = 2
MOST_POINTS = 15

# Features by number. Rows and columns are told apart by whether they have an X.
ROW = 0  # each row: its covered cells
ANY_ROW = ROW + HEIGHT * 2 * PATTERNS  # the same for all rows alike
PAIR = ANY_ROW + 2 * PATTERNS  # a row and the one above
COLUMN = PAIR + PATTERNS * PATTERNS  # with and without a coat of arms: how many cells are covered
HOLES = COLUMN + 2 * 2 * (HEIGHT + 1)  # empty cells below covered ones
LONELY = HOLES + MOST_HOLES + 1  # empty cells without an empty neighbour
TRACK = LONELY + MOST_LONELY + 1
STAR = TRACK + COLOUR_COUNT * (BOXES + 1)
PLUS = STAR + COLOUR_COUNT * (MOST_STARS + 1)
POINTS = PLUS + COLOUR_COUNT * (MOST_PLUS + 1)
YET = POINTS + MOST_POINTS + 1  # whether the seat has its turn of this round before it
FEATURES = YET + 2
ACTIVE = 3 * HEIGHT - 1 + WIDTH + 2 + 3 * COLOUR_COUNT + 2
"""So many of them a sheet has."""

COLUMN_CELLS = np.array(COLUMN_MASKS, np.int64)
WITH_COAT = np.array([COAT_COLUMNS >> column & 1 for column in range(WIDTH)], np.int64)

units = Units(STATE)
unit, POSITION = units.unit, units.position
PAIR_OF_SUMS = types.UniTuple(FLOAT, 2)  # type: ignore[no-untyped-call]
KEY_AND_NUMBER = types.Tuple((FLOAT, INT))  # type: ignore[no-untyped-call]


@kernel
def nearness(points: int) -> Any:
    """How near the end is, by the highest score."""
    return min(points, GOAL) / GOAL


@kernel
def holes(filled: int) -> Any:
    below = filled >> WIDTH
    below |= below >> WIDTH
    below |= below >> 2 * WIDTH
    below |= below >> 4 * WIDTH
    return min(popcount(below & ~filled), MOST_HOLES)


@kernel
def lonely(filled: int) -> Any:
    empty = FULL & ~filled
    return min(popcount(empty & ~neighbours(empty)), MOST_LONELY)


@kernel
def row_feature(row: int, cells: int, crossed: int) -> Any:
    return ROW + (row * 2 + crossed) * PATTERNS + cells


@kernel
def column_feature(column: int, cells: int, crossed: int) -> Any:
    return COLUMN + (WITH_COAT[column] * 2 + crossed) * (HEIGHT + 1) + cells


@unit(PAIR_OF_SUMS, FLOATS, INT, INT)
def house(room: Any, filled: int, crosses: int) -> Any:
    """The two sums of a house front; those of `ANY_ROW` are added to each row's (see `combine`)."""
    early = room[2 * (HOLES + holes(filled))] + room[2 * (LONELY + lonely(filled))]
    late = room[2 * (HOLES + holes(filled)) + 1] + room[2 * (LONELY + lonely(filled)) + 1]
    for row in range(HEIGHT):
        cells = filled >> WIDTH * row & (PATTERNS * PATTERNS - 1)
        at = 2 * row_feature(row, cells & GROUND, 1 if crosses >> WIDTH * row & GROUND else 0)
        early += room[at]
        late += room[at + 1]
        if row < HEIGHT - 1:
            early += room[2 * (PAIR + cells)]
            late += room[2 * (PAIR + cells) + 1]
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        at = 2 * column_feature(column, cells, 1 if crosses & COLUMN_CELLS[column] else 0)
        early += room[at]
        late += room[at + 1]
    return early, late


@kernel
def star_feature(colour: int, stars: int) -> Any:
    return STAR + colour * (MOST_STARS + 1) + min(stars, MOST_STARS)


@kernel
def plus_feature(colour: int, bonuses: int) -> Any:
    return PLUS + colour * (MOST_PLUS + 1) + min(bonuses, MOST_PLUS)


@kernel
def points_feature(points: int) -> Any:
    return POINTS + min(points, MOST_POINTS)


@unit(PAIR_OF_SUMS, POSITION, FLOATS, INT, INT)
def rest(S: Any, room: Any, seat: int, yet: int) -> Any:
    """The two sums of everything else: tracks, stars and bonuses (fresh ones too, W21), points, the turn to come."""
    own = 1 if seat == S.active else 0
    at = 2 * points_feature(S.scores[seat])
    early = room[at] + room[2 * (YET + yet)]
    late = room[at + 1] + room[2 * (YET + yet) + 1]
    for colour in range(COLOUR_COUNT):
        track = 2 * (TRACK + colour * (BOXES + 1) + S.tracks[seat, colour])
        star = 2 * star_feature(colour, S.stars[seat, colour] + own * S.fresh_stars[colour])
        plus = 2 * plus_feature(colour, S.bonuses[seat, colour] + own * S.fresh_bonuses[colour])
        early += room[track] + room[star] + room[plus]
        late += room[track + 1] + room[star + 1] + room[plus + 1]
    return early, late


@kernel
def step(room: Any, one: int, other: int, near: float) -> Any:
    """What it brings that a feature is another one."""
    return room[2 * other] - room[2 * one] + near * (room[2 * other + 1] - room[2 * one + 1])


@unit(FLOAT, POSITION, FLOATS, INT, INT, INT, FLOAT)
def marking(S: Any, room: Any, seat: int, colour: int, boxes: int, near: float) -> Any:
    """What the next boxes of a track bring to a seat; nothing where the track has no such many."""
    marked = S.tracks[seat, colour]
    if marked + boxes > BOXES:
        return 0.0
    own = 1 if seat == S.active else 0
    stars = S.stars[seat, colour] + own * S.fresh_stars[colour]
    bonuses = S.bonuses[seat, colour] + own * S.fresh_bonuses[colour]
    more_stars = stars
    more_bonuses = bonuses
    for box in range(marked, marked + boxes):
        more_stars += STAR_AT[colour, box]
        more_bonuses += BONUS_AT[colour, box]
    first = TRACK + colour * (BOXES + 1) + marked
    gain = step(room, first, first + boxes, near)
    gain += step(room, star_feature(colour, stars), star_feature(colour, more_stars), near)
    gain += step(room, plus_feature(colour, bonuses), plus_feature(colour, more_bonuses), near)
    if marked + boxes == BOXES:
        points = S.scores[seat]
        gain += step(room, points_feature(points), points_feature(points + TRACK_POINTS), near)
    return gain


@unit(NOTHING, POSITION, INT, INT, INTS)
def features(S: Any, seat: int, yet: int, out: Any) -> None:
    """The numbers of the features that a sheet has, for fitting weights."""
    filled = S.filled[seat]
    crosses = S.crosses[seat]
    found = 0
    for row in range(HEIGHT):
        cells = filled >> WIDTH * row & (PATTERNS * PATTERNS - 1)
        crossed = 1 if crosses >> WIDTH * row & GROUND else 0
        out[found] = row_feature(row, cells & GROUND, crossed)
        out[found + 1] = ANY_ROW + crossed * PATTERNS + (cells & GROUND)
        found += 2
        if row < HEIGHT - 1:
            out[found] = PAIR + cells
            found += 1
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        out[found] = column_feature(column, cells, 1 if crosses & COLUMN_CELLS[column] else 0)
        found += 1
    out[found] = HOLES + holes(filled)
    out[found + 1] = LONELY + lonely(filled)
    found += 2
    for colour in range(COLOUR_COUNT):
        out[found] = TRACK + colour * (BOXES + 1) + S.tracks[seat, colour]
        out[found + 1] = star_feature(colour, S.stars[seat, colour])
        out[found + 2] = plus_feature(colour, S.bonuses[seat, colour])
        found += 3
    out[found] = points_feature(S.scores[seat])
    out[found + 1] = YET + yet
