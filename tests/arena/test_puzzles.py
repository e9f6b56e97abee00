"""Puzzles: what they promise, and that they are the same wherever they were mined."""

import json
import random
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from nyhavn import parse_position
from nyhavn.analysis.moves import gain
from nyhavn.arena import puzzles
from nyhavn.arena.logs import Log
from nyhavn.arena.matches import Line, Match, Slot
from nyhavn.arena.puzzles import LEAST, Mine, make_puzzles, self_play
from nyhavn.arena.workers import Processes
from nyhavn.bots import Budget, observe
from nyhavn.cli import main
from nyhavn.games import bots_of, rules_of
from tests.cli import one_line


class Backwards:
    """A cluster whose last game ends first; every third has a puzzle."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def play(self, match: Match, slots: Sequence[Slot]) -> Generator[Line, None, None]:
        for first in range(0, len(slots), 5):
            for slot in reversed(slots[first : first + 5]):
                self.played.append(slot.number)
                line: Line = {"number": slot.number, "table": list(slot.table), "rotation": 0}
                yield line if slot.number % 3 else line | {"puzzle": {"number": slot.number}}


@pytest.fixture(scope="module")
def mine() -> Mine:
    return self_play("copenhagen", 2, "planner", 1)


def test_the_first_puzzles_count_whichever_game_ends_first(mine: Mine) -> None:
    cluster = Backwards()
    told: list[int] = []
    found = make_puzzles(mine, 3, cluster, Log(mine), told.append)
    assert found == [{"number": number} for number in (0, 3, 6)]
    assert len(cluster.played) == 10, "nothing is mined that is not needed but what was on its way"
    assert told == sorted(told)


def test_a_log_is_gone_on_with(mine: Mine, tmp_path: Path) -> None:
    log = Log(mine, tmp_path / "log.jsonl")
    first = make_puzzles(mine, 2, Backwards(), log)
    log.close()
    again, cluster = Log(mine, tmp_path / "log.jsonl"), Backwards()
    assert make_puzzles(mine, 2, cluster, again) == first
    assert cluster.played == [], "all is there"
    assert make_puzzles(mine, 3, cluster, again)[:2] == first
    assert 0 not in cluster.played
    again.close()


def test_games_that_were_not_mined_are_not_taken_for_such(mine: Mine, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Log(Match(mine.game, mine.players, mine.seed, rotated=False), path).close()
    with pytest.raises(ValueError, match="a different match: puzzles null there, 1 here"):
        Log(mine, path)


def test_where_there_are_too_few_those_there_are_count(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "GAMES_EACH", 1)
    assert len(make_puzzles(mine, 6, Backwards(), Log(mine))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_puzzle_is_what_it_says(game: str) -> None:
    """Judged once more with other luck, the best move still is much better than the obvious one."""
    match = self_play(game, 2, "planner", 5)
    (puzzle,) = make_puzzles(match, 1, Processes(), Log(match))
    state = parse_position(puzzle["position"], seed=1)
    assert (state.game, state.turn) == (game, puzzle["seat"])
    assert state.position(puzzle["seat"]) == puzzle["position"], "nothing is told that the seat cannot know"
    assert {puzzle["best"], *(one["move"] for one in puzzle["others"])} <= set(state.moves())
    assert puzzle["obvious"] in {one["move"] for one in puzzle["others"]}
    assert puzzle["best"] not in {one["move"] for one in puzzle["others"]}
    assert min(one["lost"] for one in puzzle["others"]) >= LEAST
    number = rules_of(game).moves.find_move
    best, obvious = number(puzzle["best"]), number(puzzle["obvious"])
    assert best is not None
    assert obvious is not None
    bots = bots_of(game)
    seen, budget = observe(state, puzzle["seat"]), Budget(nodes=2 * bots.review_playouts)
    assert gain(seen, obvious, best, budget, random.Random(9), bots.review_turns).gained > LEAST / 2


@pytest.mark.slow
def test_processes_make_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.jsonl"
        assert main(["puzzles", "make", "--count", "1", "--seed", "2", "--jobs", f"{jobs}", "--out", str(out)]) == 0
        assert capsys.readouterr().out.endswith(f"are in {out}\n")
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["game"] == "copenhagen"


def test_too_few_puzzles_are_an_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(puzzles, "make_puzzles", lambda *given: [])
    assert main(["puzzles", "make", "--count", "2", "--out", str(tmp_path / "none.jsonl")]) == 1
    assert "0 puzzles" in capsys.readouterr().out
    assert (tmp_path / "none.jsonl").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--game", "chess"], "chess"),
        (["--bot", "nobody"], "nobody"),
        (["--ray", "auto", "--jobs", "2"], "give one of them"),
        (["--out", "nowhere/puzzles.jsonl"], "nowhere"),
    ],
)
def test_a_bad_mine_is_one_line(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "make", "--out", str(tmp_path / "x.jsonl"), *options]) == 2
    assert said in one_line(capsys.readouterr().err)


def test_a_game_that_nobody_can_judge_has_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "way_of", lambda game: None)
    with pytest.raises(ValueError, match="there are no puzzles of it"):
        self_play("copenhagen", 2, "planner", 0)
