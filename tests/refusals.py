"""Refusals of both games: a case is a position, a move, and what the player is told."""

import ast
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import nyhavn
from tests.positions import refusal

LABEL = len("  play  ")
PACKAGE = Path(nyhavn.__file__).parent

Drawn = Callable[[], nyhavn.State]


class Case(NamedTuple):
    code: str
    drawn: Any
    move: str
    sentence: str
    details: dict[str, Any]


def read_cases(file: Path, positions: Mapping[str, Any]) -> list[Case]:
    """Cases as paragraphs: the code, then where it is, what is played, what is said, and the details as JSON."""
    cases = []
    for paragraph in file.read_text(encoding="utf-8").strip().split("\n\n"):
        code, *rest = paragraph.splitlines()
        at, move, sentence, details = (line[LABEL:] for line in rest)
        cases.append(Case(code, positions[at], move, sentence, json.loads(details)))
    return cases


def named(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=f"{number} {case.code}: {case.move}") for number, case in enumerate(cases)]
    )


def check_refusal(case: Case, kind: type[nyhavn.IllegalMove]) -> None:
    """The error, its words and its details, which are plain data; nothing has changed."""
    error = refusal(case.drawn(), case.move)
    assert type(error) is kind
    assert (error.code, str(error), error.details) == (case.code, case.sentence, case.details)
    assert json.loads(json.dumps(dict(error.details))) == error.details


def check_unreadable_anywhere(case: Case, phases: Iterable[Drawn]) -> None:
    for drawn in phases:
        reason = drawn().explain(case.move)
        assert reason is not None
        assert (reason.code, reason.unreadable) == (case.code, True)


def check_legal_moves_have_no_reason(phases: Iterable[Drawn]) -> None:
    for drawn in phases:
        state = drawn()
        assert state.moves()
        assert {state.explain(move) for move in state.moves()} == {None}


def check_refused_shortly(text: str, phases: Iterable[Drawn]) -> None:
    """However long the text is, what is said about it is not."""
    for drawn in phases:
        error = refusal(drawn(), text)
        assert type(error) is nyhavn.InvalidMove
        assert 0 < len(str(error)) < 200
        assert len(json.dumps(dict(error.details))) < 2_000


def codes(game: str) -> set[str]:
    """The codes that a game gives reasons with, its own and those it shares."""
    return codes_in(PACKAGE / "games" / game / "reasons.py") | codes_in(PACKAGE / "shared_refusals.py")


def codes_in(source: Path) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    given = [
        call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("illegal", "unreadable")
    ]
    assert all(isinstance(code, ast.Constant) for code in given), f"a code in {source.name} is not written out"
    return {str(code.value) for code in given if isinstance(code, ast.Constant)}
