"""Positions to continue from: those of records, of lessons, and those that were shared."""

import random

import orjson

from nyhavn.errors import RecordError
from nyhavn.lessons import steps_of
from nyhavn.luck import Seeded
from nyhavn.play import State
from nyhavn.positions import as_known, cut
from nyhavn.records import parse_record
from nyhavn.table.entries import Refusal


def read(text: str, moves: int | None) -> State:
    """The position of a record after a number of moves, or at its end."""
    try:
        state = parse_record(text)
        return state if moves is None else cut(state, moves)
    except RecordError as error:
        raise Refusal("record", str(error), line=error.line) from None
    except ValueError as error:
        raise Refusal("record", str(error)) from None


def respelled(text: str) -> tuple[State, str]:
    """A record that somebody brought, read and written again: no blanks and nothing else that is not read."""
    plain = read(text, None)
    return plain, plain.record()


def of_lesson(lesson: str, step: int) -> State:
    """The position at which a step is learnt."""
    steps = steps_of(lesson)
    if step >= len(steps):
        raise Refusal("not found", f"this lesson has {len(steps)} steps")
    return steps[step].begin()


def written(position: State) -> str:
    """A position as it is kept: nothing beside the game itself, and no seed."""
    plain = position.copy()
    plain.tags = {}
    return plain.record(seed=False)


def dealt_anew(record: str, seed: int) -> str | None:
    """A position in which whatever was never shown to all is dealt again, as a seed has it; None: nothing is hidden."""
    state = parse_record(record)
    if not state.rules.knowledge.HIDES:
        return None
    luck = random.Random(Seeded(seed).below("hidden", 0, 1 << 62))
    return written(as_known(state, None, luck))


def kept(body: str) -> tuple[State, int]:
    """A position that was shared, and the seat that shared it."""
    found = orjson.loads(body)
    return read(found["record"], None), found["seat"]
