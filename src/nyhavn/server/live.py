"""The live connection: a WebSocket for one table. `docs/protocol.md` explains it, `protocol` has its messages."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from nyhavn import __version__
from nyhavn.server.cancellation import cancel_all
from nyhavn.server.drain import MOVING_SECONDS
from nyhavn.server.errors import FAILED, refused, tell_unreadable
from nyhavn.server.hints import Hints
from nyhavn.server.hub import PAGE, Hub
from nyhavn.server.limits import DRAWING, TOLD, Limits
from nyhavn.server.live_messages import Message
from nyhavn.server.metrics import MESSAGES, REFUSALS
from nyhavn.server.protocol import PROTOCOL
from nyhavn.server.rooms import COME_BACK, Connection
from nyhavn.table import commands, hints, takebacks, visibility
from nyhavn.table.entries import Refusal

log = logging.getLogger("nyhavn.server")

MOST_REFUSALS = 50
"""After this many messages in a row that cannot be read, or come too fast, the line is cut."""
COSTS = {"subscribe": 2.0, "step": 7.0}
"""What some messages cost in addition: a step of a lesson is set up again."""
STEP_BYTES = 3_000
"""A step of a lesson is written down with its whole position."""
WAITING = 20
WAITING_SECONDS = 0.05
"""Clients with so many unread messages are not served another: answers may be large."""
QUIET_SECONDS = 0.1
"""A client that has been silent for this long has its answers, and can be told to move."""


Answer = int | dict[str, Any] | None
"""The number of an entry, or more; None: it is, or will be, answered elsewhere."""


def kind_of(message: Message) -> str:
    """What a message is about, for the metrics: few words, whatever people send."""
    if message.move is not None or message.moves is not None:
        return "move"
    return next((kind for kind in ("subscribe", "chat", "hint", "ping") if getattr(message, kind)), "other")


def counted(refusal: dict[str, Any]) -> dict[str, Any]:
    """The same, known to the metrics."""
    REFUSALS.labels(refusal["code"]).inc()
    return refusal


class Live:
    """One connection and what it asks for."""

    def __init__(
        self, hub: Hub, limits: Limits, hints: Hints, socket: WebSocket, table: str, person: str, address: str = ""
    ) -> None:
        self.hub = hub
        self.limits = limits
        self.hints = hints
        self.socket = socket
        self.table = table
        self.address = address
        self.connection = Connection(person, address)
        self.connection.may_draw = lambda: not limits.take("work", address, DRAWING)
        self.bad = 0
        self.heard = 0  # messages
        self._came = 0.0  # when the message came that is answered now
        self._answering = False
        self._moved = False
        self._thinking: dict[asyncio.Task[None], None] = {}

    async def run(self) -> None:
        """Talk until one side ends it."""
        now = self.hub.now()
        self.connection.send({"protocol": PROTOCOL, "version": __version__, "now": now})
        sending = asyncio.create_task(self._send())
        receiving = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.depart(self.connection)
            await cancel_all((sending, receiving, *self._thinking))

    def move(self) -> None:
        """This process is about to end: answer what has come, then let the client find another one. What it has sent
        meanwhile is not done, and it sends that again."""
        loop = asyncio.get_running_loop()
        loop.call_later(QUIET_SECONDS, self._move_if_quiet, self.heard, loop.time() + MOVING_SECONDS)

    def _move_if_quiet(self, heard: int, until: float) -> None:
        loop = asyncio.get_running_loop()
        if (self._answering or heard != self.heard) and loop.time() < until:
            loop.call_later(QUIET_SECONDS, self._move_if_quiet, self.heard, until)
            return
        self._moved = True
        self.connection.end(COME_BACK)

    async def _send(self) -> None:
        try:
            while (frame := await self.connection.queue.get()) is not None:
                await self.socket.send_text(frame.decode())
            await self.socket.close(self.connection.code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the other side is gone

    async def _receive(self) -> None:
        try:
            while self.bad < MOST_REFUSALS:
                received = await self.socket.receive()
                if received["type"] == "websocket.disconnect":
                    return
                if self._moved:
                    continue
                self._came = time.perf_counter()
                self.heard += 1
                self._answering = True
                await asyncio.sleep(0)  # what waits goes out first
                while self.connection.queue.qsize() > WAITING:
                    await asyncio.sleep(WAITING_SECONDS)
                await self._answer(received.get("text") or received.get("bytes") or "")
                self._answering = False
            self.limits.warn(self.address, MOST_REFUSALS)
            self.connection.cut()
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def _answer(self, text: str | bytes) -> None:
        """One message: an answer comes to each."""
        name = None
        try:
            self._spend("message")
            given = orjson.loads(text)
            name = given.get("id") if isinstance(given, dict) and isinstance(given.get("id"), str) else None
            message = Message.model_validate(given)
            more = max((cost for kind, cost in COSTS.items() if getattr(message, kind) is not None), default=0)
            if more:
                self._spend("message", more)
        except Refusal as refusal:
            self.bad += refusal.code == "slow down"
            self.connection.send(counted(refused(name, refusal)))
        except (orjson.JSONDecodeError, ValidationError, RecursionError) as error:
            self.bad += 1
            self.connection.send(counted(refused(name, tell_unreadable(error))))
        else:
            await self._fulfil(message, self._came, self._do(message))

    async def _fulfil(self, message: Message, came: float, doing: Awaitable[Answer]) -> None:
        """Do what a message asks for that came at a time, and answer."""
        try:
            answered = await doing
            if message.hint and answered is None:  # that comes later
                return
            MESSAGES.labels(kind_of(message)).observe(time.perf_counter() - came)
        except Refusal as refusal:
            self.bad += refusal.code == "slow down"
            self.connection.send(counted(refused(message.id, refusal)))
        except ValidationError as error:
            self.bad += 1
            self.connection.send(counted(refused(message.id, tell_unreadable(error))))
        except Exception:
            log.exception("message failed")
            self.connection.send(counted(refused(message.id, FAILED)))
        else:
            self.bad = 0
            if answered is not None:  # a subscription is answered by the room
                told = answered if isinstance(answered, dict) else {"n": answered}
                self.connection.send({"ack": message.id, **told})

    async def _do(self, message: Message) -> Answer:
        if message.subscribe is not None:
            wanted = message.subscribe
            cost = await self.hub.opening_cost(self.table)
            if wanted.since is not None:
                cost += TOLD * min(PAGE, max(0, await self.hub.length(self.table) - wanted.since))
            self.limits.spend("work", self.address, cost)
            self._spend_telling()
            how = {"picture": wanted.picture, "patches": wanted.patches}
            await self.hub.subscribe(self.table, self.connection, wanted.since, wanted.seat, message.id, **how)
            return None
        room = self.connection.room
        if room is None:
            raise Refusal("subscribe first", "the first message of a connection subscribes to its table")
        if message.ping:
            return room.told
        if message.explain is not None:
            async with self.hub.open(self.table) as (_, table):
                commands.explain(table, self.connection.person, self._seat(), message.explain)
                return table.n
        if message.hint:
            person = self.connection.person
            await self.hints.check(person, self.address)
            self._spend("hint")
            async with self.hub.open(self.table) as (_, table):
                seat = self._seat()
                hints.check(table, person, seat)
            # What follows is answered meanwhile, so that a client knows that the line carries.
            asking = self._fulfil(message, self._came, self.hints.ask(table, person, seat, self.address))
            thinking = asyncio.create_task(asking)
            self._thinking[thinking] = None
            thinking.add_done_callback(self._thinking.pop)
            return None
        if message.position:
            async with self.hub.open(self.table) as (_, table):
                return {"n": table.n, "position": visibility.position_line(table, self._seat())}
        if message.chat is not None or message.phrase is not None:
            self.limits.spend("chat", self.connection.person)
            self.limits.spend("chat address", self.address)
            # Those who watch do not use up what players may say.
            self.limits.spend("chat table", self.table if self.connection.seat is not None else f"{self.table} watched")
        self.limits.spend("entry", self.address)
        if message.step is not None:
            self.limits.spend("stored", self.address, STEP_BYTES)
        self._spend_telling()
        asked = (self.connection.person, message.id)
        return await self.hub.run(self.table, lambda table, at: self._command(message, table, at), asked)

    def _spend(self, kind: str, cost: float = 1) -> None:
        self.limits.spend_both(kind, self.connection.person, self.address, cost)

    def _spend_telling(self) -> None:
        """People who fill a table with their own connections pay for what these are told; spectators from elsewhere
        cost a player nothing."""
        self.limits.spend("told", self.address, self.hub.audience(self.table, self.address))

    def _seat(self) -> int:
        if self.connection.seat is None:
            raise Refusal("not seated", "you are watching: take a seat to play")
        return self.connection.seat

    def _command(self, message: Message, table: Any, at: int) -> None:
        """Do at the table what a message asks for."""
        person, name = self.connection.person, message.id
        if message.chat is not None or message.phrase is not None:
            commands.chat(table, at, person, self.connection.seat, message.chat or "", message.phrase, name)
            return
        if message.chatting is not None:
            commands.set_chatting(table, at, person, message.chatting, name)
            return
        seat = self._seat()
        if message.move is not None:
            commands.play(table, at, person, seat, [message.move], name)
        elif message.moves is not None:
            commands.play(table, at, person, seat, message.moves, name)
        elif message.undo is not None:
            commands.undo(table, at, person, seat, message.undo == "turn", name)
        elif message.takeback is not None:
            self._take_back(message.takeback, table, at, seat, name)
        elif message.confirm:
            commands.confirm(table, at, person, seat, name)
        elif message.confirming is not None:
            commands.set_confirming(table, at, person, seat, message.confirming, name)
        elif message.standin is not None:
            commands.stand_in(table, at, person, message.standin, self._present(table, message.standin), name)
        elif message.step is not None:
            commands.take_step(table, at, person, seat, message.step, name)
        elif message.back:
            commands.come_back(table, at, person, seat, name)

    def _take_back(self, what: str, table: Any, at: int, seat: int, name: str) -> None:
        person = self.connection.person
        if what == "ask":
            takebacks.ask(table, at, person, name)
        elif what == "withdraw":
            takebacks.withdraw(table, at, person, name)
        else:
            takebacks.answer(table, at, person, seat, what == "grant", name)

    def _present(self, table: Any, seat: int) -> bool:
        """Whether the player of a seat is here, or was until a moment ago."""
        if not 0 <= seat < table.players or self.connection.room is None:
            return False
        return self.hub.is_present(self.connection.room, table, seat)
