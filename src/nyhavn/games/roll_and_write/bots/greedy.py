"""What positions of the dice game are worth to a seat, as far as one sees at once, in thousandths of a point."""

import numpy as np

from nyhavn.facade.colours import SIZES
from nyhavn.facade.house_values import POINT, Ints, coat_hopes, rows_with_coats, unfinished
from nyhavn.games.roll_and_write.components import BOXES, COAT_ROWS, DICE, MOST_BONUSES, TRACK_POINTS
from nyhavn.games.roll_and_write.kernels.ids import SHAPE_KIND
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, MARK, WHITE_FACE
from nyhavn.games.roll_and_write.kernels.options import SUPPORTED, TAKEABLE
from nyhavn.kernels.batch import Batch, States
from nyhavn.rules import Memory

COAT = 600
# Stars in the order reroll, again, change, no X, single X.
STARS = np.array([120, 120, 150, 250, 280], np.int64)
BONUS = 250
GIFT = 60  # a die that is left for the others
# Boxes of a track, without what they unlock: the points at its end come nearer.
BOXES_MARKED = np.array([round(TRACK_POINTS * POINT * (box / BOXES) ** 2 * 0.7) for box in range(BOXES)] + [0])
# A tile still to be drawn in this turn, by its size: about what it will add.
TILE = np.array([0, 0, 750, 1250, 1800, 2300], np.int64)
PARTS = 6
"""A die that is rolled again counts as a third of a die of a colour; as sixths, these are whole numbers."""

COATS = coat_hopes(COAT), rows_with_coats(COAT_ROWS)


def tile_worths(batch: Batch, memory: Memory, seat: int) -> Ints:
    """The best tile that so many dice of a colour can bring, of those that have room on the house: by colour, and by
    the number of dice in sixths, with what lies between two sizes in proportion."""
    out = batch.new_survey()
    batch.placements(memory, seat, out)
    fits = np.zeros(COLOUR_COUNT * len(SIZES), bool)
    fits[SHAPE_KIND[(out[:, SUPPORTED] != 0) & (out[:, TAKEABLE] != 0)]] = True
    best = np.zeros((COLOUR_COUNT, max(SIZES) + 2), np.int64)
    best[:, SIZES[0] : -1] = TILE[SIZES[0] :] * fits.reshape(COLOUR_COUNT, len(SIZES))
    best = np.maximum.accumulate(best, axis=1)
    sixths = np.arange((DICE + MOST_BONUSES) * PARTS + 1)
    whole, part = np.minimum(sixths // PARTS, max(SIZES)), sixths % PARTS
    return best[:, whole] + (best[:, whole + 1] - best[:, whole]) * part // PARTS


def to_come(batch: Batch, before: Memory, after: States, seat: int) -> Ints:
    """What the tile of this turn will add, if it is still to be drawn."""
    waiting = (after["active"] == seat) & (after["drawn"] == 0) & (after["turn"] == seat)
    dice, bonuses = after["dice"], np.minimum(after["bonuses"][:, seat], MOST_BONUSES)
    matching = PARTS * (dice[:, :COLOUR_COUNT] + dice[:, WHITE_FACE:]) + after["rolling"][:, None] * (PARTS // 3)
    worths, colours = tile_worths(batch, before, seat), np.arange(COLOUR_COUNT)
    best: Ints = np.zeros(len(after), np.int64)
    for used in range(MOST_BONUSES + 1):
        gains = worths[colours, matching + PARTS * used] - BONUS * used
        best = np.maximum(best, np.where(bonuses >= used, gains, 0).max(axis=1))
    best *= waiting
    return best


def lying(states: States, seat: int) -> Ints:
    """The worth of what lies on the table, without a tile to come."""
    own = states["active"] == seat
    stars = states["stars"][:, seat] + states["fresh_stars"] * own[:, None]
    bonuses = states["bonuses"][:, seat] + states["fresh_bonuses"] * own[:, None]
    total: Ints = states["scores"][:, seat] * POINT + COAT * states["coats"] * own
    total += unfinished(states["filled"][:, seat], states["crosses"][:, seat], *COATS)
    total += BOXES_MARKED[states["tracks"][:, seat]].sum(axis=1) + stars @ STARS + BONUS * bonuses.sum(axis=1)
    total -= GIFT * states["dice"].sum(axis=1) * (own & (states["phase"] == MARK))
    return total


def worth(batch: Batch, before: Memory, after: States, seat: int) -> Ints:
    """The worth to a seat of positions that its moves lead to, before any die is rolled.

    How much a tile brings depends on the house: what is still to come is measured by the best tile of the moment."""
    total, coming = lying(after, seat), to_come(batch, before, after, seat)
    tiles, expected = total[after["drawn"] > before["drawn"]], to_come(batch, before, before, seat)[0]
    if len(tiles) and expected:
        coming = coming * max(0, tiles.max() - lying(before, seat)[0]) // expected
    return total + coming
