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
from nyhavn.games.roll_and_write.bots.kernels.dice import COUNTS, LEFT_END, LESS, PAIRS_END, SETS, SMALLER
from nyhavn.games.roll_and_write.bots.kernels.layout import EARLY, KEY_AND_NUMBER, LATE, POSITION, WORKING, unit
from nyhavn.games.roll_and_write.bots.kernels.sheets import (
    COLUMN_CELLS,
    column_feature,
    house,
    house_at,
    house_step,
    marking,
    nearness,
    points_feature,
    rest,
    row_feature,
    star_feature,
    step,
)
from nyhavn.games.roll_and_write.components import BOXES, COAT_BOXES, GOAL, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels.ids import KIND_START, NO_X, SHAPE_FIT, SHAPE_MASK, SHAPE_OFFSETS
from nyhavn.games.roll_and_write.kernels.layout import BLUE, COLOUR_COUNT, FACE_COUNT, PURPLE, START, WHITE_FACE, YELLOW
from nyhavn.games.roll_and_write.kernels.options import FIT_ROWS, can_take_shape, ways_to_pay
from nyhavn.games.roll_and_write.kernels.turns import takes_star, worth
from nyhavn.kernels.units import FLOAT, INT, NOTHING

TWIN = np.array([int(np.flatnonzero(mask == SHAPE_MASK)[0]) for mask in SHAPE_MASK], np.int64)
"""The first shape that has the same cells: what colour a tile has does not matter where it lies."""

SURE = 12.0
MARGIN = 0.1
RANK = 14.0
"""Where the game is over with this turn for sure, keys tell places in the ranking, and nothing else counts."""
POINT = 64
"""A point is more than all empty cells (W29)."""
FULL_TRACK = RANK * POINT * TRACK_POINTS
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
def level_now(S: Any) -> Any:
    """The highest score, as far as it counts."""
    points = 0
    for seat in range(S.players):
        points = max(points, S.scores[seat])
    return min(points, GOAL)


@kernel
def is_decided(W: Any, points: int) -> Any:
    """Whether the game is over with this turn, if the seat has so many points."""
    return W.last and max(W.top, points) >= GOAL


@kernel
def decided_key(W: Any, points: int, filled: int) -> Any:
    """How good it is for a seat if the game is over with so many points and such a house (W29)."""
    ahead = points - W.top
    left = CELLS - popcount(filled)
    if W.certain:
        return RANK * (POINT * ahead - left + W.top_empty)
    if ahead > 0 or (ahead == 0 and left < W.top_empty):
        return SURE + MARGIN * ahead
    if ahead < 0 or left > W.top_empty:
        return -SURE + MARGIN * ahead
    return 0.0


@kernel
def level_with(W: Any, points: int) -> Any:
    """The highest score as far as it counts, if the seat has so many points."""
    return min(max(W.top, points), GOAL)


@unit(FLOAT, POSITION, WORKING, INT, INT, INT, INT)
def sheet_key(S: Any, W: Any, seat: int, filled: int, crosses: int, more: int) -> Any:
    """How good it is for a seat to end the turn with a sheet that is covered so, with so many points more."""
    points = S.scores[seat] + more
    if is_decided(W, points):
        return decided_key(W, points, filled)
    level = level_with(W, points)
    return W.plain[level] + W.near[level, points_feature(points)] + house_at(W, level, filled, crosses)


@unit(NOTHING, POSITION, WORKING, INT)
def sum_up(S: Any, W: Any, seat: int) -> None:
    """Sum up all seats, as if the active seat's turn was over and nothing marked."""
    W.last = ends(S)
    W.certain = W.last and level_now(S) == GOAL
    # The highest score of the others, and the fewest empty cells that one of these has (W29).
    W.top = -1
    W.top_empty = CELLS
    for other in range(S.players):
        early, late = rest(S, W, other, has_yet(S, other))
        if other != seat:
            more, later = house(W, S.filled[other], S.crosses[other])
            early += more
            late += later
            left = CELLS - popcount(S.filled[other])
            if S.scores[other] > W.top or (S.scores[other] == W.top and left < W.top_empty):
                W.top = S.scores[other]
                W.top_empty = left
        W.sums[other, EARLY] = early
        W.sums[other, LATE] = late
    W.level = level_now(S)
    score = points_feature(S.scores[seat])
    for level in range(W.level, GOAL + 1):
        total = 0.0
        last = 0.0
        for other in range(S.players):
            if other != seat:
                last = W.sums[other, EARLY] + nearness(level) * W.sums[other, LATE]
                if S.players > 2:
                    total += exp(last)
        others = last if S.players == 2 else log(total)
        W.plain[level] = W.sums[seat, EARLY] + nearness(level) * W.sums[seat, LATE] - W.near[level, score] - others
    W.now = sheet_key(S, W, seat, S.filled[seat], S.crosses[seat], 0)


@unit(NOTHING, POSITION, WORKING, INT)
def find_unused_costs(S: Any, W: Any, seat: int) -> None:
    """What it costs the seat if a set of dice is left to the others, for every set of at most three (W18)."""
    level = level_now(S)
    if S.players == 2:
        for colour in range(COLOUR_COUNT):
            W.one_box[colour] = marking(S, W, 1 - seat, colour, 1, level)
            W.two_boxes[colour] = marking(S, W, 1 - seat, colour, 2, level)
            if W.certain:
                left = BOXES - S.tracks[1 - seat, colour]
                W.one_box[colour] = FULL_TRACK if left == 1 else 0.0
                W.two_boxes[colour] = FULL_TRACK if left == 1 or left == 2 else 0.0
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
        for number in range(PAIRS_END, LEFT_END):
            least = 0.0
            for face in range(FACE_COUNT):
                least = min(least, W.unused_costs[SMALLER[number, face]])
            W.unused_costs[number] = least
        return
    W.unused_costs[0] = 0.0
    for number in range(1, LEFT_END):
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
        rank = POINT * W.top - W.top_empty
        top = rank
        for other in range(S.players):
            if other != seat:
                most = 0.0
                full = 0
                for colour in range(COLOUR_COUNT):
                    if COUNTS[number, colour] or COUNTS[number, WHITE_FACE]:
                        most = max(most, marking(S, W, other, colour, 1, level))
                        full |= S.tracks[other, colour] + 1 == BOXES
                points = S.scores[other] + TRACK_POINTS * full
                top = max(top, POINT * points - CELLS + popcount(S.filled[other]))
                odds = exp(W.sums[other, EARLY] + nearness(level) * W.sums[other, LATE])
                before += odds
                after += odds * exp(most)
        W.unused_costs[number] = RANK * (rank - top) if W.certain else log(before / after)


@unit(NOTHING, WORKING)
def find_more_unused_costs(W: Any) -> None:
    """The same for larger sets. The others together take three dice at the most: of more, they take the best three."""
    for number in range(LEFT_END, SETS):
        least = 0.0
        for face in range(FACE_COUNT):
            least = min(least, W.unused_costs[SMALLER[number, face]])
        W.unused_costs[number] = least


@unit(FLOAT, WORKING, INT)
def unused_cost(W: Any, number: int) -> Any:
    """What it costs to leave a set of any size, where costs were found for sets of at most three only."""
    if number < LEFT_END:
        return W.unused_costs[number]
    least = 0.0
    for face in range(FACE_COUNT):
        smaller = SMALLER[number, face]
        if smaller < LEFT_END:
            least = min(least, W.unused_costs[smaller])
        else:
            for other in range(FACE_COUNT):
                least = min(least, W.unused_costs[SMALLER[smaller, other]])
    return least


@unit(NOTHING, POSITION, WORKING, INT)
def find_track_gain(S: Any, W: Any, seat: int) -> None:
    """What the best track brings for a coat of arms (W16)."""
    level = level_now(S)
    most = 0.0
    for colour in range(COLOUR_COUNT):
        boxes = min(COAT_BOXES, BOXES - S.tracks[seat, colour])
        gain = marking(S, W, seat, colour, boxes, level)
        if W.certain:
            gain = FULL_TRACK if boxes > 0 and S.tracks[seat, colour] + boxes == BOXES else 0.0
        most = max(most, gain)
    W.track_gain = most


@unit(FLOAT, POSITION, WORKING, INT, INT, INT, INT)
def window_key(S: Any, W: Any, seat: int, filled: int, crosses: int, points: int) -> Any:
    """What the best window makes of a sheet."""
    best = NEVER
    cells = supporting(filled)
    while cells:
        cell = cells & -cells
        cells &= cells - 1
        more, _ = worth(filled, cell, crosses)
        best = max(best, sheet_key(S, W, seat, filled | cell, crosses, points + more))
    return best


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
        decided = is_decided(W, S.scores[seat] + points)
        level = level_with(W, S.scores[seat] + points)
        while cells:
            cell = cells & -cells
            cells &= cells - 1
            more, others = worth(filled, cell, crosses)
            if more or decided:
                found = sheet_key(S, W, seat, filled | cell, crosses, points + more) + extra
                if W.certain and coats + others > 0:  # the next one, too
                    found = max(found, window_key(S, W, seat, filled | cell, crosses, points + more) + extra)
            else:
                found = best + house_step(W, level, filled, filled | cell, crosses) + extra
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
            best = sheet_key(S, W, seat, filled, crosses, points) if W.certain else most - extra
    return best + extra


@kernel
def cross_loss(W: Any, filled: int, crosses: int, cell: int, level: int) -> Any:
    """What an X in a covered cell changes, where it costs no points."""
    row = cell // WIDTH
    column = cell - row * WIDTH
    change = 0.0
    if crosses >> WIDTH * row & GROUND == 0:
        feature = row_feature(row, filled >> WIDTH * row & GROUND, 0)
        change += step(W, feature, row_feature(row, filled >> WIDTH * row & GROUND, 1), level)
    if crosses & COLUMN_CELLS[column] == 0:
        covered = popcount(filled & COLUMN_CELLS[column])
        change += step(W, column_feature(column, covered, 0), column_feature(column, covered, 1), level)
    return change


@kernel
def star_cost(S: Any, W: Any, seat: int, colour: int) -> Any:
    """What it changes that a star is used."""
    if W.certain:
        return 0.0
    stars = S.stars[seat, colour]
    return step(W, star_feature(colour, stars), star_feature(colour, stars - 1), level_now(S))


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT)
def line_key(S: Any, W: Any, seat: int, cells: int) -> Any:
    """The key of cells that complete lines, and the number of the one with the X that is best: what they bring depends
    on it."""
    filled, crosses = S.filled[seat], S.crosses[seat]
    after = filled | cells
    best = NEVER
    chosen = 0
    left = cells
    number = 0
    counted = -1
    clean = 0.0
    while left:
        cell = lowest(left)
        left &= left - 1
        points, coats = worth(filled, cells, crosses | 1 << cell)
        if coats:
            found = coats_key(S, W, seat, after, crosses | 1 << cell, points, coats)
        else:
            if points != counted:
                counted = points
                clean = sheet_key(S, W, seat, after, crosses, points)
            found = clean
            if not is_decided(W, S.scores[seat] + points):
                found += cross_loss(W, after, crosses, cell, level_with(W, S.scores[seat] + points))
        if found > best:
            best = found
            chosen = number
        number += 1
    return best, chosen


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT)
def last_key(S: Any, W: Any, seat: int, cells: int) -> Any:
    """The key of covering cells with a tile in the last turn, a single cell after it included (W24), and the number of
    the cell with the X that is best, or none."""
    after = S.filled[seat] | cells
    blue = S.stars[seat, BLUE]
    best = NEVER
    chosen = 0
    left = cells
    number = 0
    while left or (number <= NO_X and blue > 0):
        if left == 0:
            number = NO_X
        crosses = S.crosses[seat] | left & -left
        points, coats = worth(S.filled[seat], cells, crosses)
        found = coats_key(S, W, seat, after, crosses, points, coats)
        if S.stars[seat, PURPLE] > 0:
            clean = blue > (1 if number == NO_X else 0)
            singles = supporting(after)
            while singles:
                cell = singles & -singles
                singles &= singles - 1
                marked = crosses if clean else crosses | cell
                more, others = worth(after, cell, marked)
                found = max(found, coats_key(S, W, seat, after | cell, marked, points + more, coats + others))
        if found > best:
            best = found
            chosen = number
        left &= left - 1
        number += 1
    return best, chosen


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT)
def place_key(S: Any, W: Any, seat: int, cells: int) -> Any:
    """The key of covering cells with a tile, and the number of the cell with the X that is best; a blue star is used
    where that is better (W13, W23)."""
    if W.certain:
        return last_key(S, W, seat, cells)
    filled, crosses = S.filled[seat], S.crosses[seat]
    after = filled | cells
    rows, columns = newly_full(filled, after)
    finished = rows | columns
    best = NEVER
    chosen = 0
    clean = 0.0
    if finished:
        best, chosen = line_key(S, W, seat, cells)
    else:
        decided = is_decided(W, S.scores[seat])
        if decided:
            clean = decided_key(W, S.scores[seat], after)
        else:
            clean = W.now + house_step(W, W.level, filled, after, crosses)
        left = cells
        number = 0
        while left:
            found = clean
            if not decided:
                found += cross_loss(W, after, crosses, lowest(left), W.level)
            left &= left - 1
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
    W.places = places
    for kind in range(KIND_COUNT):  # the best first
        place = kind
        while place > 0 and W.kind_keys[W.kind_order[place - 1]] < W.kind_keys[kind]:
            W.kind_order[place] = W.kind_order[place - 1]
            place -= 1
        W.kind_order[place] = kind
