"""Load for a server: simulated players on this machine who know no rule and play what they are offered."""

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import socket
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.games import GAMES

Json = dict[str, Any]
Progress = Callable[[str], None]

STARTING = 60.0
LONGEST_ANSWER = 20.0
WARM_UP = 1.0
LETTING_GO = 30.0
"""Seconds that a server may take to forget the tables that nobody looks at."""
AT_ONCE = 20
PLACING = 0.8
"""How often a tile is placed where that is possible."""
KB = 1000


@dataclass
class Load:
    """What the simulated players do."""

    game: str = "copenhagen"
    tables: int = 12
    players: int = 2
    rate: float = 0  # moves a second of all together; 0: as fast as they can
    seconds: float = 10
    idle: int = 500  # tables that are started and left
    silent: int = 200  # clients who look and do nothing


class Server:
    """A server process of its own, on the first core if there are several; the load comes from the others."""

    def __init__(self, db: str, folder: Path, *options: str) -> None:
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._log = folder / "server.log"
        given = ["--no-open", "--port", str(self.port), "--db", db, "--log", "warning", *options]
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self.pinned = len(cores) > 1
        if self.pinned:
            os.sched_setaffinity(0, cores[:1])  # a child begins with it
        with self._log.open("wb") as log:
            self._process = subprocess.Popen([sys.executable, "-m", "nyhavn", "serve", *given], stderr=log)
        if self.pinned:
            os.sched_setaffinity(0, cores[1:])
        self._cores = cores

    def wait(self) -> float:
        """Until it can play; how many seconds that took."""
        begun = time.monotonic()
        while time.monotonic() < begun + STARTING and self._process.poll() is None:
            try:
                Person(self.port)
            except (OSError, HTTPException):
                time.sleep(0.01)
            else:
                return time.monotonic() - begun
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        raise ValueError(f"the server does not start: {lines[-1] if lines else 'it says nothing'}")

    def restrict(self, descriptors: int) -> None:
        """Let it have no more file descriptors than that, where the system can."""
        if sys.platform == "linux":
            import resource

            resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, (descriptors, descriptors))

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        if self.pinned:
            os.sched_setaffinity(0, self._cores)

    def memory(self) -> int | None:
        """Bytes in memory, where the system tells."""
        try:
            lines = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8").splitlines()
        except OSError:
            return None
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))

    def work(self) -> float | None:
        """Seconds of a processor that it has used, where the system tells."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8")
        except OSError:
            return None
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def rooms(self) -> int:
        """Tables in its memory."""
        lines = str(Person(self.port).ask("GET", "/metrics")).splitlines()
        return next(int(float(line.split()[1])) for line in lines if line.startswith("nyhavn_rooms "))


class Person:
    """Somebody with a cookie, who has all seats of a table."""

    def __init__(self, port: int, address: str = "") -> None:
        self.port = port
        self.cookie = ""
        self.address = {"X-Forwarded-For": address} if address else {}  # as a proxy would tell where they come from
        self.ask("GET", "/api/v1/me")

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        line = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST_ANSWER)
        try:
            headers = {"Content-Type": "application/json", "Cookie": self.cookie, **self.address}
            line.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = line.getresponse()
            told = answer.read()
            given = answer.headers["Set-Cookie"]
            kind = answer.headers["Content-Type"]
        finally:
            line.close()
        if answer.status >= 400:
            raise ValueError(f"{method} {path}: {told.decode()[:200]}")
        self.cookie = given.partition(";")[0] if given else self.cookie
        return orjson.loads(told) if "json" in kind else told.decode()

    def make(self, game: str, seats: int) -> str:
        """A table that starts at once."""
        wanted = {"game": game, "players": seats, "seats": [{"kind": "me"}] * seats}
        return str(self.ask("POST", "/api/v1/tables", wanted)["id"])

    @asynccontextmanager
    async def live(self, table: str, seat: int | None) -> AsyncIterator[tuple[ClientConnection, Json]]:
        """A live connection, and how things stand there."""
        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{table}/live"
        headers = {"Cookie": self.cookie, **self.address}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as line:
            await line.send(json.dumps({"id": "subscribe", "subscribe": {"since": 0, "seat": seat}}))
            while "view" not in (told := orjson.loads(await line.recv())):
                pass
            yield line, told


def some_move(components: Json, choices: Json, luck: random.Random) -> str:
    """One of the moves that are offered, mostly one that places a tile."""
    shapes = [(tile, shape) for tile in choices["tiles"] for shape in tile["shapes"] if shape["legal"]]
    if not shapes or (choices["moves"] and luck.random() > PLACING):
        return str(luck.choice(choices["moves"]))
    tile, shape = luck.choice(shapes)
    anchor = luck.choice(list(cells_of(shape["legal"])))
    payments = tile["touching"] if shape["touching"] >> anchor & 1 else tile["payments"]
    drawn = components["shapes"][tile["tile"]][shape["shape"]]
    cells = [NAMES[anchor + x + components["width"] * y] for x, y in drawn["cells"]]
    mark = luck.choice([*drawn["marks"], *([None] if tile["without_mark"] else [])])
    if mark is not None:
        cells[mark] += "*"
    verb, word = components["placing"]
    return " ".join([verb, tile["tile"], *cells, word, luck.choice(payments)["pay"]])


def components_of(port: int, game: str) -> Json:
    told: Json = Person(port).ask("GET", "/api/v1/games")["games"][game]
    return {**told, "shapes": {tile["tile"]: tile["shapes"] for tile in told["tiles"]}}


@dataclass
class Table:
    """A table in play, and how long it took until everybody there knew of a move."""

    person: Person
    load: Load
    components: Json
    luck: random.Random
    end: float
    latencies: list[tuple[float, float]] = field(default_factory=list)  # when everybody knew, and after how long
    sent: dict[str, float] = field(default_factory=dict)
    accepted: list[tuple[int, float]] = field(default_factory=list)
    known: list[int] = field(default_factory=list)

    async def play(self) -> None:
        """One game after the other."""
        while time.perf_counter() < self.end:
            await self.play_one()

    async def play_one(self, table: str = "") -> None:
        """A game, as far as it comes: a new one, or one that was begun."""
        table = table or await asyncio.to_thread(self.person.make, self.load.game, self.load.players)
        self.sent, self.accepted, self.known = {}, [], [0] * self.load.players
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(self.person.live(table, seat)) for seat in range(self.load.players)
            ]
            await asyncio.gather(*(self._sit(seat, *line) for seat, line in enumerate(lines)))

    async def _sit(self, seat: int, line: ClientConnection, told: Json) -> None:
        """Move when it is time; whoever thinks goes on listening."""
        planned: tuple[float, Json] | None = None  # when to move, and what is offered
        while True:
            if "event" in told or "view" in told:
                self.known[seat] = told["n"]
                choices = told.get("choices")
                if (told.get("table") or {}).get("status") == "over":
                    return
                if choices is not None and not choices["plan"]:
                    planned = (time.perf_counter() + self._thinking(), choices)
            elif "refused" in told:
                raise ValueError(f"a move was refused: {told['sentence']}")
            elif "ack" in told:
                self.accepted.append((told["n"], self.sent.pop(told["ack"])))
            self._count()
            received = None
            while received is None:
                now = time.perf_counter()
                if planned is not None and now >= planned[0]:
                    await self._move(line, planned[1])
                    planned = None
                try:
                    until = min(self.end, planned[0]) if planned is not None else self.end
                    received = await asyncio.wait_for(line.recv(), max(0.001, until - now))
                except TimeoutError:
                    if time.perf_counter() >= self.end:
                        return
            told = orjson.loads(received)

    def _thinking(self) -> float:
        return self.luck.expovariate(self.load.rate / self.load.tables) if self.load.rate else 0.0

    async def _move(self, line: ClientConnection, choices: Json) -> None:
        move = some_move(self.components, choices, self.luck)
        name = f"{self.luck.getrandbits(64):x}"
        self.sent[name] = time.perf_counter()
        await line.send(json.dumps({"id": name, "move": move}))

    def _count(self) -> None:
        """Moves that everybody knows by now."""
        now, all_know = time.perf_counter(), min(self.known)
        while self.accepted and self.accepted[0][0] <= all_know:
            began = self.accepted.pop(0)[1]
            self.latencies.append((now, now - began))


def measure(load: Load, db: str | None, progress: Progress) -> Json:
    """Start a server, and tell what it can do."""
    if load.game not in GAMES:
        raise ValueError(f"a game is one of {', '.join(GAMES)}, not {load.game[:40]!r}")
    with started(db, progress) as (server, took):
        figures: Json = {
            "game": load.game,
            "tables": load.tables,
            "players": load.players,
            "db": (db or "sqlite").partition(":")[0],
            "pinned": server.pinned,
            "start_seconds": round(took, 2),
        }
        return figures | asyncio.run(_measure(load, server, progress))


@contextmanager
def started(
    db: str | None, progress: Progress, limits: float = 0, descriptors: int | None = None
) -> Iterator[tuple[Server, float]]:
    progress("starting a server")
    with tempfile.TemporaryDirectory(prefix="nyhavn-") as folder:
        server = Server(db or f"sqlite:///{Path(folder) / 'bench.db'}", Path(folder), "--limits", str(limits))
        if descriptors:
            server.restrict(descriptors)
        try:
            yield server, server.wait()
        finally:
            server.stop()


async def _measure(load: Load, server: Server, progress: Progress) -> Json:
    components = components_of(server.port, load.game)
    progress("warming up")
    await _play(load, server, components, WARM_UP)
    memory = await _measure_memory(load, server, progress)
    progress(f"{load.tables} tables with {load.players} players each")
    work, begun = server.work(), time.perf_counter()
    latencies = await _play(load, server, components, load.seconds)
    took, used = time.perf_counter() - begun, server.work()
    # The first tables begin while others are still being made.
    inside = [latency for when, latency in latencies if when > begun + min(WARM_UP, load.seconds / 4)]
    span = load.seconds - min(WARM_UP, load.seconds / 4)
    if len(inside) < 2:
        raise ValueError("too few moves were played to tell anything: give more --seconds")
    cuts = statistics.quantiles(inside, n=100)
    return {
        "moves": len(latencies),
        "moves_per_second": round(len(inside) / span),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "work_ms_per_move": None if work is None or used is None else round((used - work) / len(latencies) * 1000, 2),
        "core_used": None if work is None or used is None else round((used - work) / took, 2),
        **memory,
    }


async def _play(load: Load, server: Server, components: Json, seconds: float) -> list[tuple[float, float]]:
    end = time.perf_counter() + seconds
    persons = await asyncio.gather(*(asyncio.to_thread(Person, server.port) for _ in range(load.tables)))
    tables = [Table(one, load, components, random.Random(number), end) for number, one in enumerate(persons)]
    await asyncio.gather(*(table.play() for table in tables))
    return [latency for table in tables for latency in table.latencies]


async def _measure_memory(load: Load, server: Server, progress: Progress) -> Json:
    """What a table that nobody looks at costs, and a client that only looks, at a table of its own."""
    person = Person(server.port)
    empty = await _settled(server)
    progress(f"{load.idle} tables that nobody looks at")
    tables: list[str] = []
    for _ in range(0, load.idle, AT_ONCE):
        made = [asyncio.to_thread(person.make, load.game, load.players) for _ in range(AT_ONCE)]
        tables += await asyncio.gather(*made)
    idle = await _settled(server)
    progress(f"{load.silent} clients who only look")
    async with AsyncExitStack() as stack:
        for table in tables[: load.silent]:
            await stack.enter_async_context(person.live(table, 0))
        silent = server.memory()
    if empty is None or idle is None or silent is None:
        return {"empty_mb": None, "idle_table_kb": None, "silent_client_kb": None}
    return {
        "empty_mb": round(empty / KB**2, 1),
        "idle_table_kb": round((idle - empty) / KB / len(tables), 1),
        "silent_client_kb": round((silent - idle) / KB / min(load.silent, len(tables)), 1),
    }


async def _settled(server: Server) -> int | None:
    """The memory of a server that has let go of every table."""
    end = time.monotonic() + LETTING_GO
    while await asyncio.to_thread(server.rooms):
        if time.monotonic() > end:
            raise ValueError("the server does not let go of tables that nobody looks at")
        await asyncio.sleep(0.2)
    return server.memory()
