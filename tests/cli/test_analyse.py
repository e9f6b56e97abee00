"""`nyhavn analyse`: as table, as plot and as JSON."""

import json
from pathlib import Path

import pytest

from nyhavn.cli import main
from tests.cli import game, one_line


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.nyhavn"
    path.write_text(game(6).record(), encoding="utf-8")
    return path


@pytest.mark.slow
def test_table_plot_page_and_json(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, page = tmp_path / "game.svg", tmp_path / "game.html"
    asked = ["analyse", str(record), "--budget", "64n", "--bot", "greedy"]
    assert main([*asked, "--plot", str(plot), "--report", str(page)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "share of a win" in told.out
    assert "take 1 2" in told.out
    assert f"The report is in {page}." in told.out
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert "<svg" in page.read_text(encoding="utf-8")
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["number"] for one in found["decisions"]] == [1, 2, 3, 4, 5, 6]
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--budget", "soon"], "'soon' isn't a valid budget"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--code", "nowhere.py"], "there is no file nowhere.py"),
    ],
)
def test_what_cannot_be_is_one_line(
    options: list[str], said: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(record), *options]) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""


def test_what_is_no_record_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("notes\n", encoding="utf-8")
    assert main(["analyse", str(path)]) == 2
    assert "line 1" in one_line(capsys.readouterr().err)
