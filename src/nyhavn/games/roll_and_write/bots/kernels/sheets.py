"""What a sheet of the dice game is worth, from tuned weights: rows, columns, holes, tracks, stars, bonuses, points.

Every weight is a pair: what counts at the beginning, and what is added the nearer the end is (by the highest score, 0
to 1). The chance of a seat is the exponential of its sheet's sum, as part of those of all seats. So a sheet is two
sums.
"""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import neighbours
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import COLUMN_MASKS, FULL, GROUND, HEIGHT, WIDTH
from nyhavn.games.roll_and_write.bots.kernels.layout import (
    ANY_ROW,
    COLUMN,
    EARLY,
    HOLES,
    LATE,
    LONELY,
    MOST_HOLES,
    MOST_LONELY,
    MOST_PLUS,
    MOST_POINTS,
    MOST_STARS,
    PAIR,
    PAIR_OF_SUMS,
    PATTERNS,
    PLUS,
    POINTS,
    POSITION,
    ROW,
    STAR,
    TRACK,
    WORKING,
    YET,
    unit,
)
from nyhavn.games.roll_and_write.components import BOXES, COAT_COLUMNS, GOAL, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT
from nyhavn.games.roll_and_write.kernels.turns import BONUS_AT, STAR_AT
from nyhavn.kernels.units import FLOAT, INT, INTS, NOTHING

COLUMN_CELLS = np.array(COLUMN_MASKS, np.int64)
WITH_COAT = np.array([COAT_COLUMNS >> column & 1 for column in range(WIDTH)], np.int64)


@kernel
def nearness(level: int) -> Any:
    """How near the end is, by the highest score as far as it counts."""
    return level / GOAL


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


@unit(PAIR_OF_SUMS, WORKING, INT, INT)
def house(W: Any, filled: int, crosses: int) -> Any:
    """The two sums of a house front; those of `ANY_ROW` are added to each row's (see `entries.work_with`)."""
    early = W.weights[HOLES + holes(filled), EARLY] + W.weights[LONELY + lonely(filled), EARLY]
    late = W.weights[HOLES + holes(filled), LATE] + W.weights[LONELY + lonely(filled), LATE]
    for row in range(HEIGHT):
        cells = filled >> WIDTH * row & (PATTERNS * PATTERNS - 1)
        feature = row_feature(row, cells & GROUND, 1 if crosses >> WIDTH * row & GROUND else 0)
        early += W.weights[feature, EARLY]
        late += W.weights[feature, LATE]
        if row < HEIGHT - 1:
            early += W.weights[PAIR + cells, EARLY]
            late += W.weights[PAIR + cells, LATE]
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        feature = column_feature(column, cells, 1 if crosses & COLUMN_CELLS[column] else 0)
        early += W.weights[feature, EARLY]
        late += W.weights[feature, LATE]
    return early, late


@unit(FLOAT, WORKING, INT, INT, INT)
def house_at(W: Any, level: int, filled: int, crosses: int) -> Any:
    """What the two sums of a house front make together at a highest score."""
    total = W.near[level, HOLES + holes(filled)] + W.near[level, LONELY + lonely(filled)]
    for row in range(HEIGHT):
        cells = filled >> WIDTH * row & (PATTERNS * PATTERNS - 1)
        total += W.near[level, row_feature(row, cells & GROUND, 1 if crosses >> WIDTH * row & GROUND else 0)]
        if row < HEIGHT - 1:
            total += W.near[level, PAIR + cells]
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        total += W.near[level, column_feature(column, cells, 1 if crosses & COLUMN_CELLS[column] else 0)]
    return total


@unit(FLOAT, WORKING, INT, INT, INT, INT)
def house_step(W: Any, level: int, before: int, after: int, crosses: int) -> Any:
    """What it brings that more of a house is covered: only the lines that this touches are looked at."""
    changed = before ^ after
    total = W.near[level, HOLES + holes(after)] - W.near[level, HOLES + holes(before)]
    total += W.near[level, LONELY + lonely(after)] - W.near[level, LONELY + lonely(before)]
    row = lowest(changed) // WIDTH
    if row > 0:
        shift = WIDTH * (row - 1)
        total += W.near[level, PAIR + (after >> shift & (PATTERNS * PATTERNS - 1))]
        total -= W.near[level, PAIR + (before >> shift & (PATTERNS * PATTERNS - 1))]
    while row < HEIGHT and changed >> WIDTH * row:
        shift = WIDTH * row
        old = before >> shift & (PATTERNS * PATTERNS - 1)
        new = after >> shift & (PATTERNS * PATTERNS - 1)
        first = row_feature(row, 0, 1 if crosses >> shift & GROUND else 0)
        total += W.near[level, first + (new & GROUND)] - W.near[level, first + (old & GROUND)]
        if row < HEIGHT - 1:
            total += W.near[level, PAIR + new] - W.near[level, PAIR + old]
        row += 1
    for column in range(WIDTH):
        cells = COLUMN_CELLS[column]
        if changed & cells:
            first = column_feature(column, 0, 1 if crosses & cells else 0)
            total += W.near[level, first + popcount(after & cells)] - W.near[level, first + popcount(before & cells)]
    return total


@kernel
def track_feature(colour: int, boxes: int) -> Any:
    return TRACK + colour * (BOXES + 1) + boxes


@kernel
def star_feature(colour: int, stars: int) -> Any:
    return STAR + colour * (MOST_STARS + 1) + min(stars, MOST_STARS)


@kernel
def plus_feature(colour: int, bonuses: int) -> Any:
    return PLUS + colour * (MOST_PLUS + 1) + min(bonuses, MOST_PLUS)


@kernel
def points_feature(points: int) -> Any:
    return POINTS + min(points, MOST_POINTS)


@unit(PAIR_OF_SUMS, POSITION, WORKING, INT, INT)
def rest(S: Any, W: Any, seat: int, yet: int) -> Any:
    """The two sums of everything else: tracks, stars and bonuses (fresh ones too, W21), points, the turn to come."""
    own = 1 if seat == S.active else 0
    points = points_feature(S.scores[seat])
    early = W.weights[points, EARLY] + W.weights[YET + yet, EARLY]
    late = W.weights[points, LATE] + W.weights[YET + yet, LATE]
    for colour in range(COLOUR_COUNT):
        track = track_feature(colour, S.tracks[seat, colour])
        star = star_feature(colour, S.stars[seat, colour] + own * S.fresh_stars[colour])
        plus = plus_feature(colour, S.bonuses[seat, colour] + own * S.fresh_bonuses[colour])
        early += W.weights[track, EARLY] + W.weights[star, EARLY] + W.weights[plus, EARLY]
        late += W.weights[track, LATE] + W.weights[star, LATE] + W.weights[plus, LATE]
    return early, late


@kernel
def step(W: Any, one: int, other: int, level: int) -> Any:
    """What it brings at a highest score that a feature is another one."""
    return W.near[level, other] - W.near[level, one]


@unit(FLOAT, POSITION, WORKING, INT, INT, INT, INT)
def marking(S: Any, W: Any, seat: int, colour: int, boxes: int, level: int) -> Any:
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
    first = track_feature(colour, marked)
    gain = step(W, first, first + boxes, level)
    gain += step(W, star_feature(colour, stars), star_feature(colour, more_stars), level)
    gain += step(W, plus_feature(colour, bonuses), plus_feature(colour, more_bonuses), level)
    if marked + boxes == BOXES:
        points = S.scores[seat]
        gain += step(W, points_feature(points), points_feature(points + TRACK_POINTS), level)
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
        out[found] = track_feature(colour, S.tracks[seat, colour])
        out[found + 1] = star_feature(colour, S.stars[seat, colour])
        out[found + 2] = plus_feature(colour, S.bonuses[seat, colour])
        found += 3
    out[found] = points_feature(S.scores[seat])
    out[found + 1] = YET + yet
