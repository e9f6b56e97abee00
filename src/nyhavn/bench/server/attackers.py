"""Strangers with bad intentions, for `nyhavn bench attack` and for tests: each attack talks to 127.0.0.1 only, comes
from loopback addresses of its own where the system has them, and ends by itself."""

import asyncio
import json
import os
import random
import socket
import ssl
import struct
import time
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from nyhavn import new_game
from nyhavn.bench.server.load import Load, Table
from nyhavn.client import Person, Refused
from nyhavn.lessons import lesson_names

Json = dict[str, Any]
Request = tuple[str, str, Json | None]
"""Method, path and body."""

FLOOD_BYTES = 1_000_000
"""Bytes a second of one flooder."""
TICK = 0.05
AT_ONCE = 148
"""Frames: nearly as many as a connection may send at once."""
AGAIN = 0.02
"""Seconds until an attacker who was thrown out comes back."""
LATER = 1.0
"""The same for those who are many: a machine that has to start thousands a second measures only itself."""
PATIENCE = 5.0
LONGEST_GAME = 30.0
PLAYERS = 4
SLOW_BOT: Json = {"kind": "bot", "bot": "ismcts-plain:2s"}
OWN_TABLES = 12
QUICK_BOT: Json = {"kind": "bot", "bot": "ismcts-plain:500ms"}
SHORTEST_CLOCK: Json = {"move": 5}
CATCH_UP: Json = {"subscribe": {"seat": 0, "since": 0}}
ENTRIES = 150
"""That a table has at which much has happened."""
IDEA_PAUSE = 0.2
RECORDS = 20
SLEEPING = 18
"""Tables of one person; nobody may make more at once."""
TEXT, BINARY, PING, PONG, MORE = 0x1, 0x2, 0x9, 0xA, 0x0
FIN = 0x80
VERSION = "Sec-WebSocket-Version: 13\r\n"


def frame(opcode: int, final: bool = True) -> bytes:
    """An empty WebSocket frame, masked as a client's must be."""
    return struct.pack("!BBI", opcode | (FIN if final else 0), 0x80, 0)


def addresses(name: str, count: int, again: int = 0) -> list[str]:
    """Loopback addresses to come from, others each time: some are not listened to for a while. Where the system has
    only one, all come from that."""
    third = list(ATTACKS).index(name) + 1
    found = [f"127.{again % 250}.{third}.{number + 1}" for number in range(count)]
    with socket.socket() as probe:
        try:
            probe.bind((found[0], 0))
        except OSError:
            return ["127.0.0.1"] * count
    return found


@dataclass
class Target:
    """Where the server is, and what of it costs most."""

    port: int
    path: str = ""
    headers: str = ""  # of every request, each with its line end
    tls: ssl.SSLContext | None = None
    costly: list[Request] = field(default_factory=list)
    lesson: tuple[str, str] = ("", "")  # a table, and the cookie of its owner
    own: list[tuple[str, str]] = field(default_factory=list)  # tables at which it is somebody's turn, likewise
    slow: list[Request] = field(default_factory=list)  # tables with bots that think for long
    records: list[Request] = field(default_factory=list)  # long games, to be reviewed
    abandoned: list[Request] = field(default_factory=list)  # tables whose clocks run out, and whose bots then play on
    long: tuple[str, str] = ("", "")  # a table at which much has happened, and the cookie of its owner
    kept: tuple[list[Request], str] = field(default=([], ""))  # tables that must be read from the database, likewise

    def request(self, method: str, path: str, body: bytes = b"", more: str = "") -> bytes:
        head = f"{method} {self.path}{path} HTTP/1.1\r\nHost: localhost\r\n{self.headers}{more}"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return f"{head}\r\n".encode() + body


@dataclass
class Attack:
    """One attack under way: what was tried, and how the server took it."""

    target: Target
    end: float
    counts: Counter[str] = field(default_factory=Counter)

    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    async def line(self, address: str) -> "Line | None":
        """A connection from an address, if the server takes it."""
        self.counts["connections"] += 1
        given, tls = socket.socket(), self.target.tls
        given.setblocking(False)
        try:
            given.bind((address, 0))
            async with asyncio.timeout(PATIENCE):
                await asyncio.get_running_loop().sock_connect(given, ("127.0.0.1", self.target.port))
                return Line(*await asyncio.open_connection(sock=given, ssl=tls, server_hostname=tls and "localhost"))
        except (OSError, TimeoutError):
            self.counts["refused"] += 1
        except BaseException:
            given.close()
            raise
        given.close()
        return None

    async def live(self, address: str, path: str = "/api/v1/tables/nobody/live", more: str = "") -> "Line | None":
        """A live connection, if the server takes it."""
        line = await self.line(address)
        if line is None:
            return None
        key = b64encode(os.urandom(16)).decode()
        upgrade = (
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        )
        try:
            line.writer.write(self.target.request("GET", path, more=upgrade + more))
            head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if b" 101 " in head:
                return line
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass
        self.counts["refused"] += 1
        line.drop()
        return None


@dataclass
class Line:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def drop(self) -> None:
        """End it without waiting for what is still to be sent."""
        self.writer.transport.abort()

    @property
    def cut(self) -> bool:
        """Whether the server has ended it. It is only known when what it sent was read."""
        return self.reader.at_eof() or self.writer.transport.is_closing()

    async def flush(self, reading: "asyncio.Task[None]") -> None:
        """Until what was written is on its way, or the server has ended the line."""
        sending = asyncio.ensure_future(self.writer.drain())
        await asyncio.wait((sending, reading), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    async def hold(self, attack: Attack, drip: bytes = b"", pause: float = 1.0) -> None:
        """Keep it open, with a byte now and then, until the server ends it or the attack is over."""
        try:
            while attack.goes_on():
                if drip:
                    self.writer.write(drip)
                with suppress(TimeoutError):
                    if not await asyncio.wait_for(self.reader.read(4096), pause):
                        attack.counts["cut"] += 1
                        break
        except OSError:
            attack.counts["cut"] += 1
        self.drop()


# What they do


async def _flood(attack: Attack, address: str, first: bytes, again: bytes) -> None:
    """Control frames as fast as the line takes them, and once more as soon as the line is cut."""
    block = again * int(FLOOD_BYTES * TICK / len(again))
    while attack.goes_on():
        line = await attack.live(address)
        if line is None:
            await asyncio.sleep(AGAIN)
            continue
        async with _reading(line) as reading:
            with suppress(OSError):
                line.writer.write(first)
                while attack.goes_on() and not reading.done():
                    line.writer.write(block)
                    attack.counts["frames"] += len(block) // len(again)
                    await line.flush(reading)
                    await asyncio.sleep(TICK)
        if attack.goes_on():
            attack.counts["cut"] += 1


@asynccontextmanager
async def _reading(line: Line) -> "AsyncIterator[asyncio.Task[None]]":
    """A line whose answers are read and forgotten meanwhile; it is dropped afterwards."""
    reading = asyncio.create_task(_read_all(line))
    try:
        yield reading
    finally:
        reading.cancel()
        line.drop()


async def _wait_and_flood(attack: Attack, address: str) -> None:
    """As many frames as may come at once, then so much at a time that bytes alone would not be too many."""
    block = frame(PING) * int(FLOOD_BYTES * TICK / len(frame(PING)))
    while attack.goes_on():
        line = await attack.live(address)
        if line is None:
            await asyncio.sleep(AGAIN)
            continue
        reading = asyncio.create_task(_read_all(line))
        try:
            line.writer.write(frame(PING) * AT_ONCE)
            while attack.goes_on() and not reading.done():
                await asyncio.sleep(2 * TICK)
                line.writer.write(block)
                attack.counts["frames"] += len(block) // len(frame(PING))
                await line.flush(reading)
        except OSError:
            pass
        if attack.goes_on():
            attack.counts["cut"] += 1
        reading.cancel()
        line.drop()


async def _watch_oneself(attack: Attack, address: str, number: int) -> None:
    """Many who look at one table, and its owner, who changes something there all the time: all of them are told."""
    own = attack.target.own[0]
    if number == 0:
        await _say(attack, address, own, cycle(({"confirming": True}, {"confirming": False})), 0.05)
    while attack.goes_on():
        line = await attack.live(address, f"/api/v1/tables/{own[0]}/live")
        if line is not None:
            line.writer.write(message({"id": "subscribe", "subscribe": {}}))
            await line.hold(attack)
        await asyncio.sleep(LATER)


async def _read_all(line: Line) -> None:
    with suppress(OSError):
        while await line.reader.read(65536):
            pass


async def _linger(attack: Attack, address: str, first: bytes = b"", drip: bytes = b"") -> None:
    """Something that is begun, and goes on a byte at a time, or not at all."""
    while attack.goes_on():
        line = await attack.line(address)
        if line is not None:
            line.writer.write(first)
            await line.hold(attack, drip)
        await asyncio.sleep(LATER)


async def _slow_head(attack: Attack, address: str, number: int) -> None:
    await _linger(attack, address, attack.target.request("GET", "/api/v1/me")[:-2], b"X-Slow: 1\r\n")


async def _slow_body(attack: Attack, address: str, number: int) -> None:
    request = attack.target.request("POST", "/api/v1/tables", b" " * 60_000)
    await _linger(attack, address, request[:-60_000], b" ")


async def _crumbs(attack: Attack, address: str) -> None:
    """Bodies in pieces of one byte."""
    head = attack.target.request("POST", "/api/v1/tables", more="Transfer-Encoding: chunked\r\n")
    while attack.goes_on():
        line = await attack.line(address)
        if line is not None:
            async with _reading(line) as reading:
                attack.counts["cut"] += await _cut_while_crumbling(line, head, reading)
        await asyncio.sleep(AGAIN)


async def _cut_while_crumbling(line: Line, head: bytes, reading: "asyncio.Task[None]") -> bool:
    """Send one such body, whose end never comes; whether the server has ended the line. All of it may lie in buffers
    before the server has read any."""
    try:
        line.writer.write(head)
        for _ in range(20):
            line.writer.write(b"1\r\n \r\n" * 3000)
            await line.flush(reading)
            if reading.done():
                return True
        await asyncio.wait((reading,), timeout=PATIENCE)
    except OSError:
        return True
    return reading.done()


async def _ask(attack: Attack, address: str, requests: list[Request], cookie: str = "") -> None:
    """One request after the other, again and again."""
    wanted = cycle(requests)
    while attack.goes_on():
        line = await attack.line(address)
        if line is None:
            await asyncio.sleep(AGAIN)
            continue
        try:
            while attack.goes_on():
                head, _ = await _answer(attack, line, next(wanted), cookie)
                attack.counts[head.split(b" ", 2)[1].decode()] += 1
        except (OSError, EOFError, TimeoutError):
            attack.counts["cut"] += 1
        line.drop()
        await asyncio.sleep(AGAIN)


async def _answer(attack: Attack, line: Line, request: Request, cookie: str = "") -> tuple[bytes, bytes]:
    """Head and body of the answer to a request."""
    method, path, body = request
    more = f"Cookie: {cookie}\r\n" if cookie else ""
    line.writer.write(attack.target.request(method, path, json.dumps(body).encode() if body else b"", more))
    head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return head, await asyncio.wait_for(line.reader.readexactly(_length(head)), PATIENCE)


async def _abandon(attack: Attack, address: str) -> None:
    """Create tables as somebody new each time and leave them to their bots. In the end they are closed, so that nothing
    of it goes on when others are measured."""
    made: list[tuple[str, str]] = []
    wanted = cycle(attack.target.abandoned)
    while attack.goes_on() or made:
        line = await attack.line(address)
        if line is None:
            await asyncio.sleep(AGAIN)
            continue
        with suppress(OSError, EOFError, TimeoutError):
            while attack.goes_on():
                head, body = await _answer(attack, line, next(wanted))
                attack.counts[head.split(b" ", 2)[1].decode()] += 1
                if b" 201 " in head:
                    given = next(one for one in head.split(b"\r\n") if one.lower().startswith(b"set-cookie:"))
                    made.append((json.loads(body)["id"], given.split(b":", 1)[1].split(b";")[0].strip().decode()))
                else:
                    await asyncio.sleep(LATER)  # not so often that the address is not listened to
            while made:
                table, cookie = made[-1]
                head, _ = await _answer(attack, line, ("DELETE", f"/api/v1/tables/{table}/seats/0", None), cookie)
                if b" 200 " in head:
                    made.pop()
                else:
                    await asyncio.sleep(LATER)
        line.drop()
        await asyncio.sleep(AGAIN)


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next((int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")), 0)


async def _say(
    attack: Attack, address: str, place: tuple[str, str], said: Json | Iterator[Json], pause: float = 0.005
) -> None:
    """The same message again and again, or one after the other, at a table of one's own."""
    table, cookie = place
    bodies = cycle((said,)) if isinstance(said, dict) else said
    while attack.goes_on():
        line = await attack.live(address, f"/api/v1/tables/{table}/live", f"Cookie: {cookie}\r\n")
        if line is None:
            await asyncio.sleep(AGAIN)
            continue
        reading = asyncio.create_task(_read_all(line))
        try:
            line.writer.write(message({"id": "subscribe", "subscribe": {"seat": 0}}))
            while attack.goes_on() and not reading.done():
                line.writer.write(message({"id": os.urandom(6).hex(), **next(bodies)}))
                attack.counts["messages"] += 1
                await asyncio.sleep(pause)
        except OSError:
            pass
        attack.counts["cut"] += reading.done()
        reading.cancel()
        line.drop()


def message(body: Json) -> bytes:
    """A text message of a client."""
    return whole_frame(json.dumps(body))


def whole_frame(content: str | bytes) -> bytes:
    """Anything as one WebSocket frame of a client."""
    text = content.encode() if isinstance(content, str) else content
    kind, size = FIN | (TEXT if isinstance(content, str) else BINARY), len(text)
    if size < 126:
        head = struct.pack("!BB", kind, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", kind, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", kind, 0x80 | 127, size)
    return head + bytes(4) + text


async def _come_and_go(attack: Attack, address: str) -> None:
    while attack.goes_on():
        line = await attack.line(address)
        if line is not None:
            line.drop()
        await asyncio.sleep(AGAIN)


FEW, MANY, WATCHERS = 10, 1500, 60
ATTACKS: dict[str, tuple[int, Callable[[Attack, str, int], Awaitable[None]]]] = {
    # name: (how many connections at once, what each of them does)
    "ping flood": (FEW, lambda attack, address, _: _flood(attack, address, b"", frame(PING))),
    "pong flood": (FEW, lambda attack, address, _: _flood(attack, address, b"", frame(PONG))),
    "continuation flood": (
        FEW,
        lambda attack, address, _: _flood(attack, address, frame(TEXT, False), frame(MORE, False)),
    ),
    "patient flood": (FEW, lambda attack, address, _: _wait_and_flood(attack, address)),
    "silent connections": (MANY, lambda attack, address, _: _linger(attack, address)),
    "slow headers": (MANY, _slow_head),
    "slow bodies": (MANY, _slow_body),
    "bodies in crumbs": (FEW, lambda attack, address, _: _crumbs(attack, address)),
    "costly requests": (8, lambda attack, address, _: _ask(attack, address, attack.target.costly)),
    "sleeping tables": (8, lambda attack, address, _: _ask(attack, address, *attack.target.kept)),
    "costly messages": (8, lambda attack, address, _: _say(attack, address, attack.target.lesson, {"step": 5})),
    "own watchers": (WATCHERS, _watch_oneself),
    "coming and going": (FEW, lambda attack, address, _: _come_and_go(attack, address)),
    "slow bots": (4, lambda attack, address, _: _ask(attack, address, attack.target.slow)),
    "ideas": (
        60,
        lambda attack, address, number: _say(
            attack, address, attack.target.own[number % OWN_TABLES], {"hint": True}, IDEA_PAUSE
        ),
    ),
    "reviews": (4, lambda attack, address, _: _ask(attack, address, attack.target.records)),
    "catching up": (8, lambda attack, address, _: _say(attack, address, attack.target.long, CATCH_UP)),
    "abandoned tables": (1, lambda attack, address, _: _abandon(attack, address)),
}
ALONE = {
    **dict.fromkeys(("costly requests", "sleeping tables", "costly messages", "slow bots", "ideas", "reviews"), 1),
    **dict.fromkeys(("catching up", "abandoned tables"), 1),
    "own watchers": 2,
}
"""Attacks from one address, or two."""


async def _attack(name: str, target: Target, seconds: float, again: int) -> dict[str, int]:
    attack = Attack(target, time.monotonic() + seconds)
    many, act = ATTACKS[name]
    origins = addresses(name, ALONE.get(name, FEW), again)
    acts = [asyncio.create_task(_act(act, attack, origins, number)) for number in range(many)]
    await asyncio.wait(acts, timeout=seconds + PATIENCE)
    for task in acts:
        task.cancel()
    failures = [one for one in await asyncio.gather(*acts, return_exceptions=True) if isinstance(one, Exception)]
    if failures:
        raise failures[0]
    return dict(attack.counts)


async def _act(
    act: Callable[[Attack, str, int], Awaitable[None]], attack: Attack, origins: list[str], number: int
) -> None:
    await asyncio.sleep(number * 0.0005)
    with suppress(asyncio.TimeoutError):
        await act(attack, origins[number % len(origins)], number)


def run(name: str, target: Target, seconds: float, again: int = 0) -> dict[str, int]:
    """One attack, from beginning to end; gives what was tried and how the server took it."""
    return asyncio.run(_attack(name, target, seconds, again))


def prepare(port: int, names: Collection[str] = ()) -> Target:
    """What attacks need to know of a server, and have there: some of them, or all."""
    game = lesson_names()[-1]
    needed = {NEEDED[name] for name in names or ATTACKS if name in NEEDED}
    return Target(port, **{part: PARTS[part](port, game) for part in PARTS if part in needed})


def _costly_requests(port: int, game: str) -> list[Request]:
    """For a finished game, a record to play on from, and what never changes."""
    person = Person(f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": "10.9.0.1"})
    nearly = _nearly_over(game)
    over = person.post("/api/v1/tables", {"position": nearly, "seats": [{"kind": "me"}] * PLAYERS})["id"]
    load, end = Load(game, players=PLAYERS), time.perf_counter() + LONGEST_GAME
    asyncio.run(Table(person, load, person.components(game), random.Random(1), end).play_one(over))
    replay = person.get(f"/api/v1/tables/{over}")["replay"]
    person.close()
    same = [f"/api/v1/replays/{replay}", "/api/v1/games", "/openapi.json", "/healthz", f"/api/v1/tables/{over}/record"]
    costly: list[Request] = [("GET", path, None) for path in same]
    return [*costly, ("POST", "/api/v1/tables", {"position": nearly, "seats": [{"kind": "me"}]})]


def _nearly_over(game: str) -> Json:
    record, moves = long_record(game)
    return {"record": record, "moves": moves - 2}


def _lesson(port: int, game: str) -> tuple[str, str]:
    person = Person(f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": "10.9.0.1"})
    lesson = person.post("/api/v1/lessons", {"lesson": game})["id"]
    person.close()
    return lesson, person.cookie


def _slow_tables(port: int, game: str) -> list[Request]:
    slow = {"game": game, "players": PLAYERS, "order": "seated", "seats": [SLOW_BOT] * (PLAYERS - 1)}
    return [("POST", "/api/v1/tables", slow)]


def _abandoned_tables(port: int, game: str) -> list[Request]:
    abandoned = {"game": game, "order": "seated", "clock": SHORTEST_CLOCK, "seats": [{"kind": "me"}, QUICK_BOT]}
    return [("POST", "/api/v1/tables", abandoned)]


def _long_records(port: int, game: str) -> list[Request]:
    return [("POST", "/api/v1/reviews", {"record": long_record(game, seed)[0]}) for seed in range(RECORDS)]


def _sleeping_tables(port: int, game: str) -> tuple[list[Request], str]:
    """Long games that somebody has begun and left."""
    wanted: Json = {"position": _nearly_over(game), "seats": [{"kind": "me"}] * PLAYERS}
    person = Person(f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": "10.9.0.3"})
    names = [person.post("/api/v1/tables", wanted)["id"] for _ in range(SLEEPING)]
    person.close()
    paths = [path for name in names for path in (f"/api/v1/tables/{name}", "/api/v1/me/tables")]
    return [("GET", path, None) for path in paths], person.cookie


def _own_table(port: int, game: str) -> tuple[str, str]:
    """A table of somebody new, whose turn it is."""
    person = Person(f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": "10.9.0.2"})
    table = person.make(game, 2, order="seated", seats=[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}])["id"]
    person.close()
    return table, person.cookie


def _long_table(port: int, game: str) -> tuple[str, str]:
    """A table of one person with a long log."""
    person = Person(f"http://127.0.0.1:{port}", headers={"X-Forwarded-For": "10.9.0.4"})
    made = person.make(game, PLAYERS, seats=[{"kind": "me"}] * PLAYERS)["id"]
    live = person.live(made, 0)
    for number in range(ENTRIES):
        while True:
            try:
                live.do(confirming=number % 2 == 0)
                break
            except Refused:
                time.sleep(AGAIN)
    live.close()
    person.close()
    return made, person.cookie


def long_record(game: str, seed: int = 1) -> tuple[str, int]:
    """A whole game, played at random, and how many moves it has."""
    luck = random.Random(seed)
    state = new_game(game, players=PLAYERS, seed=seed)
    while not state.over:
        state.play(luck.choice(state.moves()))
    return state.record(), sum("move" in entry for entry in state.history)


NEEDED = {
    "costly requests": "costly",
    "costly messages": "lesson",
    "sleeping tables": "kept",
    "own watchers": "own",
    "ideas": "own",
    "slow bots": "slow",
    "reviews": "records",
    "catching up": "long",
    "abandoned tables": "abandoned",
}
PARTS: dict[str, Callable[[int, str], Any]] = {
    "costly": _costly_requests,
    "lesson": _lesson,
    "own": lambda port, game: [_own_table(port, game) for _ in range(OWN_TABLES)],
    "slow": _slow_tables,
    "records": _long_records,
    "abandoned": _abandoned_tables,
    "long": _long_table,
    "kept": _sleeping_tables,
}
"""What attacks need of a target, and how it is made."""
