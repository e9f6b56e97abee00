"""`nyhavn bench envs`: every loop is measured in one run, and what is not installed is told in a sentence."""

import json
import sys

import pytest

from nyhavn.bench.speed import environments
from nyhavn.cli import main
from nyhavn.envs.kernels import kernels_of
from nyhavn.games import game_names
from tests.cli import run


@pytest.mark.slow
def test_all_loops_of_both_games_are_in_the_json() -> None:
    for game in game_names():
        kernels_of(game)  # otherwise compiling them is noted
    done = run("bench", "envs", "--json", "--seconds", 0.01, "--rows", 64)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    for game in game_names():
        rates = {name: found["decisions_per_processor_second"] for name, found in figures[game].items()}
        assert list(rates) == list(environments.LOOPS)
        assert rates["batch"] > rates["batch_stepped"] > 0
        assert rates["batch"] > 10 * rates["pettingzoo"] > 0
        assert rates["batch"] > 10 * rates["openspiel"] > 0
    assert all(rates["decisions_per_processor_second"] > 0 for rates in figures["neighbours"].values())
    assert figures["machine"]["cores"]


@pytest.mark.slow
def test_what_is_not_installed_has_a_sentence_in_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for name in [name for name in sys.modules if name.startswith("nyhavn.envs.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["bench", "envs", "--seconds", "0.001", "--rows", "16"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("install nyhavn[openspiel]") == 2  # once for each game
    assert "at least 3,000,000" in printed
