"""Bots of others at a real server, installed as a package: whatever they do, it hurts nobody else, and the table is
told what plays instead."""

import os
import random
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import strange_bots
from tests.server.persistent_players import Visit
from tests.server.protocol_checks import CheckedLive, CheckedPerson
from tests.server.serving import Json, Refused, Server, some_move

pytestmark = pytest.mark.slow
GAME = "copenhagen"


def install(folder: Path) -> None:
    """A package of somebody else, as pip would lay it down."""
    shutil.copy(strange_bots.__file__, folder / "strange_bots.py")
    info = folder / "strange_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[nyhavn.bots]\nstrange = strange_bots\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strange")


@pytest.fixture(scope="module")
def place(folder: Path) -> Iterator[Server]:
    install(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        patch.setenv("STRANGE_BOTS_NOTES", str(folder))
        server = Server(f"sqlite:///{folder / 'nyhavn.db'}", folder, "--bot-pause", "0", "--limits", "0").start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


@pytest.fixture
def ada(place: Server) -> Iterator[CheckedPerson]:
    person = CheckedPerson(place.url, "Ada")
    yield person
    person.go()


def sit_down(person: CheckedPerson, bot: str) -> CheckedLive:
    """At a table at which a bot is to begin."""
    table = person.make(GAME, 2, seats=[{"kind": "bot", "bot": bot, "name": "Ida"}, {"kind": "me"}])["id"]
    return person.live(table, 1, since=0)


def events(live: CheckedLive) -> list[Json]:
    """What was told until now."""
    return [message["event"] for message in live.events]


def told(live: CheckedLive) -> list[Json]:
    """What was told until the bot has moved."""
    while not any(event["kind"] == "move" for event in events(live)):
        live.receive(timeout=30)
    return events(live)


@pytest.mark.parametrize("bot", ["quits", "dies", "fails", "cheats"])
def test_a_bot_that_fails_ends_nothing_but_itself(bot: str, ada: CheckedPerson, place: Server) -> None:
    (failed,) = [event for event in told(sit_down(ada, bot)) if event["kind"] == "failed"]
    del failed["at"]
    assert failed == {"kind": "failed", "seat": 0, "bot": bot, "why": "error", "plays": "greedy", "rest": False}
    assert place.process is not None
    assert place.process.poll() is None
    assert "failed" not in [event["kind"] for event in told(sit_down(ada, "fine"))]


@pytest.mark.parametrize("bot", ["hangs", "stuck"])
def test_two_bots_that_hang_keep_no_other_one_waiting(bot: str, ada: CheckedPerson) -> None:
    """They have moved before the others are ended, which would be when they could begin."""
    hanging = [sit_down(ada, f"{bot}:5s") for _ in range(2)]
    others = [sit_down(ada, other) for other in ("fine", "greedy", "greedy:1s")]
    for live in others:
        assert "failed" not in [event["kind"] for event in told(live)]
    for live in hanging:
        assert events(ada.live(live.table["id"], 1, since=0)) == events(live), "nothing more happened there"
    for live in hanging:
        failed = next(event for event in told(live) if event["kind"] == "failed")
        assert (failed["why"], failed["plays"]) == ("time", "greedy")


def test_a_bot_that_fails_again_and_again_does_not_come_back(ada: CheckedPerson) -> None:
    live = sit_down(ada, "fails")
    luck = random.Random(1)
    for _ in range(60):
        if live.turn == 1 and live.choices:
            live.do(move=some_move(GAME, live.choices, luck))
        else:
            live.receive()
    assert [event["rest"] for event in events(live) if event["kind"] == "failed"] == [False, False, True]
    assert ada.get(f"/api/v1/tables/{live.place[1]}")["seats"][0]["standin"] == "greedy"


def test_what_a_bot_prints_goes_nowhere(ada: CheckedPerson, place: Server) -> None:
    assert "failed" not in [event["kind"] for event in told(sit_down(ada, "prints"))]
    log = place.log.read_text()
    assert "your base" not in log
    assert "a word to the log" not in log


def test_a_bot_that_looks_around_finds_its_own_seat_only(ada: CheckedPerson, place: Server) -> None:
    lives = [sit_down(ada, "pries") for _ in range(3)]
    for live in lives:
        assert "failed" not in [event["kind"] for event in told(live)], place.log.read_text()[-1000:]


def test_bots_of_others_are_listed_and_wrong_ones_refused(ada: CheckedPerson) -> None:
    names = [bot["name"] for bot in ada.get("/api/v1/bots")["bots"]]
    assert {"fine", "greedy", "hangs"} <= set(names)
    with pytest.raises(Refused, match="bot"):
        sit_down(ada, "nobody")
    with pytest.raises(Refused, match="bot"):
        sit_down(ada, "fine:9s")


def test_the_server_itself_never_imports_them(ada: CheckedPerson, place: Server, folder: Path) -> None:
    """Code that runs there could end it, write into its log, or read all hands."""
    assert "fine" in [bot["name"] for bot in ada.get("/api/v1/bots")["bots"]]
    for name in ("nobody", "strange", "strange_bots"):
        with pytest.raises(Refused, match="bot"):
            sit_down(ada, name)
    assert place.process is not None
    assert not (folder / str(place.process.pid)).exists()


def test_no_table_runs_a_command(ada: CheckedPerson, tmp_path: Path) -> None:
    """Programs play in the arena and in the terminal of whoever starts them."""
    made = tmp_path / "made"
    for bot in (f"cmd:touch {made}", f"cmd:sh -c 'touch {made}':1s", "cmd", f"file:{made}"):
        with pytest.raises(Refused, match="bot"):
            sit_down(ada, bot)
    assert not made.exists()


def stat(pid: int) -> list[str]:
    """State, parent and more of a process, as Linux tells it; it is dead if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["X", "0"]


def children(parent: int) -> set[int]:
    """The processes that a process has started."""
    pids = {int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit()}
    return {pid for pid in pids if stat(pid)[1] == str(parent)}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they end when they look for their next task")
def test_nothing_that_thinks_outlives_a_server_that_is_killed(tmp_path: Path, visit: Visit) -> None:
    file = tmp_path / "strange.py"
    shutil.copy(strange_bots.__file__, file)
    options = ("--bot-pause", "0", "--limits", "0", "--code", str(file))
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, *options).start()
    ada = visit(server)
    assert "hangs" in [bot["name"] for bot in ada.get("/api/v1/bots")["bots"]]
    told(sit_down(ada, "greedy"))
    sit_down(ada, "hangs")
    assert server.process is not None
    deadline = time.monotonic() + 30
    while len(thinking := children(server.process.pid)) < 2:  # one of ours, and one that hangs
        assert time.monotonic() < deadline, "nothing thinks"
        time.sleep(0.1)
    server.kill()
    deadline = time.monotonic() + 30
    while any(stat(pid)[0] not in "XZ" for pid in thinking):
        assert time.monotonic() < deadline, "something goes on without its server"
        time.sleep(0.1)


def test_a_server_takes_bots_from_a_file(tmp_path: Path, visit: Visit) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from nyhavn.bots import register\n"
        "@register('mine')\n"
        "def choose(observation, budget, rng):\n"
        "    return observation.moves[-1]\n"
    )
    broken = tmp_path / "broken.py"
    broken.write_text("import sys\nsys.exit(1)\n")
    options = ("--bot-pause", "0", "--limits", "0", "--code", str(file), "--code", str(broken))
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, *options).start()
    try:
        ada = visit(server)
        assert "mine" in [bot["name"] for bot in ada.get("/api/v1/bots")["bots"]]
        assert "failed" not in [event["kind"] for event in told(sit_down(ada, "mine"))]
    finally:
        server.stop()
    assert "bots not loaded" in server.log.read_text()
