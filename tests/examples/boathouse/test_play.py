"""Boathouse at the keyboard, in the arena and as records: what every game has without an edit."""

import json
from pathlib import Path

import nyhavn
from nyhavn.bots import bot_names
from nyhavn.statistics import statistics_of
from tests.cli import run


def test_bots_that_need_nothing_but_rules_play_it() -> None:
    assert bot_names("boathouse") == ["random", "mc", "ismcts-plain"]


def test_a_game_in_the_terminal_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.nyhavn"
    typed = "?\nhelp\ntiles\nbuild Y9 a1\n" + "TAKE\n" * 6
    done = run("play", "--game", "boathouse", "--seed", 3, "--record", file, typed=typed)
    assert done.returncode == 0, done.stderr
    assert "build R2 a1 b1   a tile and its cells" in done.stdout
    assert "No: 'Y9' is no tile: there are R1, R2, Y1 and Y2." in done.stdout
    assert "The game is over." in done.stdout
    state = nyhavn.read_record(file)
    assert state.over
    assert run("verify", file).returncode == 0
    shown = run("replay", file)
    assert shown.returncode == 0, shown.stderr
    assert "seat 0, 0 points" in shown.stdout


def test_against_a_bot(tmp_path: Path) -> None:
    done = run("play", "--game", "boathouse", "--seed", 1, "--bots", "mc:50n", typed="take\n" * 3)
    assert "The game is over." in done.stdout, done.stdout + done.stderr


def test_the_arena_with_all_bots_that_it_has() -> None:
    players = "random,mc:100n,ismcts-plain:100n"
    done = run("arena", "--game", "boathouse", "--players", players, "--cross", "--games", 60, "--json")
    assert done.returncode == 0, done.stderr
    shares = {one["name"]: one["win_share"] for one in json.loads(done.stdout)["players"]}
    assert shares["random"] < 0.2
    assert min(shares["mc:100n"], shares["ismcts-plain:100n"]) > 0.5


def test_a_game_is_analysed_and_counted() -> None:
    state = nyhavn.new_game("boathouse", seed=5)
    while not state.over:
        state.play(state.moves()[-1])
    assert statistics_of(state) == {"turns": 6, "moves": 6, "seats": [{"turns": 3, "moves": 3}] * 2}
    from nyhavn.analysis.games import analyse
    from nyhavn.bots import Budget

    found = analyse(state, Budget(nodes=50))
    assert [one["seat"] for one in found["decisions"]] == [0, 1] * 3


def test_questions_need_something_that_is_counted() -> None:
    done = run("questions", "--game", "boathouse", "--bot", "random", "--games", 4)
    assert done.returncode == 2
    assert "has no statistics" in done.stderr


def test_compiling_knows_it() -> None:
    assert run("compile", "--envs").returncode == 0
    assert "boathouse: already compiled" in run("compile", "--envs").stdout
