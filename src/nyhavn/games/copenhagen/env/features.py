"""Positions of the card game as a few dozen numbers that a small value function can learn from, many at once.

Only what the seat may know goes in: its own cards, and what lies open. Everything is scaled to about 0 to 1.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.facade.anchors import NOT_FIRST, NOT_LAST
from nyhavn.facade.cells import CELLS, COLUMN_MASKS, FULL, HEIGHT, ROW_MASKS, WIDTH, cells_of
from nyhavn.facade.colours import SIZES
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, COAT_ROWS, GOAL, HAND_LIMIT
from nyhavn.games.copenhagen.kernels.layout import AFTER_TAKE, COAT, COLOUR_COUNT, DISCARD
from nyhavn.kernels.batch import Ints, States

Features = npt.NDArray[np.float32]

ROWS, COLUMNS = np.array(ROW_MASKS, np.int64), np.array(COLUMN_MASKS, np.int64)
WITH_COAT = np.array([mask for mask in ROW_MASKS if mask & COAT_ROWS], np.int64)
COATS = np.array([1 << cell for cell in cells_of(COAT_CELLS)], np.int64)
BITS = 1 << np.arange(len(ABILITIES), dtype=np.int64)
PENDING = np.array([DISCARD, AFTER_TAKE, COAT])
MOST_OF_A_COLOUR = 6
ROW_CLASSES, COLUMN_CLASSES = 2 * (WIDTH + 1), 2 * (HEIGHT + 1)


def _counted(classes: Ints, many: int) -> npt.NDArray[Any]:
    """How often each class occurs in each row."""
    flat = classes + many * np.arange(len(classes))[:, None]
    return np.bincount(flat.ravel(), minlength=many * len(classes)).reshape(len(classes), many)


def _house(filled: Ints, bricks: Ints) -> list[npt.NDArray[Any]]:
    """Lines by their covered cells, those with a brick apart; cells that are hard to cover; coats of arms."""
    in_rows = np.bitwise_count(filled[:, None] & ROWS) + (WIDTH + 1) * ((bricks[:, None] & ROWS) != 0)
    in_columns = np.bitwise_count(filled[:, None] & COLUMNS) + (HEIGHT + 1) * ((bricks[:, None] & COLUMNS) != 0)
    free = FULL & ~filled
    under = filled >> WIDTH
    for rows in (1, 2, 4):
        under = under | under >> WIDTH * rows
    beside = ((free & NOT_LAST) << 1) | ((free & NOT_FIRST) >> 1) | ((free << WIDTH) & FULL) | (free >> WIDTH)
    counts = [filled, free & under, free & ~beside, ((filled << WIDTH) | ROW_MASKS[0]) & free]
    return [
        _counted(in_rows, ROW_CLASSES) / HEIGHT,
        _counted(in_columns, COLUMN_CLASSES) / WIDTH,
        np.bitwise_count(np.stack(counts, axis=1)) / np.array([CELLS, WIDTH, WIDTH, WIDTH]),
        np.bitwise_count(filled[:, None] & WITH_COAT) / WIDTH,
        (filled[:, None] & COATS) != 0,
    ]


def _abilities(active: Ints, used: Ints) -> list[npt.NDArray[Any]]:
    return [(active[:, None] & BITS) != 0, (used[:, None] & BITS) != 0]


def own_features(states: States, seats: Ints) -> Features:
    """What a seat of each position has itself."""
    row = np.arange(len(states))
    scores, hands, counts, colours = (states[name][row, seats] for name in ("scores", "hands", "counts", "colours"))
    left = states["supply"].reshape(-1, COLOUR_COUNT, len(SIZES)) > 0
    largest = (left * np.array(SIZES)).max(axis=2)
    useful = np.minimum(hands, largest)
    mine = states["turn"] == seats
    parts = [
        np.stack([scores / GOAL, states["coats"] * mine, counts / HAND_LIMIT, useful.sum(axis=1) / HAND_LIMIT], axis=1),
        (counts[:, None] >= HAND_LIMIT + np.arange(-1, 4)) * 1.0,
        (useful[:, :, None] >= np.arange(1, MOST_OF_A_COLOUR)).mean(axis=1),
        ((useful[:, :, None] >= np.arange(1, MOST_OF_A_COLOUR)) & (colours != 0)[:, :, None]).mean(axis=1),
        (states["phase"][:, None] == PENDING) & mine[:, None],
        *_abilities(states["active"][row, seats], states["used"][row, seats]),
        *_house(states["filled"][row, seats], states["bricks"][row, seats]),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def other_features(states: States, seats: Ints) -> Features:
    """What the strongest of the others has, and how far the game has come. A move of the seat changes none of it."""
    row = np.arange(len(states))
    players = states["players"]
    strength = states["scores"] * (CELLS + 1) + np.bitwise_count(states["filled"])
    strength[row, seats] = -1
    strength[np.arange(strength.shape[1]) >= players[:, None]] = -1
    other = strength.argmax(axis=1)
    known = states["known"][row, other]
    parts = [
        np.stack(
            [
                states["scores"][row, other] / GOAL,
                states["counts"][row, other] / HAND_LIMIT,
                known.max(axis=1) / HAND_LIMIT,
                states["deck_left"] / (CELLS + WIDTH * WIDTH),
                states["deck_number"] > 1,
                players > 2,
                np.ones(len(states)),
            ],
            axis=1,
        ),
        *_abilities(states["active"][row, other], states["used"][row, other]),
        *_house(states["filled"][row, other], states["bricks"][row, other]),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)
