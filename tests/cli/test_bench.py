"""`nyhavn bench`: the figures are all there; how good they are depends on the machine."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from nyhavn.bench.speed import rules
from nyhavn.cli import main
from nyhavn.cli.bench import options, tables
from tests.cli import one_line, run
from tests.server.serving import Server, served

KEYS = {
    "threads_ratio",
    "step_moves_per_second",
    "text_decisions_per_second",
    "state_bytes",
    "copy_ns",
    "first_game_seconds",
    "compile_seconds",
}
FAKE = (
    '#include "rate.h"\n#include <stdio.h>\nint main(void){puts("C mode 0: " RATE " games/s 9.5M moves/s  stats 1");}'
)


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    """A program that says it plays a thousand games a second, with a header beside it."""
    (tmp_path / "rate.h").write_text('#define RATE "1000"\n', encoding="utf-8")
    source = tmp_path / "fake.c"
    source.write_text(FAKE, encoding="utf-8")
    return source


def check(figures: options.Figures) -> None:
    own = figures["copenhagen"]
    for players in ("2", "3", "4"):
        assert own[players]["moves_per_second"] > own[players]["games_per_second"] > 0
    assert own.keys() >= KEYS
    assert all(own[key] > 0 for key in KEYS if own[key] is not None)
    assert [key for key in KEYS if own[key] is None] in ([], ["compile_seconds"])  # on a very busy machine
    assert own["state_bytes"] <= 2048
    assert figures["import_seconds"] > 0
    assert figures["machine"]["cores"]


@pytest.mark.long
def test_json_is_all_that_is_printed() -> None:
    done = run("bench", "--json", "--seconds", 0.01)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    check(figures)
    assert figures["anchor"] is None
    assert figures["ratio_to_anchor"] is None


@pytest.mark.slow
def test_an_anchor_runs_beside(fake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "compile_seconds", lambda game, longest: 1.5)
    assert main(["bench", "--json", "--seconds", "0.01", "--anchor", str(fake)]) == 0
    figures = json.loads(capsys.readouterr().out)
    check(figures)
    assert figures["anchor"] == {"games_per_second": 1000}
    assert figures["ratio_to_anchor"] == figures["copenhagen"]["2"]["games_per_second"] / 1000


@pytest.mark.slow
def test_the_table_names_the_targets(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "compile_seconds", lambda game, longest: 21.0)
    assert main(["bench", "--seconds", "0.01"]) == 0
    said = capsys.readouterr().out
    for target in tables.PER_GAME:
        assert target.words in said
    assert "21.0 s │ under 20 s" in said
    assert "NO" in said
    assert "anchor" not in said


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("int main(void) { return x; }", "cannot be built"),
        ("int main(void) { return 1; }", "gives no games/s"),
        ("int main(void) { return 0; }", "gives no games/s"),
    ],
)
def test_a_bad_anchor_is_one_line(
    source: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.c"
    path.write_text(source, encoding="utf-8")
    assert main(["bench", "--seconds", "0.001", "--anchor", str(path)]) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""


def test_without_gcc_an_anchor_is_one_line(
    fake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(fake.parent))
    assert main(["bench", "--anchor", str(fake)]) == 2
    assert "needs gcc" in one_line(capsys.readouterr().err)


def test_rounds_are_as_many_as_were_asked_for() -> None:
    own = rules.Bench("copenhagen", 2)
    assert own.games(3) > 3 * 10
    assert (own.steps(500), own.decisions(50), own.copies(7)) == (500, 50, 7)


def test_the_best_chunk_counts() -> None:
    chunks: list[int] = []

    def run(rounds: int) -> int:
        chunks.append(rounds)
        time.sleep(rounds * 1e-5)
        return 3 * rounds

    rate = rules.best(run, 0.05)
    assert rate.moves_per_second == pytest.approx(3 * rate.per_second)
    assert 1000 < rate.per_second < 100_001
    assert len(set(chunks[-rules.CHUNKS :])) == 1


SERVER_KEYS = {target.key for target in tables.SERVER} | {
    "game",
    "tables",
    "players",
    "db",
    "pinned",
    "moves",
    "core_used",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rate"), [("copenhagen", 0), pytest.param("roll-and-write", 10, marks=pytest.mark.long)]
)
def test_a_server_under_load(game: str, rate: int) -> None:
    load = ("--game", game, "--tables", 3, "--players", 3, "--rate", rate, "--seconds", 3, "--idle", 20, "--silent", 5)
    done = run("bench", "server", "--json", *load)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures.keys() == SERVER_KEYS
    assert (figures["game"], figures["tables"], figures["players"], figures["db"]) == (game, 3, 3, "sqlite")
    assert figures["moves"] >= 3
    assert not rate or figures["moves_per_second"] < 3 * rate
    assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    assert not rate or figures["p50_ms"] < 1000 * 3 / rate / 2, "nobody's thinking is counted: all listen meanwhile"
    assert figures["work_ms_per_move"] > 0
    assert figures["work_ms_per_watcher"] < figures["work_ms_per_move"], "a watcher costs less than a player"
    assert figures["bytes_per_move"] > 100 * 3, "each of three players is told of each move"
    assert 0 < figures["started_mb"] <= figures["empty_mb"]


ENOUGH_MOVES = 100


def moves(server: Server) -> float:
    """How many were played there."""
    told = httpx.get(f"{server.url}/metrics").text
    return sum(float(count) for count in re.findall(r"^nyhavn_moves_total\{.*\} (\S+)$", told, re.MULTILINE))


@pytest.mark.slow
def test_a_server_that_runs_already_is_measured_while_it_is_restarted(tmp_path: Path) -> None:
    """As one behind a proxy is: people come back, and what was not answered counts as late."""
    load = ("--tables", 3, "--rate", 60, "--seconds", 8)
    with served(f"sqlite:///{tmp_path}/a.db", tmp_path) as server:
        url = f"{server.url}/"
        with ThreadPoolExecutor(1) as pool:
            measuring = pool.submit(run, "bench", "server", "--json", "--url", url, *load)
            while moves(server) < ENOUGH_MOVES:
                assert not measuring.done()
                time.sleep(0.05)
            server.stop()
            server.start()
            done = measuring.result()
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert figures.keys() == SERVER_KEYS
    assert figures["reconnects"] >= 1
    assert figures["moves"] >= ENOUGH_MOVES
    assert figures["p99_ms"] > figures["p50_ms"] > 0
    assert figures["work_ms_per_move"] is None


def test_the_table_of_a_server_names_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    tables.server_table(dict.fromkeys(SERVER_KEYS, 250) | {"p99_ms": 99.5, "idle_table_kb": None})
    said = capsys.readouterr().out
    assert "250 │ at least 800 │ NO" in " ".join(said.split())
    assert "99.5 ms" in said
    assert "an idle table" not in said, "what could not be measured is left out"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "options", "said"),
    [
        ("server", ["--db", "mysql://x/y"], "didn't start"),
        ("server", ["--db", "sqlite:///x.db", "--url", "http://127.0.0.1:1"], "give one of them"),
        ("server", ["--url", "http://127.0.0.1:1"], "there is no server at http://127.0.0.1:1"),
        ("server", ["--url", "nowhere"], "there is no server at nowhere"),
        ("server", ["--game", "chess"], "chess"),
        ("server", ["--players", "9"], "--players"),
        ("scale", ["--web", "0"], "from 1 to 32"),
        ("scale", ["--web", "two"], "from 1 to 32"),
        ("scale", ["--web", "1,,2"], "from 1 to 32"),
        ("scale", ["--game", "chess"], "chess"),
        ("scale", ["--workers", "-1"], "--workers"),
        ("strength", ["--only", "luck"], "'luck' is no part of this: choose from losses"),
        ("strength", ["--game", "chess"], "chess"),
        ("strength", ["--budget", "soon"], "isn't a valid budget"),
        ("strength", ["--bots", "nobody"], "there is no bot 'nobody'"),
        ("strength", ["--work", "0"], "--work"),
    ],
)
def test_a_bad_question_is_one_line(
    what: str, options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", what, *options]) == 2
    told = capsys.readouterr()
    assert said in one_line(told.err)
    assert told.out == ""


@pytest.mark.slow
def test_bots_are_measured() -> None:
    done = run("bench", "bots", "--json", "--seconds", 0.02)
    assert done.returncode == 0
    figures = json.loads(done.stdout)
    for game in ("copenhagen", "roll-and-write"):
        assert figures[game].keys() == {f"{bot}_nodes_per_second" for bot in ("mc", "search", "ismcts_plain")}
        assert all(rate > 10 for rate in figures[game].values())


@pytest.mark.slow
def test_reviews_are_measured() -> None:
    done = run("bench", "reviews", "--json", "--players", 2)
    assert done.returncode == 0
    figures = json.loads(done.stdout)
    assert figures["processes"] >= 1
    for game in ("copenhagen", "roll-and-write"):
        assert figures[game]["2"]["decisions"] > 20
        assert figures[game]["2"]["seconds"] > 0


@pytest.mark.long
def test_everything_is_one_document() -> None:
    done = run("bench", "--all", "--json", "--seconds", 0.01)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads(done.stdout)
    assert list(figures) == ["rules", "envs", "bots", "reviews", "server", "client", "start", "check"]
    check(figures["rules"])
    assert list(figures["server"]) == ["busy", "calm"]
    assert all(isinstance(found, dict) for found in figures.values())
