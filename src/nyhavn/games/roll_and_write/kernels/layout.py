"""A game as plain memory: one record of int64 fields, copied with one memcpy."""

from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.facade.colours import COLOURS
from nyhavn.games.roll_and_write.components import FACES

MOST_PLAYERS = 4
COLOUR_COUNT = len(COLOURS)
FACE_COUNT = len(FACES)
WHITE_FACE = FACE_COUNT - 1
RED, YELLOW, GREEN, BLUE, PURPLE = range(COLOUR_COUNT)
COPIES = 3
"""Single-use tiles of a colour: the two of size 4, the one of size 5."""

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int64),
            ("mirror", np.int64),
            ("turn", np.int64),  # seat that decides
            ("phase", np.int64),
            ("active", np.int64),  # seat whose turn it is; others mark in it
            ("round_number", np.int64),
            ("drawn", np.int64),  # 1 once the active seat has drawn its tile
            ("coats", np.int64),  # coat actions owed to the active seat
            ("dice", np.int64, FACE_COUNT),  # unused dice by face
            ("rolling", np.int64),  # dice still to be rolled
            ("rolled", np.int64),  # dice rolled in this turn, rerolls included
            ("tiles", np.int64, (COLOUR_COUNT, COPIES)),
            ("fresh_stars", np.int64, COLOUR_COUNT),  # unlocked in this turn by its owner: usable in the next (W21)
            ("fresh_bonuses", np.int64, COLOUR_COUNT),
            # by seat
            ("filled", np.int64, MOST_PLAYERS),
            ("crosses", np.int64, MOST_PLAYERS),  # cells with an X
            ("colours", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),  # covered cells of each colour
            ("scores", np.int64, MOST_PLAYERS),
            ("tracks", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),  # boxes marked
            ("stars", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),  # unlocked, not used
            ("bonuses", np.int64, (MOST_PLAYERS, COLOUR_COUNT)),
        ],
    )
)

States = npt.NDArray[Any]
"""An array of STATE records; a single game is an array of length 1."""

# phase: the first waits for a die, the others for a seat
ROLL, START, TURN, AFTER_DRAW, COAT, MARK, OVER = range(7)

# tiles
OPEN, CROSSED, PUT_OUT = range(3)


def new_states(count: int = 1) -> States:
    return np.zeros(count, STATE)
