"""The dice game for programs: the entry kernels of `nyhavn.kernels.batch`, compiled over its rules."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.games.roll_and_write import components
from nyhavn.games.roll_and_write.kernels import ids, knowledge, layout, options, turns
from nyhavn.kernels.batch import Batch

# What `chances` tells: the weights of the six faces, then the number of the turn, the die within the turn, the dice
# still to be rolled, this one included.
TURN_NUMBER, DIE, ROLLING = range(layout.FACE_COUNT, layout.FACE_COUNT + 3)
CHANCE_COLUMNS = layout.FACE_COUNT + 3
OUTCOME_COUNT = layout.FACE_COUNT


@kernel
def describe_chance(S: Any, out: Any) -> None:
    """The die that a game waits for."""
    for face in range(layout.FACE_COUNT):
        out[face] = 1
    out[TURN_NUMBER] = (S.round_number - 1) * S.players + S.active
    out[DIE] = S.rolled
    out[ROLLING] = S.rolling


@kernel
def chance_stream(S: Any) -> Any:
    """The dice of a turn, or those that are rolled again in it: one roll never runs into another."""
    return S.rolled < components.DICE


GIVEN = {**vars(components), **vars(ids), **vars(layout), **vars(turns), **vars(options), **vars(knowledge)}
batch = Batch(__name__, {**GIVEN, **globals()})
