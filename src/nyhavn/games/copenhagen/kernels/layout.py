"""A game as plain memory: one record of int64 fields, copied with one memcpy."""

from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.facade.colours import COLOURS
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, KINDS

MOST_PLAYERS = 4
COLOUR_COUNT = len(COLOURS)

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int64),
            ("turn", np.int64),  # seat that decides; while cards are dealt, the seat whose turn it was
            ("phase", np.int64),
            ("coats", np.int64),  # coat actions owed to that seat
            ("ending", np.int64),
            # the deck: how many cards of each colour, in no order; which comes next is decided when it comes
            ("deck", np.int64, COLOUR_COUNT),
            ("deck_left", np.int64),  # the End card counted while it is in it
            ("end_card", np.int64),
            ("deck_number", np.int64),  # 1, and 2 after the shuffle of C18
            ("dealt", np.int64),  # cards dealt from this deck
            ("discards", np.int64, COLOUR_COUNT),
            ("docks", np.int64, DOCKS),  # colour, or EMPTY
            ("empty", np.int64),  # the empty docks as bits
            ("supply", np.int64, len(KINDS)),
            ("specials", np.int64),
            ("abilities", np.int64, len(ABILITIES)),
            # by seat
            ("filled", np.int64, MOST_PLAYERS),
            ("bricks", np.int64, MOST_PLAYERS),
            ("colours", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),  # covered cells of each colour
            ("scores", np.int64, MOST_PLAYERS),
            ("hands", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),
            ("counts", np.int64, MOST_PLAYERS),
            ("known", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),  # C11
            ("active", np.int64, MOST_PLAYERS),  # ability tiles as bits
            ("used", np.int64, MOST_PLAYERS),
        ],
    )
)

States = npt.NDArray[Any]
"""An array of STATE records; a single game is an array of length 1."""

EMPTY = -1
END = COLOUR_COUNT
"""The End card as an outcome of a deal, after the five colours."""

# phase: the first three wait for a card, the others for a seat
DEAL_DOCKS, DEAL_HANDS, REFILL, ACTION, DISCARD, AFTER_TAKE, COAT, OVER = range(8)

# end_card
BESIDE, IN_DECK, TURNED_UP = range(3)

# ending
RUNNING, BY_END_CARD, BY_GOAL = range(3)

# abilities as bits, in the order of `components.ABILITIES`
ANY, EXTRA, DISCOUNT, RECOLOUR, BOTH = (1 << number for number in range(len(ABILITIES)))


def new_states(count: int = 1) -> States:
    return np.zeros(count, STATE)
