"""What a seat, or a spectator, may know (C11): the one place where the card game decides that.

Only the opening cards that another seat still holds are hidden, and with them what is in the deck. In a position with
everything erased that a seat cannot know (`erase`)

- `hands` of another seat are its `known` cards. Its `counts` stay: what is missing are hidden cards.
- `deck` of the first deck holds all cards that the seat has not seen, by colour: those in the deck and those hidden in
  other hands, together. Their sum is larger than the cards of `deck_left` by the number of hidden cards.
- `deck` of the second deck (`deck_number` is 2) is exact: it was made of discards that all have seen, when the first
  deck had run out (C18). Hidden are then those cards of the game that lie nowhere else.

Such a position can be asked for the seat's moves, and these can be applied up to the next card that is dealt. To go on
from there, the hidden cards have to be imagined first.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.games.copenhagen import facts as read
from nyhavn.games.copenhagen.components import ABILITIES, CARDS_OF_A_COLOUR, DOCKS, KINDS, UNDER_THE_DECK
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.layout import (
    ACTION,
    AFTER_TAKE,
    COAT,
    COLOUR_COUNT,
    DEAL_HANDS,
    DISCARD,
    EMPTY,
    IN_DECK,
    OVER,
    STATE,
)
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Effect, Facts, Memory, words

HIDES = True
PHASES = {ACTION: "action", DISCARD: "discard", AFTER_TAKE: "after take", COAT: "coat", OVER: "over"}
LONGEST_TAKE = 3
END_CARD = ("beside", "deck", "turned up")


def house(facts: Facts, seat: int) -> dict[str, list[str]]:
    """Covered cells with their colour letter and `window` or `brick`."""
    bricks = facts[AT.bricks + seat]
    masks = read.colours(facts, seat)
    white = facts[AT.filled + seat] & ~sum(masks)
    letter = {cell: LETTERS[colour] for colour in range(len(COLOURS)) for cell in cells_of(masks[colour])}
    letter |= dict.fromkeys(cells_of(white), WHITE)
    return {NAMES[cell]: [letter[cell], "brick" if bricks >> cell & 1 else "window"] for cell in sorted(letter)}


def abilities(facts: Facts, seat: int) -> dict[str, str]:
    active, used = facts[AT.active + seat], facts[AT.used + seat]
    return {name: "used" if name in read.abilities_of(used) else "active" for name in read.abilities_of(active | used)}


def end_odds(facts: Facts) -> list[float]:
    """How likely it is that the End card comes with the next card, the next two, the next three (C7, C18)."""
    left = facts[AT.deck_left]
    if facts[AT.end_card] != IN_DECK:
        return [0.0] * LONGEST_TAKE
    under = min(left, UNDER_THE_DECK)
    return [round(min(1.0, max(0, cards - (left - under)) / under), 4) for cards in range(1, LONGEST_TAKE + 1)]


def look(facts: Facts, seat: int | None) -> dict[str, Any]:
    """The card game's own part of a view."""
    seen: dict[str, Any] = {
        "phase": PHASES[facts[AT.phase]],
        "coats": facts[AT.coats],
        "docks": [None if card == EMPTY else LETTERS[card] for card in facts[AT.docks : AT.docks + DOCKS]],
        "deck": facts[AT.deck_left],
        "end_card": END_CARD[facts[AT.end_card]],
        "end_odds": end_odds(facts),
        "discards": read.by_letter(facts[AT.discards : AT.discards + len(COLOURS)]),
        "supply": dict(zip(KINDS, facts[AT.supply : AT.supply + len(KINDS)], strict=True)),
        "specials": facts[AT.specials],
        "abilities": dict(zip(ABILITIES, facts[AT.abilities : AT.abilities + len(ABILITIES)], strict=True)),
        "seats": [
            {
                "house": house(facts, other),
                "abilities": abilities(facts, other),
                "count": facts[AT.counts + other],
                "known": read.by_letter(read.known(facts, other)),
            }
            for other in range(facts[AT.players])
        ],
    }
    if seat is not None:
        seen["hand"] = read.letters(read.hand(facts, seat))
    return seen


def sees_entry(entry: Mapping[str, Any], seat: int | None) -> bool:
    """Whether a history entry is known to a seat: starting hands are their owner's (C11)."""
    text = entry.get("chance", "")
    return not text.startswith("hand ") or text.split()[1] == str(seat)


def seen_effect(effect: Effect, seat: int | None) -> Effect:
    """An effect as a seat may know it: of another seat's starting hand, only how many cards (C11)."""
    if "cards" in effect and effect["effect"] == "deal" and effect["seat"] != seat:
        return {key: value for key, value in effect.items() if key != "cards"}
    return effect


def secret(facts: Facts, seat: int) -> str:
    """What only a seat itself sees: its hand."""
    return read.letters(read.hand(facts, seat))


def deals_secretly(facts: Facts) -> bool:
    """Whether the card that comes next is seen by the seat that gets it alone."""
    return bool(facts[AT.phase] == DEAL_HANDS)


SECRET = ("deck", "hands")
SEEN = (
    *("players", "turn", "phase", "coats", "ending"),
    *("deck_left", "end_card", "deck_number", "dealt", "discards", "docks", "empty"),
    *("supply", "specials", "abilities"),
    *("filled", "bricks", "colours", "scores", "counts", "known", "active", "used"),
)
"""What all seats see. Whatever is not named here is not copied, so that a field to come is hidden until it is named."""


def _words_of(names: tuple[str, ...]) -> npt.NDArray[np.intp]:
    """Where the numbers of these fields stand in a state."""
    marked = np.zeros(1, STATE)
    for name in names:
        marked[name] = 1
    return np.flatnonzero(words(marked))


SEEN_WORDS = _words_of(SEEN)


def erase(memory: Memory, seat: int) -> Memory:
    """A position as one seat knows it."""
    seen = np.zeros(1, STATE)
    words(seen)[SEEN_WORDS] = words(memory)[SEEN_WORDS]
    own, all_ = seen[0], memory[0]
    own["hands"][:] = all_["known"]
    own["hands"][seat] = all_["hands"][seat]
    if all_["deck_number"] > 1:
        own["deck"][:] = all_["deck"]
    else:
        docks = own["docks"][own["docks"] != EMPTY]
        lying = np.bincount(docks, minlength=COLOUR_COUNT) + own["discards"] + own["hands"].sum(axis=0)
        own["deck"][:] = CARDS_OF_A_COLOUR[int(own["players"])] - lying
    return seen


def remember(view: Mapping[str, Any]) -> Ints:
    """Opening cards that each seat has shown by paying or discarding more of a colour than it was seen to take, by seat
    and colour; and, after them, room to count the unseen cards in."""
    known = np.zeros((view["players"], COLOUR_COUNT), np.int64)
    shown = np.zeros_like(known)
    docks = [0] * (DOCKS + 1)

    def lay_down(seat: int, cards: Iterable[str]) -> None:
        for card in cards:
            colour = LETTERS.index(card)
            (known if known[seat, colour] else shown)[seat, colour] += -1 if known[seat, colour] else 1

    for entry in view["history"]:
        kind, *words = entry.get("chance", entry.get("move", "")).split()
        if kind == "docks":
            docks[1:] = [LETTERS.index(card) for card in words[0]]
        elif kind == "refill":
            for dock, _, card in (word.partition("=") for word in words):
                docks[int(dock)] = LETTERS.find(card)
        elif kind == "take":
            for dock in words:
                known[entry["seat"], docks[int(dock)]] += 1
        elif kind == "discard":
            lay_down(entry["seat"], words[0])
        elif kind == "build":
            lay_down(entry["seat"], words[-1].strip("-"))
    return np.concatenate([shown.ravel(), np.zeros(COLOUR_COUNT, np.int64)])
