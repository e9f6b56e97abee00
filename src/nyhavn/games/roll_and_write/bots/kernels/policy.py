"""How the dice game is thought about: what `nyhavn.kernels.bot_entries` asks a game for.

A turn is planned as a whole: each tile at its best place, with its best X and payment, rerolls and changes by exact
expectation over all rolls. Nothing is hidden in this game.
"""

from math import exp
from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.kinds import SMALLEST, size_of
from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.net import BEHIND_NET
from nyhavn.games.roll_and_write.bots.kernels.places import (
    KIND_SHAPE,
    PLACE_COLUMNS,
    PLACES,
    SHAPE_BEST,
    TWIN,
    wrap_gifts,
)
from nyhavn.games.roll_and_write.bots.kernels.rolls import payment_key, prepare, tile_key
from nyhavn.games.roll_and_write.bots.kernels.sheets import POSITION, unit, units
from nyhavn.games.roll_and_write.kernels.ids import FACE_POWERS, PASS, REROLL, draw_id, reroll_id
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, RED, START, TURN
from nyhavn.kernels.units import FLOATS, INT, INTS, ROWS
from nyhavn.luck import Words

QUICK = BEHIND_NET  # scratch of `quick_move`
WHOLE_ROOM = QUICK + 1
SHARP = 0.03
"""Moves that lead to so much less of a win are a third as promising."""


@kernel
def whose(S: Any) -> Any:
    return S.turn if S.phase == START else S.active


@kernel
def reroll_of_rest(S: Any) -> Any:
    """Roll again all but the dice of the most frequent colour and the white ones."""
    most = 0
    for colour in range(1, COLOUR_COUNT):
        if S.dice[colour] > S.dice[most]:
            most = colour
    dice = 0
    for face in range(COLOUR_COUNT):
        if face != most:
            dice += S.dice[face] * FACE_POWERS[face]
    return reroll_id(dice)


@unit(INT, POSITION, ROWS, FLOATS, INTS)
def quick_move(S: Any, fits: Any, room: Any, luck: Words) -> Any:
    """See `thinking`. A tile is drawn where it is best; the dice are rolled again where they bring but two cells."""
    if S.phase != TURN:
        best_moves(S, room, fits[0], room[QUICK : QUICK + 1], 1)
        return fits[0, 0]
    seat = S.turn
    prepare(S, room, seat, False)
    wrap_gifts(S, room, seat)
    number = number_of(S.dice)
    _, kind = tile_key(S, room, seat, number)
    if size_of(kind) == SMALLEST and S.stars[seat, RED] > 0:
        move = reroll_of_rest(S)
        if move > REROLL:
            return move
    if kind < 0:
        return PASS
    shape = int(room[KIND_SHAPE + kind])
    at = PLACES + PLACE_COLUMNS * int(room[SHAPE_BEST + TWIN[shape]])
    return draw_id(shape, int(room[at + 1]), int(room[at + 2]), payment_key(S, room, seat, number, kind)[1])


@unit(INT, POSITION, ROWS, FLOATS, INTS, FLOATS, INT, INTS)
def candidates(S: Any, fits: Any, room: Any, ids: Any, weights: Any, most: int, luck: Words) -> Any:
    """See `thinking`."""
    found = best_moves(S, room, ids, weights, most)
    best = weights[0]
    total = 0.0
    for place in range(found):
        weights[place] = exp((weights[place] - best) / SHARP)
        total += weights[place]
    for place in range(found):
        weights[place] /= total
    return found


@unit(INT, units.positions, ROWS, INT, ROWS, FLOATS, INTS, FLOATS, INT, INTS)
def plan(states: Any, words: Any, at: int, fits: Any, room: Any, ids: Any, values: Any, most: int, luck: Words) -> Any:
    """See `thinking`."""
    return best_moves(states[at], room, ids, values, most)
