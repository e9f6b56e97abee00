"""What a seat, or a spectator, may know (C11): the one place where the card game decides that.

Only the opening cards that another seat still holds are hidden, and with them what is in the deck. In a position with
everything erased that a seat cannot know (`erase`)

- `hands` of another seat are its `known` cards. Its `counts` stay: what is missing are hidden cards.
- `deck` of the first deck holds all cards that the seat has not seen, by colour: those in the deck and those hidden in
  other hands, together. Their sum is larger than the cards of `deck_left` by the number of hidden cards.
- `deck` of the second deck (`deck_number` is 2) is exact: it was made of discards that all have seen, when the first
  deck had run out (C18). Hidden are then those cards of the game that lie nowhere else.

Such a position can be asked for the seat's moves, and these can be applied up to the next card that is dealt. To go on
from there, the hidden cards have to be imagined first. Kernels do both (`kernels.knowledge`), in bots and everywhere.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.facade.lines import complete_lines
from nyhavn.games.copenhagen import chance
from nyhavn.games.copenhagen import facts as read
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, KINDS, UNDER_THE_DECK
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.knowledge import SHOWN
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
from nyhavn.games.copenhagen.moves import CODEC, Build, Discard, Take
from nyhavn.kernels.batch import Ints
from nyhavn.rules import Effect, Facts, Memory, Openings, Position, duplicate, integers

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
                "lines": complete_lines(facts[AT.filled + other]),
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
    return chance.hand_of(entry.get("chance", "")) in (None, seat)


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
"""What `erase` changes."""
SEEN = (
    *("players", "turn", "phase", "coats", "ending"),
    *("deck_left", "end_card", "deck_number", "dealt", "discards", "docks", "empty"),
    *("supply", "specials", "abilities"),
    *("filled", "bricks", "colours", "scores", "counts", "known", "active", "used"),
)
"""What all seats see. What is not named here is not copied, so that a field to come is hidden until it is named."""


def _places_of(names: tuple[str, ...]) -> npt.NDArray[np.intp]:
    """Where the numbers of these fields stand in a state."""
    marked = np.zeros(1, STATE)
    for name in names:
        marked[name] = 1
    return np.flatnonzero(integers(marked))


KEPT = _places_of((*SEEN, *SECRET))


def erase(memory: Memory, seat: int) -> Memory:
    """A position as one seat knows it."""
    seen = np.zeros(1, STATE)
    integers(seen)[KEPT] = integers(memory)[KEPT]
    batch.erase_all(seen, seat)
    return seen


def remember(history: Sequence[Mapping[str, Any]], players: int, begun: Position | None = None) -> Ints:
    """Opening cards that each seat has shown by paying or discarding more of a colour than it was seen to take, for
    `imagine`. They follow from what everybody sees."""
    past = batch.new_past() if begun is None else begun.past.copy()
    shown, known = _by_seat(past), np.zeros((players, COLOUR_COUNT), np.int64)
    docks = [EMPTY] * DOCKS
    if begun is not None:
        known[:], docks[:] = begun.memory[0].known[:players], begun.memory[0].docks.tolist()
    for entry in history:
        if "chance" in entry:
            for dock, card in _dealt_openly(entry["chance"]):
                docks[dock] = card
            continue
        seat, (taken, paid) = entry["seat"], _moved(entry["move"])
        for dock in taken:
            known[seat, docks[dock]] += 1
        for card in paid:
            if known[seat, card]:
                known[seat, card] -= 1
            else:
                shown[seat, card] += 1
    return past


def past_of(memory: Memory, openings: Openings) -> Ints:
    """The same, told by what each seat was dealt."""
    past = batch.new_past()
    dealt = [[cards.count(letter) for letter in LETTERS] for cards in openings]
    _by_seat(past)[: len(openings)] = np.array(dealt) - _hidden(memory)
    return past


def openings(memory: Memory, past: Ints) -> Openings:
    """What each seat was dealt, if it holds now what this position says."""
    hidden = _hidden(memory)
    return tuple(tuple(read.letters(cards)) for cards in (hidden + _by_seat(past)[: len(hidden)]).tolist())


def redeal(position: Position, openings: Openings) -> Position:
    """The same position if each seat was dealt these cards: what all have seen stays, and the deck is what is left."""
    memory = duplicate(position.memory)
    S, dealt = memory[0], [[cards.count(letter) for letter in LETTERS] for cards in openings]
    before = S.hands.sum(axis=0)
    S.hands[: len(openings)] = S.known[: len(openings)] + dealt - _by_seat(position.past)[: len(openings)]
    S.deck += before - S.hands.sum(axis=0)  # nothing, if the second deck lasts: what is hidden stays in the hands
    return Position(memory, position.past)


def _by_seat(past: Ints) -> Ints:
    return past[:SHOWN].reshape(-1, COLOUR_COUNT)


def _hidden(memory: Memory) -> Ints:
    """By seat and colour, the opening cards that it still holds."""
    hidden: Ints = (memory[0]["hands"] - memory[0]["known"])[: memory[0]["players"]]
    return hidden


@lru_cache(1 << 12)
def _dealt_openly(text: str) -> tuple[tuple[int, int], ...]:
    """The docks on which cards came, and these."""
    events = [event for event in chance.read(text) if event.kind in ("docks", "refill")]
    return tuple((event.place - 1, LETTERS.find(event.outcome)) for event in events)


@lru_cache(1 << 14)
def _moved(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The docks that a move empties, and the cards that it costs."""
    match CODEC.parse(text):
        case Take(docks):
            return tuple(dock - 1 for dock in docks), ()
        case Discard() | Build() as move:
            return (), tuple(LETTERS.index(card) for card in move.cards)
    return (), ()
