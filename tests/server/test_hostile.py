"""A hostile crowd: requests and live messages of every kind of nonsense, many at once. Nothing fails inside the server,
nothing hangs, nothing grows, and a game is played afterwards."""

import asyncio
import json
import os
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.nonsense import some_frame, some_request, some_text
from tests.server.playing import play_out
from tests.server.serving import Person, Server, served

GROWTH = 50 * 1024
"""Kilobytes that the server may be larger at the end than after the first tenth."""
PATIENCE = 60.0
"""Seconds for an answer: only what hangs takes so long."""
BATCH = 40
UNFINISHED = (b"chunked", b"Content-Length: 1000000000000", b"Content-Length: -5")
"""Requests to which more belongs than is sent."""
OPEN = "/api/v1/tables/{table}/live"


@pytest.fixture
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Without limits, so that everything is answered and nobody is turned away at the door."""
    folder = tmp_path_factory.mktemp("besieged")
    with served(f"sqlite:///{folder / 'nyhavn.db'}", folder) as server:
        yield server
    log = server.log.read_text()
    assert "Traceback" not in log, log[-4000:]
    assert '"level": "error"' not in log, log[-4000:]


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
        self.lines = 0
        self.sizes: list[int] = []

    def _lay(self, game: str) -> str:
        return str(self.host.make(game, 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"])

    def run(self) -> None:
        """All of them, watched: how large the server is after each tenth."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        for _ in range(10):
            self.left += self.share
            await asyncio.gather(*map(self._until_done, [self._talk] * 2 + [self._ask] * 5 + [self._break]))
            self.sizes.append(self.server.memory)

    async def _until_done(self, act: Callable[[], Awaitable[None]]) -> None:
        while self.left > 0:
            await act()

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
                    writer.write_eof()
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                status = int(head.split(b" ", 2)[1])
                self.statuses[status] += 1
                assert status < 500, (request[:2000], head)
                if ends or status == 101 or b"connection: close" in head.lower() or request.startswith(b"HEAD"):
                    return
                await asyncio.wait_for(reader.readexactly(_length(head)), PATIENCE)
        except (OSError, asyncio.IncompleteReadError):
            self.lines += 1  # the server has closed it
        finally:
            writer.transport.abort()

    async def _talk(self) -> None:
        """Live messages: an answer to each, or the line is cut."""
        table = self.rng.choice(self.tables)
        cookie = {"Cookie": f"nyhavn={self.cookie}"} if self.rng.random() < 0.8 else {}
        address = f"ws://127.0.0.1:{self.server.port}{OPEN.format(table=table)}"
        moves = ["take 1 2", "pass", "end", "mark -", some_text(self.rng)[:200] or "end"]
        with suppress(ConnectionClosed):
            async with connect(address, additional_headers=cookie, compression=None, close_timeout=1) as socket:
                seat = self.rng.choice([0, 1, None])
                await socket.send(json.dumps({"id": "first", "subscribe": {"seat": seat}}))
                while self.left > 0:
                    self.left -= BATCH
                    for number in range(BATCH):
                        await socket.send(some_frame(self.rng, moves, number)[0])
                    await socket.send('{"id":"last","ping":true}')
                    async with asyncio.timeout(PATIENCE):
                        while not _is_last(await socket.recv(decode=False)):
                            pass
        self.lines += 1

    async def _break(self) -> None:
        """A handshake that is none, or frames that are none: the line is closed."""
        self.left -= 1
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        key = b64encode(os.urandom(16)).decode() if self.rng.random() < 0.9 else "key"
        head = f"GET {OPEN.format(table=self.tables[0])} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        try:
            writer.write(head.encode()[: self.rng.choice([20, 10_000, 10_000, 10_000])])
            writer.write(bytes([self.rng.choice([0x83, 0x8B, 0xF1, 0x01, 0x81, 0x82])]) + self.rng.randbytes(60))
            writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                while await reader.read(65536):
                    pass
        except OSError:
            pass
        finally:
            self.lines += 1
            writer.transport.abort()


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next((int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")), 0)


def _is_last(frame: bytes) -> bool:
    """Whether this answers the ping with which each lot of messages ends, however it was answered."""
    return frame.startswith((b'{"ack":"last"', b'{"refused":"last"'))


def besiege(server: Server, messages: int, seed: int) -> None:
    crowd = Crowd(server, messages, seed)
    crowd.run()
    crowd.host.close()
    assert crowd.left <= 0
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
