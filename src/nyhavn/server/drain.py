"""The end of a process in good order: a proxy is told to send people elsewhere, live connections are told to move once
what they have sent is answered, and only then nobody is let in any more."""

import asyncio
import logging
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

import uvicorn

from nyhavn.server.metrics import DRAINING
from nyhavn.table.entries import Refusal

log = logging.getLogger("nyhavn.server")

ENDING = Refusal("busy", "this process is stopping: reconnect to another one")
MOVING_SECONDS = 4.0
"""Seconds that a connection which is never quiet may go on."""
AT_ONCE, PAUSE = 50, 0.02
"""Connections that are told to move together: those who come next find the other processes able to answer."""
LOOK_SECONDS = 0.02


class Line(Protocol):
    """A live connection."""

    def move(self) -> None:
        """Answer what has come, then end so that the client comes back."""


class Drain:
    """Whether this process is about to end, and who is still connected to it."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        """How long people are still let in while `/healthz` says 503, so that a proxy notices."""
        self.begun = False
        self.moving = False
        """Whether everybody is told to move: nobody new comes in."""
        self._lines: dict[Line, None] = {}  # the oldest first
        DRAINING.set(0)

    @contextmanager
    def following(self, line: Line) -> Iterator[None]:
        """While a live connection is open."""
        self._lines[line] = None
        try:
            yield
        finally:
            del self._lines[line]

    async def run(self, seconds: float | None = None) -> None:
        """Until everybody is gone, or has had time to go."""
        self.begun = True
        DRAINING.set(1)
        log.info("draining", extra={"connections": len(self._lines)})
        await asyncio.sleep(self.seconds if seconds is None else seconds)
        self.moving = True
        for number, line in enumerate(list(self._lines), 1):
            line.move()
            if number % AT_ONCE == 0:
                await asyncio.sleep(PAUSE)
        loop = asyncio.get_running_loop()
        until = loop.time() + MOVING_SECONDS + 1
        while self._lines and loop.time() < until:
            await asyncio.sleep(LOOK_SECONDS)
        log.info("drained", extra={"connections": len(self._lines)})


class Server(uvicorn.Server):
    """uvicorn, which would close its port first and cut everybody's line in the middle of a sentence. Asked
    to end a second time, it does not wait."""

    def __init__(self, config: uvicorn.Config, drain: Drain) -> None:
        super().__init__(config)
        self._drain = drain
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        first = not self._drain.begun and not self.should_exit
        super().handle_exit(sig, frame)
        if first and self._loop is not None:
            self.should_exit = False
            self._drain.begun = True
            # Ctrl-C comes from somebody at the machine, who waits; a proxy is behind SIGTERM.
            self._loop.call_soon_threadsafe(self._begin, 0.0 if sig == signal.SIGINT else None)

    def _begin(self, seconds: float | None) -> None:
        self._draining = asyncio.create_task(self._end(seconds))

    async def _end(self, seconds: float | None) -> None:
        try:
            await self._drain.run(seconds)
        finally:
            self.should_exit = True
