"""`nyhavn bench attack`: the figures are all there, and attacks are told apart."""

import json

import pytest

from nyhavn.cli import attack, main
from tests.cli import one_line, run

pytestmark = pytest.mark.slow


def test_players_go_on_while_strangers_attack() -> None:
    done = run("bench", "attack", "--json", "--seconds", 1, "--rounds", 2, "--only", "pong flood")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert list(figures["attacks"]) == ["pong flood"]
    told = figures["attacks"]["pong flood"]
    assert told["attackers"]["connections"] >= 10
    assert told["during"]["moves"] > 1
    assert told["during"]["thrown_out"] == 0
    assert told["p50_ratio"] > 0
    assert figures["rounds"] == 2


def test_an_attack_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "attack", "--only", "siege"]) == 2
    assert "an attack is one of ping flood" in one_line(capsys.readouterr().err)


def test_the_table_says_what_was_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    window = {"p50_ms": 2.0, "p99_ms": 4.0, "locked_out": 0, "thrown_out": 0, "newcomers": 9}
    told = {
        "before": window,
        "during": window,
        "p50_ratio": 1.0,
        "p99_ratio": 1.5,
        "core_before": 0.2,
        "core_used": None,
    }
    worse = {**told, "during": {**window, "locked_out": 3}}
    attack._table({"seconds": 1, "rounds": 2, "attacks": {"ping flood": told, "slow bodies": worse}})
    said = capsys.readouterr().out
    assert "1.50 ×" in said
    assert "yes" in said
    assert "NO" in said
