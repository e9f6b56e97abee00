"""Cards coming from the deck: chance as single events, and as the text of history and records."""

import re
from collections.abc import Sequence

from nyhavn.facade.colours import LETTERS
from nyhavn.games.copenhagen.components import DOCKS
from nyhavn.games.copenhagen.kernels.batch import DEALT, DECK_NUMBER, KIND, LEFT, PLACE
from nyhavn.games.copenhagen.kernels.layout import DEAL_DOCKS, DEAL_HANDS, REFILL
from nyhavn.rules import Effect, Event, Waiting

END_CARD = "End"
OUTCOMES: Sequence[str] = (*LETTERS, END_CARD)
KINDS = {DEAL_DOCKS: "docks", DEAL_HANDS: "hand", REFILL: "refill"}


SHUFFLE = "shuffle"


def waiting(told: list[int]) -> Waiting:
    """The card that a game waits for, as `chances` tells it."""
    kind = KINDS[told[KIND]]
    place = told[PLACE] if kind == "hand" else told[PLACE] + 1
    outcomes = {outcome: weight for outcome, weight in zip(OUTCOMES, told, strict=False) if weight}
    return Waiting(kind, place, outcomes, f"deck {told[DECK_NUMBER]}", told[DEALT], told[LEFT])


def event(told: list[int]) -> Event:
    """The card that came, as `deal_drawn` tells it."""
    kind, place = KINDS[told[KIND]], told[PLACE]
    return Event(kind, place if kind == "hand" else place + 1, OUTCOMES[told[-1]], told[LEFT] - 1)


def group(events: list[Event]) -> list[list[Event]]:
    """Events that make one entry of a history together: of one kind, of one hand."""
    groups: list[list[Event]] = []
    for event in events:
        last = groups[-1][-1] if groups else None
        if last and last.kind == event.kind != SHUFFLE and (event.kind != "hand" or last.place == event.place):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _cards(events: list[Event]) -> str:
    """The cards of a hand, in the order of their letters."""
    return "".join(sorted((event.outcome for event in events), key=OUTCOMES.index))


def text_of(events: list[Event]) -> str:
    """A group of events as the text of its entry."""
    kind, place = events[0].kind, events[0].place
    if kind == "docks":
        return "docks " + "".join(event.outcome for event in events)
    if kind == "hand":
        return f"hand {place} {_cards(events)}"
    if kind == "refill":
        return "refill " + " ".join(f"{event.place}={event.outcome}" for event in events)
    return SHUFFLE


def effects_of(events: list[Event]) -> list[Effect]:
    """What a group of events did. The cards of a hand are its owner's secret: see `knowledge.seen_effect`."""
    kind, place, left = events[0].kind, events[0].place, events[-1].left
    if kind == SHUFFLE:
        return [{"effect": "shuffle", "deck": left}]
    if kind == "hand":
        cards = _cards(events)
        return [{"effect": "deal", "seat": place, "count": len(cards), "cards": cards, "deck": left}]
    return [
        {"effect": "end card", "dock": event.place, "deck": event.left}
        if event.outcome == END_CARD
        else {"effect": "deal", "dock": event.place, "card": event.outcome, "deck": event.left}
        for event in events
    ]


def describe(event: Event) -> str:
    """A single card: `docks 1=R`, `refill 2=R`, `hand 0 R`."""
    return f"{event.kind} {event.place}{' ' if event.kind == 'hand' else '='}{event.outcome}"


def hand_of(text: str) -> int | None:
    """The seat whose starting hand an entry tells; None if it tells none."""
    return read(text)[0].place if text.startswith("hand ") else None


def read(text: str) -> list[Event]:
    """The events of an entry; ValueError with a sentence if it is none."""
    if text == SHUFFLE:
        return [Event(SHUFFLE, 0, "")]
    if match := re.fullmatch(rf"docks ([{LETTERS}]{{{DOCKS}}})", text):
        return [Event("docks", dock, card) for dock, card in enumerate(match[1], 1)]
    if match := re.fullmatch(rf"hand ([0-3]) ([{LETTERS}]+)", text):
        return [Event("hand", int(match[1]), card) for card in match[2]]
    if re.fullmatch(rf"refill( [1-{DOCKS}]=([{LETTERS}]|End))+", text):
        return [Event("refill", int(part[0]), part[2:]) for part in text.split()[1:]]
    raise ValueError(f"{text[:60]!r} isn't a chance entry of the card game")
