"""What bots of the dice game work with, as memory: the features of sheets, what the network sees, and the record that
holds weights, network and everything that is worked out."""

import numpy as np
from numba import types

from nyhavn.facade.cells import CELLS, HEIGHT, WIDTH
from nyhavn.facade.kinds import KIND_COUNT
from nyhavn.games.roll_and_write.bots.kernels.dice import SETS
from nyhavn.games.roll_and_write.components import BOXES, DICE, GOAL
from nyhavn.games.roll_and_write.kernels import knowledge, options, turns
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, MOST_PLAYERS, STATE
from nyhavn.games.roll_and_write.kernels.options import FIT_ROWS
from nyhavn.kernels.nets import ALWAYS_SEEN, TOGETHER, fields
from nyhavn.kernels.units import FLOAT, INT, Units

PATTERNS = 1 << WIDTH
MOST_HOLES = 10
MOST_LONELY = 6
MOST_STARS = 6  # red: two at the start, four to be marked
MOST_PLUS = 2
MOST_POINTS = 15

# Features by number. Rows and columns are told apart by whether they have an X.
ROW = 0  # each row: its covered cells
ANY_ROW = ROW + HEIGHT * 2 * PATTERNS  # the same for all rows alike
PAIR = ANY_ROW + 2 * PATTERNS  # a row and the one above
COLUMN = PAIR + PATTERNS * PATTERNS  # with and without a coat of arms: how many cells are covered
HOLES = COLUMN + 2 * 2 * (HEIGHT + 1)  # empty cells below covered ones
LONELY = HOLES + MOST_HOLES + 1  # empty cells without an empty neighbour
TRACK = LONELY + MOST_LONELY + 1
STAR = TRACK + COLOUR_COUNT * (BOXES + 1)
PLUS = STAR + COLOUR_COUNT * (MOST_STARS + 1)
POINTS = PLUS + COLOUR_COUNT * (MOST_PLUS + 1)
YET = POINTS + MOST_POINTS + 1  # whether the seat has its turn of this round before it
FEATURES = YET + 2
ACTIVE = 3 * HEIGHT - 1 + WIDTH + 2 + 3 * COLOUR_COUNT + 2
"""So many of them a sheet has."""

# What the network sees (`net`), by number: of a seat, the features of its sheet, then more patterns of its columns, and
# how soon its turn comes; of the table, the tiles that are gone.
SEEN_SHEET = ALWAYS_SEEN + 1
SEEN_COLUMNS = SEEN_SHEET + FEATURES  # which cells are covered, with and without an X
SEEN_SURFACE = SEEN_COLUMNS + (WIDTH * 2 << HEIGHT)  # the heights of neighbouring columns
SEEN_TURN = SEEN_SURFACE + (WIDTH - 1) * (HEIGHT + 1) ** 2
SEEN_GONE = SEEN_TURN + MOST_PLAYERS
NET_ROWS = SEEN_GONE + COLOUR_COUNT * COPIES
HIDDEN = 64
SEEN_WIDTH = -(-max(ACTIVE + WIDTH + WIDTH - 1 + 1, 1 + COLOUR_COUNT * COPIES) // TOGETHER) * TOGETHER

EARLY, LATE = range(2)  # what counts at the beginning, and what is added the nearer the end is
MOST_PLACES = FIT_ROWS * CELLS

WORK = np.dtype(
    (
        np.record,
        [
            ("weights", np.float64, (FEATURES, 2)),
            ("near", np.float64, (GOAL + 1, FEATURES)),  # the same by the highest score: what both add up to
            *fields(NET_ROWS, SEEN_WIDTH, MOST_PLAYERS, HIDDEN),
            # places
            ("sums", np.float64, (MOST_PLAYERS, 2)),  # of each seat; of the one that thinks, without its house
            ("plain", np.float64, GOAL + 1),  # by the highest score, the key of the seat without its house and points
            ("top", np.int64),  # the highest score of the others, and the fewest empty cells of those who have it
            ("top_empty", np.int64),
            ("last", np.int64),  # whether the game can end with this turn
            ("certain", np.int64),  # whether it ends with it for sure
            ("level", np.int64),  # the highest score of all, as far as it counts, and the key of the sheet as it is
            ("now", np.float64),
            ("unused_costs", np.float64, SETS),  # what it costs the seat to leave a set of dice unused
            ("track_gain", np.float64),  # what the best track brings for a coat of arms
            ("one_box", np.float64, COLOUR_COUNT),  # what boxes of each track bring to the other of two seats
            ("two_boxes", np.float64, COLOUR_COUNT),
            ("places", np.int64),  # how many there are
            ("place_keys", np.float64, MOST_PLACES),
            ("place_anchors", np.int64, MOST_PLACES),
            ("place_crosses", np.int64, MOST_PLACES),  # which cell of the tile has the X
            ("shape_keys", np.float64, FIT_ROWS),  # of the best place of each shape
            ("shape_best", np.int64, FIT_ROWS),  # which place that is
            ("shape_from", np.int64, FIT_ROWS),  # the first place of each shape, and the one after its last
            ("shape_to", np.int64, FIT_ROWS),
            ("kind_keys", np.float64, KIND_COUNT),  # of the best place of each kind of tile, a yellow star paid
            ("kind_shapes", np.int64, KIND_COUNT),
            ("kind_order", np.int64, KIND_COUNT),  # the best first
            # rolls
            ("pass_key", np.float64),  # taking no tile
            ("paid_keys", np.float64, COLOUR_COUNT * (DICE + 1)),  # the best for so many dice of a colour
            ("lying", np.float64, SETS),  # the best that can be done with every set of five, as a key, without rerolls
            ("singled", np.float64, SETS),  # the same with a single cell before the tile
            ("odds", np.float64, SETS),  # of losing, for every set of five as it lies
            ("rolled", np.float64, SETS),  # what every set is worth if it is kept and the rest rolled, as a share
            ("again", np.float64, SETS),  # the same where a red star is used for it
            ("kept", np.float64, SETS),  # the best of that within every set
            # playouts
            ("value", np.float64, 1),  # of the best move
            ("lucky", np.float64, MOST_PLAYERS),  # how much of its share each seat has from lucky rolls
        ],
    )
)

units = Units(STATE, WORK)
unit, POSITION, WORKING = units.unit, units.position, units.work
PAIR_OF_SUMS = types.UniTuple(FLOAT, 2)  # type: ignore[no-untyped-call]
KEY_AND_NUMBER = types.Tuple((FLOAT, INT))  # type: ignore[no-untyped-call]
RULES = units.rules(__name__, {**vars(turns), **vars(options), **vars(knowledge)})
apply, deal_all, list_moves, pick_move, imagine = RULES.values()
