"""How the dice game is thought about: what `nyhavn.kernels.bot_entries` asks a game for.

A turn is planned as a whole: each tile at its best place, with its best X and payment, rerolls and changes by exact
expectation over all rolls. Nothing is hidden in this game.
"""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.kinds import SMALLEST, size_of
from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.layout import POSITION, WORKING, unit, units
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.places import TWIN, find_unused_costs
from nyhavn.games.roll_and_write.bots.kernels.rolls import payment_key, prepare, tile_key
from nyhavn.games.roll_and_write.kernels.ids import FACE_POWERS, PASS, REROLL, draw_id, reroll_id
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, RED, START, TURN
from nyhavn.kernels.units import FLOATS, INT, INTS, ROWS
from nyhavn.luck import Luck


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


@unit(INT, POSITION, ROWS, WORKING, INTS)
def quick_move(S: Any, fits: Any, W: Any, luck: Luck) -> Any:
    """A tile is drawn where it is best; the dice are rolled again where they bring but two cells."""
    if S.phase != TURN:
        best_moves(S, W, fits[0], W.value[:], 1)
        return fits[0, 0]
    seat = S.turn
    prepare(S, W, seat, False)
    find_unused_costs(S, W, seat)
    number = number_of(S.dice)
    _, kind = tile_key(S, W, seat, number)
    if size_of(kind) == SMALLEST and S.stars[seat, RED] > 0:
        move = reroll_of_rest(S)
        if move > REROLL:
            return move
    if kind < 0:
        return PASS
    shape = W.kind_shapes[kind]
    place = W.shape_best[TWIN[shape]]
    payment = payment_key(S, W, seat, number, kind)[1]
    return draw_id(shape, W.place_anchors[place], W.place_crosses[place], payment)


@unit(INT, units.positions, ROWS, INT, ROWS, WORKING, INTS, FLOATS, INT, INTS)
def plan(states: Any, integers: Any, at: int, fits: Any, W: Any, ids: Any, values: Any, most: int, luck: Luck) -> Any:
    """The best moves, each judged by the best that the turn can still bring."""
    return best_moves(states[at], W, ids, values, most)
