"""The moves of a position of the dice game with what they lead to, the best first.

Keys and tables are those of `places` and `rolls`; values are shares of a win of the seat that
decides.
"""

from typing import Any

from nyhavn.facade.anchors import supporting
from nyhavn.facade.bits import lowest
from nyhavn.facade.kinds import KIND_COUNT
from nyhavn.games.roll_and_write.bots.kernels.dice import LESS, number_of
from nyhavn.games.roll_and_write.bots.kernels.layout import POSITION, WORKING, unit, units
from nyhavn.games.roll_and_write.bots.kernels.places import (
    TWIN,
    coats_key,
    ends,
    find_track_gain,
    find_unused_costs,
    is_never,
    level_now,
    sheet_key,
    star_cost,
    sum_up,
    unused_cost,
)
from nyhavn.games.roll_and_write.bots.kernels.rolls import (
    changed,
    lay_out,
    payment_key,
    prepare,
    roll_again,
    share,
    tile_key,
)
from nyhavn.games.roll_and_write.bots.kernels.sheets import marking
from nyhavn.games.roll_and_write.components import BOXES, COAT_BOXES, STARTING_BOXES, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels import layout
from nyhavn.games.roll_and_write.kernels.ids import (
    COAT_DECLINE,
    DONE,
    KIND_START,
    MARK_COUNTS,
    OTHER_FACES,
    PASS,
    REROLL,
    change_id,
    draw_id,
    first_face,
    mark_id,
    other_face,
    reroll_dice,
    single_id,
    start_id,
    track_id,
    window_id,
)
from nyhavn.games.roll_and_write.kernels.options import (
    MARK_CHOICES,
    can_mark_all,
    can_take_shape,
    must_take,
    nth_reroll,
    rerolls,
    single_cells,
)
from nyhavn.games.roll_and_write.kernels.turns import single, takes_star, worth
from nyhavn.kernels import rows
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS

keep = units.rule(__name__, rows.keep, INT, INTS, FLOATS, INT, INT, INT, FLOAT)


@unit(INT, POSITION, WORKING, INT, INTS, FLOATS, INT, INT)
def keep_tiles(S: Any, W: Any, seat: int, ids: Any, values: Any, most: int, found: int) -> Any:
    """Every tile at every place, with the X and the payment that are best there."""
    number = number_of(S.dice)
    for rank in range(KIND_COUNT):
        kind = W.kind_order[rank]
        if is_never(W.kind_keys[kind]) or (found == most and share(W.kind_keys[kind]) <= values[most - 1]):
            break
        cost, payment = payment_key(S, W, seat, number, kind)
        if payment < 0 or (found == most and share(W.kind_keys[kind] + cost) <= values[most - 1]):
            continue
        for shape in range(KIND_START[kind], KIND_START[kind + 1]):
            if not can_take_shape(S, seat, shape):
                continue
            paid = cost + star_cost(S, W, seat, layout.YELLOW) if takes_star(S, shape) else cost
            for place in range(W.shape_from[TWIN[shape]], W.shape_to[TWIN[shape]]):
                value = share(W.place_keys[place] + paid)
                if found < most or value > values[most - 1]:
                    move = draw_id(shape, W.place_anchors[place], W.place_crosses[place], payment)
                    found = keep(ids, values, most, found, move, value)
    return found


@unit(INT, POSITION, WORKING, INT, INTS, FLOATS, INT, INT)
def keep_singles(S: Any, W: Any, seat: int, ids: Any, values: Any, most: int, found: int) -> Any:
    """Single cells, each with the best tile after it. The tables in W are those of the last one afterwards."""
    number = number_of(S.dice)
    filled, crosses, score = S.filled[seat], S.crosses[seat], S.scores[seat]
    purple, blue = S.stars[seat, layout.PURPLE], S.stars[seat, layout.BLUE]
    cells = single_cells(S, seat)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        for clean in range(2 if blue > 0 else 1):
            single(S, single_id(cell, clean))
            coats = S.coats
            S.coats = 0
            if S.phase == layout.TURN:
                prepare(S, W, seat, False)
                value, _ = tile_key(S, W, seat, number)
            else:
                sum_up(S, W, seat)
                value = W.now + unused_cost(W, number)
            value += coats * W.track_gain
            S.filled[seat], S.crosses[seat], S.scores[seat] = filled, crosses, score
            S.stars[seat, layout.PURPLE], S.stars[seat, layout.BLUE] = purple, blue
            found = keep(ids, values, most, found, single_id(cell, clean), share(value))
    return found


@unit(INT, POSITION, WORKING, INT, INTS, FLOATS, INT, INT)
def keep_changes(S: Any, W: Any, seat: int, ids: Any, values: Any, most: int, found: int) -> Any:
    """Dice changed, with the best tile after it; after the tile, with what is left to the others then."""
    number = number_of(S.dice)
    cost = star_cost(S, W, seat, layout.GREEN)
    for face in range(layout.FACE_COUNT):
        for dice in range(1, S.dice[face] + 1):
            for other in range(OTHER_FACES):
                after = changed(number, face, dice, other_face(face, other))
                if S.phase == layout.TURN:
                    value, _ = tile_key(S, W, seat, after)
                else:
                    value = W.pass_key + unused_cost(W, after)
                found = keep(ids, values, most, found, change_id(face, dice, other), share(value + cost))
    return found


@unit(INT, POSITION, WORKING, INTS, FLOATS, INT, INT)
def keep_rerolls(S: Any, W: Any, ids: Any, values: Any, most: int, found: int) -> Any:
    """The two best ways to roll dice again: others differ little from them, and would leave no room for tiles."""
    best = second = -1.0
    first_move = second_move = REROLL
    for choice in range(1, rerolls(S)):
        move = nth_reroll(S, choice)
        again = reroll_dice(move)
        kept = number_of(S.dice)
        for face in range(layout.FACE_COUNT):
            dice, again = first_face(again)
            for _ in range(dice):
                kept = LESS[kept, face]
        value = W.again[kept]
        if value > best:
            best, second = value, best
            first_move, second_move = move, first_move
        elif value > second:
            second = value
            second_move = move
    if best >= 0.0:
        found = keep(ids, values, most, found, first_move, best)
    if second >= 0.0:
        found = keep(ids, values, most, found, second_move, second)
    return found


@unit(INT, POSITION, WORKING, INT, INTS, FLOATS, INT, INT)
def keep_coats(S: Any, W: Any, seat: int, ids: Any, values: Any, most: int, found: int) -> Any:
    """A cell, a track or nothing for a coat of arms (W16, W17), the other coats owed by what is best at once."""
    filled, crosses = S.filled[seat], S.crosses[seat]
    unused = unused_cost(W, number_of(S.dice))
    cells = supporting(filled)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        points, coats = worth(filled, 1 << cell, crosses)
        value = coats_key(S, W, seat, filled | 1 << cell, crosses, points, S.coats - 1 + coats) + unused
        found = keep(ids, values, most, found, window_id(cell), share(value))
    plain = coats_key(S, W, seat, filled, crosses, 0, S.coats - 1) + unused
    for colour in range(layout.COLOUR_COUNT):
        boxes = min(COAT_BOXES, BOXES - S.tracks[seat, colour])
        if boxes > 0:
            value = plain + marking(S, W, seat, colour, boxes, level_now(S))
            if ends(S) and S.tracks[seat, colour] + boxes == BOXES:
                value = coats_key(S, W, seat, filled, crosses, TRACK_POINTS, S.coats - 1)
            found = keep(ids, values, most, found, track_id(colour), share(value))
    return keep(ids, values, most, found, COAT_DECLINE, share(plain))


@unit(INT, POSITION, WORKING, INT, INTS, FLOATS, INT, INT)
def keep_marks(S: Any, W: Any, seat: int, ids: Any, values: Any, most: int, found: int) -> Any:
    level = level_now(S)
    plain = sheet_key(S, W, seat, S.filled[seat], S.crosses[seat], 0)
    for number in range(MARK_CHOICES):
        if can_mark_all(S, seat, number):
            value = plain
            points = 0
            for colour in range(layout.COLOUR_COUNT):
                boxes = MARK_COUNTS[number, colour]
                if boxes:
                    value += marking(S, W, seat, colour, boxes, level)
                    points += TRACK_POINTS * (S.tracks[seat, colour] + boxes == BOXES)
            if points and ends(S):
                value = sheet_key(S, W, seat, S.filled[seat], S.crosses[seat], points)
            found = keep(ids, values, most, found, mark_id(number), share(value))
    return found


@unit(INT, POSITION, WORKING, INTS, FLOATS, INT, INT, INT)
def keep_actions(S: Any, W: Any, ids: Any, values: Any, most: int, found: int, laid_out: int) -> Any:
    """Everything but single cells, by the tables in W; `laid_out` says whether these tell what every set brings. Then
    changes and rerolls are not gone through where none of them can be among the best."""
    seat = S.turn
    number = number_of(S.dice)
    plain = share(W.pass_key + unused_cost(W, number))
    changes = S.stars[seat, layout.GREEN] > 0
    if S.phase != layout.TURN:
        if changes:
            found = keep_changes(S, W, seat, ids, values, most, found)
        return keep(ids, values, most, found, DONE, plain)
    found = keep_tiles(S, W, seat, ids, values, most, found)
    if not must_take(S, seat):
        found = keep(ids, values, most, found, PASS, plain)
    if changes and not (laid_out and found == most and share(W.lying[number]) <= values[most - 1]):
        found = keep_changes(S, W, seat, ids, values, most, found)
    if S.stars[seat, layout.RED] > 0:
        if not laid_out:
            lay_out(S, W, seat)
            roll_again(S, W, seat, 1)
        elif found == most and W.kept[number] <= values[most - 1]:
            return found
        found = keep_rerolls(S, W, ids, values, most, found)
    return found


@unit(INT, POSITION, WORKING, INTS, FLOATS, INT, INT)
def keep_all(S: Any, W: Any, ids: Any, values: Any, most: int, laid_out: int) -> Any:
    """All moves of a turn. The tables in W are of no use any more where there were single cells."""
    found = keep_actions(S, W, ids, values, most, 0, laid_out)
    if S.stars[S.turn, layout.PURPLE] > 0:
        found = keep_singles(S, W, S.turn, ids, values, most, found)
    return found


@unit(INT, POSITION, WORKING, INTS, FLOATS, INT)
def best_moves(S: Any, W: Any, ids: Any, values: Any, most: int) -> Any:
    """The best moves of the seat that decides, at most `most`, with what they lead to. Gives their number."""
    seat = S.turn
    found = 0
    sum_up(S, W, seat)
    W.pass_key = W.now
    if S.phase == layout.MARK:
        return keep_marks(S, W, seat, ids, values, most, found)
    if S.phase == layout.START:
        plain = sheet_key(S, W, seat, S.filled[seat], S.crosses[seat], 0)
        for colour in range(layout.COLOUR_COUNT):
            value = share(plain + marking(S, W, seat, colour, STARTING_BOXES, 0))
            found = keep(ids, values, most, found, start_id(colour), value)
        return found
    find_unused_costs(S, W, seat)
    find_track_gain(S, W, seat)
    if S.phase == layout.COAT:
        return keep_coats(S, W, seat, ids, values, most, found)
    if S.phase == layout.TURN:
        prepare(S, W, seat, S.stars[seat, layout.RED] + S.stars[seat, layout.GREEN] > 0)
    return keep_all(S, W, ids, values, most, 0)


@unit(INT, POSITION, WORKING, INTS, FLOATS, INT)
def best_moves_rolled(S: Any, W: Any, ids: Any, values: Any, most: int) -> Any:
    """The same after a roll before which the turn was thought over (`rolls.think_over`): what does not depend on the
    dice is in W already."""
    return keep_all(S, W, ids, values, most, 1)
