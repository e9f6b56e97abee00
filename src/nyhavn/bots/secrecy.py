"""Positions as plain memory with everything erased that a seat cannot know.

Card game (C11). Only the opening cards that another seat still holds are hidden, and with them what is in the deck:

- `hands` of another seat are its `known` cards. Its `counts` stay: what is missing are hidden cards.
- `deck` of the first deck holds all cards that the seat has not seen, by colour: those in the deck and those hidden in
  other hands, together. Their sum is larger than the cards of `deck_left` by the number of hidden cards.
- `deck` of the second deck (`deck_number` is 2) is exact: it was made of discards that all have seen, when the first
  deck had run out (C18). Hidden are then those cards of the game that lie nowhere else.

Such a position can be asked for the seat's moves, and these can be applied up to the next card that is dealt. To go on
from there, the hidden cards have to be imagined first.

Dice game (W5). Nothing is hidden.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from nyhavn.copenhagen.components import CARDS_OF_A_COLOUR
from nyhavn.copenhagen.kernels.layout import COLOUR_COUNT, EMPTY, STATE
from nyhavn.rules import Memory, words

SECRET = ("deck", "hands")
SEEN = (
    *("players", "turn", "phase", "coats", "ending"),
    *("deck_left", "end_card", "deck_number", "dealt", "discards", "docks", "empty"),
    *("supply", "specials", "abilities"),
    *("filled", "bricks", "colours", "scores", "counts", "known", "active", "used"),
)
"""What all seats see. Whatever is not named here is not copied, so that a field to come is hidden until it is named."""


def _words_of(names: tuple[str, ...]) -> npt.NDArray[np.intp]:
    """Where the numbers of these fields stand in a state."""
    marked = np.zeros(1, STATE)
    for name in names:
        marked[name] = 1
    return np.flatnonzero(words(marked))


SEEN_WORDS = _words_of(SEEN)


def _card_game(memory: Memory, seat: int) -> Memory:
    seen = np.zeros(1, STATE)
    words(seen)[SEEN_WORDS] = words(memory)[SEEN_WORDS]
    own, all_ = seen[0], memory[0]
    own["hands"][:] = all_["known"]
    own["hands"][seat] = all_["hands"][seat]
    if all_["deck_number"] > 1:
        own["deck"][:] = all_["deck"]
    else:
        docks = own["docks"][own["docks"] != EMPTY]
        lying = np.bincount(docks, minlength=COLOUR_COUNT) + own["discards"] + own["hands"].sum(axis=0)
        own["deck"][:] = CARDS_OF_A_COLOUR[int(own["players"])] - lying
    return seen


def _dice_game(memory: Memory, seat: int) -> Memory:
    return memory


ERASING: dict[str, Callable[[Memory, int], Memory]] = {"copenhagen": _card_game, "roll-and-write": _dice_game}


def without_secrets(game: str, memory: Memory, seat: int) -> Memory:
    """A position as one seat knows it. The memory given may be given back, if nothing in it is hidden."""
    return ERASING[game](memory, seat)
