"""What a seat of the card game cannot know, drawn with the odds that what it has seen leaves.

Hidden are the opening cards that others still hold, and with them what is in the deck. Before the first move every
way to deal them was equally likely. A payment or a discard of more cards of a colour than a seat was seen to take
proves that the others were opening cards of it (`past` counts these, by seat and colour), and a deal that has fewer
is ruled out; nothing else is. So what is left of the opening cards of a seat is not a draw from the unseen cards: of
a seat that has shown one red card of two, we know that not both were something else, which is less than that the
first of them was red. Where X cards of a colour are hidden and r were shown, the ways to have been dealt X + r are
fewer than a plain draw of X counts by the factor 1 / C(X + r, r). Plain draws are therefore kept with just that
probability (of all seats and colours, multiplied) and otherwise repeated, which is exact, and at the worst takes a
few dozen draws."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.games.copenhagen.bots.kernels.judge import POSITION, unit
from nyhavn.games.copenhagen.components import DOCKS, STARTING_HANDS
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, EMPTY
from nyhavn.games.copenhagen.kernels.turns import CARDS
from nyhavn.kernels.units import INT, INTS, NOTHING
from nyhavn.luck import Words, below

FACTORIALS = np.cumprod([1, *range(1, 1 + max(map(max, STARTING_HANDS.values())))])
MOST_DRAWS = 10_000


@kernel
def unseen(S: Any, pool: Any) -> Any:
    """The unseen cards by colour, in `pool`, and how many they are. While the first deck lasts, they are what a
    position without secrets has as its deck; later those that lie nowhere (C18)."""
    total = 0
    for colour in range(COLOUR_COUNT):
        pool[colour] = S.deck[colour]
        if S.deck_number > 1:
            pool[colour] = CARDS[S.players] - S.discards[colour] - S.deck[colour]
            for other in range(S.players):
                pool[colour] -= S.hands[other, colour]
    if S.deck_number > 1:
        for dock in range(DOCKS):
            if S.docks[dock] != EMPTY:
                pool[S.docks[dock]] -= 1
    for colour in range(COLOUR_COUNT):
        total += pool[colour]
    return total


@kernel
def draw_hidden(S: Any, seat: int, past: Any, pool: Any, left: int, luck: Words) -> Any:
    """Fill the other hands by a plain draw from the pool. Gives of how many such draws one is to be kept."""
    ways = 1
    for other in range(S.players):
        if other == seat:
            continue
        missing = S.counts[other]
        for colour in range(COLOUR_COUNT):
            missing -= S.known[other, colour]
        for _ in range(missing):
            place = below(luck, left)
            colour = 0
            while place >= pool[colour]:
                place -= pool[colour]
                colour += 1
            pool[colour] -= 1
            left -= 1
            S.hands[other, colour] += 1
        for colour in range(COLOUR_COUNT):
            shown = past[other * COLOUR_COUNT + colour]
            if shown:
                drawn = S.hands[other, colour] - S.known[other, colour]
                ways *= FACTORIALS[drawn + shown] // (FACTORIALS[drawn] * FACTORIALS[shown])
    return ways


@unit(NOTHING, POSITION, INT, INTS, INTS)
def imagine(S: Any, seat: int, past: Any, luck: Words) -> None:
    """Complete a position without secrets (see `knowledge`) as its seat may believe it to be."""
    pool = past[S.players * COLOUR_COUNT :]
    for _ in range(MOST_DRAWS):
        total = unseen(S, pool)
        ways = draw_hidden(S, seat, past, pool, total, luck)
        if ways == 1 or below(luck, ways) == 0:
            break
        for other in range(S.players):
            if other != seat:
                for colour in range(COLOUR_COUNT):
                    S.hands[other, colour] = S.known[other, colour]
    if S.deck_number == 1:
        for colour in range(COLOUR_COUNT):
            S.deck[colour] = pool[colour]
