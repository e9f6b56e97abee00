"""What a sum of weights cannot tell about the dice game: a network that looks at all sheets at once.

It is asked before a roll, and corrects what was judged by the sheets alone (`judge`). Of a seat it sees the features of
its sheet and, beyond these, each column with its cells and whether it has an X, the heights of neighbouring columns,
and how soon its turn comes; of the table, the tiles that are gone.
"""

from math import log
from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.cells import COLUMN_MASKS, HEIGHT, WIDTH
from nyhavn.games.roll_and_write.bots.kernels.layout import (
    ACTIVE,
    POSITION,
    SEEN_COLUMNS,
    SEEN_GONE,
    SEEN_SHEET,
    SEEN_SURFACE,
    SEEN_TURN,
    SEEN_WIDTH,
    WORKING,
    unit,
)
from nyhavn.games.roll_and_write.bots.kernels.sheets import features
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, OPEN
from nyhavn.kernels.nets import ALWAYS_SEEN, NOTHING_SEEN, TOGETHER, add_up, strength, to_shares
from nyhavn.kernels.units import FLOATS, INT, NOTHING

SMALLEST = 1e-4
"""A share that is judged smaller is taken for this."""
COLUMN_CELLS = np.array(COLUMN_MASKS, np.int64)


@kernel
def see_columns(filled: int, crosses: int, seen: Any) -> Any:
    """More patterns of a sheet. Gives how many numbers that are."""
    found = 0
    before = 0
    for column in range(WIDTH):
        covered = 0
        height = 0
        for row in range(HEIGHT):
            if filled >> WIDTH * row + column & 1:
                covered |= 1 << row
                height = row + 1
        crossed = 1 if crosses & COLUMN_CELLS[column] else 0
        seen[found] = SEEN_COLUMNS + ((column << HEIGHT) + covered) * 2 + crossed
        found += 1
        if column:
            seen[found] = SEEN_SURFACE + ((column - 1) * (HEIGHT + 1) + before) * (HEIGHT + 1) + height
            found += 1
        before = height
    return found


@kernel
def see_table(S: Any, seen: Any) -> Any:
    seen[0] = ALWAYS_SEEN
    found = 1
    for colour in range(COLOUR_COUNT):
        for copy in range(COPIES):
            if S.tiles[colour, copy] != OPEN:
                seen[found] = SEEN_GONE + colour * COPIES + copy
                found += 1
    return found


@unit(INT, POSITION, INT, WORKING)
def see(S: Any, place: int, W: Any) -> Any:
    """The list of one seat before a roll, or then that of the table, filled up. Gives how long it is."""
    seen = W.seen[place]
    if place < S.players:
        features(S, place, 1 if place >= S.active else 0, seen)
        for number in range(ACTIVE):
            seen[number] += SEEN_SHEET
        found = ACTIVE + see_columns(S.filled[place], S.crosses[place], seen[ACTIVE:])
        seen[found] = SEEN_TURN + (place - S.active + S.players) % S.players
        found += 1
    else:
        found = see_table(S, seen)
    while found % TOGETHER:
        seen[found] = NOTHING_SEEN
        found += 1
    if found < SEEN_WIDTH:
        seen[found] = NOTHING_SEEN
    return found


@unit(NOTHING, INT, INT, WORKING)
def gather(place: int, count: int, W: Any) -> None:
    add_up(W, place, count)


@unit(NOTHING, POSITION, WORKING, FLOATS)
def correct(S: Any, W: Any, shares: Any) -> None:
    """Correct what all seats were judged to have before a roll."""
    for place in range(S.players + 1):
        gather(place, see(S, place, W), W)
    for seat in range(S.players):
        shares[seat] = log(max(SMALLEST, shares[seat])) + strength(W, seat, S.players, S.players)
    to_shares(S.players, shares)
