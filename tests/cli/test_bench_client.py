"""`nyhavn bench client`: what does not depend on the machine is what was promised, and what is missing is told."""

import json
import sys
from pathlib import Path

import pytest

from nyhavn.bench import client
from nyhavn.cli import main
from nyhavn.cli.bench import tables
from nyhavn.games import game_names
from tests.cli import one_line, run


@pytest.mark.long
def test_the_table_pages_are_light_and_ask_nobody_else() -> None:
    done = run("bench", "client", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures["external_requests"] == 0
    for game in game_names():
        assert figures[game].keys() == {target.key for target in tables.CLIENT}
        assert 30 < figures[game]["kilobytes"] <= 150
        assert figures[game]["usable_seconds"] > 5 * client.DELAY_MS / 1000 / 2  # the delay was there
        assert 0 < figures[game]["longest_task_ms"] < figures[game]["longest_task_slower_ms"]


def test_without_playwright_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    monkeypatch.setattr(client, "STATIC", tmp_path)
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    assert main(["bench", "client"]) == 2
    assert "Playwright" in one_line(capsys.readouterr().err)


def test_without_the_built_client_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(client, "STATIC", tmp_path)
    assert main(["bench", "client"]) == 2
    assert "make client" in one_line(capsys.readouterr().err)
