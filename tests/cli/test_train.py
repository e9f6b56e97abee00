"""`nyhavn train`: it learns, tells how it fares, and draws it."""

import json
import sys
from pathlib import Path

import pytest

from nyhavn.cli import main
from nyhavn.cli.train import draw
from tests.cli import one_line


@pytest.mark.slow
def test_a_short_training_tells_how_it_fared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, kept = tmp_path / "rising.svg", tmp_path / "value.npz"
    asked = ["--games", "40", "--every", "20", "--trials", "2", "--rows", "16", "--against", "random"]
    assert main(["train", *asked, "--plot", str(plot), "--out", str(kept), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    games = [one["games"] for one in figures["tries"]]
    assert games[0] == 0
    assert games == sorted(set(games))
    assert games[-1] >= 40
    assert all(0 <= one["win_share"] <= 1 for one in figures["tries"])
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    assert kept.stat().st_size > 1000


def test_what_cannot_be_done_is_told_before_the_training(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--against", "nobody"]) == 2
    assert "there is no bot 'nobody'" in one_line(capsys.readouterr().err)
    for option in ("--plot", "--out"):
        assert main(["train", option, "no/folder/file"]) == 2
        assert "can't be written" in one_line(capsys.readouterr().err)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["train", "--plot", "rising.svg"]) == 2
    assert "nyhavn[plots]" in one_line(capsys.readouterr().err)


def test_the_same_figures_are_drawn_the_same(tmp_path: Path) -> None:
    figures = {"players": 2, "against": "greedy", "trials": 10, "tries": [{"games": 0, "win_share": 0.1}]}
    draw(figures, tmp_path / "one.svg")
    draw(figures, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
