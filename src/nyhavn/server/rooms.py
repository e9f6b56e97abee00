"""A room: one table in memory with those who look at it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import orjson

from nyhavn.server.metrics import CONNECTIONS, DROPPED
from nyhavn.server.presence import Here, Presence
from nyhavn.table import visibility
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.patches import difference
from nyhavn.table.table import Table
from nyhavn.table.written_choices import WrittenChoices

Json = dict[str, Any]
QUEUE = 400
"""Messages that may wait for a slow receiver; then it is cut off, and catches up when it is back."""
TOO_MUCH = 1008
COME_BACK = 1012
"""Codes with which connections are closed: those that send or leave unread too much; all, to reconnect."""

ABOUT_TABLE = {
    "sit", "leave", "close", "start", "step", "confirming", "chatting", "standin", "back", "forfeit", "over", "rematch",
    "failed",
}  # fmt: skip
"""Entries after which the whole table is sent again."""
STILL = {"create", "sit", "leave", "confirming", "chat", "chatting", "rematch"}
"""Entries that leave the game as it was: the position is not sent again."""


class Connection:
    """Somebody who looks at a table: a person, the seat it looks from, and what waits to be sent."""

    def __init__(self, person: str, address: str = "") -> None:
        self.person = person
        self.address = address
        self.seat: int | None = None
        self.picture = False  # whether it wants a picture of every position
        self.may_draw: Callable[[], bool] = lambda: True  # whether one may be drawn for it now, which is work
        self.patches = False  # whether it wants to be told of choices only what changes in them
        self.invite: Callable[[], Json] = dict  # how others come to the table
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.room: Room | None = None
        self.code = TOO_MUCH

    def send(self, message: Json | bytes) -> None:
        """Put a message on its way; nobody waits for a slow receiver."""
        try:
            self.queue.put_nowait(message if isinstance(message, bytes) else orjson.dumps(message))
        except asyncio.QueueFull:
            DROPPED.inc()
            self.cut()

    def end(self, code: int) -> None:
        """End the connection when what is in it is sent."""
        self.code = code
        try:
            self.queue.put_nowait(None)
        except asyncio.QueueFull:
            self.cut(code)

    def cut(self, code: int = TOO_MUCH) -> None:
        """End the connection after what is in it is lost."""
        self.code = code
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Shown(NamedTuple):
    """What the viewers of a seat were last shown."""

    view: Json | None = None
    choices: WrittenChoices | None = None


class Room:
    """A table in memory. Code that uses the table holds the lock; `table` is None when it must be read again."""

    def __init__(self, table: str, presence: Presence) -> None:
        self.id = table
        self.presence = presence
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.connections: dict[Connection, None] = {}  # in the order of their coming
        self.shown: dict[int | None, Shown] = {}  # by the seat that one looks from
        self.drawn: dict[int | None, tuple[int, str | None]] = {}  # likewise: after which entry, and the picture
        self.told = 0  # the last entry that those who look have been told
        self.heard = 0  # the last entry that another process has told of
        self.used = 0.0
        self.address = ""  # of a person who created the table or plays there, for its bots' turns

    # Who is here

    def here(self) -> Here:
        """People connected to this process."""
        seated = frozenset(connection.person for connection in self.connections if connection.seat is not None)
        return seated, sum(connection.seat is None for connection in self.connections)

    def crowd(self, connection: Connection, seat: int | None) -> int:
        """How many other connections of its address watch here, or are at seats if it is to be at one."""
        return sum(
            other.address == connection.address and (other.seat is None) == (seat is None)
            for other in self.connections
            if other is not connection
        )

    def persons(self) -> tuple[set[str], int]:
        """Everybody who is connected, here or to another process, and the number of those who only watch."""
        seated, watchers = self.here()
        others, watching = self.presence.elsewhere(self.id)
        return others | seated, watchers + watching

    def present(self) -> list[bool]:
        """By seat: whether its person is connected."""
        assert self.table is not None
        here, _ = self.persons()
        return [seat.person in here for seat in self.table.seats]

    def enter(self, connection: Connection) -> None:
        self.connections[connection] = None
        connection.room = self
        CONNECTIONS.inc()

    def depart(self, connection: Connection) -> None:
        if connection in self.connections:
            del self.connections[connection]
            CONNECTIONS.dec()
            if connection.seat is not None:
                self.presence.leave(self.id, connection.person)
        if all(other.seat != connection.seat for other in self.connections):
            self.shown.pop(connection.seat, None)
            self.drawn.pop(connection.seat, None)
        connection.room = None

    # Telling

    def info(self, connection: Connection) -> Json:
        assert self.table is not None
        invite = {**connection.invite(), "code": self.table.summary.code}
        return {**visibility.info(self.table, connection.person, self.present()), "invite": invite}

    def subscribed(self, connection: Connection, message: str, missing: Sequence[Entry]) -> Json:
        """The answer to somebody who has just come, or come back."""
        table, seat = self.table, connection.seat
        assert table is not None
        self.told = table.n
        self.shown[seat] = view, choices = self._show(table, seat)
        drawn = self._picture(table, seat, [connection])
        return {
            "ack": message,
            "n": table.n,
            "table": self.info(connection),
            "events": visibility.events(table, missing, seat),
            "view": view,
            "held": visibility.held(table, seat),
            "undo": visibility.undoable(table, seat),
            "takeback": visibility.takeback(table, seat),
            "choices": choices and choices.whole(),
            "clock": visibility.clock(table),
            **drawn,
        }

    def page(self, message: str, missing: Sequence[Entry], seat: int | None) -> Json:
        """The first page for a client that has fallen far behind."""
        assert self.table is not None
        told = visibility.events(self.table, missing, seat)
        return {"ack": message, "n": missing[-1].n, "events": told, "more": True}

    def tell(self, entries: Sequence[Entry]) -> None:
        """Tell everybody here what was written down, each what they may know. What those get who look from the same
        seat is made once, and the position only if it may be another one."""
        table = self.table
        assert table is not None
        self.told = table.n
        about_table = table.lesson is not None or any(entry.kind in ABOUT_TABLE for entry in entries)
        if about_table:
            self._check_seats(table, entries)
        moved = any(entry.kind not in STILL for entry in entries)
        audiences: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            audiences.setdefault(connection.seat, []).append(connection)
        for seat, looking in audiences.items():
            messages = visibility.events(table, entries, seat)
            if not messages:
                continue
            drawn: Json = {}
            patched = messages[-1]
            if moved:
                position, choices, changes = self._position(table, seat)
                patched, messages[-1] = messages[-1] | position | changes, messages[-1] | position | choices
                drawn = self._picture(table, seat, looking)
            first = [orjson.dumps(message) for message in messages[:-1]]
            lasts: dict[object, bytes] = {}
            for connection in looking:
                for frame in first:
                    connection.send(frame)
                alike = connection.patches, connection.picture, self._viewer(connection) if about_table else None
                if alike not in lasts:
                    last = patched if connection.patches else messages[-1]
                    more = {"table": self.info(connection)} if about_table else {}
                    lasts[alike] = orjson.dumps({**last, **(drawn if connection.picture else {}), **more})
                connection.send(lasts[alike])

    def _viewer(self, connection: Connection) -> object:
        """Connections with equal keys are told the same about the table: all strangers who came the same way are."""
        assert self.table is not None
        part = {self.table.made["host"], *(seat.person for seat in self.table.seats)}
        return connection.person if connection.person in part else None, *connection.invite().values()

    def _check_seats(self, table: Table, entries: Sequence[Entry]) -> None:
        """Somebody may look from another seat now, or no longer."""
        for connection in self.connections:
            connection.seat = visibility.seat_now(table, entries, connection.person, connection.seat)
            try:
                visibility.check_looking(table, connection.person)
            except Refusal:  # a game has begun that is not theirs to look at
                connection.cut(COME_BACK)

    def _picture(self, table: Table, seat: int | None, looking: Sequence[Connection]) -> Json:
        """The position drawn, once for all who want that; nothing if it would have to be drawn for somebody who had too
        many drawn lately."""
        wanting = [one for one in looking if one.picture]
        if wanting and self.drawn.get(seat, (0, None))[0] != table.n and any(one.may_draw() for one in wanting):
            self.drawn[seat] = table.n, visibility.picture(table, seat)
        n, drawn = self.drawn.get(seat, (0, None))
        return {"picture": drawn} if wanting and n == table.n else {}

    def _show(self, table: Table, seat: int | None) -> Shown:
        last = self.shown.get(seat, Shown())
        return Shown(visibility.look(table, seat), visibility.choices(table, seat, last.choices))

    def _position(self, table: Table, seat: int | None) -> tuple[Json, Json, Json]:
        """The position for those who look from a seat, as a patch to what they were last shown; their choices; and what
        has changed in these, which may be nothing."""
        old = self.shown.get(seat, Shown())
        new = self.shown[seat] = self._show(table, seat)
        position: Json = {
            "held": visibility.held(table, seat),
            "undo": visibility.undoable(table, seat),
            "takeback": visibility.takeback(table, seat),
            "clock": visibility.clock(table),
        }
        if old.view is None:
            position["view"] = new.view
        elif new.view is not None:
            position["patch"] = difference(old.view, new.view)
        choices: Json = {"choices": new.choices and new.choices.whole()}
        if new.choices is None or old.choices is None:
            return position, choices, choices
        return position, choices, {"choices_patch": new.choices.since(old.choices)}

    def tell_presence(self) -> None:
        if self.table is None:
            return
        frame = orjson.dumps({"presence": self.present(), "watchers": self.persons()[1]})
        for connection in self.connections:
            connection.send(frame)
