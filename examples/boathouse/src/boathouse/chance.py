"""Cards coming from the deck: single events, each an entry of its own."""

import re
from collections.abc import Sequence

from boathouse.components import CARDS, LETTERS
from boathouse.kernels import DEAL
from nyhavn.rules import Effect, Event, Waiting

OUTCOMES: Sequence[str] = LETTERS
HAND, DOCK = "hand", "dock"


def waiting(told: list[int]) -> Waiting:
    """The card that comes next: `told` has a weight for each colour, the phase and the seat."""
    *weights, phase, seat = told
    kind, place = (HAND, seat) if phase == DEAL else (DOCK, 0)
    outcomes = {letter: weight for letter, weight in zip(LETTERS, weights, strict=True) if weight}
    return Waiting(kind, place, outcomes, "deck", CARDS - sum(weights), sum(weights))


def group(events: list[Event]) -> list[list[Event]]:
    return [[event] for event in events]


def text_of(events: list[Event]) -> str:
    return describe(events[0])


def describe(event: Event) -> str:
    """`hand 0 R`, `dock Y`."""
    return f"{HAND} {event.place} {event.outcome}" if event.kind == HAND else f"{DOCK} {event.outcome}"


def effects_of(events: list[Event]) -> list[Effect]:
    """The card of a hand is its owner's secret: see `knowledge.seen_effect`."""
    kind, place, card, left = events[0]
    if kind == HAND:
        return [{"effect": "deal", "seat": place, "count": 1, "cards": card, "deck": left}]
    return [{"effect": "deal", "dock": 1, "card": card, "deck": left}]


def read(text: str) -> list[Event]:
    match = re.fullmatch(rf"(?:{HAND} ([01])|{DOCK}) ([{LETTERS}])", text)
    if not match:
        raise ValueError(f"{text[:60]!r} is no chance entry of Boathouse")
    return [Event(DOCK, 0, match[2]) if match[1] is None else Event(HAND, int(match[1]), match[2])]
