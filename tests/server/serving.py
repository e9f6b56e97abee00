"""A real server in a process of its own, and people who use it through real sockets."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from nyhavn import client
from nyhavn.client import Json, Live, Refused, random_move
from tests.choice_client import components
from tests.ports import free_port
from tests.server import forked

START_SECONDS = 60.0
FEW_THOUGHTS = 8
"""Until a bot has moved: its own, as it may decide several times in a turn, and what begins meanwhile beside it."""


class Server:
    """`nyhavn serve`, to be stopped, killed and started again."""

    def __init__(self, db: str, folder: Path, *options: str, port: int | None = None) -> None:
        self.db = db
        self.options = options
        self.log = folder / f"server-{time.monotonic_ns()}.log"
        self.port = port or free_port()
        self.process: forked.Forked | subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> "Server":
        given = ["serve", "--no-open", "--port", str(self.port), "--db", self.db, *self.options]
        self.process = forked.start(given, self.log)
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until it can play."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                break
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log.read_text()[-2000:]}")

    @property
    def memory(self) -> int:
        """Kilobytes that the process has."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    @property
    def thoughts(self) -> float:
        """Moves of bots, hints and reviews that somebody has begun to think about."""
        lines = httpx.get(f"{self.url}/metrics").text.splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith("nyhavn_thought_wait_seconds_count"))

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator would."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        if self.process is None:
            return 0
        if self.process.poll() is None:
            os.kill(self.process.pid, number)
        return self.process.wait(20)


def check_log(server: "Server") -> None:
    """A server has nothing to complain about."""
    log = server.log.read_text()
    assert "Traceback" not in log, log[-4000:]
    assert '"level": "error"' not in log, log[-4000:]


@contextmanager
def served(db: str, folder: Path, *options: str) -> Iterator[Server]:
    """A server for quick tests: no pauses, no limits."""
    server = Server(db, folder, "--bot-pause", "0", "--limits", "0", *options)
    try:
        yield server.start()
    finally:
        server.stop()


@contextmanager
def served_without_complaint(folder: Path) -> Iterator[Server]:
    """Such a server on SQLite. Whatever is done to it, its log has no error in the end."""
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as server:
        yield server
    check_log(server)


class Person(client.Person):
    """Somebody whose tables begin as seated, so that tests know who does."""

    def make(self, game: str | None = None, players: int = 2, **more: Any) -> Json:
        return super().make(game, players, **{"order": "seated", **more})


def some_move(game: str, choices: Json, rng: random.Random) -> str:
    """One of the moves that are offered: all that a client without rules can know."""
    return random_move(components(game), choices, rng)


__all__ = ["ConnectionClosed", "Json", "Live", "Person", "Refused", "Server", "served", "some_move"]
