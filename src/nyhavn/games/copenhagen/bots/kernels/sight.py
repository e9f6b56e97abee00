"""What the network of the card game sees of a position: numbers, each a row of its table of weights.

Of a seat: each row with its cells (empty, brick or window), every two neighbouring rows and each column by what is
covered, columns also by whether they have bricks, the heights of neighbouring columns, points, the cards of each
colour (with what the docks hold of it for the next seat to act, whether a tile could touch, and the largest that is
left), how full the hand is, abilities, and how soon its turn comes. Of the table: cards to come, tiles that run out,
special tiles, abilities that are gone."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.cells import GROUND, HEIGHT, WIDTH
from nyhavn.facade.kinds import KIND_COUNT, SMALLEST
from nyhavn.games.copenhagen.bots.kernels.layout import (
    CODES,
    DOCKED,
    MOST_CARDS,
    MOST_COUNTED,
    PATTERNS,
    POSITION,
    SEEN_ACTIVE,
    SEEN_ALWAYS,
    SEEN_CARDS,
    SEEN_COLUMNS,
    SEEN_COUNT,
    SEEN_GONE,
    SEEN_PAIRS,
    SEEN_POINTS,
    SEEN_ROWS,
    SEEN_SPECIALS,
    SEEN_SUPPLY,
    SEEN_SURFACE,
    SEEN_TO_COME,
    SEEN_TURN,
    SEEN_USED,
    SEEN_WIDTH,
    SIZES_LEFT,
    WORKING,
    unit,
)
from nyhavn.games.copenhagen.bots.kernels.sums import cards_to_come, largest_left, touchable
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, GOAL
from nyhavn.games.copenhagen.kernels.layout import ANY, COLOUR_COUNT
from nyhavn.kernels.nets import fill_up
from nyhavn.kernels.patterns import see_columns
from nyhavn.kernels.units import INT

# By the covered cells and the bricks of a row: its cells as a number of three digits.
CODE = np.array(
    [
        [
            sum((covered >> cell & 1) * (2 - (bricks >> cell & 1)) * 3**cell for cell in range(WIDTH))
            for bricks in range(32)
        ]
        for covered in range(PATTERNS)
    ],
    np.int64,
)
FEW_TO_COME, MOST_TO_COME, STEP_TO_COME = 16, 47, 3  # cards to come, counted one by one at first, then in steps
FEW_SPECIALS, FEW_TILES = 3, 2


@kernel
def see_house(filled: int, bricks: int, seen: Any) -> Any:
    """The patterns of a house. Gives how many numbers that are."""
    found = 0
    below = 0
    for row in range(HEIGHT):
        covered = filled >> WIDTH * row & GROUND
        seen[found] = SEEN_ROWS + row * CODES + CODE[covered, bricks >> WIDTH * row & GROUND]
        found += 1
        if row:
            seen[found] = SEEN_PAIRS + ((row - 1) * PATTERNS + below) * PATTERNS + covered
            found += 1
        below = covered
    return see_columns(filled, bricks, SEEN_COLUMNS, SEEN_SURFACE, seen, found)


@kernel
def docked(S: Any, seat: int, colour: int) -> Any:
    """How many cards of a colour a take brings, at most two: neighbours, or any with the ability."""
    cards = 0
    together = 0
    for dock in range(DOCKS):
        if S.docks[dock] == colour:
            cards += 1
            if dock + 1 < DOCKS and S.docks[dock + 1] == colour:
                together = 1
    return 2 if together or (cards > 1 and S.active[seat] & ANY) else min(cards, 1)


@kernel
def see_seat(S: Any, seat: int, actor: int, left: Any, seen: Any) -> Any:
    """What is seen of a seat; `left` are the sizes of the largest tiles by colour."""
    found = see_house(S.filled[seat], S.bricks[seat], seen)
    for colour in range(COLOUR_COUNT):
        brought = 1 + docked(S, seat, colour) if seat == actor else 0
        cards = min(S.hands[seat, colour], MOST_COUNTED - 1)
        largest = left[colour] - SMALLEST + 1 if left[colour] else 0
        place = (colour * MOST_COUNTED + cards) * DOCKED + brought
        seen[found] = SEEN_CARDS + (place * 2 + touchable(S, seat, colour)) * SIZES_LEFT + largest
        found += 1
    seen[found] = SEEN_POINTS + min(S.scores[seat], GOAL)
    seen[found + 1] = SEEN_COUNT + min(S.counts[seat], MOST_CARDS)
    seen[found + 2] = SEEN_ACTIVE + S.active[seat]
    seen[found + 3] = SEEN_USED + S.used[seat]
    seen[found + 4] = SEEN_TURN + (seat - actor + S.players) % S.players
    return found + 5


@kernel
def see_table(S: Any, seen: Any) -> Any:
    seen[0] = SEEN_ALWAYS
    cards = max(0, int(cards_to_come(S)))
    if cards > FEW_TO_COME:
        cards = min(MOST_TO_COME, FEW_TO_COME + (cards - FEW_TO_COME) // STEP_TO_COME)
    seen[1] = SEEN_TO_COME + cards
    seen[2] = SEEN_SPECIALS + min(S.specials, FEW_SPECIALS)
    found = 3
    for kind in range(KIND_COUNT):
        if S.supply[kind] < FEW_TILES:
            seen[found] = SEEN_SUPPLY + kind * FEW_TILES + S.supply[kind]
            found += 1
    for ability in range(1, len(ABILITIES)):
        if S.abilities[ability] == 0:
            seen[found] = SEEN_GONE + ability
            found += 1
    return found


@unit(INT, POSITION, INT, INT, WORKING)
def see(S: Any, place: int, actor: int, W: Any) -> Any:
    """The list of one seat, from the first on, or then that of the table, filled up. Gives how long it is."""
    if place < S.players:
        if place == 0:
            for colour in range(COLOUR_COUNT):
                W.left[colour] = largest_left(S, colour)
        return fill_up(W.seen[place], see_seat(S, place, actor, W.left, W.seen[place]), SEEN_WIDTH)
    return fill_up(W.seen[place], see_table(S, W.seen[place]), SEEN_WIDTH)
