"""What a sum of weights cannot tell about the dice game: a small network that looks at all sheets at once.

It is asked before a roll, and corrects what was judged by the sheets alone (`judge`). What a seat sees is a
list of numbers: the features of its sheet, those of the others, the tiles that are gone, whose turn it is. Each brings
a row of the network to the hidden numbers, and those of these that are above 0 are summed up, by the last row, to what
is added to the logarithm of the seat's share.
"""

from math import exp, log
from typing import Any

from nyhavn.games.roll_and_write.bots.kernels.layout import (
    ACTIVE,
    ALWAYS,
    GONE,
    HIDDEN,
    LAST,
    ON_TURN,
    OTHERS,
    POSITION,
    WORKING,
    unit,
)
from nyhavn.games.roll_and_write.bots.kernels.sheets import features
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, OPEN
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS, NOTHING

SMALLEST = 1e-4
"""A share that is judged smaller is taken for this."""


@unit(INT, POSITION, INT, INTS)
def see(S: Any, seat: int, seen: Any) -> Any:
    """What a seat sees before a roll. Gives how many numbers that are."""
    found = 0
    for other in range(S.players):
        features(S, other, 1 if other >= S.active else 0, seen[found:])
        if other != seat:
            for place in range(found, found + ACTIVE):
                seen[place] += OTHERS
        found += ACTIVE
    for colour in range(COLOUR_COUNT):
        for copy in range(COPIES):
            if S.tiles[colour, copy] != OPEN:
                seen[found] = GONE + colour * COPIES + copy
                found += 1
    if seat == S.active:
        seen[found] = ON_TURN
        found += 1
    seen[found] = ALWAYS
    return found + 1


@unit(FLOAT, WORKING, INT)
def correction(W: Any, count: int) -> Any:
    """What is added to the logarithm of the share of the seat that sees the first of `seen`, so many."""
    for hidden in range(HIDDEN):
        W.hidden[hidden] = 0.0
    for place in range(count):
        row = W.seen[place]
        for hidden in range(HIDDEN):
            W.hidden[hidden] += W.net[row, hidden]
    total = 0.0
    for hidden in range(HIDDEN):
        total += max(0.0, W.hidden[hidden]) * W.net[LAST, hidden]
    return total


@unit(NOTHING, POSITION, WORKING, FLOATS)
def correct(S: Any, W: Any, shares: Any) -> None:
    """Correct what all seats were judged to have before a roll."""
    total = 0.0
    for seat in range(S.players):
        count = see(S, seat, W.seen[:])
        shares[seat] = exp(log(max(SMALLEST, shares[seat])) + correction(W, count))
        total += shares[seat]
    for seat in range(S.players):
        shares[seat] /= total
