"""A real server in a process of its own, and people who use it through real sockets."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from nyhavn.table.patches import apply
from tests import choosing

Json = dict[str, Any]
START_SECONDS = 60.0
ANSWER_SECONDS = 20.0


class Server:
    """`nyhavn serve`, to be stopped, killed and started again."""

    def __init__(self, db: str, folder: Path, *options: str, port: int | None = None) -> None:
        self.db = db
        self.options = options
        self.log = folder / f"server-{time.monotonic_ns()}.log"
        self.port = port or free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> "Server":
        given = ["serve", "--no-open", "--port", str(self.port), "--db", self.db, *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, "-m", "nyhavn", *given], stdout=log, stderr=log)
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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(db: str, folder: Path, *options: str) -> Iterator[Server]:
    """A server for quick tests: no pauses, no limits."""
    server = Server(db, folder, "--bot-pause", "0", "--limits", "0", *options)
    try:
        yield server.start()
    finally:
        server.stop()


class Refused(Exception):
    """What the server would not do."""

    def __init__(self, answer: Json) -> None:
        super().__init__(answer["code"])
        self.code: str = answer["code"]
        self.answer = answer


class Person:
    """Somebody with a browser: a cookie, and what one can ask for with it."""

    def __init__(self, url: str, name: str = "") -> None:
        self.name = name
        self.http = httpx.Client(base_url=url, timeout=ANSWER_SECONDS)
        self.get("/api/v1/me")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        response = self.http.request(method, path, json=body)
        if response.is_error:
            raise Refused(response.json())
        return response.json() if "json" in response.headers["content-type"] else response.text

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, {} if body is None else body)

    def make(self, game: str = "copenhagen", players: int = 2, **more: Any) -> Json:
        made: Json = self.post("/api/v1/tables", {"game": game, "players": players, "name": self.name, **more})
        return made

    def sit(self, table: str, seat: int) -> Json:
        told: Json = self.post(f"/api/v1/tables/{table}/seats/{seat}", {"name": self.name})
        return told

    def live(self, table: str, seat: int | None = None, since: int | None = None, url: str | None = None) -> "Live":
        return Live(url or str(self.http.base_url), table, self.http.cookies, seat, since)


class Live:
    """A live connection that keeps its view as a client does: by patches only."""

    def __init__(
        self,
        url: str,
        table: str,
        cookies: httpx.Cookies,
        seat: int | None,
        since: int | None,
        subscribe: bool = True,
        headers: dict[str, str] | None = None,
    ) -> None:
        cookie = "; ".join(f"{one.name}={one.value}" for one in cookies.jar)
        address = f"{url.rstrip('/').replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        self.socket: ClientConnection = connect(
            address,
            additional_headers={"Cookie": cookie, **(headers or {})},
            open_timeout=ANSWER_SECONDS,
            max_size=None,
            max_queue=None,
        ).__enter__()  # it wants to be a context manager; `close` is its end
        self.frames: list[Json] = []
        self.events: list[Json] = []
        self.view: Json | None = None
        self.choices: Json | None = None
        self.table: Json = {}
        self.n = since or 0
        self.sent = 0
        self.undo = 0
        self.held: str | None = None
        self.presence: Json = {}
        self.hello = self.receive()
        if subscribe:
            self.subscribe(seat, since)

    def receive(self, timeout: float = ANSWER_SECONDS) -> Json:
        """The next frame, taken in."""
        frame: Json = orjson.loads(self.socket.recv(timeout))
        self.frames.append(frame)
        if "event" in frame:
            self.take(frame)
        if "presence" in frame:
            self.presence = frame
        return frame

    def take(self, frame: Json) -> None:
        self.n = frame["n"]
        self.events.append(frame)
        self.table = frame.get("table") or self.table
        if frame.get("view") is not None:
            self.view = frame["view"]
        elif self.view is not None:
            self.view = apply(self.view, frame.get("patch", []))
        if "undo" in frame:
            self.choices, self.undo, self.held = frame["choices"], frame["undo"], frame["held"]

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else orjson.dumps(message).decode())

    def subscribe(self, seat: int | None = None, since: int | None = None) -> Json:
        answer = self.do(subscribe={"since": since, "seat": seat})
        self.n = answer["n"]
        self.events += answer["events"]
        self.table, self.view, self.choices = answer["table"], answer["view"], answer["choices"]
        self.undo, self.held = answer["undo"], answer["held"]
        return answer

    def do(self, name: str | None = None, **message: Any) -> Json:
        """Send a message and wait for its answer; what happens meanwhile is taken in."""
        self.sent += 1
        name = name or f"{id(self)}-{self.sent}"
        self.send({"id": name, **message})
        while True:
            frame = self.receive()
            if frame.get("ack") == name:
                return frame
            if "refused" in frame and frame["refused"] in (name, None):
                raise Refused(frame)

    def until(self, n: int) -> None:
        """Take in events up to a number."""
        while self.n < n:
            self.receive()

    def close(self) -> None:
        self.socket.close()

    @property
    def turn(self) -> int | None:
        return None if self.view is None else self.view["turn"]


def some_move(game: str, choices: Json, rng: random.Random) -> str:
    """One of the moves that are offered, mostly one that places a tile: all that a client without rules can know."""
    places = list(choosing.places(game, choices))
    if places and (not choices["moves"] or rng.random() < 0.8):
        place = rng.choice(places)
        return choosing.move(game, place, rng.choice(choosing.payments(place)))
    return str(rng.choice(choices["moves"]))


__all__ = ["ConnectionClosed", "Live", "Person", "Refused", "Server", "free_port", "served", "some_move"]
