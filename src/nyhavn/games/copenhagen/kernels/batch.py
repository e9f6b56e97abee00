"""The card game for programs: the entry kernels of `nyhavn.kernels.batch`, compiled over its rules."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.bits import lowest
from nyhavn.games.copenhagen import components
from nyhavn.games.copenhagen.kernels import ids, knowledge, layout, options, turns
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, DEAL_HANDS, END
from nyhavn.games.copenhagen.kernels.turns import end_card_weight
from nyhavn.kernels.batch import Batch

# What `chances` tells: the weights of the six outcomes (five colours, End), then the phase, the dock (from 0) or seat
# that the card goes to, which card of which deck it is, and how many cards are left before it.
KIND, PLACE, DECK_NUMBER, DEALT, LEFT = range(END + 1, END + 6)
CHANCE_COLUMNS = END + 6
OUTCOME_COUNT = END + 1


@kernel
def describe_chance(S: Any, out: Any) -> None:
    """The card that a game waits for."""
    for colour in range(COLOUR_COUNT):
        out[colour] = S.deck[colour]
    out[END] = end_card_weight(S)
    out[KIND] = S.phase
    out[PLACE] = S.turn if S.phase == DEAL_HANDS else lowest(S.empty)
    out[DECK_NUMBER] = S.deck_number
    out[DEALT] = S.dealt
    out[LEFT] = S.deck_left


@kernel
def chance_stream(S: Any) -> Any:
    """The deck that the next card comes from."""
    return S.deck_number


GIVEN = {**vars(components), **vars(ids), **vars(layout), **vars(turns), **vars(options), **vars(knowledge)}
batch = Batch(__name__, {**GIVEN, **globals()})
