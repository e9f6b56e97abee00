"""Dice being rolled: chance as single events, and as the text of history and records."""

import re
from collections.abc import Sequence

from nyhavn.games.roll_and_write.components import DICE, FACES
from nyhavn.games.roll_and_write.kernels.batch import DIE, ROLLING, TURN_NUMBER
from nyhavn.rules import Effect, Event, Waiting

ROLL = "roll"
OUTCOMES: Sequence[str] = FACES


def waiting(told: list[int]) -> Waiting:
    """The die that a game waits for, as `chances` tells it. The first roll of a turn does not depend on what was
    played before."""
    turn, number = told[TURN_NUMBER], told[DIE]
    outcomes = dict(zip(FACES, told[: len(FACES)], strict=True))
    if number < DICE:
        return Waiting(ROLL, 0, outcomes, ROLL, turn * DICE + number, told[ROLLING])
    return Waiting(ROLL, 0, outcomes, f"reroll {turn}", number - DICE, told[ROLLING])


def event(told: list[int]) -> Event:
    """The die that was rolled, as `deal_drawn` tells it."""
    return Event(ROLL, 0, FACES[told[-1]], told[ROLLING] - 1)


def group(events: list[Event]) -> list[list[Event]]:
    """Dice rolled together make one entry of a history."""
    return [events] if events else []


def _faces(events: list[Event]) -> str:
    """What was rolled, in the order of the faces."""
    return "".join(sorted((event.outcome for event in events), key=FACES.index))


def text_of(events: list[Event]) -> str:
    return f"{ROLL} {_faces(events)}"


def effects_of(events: list[Event]) -> list[Effect]:
    return [{"effect": "roll", "dice": _faces(events)}]


def describe(event: Event) -> str:
    """A single die: `roll W`."""
    return f"{ROLL} {event.outcome}"


def read(text: str) -> list[Event]:
    """The events of an entry; ValueError with a sentence if it is none."""
    match = re.fullmatch(rf"{ROLL} ([{FACES}]{{1,{DICE}}})", text)
    if not match:
        raise ValueError(f"{text[:60]!r} isn't a chance entry of the dice game")
    return [Event(ROLL, 0, face) for face in match[1]]
