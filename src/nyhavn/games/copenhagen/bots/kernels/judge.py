"""How strong a seat of the card game stands: a weighted sum of what it has, and from the sums of all the shares of a
win.

Every kind of thing that counts has a number (`FEATURES`) and three weights: one for now, one that counts more while
much of the game is to come, one that counts in its last turns. The weights are data, found by `bots.tuning`; with
what `describe` gives, sums and their parts come from the same lines, so that what is tuned is what is used."""

import math
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import neighbours, supporting
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import CELLS, COLUMN_MASKS, FULL, GROUND, HEIGHT, WIDTH
from nyhavn.facade.kinds import LARGEST, SMALLEST, kind_of
from nyhavn.facade.ranking import win_shares
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, COAT_ROWS, DOCKS, GOAL, HAND_LIMIT, UNDER_THE_DECK
from nyhavn.games.copenhagen.kernels import knowledge, options, turns
from nyhavn.games.copenhagen.kernels.layout import (
    ACTION,
    COLOUR_COUNT,
    EMPTY,
    IN_DECK,
    MOST_PLAYERS,
    OVER,
    STATE,
)
from nyhavn.games.copenhagen.kernels.turns import champion
from nyhavn.kernels.units import FLOAT, FLOATS, INT, NOTHING, TABLE, Units

Floats = np.ndarray[Any, np.dtype[np.float64]]

units = Units(STATE)
unit, POSITION = units.unit, units.position
RULES = units.rules(__name__, {**vars(options), **vars(turns), **vars(knowledge)})
apply, deal_all, list_moves, pick_move, imagine = RULES.values()

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

# Where things stand in a room: three weights for each feature, those that hold for a position, counts, hands by colour.
STAGES = 3
HOLDING = STAGES * FEATURES
COUNTS = HOLDING + FEATURES
HANDS = COUNTS + FEATURES
HAND_ROW = MOST_CARDS + 1
STRENGTHS = HANDS + COLOUR_COUNT * HAND_ROW
ROOM = STRENGTHS + MOST_PLAYERS
"""Numbers in a room before those that the policy works in."""

LONG, SHORT = 60.0, 12.0
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


@unit(NOTHING, POSITION, FLOATS)
def stage(S: Any, room: Any) -> None:
    """The weights that hold for a position."""
    cards = cards_to_come(S)
    early = cards / LONG
    late = max(0.0, 1.0 - cards / SHORT)
    for feature in range(FEATURES):
        room[HOLDING + feature] = room[feature] + early * room[FEATURES + feature] + late * room[2 * FEATURES + feature]


@kernel
def counted(room: Any, feature: int, times: float) -> Any:
    """What a feature adds to a sum; how often it was there is kept beside."""
    room[COUNTS + feature] += times
    return room[HOLDING + feature] * times


@unit(FLOAT, INT, INT, FLOATS)
def house(filled: int, bricks: int, room: Any) -> Any:
    """The sum of a house, without its points."""
    total = 0.0
    for row in range(HEIGHT):
        cells = popcount(filled >> WIDTH * row & GROUND)
        if cells != 0 and cells != WIDTH:
            clean = 1 if bricks >> WIDTH * row & GROUND == 0 else 0
            total += counted(room, ROW + clean * (WIDTH - 1) + cells - 1, 1.0)
            if IS_COAT_ROW[row]:
                total += counted(room, COAT_ROW + cells - 1, 1.0)
    for column in range(WIDTH):
        cells = popcount(filled & COLUMN_CELLS[column])
        if cells != 0 and cells != HEIGHT:
            clean = 1 if bricks & COLUMN_CELLS[column] == 0 else 0
            total += counted(room, COLUMN + clean * (HEIGHT - 1) + cells - 1, 1.0)
    empty = FULL & ~filled
    below = filled >> WIDTH
    below |= below >> WIDTH
    below |= below >> 2 * WIDTH
    below |= below >> 4 * WIDTH
    total += counted(room, COVERED, float(popcount(filled)))
    total += counted(room, BURIED, float(popcount(empty & below)))
    total += counted(room, LONELY, float(popcount(empty & ~neighbours(empty))))
    total += counted(room, CARRYING, float(popcount(supporting(filled))))
    for number in range(len(COAT_CELL_BITS)):
        if filled & COAT_CELL_BITS[number]:
            total += counted(room, COAT_CELL + number, 1.0)
    return total


@kernel
def points(score: int, room: Any) -> Any:
    total = counted(room, POINTS, float(min(score, GOAL)))
    if score > 8:
        total += counted(room, POINTS + 1, float(min(score, GOAL) - 8))
    if score > 10:
        total += counted(room, POINTS + 2, float(min(score, GOAL) - 10))
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
def cards_of(cards: int, largest: int, touching: int, room: Any) -> Any:
    """The sum of so many cards of a colour: useful are those that pay for a tile that is left."""
    useful = min(cards, max(0, largest - touching))
    total = 0.0
    if useful:
        total += counted(room, CARDS + touching * LARGEST + useful - 1, 1.0)
    if cards > useful:
        total += counted(room, USELESS, float(cards - useful))
    return total


@kernel
def crowded(cards: int, room: Any) -> Any:
    """What a hand loses by being nearly full."""
    if cards >= HAND_LIMIT:
        return counted(room, CROWDED + 1, 1.0)
    return counted(room, CROWDED, 1.0) if cards == HAND_LIMIT - 1 else 0.0


@unit(FLOAT, POSITION, INT, FLOATS)
def hand(S: Any, seat: int, room: Any) -> Any:
    """The sum of a hand."""
    total = crowded(S.counts[seat], room)
    buildable = 0
    for colour in range(COLOUR_COUNT):
        cards = S.hands[seat, colour]
        if cards:
            largest = largest_left(S, colour)
            touching = touchable(S, seat, colour)
            total += cards_of(cards, largest, touching, room)
            buildable = max(buildable, min(largest, cards + touching))
    if buildable >= 2:
        total += counted(room, BUILDABLE + buildable - 2, 1.0)
    return total


@kernel
def abilities(active: int, used: int, room: Any) -> Any:
    total = 0.0
    for ability in range(len(ABILITIES)):
        if active >> ability & 1:
            total += counted(room, READY + ability, 1.0)
        elif used >> ability & 1:
            total += counted(room, TURNED + ability, 1.0)
    return total


@unit(NOTHING, POSITION, INT, FLOATS)
def hand_table(S: Any, seat: int, room: Any) -> None:
    """What every number of cards of every colour is worth to a seat now, in the room."""
    for colour in range(COLOUR_COUNT):
        largest = largest_left(S, colour)
        touching = touchable(S, seat, colour)
        for cards in range(MOST_CARDS + 1):
            room[HANDS + colour * HAND_ROW + cards] = cards_of(cards, largest, touching, room)


@kernel
def more(S: Any, seat: int, colour: int, cards: int, room: Any) -> Any:
    """What so many more cards of a colour add, by the table of `hand_table`."""
    place = HANDS + colour * HAND_ROW + S.hands[seat, colour]
    return room[place + cards] - room[place]


@kernel
def best_docks(S: Any, seat: int, room: Any) -> Any:
    """What the best two neighbouring docks would add to a seat's hand."""
    best = 0.0
    hand_table(S, seat, room)
    for dock in range(DOCKS - 1):
        first, second = S.docks[dock], S.docks[dock + 1]
        if first != EMPTY and second != EMPTY:
            if first == second:
                gain = more(S, seat, first, 2, room)
            else:
                gain = more(S, seat, first, 1, room) + more(S, seat, second, 1, room)
            best = max(best, gain)
    return best


@kernel
def next_to_act(S: Any) -> Any:
    """The seat that begins the next turn; in the middle of one, that after it."""
    if S.phase == ACTION:
        return S.turn
    return S.turn + 1 if S.turn + 1 < S.players else 0


@unit(FLOAT, POSITION, INT, FLOATS)
def strength(S: Any, seat: int, room: Any) -> Any:
    """The sum of a seat, by the weights of `stage`."""
    gain = 0.0
    if next_to_act(S) == seat:
        gain = best_docks(S, seat, room)
        for feature in range(CARDS, USELESS + 1):  # the table has counted what nobody has
            room[COUNTS + feature] = 0.0
    total = house(S.filled[seat], S.bricks[seat], room) + hand(S, seat, room) + points(S.scores[seat], room)
    total += abilities(S.active[seat], S.used[seat], room)
    if next_to_act(S) == seat:
        total += counted(room, NEXT, 1.0) + counted(room, BEST_DOCKS, gain)
    return total


@unit(NOTHING, POSITION, FLOATS, FLOATS)
def judge(S: Any, room: Any, shares: Any) -> None:
    """The share of a win that each seat can expect."""
    if S.phase == OVER:
        win_shares(S, champion(S), shares)
        return
    stage(S, room)
    most = -math.inf
    for seat in range(S.players):
        shares[seat] = strength(S, seat, room)
        most = max(most, shares[seat])
    total = 0.0
    for seat in range(S.players):
        shares[seat] = math.exp(shares[seat] - most)
        total += shares[seat]
    for seat in range(S.players):
        shares[seat] /= total


@unit(NOTHING, POSITION, FLOATS, TABLE)
def describe(S: Any, room: Any, out: Any) -> None:
    """What each seat has of each feature, a row for each seat, then the numbers that weigh the stages."""
    stage(S, room)
    for seat in range(S.players):
        for feature in range(FEATURES):
            room[COUNTS + feature] = 0.0
        strength(S, seat, room)
        for feature in range(FEATURES):
            out[seat, feature] = room[COUNTS + feature]
    cards = cards_to_come(S)
    for seat in range(S.players):
        out[seat, FEATURES] = cards / LONG
        out[seat, FEATURES + 1] = max(0.0, 1.0 - cards / SHORT)
