"""How strong a seat of the card game stands by a weighted sum of what it has, which moves are ranked by.

Every kind of thing that counts has a number (`FEATURES`) and three weights: one for now, one that counts more while
much of the game is to come, one that counts in its last turns. The weights are data, found by `bots.tuning`; with
what `describe` gives, sums and their parts come from the same lines, so that what is tuned is what is used."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import neighbours, supporting
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import CELLS, COLUMN_MASKS, FULL, GROUND, HEIGHT, WIDTH
from nyhavn.facade.kinds import LARGEST, SMALLEST, kind_of
from nyhavn.games.copenhagen.bots.kernels.layout import (
    BEST_DOCKS,
    BUILDABLE,
    BURIED,
    CARDS,
    CARRYING,
    COAT_CELL,
    COAT_ROW,
    COLUMN,
    COVERED,
    CROWDED,
    FEATURES,
    LONELY,
    MOST_CARDS,
    NEXT,
    POINTS,
    POSITION,
    READY,
    ROW,
    TURNED,
    USELESS,
    WORKING,
    unit,
)
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, COAT_ROWS, DOCKS, GOAL, HAND_LIMIT, UNDER_THE_DECK
from nyhavn.games.copenhagen.kernels.layout import ACTION, COLOUR_COUNT, EMPTY, IN_DECK
from nyhavn.kernels.units import FLOAT, FLOATS, INT, NOTHING, TABLE

# How many cards to come make a position early, and fewer than how many a late one.
LONG, SHORT = 60.0, 12.0
MANY_POINTS = (8, 10)  # each point above these counts for more
COLUMN_CELLS = np.array(COLUMN_MASKS, np.int64)
IS_COAT_ROW = np.array([COAT_ROWS >> WIDTH * row & 1 for row in range(HEIGHT)], np.int64)
COAT_CELL_BITS = np.array([1 << cell for cell in range(CELLS) if COAT_CELLS >> cell & 1], np.int64)


@kernel
def cards_to_come(S: Any) -> Any:
    """How many cards will be dealt, on average, until the End card."""
    if S.end_card == IN_DECK:
        return max(S.deck_left - UNDER_THE_DECK, 0) + 0.5 * (min(S.deck_left, UNDER_THE_DECK) + 1)
    cards = S.deck_left - 0.5 * UNDER_THE_DECK
    for colour in range(COLOUR_COUNT):
        cards += S.discards[colour]
    return cards


@unit(NOTHING, POSITION, WORKING)
def stage(S: Any, W: Any) -> None:
    """The weights that hold for a position."""
    cards = cards_to_come(S)
    early = cards / LONG
    late = max(0.0, 1.0 - cards / SHORT)
    for feature in range(FEATURES):
        W.holding[feature] = W.weights[0, feature] + early * W.weights[1, feature] + late * W.weights[2, feature]


@kernel
def counted(W: Any, feature: int, times: float) -> Any:
    """What a feature adds to a sum; how often it was there is kept beside."""
    W.counts[feature] += times
    return W.holding[feature] * times


@unit(FLOAT, INT, INT, WORKING)
def house(filled: int, bricks: int, W: Any) -> Any:
    """The sum of a house, without its points."""
    total = 0.0
    for row in range(HEIGHT):
        cells = popcount(filled >> WIDTH * row & GROUND)
        if cells != 0 and cells != WIDTH:
            clean = 1 if bricks >> WIDTH * row & GROUND == 0 else 0
            total += counted(W, ROW + clean * (WIDTH - 1) + cells - 1, 1.0)
            if IS_COAT_ROW[row]:
                total += counted(W, COAT_ROW + cells - 1, 1.0)
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        if cells != 0 and cells != HEIGHT:
            clean = 1 if bricks & COLUMN_CELLS[column] == 0 else 0
            total += counted(W, COLUMN + clean * (HEIGHT - 1) + cells - 1, 1.0)
    empty = FULL & ~filled
    below = filled >> WIDTH
    below |= below >> WIDTH
    below |= below >> 2 * WIDTH
    below |= below >> 4 * WIDTH
    total += counted(W, COVERED, float(popcount(filled)))
    total += counted(W, BURIED, float(popcount(empty & below)))
    total += counted(W, LONELY, float(popcount(empty & ~neighbours(empty))))
    total += counted(W, CARRYING, float(popcount(supporting(filled))))
    for number in range(len(COAT_CELL_BITS)):
        if filled & COAT_CELL_BITS[number]:
            total += counted(W, COAT_CELL + number, 1.0)
    return total


@kernel
def points(score: int, W: Any) -> Any:
    total = counted(W, POINTS, float(min(score, GOAL)))
    for number, many in enumerate(MANY_POINTS):
        if score > many:
            total += counted(W, POINTS + 1 + number, float(min(score, GOAL) - many))
    return total


@kernel
def largest_left(S: Any, colour: int) -> Any:
    """The size of the largest tile of a colour in the rack, 0 if none is left."""
    for size in range(LARGEST, SMALLEST - 1, -1):
        if S.supply[kind_of(colour, size)]:
            return size
    return 0


@kernel
def touchable(S: Any, seat: int, colour: int) -> Any:
    """1 if there is a free cell beside the seat's tiles of a colour (C22)."""
    return 1 if neighbours(S.colours[seat, colour]) & ~S.filled[seat] else 0


@kernel
def cards_of(cards: int, largest: int, touching: int, W: Any) -> Any:
    """The sum of so many cards of a colour: useful are those that pay for a tile that is left."""
    useful = min(cards, max(0, largest - touching))
    total = 0.0
    if useful:
        total += counted(W, CARDS + touching * LARGEST + useful - 1, 1.0)
    if cards > useful:
        total += counted(W, USELESS, float(cards - useful))
    return total


@kernel
def crowded(cards: int, W: Any) -> Any:
    """What a hand loses by being nearly full."""
    if cards >= HAND_LIMIT:
        return counted(W, CROWDED + 1, 1.0)
    return counted(W, CROWDED, 1.0) if cards == HAND_LIMIT - 1 else 0.0


@unit(FLOAT, POSITION, INT, WORKING)
def hand(S: Any, seat: int, W: Any) -> Any:
    """The sum of a hand."""
    total = crowded(S.counts[seat], W)
    buildable = 0
    for colour in range(COLOUR_COUNT):
        cards = S.hands[seat, colour]
        if cards:
            largest = largest_left(S, colour)
            touching = touchable(S, seat, colour)
            total += cards_of(cards, largest, touching, W)
            buildable = max(buildable, min(largest, cards + touching))
    if buildable >= SMALLEST:
        total += counted(W, BUILDABLE + buildable - SMALLEST, 1.0)
    return total


@kernel
def abilities(active: int, used: int, W: Any) -> Any:
    total = 0.0
    for ability in range(len(ABILITIES)):
        if active >> ability & 1:
            total += counted(W, READY + ability, 1.0)
        elif used >> ability & 1:
            total += counted(W, TURNED + ability, 1.0)
    return total


@unit(NOTHING, POSITION, INT, WORKING)
def hand_table(S: Any, seat: int, W: Any) -> None:
    """What every number of cards of every colour is worth to a seat now, in `cards`."""
    for colour in range(COLOUR_COUNT):
        largest = largest_left(S, colour)
        touching = touchable(S, seat, colour)
        for cards in range(MOST_CARDS + 1):
            W.cards[colour, cards] = cards_of(cards, largest, touching, W)


@kernel
def more(S: Any, seat: int, colour: int, cards: int, W: Any) -> Any:
    """What so many more cards of a colour add, by the table of `hand_table`."""
    own = S.hands[seat, colour]
    return W.cards[colour, own + cards] - W.cards[colour, own]


@kernel
def best_docks(S: Any, seat: int, W: Any) -> Any:
    """What the best two neighbouring docks would add to a seat's hand."""
    best = 0.0
    hand_table(S, seat, W)
    for dock in range(DOCKS - 1):
        first, second = S.docks[dock], S.docks[dock + 1]
        if first != EMPTY and second != EMPTY:
            if first == second:
                gain = more(S, seat, first, 2, W)
            else:
                gain = more(S, seat, first, 1, W) + more(S, seat, second, 1, W)
            best = max(best, gain)
    return best


@kernel
def next_to_act(S: Any) -> Any:
    """The seat that begins the next turn; in the middle of one, that after it."""
    if S.phase == ACTION:
        return S.turn
    return S.turn + 1 if S.turn + 1 < S.players else 0


@unit(FLOAT, POSITION, INT, WORKING)
def strength(S: Any, seat: int, W: Any) -> Any:
    """The sum of a seat, by the weights of `stage`."""
    gain = 0.0
    if next_to_act(S) == seat:
        gain = best_docks(S, seat, W)
        for feature in range(CARDS, USELESS + 1):  # the table has counted what nobody has
            W.counts[feature] = 0.0
    total = house(S.filled[seat], S.bricks[seat], W) + hand(S, seat, W) + points(S.scores[seat], W)
    total += abilities(S.active[seat], S.used[seat], W)
    if next_to_act(S) == seat:
        total += counted(W, NEXT, 1.0) + counted(W, BEST_DOCKS, gain)
    return total


@unit(NOTHING, POSITION, WORKING, FLOATS)
def strengths(S: Any, W: Any, found: Any) -> None:
    """The sums of all seats."""
    stage(S, W)
    for seat in range(S.players):
        found[seat] = strength(S, seat, W)


@unit(NOTHING, POSITION, WORKING, TABLE)
def describe(S: Any, W: Any, out: Any) -> None:
    """What each seat has of each feature, a row for each seat, then the numbers that weigh the stages."""
    stage(S, W)
    for seat in range(S.players):
        for feature in range(FEATURES):
            W.counts[feature] = 0.0
        strength(S, seat, W)
        for feature in range(FEATURES):
            out[seat, feature] = W.counts[feature]
    cards = cards_to_come(S)
    for seat in range(S.players):
        out[seat, FEATURES] = cards / LONG
        out[seat, FEATURES + 1] = max(0.0, 1.0 - cards / SHORT)
