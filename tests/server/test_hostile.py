"""A hostile crowd: requests and live messages of every kind of nonsense, many at once. Nothing fails inside the server,
nothing hangs, nothing grows, and a game is played afterwards."""

import asyncio
import errno
import json
import os
import random
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing

import pytest

from nyhavn.bench.server.attackers import message, whole_frame
from tests.server.playing import play_out
from tests.server.random_messages import some_frame, some_request, some_text
from tests.server.serving import Person, Server, served

GROWTH = 50 * 1024
"""Kilobytes that the server may be larger at the end than after the first tenth."""
PATIENCE = 60.0
"""Seconds for an answer: only what hangs takes so long."""
BATCH = 40
UNFINISHED = (b"chunked", b"Content-Length: 1000000000000", b"Content-Length: -5")
"""Requests to which more belongs than is sent."""
CLOSE = 0x8
OPEN = "/api/v1/tables/{table}/live"
LAST = (b'{"ack":"last"', b'{"refused":"last"')
"""Answers to the ping with which each lot of messages ends."""


@pytest.fixture
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Without limits, so that everything is answered and nobody is turned away at the door."""
    folder = tmp_path_factory.mktemp("besieged")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as server:
        yield server
    told = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    assert [(one["event"], one.get("trace", "")[-2000:]) for one in told if one["level"] != "info"] == []


class Crowd:
    """So many messages, from several clients at once."""

    def __init__(self, server: Server, messages: int, seed: int) -> None:
        self.server = server
        self.share, self.left = messages // 10, 0
        self.rng = random.Random(seed)
        self.host = Person(server.url, "Ada")
        self.cookie = self.host.http.cookies["nyhavn"]
        self.tables = [self._lay(game) for game in ("copenhagen", "roll-and-write") * 2]
        described = self.host.get("/openapi.json")["paths"]
        self.routes = [(method.upper(), path) for path, methods in described.items() for method in methods]
        self.routes += [("GET", "/"), ("GET", "/assets/{path}"), ("GET", OPEN), ("GET", "/metrics"), ("GET", "/{path}")]
        self.names = [*self.tables, "0", "1"]
        self.statuses: Counter[int] = Counter()
        self.lines = self.live = 0
        self.sizes: list[int] = []

    def _lay(self, game: str) -> str:
        return str(self.host.make(game, 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"])

    def run(self) -> None:
        """All of them, watched: how large the server is after each tenth."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        for _ in range(10):
            self.left += self.share
            await asyncio.gather(*map(self._until_done, [self._talk] * 4 + [self._ask] * 2 + [self._break]))
            self.sizes.append(self.server.memory)

    async def _until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        while self.left > 0:
            await act()

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection that the server may close at any time."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, limit=1 << 22)
        try:
            yield reader, writer
        except OSError as error:  # a TimeoutError is one, too, and must be told
            if not isinstance(error, ConnectionError) and error.errno != errno.ENOTCONN:
                raise
        finally:
            self.lines += 1
            writer.transport.abort()

    async def _ask(self) -> None:
        """Requests on one connection, until one side has enough of it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port, limit=1 << 22)
        try:
            while self.left > 0:
                self.left -= 1
                request = some_request(self.rng, self.routes, self.names, self.cookie)
                writer.write(request)
                ends = any(sign in request for sign in UNFINISHED)
                if ends:
                    _end(writer)
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                status = int(head.split(b" ", 2)[1])
                self.statuses[status] += 1
                assert status < 500, (request[:2000], head)
                if ends or status == 101 or b"connection: close" in head.lower() or request.startswith(b"HEAD"):
                    return
                await asyncio.wait_for(reader.readexactly(_length(head)), PATIENCE)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.lines += 1  # the server has closed it
        finally:
            writer.transport.abort()

    async def _talk(self) -> None:
        """Live messages: an answer to each, or the line is cut. Frames are made here, many at a time: the server is to
        be busy, not this test."""
        table = self.rng.choice(self.tables)
        moves = ["take 1 2", "pass", "end", "mark -", some_text(self.rng)[:200] or "end"]
        async with self._line() as (reader, writer):
            writer.write(_upgrade(table, f"Cookie: nyhavn={self.cookie}\r\n" if self.rng.random() < 0.8 else ""))
            assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            writer.write(message({"id": "first", "subscribe": {"seat": self.rng.choice([0, 1, None])}}))
            while self.left > 0:
                self.left -= BATCH
                frames = [whole_frame(some_frame(self.rng, moves, number)[0]) for number in range(BATCH)]
                writer.write(b"".join(frames) + message({"id": "last", "ping": True}))
                self.live += BATCH
                async with asyncio.timeout(PATIENCE):
                    if not await _answered(reader):
                        return

    async def _break(self) -> None:
        """A handshake that is none, or frames that are none: the line is closed."""
        self.left -= 1
        key = b64encode(os.urandom(16)).decode() if self.rng.random() < 0.9 else "key"
        async with self._line() as (reader, writer):
            writer.write(_upgrade(self.tables[0], key=key)[: self.rng.choice([20, 10_000, 10_000, 10_000])])
            writer.write(bytes([self.rng.choice([0x83, 0x8B, 0xF1, 0x01, 0x81, 0x82])]) + self.rng.randbytes(60))
            _end(writer)
            async with asyncio.timeout(PATIENCE):
                while await reader.read(65536):
                    pass


def _end(writer: asyncio.StreamWriter) -> None:
    """Nothing more is sent. The server may have had enough of it before."""
    try:
        writer.write_eof()
    except OSError as error:
        if error.errno != errno.ENOTCONN:
            raise


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next((int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")), 0)


async def _answered(reader: asyncio.StreamReader) -> bool:
    """Read until a lot of messages is answered; False if the server ends the line instead."""
    told = b""
    while piece := await reader.read(1 << 16):
        told += piece
        while len(told) >= 2:
            size, wide = told[1], {126: 2, 127: 8}.get(told[1], 0)
            size = int.from_bytes(told[2 : 2 + wide]) if wide else size
            if told[0] & 0xF == CLOSE:
                return False
            if len(told) < 2 + wide + size:
                break
            if told.startswith(LAST, 2 + wide):
                return True
            told = told[2 + wide + size :]
    return False


def _upgrade(table: str, more: str = "", key: str = "AAAAAAAAAAAAAAAAAAAAAA==") -> bytes:
    head = f"GET {OPEN.format(table=table)} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n{more}"
    return f"{head}Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()


def besiege(server: Server, messages: int, seed: int) -> None:
    crowd = Crowd(server, messages, seed)
    with closing(crowd.host):  # else a later test would be blamed for what is left open
        crowd.run()
    assert crowd.left <= 0
    assert min(sum(crowd.statuses.values()), crowd.live) > messages / 20, "requests and live messages"
    assert {200, 400, 404, 405, 422} <= crowd.statuses.keys(), crowd.statuses
    assert crowd.sizes[-1] - crowd.sizes[0] < GROWTH, crowd.sizes
    print(f"{messages:,} messages, {crowd.lines:,} lines closed, {dict(crowd.statuses)}, kilobytes {crowd.sizes}")
    bo = Person(server.url, "Bo")
    table = bo.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    seats = [bo.live(table, 0), bo.live(table, 1)]
    play_out("copenhagen", seats, seed)
    for seat in seats:
        seat.close()
    bo.close()


@pytest.mark.slow
def test_a_hundred_thousand_hostile_messages(besieged: Server) -> None:
    besiege(besieged, 100_000, 1)


@pytest.mark.long
def test_a_million_hostile_messages(besieged: Server) -> None:
    besiege(besieged, 1_000_000, 2)
