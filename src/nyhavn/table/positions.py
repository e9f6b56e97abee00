"""Positions that somebody plays on from: read, shared and shown."""

import random
from typing import Any

import orjson

from nyhavn.errors import RecordError
from nyhavn.lessons import steps_of
from nyhavn.play import State
from nyhavn.positions import as_known, cut
from nyhavn.records import parse_record
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

Json = dict[str, Any]


def read(text: str, moves: int | None) -> State:
    """The position of a record after so many moves, or at its end."""
    try:
        state = parse_record(text)
        return state if moves is None else cut(state, moves)
    except RecordError as error:
        raise Refusal("record", str(error), line=error.line) from None
    except ValueError as error:
        raise Refusal("record", str(error)) from None


def of_lesson(lesson: str, step: int) -> State:
    """The position at which a step is learnt."""
    steps = steps_of(lesson)
    if step >= len(steps):
        raise Refusal("not found", f"this lesson has {len(steps)} steps")
    return steps[step].begin()


def share(table: Table, person: str, seat: int) -> str:
    """What a seat knows of its running game, to be kept."""
    if seat not in table.seats_of(person):
        raise Refusal("not yours", "this is not your seat", seat=seat)
    if table.state is None:
        raise Refusal("not started", "this game has not started")
    known = as_known(table.state, seat, random.SystemRandom())
    known.tags = {}
    return orjson.dumps({"seat": seat, "record": known.record(seed=False)}).decode()


def kept(body: str) -> tuple[State, int]:
    """A position that was shared, and the seat that shared it."""
    found = orjson.loads(body)
    return read(found["record"], None), found["seat"]


def shown(body: str) -> Json:
    """A position that was shared, as the seat knew it."""
    state, seat = kept(body)
    effects = [effect for happened in state.events(0, seat) for effect in happened["effects"]]
    return {
        "game": state.game,
        "players": state.players,
        "seat": seat,
        "turn": state.turn,
        "moves": sum("move" in entry for entry in state.history),
        "view": state.look(seat),
        "effects": [effect for effect in effects if effect["effect"] == "cover"],
    }
