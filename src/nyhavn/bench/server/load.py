"""Load for a server: simulated players on this machine who know no rule and play what they are offered."""

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from nyhavn.bench import processes
from nyhavn.client import AsyncLive, Json, Person, random_move
from nyhavn.games import default_game, find_game

Progress = Callable[[str], None]

STARTING = 60.0
WARM_UP = 1.0
WATCHERS = 8
"""At each table, to see what one more costs."""
LETTING_GO = 30.0
"""Seconds that a server may take to forget the tables that nobody looks at."""
AT_ONCE = 20
KB = 1000
RECONNECTING = 0.4
"""Seconds until a client whose connection has ended comes back, as in the browser."""
MEMORY = ("empty_mb", "idle_table_kb", "silent_client_kb")


@dataclass
class Load:
    """What the simulated players do."""

    game: str = field(default_factory=default_game)
    tables: int = 12
    players: int = 2
    rate: float = 0  # moves a second of all together; 0: as fast as they can
    seconds: float = 10
    idle: int = 500  # tables that are started and left
    silent: int = 200  # clients who look and do nothing
    watchers: int = 0  # of each table in play


class Server:
    """A server process of its own, on the first core if there are several; the load comes from the others. One that is
    not pinned runs wherever the system likes."""

    def __init__(self, db: str, folder: Path, *options: str, pin: bool = True) -> None:
        self.port = processes.free_port()
        self._log = folder / f"server-{self.port}.log"
        given = ["--no-open", "--port", str(self.port), "--log", "warning", *options]
        named = os.environ | {"NYHAVN_DB": db}  # its password is for nobody else
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self.pinned = pin and len(cores) > 1
        if self.pinned:
            os.sched_setaffinity(0, cores[:1])  # a child begins with it
        with self._log.open("wb") as log:
            self._process = subprocess.Popen([sys.executable, "-m", "nyhavn", "serve", *given], env=named, stderr=log)
        if self.pinned:
            os.sched_setaffinity(0, cores[1:])
        self._cores = cores

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def visit(self, address: str = "") -> Person:
        """Somebody new, from this address as a proxy would tell it."""
        return Person(self.url, headers={"X-Forwarded-For": address} if address else None)

    def wait(self) -> float:
        """Until it can play; how many seconds that took."""
        begun = time.monotonic()
        while time.monotonic() < begun + STARTING and self._process.poll() is None:
            try:
                self._try()
            except (httpx.TransportError, httpx.HTTPStatusError):
                time.sleep(0.01)
            else:
                return time.monotonic() - begun
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        raise ValueError(f"the server didn't start: {lines[-1] if lines else 'it gave no reason'}")

    def _try(self) -> None:
        """Ask something that is answered as soon as people are served."""
        self.visit().close()

    def restrict(self, descriptors: int) -> None:
        """Limit its file descriptors, where the system can."""
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
        return processes.memory(self._process.pid)

    def work(self) -> float | None:
        """Seconds of a processor that it has used, where the system tells."""
        return processes.work(self._process.pid)

    def family_work(self) -> float | None:
        """The same with the processes that think for it."""
        return processes.family_work(self._process.pid)

    def threads(self) -> list[int]:
        """The threads that it has, where the system tells."""
        return processes.threads(self._process.pid)

    def rooms(self) -> int:
        """Tables in its memory."""
        return int(self.metric("nyhavn_rooms"))

    def metric(self, name: str) -> float:
        """What a scraper gets under a name, of all labels together."""
        lines = httpx.get(f"{self.url}/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if re.match(rf"{name}[ {{]", line))


class Elsewhere(Server):
    """A server that somebody else has started, or several behind a proxy: nobody knows what they use."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self.pinned = False

    @property
    def url(self) -> str:
        return self._url

    def wait(self) -> float:
        begun = time.monotonic()
        try:
            self.visit().close()
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise ValueError(f"there is no server at {self.url[:120]}: {error}") from None
        return time.monotonic() - begun

    def stop(self) -> None:
        pass

    def memory(self) -> int | None:
        return None

    def work(self) -> float | None:
        return None


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
    bytes: int = 0  # that came, after everybody had joined
    moved: int = 0  # how often the line ended in play, as it does when a process is restarted

    async def play(self, first: str = "") -> None:
        """One game after the other; the first may have been made already."""
        while time.perf_counter() < self.end:
            await self.play_one(first)
            first = ""

    async def play_on(self, first: str = "") -> None:
        """The same, where lines may end: with another game then."""
        while time.perf_counter() < self.end:
            try:
                await self.play_one(first)
                first = ""
            except (OSError, httpx.HTTPError, WebSocketException, json.JSONDecodeError):  # the last: a proxy's own page
                self.moved += 1
                first = ""
                self._count_lost()
                await asyncio.sleep(RECONNECTING)

    def _count_lost(self) -> None:
        """What was not answered, or not by everybody, took at least until now."""
        now = time.perf_counter()
        self.latencies += [(now, now - sent) for sent in (*self.sent.values(), *(began for _, began in self.accepted))]
        self.sent, self.accepted = {}, []

    async def play_one(self, table: str = "") -> None:
        """A game, as far as it comes: a new one, or one that was begun."""
        table = table or await asyncio.to_thread(new_table, self.person, self.load)
        self.sent, self.accepted = {}, []
        self.known = [0] * (self.load.players + self.load.watchers)
        left = None if self.end == float("inf") else self.end - time.perf_counter()
        with suppress(TimeoutError):
            async with AsyncExitStack() as stack, asyncio.timeout(left):
                lives = []
                for place in range(len(self.known)):
                    seat = place if place < self.load.players else None
                    joined = self.person.live_async(table, seat, keep_view=False)
                    lives.append(await stack.enter_async_context(joined))
                    stack.callback(self._weigh, lives[-1], lives[-1].bytes)
                await asyncio.gather(*(self._listen(place, live) for place, live in enumerate(lives)))
        if time.perf_counter() >= self.end:
            self._count_lost()  # else the slowest moves would be missing

    def _weigh(self, live: AsyncLive, before: int) -> None:
        self.bytes += live.bytes - before

    async def _listen(self, place: int, live: AsyncLive) -> None:
        """Follow the game, and move when it is time: thinking players keep listening, and nothing waits to be read."""
        thought: asyncio.Task[None] | None = None
        told: Json = {"event": None, "undo": live.undo}
        try:
            while time.perf_counter() < self.end:
                if "event" in told:
                    self.known[place] = live.n
                    if "undo" in told and live.must_decide:  # it comes with every position
                        thought = asyncio.create_task(self._move(live))
                elif "refused" in told:
                    raise ValueError(f"a move was refused: {told['sentence']}")
                elif "ack" in told:
                    self.accepted.append((told["n"], self.sent.pop(told["ack"])))
                self._count()
                if live.table["status"] == "over":
                    return
                told = await live.receive()
        finally:
            if thought is not None:
                thought.cancel()

    def _thinking(self) -> float:
        return self.luck.expovariate(self.load.rate / self.load.tables) if self.load.rate else 0.0

    async def _move(self, live: AsyncLive) -> None:
        assert live.choices is not None
        await asyncio.sleep(self._thinking())
        move = random_move(self.components, live.choices, self.luck)
        name = f"{self.luck.getrandbits(64):x}"
        self.sent[name] = time.perf_counter()
        with suppress(WebSocketException):  # the listener hears of it
            await live.send({"id": name, "move": move})

    def _count(self) -> None:
        """Moves that everybody knows by now."""
        now, all_know = time.perf_counter(), min(self.known)
        while self.accepted and self.accepted[0][0] <= all_know:
            began = self.accepted.pop(0)[1]
            self.latencies.append((now, now - began))


def new_table(person: Person, load: Load) -> str:
    """A table that starts at once: all seats are this person's."""
    return str(person.make(load.game, load.players, seats=[{"kind": "me"}] * load.players)["id"])


def measure(load: Load, db: str | None, progress: Progress) -> Json:
    """Start a server, and tell what it can do."""
    find_game(load.game)
    with started(db, progress) as (server, took):
        figures = _described(load, server) | {"db": (db or "sqlite").partition(":")[0], "start_seconds": round(took, 2)}
        return figures | run_quickly(_measure(load, server, progress))


def measure_elsewhere(load: Load, url: str, progress: Progress) -> Json:
    """Tell what a server, or several behind a proxy, can do for those who play there; what it costs, they know."""
    find_game(load.game)
    server = Elsewhere(url)
    server.wait()
    unknown = dict.fromkeys(("work_ms_per_watcher", "started_mb", *MEMORY, "start_seconds"))
    figures = _described(load, server) | unknown | {"db": None}
    return figures | run_quickly(_measure_visit(load, server, progress))


async def _measure_visit(load: Load, server: Server, progress: Progress) -> Json:
    components = server.visit().components(load.game)
    progress("warming up")
    await play(load, server, components, WARM_UP)
    progress(f"{load.tables} tables with {load.players} players each")
    return await measure_play(load, server, components)


def _described(load: Load, server: Server) -> Json:
    return {"game": load.game, "tables": load.tables, "players": load.players, "pinned": server.pinned}


def run_quickly(work: Coroutine[Any, Any, Json]) -> Json:
    """Play in the quickest loop that there is: the server must be what is slow."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


@contextmanager
def started(
    db: str | None,
    progress: Progress,
    limits: float = 0,
    descriptors: int | None = None,
    workers: int | None = None,
    public: bool = False,
) -> Iterator[tuple[Server, float]]:
    progress("starting a server")
    options = ["--limits", str(limits), *(["--workers", str(workers)] if workers else [])]
    options += ["--public-url", "http://localhost"] if public else []
    with tempfile.TemporaryDirectory(prefix="nyhavn-") as folder:
        server = Server(db or f"sqlite:///{Path(folder) / 'bench.db'}", Path(folder), *options)
        if descriptors:
            server.restrict(descriptors)
        try:
            yield server, server.wait()
        finally:
            server.stop()


async def _measure(load: Load, server: Server, progress: Progress) -> Json:
    started = server.memory()
    components = server.visit().components(load.game)
    progress("warming up")
    await play(load, server, components, WARM_UP)
    memory = await measure_memory(load, server, progress)
    progress(f"{load.tables} tables with {load.players} players each")
    alone = await measure_play(load, server, components)
    progress(f"{WATCHERS} watchers more at each of them")
    watched = await measure_play(
        replace(load, watchers=load.watchers + WATCHERS, seconds=load.seconds / 2), server, components
    )
    more = None
    if alone["work_ms_per_move"] is not None:
        more = round((watched["work_ms_per_move"] - alone["work_ms_per_move"]) / WATCHERS, 3)
    return {
        **alone,
        "work_ms_per_watcher": more,
        "started_mb": None if started is None else round(started / KB**2, 1),
        **memory,
    }


async def measure_play(
    load: Load, server: Server, components: Json, looking: AbstractContextManager[object] | None = None
) -> Json:
    """Let people play, and tell how it went. `looking` is entered while they do."""
    tables = await _seated(load, server, components)
    with looking or nullcontext():
        work, begun = server.work(), time.perf_counter()
        await _play(tables, load.seconds, isinstance(server, Elsewhere))
        took, used = time.perf_counter() - begun, server.work()
    latencies = [latency for table, _ in tables for latency in table.latencies]
    # The first tables begin while others are still being made.
    inside = [latency for when, latency in latencies if when > begun + min(WARM_UP, load.seconds / 4)]
    span = load.seconds - min(WARM_UP, load.seconds / 4)
    if len(inside) < 2:
        raise ValueError("too few moves were played to measure anything: give more --seconds")
    cuts = statistics.quantiles(inside, n=100)
    return {
        "moves": len(latencies),
        "moves_per_second": round(len(inside) / span),
        "p50_ms": round(cuts[49] * 1000, 1),
        "p99_ms": round(cuts[98] * 1000, 1),
        "work_ms_per_move": None if work is None or used is None else round((used - work) / len(latencies) * 1000, 3),
        "core_used": None if work is None or used is None else round((used - work) / took, 2),
        "bytes_per_move": round(sum(table.bytes for table, _ in tables) / len(latencies)),
        "reconnects": sum(table.moved for table, _ in tables),
    }


async def play(load: Load, server: Server, components: Json, seconds: float) -> None:
    await _play(await _seated(load, server, components), seconds, isinstance(server, Elsewhere))


Seated = list[tuple[Table, str]]
"""Tables with the names of their first games."""


async def _seated(load: Load, server: Server, components: Json) -> Seated:
    """People who have come and made their tables: that takes no time of what is measured."""
    persons = await asyncio.gather(*(asyncio.to_thread(server.visit) for _ in range(load.tables)))
    names = await asyncio.gather(*(asyncio.to_thread(new_table, person, load) for person in persons))
    tables = [Table(one, load, components, random.Random(number), 0.0) for number, one in enumerate(persons)]
    return list(zip(tables, names, strict=True))


async def _play(seated: Seated, seconds: float, may_end: bool) -> None:
    """Our own server's lines do not end."""
    end = time.perf_counter() + seconds
    for table, _ in seated:
        table.end = end
    await asyncio.gather(*(table.play_on(name) if may_end else table.play(name) for table, name in seated))


async def measure_memory(load: Load, server: Server, progress: Progress) -> Json:
    """What a table that nobody looks at costs, and a client that only looks, at a table of its own."""
    person = server.visit()
    empty = await _settled(server)
    progress(f"{load.idle} tables that nobody looks at")
    tables: list[str] = []
    for _ in range(0, load.idle, AT_ONCE):
        made = [asyncio.to_thread(new_table, person, load) for _ in range(AT_ONCE)]
        tables += await asyncio.gather(*made)
    idle = await _settled(server)
    progress(f"{load.silent} clients who only look")
    async with AsyncExitStack() as stack:
        for table in tables[: load.silent]:
            await stack.enter_async_context(person.live_async(table, 0, keep_view=False))
        silent = server.memory()
    if empty is None or idle is None or silent is None:
        return dict.fromkeys(MEMORY)
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
            raise ValueError("the server doesn't release tables that nobody is viewing")
        await asyncio.sleep(0.2)
    return server.memory()
