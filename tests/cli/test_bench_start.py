"""`nyhavn bench start`: what somebody who types `make play` waits for."""

import json
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from nyhavn.bench import check, start
from nyhavn.cli import main
from nyhavn.cli.bench import tables
from nyhavn.games import game_names
from tests.cli import one_line, run

FIGURES = {
    "fresh": {"first_page_seconds": 50.0, "playable_seconds": 51, "bot_seconds": {"a": 61.5, "b": 59.25}},
    "later": {"first_page_seconds": 1.25, "playable_seconds": 1.3},
    "first_game_seconds": {"a": 0.5},
}


@pytest.mark.slow
def test_a_start_is_timed_until_a_bot_has_moved(tmp_path: Path) -> None:
    serve = f"{sys.executable} -m nyhavn serve --no-open --db sqlite:///{tmp_path / 'nyhavn.db'}"
    (tmp_path / "Makefile").write_text(f"play:\n\t@{serve}\n", encoding="utf-8")
    with start.Start(tmp_path, dict(os.environ)) as begun:
        times = [begun.page(), begun.playable(), *(begun.bot(game) for game in game_names())]
    assert times == sorted(times)
    assert times[0] > 0
    assert begun.process.returncode is not None, "it was stopped"


def test_a_start_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("play:\n\t@echo no network today\n", encoding="utf-8")
    with start.Start(tmp_path, dict(os.environ)) as begun, pytest.raises(ValueError, match="no network today"):
        begun.page()


@pytest.mark.parametrize("command", [start, check], ids=["start", "check"])
def test_it_needs_a_checkout(
    command: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert main(["bench", command.__name__.rpartition(".")[2]]) == 2
    assert "checkout" in one_line(capsys.readouterr().err)


def test_the_table_names_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    tables.start_table(FIGURES)
    said = " ".join(capsys.readouterr().out.split())
    assert "until the first page │ 50.00 s │ within 45 s │ NO" in said
    assert "until a bot has moved: a │ 61.50 s │ within 60 s │ NO" in said
    assert "until a bot has moved: b │ 59.25 s │ within 60 s │ yes" in said
    assert "until the first page │ 1.25 s │ within 1.5 s │ yes" in said
    assert "first game, compiled before: a │ 0.50 s │ under 1 s │ yes" in said


@pytest.mark.long
def test_a_fresh_clone() -> None:
    done = run("bench", "start", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures.keys() == {*FIGURES, "machine"}
    fresh, later = figures["fresh"], figures["later"]
    assert 0 < later["first_page_seconds"] < fresh["first_page_seconds"] <= fresh["playable_seconds"]
    assert fresh["bot_seconds"].keys() == figures["first_game_seconds"].keys() == set(game_names())
