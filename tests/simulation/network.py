"""The network: requests and live connections between people and processes, as an ASGI application sees them. Messages
take their time and stay in order; a line that is cut loses what is on its way, and each end learns of it by itself."""

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson
from starlette.types import Message

from tests.simulation.loops import Loop, World
from tests.simulation.processes import Process

Json = dict[str, Any]
QUICK, SLOW = (0.002, 0.06), (0.3, 1.5)
SOMETIMES = 0.01
"""How often a message takes long."""
LEARN_SECONDS = 3.0
"""Until an end of a line that was cut knows it, at the latest."""
GONE = 1006
NO_HEADERS: Mapping[str, str] = {}


class LostError(Exception):
    """A connection is gone, or never was; with the code it was closed with."""

    def __init__(self, code: int = GONE) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


def delay(world: World) -> float:
    return world.luck.uniform(*(SLOW if world.luck.random() < SOMETIMES else QUICK))


class Line:
    """A live connection. `send`, `receive` and `close` are the person's end; the rest is the application's."""

    def __init__(self, world: World, process: Process, people: Loop) -> None:
        self.world, self.process, self.people = world, process, people
        self.loop = process.loop
        self.is_cut = False
        self.stalled = 0.0  # until when the person's end takes nothing in
        self._there: asyncio.Queue[Json] = asyncio.Queue()  # for the application
        self._here: asyncio.Queue[str | int] = asyncio.Queue()  # for the person: texts, and a code at the end
        self._next_there = self._next_here = 0.0
        self._ended_there = False
        self._ended_here: int | None = None

    # The person's end

    def send(self, message: Json) -> None:
        if self._ended_here is not None:
            raise LostError(self._ended_here)
        text = orjson.dumps(message).decode()
        self._go_there({"type": "websocket.receive", "text": text})

    async def receive(self, seconds: float) -> Json | None:
        """The next message; None if there is none for so long."""
        if self._here.empty():
            if self._ended_here is not None:
                raise LostError(self._ended_here)
            try:
                async with asyncio.timeout(seconds):
                    told = await self._here.get()
            except TimeoutError:
                return None
        else:
            told = self._here.get_nowait()
        if isinstance(told, int):
            self._ended_here = told
            raise LostError(told)
        found: Json = orjson.loads(told)
        return found

    def close(self) -> None:
        """The person goes."""
        self._ended_here = GONE
        self._go_there({"type": "websocket.disconnect", "code": 1001})

    def _go_there(self, message: Json) -> None:
        self._next_there = max(self._next_there + 1e-6, self.world.now + delay(self.world))
        self.loop.call_at(self._next_there, self._reach_there, message)

    def _reach_there(self, message: Json) -> None:
        if not self.is_cut and not self._ended_there:
            self._ended_there = message["type"] == "websocket.disconnect"
            self._there.put_nowait(message)

    # Whatever comes between

    def cut(self) -> None:
        """Nothing comes through any more. Each end learns of it later."""
        if not self.is_cut:
            self.is_cut = True
            luck = self.world.luck
            self.people.call_later(luck.uniform(0, LEARN_SECONDS), self._end_here, GONE)
            self.loop.call_later(luck.uniform(0, LEARN_SECONDS), self._end_there)

    def stall(self, seconds: float) -> None:
        """The person's end takes nothing in for a while."""
        self.stalled = self.world.now + seconds

    def _end_here(self, code: int) -> None:
        if self._ended_here is None:
            self._here.put_nowait(code)

    def _end_there(self) -> None:
        if not self._ended_there:
            self._ended_there = True
            self._there.put_nowait({"type": "websocket.disconnect", "code": GONE})

    # The application's end

    async def open(self, table: str, cookie: str, address: str) -> None:
        """Ask a process for the live connection of a table."""
        path = f"/api/v1/tables/{table}/live"
        scope = {
            "type": "websocket",
            "subprotocols": [],
            "state": {},
            **described(path, cookie, address),
            "scheme": "ws",
        }
        self._there.put_nowait({"type": "websocket.connect"})
        await asyncio.sleep(delay(self.world))
        if not self.process.is_up or self.loop.is_dead:
            raise LostError
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._accepted = accepted
        self.process.lines[self] = None
        self.process.start(self._serve(scope))
        try:
            async with asyncio.timeout(10):
                status = await accepted
        except TimeoutError:
            self.cut()
            raise LostError from None
        if status != 101:
            raise LostError(status)

    async def _serve(self, scope: Json) -> None:
        try:
            await self.process.app(scope, self._receive, self._send)
        finally:
            if not self.loop.is_dead:
                self.process.lines.pop(self, None)
                self._go_here(GONE)

    async def _receive(self) -> Json:
        return await self._there.get()

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        if self._ended_there and kind == "websocket.send":
            raise OSError("the line is closed")
        while self.stalled > self.world.now and not self._ended_there:
            await asyncio.sleep(self.stalled - self.world.now)
        if kind == "websocket.accept":
            self._tell_accepted(101)
        elif kind == "websocket.http.response.start":
            self._tell_accepted(message["status"])
        elif kind == "websocket.close":
            self._tell_accepted(message.get("code", 1000))
            self._go_here(message.get("code", 1000))
            self._ended_there = True
        elif kind == "websocket.send":
            self._go_here(message["text"])

    def _go_here(self, told: str | int) -> None:
        self._next_here = max(self._next_here + 1e-6, self.world.now + delay(self.world))
        self.people.call_at(self._next_here, self._reach_here, told)

    def _reach_here(self, told: str | int) -> None:
        if self.is_cut or self._ended_here is not None:
            return
        self._here.put_nowait(told)

    def _tell_accepted(self, status: int) -> None:
        def tell() -> None:
            if not self._accepted.done():
                self._accepted.set_result(status)

        self.people.call_later(delay(self.world), tell)


def described(path: str, cookie: str, address: str, headers: Mapping[str, str] = NO_HEADERS) -> Json:
    given = {"host": "localhost", **({"cookie": cookie} if cookie else {}), **headers}
    return {
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": (address, 50_000),
        "server": ("127.0.0.1", 8000),
        "extensions": {"websocket.http.response": {}},
    }


async def ask(
    process: Process, method: str, path: str, body: Json | None = None, cookie: str = "", address: str = ""
) -> tuple[int, dict[str, str], Any]:
    """A request to a process: the status, the headers and the JSON of its answer."""
    world, people = process.world, asyncio.get_running_loop()
    content = b"" if body is None else orjson.dumps(body)
    length = {"content-length": str(len(content)), "content-type": "application/json"} if content else {}
    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "state": {},
        **described(path, cookie, address, length),
    }
    await asyncio.sleep(delay(world))
    if not process.is_up or process.loop.is_dead:
        raise LostError
    answered: asyncio.Future[tuple[int, dict[str, str], Any]] = people.create_future()
    messages: list[Message] = []
    sent = iter([{"type": "http.request", "body": content, "more_body": False}])

    async def receive() -> Json:
        return next(sent, {"type": "http.disconnect"})

    async def send(message: Message) -> None:
        messages.append(message)

    async def serve() -> None:
        await process.app(scope, receive, send)
        people.call_later(delay(world), tell)

    def tell() -> None:
        if answered.done():
            return
        headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        told = b"".join(message.get("body", b"") for message in messages[1:])
        answered.set_result((messages[0]["status"], headers, orjson.loads(told) if told else None))

    process.start(serve())
    try:
        async with asyncio.timeout(15):
            return await answered
    except TimeoutError:
        raise LostError from None
