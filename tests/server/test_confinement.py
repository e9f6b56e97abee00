"""What the code of others can touch: real processes with bots that try."""

import asyncio
import json
import platform
import shutil
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

import nyhavn
from nyhavn import compiled
from nyhavn.bots import Budget, Observation, observe
from nyhavn.server import confinement
from nyhavn.server.worker_process import ThoughtError, WorkerProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not confinement.is_possible(), reason="this system cannot confine a process"),
]
NAME = "burglars"
DENIED = "PermissionError"
ATTEMPTS = {
    "reads-the-database": DENIED,
    "lists-the-folder-of-the-database": DENIED,
    "writes-to-the-database": DENIED,
    "reads-what-lies-beside-it": DENIED,
    "reads-who-there-is": DENIED,
    "reads-what-the-server-was-told": DENIED,
    "reads-by-a-program-that-it-starts": "CalledProcessError",
    "connects-to-the-server": DENIED,
    "ends-the-server": DENIED,
    "changes-what-the-server-runs": DENIED,
    "leaves-something-for-others": DENIED,
    "takes-all-memory": "MemoryError",
    "opens-a-thousand-files": "OSError",
}
if platform.machine() in confinement.CALLS:
    ATTEMPTS |= {
        "sends-a-packet": DENIED,
        "asks-a-database-in-a-folder": DENIED,
        "starts-a-program-that-gets-away": DENIED,
        "starts-a-program-in-a-group-of-its-own": DENIED,
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The bots, and beside them where to find what they are after."""
    database = tmp_path_factory.mktemp("kept") / "nyhavn.db"
    database.write_text("all hands")
    folder = tmp_path_factory.mktemp("bots")
    file = folder / f"{NAME}.py"
    shutil.copy(Path(__file__).with_name(f"{NAME}.py"), file)
    (folder / "neighbour.txt").write_text("somebody else's")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        places = {
            "database": str(database),
            "neighbour": str(folder / "neighbour.txt"),
            "port": listening.getsockname()[1],
            "kernels": str(compiled.home()),
            "temporary": tempfile.gettempdir(),
        }
        (folder / f"{NAME}-places.json").write_text(json.dumps(places))
        yield file


def seen() -> Observation:
    return observe(nyhavn.new_game("copenhagen", players=2, seed=1), 0)


async def choose(process: WorkerProcess, bot: str) -> str:
    given = {"bot": bot, "observation": seen(), "seed": 1, "budget": Budget(seconds=0.1)}
    move: str = await process.ask("choose", given, 30)
    return move


Story = Callable[[WorkerProcess], Awaitable[None]]


def with_process(file: Path, story: Story) -> None:
    """A story with a process that runs these bots; it is ended afterwards."""

    async def told() -> None:
        process = WorkerProcess(("file", str(file)))
        try:
            await story(process)
        finally:
            await process.end()

    asyncio.run(told())


def test_a_bot_of_others_reaches_nothing_but_its_own(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_DATABASE_URL", "postgresql://ada:swordfish@localhost/nyhavn")

    async def story(process: WorkerProcess) -> None:
        assert await choose(process, "minds-its-own-business") in seen().moves
        for bot, error in ATTEMPTS.items():
            with pytest.raises(ThoughtError) as caught:
                await choose(process, bot)
            assert str(caught.value).startswith(error), (bot, caught.value)
        assert await choose(process, "minds-its-own-business") in seen().moves

    with_process(file, story)


def test_it_thinks_with_what_is_compiled_and_changes_none_of_it(file: Path) -> None:
    async def story(process: WorkerProcess) -> None:
        assert await choose(process, "leans-on-greedy") in seen().moves

    with_process(file, story)


def test_it_has_no_processor_while_nobody_asks_it(file: Path) -> None:
    async def story(process: WorkerProcess) -> None:
        for _ in range(2):  # it goes on when it is asked again
            await choose(process, "ponders")
            assert process.pid is not None
            deadline = time.monotonic() + 10
            while state(process.pid)[0] != "T":
                assert time.monotonic() < deadline, "it does not stand still"
                await asyncio.sleep(0.01)
            used = state(process.pid)[11:13]
            await asyncio.sleep(0.2)
            assert state(process.pid)[11:13] == used

    with_process(file, story)


def state(pid: int) -> list[str]:
    """What Linux tells of a process: how it is, and later what it has used of the processor."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def goes_on(pid: int) -> bool:
    try:
        return state(pid)[0] not in "XZ"
    except OSError:
        return False


def test_its_folder_and_what_it_started_go_with_it(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def story() -> None:
        process = WorkerProcess(("file", str(file)))
        await choose(process, "starts-a-program")
        (folder,) = tmp_path.iterdir()
        started = int((folder / "started").read_text())
        assert goes_on(started)
        await process.end()
        assert not list(tmp_path.iterdir())
        deadline = time.monotonic() + 10
        while goes_on(started):
            assert time.monotonic() < deadline, "it goes on"
            await asyncio.sleep(0.01)

    asyncio.run(story())
