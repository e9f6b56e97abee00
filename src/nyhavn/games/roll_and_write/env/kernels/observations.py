"""What a seat sees in the dice game, written down as small numbers. `nyhavn.envs.observations` says what they mean."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import place_parts
from nyhavn.facade.kinds import KIND_COUNT
from nyhavn.games.roll_and_write.env.kernels.actions import CROSS, NONE, PLACE
from nyhavn.games.roll_and_write.kernels.ids import NO_X, PLACES_INSIDE, SHAPE_KIND, SHAPE_MASK
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, FACE_COUNT, OVER
from nyhavn.games.roll_and_write.kernels.turns import nth_cell
from nyhavn.kernels.observations import write_cells, write_numbers, write_one

PHASE_COUNT = OVER + 1
TILE_STATES = 3


@kernel
def write_placement(first: int, second: int, out: Any, at: int) -> Any:
    """The tile that the seat is about to draw: its kind, its cells, its X, or that it has none."""
    begun = 1 if first >= PLACE else 0
    shape, anchor = place_parts(PLACES_INSIDE[first - PLACE] if begun else 0)
    cells = SHAPE_MASK[shape] * begun << anchor
    chosen = begun and second != NONE
    at = write_one(SHAPE_KIND[shape] if begun else -1, KIND_COUNT, out, at)
    at = write_cells(cells, out, at)
    at = write_cells(nth_cell(cells, second - CROSS) if chosen and second - CROSS != NO_X else 0, out, at)
    out[at] = chosen and second - CROSS == NO_X
    return at + 1


@kernel
def write_seen(S: Any, seat: int, first: int, second: int, out: Any) -> Any:
    """What a seat sees, itself first and then the others in the order of play. Gives how many numbers that are."""
    players = S.players
    at = write_one(seat, players, out, 0)
    at = write_one((S.turn - seat) % players if S.phase != OVER else -1, players, out, at)
    at = write_one((S.active - seat) % players if S.phase != OVER else -1, players, out, at)
    at = write_one(S.phase, PHASE_COUNT, out, at)
    out[at] = S.mirror
    out[at + 1] = S.round_number
    out[at + 2] = S.drawn
    out[at + 3] = S.coats
    out[at + 4] = S.rolling
    at = write_numbers(S.dice, FACE_COUNT, out, at + 5)
    for colour in range(COLOUR_COUNT):
        for copy in range(COPIES):
            at = write_one(S.tiles[colour, copy], TILE_STATES, out, at)
    at = write_numbers(S.fresh_stars, COLOUR_COUNT, out, at)
    at = write_numbers(S.fresh_bonuses, COLOUR_COUNT, out, at)
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        out[at] = S.scores[other]
        at = write_numbers(S.tracks[other], COLOUR_COUNT, out, at + 1)
        at = write_numbers(S.stars[other], COLOUR_COUNT, out, at)
        at = write_numbers(S.bonuses[other], COLOUR_COUNT, out, at)
        at = write_cells(S.filled[other], out, at)
        at = write_cells(S.crosses[other], out, at)
        for colour in range(COLOUR_COUNT):
            at = write_cells(S.colours[other, colour], out, at)
    return write_placement(first if seat == S.turn else -1, second, out, at)
