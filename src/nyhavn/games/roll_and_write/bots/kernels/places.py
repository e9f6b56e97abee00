"""What can be done with a sheet in a turn, and how good it is: places for tiles with the best cell for the X, single
cells, coats of arms, and what unused dice bring to the others.

How good a position is for a seat is told as a key: the logarithm of its odds, a win being far above and a loss far
below all others. Keys are those of the end of the seat's turn, and what is paid for (stars, bonuses, dice that are
left) is added to them.
"""

from math import exp, log
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import fitting, supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import CELLS, FULL, GROUND, WIDTH
from nyhavn.facade.kinds import KIND_COUNT, colour_of, size_of
from nyhavn.facade.lines import newly_full
from nyhavn.games.roll_and_write.bots.kernels.dice import COUNTS, LESS, PAIRS_END, SETS
from nyhavn.games.roll_and_write.bots.kernels.layout import EARLY, KEY_AND_NUMBER, LATE, POSITION, WORKING, unit
from nyhavn.games.roll_and_write.bots.kernels.sheets import (
    COLUMN_CELLS,
    column_feature,
    house,
    marking,
    nearness,
    points_feature,
    rest,
    row_feature,
    star_feature,
    step,
)
from nyhavn.games.roll_and_write.components import BOXES, COAT_BOXES, GOAL
from nyhavn.games.roll_and_write.kernels.ids import KIND_START, NO_X, SHAPE_FIT, SHAPE_MASK, SHAPE_OFFSETS
from nyhavn.games.roll_and_write.kernels.layout import BLUE, COLOUR_COUNT, FACE_COUNT, START, WHITE_FACE, YELLOW
from nyhavn.games.roll_and_write.kernels.options import FIT_ROWS, can_take_shape, ways_to_pay
from nyhavn.games.roll_and_write.kernels.turns import takes_star, worth
from nyhavn.kernels.units import FLOAT, INT, NOTHING

TWIN = np.array([int(np.flatnonzero(mask == SHAPE_MASK)[0]) for mask in SHAPE_MASK], np.int64)
"""The first shape that has the same cells: what colour a tile has does not matter where it lies."""

SURE = 12.0
MARGIN = 0.1
NEVER = -1e9
NOT_LOOKED_AT = -1


@kernel
def is_never(found: float) -> Any:
    """Whether a key is that of what cannot be done, whatever was added to it."""
    return found < NEVER / 2


@kernel
def has_yet(S: Any, seat: int) -> Any:
    """Whether a seat has its next turn in the round that goes on when the active seat's turn is over."""
    return 1 if S.phase == START or S.active == S.players - 1 or seat > S.active else 0


@kernel
def ends(S: Any) -> Any:
    """Whether the game can end with this turn (W28)."""
    return S.phase != START and S.active == S.players - 1


@kernel
def top_of_others(S: Any, seat: int) -> Any:
    """The highest score of the other seats, and the fewest empty cells that one of these has (W29)."""
    points = -1
    empty = CELLS
    for other in range(S.players):
        if other != seat:
            left = CELLS - popcount(S.filled[other])
            if S.scores[other] > points or (S.scores[other] == points and left < empty):
                points = S.scores[other]
                empty = left
    return points, empty


@unit(NOTHING, POSITION, WORKING, INT)
def sum_up(S: Any, W: Any, seat: int) -> None:
    """Sum up all seats, as if the active seat's turn was over and nothing marked."""
    top, _ = top_of_others(S, seat)
    for other in range(S.players):
        early, late = rest(S, W, other, has_yet(S, other))
        if other != seat:
            more, later = house(W, S.filled[other], S.crosses[other])
            early += more
            late += later
        W.sums[other, EARLY] = early
        W.sums[other, LATE] = late
    for points in range(min(top, GOAL), GOAL + 1):
        total = 0.0
        last = 0.0
        for other in range(S.players):
            if other != seat:
                last = W.sums[other, EARLY] + nearness(points) * W.sums[other, LATE]
                total += exp(last)
        W.others[points] = last if S.players == 2 else log(total)


@kernel
def key(S: Any, W: Any, seat: int, early: float, late: float, points: int, filled: int) -> Any:
    """How good it is for a seat to end the turn with a sheet of these sums."""
    top, empty = top_of_others(S, seat)
    if ends(S) and max(top, points) >= GOAL:
        ahead = points - top
        left = CELLS - popcount(filled)
        if ahead > 0 or (ahead == 0 and left < empty):
            return SURE + MARGIN * ahead
        if ahead < 0 or left > empty:
            return -SURE + MARGIN * ahead
        return 0.0
    highest = max(top, points)
    return early + nearness(highest) * late - W.others[min(highest, GOAL)]


@kernel
def near_now(S: Any) -> Any:
    points = 0
    for seat in range(S.players):
        points = max(points, S.scores[seat])
    return nearness(points)


@unit(NOTHING, POSITION, WORKING, INT)
def find_unused_costs(S: Any, W: Any, seat: int) -> None:
    """What it costs the seat if a set of dice is left to the others, for every set (W18)."""
    near = near_now(S)
    if S.players == 2:
        for colour in range(COLOUR_COUNT):
            W.one_box[colour] = marking(S, W, 1 - seat, colour, 1, near)
            W.two_boxes[colour] = marking(S, W, 1 - seat, colour, 2, near)
        for number in range(PAIRS_END):
            white = COUNTS[number, WHITE_FACE]
            most = 0.0
            for first in range(COLOUR_COUNT):
                if COUNTS[number, first] or white:
                    most = max(most, W.one_box[first])
                    if COUNTS[number, first] + white == 2:
                        most = max(most, W.two_boxes[first])
                    for second in range(first):
                        if (COUNTS[number, first] > 0) + (COUNTS[number, second] > 0) + white >= 2:
                            most = max(most, W.one_box[first] + W.one_box[second])
            W.unused_costs[number] = -most
        for number in range(PAIRS_END, SETS):
            least = 0.0
            for face in range(FACE_COUNT):
                if COUNTS[number, face]:
                    least = min(least, W.unused_costs[LESS[number, face]])
            W.unused_costs[number] = least
        return
    W.unused_costs[0] = 0.0
    for number in range(1, SETS):
        # Each of the others takes one die: sets with the same faces are alike.
        smaller = -1
        for face in range(FACE_COUNT):
            if COUNTS[number, face] > 1:
                smaller = LESS[number, face]
        if smaller >= 0:
            W.unused_costs[number] = W.unused_costs[smaller]
            continue
        before = 0.0
        after = 0.0
        for other in range(S.players):
            if other != seat:
                most = 0.0
                for colour in range(COLOUR_COUNT):
                    if COUNTS[number, colour] or COUNTS[number, WHITE_FACE]:
                        most = max(most, marking(S, W, other, colour, 1, near))
                odds = exp(W.sums[other, EARLY] + near * W.sums[other, LATE])
                before += odds
                after += odds * exp(most)
        W.unused_costs[number] = log(before / after)


@unit(NOTHING, POSITION, WORKING, INT)
def find_track_gain(S: Any, W: Any, seat: int) -> None:
    """What the best track brings for a coat of arms (W16)."""
    near = near_now(S)
    most = 0.0
    for colour in range(COLOUR_COUNT):
        boxes = min(COAT_BOXES, BOXES - S.tracks[seat, colour])
        most = max(most, marking(S, W, seat, colour, boxes, near))
    W.track_gain = most


@unit(FLOAT, POSITION, WORKING, INT, INT, INT, INT)
def sheet_key(S: Any, W: Any, seat: int, filled: int, crosses: int, points: int) -> Any:
    """The key of a sheet that is covered so, with so many points more."""
    early, late = house(W, filled, crosses)
    score = S.scores[seat]
    one, other = points_feature(score), points_feature(score + points)
    early += W.sums[seat, EARLY] + W.weights[other, EARLY] - W.weights[one, EARLY]
    late += W.sums[seat, LATE] + W.weights[other, LATE] - W.weights[one, LATE]
    return key(S, W, seat, early, late, score + points, filled)


@unit(FLOAT, POSITION, WORKING, INT, INT, INT, INT, INT)
def coats_key(S: Any, W: Any, seat: int, filled: int, crosses: int, points: int, coats: int) -> Any:
    """The same with coats of arms to be resolved (W16), each by what is best at once."""
    best = sheet_key(S, W, seat, filled, crosses, points)
    extra = 0.0
    while coats > 0:
        coats -= 1
        marked = best + extra + W.track_gain
        chosen = 0
        most = marked
        cells = supporting(filled)
        while cells:
            cell = cells & -cells
            cells &= cells - 1
            more, _ = worth(filled, cell, crosses)
            found = sheet_key(S, W, seat, filled | cell, crosses, points + more) + extra
            if found > most:
                most = found
                chosen = cell
        if chosen == 0:
            extra += W.track_gain
        else:
            more, others = worth(filled, chosen, crosses)
            filled |= chosen
            points += more
            coats += others
            best = most - extra
    return best + extra


@kernel
def cross_loss(W: Any, filled: int, crosses: int, cell: int, near: float) -> Any:
    """What an X in a covered cell changes, where no line is completed."""
    row = cell // WIDTH
    column = cell - row * WIDTH
    change = 0.0
    if crosses >> WIDTH * row & GROUND == 0:
        feature = row_feature(row, filled >> WIDTH * row & GROUND, 0)
        change += step(W, feature, row_feature(row, filled >> WIDTH * row & GROUND, 1), near)
    if crosses & COLUMN_CELLS[column] == 0:
        covered = popcount(filled & COLUMN_CELLS[column])
        change += step(W, column_feature(column, covered, 0), column_feature(column, covered, 1), near)
    return change


@kernel
def star_cost(S: Any, W: Any, seat: int, colour: int) -> Any:
    """What it changes that a star is used."""
    stars = S.stars[seat, colour]
    return step(W, star_feature(colour, stars), star_feature(colour, stars - 1), near_now(S))


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT)
def place_key(S: Any, W: Any, seat: int, cells: int) -> Any:
    """The key of covering cells with a tile, and the number of the cell with the X that is best; a blue star is used
    where that is better (W13, W23)."""
    filled = S.filled[seat]
    crosses = S.crosses[seat]
    after = filled | cells
    rows, columns = newly_full(filled, after)
    finished = rows | columns
    near = near_now(S)
    best = NEVER
    chosen = 0
    clean = 0.0
    if not finished:
        clean = sheet_key(S, W, seat, after, crosses, 0)
    left = cells
    number = 0
    while left:
        cell = lowest(left)
        left &= left - 1
        if finished:
            points, coats = worth(filled, cells, crosses | 1 << cell)
            found = coats_key(S, W, seat, after, crosses | 1 << cell, points, coats)
        elif clean <= -SURE:
            found = clean
        else:
            found = clean + cross_loss(W, after, crosses, cell, near)
        if found > best:
            best = found
            chosen = number
        number += 1
    if S.stars[seat, BLUE] > 0:
        if finished:
            points, coats = worth(filled, cells, crosses)
            clean = coats_key(S, W, seat, after, crosses, points, coats)
        clean += star_cost(S, W, seat, BLUE)
        if clean > best:
            return clean, NO_X
    return best, chosen


@unit(NOTHING, POSITION, WORKING, INT, INT)
def find_places(S: Any, W: Any, seat: int, all_kinds: bool) -> None:
    """Places for tiles on the sheet of a seat: for all kinds, or for those that the dice can pay."""
    filled = S.filled[seat]
    free = FULL & ~filled
    support = supporting(filled)
    places = 0
    for shape in range(FIT_ROWS):
        W.shape_to[shape] = NOT_LOOKED_AT
    for kind in range(KIND_COUNT):
        W.kind_keys[kind] = NEVER
        if not all_kinds and ways_to_pay(S, seat, colour_of(kind), size_of(kind)) == 0:
            continue
        for shape in range(KIND_START[kind], KIND_START[kind + 1]):
            if not can_take_shape(S, seat, shape):
                continue
            twin = TWIN[shape]
            if W.shape_to[twin] == NOT_LOOKED_AT:
                W.shape_keys[twin] = NEVER
                W.shape_from[twin] = places
                anchors = fitting(SHAPE_FIT[twin], SHAPE_OFFSETS[twin], free, support)
                while anchors:
                    anchor = lowest(anchors)
                    anchors &= anchors - 1
                    found, cross = place_key(S, W, seat, SHAPE_MASK[twin] << anchor)
                    W.place_keys[places] = found
                    W.place_anchors[places] = anchor
                    W.place_crosses[places] = cross
                    if found > W.shape_keys[twin]:
                        W.shape_keys[twin] = found
                        W.shape_best[twin] = places
                    places += 1
                W.shape_to[twin] = places
            found = W.shape_keys[twin]
            if takes_star(S, shape):
                found += star_cost(S, W, seat, YELLOW)
            if found > W.kind_keys[kind]:
                W.kind_keys[kind] = found
                W.kind_shapes[kind] = shape
    for kind in range(KIND_COUNT):  # the best first
        place = kind
        while place > 0 and W.kind_keys[W.kind_order[place - 1]] < W.kind_keys[kind]:
            W.kind_order[place] = W.kind_order[place - 1]
            place -= 1
        W.kind_order[place] = kind
