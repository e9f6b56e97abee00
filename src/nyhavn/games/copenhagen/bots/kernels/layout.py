"""What bots of the card game work with, as memory: the features that the strength of a seat is made of, and the record
that holds their weights and everything that is worked out."""

from itertools import accumulate

import numpy as np

from nyhavn.facade.cells import HEIGHT, WIDTH
from nyhavn.facade.kinds import LARGEST
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, GOAL, HAND_LIMIT, KINDS
from nyhavn.games.copenhagen.kernels import knowledge, options, turns
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, MOST_PLAYERS, STATE
from nyhavn.kernels.nets import fields
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

# What the network sees (`sight`): the first number of each kind, and how many there are.
MOST_COUNTED = 7  # cards of a colour, from which on they are alike
SIZES_LEFT, DOCKED = 5, 4  # the largest tile left: none, or four sizes; what docks hold: not for this seat, 0, 1, 2
PATTERNS, CODES = 1 << WIDTH, 3**WIDTH
_KINDS = {
    "nothing": 1,
    "always": 1,
    "rows": HEIGHT * CODES,
    "pairs": (HEIGHT - 1) * PATTERNS * PATTERNS,
    "columns": WIDTH * 2 << HEIGHT,
    "surface": (WIDTH - 1) * (HEIGHT + 1) ** 2,
    "points": GOAL + 1,
    "cards": COLOUR_COUNT * MOST_COUNTED * DOCKED * 2 * SIZES_LEFT,
    "count": MOST_CARDS + 1,
    "active": 1 << len(ABILITIES),
    "used": 1 << len(ABILITIES),
    "turn": MOST_PLAYERS,
    "to come": 48,
    "supply": 2 * len(KINDS),
    "specials": 4,
    "gone": len(ABILITIES),
}
_STARTS = dict(zip(_KINDS, accumulate(_KINDS.values(), initial=0), strict=False))
SEEN_ALWAYS, SEEN_ROWS, SEEN_PAIRS, SEEN_COLUMNS, SEEN_SURFACE, SEEN_POINTS, SEEN_CARDS, SEEN_COUNT = (
    _STARTS[name] for name in ("always", "rows", "pairs", "columns", "surface", "points", "cards", "count")
)
SEEN_ACTIVE, SEEN_USED, SEEN_TURN, SEEN_TO_COME, SEEN_SUPPLY, SEEN_SPECIALS, SEEN_GONE = (
    _STARTS[name] for name in ("active", "used", "turn", "to come", "supply", "specials", "gone")
)
NET_ROWS = sum(_KINDS.values())
SEEN_WIDTH = 40

STAGES = 3  # weights of a feature: for now, more while much is to come, and for the last turns
MOST_RANKED = 64
REPLIES = 4  # moves that playouts look at more closely

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
            ("tried", STATE),  # where replies are tried
            ("replies", np.int64, REPLIES),
            ("learned", np.int64),  # 1 if there is a network for so many players
            ("left", np.int64, COLOUR_COUNT),  # the size of the largest tile that is left
            *fields(NET_ROWS, SEEN_WIDTH, MOST_PLAYERS),
        ],
    )
)

units = Units(STATE, WORK)
unit, POSITION, WORKING = units.unit, units.position, units.work
RULES = units.rules(__name__, {**vars(options), **vars(turns), **vars(knowledge)})
apply, deal_all, list_moves, pick_move, imagine = RULES.values()
