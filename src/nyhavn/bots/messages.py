"""The messages of bots that are separate programs: JSON lines, each an object named by its `type`. `docs/bots.md`
explains them; `programs` is the side that asks, `nyhavn bot` the one that answers."""

import json
from base64 import b64decode, b64encode
from typing import Any

from nyhavn.bots.budgets import Budget
from nyhavn.bots.observations import Observation
from nyhavn.games import rules_of
from nyhavn.position_text import Line, read_line, write_line
from nyhavn.rules import Position

PROTOCOL = 1
MOST_BYTES = 1 << 24
"""Of one line: a position of the dice game may have thousands of moves."""

Message = dict[str, Any]


class MessageError(ValueError):
    """What is wrong with a line, in a sentence."""


def write_message(kind: str, **content: Any) -> str:
    """A message as a line."""
    return json.dumps({"type": kind, **content}, separators=(",", ":")) + "\n"


def read_message(line: str) -> Message:
    """The message of a line; MessageError if it is none."""
    try:
        found = json.loads(line)
    except ValueError:
        raise MessageError(f"{line.strip()[:80]!r} isn't JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        raise MessageError(f"{line.strip()[:80]!r} isn't a message: an object with a type is")
    return found


def write_budget(budget: Budget) -> Message:
    return {"seconds": budget.seconds} if budget.nodes is None else {"nodes": budget.nodes}


def read_budget(told: Any) -> Budget:
    """A budget; MessageError if it is none."""
    try:
        return Budget(seconds=told.get("seconds"), nodes=told.get("nodes"))
    except (AttributeError, TypeError, ValueError) as error:
        raise MessageError(f"{str(told)[:80]!r} isn't a budget: {error}") from None


def write_observation(observation: Observation) -> Message:
    """An observation as JSON: what its seat may know, once as a view, once as a line, once as memory."""
    rules = rules_of(observation.game)
    return {
        "game": observation.game,
        "players": observation.players,
        "options": observation.options,
        "seat": observation.seat,
        "view": observation.view,
        "moves": list(observation.moves),
        "position": _line(observation, Position(observation.memory, observation.past)) if rules.position else None,
        "memory": b64encode(observation.position).decode(),
        "begun": _line(observation, observation.begun) if observation.begun and rules.position else None,
    }


def _line(observation: Observation, position: Position) -> str:
    return write_line(Line(rules_of(observation.game), observation.options, position, observation.seat))


def read_observation(told: Message) -> Observation:
    """An observation from JSON; ValueError if something is missing or garbled. Its memory may be left out where there
    is a line."""
    try:
        game, line, begun = told["game"], told["position"], told.get("begun")
        memory = told.get("memory")
        position = b64decode(memory) if memory else read_line(line).position.memory.tobytes()
        history = tuple(told["view"]["history"])
        start = read_line(begun).position if begun else None
        return Observation(game, told["players"], told["options"], told["seat"], position, history, start)
    except (KeyError, TypeError) as error:
        raise MessageError(f"this observation lacks something: {type(error).__name__} {error}") from None
