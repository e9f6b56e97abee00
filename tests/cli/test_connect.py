"""`nyhavn connect`: a program at a table of a real server."""

import json
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import nyhavn
from nyhavn.bots import observe
from nyhavn.bots.messages import write_observation
from nyhavn.cli.connect import read_link
from nyhavn.client_seat import history
from nyhavn.records import retrace
from tests.server.serving import Person, Server, check_log, served, some_move

BUILDER = Path(__file__).resolve().parents[2] / "examples" / "programs" / "builder.py"
HEARD = """
import runpy, sys
def heard(lines):
    with open({log!r}, "w", buffering=1) as log:
        for line in lines:
            log.write(line)
            yield line
sys.stdin = heard(sys.stdin)
runpy.run_path({builder!r})
"""
"""The builder, with all that it is told written to a file."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as running:
        yield running
    check_log(running)


@pytest.fixture
def host(server: Server) -> Iterator[Person]:
    person = Person(server.url, "Ida")
    yield person
    person.close()


def connected(url: str, *command: str, more: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    given = [sys.executable, "-m", "nyhavn", "connect", *more, url, "--", *command]
    return subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def play_along(host: Person, table: str, guest: subprocess.Popen[str]) -> None:
    """The host of the table plays at random, until the game is over or the guest is gone."""
    rng = random.Random(1)
    live = host.live(table, 0, since=0)
    while live.table["status"] in ("open", "playing") and guest.poll() is None:
        if live.must_decide and live.choices is not None:
            live.do(move=some_move(live.table["game"], live.choices, rng))
        else:
            with suppress(TimeoutError):
                live.receive(1)
    live.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_program_plays_a_whole_game_and_knows_what_its_seat_knows(
    game: str, host: Person, server: Server, tmp_path: Path
) -> None:
    log, script = tmp_path / "log", tmp_path / "heard.py"
    script.write_text(HEARD.format(log=str(log), builder=str(BUILDER)))
    table = host.make(game, 2)
    guest = connected(f"{server.url}/#/t/{table['id']}", sys.executable, str(script))
    play_along(host, table["id"], guest)
    out, err = guest.communicate(timeout=60)
    assert guest.returncode == 0, err
    assert "builder in Python has seat 1" in err
    assert "won, with" in err

    told = [json.loads(line) for line in log.read_text().splitlines()]
    observations = [one for one in told if one["type"] == "observation"]
    assert [one["type"] for one in told[:3]] == ["hello", "new game", "observation"]
    assert sum(one["type"] == "new game" for one in told) == 1
    state = nyhavn.parse_record(host.get(f"/api/v1/tables/{table['id']}/record"))
    expected = [write_observation(observe(before, 1)) for before in retrace(state) if before.turn == 1]
    assert len(out.splitlines()) == len(expected) == len(observations)
    for one, other in zip(observations, json.loads(json.dumps(expected)), strict=True):
        assert {name: one[name] for name in other} == other


@pytest.mark.slow
def test_a_program_that_fails_is_told_about_and_the_game_stays(host: Person, server: Server, tmp_path: Path) -> None:
    script = tmp_path / "quitter.py"
    hello = {"type": "hello", "protocol": 1, "games": ["copenhagen"]}
    script.write_text(
        f"input(); print({json.dumps(json.dumps(hello))}, flush=True); input(); input(); raise SystemExit(3)"
    )
    table = host.make("copenhagen", 2)
    guest = connected(f"{server.url}/#/t/{table['id']}", sys.executable, str(script), more=("--name", "Quitter"))
    play_along(host, table["id"], guest)
    _, err = guest.communicate(timeout=60)
    assert guest.returncode == 2
    assert "the program gave no move: it ended with exit code 3" in err
    assert host.get(f"/api/v1/tables/{table['id']}")["status"] == "playing"


@pytest.mark.slow
def test_no_seat_or_no_server_is_said_in_a_sentence(host: Person, server: Server) -> None:
    table = host.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    program = shlex.split(f"{sys.executable} {BUILDER}")
    for url, sentence in (
        (f"{server.url}/#/t/{table['id']}", "no seat is open at this table"),
        (f"{server.url}/#/t/nothing", "no table"),
        ("http://127.0.0.1:9/#/t/nothing", "doesn't answer"),
        ("http://127.0.0.1:9/", "isn't an invitation"),
    ):
        guest = connected(url, *program)
        out, err = guest.communicate(timeout=60)
        assert guest.returncode == 2
        assert sentence in err
        assert err.count("\n") == 1
        assert out == ""


def test_links() -> None:
    assert read_link("https://example.org/#/t/abc") == ("https://example.org/", "t/abc")
    assert read_link("http://10.0.0.7:8000/nyhavn/#/c/KQ7") == ("http://10.0.0.7:8000/nyhavn/", "c/KQ7")
    for wrong in ("example.org/#/t/abc", "https://example.org/", "https://example.org/#/me/abc", "file:///#/t/a"):
        with pytest.raises(ValueError, match="isn't an invitation"):
            read_link(wrong)


def test_what_was_taken_back_is_not_history() -> None:
    told: list[dict[str, Any]] = [
        {"kind": "chance", "chance": "roll RRGBW"},
        {"kind": "chance"},
        {"kind": "move", "seat": 0, "move": "change RR W"},
        {"kind": "move", "seat": 0, "move": "change GG W"},
        {"kind": "chat", "seat": 1},
        {"kind": "undo", "seat": 0, "moves": 1},
        {"kind": "undo", "seat": 0, "moves": 0},
    ]
    expected = [{"chance": "roll RRGBW"}, {"seat": 0, "move": "change RR W"}]
    assert history([{"event": event} for event in told]) == expected
