"""What a sum of weights cannot tell about the dice game: a network that looks at all sheets at once.

It is asked before a roll, and corrects what was judged by the sheets alone (`judge`). Of a seat it sees the features of
its sheet and, beyond these, each column with its cells and whether it has an X, the heights of neighbouring columns,
and how soon its turn comes; of the table, the tiles that are gone.
"""

from math import log
from typing import Any

from nyhavn.compiled import kernel
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
from nyhavn.kernels.nets import ALWAYS_SEEN, add_up, fill_up, strength, to_shares
from nyhavn.kernels.patterns import see_columns
from nyhavn.kernels.units import FLOATS, INT, NOTHING

SMALLEST = 1e-4
"""A share that is judged smaller is taken for this."""


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
        found = see_columns(S.filled[place], S.crosses[place], SEEN_COLUMNS, SEEN_SURFACE, seen, ACTIVE)
        seen[found] = SEEN_TURN + (place - S.active + S.players) % S.players
        found += 1
    else:
        found = see_table(S, seen)
    return fill_up(seen, found, SEEN_WIDTH)


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
