"""Lessons: a guided first game of each kind, as prepared positions. A position is a record cut at a move; the move that
stands there next is one of the answers. Where somebody answered otherwise, the record goes on from that: what was built
stays. Texts are the client's, under the key of the step."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from nyhavn.errors import IllegalMove
from nyhavn.games import find_game, game_names
from nyhavn.play import State
from nyhavn.positions import ahead, cut
from nyhavn.records import parse_record

SEAT = 0
"""Where the learner sits."""

Played = Mapping[tuple[str, int], str]
"""What somebody played instead of the moves of a record, by its name and the number of the move."""
NOTHING: Played = {}


@dataclass(frozen=True)
class Step:
    """One thing to learn: where it is learnt, what to look at, and which moves show that it is understood."""

    lesson: str
    key: str
    record: str
    moves: int
    light: tuple[str, ...]
    want: dict[str, Any] | None = None
    """`moves`, of which the one played must be one, by some of their fields; and an `effect` that it must have."""
    shown: bool = False
    """Whether the tile of the answer is shown where it is to lie."""

    def begin(self, played: Played = NOTHING) -> State:
        """The position it is learnt at, after what was played in earlier steps."""
        return cut(_played(self.lesson, self.record, played), self.moves)

    def chance(self) -> list[str]:
        """What chance brings after it, as long as it can."""
        return ahead(_record(self.lesson, self.record), self.moves)

    def answer(self) -> str | None:
        """A move that is right."""
        return _moves(_record(self.lesson, self.record))[self.moves] if self.want is not None else None

    def place(self) -> dict[str, Any] | None:
        """The tile of the answer, and where it is to lie."""
        return _place(self.lesson, self.key) if self.shown else None

    def accepts(self, state: State, move: str) -> bool:
        """Whether a legal move is what is wanted here."""
        want, told = self.want or {}, state.fields(move)
        if not any(wanted.items() <= told.items() for wanted in want.get("moves", [told])):
            return False
        return "effect" not in want or _happens(want["effect"], state.preview(move))

    def leads_on(self, move: str, played: Played) -> bool:
        """Whether the later steps can be learnt as they are prepared, if this is played."""
        try:
            state = _played(self.lesson, self.record, {**played, (self.record, self.moves): move})
        except (IllegalMove, StopIteration):
            return False
        later = [it for it in _steps(self.lesson) if it.record == self.record and it.moves > self.moves]
        answers = [(step, step.answer()) for step in later]
        return all(answer is None or step.accepts(cut(state, step.moves), answer) for step, answer in answers)


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


def _moves(state: State) -> list[str]:
    return [entry["move"] for entry in state.history if "move" in entry]


def _played(lesson: str, name: str, played: Played) -> State:
    """A record with some of its moves replaced, and the same chance; IllegalMove or StopIteration if it can't go on."""
    record = _record(lesson, name)
    moves = _moves(record)
    others = {number: move for (of, number), move in played.items() if of == name and moves[number] != move}
    if not others:
        return record
    coming = iter(ahead(record, -1))
    state = record.restart(lambda kind, possible: next(coming))
    for number, move in enumerate(moves):
        state.play(others.get(number, move))
    state.tags = record.tags.copy()
    return state


@cache
def _place(lesson: str, key: str) -> dict[str, Any] | None:
    step = next(step for step in _steps(lesson) if step.key == key)
    answer = step.answer()
    effects = step.begin().preview(answer) if answer else []
    return next((effect for effect in effects if effect["effect"] == "cover"), None)
