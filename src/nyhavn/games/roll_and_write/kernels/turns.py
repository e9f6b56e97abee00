"""What moves and dice do. Every function here changes a state that allows it; `options.is_legal` says which do."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.kinds import LARGEST, colour_of, size_of
from nyhavn.facade.lines import line_points, newly_full
from nyhavn.facade.ranking import NOBODY
from nyhavn.games.roll_and_write.components import (
    BOXES,
    COAT_BOXES,
    COAT_COLUMNS,
    COAT_ROWS,
    DICE,
    GOAL,
    LAST_ROUND,
    STARTING_BOXES,
    STARTING_REROLLS,
    TRACK_POINTS,
    TRACKS,
)
from nyhavn.games.roll_and_write.kernels.ids import (
    CHANGE,
    COAT_DECLINE,
    COAT_TRACK,
    COAT_WINDOW,
    DONE,
    DRAW,
    MARK_COUNTS,
    MARK_TRACKS,
    NO_X,
    PASS,
    REROLL,
    SHAPE_COPIES,
    SHAPE_KIND,
    SHAPE_MASK,
    SINGLE,
    SINGLE_USE_FROM,
    change_parts,
    draw_parts,
    first_face,
    mark_number,
    payment_parts,
    reroll_dice,
    single_parts,
    start_colour,
    track_colour,
    window_cell,
)
from nyhavn.games.roll_and_write.kernels.layout import (
    AFTER_DRAW,
    BLUE,
    COAT,
    COLOUR_COUNT,
    CROSSED,
    FACE_COUNT,
    GREEN,
    MARK,
    OPEN,
    OVER,
    PURPLE,
    PUT_OUT,
    RED,
    ROLL,
    START,
    TURN,
    WHITE_FACE,
    YELLOW,
)
from nyhavn.luck import Luck, below

STAR_AT = np.array([[box == "*" for box in TRACKS[name]] for name in COLOURS], np.int64)
BONUS_AT = np.array([[box == "+" for box in TRACKS[name]] for name in COLOURS], np.int64)


@kernel
def set_up(S: Any, players: int, mirror: int) -> None:
    """The table before the first decision or die, in a state of zeros (W1–W4)."""
    S.players = players
    S.mirror = mirror
    S.round_number = 1
    for seat in range(players):
        S.stars[seat, RED] = STARTING_REROLLS  # W3
    if players == 2:  # W4
        for colour in range(COLOUR_COUNT):
            S.tiles[colour, 1] = PUT_OUT
        S.phase = START
    else:
        begin_turn(S)


@kernel
def begin_turn(S: Any) -> None:
    S.phase = ROLL
    S.turn = S.active
    S.drawn = 0
    S.rolled = 0
    S.rolling = DICE
    for face in range(FACE_COUNT):
        S.dice[face] = 0


@kernel
def waits(S: Any) -> Any:
    return S.phase == ROLL


@kernel
def can_come(S: Any, face: int) -> Any:
    return 0 <= face < FACE_COUNT


@kernel
def deal(S: Any, face: int) -> None:
    """One die is rolled."""
    S.dice[face] += 1
    S.rolled += 1
    S.rolling -= 1
    if S.rolling == 0:
        S.phase = TURN


@kernel
def deal_all(S: Any, luck: Luck) -> None:
    """Roll by the fast generator until a seat must decide."""
    while S.phase == ROLL:
        deal(S, below(luck, FACE_COUNT))


@kernel
def mark(S: Any, seat: int, colour: int, fresh: bool) -> None:
    """The next box of a track; what it unlocks is usable now, or from the next turn on if `fresh` (W20, W21)."""
    box = S.tracks[seat, colour]
    S.tracks[seat, colour] = box + 1
    if fresh:
        S.fresh_stars[colour] += STAR_AT[colour, box]
        S.fresh_bonuses[colour] += BONUS_AT[colour, box]
    else:
        S.stars[seat, colour] += STAR_AT[colour, box]
        S.bonuses[seat, colour] += BONUS_AT[colour, box]
    if box + 1 == BOXES:
        S.scores[seat] += TRACK_POINTS  # W15


@kernel
def worth(before: int, cells: int, crosses: int) -> Any:
    """What cells bring when they become covered: points for lines (W14), coats for rows 2, 4, 6 and columns b, d
    (W16)."""
    after = before | cells
    rows, columns = newly_full(before, after)
    points = 0
    coats = 0
    if rows | columns:
        points = line_points(rows, columns, after & ~crosses)
        coats = popcount(rows & COAT_ROWS) + popcount(columns & COAT_COLUMNS)
    return points, coats


@kernel
def cover(S: Any, seat: int, cells: int) -> None:
    points, coats = worth(S.filled[seat], cells, S.crosses[seat])
    S.filled[seat] |= cells
    S.scores[seat] += points
    S.coats += coats


@kernel
def copy_to_draw(S: Any, shape: int) -> Any:
    """W11, W26: which printed tile a shape of a single-use kind is: the first open one, else the first that was
    crossed out in play; -1 if there is none."""
    kind = SHAPE_KIND[shape]
    colour = colour_of(kind)
    copies = SHAPE_COPIES[S.mirror, shape]
    if size_of(kind) == LARGEST:
        copies <<= 2  # size 5 stands behind the two of size 4
    crossed = -1
    while copies:
        copy = lowest(copies)
        copies &= copies - 1
        if S.tiles[colour, copy] == OPEN:
            return copy
        if S.tiles[colour, copy] == CROSSED and crossed < 0:
            crossed = copy
    return crossed


@kernel
def takes_star(S: Any, shape: int) -> Any:
    """W26: whether a tile of this shape was crossed out in play, so that a yellow star is needed."""
    kind = SHAPE_KIND[shape]
    if size_of(kind) < SINGLE_USE_FROM:
        return False
    copy = copy_to_draw(S, shape)
    return copy >= 0 and S.tiles[colour_of(kind), copy] == CROSSED


@kernel
def start(S: Any, colour: int) -> None:
    """W4: the first boxes of a track; then the other seat, then the first turn."""
    for _ in range(STARTING_BOXES):
        mark(S, S.turn, colour, False)
    S.turn += 1
    if S.turn == S.players:
        begin_turn(S)


@kernel
def reroll(S: Any, move: int) -> None:
    """W22."""
    S.stars[S.turn, RED] -= 1
    again = reroll_dice(move)
    for face in range(FACE_COUNT):
        dice, again = first_face(again)
        S.dice[face] -= dice
        S.rolling += dice
    S.phase = ROLL


@kernel
def change(S: Any, move: int) -> None:
    """W25."""
    S.stars[S.turn, GREEN] -= 1
    face, dice, target = change_parts(move)
    S.dice[face] -= dice
    S.dice[target] += dice


@kernel
def single(S: Any, move: int) -> None:
    """W24, and W23 with it."""
    seat = S.turn
    place, clean = single_parts(move)
    cell = 1 << place
    S.stars[seat, PURPLE] -= 1
    if clean:
        S.stars[seat, BLUE] -= 1
    else:
        S.crosses[seat] |= cell
    cover(S, seat, cell)


@kernel
def draw(S: Any, shape: int, anchor: int, cross: int, payment: int) -> None:
    seat = S.turn
    kind = SHAPE_KIND[shape]
    colour = colour_of(kind)
    size = size_of(kind)
    bonuses, white = payment_parts(payment)
    S.dice[WHITE_FACE] -= white
    S.dice[colour] -= size - white - bonuses
    S.bonuses[seat, colour] -= bonuses
    if size >= SINGLE_USE_FROM:
        copy = copy_to_draw(S, shape)
        if S.tiles[colour, copy] == CROSSED:
            S.stars[seat, YELLOW] -= 1  # W26
        S.tiles[colour, copy] = CROSSED
    cells = SHAPE_MASK[shape] << anchor
    S.colours[seat, colour] |= cells
    if cross == NO_X:
        S.stars[seat, BLUE] -= 1  # W23
    else:
        S.crosses[seat] |= nth_cell(cells, cross)  # W13
    S.drawn = 1
    cover(S, seat, cells)


@kernel
def nth_cell(cells: int, number: int) -> Any:
    for _ in range(number):
        cells &= cells - 1
    return cells & -cells


@kernel
def can_single(S: Any, seat: int) -> Any:
    return S.stars[seat, PURPLE] > 0 and supporting(S.filled[seat]) != 0


@kernel
def dice_left(S: Any) -> Any:
    left = 0
    for face in range(FACE_COUNT):
        left += S.dice[face]
    return left


@kernel
def can_use_coat(S: Any, seat: int) -> Any:
    """W17: a cell can be drawn, or a box marked."""
    if supporting(S.filled[seat]) != 0:
        return True
    for colour in range(COLOUR_COUNT):
        if S.tracks[seat, colour] < BOXES:
            return True
    return False


@kernel
def settle(S: Any) -> Any:
    """After a move of the active seat: the coats still owed, then back to where the turn was. True if it is over."""
    if S.coats > 0 and can_use_coat(S, S.turn):
        S.phase = COAT
        return False
    S.coats = 0
    if not S.drawn:
        S.phase = TURN
        return False
    # After the tile the seat is asked while it could still use a `single` or a `change`.
    S.phase = AFTER_DRAW
    return not can_single(S, S.turn) and (S.stars[S.turn, GREEN] == 0 or dice_left(S) == 0)


@kernel
def end_turn(S: Any) -> None:
    """W21: what was unlocked in this turn becomes usable."""
    for colour in range(COLOUR_COUNT):
        S.stars[S.active, colour] += S.fresh_stars[colour]
        S.bonuses[S.active, colour] += S.fresh_bonuses[colour]
        S.fresh_stars[colour] = 0
        S.fresh_bonuses[colour] = 0


@kernel
def can_mark(S: Any, seat: int, colour: int) -> Any:
    """W18, W19: a die of the colour or a white one is unused, and the track is not full."""
    return S.tracks[seat, colour] < BOXES and S.dice[colour] + S.dice[WHITE_FACE] > 0


@kernel
def next_to_mark(S: Any) -> None:
    """The next of the others who has a box to mark (W19), or the next turn."""
    while True:
        S.turn = S.turn + 1 if S.turn + 1 < S.players else 0
        if S.turn == S.active:
            break
        for colour in range(COLOUR_COUNT):
            if can_mark(S, S.turn, colour):
                S.phase = MARK
                return
    next_turn(S)


@kernel
def next_turn(S: Any) -> None:
    """W5, W28, W30: the next seat; after the last one the game may be over."""
    S.active += 1
    if S.active == S.players:
        reached = False
        for seat in range(S.players):
            reached |= S.scores[seat] >= GOAL
        if reached or S.round_number == LAST_ROUND:
            S.active = S.players - 1
            S.phase = OVER
            return
        S.active = 0
        S.round_number += 1
    begin_turn(S)


@kernel
def mark_tracks(S: Any, number: int) -> None:
    """W18."""
    for colour in range(COLOUR_COUNT):
        for _ in range(MARK_COUNTS[number, colour]):
            mark(S, S.turn, colour, False)


@kernel
def coat(S: Any, move: int) -> None:
    """W16, W17."""
    seat = S.turn
    S.coats -= 1
    if move < COAT_TRACK:
        cover(S, seat, 1 << window_cell(move))
    elif move != COAT_DECLINE:
        colour = track_colour(move)
        for _ in range(min(COAT_BOXES, BOXES - S.tracks[seat, colour])):
            mark(S, seat, colour, True)


@kernel
def champion(S: Any) -> Any:
    """Nobody wins but by points and empty cells (W29)."""
    return NOBODY


@kernel
def apply(S: Any, move: int) -> None:
    """Play a legal move, up to the next decision or the next die to be rolled."""
    if move < CHANGE:
        start(S, start_colour(move))
        return
    if move >= DRAW:
        shape, anchor, cross, payment = draw_parts(move)
        draw(S, shape, anchor, cross, payment)
    elif move >= REROLL:
        reroll(S, move)
        return
    elif move >= MARK_TRACKS:
        mark_tracks(S, mark_number(move))
    elif move >= COAT_WINDOW:
        coat(S, move)
    elif move < SINGLE:
        change(S, move)
    elif move < PASS:
        single(S, move)
    if S.phase != MARK:
        if move != PASS and move != DONE and not settle(S):
            return
        end_turn(S)
    next_to_mark(S)
