"""What positions of the card game are worth to a seat, as far as one sees at once, in thousandths of a point."""

import numpy as np

from nyhavn.facade.colours import SIZES
from nyhavn.facade.house_values import POINT, Ints, coat_hopes, rows_with_coats, unfinished
from nyhavn.games.copenhagen.components import ABILITIES, COAT_ROWS, GOAL, HAND_LIMIT
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT
from nyhavn.kernels.batch import Batch, States
from nyhavn.rules import Memory

WON = 100 * POINT
COAT = 600
MOST_CARDS = HAND_LIMIT + 3  # between a take and the discard
# Abilities in the order any, extra, discount, recolour, both; a used one can be refreshed some day.
ACTIVE = np.array([120, 250, 300, 350, 400], np.int64)
USED = ACTIVE // 4
# Cards of one colour: together they make a larger tile, and more than five are too many.
CARDS = np.cumsum([0, 140, 200, 250, 230, 180, 90, *[20] * (MOST_CARDS - 6)])
# What a hand of so many cards loses: with a full one the next take is for nothing, and more must be discarded.
CROWDED = np.array([*[0] * (HAND_LIMIT - 1), 150, 500, 850, 1200, 1550], np.int64)
USELESS = 40  # a card of a colour that has no tile left for so many

ABILITY_BITS = 1 << np.arange(len(ABILITIES), dtype=np.int64)
COATS = coat_hopes(COAT), rows_with_coats(COAT_ROWS)


def card_worths(memory: Memory) -> Ints:
    """What so many cards of a colour are worth, by colour: useful are those that pay for a tile that is left."""
    left = memory["supply"][0].reshape(COLOUR_COUNT, len(SIZES)) > 0
    largest = (left * np.array(SIZES)).max(axis=1)
    number = np.arange(len(CARDS))
    useful = np.minimum(number, largest[:, None])
    worths: Ints = CARDS[useful] + USELESS * (number - useful)
    return worths


def worth(batch: Batch, before: Memory, after: States, seat: int) -> Ints:
    """The worth to a seat of positions that its moves lead to, before any card is dealt."""
    scores, hands, active, used = (after[name][:, seat] for name in ("scores", "hands", "active", "used"))
    total: Ints = scores * POINT + WON * (scores >= GOAL)
    total += COAT * after["coats"]
    total += unfinished(after["filled"][:, seat], after["bricks"][:, seat], *COATS)
    total += card_worths(before)[np.arange(COLOUR_COUNT), hands].sum(axis=1)
    total -= CROWDED[after["counts"][:, seat]]
    total += ((active[:, None] & ABILITY_BITS) != 0) @ ACTIVE + ((used[:, None] & ABILITY_BITS) != 0) @ USED
    return total
