"""Bytes from the network, on their way to uvicorn: counted before they are parsed, with a deadline for everything that
the server waits for. Whatever is too much or too slow is cut off here, at no cost to anybody else."""

import asyncio
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from nyhavn.server.addresses import network_of
from nyhavn.server.connections import Connections, Reason
from nyhavn.server.limits import Limits

HEAD_SECONDS = 10.0
"""From the moment that a request could begin until its headers are complete."""
BODY_SECONDS = 20.0
READ_SECONDS = 30.0
"""Until a client that has stopped reading an answer reads on."""
SUBSCRIBE_SECONDS = 30.0
"""Until the first message of a live connection."""
LINGER_SECONDS = 1.0
"""For telling a live connection that it is cut."""
MOST_PIECES = 100
"""Pieces in which a body of 64 KB may come."""
OWN_PIECES = (150.0, 50.0)
OWN_BYTES = (500_000.0, 50_000.0)
"""Of one connection: at once, and then so many a second."""
TOO_MUCH = 1008
_REFUSED = b'{"code":"slow down","sentence":"too many requests: try again in 15 s","details":{"seconds":15}}'
TURNED_AWAY = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 15\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_REFUSED), _REFUSED)
)


class Meter:
    """What one connection has sent, in pieces and bytes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pieces, self._bytes = OWN_PIECES[0], OWN_BYTES[0]
        self._at = time.monotonic()

    def left(self) -> int:
        """Pieces that may still come at once."""
        self._fill()
        return int(self._pieces) if self._limits.factor else 1 << 30

    def _fill(self) -> None:
        factor, now = self._limits.factor, time.monotonic()
        passed = (now - self._at) * factor
        self._at = now
        self._pieces = min(OWN_PIECES[0] * factor, self._pieces + OWN_PIECES[1] * passed)
        self._bytes = min(OWN_BYTES[0] * factor, self._bytes + OWN_BYTES[1] * passed)

    def take(self, address: str, pieces: int, size: int) -> bool:
        """Count something that came; False if it was too much, for the connection or for its address."""
        if not self._limits.factor:
            return True
        self._fill()
        self._pieces -= pieces
        self._bytes -= size
        return (
            self._pieces >= 0
            and self._bytes >= 0
            and not self._limits.take("piece", address, pieces)
            and not (size and self._limits.take("byte", address, size))
        )


class Frames:
    """Counts the frames of a live connection by their lengths alone, which costs next to nothing."""

    def __init__(self) -> None:
        self._head = b""  # of a frame whose length is not known yet
        self._skip = 0  # bytes of a frame that are still to come

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin in what has come; counting ends after more than `most`."""
        data = self._head + data
        at, end, frames = self._skip, len(data), 0
        while at + 2 <= end and frames <= most:
            length = data[at + 1] & 0x7F
            wide = {126: 2, 127: 8}.get(length, 0)
            head = at + 2 + wide + (4 if data[at + 1] & 0x80 else 0)
            if head > end:
                break
            frames += 1
            at = head + (int.from_bytes(data[at + 2 : at + 2 + wide]) if wide else length)
        self._head, self._skip = data[at:], max(0, at - end)
        return frames


class CountedRequests(h11.Connection):
    """A body comes in so many pieces and no more."""

    def __init__(self, line: "HttpProtocol", most_bytes: int) -> None:
        super().__init__(h11.SERVER, most_bytes)
        self._line = line
        self._pieces = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            if self._pieces > MOST_PIECES:
                self._line.house.cut(self._line, "flood")
                return h11.PAUSED
        return event


class Door(asyncio.Protocol):
    """A new connection: nothing is made for it before it may stay and has said something."""

    def __init__(self, house: Connections, **named: Any) -> None:
        self.house = house
        self.address = ""
        self.deadline: float | None = None
        self._named = named
        self._guests: set[Any] = named["server_state"].connections  # uvicorn tells them when it stops
        self._is_proxy = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # it is one
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        self.address = network_of(address)
        self.transport = transport
        self._is_proxy = self.house.is_proxy(address)
        reason = self.house.refuse(self.address, self._is_proxy)
        if reason is None:
            self.deadline = time.monotonic() + HEAD_SECONDS
            self._guests.add(self)
            self.house.enter(self)
        elif reason == "deaf":
            transport.abort()
        else:
            transport.write(TURNED_AWAY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.deadline is None:  # it was turned away
            return
        if self._is_proxy or not self.house.limits.factor:
            self._hear(data)
            return
        self.transport.pause_reading()
        if not self.house.entrance.come(self.address, lambda: self._hear(data)):
            self.deadline = None
            self._leave()
            self.house.turn_away(self.address, "rate")
            self.transport.write(TURNED_AWAY)
            self.transport.close()

    def _hear(self, data: bytes) -> bool:
        """A connection is heard; False if it is gone."""
        if self.transport.is_closing():
            return False
        self._leave()
        protocol = HttpProtocol(house=self.house, proxy=self._is_proxy, **self._named)
        self.transport.set_protocol(protocol)
        protocol.connection_made(self.transport)
        protocol.deadline = self.deadline
        if not self.transport.is_reading():
            self.transport.resume_reading()
        protocol.data_received(data)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()

    def shutdown(self) -> None:
        self.transport.close()

    def cut(self, reason: Reason) -> None:
        self.transport.abort()

    def _leave(self) -> None:
        self._guests.discard(self)
        self.house.leave(self)


class HttpProtocol(H11Protocol):
    """HTTP."""

    def __init__(self, *, house: Connections, proxy: bool, **named: Any) -> None:
        super().__init__(**named)
        self.house = house
        self.address = ""
        self.deadline: float | None = None
        self._waiting_for = 0.0
        # A proxy sends what many people send, and whole requests.
        self._meter = None if proxy else Meter(house.limits)
        self.conn = CountedRequests(self, self.config.h11_max_incomplete_event_size or 16 * 1024)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self.house.enter(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._meter is not None and not self._meter.take(self.address, 1, len(data)):
            self.house.cut(self, "flood")
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """What is still made as an answer to the same request is not heard any more, and complains of nothing."""
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
            if cycle.response_started:
                self.transport.abort()
                return
        super().send_400_response(msg)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.deadline = time.monotonic() + READ_SECONDS

    def resume_writing(self) -> None:
        super().resume_writing()
        self._waiting_for, self.deadline = 0.0, None
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.house.leave(self)
        super().handle_websocket_upgrade(event)

    def cut(self, reason: Reason) -> None:
        self.transport.abort()

    def _watch(self) -> None:
        """Set a deadline for whatever has to come next."""
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            wanted = HEAD_SECONDS
        else:
            wanted = BODY_SECONDS if cycle.more_body else 0.0
        if wanted != self._waiting_for and not self.flow.write_paused:
            self._waiting_for = wanted
            self.deadline = time.monotonic() + wanted if wanted else None


class LiveProtocol(WebSocketsSansIOProtocol):
    """WebSockets."""

    def __init__(self, *, house: Connections, **named: Any) -> None:
        super().__init__(**named)
        self.house = house
        self.address = ""
        self.deadline: float | None = time.monotonic() + SUBSCRIBE_SECONDS
        self._is_cut = False
        self._frames = Frames()
        self._meter = Meter(house.limits)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self.house.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.leave(self)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # As soon as the first middleware has read what a proxy says.
        self.loop.call_soon(self._learn_address)

    def _learn_address(self) -> None:
        scope: Any = getattr(self, "scope", None)
        if scope is not None and scope["client"] and not self._is_cut and not self.disconnected:
            self.house.move(self, network_of(scope["client"][0]))

    def data_received(self, data: bytes) -> None:
        if self._is_cut:
            return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        left = self._meter.left()
        pieces = max(1, self._frames.count(data, left))
        # Where counting ended early, nobody knows how many there are: what fills up meanwhile does not matter.
        if pieces <= left and self._meter.take(self.address, pieces, len(data)):
            super().data_received(data)
        else:
            self.house.cut(self, "flood")

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:  # a connection that is refused with an answer is done, too; uvicorn does not know
            self.handshake_complete = True

    def send_receive_event_to_app(self) -> None:
        self.deadline = None
        super().send_receive_event_to_app()

    def cut(self, reason: Reason) -> None:
        if self._is_cut:
            return
        self._is_cut = True
        tell = self.conn.state is State.OPEN and not self.close_sent and not self.transport.is_closing()
        if reason == "crowd" or not tell:
            self.transport.abort()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH})
        self.conn.send_close(TOO_MUCH, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # What comes is not read any more; to close at once would take back what was just said.
        self.read_paused = False
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
