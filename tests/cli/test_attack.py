"""`nyhavn bench attack`: the figures are all there, and attacks are told apart."""

import json

import pytest

from nyhavn.bench.server import attacks
from nyhavn.bench.server.bot_games import Waits
from nyhavn.cli import main
from nyhavn.cli.bench import attack
from tests.cli import one_line, run

pytestmark = pytest.mark.slow


def test_players_go_on_while_strangers_attack() -> None:
    done = run("bench", "attack", "--json", "--seconds", 1, "--rounds", 1, "--only", "pong flood")
    assert done.stderr == ""
    figures = json.loads(done.stdout)
    assert done.returncode == (0 if figures["attacks"]["pong flood"]["met"] else attack.MISSED)
    assert list(figures["attacks"]) == ["pong flood"]
    told = figures["attacks"]["pong flood"]
    assert told["attackers"]["connections"] >= 10
    assert told["attackers_elsewhere"]["connections"] >= 10, "they attack all the time, before it somebody else"
    assert told["during"]["moves"] > 1
    assert told["during"]["thrown_out"] == 0
    assert told["p50_ratio"] > 0
    assert told["before"]["lateness"]["p50_ms"] >= 0
    assert figures["undisturbed"]["moves"] > 1
    assert figures["rounds"] == 1


def test_an_attack_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "attack", "--only", "siege"]) == 2
    assert "an attack is one of ping flood" in one_line(capsys.readouterr().err)


MEASURED = {"p50_ms": 2.0, "p99_ms": 4.0}
WINDOW = {**MEASURED, "bot": MEASURED, "idea": MEASURED, "locked_out": 0, "thrown_out": 0, "newcomers": 9}


def told(
    p50: float = 1.0, p99: float = 1.0, bot: float = 1.0, idea: float | None = 1.0, **during: int
) -> attacks.Figures:
    return {
        "during": WINDOW | during,
        "p50_ratio": p50,
        "p99_ratio": p99,
        "bot": {"p50_ratio": 1.0, "p99_ratio": bot},
        "idea": {"p50_ratio": idea, "p99_ratio": None},
        "core_used": None,
    }


@pytest.mark.parametrize(
    ("name", "noticed", "met"),
    [
        ("ping flood", told(1.4, 1.9), True),
        ("ping flood", told(1.6), False),
        ("slow bodies", told(1.6), True),
        ("slow bodies", told(p99=2.1), False),
        ("slow bots", told(bot=2.1), False),
        ("ideas", told(idea=2.1), False),
        ("ideas", told(idea=None), True),
        ("slow bodies", told(locked_out=1), False),
        ("slow bodies", told(thrown_out=1), False),
    ],
)
def test_what_players_may_notice(name: str, noticed: attacks.Figures, met: bool) -> None:
    assert attacks.is_met(name, noticed) is met


def test_the_table_says_what_was_noticed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"ping flood": told(p99=1.5) | {"met": True}, "slow bodies": told(locked_out=3) | {"met": False}}
    measured = {"seconds": 1, "rounds": 2, "undisturbed": MEASURED, "attacks": figures}
    monkeypatch.setattr(attacks, "measure", lambda *_: measured)
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["bench", "attack"]) == attack.MISSED
    said = capsys.readouterr().out
    assert "1.50 ×" in said
    assert "yes" in said
    assert "NO" in said
    del figures["slow bodies"]
    assert main(["bench", "attack"]) == 0


def test_answers_that_have_not_come_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """In an attack also those that somebody waited for when it began."""
    now = [0.0]
    monkeypatch.setattr("nyhavn.bench.server.bot_games.time.perf_counter", lambda: now[0])
    waits = Waits()
    for begin, end in ((1.0, 2.0), (9.0, 13.0), (14.0, None)):
        now[0] = begin
        waits.begin()
        if end is not None:
            now[0] = end
            waits.end()
    now[0] = 20.0
    assert waits.within([(0.0, 10.0)]) == [1.0, 4.0]
    assert waits.within([(10.0, 20.0)]) == [6.0]
    assert waits.within([(10.0, 20.0)], overlapping=True) == [4.0, 6.0]
