"""What bots of the card game work with, as memory: the features that the strength of a seat is made of, and the record
that holds their weights and everything that is worked out."""

import numpy as np

from nyhavn.facade.cells import HEIGHT, WIDTH
from nyhavn.facade.kinds import LARGEST
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, HAND_LIMIT
from nyhavn.games.copenhagen.kernels import knowledge, options, turns
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, MOST_PLAYERS, STATE
from nyhavn.kernels.units import Units

MOST_CARDS = HAND_LIMIT + 3  # between a take and the discard

# The features, in order; `name` is where one or several of them begin.
NAMES = (
    *(f"row of {cells}, {kind}" for kind in ("bricks", "windows") for cells in range(1, WIDTH)),
    *(f"coat row of {cells}" for cells in range(1, WIDTH)),
    *(f"column of {cells}, {kind}" for kind in ("bricks", "windows") for cells in range(1, HEIGHT)),
    *("covered", "buried", "lonely", "carrying"),
    *(f"coat cell {number} covered" for number in range(1, COAT_CELLS.bit_count() + 1)),
    *("points", "points over eight", "points over ten"),
    *(f"{cards} cards of a colour, {kind}" for kind in ("apart", "touching") for cards in range(1, LARGEST + 1)),
    *("useless card", "six cards", "seven cards", "buildable 2", "buildable 3", "buildable 4", "buildable 5"),
    *(f"{name} active" for name in ABILITIES),
    *(f"{name} used" for name in ABILITIES),
    *("next", "best docks"),
)
FEATURES = len(NAMES)
ROW, COAT_ROW, COLUMN, COVERED = (
    NAMES.index(name) for name in ("row of 1, bricks", "coat row of 1", "column of 1, bricks", "covered")
)
BURIED, LONELY, CARRYING, COAT_CELL, POINTS = COVERED + 1, COVERED + 2, COVERED + 3, COVERED + 4, NAMES.index("points")
CARDS, USELESS = NAMES.index("1 cards of a colour, apart"), NAMES.index("useless card")
CROWDED, BUILDABLE = USELESS + 1, NAMES.index("buildable 2")
READY, TURNED = NAMES.index("any active"), NAMES.index("any used")
NEXT, BEST_DOCKS = FEATURES - 2, FEATURES - 1

STAGES = 3  # weights of a feature: for now, more while much is to come, and for the last turns
MOST_RANKED = 64

WORK = np.dtype(
    (
        np.record,
        [
            ("weights", np.float64, (STAGES, FEATURES)),
            ("holding", np.float64, FEATURES),  # the weights that hold for a position
            ("counts", np.float64, FEATURES),  # how often each feature was there
            ("cards", np.float64, (COLOUR_COUNT, MOST_CARDS + 1)),  # what so many cards of a colour are worth
            ("shares", np.float64, MOST_PLAYERS),
            ("ranked", np.int64, MOST_RANKED),  # the moves that look best, best first
            ("values", np.float64, MOST_RANKED),  # and what they add to the own strength
        ],
    )
)

units = Units(STATE, WORK)
unit, POSITION, WORKING = units.unit, units.position, units.work
RULES = units.rules(__name__, {**vars(options), **vars(turns), **vars(knowledge)})
apply, deal_all, list_moves, pick_move, imagine = RULES.values()
