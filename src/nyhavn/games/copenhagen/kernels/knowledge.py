"""What a seat of the card game cannot know: the cards it has not seen, a position without its secrets, and these drawn
with the odds that what it has seen leaves.

Hidden are the opening cards that others still hold, and with them what is in the deck (C11). Before the first move
every way to deal them was equally likely. A payment or a discard of more cards of a colour than a seat was seen to take
proves that the others were opening cards of it (`past` counts these, by seat and colour), and a deal that has fewer is
ruled out; nothing else is. So what is left of the opening cards of a seat is not a draw from the unseen cards: of a
seat that has shown one red card of two, we know that not both were something else, which is less than that the first of
them was red. Where X cards of a colour are hidden and r were shown, the ways to have been dealt X + r are fewer than a
plain draw of X counts by the factor 1 / C(X + r, r). Plain draws are therefore kept with just that probability (of all
seats and colours, multiplied) and otherwise repeated, which is exact, and at the worst takes a few dozen draws."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.games.copenhagen.components import DOCKS, STARTING_HANDS
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, EMPTY, MOST_PLAYERS
from nyhavn.games.copenhagen.kernels.turns import CARDS
from nyhavn.luck import Luck, below

FIRST_DECK = 1
SHOWN = MOST_PLAYERS * COLOUR_COUNT
PAST = SHOWN + COLOUR_COUNT
"""`past`: the opening cards that each seat has shown, by colour, then room to count unseen cards in."""
FACTORIALS = np.cumprod([1, *range(1, 1 + max(map(max, STARTING_HANDS.values())))])
MOST_DRAWS = 10_000


@kernel
def unseen(S: Any, seat: int, pool: Any) -> None:
    """The cards by colour that lie nowhere where the seat has seen them: those of the deck, and those hidden in other
    hands. S may have been erased or not."""
    for colour in range(COLOUR_COUNT):
        cards = CARDS[S.players] - S.discards[colour]
        for other in range(S.players):
            cards -= S.hands[other, colour] if other == seat else S.known[other, colour]
        pool[colour] = cards
    for dock in range(DOCKS):
        if S.docks[dock] != EMPTY:
            pool[S.docks[dock]] -= 1


@kernel
def hide_hands(S: Any, seat: int) -> None:
    """Leave in the other hands what everybody has seen."""
    for other in range(S.players):
        if other != seat:
            for colour in range(COLOUR_COUNT):
                S.hands[other, colour] = S.known[other, colour]


@kernel
def erase(S: Any, seat: int) -> None:
    """Take out of a position what a seat cannot know: `nyhavn.games.copenhagen.knowledge` says what is left."""
    hide_hands(S, seat)
    if S.deck_number == FIRST_DECK:
        unseen(S, seat, S.deck)


@kernel
def draw_hidden(S: Any, seat: int, past: Any, pool: Any, luck: Luck) -> Any:
    """Fill the other hands by a plain draw from the pool. Gives of how many such draws one is to be kept."""
    ways = 1
    left = 0
    for colour in range(COLOUR_COUNT):
        left += pool[colour]
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


@kernel
def imagine(S: Any, seat: int, past: Any, luck: Luck) -> None:
    """Complete an erased position as its seat may believe it to be."""
    pool = past[SHOWN:]
    for _ in range(MOST_DRAWS):
        unseen(S, seat, pool)
        if S.deck_number != FIRST_DECK:  # C18: this deck was made of cards that all have seen
            for colour in range(COLOUR_COUNT):
                pool[colour] -= S.deck[colour]
        ways = draw_hidden(S, seat, past, pool, luck)
        if ways == 1 or below(luck, ways) == 0:
            break
        hide_hands(S, seat)
    if S.deck_number == FIRST_DECK:
        for colour in range(COLOUR_COUNT):
            S.deck[colour] = pool[colour]
