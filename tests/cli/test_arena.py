"""`nyhavn arena`: what is printed, what is written, and what happens when it is stopped."""

import json
import re
from pathlib import Path

import pytest

from nyhavn.cli import main
from tests.cli import COMMAND, one_line, run, stopped_by_hand

PLAYER = {"name", "games", "wins", "win_share", "low", "high", "mean_points", "failures", "ms_per_move", "rating"}
LATE = """\
from nyhavn.bots import register

@register("late")
def choose(seen, budget, rng):
    if len(seen.view["history"]) > 30:
        raise RuntimeError("tired")
    return seen.moves[0]
"""


def untimed(path: Path) -> list[dict[str, object]]:
    """The games of a log, in their order, without the time they took."""
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return [{key: value for key, value in game.items() if key != "ms"} for game in games]


@pytest.mark.slow
def test_json_is_all_that_is_printed() -> None:
    done = run("arena", "--game", "copenhagen", "--players", "greedy,random", "--games", 5, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures["games"] == 6
    assert [player["name"] for player in figures["players"]] == ["greedy", "random"]
    for player in figures["players"]:
        assert player.keys() == PLAYER
        assert 0 <= player["low"] <= player["win_share"] <= player["high"] <= 1
        assert player["win_share"] == player["wins"] / 6


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "random,random,random", "--games", "3", "--jobs", "1", "--cross"]) == 0
    said = capsys.readouterr().out
    assert "copenhagen: 12 games with 2 seeds, from seed 0" in said
    assert "share of the row against the column" in said
    assert re.search(r"Seats: seat 0 .* seat 1 ", said)
    assert re.search(r"A game has [\d.]+ turns", said)


def test_a_test_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--players", "greedy,random", "--sprt", "0,200", "--jobs", "1"]) == 0
    assert "SPRT: greedy is better than random: by 200 Elo rather than by 0" in capsys.readouterr().out


@pytest.mark.slow
def test_stopped_by_hand_it_goes_on_where_it_was(tmp_path: Path) -> None:
    log, whole = tmp_path / "match.jsonl", tmp_path / "whole.jsonl"
    match = ["arena", "--players", "greedy:1n,random", "--games", "24", "--seed", "11"]
    command = [*COMMAND, *match, "--log", str(log), "--json"]
    code, out, err = stopped_by_hand(command, log)
    assert (code, out) == (130, "")
    assert "Traceback" not in err
    kept = log.read_bytes()
    assert kept.endswith(b"\n")
    played = kept.count(b"\n") - 1
    assert 2 <= played < 24
    assert f"{played} of 24 games are in {log}; resume with: nyhavn arena --players greedy:1n,random --games 24" in err
    done = run(*command[len(COMMAND) :])
    assert (done.returncode, done.stderr) == (0, "")
    assert set(kept.splitlines()) <= set(log.read_bytes().splitlines()), "what was played stays"
    assert json.loads(done.stdout)["games"] == 24
    assert run(*match, "--log", whole, "--jobs", 1).returncode == 0
    assert untimed(log) == untimed(whole)


@pytest.mark.slow
def test_everything_is_written(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    own = "def choose(seen, budget, rng):\n    return seen.moves[-1]\n"
    bot.write_text(f"from nyhavn.bots import register\n@register('last')\n{own}", encoding="utf-8")
    files = {name: tmp_path / f"games.{name}" for name in ("html", "parquet", "jsonl")}
    match = ("arena", "--game", "roll-and-write", "--option", "mirror=true", "--code", bot, "--players", "last,random")
    wanted = ("--report", files["html"], "--dataset", files["parquet"], "--log", files["jsonl"])
    done = run(*match, "--games", 4, *wanted)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The report is in {files['html']}." in done.stdout
    assert all(path.stat().st_size > 1000 for path in files.values())
    assert len([path for path in tmp_path.iterdir() if path.is_file()]) == 4
    bot.write_text(bot.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert "a different match: its bots came from other files" in one_line(run(*match, "--log", files["jsonl"]).stderr)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--players greedy", "give 2 to 4 bots"),
        ("--players greedy,nobody", "there is no bot 'nobody'"),
        ("--players greedy,random:soon", "'soon' isn't a valid budget"),
        ("--players greedy,random --game chess", "there is no game 'chess'"),
        ("--players greedy,random --games 0", "--games"),
        ("--players greedy,random --option mirror=true", "mirror"),
        ("--players greedy,random --sprt 15", "such as 0,15"),
        ("--players greedy,random,random --sprt 0,15", "two players"),
        ("--players greedy,random --code nowhere.py", "there is no file nowhere.py"),
        ("--players greedy,random --dataset no/folder/x.parquet", "can't be written"),
        ("--players greedy,random --report .", "can't be written"),
        ("--games 3", "--players"),
    ],
)
def test_what_cannot_be_is_one_line(options: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *options.split()]) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""


@pytest.mark.parametrize(("option", "package"), [("--report", "matplotlib"), ("--dataset", "pyarrow")])
def test_what_is_not_installed_is_one_line(
    option: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("nyhavn.arena.optional_packages.find_spec", lambda name: None)
    assert main(["arena", "--players", "random,random", option, str(tmp_path / "out")]) == 2
    assert f"this needs {package}" in one_line(capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_bot_that_fails_is_one_line_and_nothing_is_half_written(jobs: int, tmp_path: Path) -> None:
    bot = tmp_path / "late.py"
    bot.write_text(LATE, encoding="utf-8")
    report = tmp_path / "report.html"
    done = run("arena", "--players", "late,random", "--code", bot, "--jobs", jobs, "--report", report)
    assert (done.returncode, done.stdout) == (2, "")
    told = one_line(done.stderr)
    assert re.search(r"late gave no move \(game 0\.\d, seed \d+, seat \d, after \d+ moves\): RuntimeError: tired", told)
    assert not report.exists()
