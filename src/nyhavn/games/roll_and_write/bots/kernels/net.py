"""What a sum of weights cannot tell about the dice game: a small network that looks at all sheets at once.

It is asked before a roll, and corrects what was judged by the sheets alone (`judge`). What a seat sees is a
list of numbers: the features of its sheet, those of the others, the tiles that are gone, whose turn it is. Each brings
a row of the network to the hidden numbers, and those of these that are above 0 are summed up, by the last row, to what
is added to the logarithm of the seat's share.
"""

from math import exp, log
from typing import Any

from nyhavn.games.roll_and_write.bots.kernels.rolls import ROOM
from nyhavn.games.roll_and_write.bots.kernels.sheets import ACTIVE, FEATURES, POSITION, features, unit
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, OPEN
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS, NOTHING

HIDDEN = 32
# What can be seen, by number.
OTHERS = FEATURES  # behind the features of the own sheet
GONE = OTHERS + FEATURES  # tiles that are not open
ON_TURN = GONE + COLOUR_COUNT * COPIES
ALWAYS = ON_TURN + 1
LAST = ALWAYS + 1  # what the hidden numbers count
NET_ROWS = LAST + 1
BESIDE = LAST - GONE
"""So many numbers a seat sees at the most beside the features of all sheets."""

NET = ROOM  # where the network stands in `room`
SUMMED = NET + NET_ROWS * HIDDEN  # the hidden numbers
BEHIND_NET = SUMMED + HIDDEN
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


@unit(FLOAT, FLOATS, INTS, INT)
def correction(room: Any, seen: Any, count: int) -> Any:
    """What is added to the logarithm of the share of the seat that sees this."""
    for hidden in range(HIDDEN):
        room[SUMMED + hidden] = 0.0
    for place in range(count):
        start = NET + seen[place] * HIDDEN
        for hidden in range(HIDDEN):
            room[SUMMED + hidden] += room[start + hidden]
    total = 0.0
    for hidden in range(HIDDEN):
        total += max(0.0, room[SUMMED + hidden]) * room[NET + LAST * HIDDEN + hidden]
    return total


@unit(NOTHING, POSITION, FLOATS, INTS, FLOATS)
def correct(S: Any, room: Any, seen: Any, shares: Any) -> None:
    """Correct what all seats were judged to have before a roll; `seen` is scratch."""
    total = 0.0
    for seat in range(S.players):
        count = see(S, seat, seen)
        shares[seat] = exp(log(max(SMALLEST, shares[seat])) + correction(room, seen, count))
        total += shares[seat]
    for seat in range(S.players):
        shares[seat] /= total
