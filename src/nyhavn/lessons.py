"""Lessons: a guided first game of each kind, as prepared positions. A position is a record cut at a move; the move that
stands there next is one of the answers. Texts are the client's, under the key of the step."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from nyhavn.games import find_game, game_names
from nyhavn.play import State
from nyhavn.positions import ahead, cut
from nyhavn.records import parse_record

SEAT = 0
"""Where the learner sits."""


@dataclass(frozen=True)
class Step:
    """One thing to learn: where it is learnt, what to look at, and which moves show that it is understood."""

    lesson: str
    key: str
    record: str
    moves: int
    light: tuple[str, ...]
    want: dict[str, Any] | None = None

    def begin(self) -> State:
        """The position it is learnt at."""
        return cut(_record(self.lesson, self.record), self.moves)

    def chance(self) -> list[str]:
        """What chance brings after it, as long as it can."""
        return ahead(_record(self.lesson, self.record), self.moves)

    def answer(self) -> str | None:
        """A move that is right."""
        moves = [entry["move"] for entry in _record(self.lesson, self.record).history if "move" in entry]
        return moves[self.moves] if self.want is not None else None

    def accepts(self, state: State, move: str) -> bool:
        """Whether a legal move is what is wanted here."""
        want = self.want or {}
        if "move" in want and not re.fullmatch(want["move"], move):
            return False
        return "effect" not in want or _happens(want["effect"], state.preview(move))


def steps_of(lesson: str) -> tuple[Step, ...]:
    """The steps of a lesson, in their order; LookupError if there is no such lesson."""
    if lesson not in lesson_names():
        raise LookupError(f"there is no lesson {lesson!r}")
    return _steps(lesson)


def lesson_names() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(game for game in game_names() if find_game(game).lesson is not None)


def _happens(wanted: dict[str, Any], effects: Iterable[dict[str, Any]]) -> bool:
    return any(wanted.items() <= effect.items() for effect in effects if effect["effect"] == wanted["effect"])


def _text(lesson: str, name: str) -> str:
    game = find_game(lesson)
    return files(game.package).joinpath(str(game.lesson), name).read_text(encoding="utf-8")


@cache
def _steps(lesson: str) -> tuple[Step, ...]:
    steps = json.loads(_text(lesson, "lesson.json"))["steps"]
    return tuple(Step(lesson, **step | {"light": tuple(step["light"])}) for step in steps)


@cache
def _record(lesson: str, name: str) -> State:
    return parse_record(_text(lesson, f"{name}.nyhavn"))
