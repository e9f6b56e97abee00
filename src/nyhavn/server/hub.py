"""The hub: runs commands at tables. What a command adds is saved first, then sent; if it cannot be saved, the table in
memory is discarded, because the log is the game and memory only a cache of it."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from nyhavn.server.cancellation import cancel_all
from nyhavn.server.database_time import ServerTime
from nyhavn.server.jobs import BotTurn, bot_job, bot_job_name, bot_turn
from nyhavn.server.limits import OPENED, OPENING
from nyhavn.server.metrics import COMMITS, CONFLICTS, MOVES, ROOMS, STORE_ERRORS
from nyhavn.server.presence import Presence
from nyhavn.server.rooms import COME_BACK, Connection, Room
from nyhavn.server.settings import Settings
from nyhavn.server.workers import Workers
from nyhavn.store import Append, Job, Store, StoreError
from nyhavn.table import visibility
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

Json = dict[str, Any]
Result = TypeVar("Result")
Command = Callable[[Table, int], None]
Check = Callable[[Sequence[tuple[str, str]]], None]
"""Refuses to ask for something more, knowing the person and the address of all that is asked for."""
Asked = tuple[str, str]
"""A person and the id of a message: what was asked once is done once."""

TRIES = 50
"""Now and then a process that had to read what another one wrote loses the next race, too."""
IDLE_SECONDS = 5.0
PRESENCE_SECONDS = 20.0
COMPARE_SECONDS = 3.0
COMPARED_AT_ONCE = 500
ROOMS_AT_ONCE = 20
BOT_LATE = 10_000
"""A bot that has not moved for so many milliseconds when somebody comes may have been forgotten."""
PAGE = 500
"""Entries in one page for a client that has fallen further behind."""
LONGEST_TURN = 100
MOST_TOGETHER = 20
"""Connections of one address that watch one table, and likewise those at its seats: all are told what others do there,
at no cost to themselves."""
READY_SECONDS = 10.0
PAUSE = 0.001
"""Seconds for others after each step of a long work."""
CHECK_SECONDS = 5.0
UNSURE_SECONDS = 20.0
LOST_SECONDS = 4.0
"""Without a database for so long, a process sends its people to others."""
NO_TABLE = Refusal("no table", "there is no such table")
NO_STORE = Refusal("store", "the database cannot be used now: try again in a moment, with the same message id")


class Hub:
    """All tables that this process has in memory."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.writer = store.writer()
        self.process = secrets.token_hex(6)
        self._signature = f'"origin":"{self.process}"'
        self.time = ServerTime(settings.now(), settings.steady)
        self.presence = Presence(self.process, not store.shared, settings.gone_after / 1000, settings.steady)
        self.rooms: dict[str, Room] = {}
        self.moved: Callable[[Room], None] = lambda room: None  # called after a change made here, with the lock held
        self.wake: Callable[[], None] = lambda: None  # called when there is something to think
        self.answered: Callable[[str], None] = lambda job: None  # called when somebody has thought what was asked for
        self.limits_heard: Callable[[Json], None] = lambda told: None  # called with what people do at other processes
        self.ready = asyncio.Event()  # cleared while time is given back in which no server was there
        self.ready.set()
        self._readers = ThreadPoolExecutor(4, "store")
        self.workers = Workers(settings.workers, settings.thinker, settings.steady, lambda: not settings.at_home)
        self._records = ThreadPoolExecutor(1, "records")
        self._well = True
        self._checked = settings.steady()
        self._failed = 0.0  # when the database failed that was well before
        self._tasks: dict[asyncio.Task[Any], None] = {}  # in the order of their beginning
        self._telling: asyncio.Task[Any] | None = None
        self._loop = asyncio.get_running_loop()
        self._deaf = store.listen(self._hear)
        self._tell_all(asking=True)

    def now(self) -> int:
        """The server's time."""
        return self.time.now()

    async def read_clock(self) -> tuple[int, float]:
        """What the database's clock says, and when it was looked at."""
        told = await self.ask(self.store.now)
        return self.settings.now() if told is None else told, self.settings.steady()

    async def close(self) -> None:
        """Let what is under way end, then stop."""
        await cancel_all(self._tasks)
        await self.workers.close()
        with suppress(Refusal):
            await self.tell([{"left": True}])
        await asyncio.to_thread(self._deaf)
        await asyncio.to_thread(self.writer.close)
        self._readers.shutdown()
        self._records.shutdown(wait=False, cancel_futures=True)

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Something to do in the background; the asker may go away meanwhile."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks[task] = None
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        """Whoever asked may be gone by now, and hears of no refusal."""
        del self._tasks[task]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("task failed", exc_info=error)

    async def ask(self, question: Callable[[], Result]) -> Result:
        """Ask the database something, in a thread of its own."""
        try:
            return await self._loop.run_in_executor(self._readers, question)
        except StoreError as error:
            self._complain(error)
            raise NO_STORE from None

    def _complain(self, error: StoreError) -> None:
        if self._well:
            self._failed = self.settings.steady()
        self._well = False
        STORE_ERRORS.inc()
        log.warning("store", extra={"error": str(error)})

    async def check(self) -> None:
        """Look whether the database can be written to, if that is not known: once in a while, and after it failed."""
        if not self._well or self.settings.steady() - self._checked > CHECK_SECONDS:
            await self.ask(self.store.check)
            self._well, self._checked = True, self.settings.steady()

    @property
    def can_play(self) -> bool:
        """Whether the database could be written to when that was last tried, not long ago."""
        return self._well and self.settings.steady() - self._checked < UNSURE_SECONDS

    @property
    def is_lost(self) -> bool:
        """Whether this process has had no database for seconds, while others may have it: nobody is served here."""
        now = self.settings.steady()
        late = now - self._checked > UNSURE_SECONDS
        return self.store.shared and (late or (not self._well and now - self._failed > LOST_SECONDS))

    async def compute(self, question: Callable[[], Result]) -> Result:
        """Work with a whole record, one after the other in a thread of its own: no question to the database waits."""
        return await self._loop.run_in_executor(self._records, question)

    # Commands

    async def run(
        self, table: str, command: Command, asked: Asked | None = None, new: bool = False, long: bool = False
    ) -> int:
        """Run a command and write down what it adds; gives the number of the last entry. A Refusal says why not. A long
        command, which goes through a whole record, keeps nobody waiting but those at the table."""
        if not self.ready.is_set():
            try:
                await asyncio.wait_for(self.ready.wait(), READY_SECONDS)
            except TimeoutError:
                raise NO_STORE from None
        return await self.run_early(table, command, asked, new, long)

    async def run_early(
        self,
        table: str,
        command: Command,
        asked: Asked | None = None,
        new: bool = False,
        long: bool = False,
        at: int | None = None,
    ) -> int:
        """The same before this process is ready for everybody, or knows what time it is."""
        return await asyncio.shield(self.start(self._run(table, command, asked, new, long, at)))

    async def _run(
        self, name: str, command: Command, asked: Asked | None, new: bool, long: bool, at: int | None
    ) -> int:
        async with self._held(name) as room:
            for _ in range(TRIES):
                table = await self.table(room)
                if not table.n and not new:
                    self._forget(room)
                    raise NO_TABLE
                if asked in table.accepted:
                    return table.accepted[asked]
                before, now = bot_turn(table), self.now() if at is None else at
                try:
                    if long:
                        await self.compute(partial(command, table, now))
                    else:
                        command(table, now)
                except Refusal:
                    if new:
                        self._forget(room)
                    elif await self.news(room):  # what is refused here may be right where others have gone on
                        continue
                    raise
                except BaseException:
                    room.table = None  # nobody knows how far it came
                    raise
                entries = table.written()
                if not entries:
                    return table.n
                if await self._write(room, table, entries, before, now):
                    for entry in entries:
                        if entry.kind == "move":
                            MOVES.labels(table.game, "person" if "by" in entry.body else "bot").inc()
                    room.tell(entries)
                    self.moved(room)
                    return table.n
                CONFLICTS.inc()
                room.table = None  # another process was first
                if not new and (await self.table(room)).n < entries[0].n:
                    raise NO_STORE  # nobody was: this process has the wrong time, and will soon notice
        raise Refusal("busy", "there is too much going on at this table: try again")

    async def _write(
        self, room: Room, table: Table, entries: tuple[Entry, ...], before: BotTurn | None, now: int
    ) -> bool:
        """Write entries, and with them the turn of a bot that they bring or end."""
        append = Append(table.id, entries, table.summary, self.process, at=now)
        after = bot_turn(table)
        if after is None and before is not None:
            append = replace(append, dropped=bot_job_name(table.id))
        elif after is not None and after != before:
            append = replace(append, job=bot_job(table, after, room.address, self.settings, self.now()))
        started = time.perf_counter()
        try:
            done = await asyncio.wrap_future(self.writer.submit(append))
        except BaseException as error:
            room.table = None
            if not isinstance(error, StoreError):
                raise
            self._complain(error)
            raise NO_STORE from None
        COMMITS.observe(time.perf_counter() - started)
        if append.job is not None:
            self.wake()
        return done

    # Rooms

    def _room(self, name: str) -> Room:
        room = self.rooms.get(name)
        if room is None:
            room = self.rooms[name] = Room(name, self.presence)
            ROOMS.set(len(self.rooms))
        room.used = self.settings.steady()
        return room

    def lay(self, name: str, address: str) -> None:
        """A table is laid by somebody at an address: turns of its bots count for that."""
        room = self._room(name)
        room.address = room.address or address

    @asynccontextmanager
    async def _held(self, name: str) -> AsyncIterator[Room]:
        """The room of a table, with its lock."""
        while True:
            room = self._room(name)
            async with room.lock:
                if self.rooms.get(name) is room:  # nobody has dropped it meanwhile
                    yield room
                    return

    def _forget(self, room: Room) -> None:
        room.table = None
        if not room.connections and self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            ROOMS.set(len(self.rooms))

    async def table(self, room: Room) -> Table:
        """The table of a room, whose lock is held; read from the log if it must be. A room of which nothing is written
        yet has an empty table."""
        if room.table is None:

            def read() -> tuple[list[Entry], Table]:
                self.store.follow(room.id)  # first: what is written from now on is told
                entries = self.store.read(room.id)
                return entries, Table(room.id, entries, self.settings.chance)

            entries, table = await self.ask(read)
            room.table = table
            if room.connections:
                self._tell_missed(room, entries)
            return table
        if room.table.n < room.heard:
            await self._read_on(room, room.table, room.table.n)
        return room.table

    def _tell_missed(self, room: Room, entries: list[Entry]) -> None:
        """Connections have not been told what other processes wrote, nor a commit whose outcome nobody knew."""
        missed = [entry for entry in entries if entry.n > room.told]
        if missed:
            room.tell(missed)
        elif len(entries) < room.told:  # an older database was brought back
            for connection in list(room.connections):
                connection.cut()

    async def news(self, room: Room, since: int | None = None) -> list[Entry]:
        """Take in what other processes have written. Gives the entries after a number, or those that were new."""
        table = await self.table(room)
        last = table.n if since is None else since
        if not self.store.shared and last >= table.n:
            return []  # nobody else writes here
        return await self._read_on(room, table, last)

    async def _read_on(self, room: Room, table: Table, since: int) -> list[Entry]:
        """Take in what is new, and give the entries after a number."""
        heard = room.heard
        entries = await self.ask(lambda: self.store.read(room.id, min(since, table.n)))
        new = [entry for entry in entries if entry.n > table.n]
        if new:
            table.fold(new)
            room.tell(new)
        if table.n < heard == room.heard:  # an older database was brought back
            room.heard = table.n
        return [entry for entry in entries if entry.n > since]

    async def _missed(self, room: Room, table: Table, since: int | None) -> tuple[Sequence[Entry], bool]:
        """What has been written since a number, or a page of it; and whether there is more. News of other processes
        come in."""
        if since is None or table.n - since <= PAGE:
            news = await self.news(room, since)
            return [] if since is None else news, False
        await self.news(room)
        entries = await self.ask(lambda: self.store.read(room.id, since, PAGE + LONGEST_TURN))
        missing = visibility.page(table, entries, PAGE)
        return missing, missing[-1].n < table.n

    @asynccontextmanager
    async def open(self, name: str) -> AsyncIterator[tuple[Room, Table]]:
        """A table for reading, while nobody else writes to it: `async with hub.open(name) as (room, table)`."""
        async with self._held(name) as room:
            table = await self.table(room)
            if not table.n:
                self._forget(room)
                raise NO_TABLE
            yield room, table

    def has_open(self, name: str) -> bool:
        """Whether a table is in memory, so that looking at it costs little."""
        room = self.rooms.get(name)
        return room is not None and room.table is not None

    async def length(self, name: str) -> int:
        """How many entries the log of a table has, without reading it; 0: there is none."""
        room = self.rooms.get(name)
        if room is not None and room.table is not None:
            return max(room.table.n, room.heard)
        return await self.ask(lambda: self.store.length(name))

    async def opening_cost(self, name: str) -> float:
        """Milliseconds of work until a table is in memory."""
        return 0.0 if self.has_open(name) else max(OPENING, OPENED * await self.length(name))

    def audience(self, name: str, address: str) -> int:
        """How many connections of an address look at a table, and are told whatever happens there."""
        room = self.rooms.get(name)
        return 0 if room is None else sum(connection.address == address for connection in room.connections)

    def tidy(self) -> None:
        """Drop tables from memory that nobody looks at."""
        before = self.settings.steady() - IDLE_SECONDS
        for room in list(self.rooms.values()):
            if not room.connections and not room.lock.locked() and room.used < before:
                del self.rooms[room.id]
        ROOMS.set(len(self.rooms))
        self.store.follow_only(self.rooms)

    # Those who look

    async def subscribe(
        self,
        name: str,
        connection: Connection,
        since: int | None,
        seat: int | None,
        message: str,
        picture: bool = False,
        patches: bool = False,
    ) -> None:
        """Show a table to a connection from now on, beginning with what it has missed; if that is much, it gets a page
        of it instead, and asks again."""
        async with self.open(name) as (room, table):
            missing, more = await self._missed(room, table, since)
            if seat is not None and seat not in table.seats_of(connection.person):
                raise Refusal("not yours", "this is not your seat", seat=seat)
            visibility.check_looking(table, connection.person)
            most = MOST_TOGETHER * self.settings.limits
            if most and room.crowd(connection, seat) >= most:
                raise Refusal("slow down", "too many connections from your address view this table", seconds=60)
            if more:
                connection.send(room.page(message, missing, seat))
                return
            if connection.room is not None:
                connection.room.depart(connection)
            connection.seat, connection.picture, connection.patches = seat, picture, patches
            if seat is not None:
                room.address = room.address or connection.address
            room.enter(connection)
            told = room.subscribed(connection, message, missing)
            connection.send(told)
            turn = bot_turn(table)
            if turn is not None and abs(self.now() - table.at) > BOT_LATE:
                job = bot_job(table, turn, room.address, self.settings, self.now())
                self.start(self.ask_for(job))
        self.tell_presence(room)

    def depart(self, connection: Connection) -> None:
        room = connection.room
        if room is not None:
            room.depart(connection)
            self.tell_presence(room)

    def send_away(self) -> None:
        """End every connection; clients come back by themselves."""
        for room in list(self.rooms.values()):
            for connection in list(room.connections):
                connection.cut(COME_BACK)

    def present(self, room: Room) -> list[bool]:
        """By seat: whether its person is connected now."""
        return room.present()

    def is_present(self, room: Room, table: Table, seat: int) -> bool:
        """Whether the person of a seat is connected, or was until a moment ago. Nobody is gone for longer than this
        process is there, the game runs, and they have the seat."""
        person = table.seats[seat].person
        if person is None or person in room.persons()[0]:
            return person is not None
        away = 1000 * self.presence.away(room.id, person)
        return min(away, self.now() - max(table.started, table.seats[seat].taken)) < self.settings.gone_after

    def tell_presence(self, room: Room) -> None:
        """Tell who is here, to those who look at this table, at other processes too."""
        room.tell_presence()
        self.presence.change(room.id, room.here())
        self._tell_others()

    def refresh_presence(self) -> None:
        """From time to time: tell others that this process is there, and forget those that are not."""
        self.presence.say("alive")
        self._tell_others()
        self._tell_changed(self.presence.tidy())

    def _tell_changed(self, tables: set[str]) -> None:
        if tables:
            self.start(self._tell_each(tables))

    async def _tell_each(self, tables: set[str]) -> None:
        """Presence at many tables, when a process came or went: moves are not kept waiting by it."""
        for number, name in enumerate(sorted(tables), 1):
            if name in self.rooms:
                self.rooms[name].tell_presence()
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(PAUSE)

    def _tell_others(self) -> None:
        if self._telling is None:
            self._telling = self.start(self._tell())

    async def _tell(self) -> None:
        """All that has gathered, until there is nothing more; one after the other, so that the last is true."""
        try:
            while messages := self.presence.messages():
                with suppress(Refusal):  # who has missed something asks for it
                    await self.ask(lambda told=messages: self.store.tell(*told))  # type: ignore[misc]
        finally:
            self._telling = None

    async def tell(self, messages: Sequence[Json]) -> None:
        """Tell other processes something, which each of them hears once or, if it is not listening, never."""
        payloads = [json.dumps({"origin": self.process, **one}, separators=(",", ":")) for one in messages]
        await self.ask(lambda: self.store.tell(*payloads))

    # Jobs

    async def ask_for(self, job: Job, check: Check = lambda pending: None) -> None:
        """Have something thought, unless that was asked for already."""
        await self.ask(lambda: self.store.jobs.put(job, self.process, check))
        self.wake()

    # Other processes

    def _hear(self, payload: str) -> None:
        """A notification, in the listener's thread; what this process wrote itself is no news."""
        if self._signature not in payload:
            self._loop.call_soon_threadsafe(self._heard, payload)

    def _heard(self, payload: str) -> None:
        if not payload:  # something may have been missed
            for room in self.rooms.values():
                self.start(self._catch_up(room.id))
            self._tell_all(asking=True)
            self.wake()
            return
        told = json.loads(payload)
        if told["origin"] == self.process:
            return
        if told.keys() & {"spent", "held"}:
            self.limits_heard(told)
            return
        if "job" in told:
            self.wake()
        if "answered" in told:
            self.answered(told["answered"])
        if told.keys() & {"job", "answered"} and "table" not in told:
            return
        if "table" not in told:
            if "asks" in told or not self.presence.knows(told["origin"]):
                self._tell_all()
            self._tell_changed(self.presence.hear(told))
            return
        self._reached(told["table"], told["n"])

    async def compare(self) -> None:
        """Find what was written at the tables in memory and never told: a process tells after its commit, and may have
        ended, or have lost the database, in between."""
        names = [room.id for room in self.rooms.values() if room.connections or room.table is not None]
        for first in range(0, len(names), COMPARED_AT_ONCE):
            some = names[first : first + COMPARED_AT_ONCE]
            for name, n in (await self.ask(partial(self.store.lengths, some))).items():
                self._reached(name, n)

    def _reached(self, name: str, n: int) -> None:
        """The log of a table has become so long."""
        found = self.rooms.get(name)
        if found is not None:
            found.heard = max(found.heard, n)
            # Where nobody looks, it is read when somebody asks; else those who only came by would follow for ever.
            if found.connections and (found.table is None or found.table.n < n):
                self.start(self._catch_up(found.id))

    def _tell_all(self, asking: bool = False) -> None:
        """Another process does not know yet who is here, or this one who is there."""
        for room in self.rooms.values():
            if room.connections:
                self.presence.change(room.id, room.here())
        if asking:
            self.presence.say("asks")
        self._tell_others()

    async def _catch_up(self, name: str) -> None:
        """Take in what another process has written, if somebody looks."""
        async with self._held(name) as room:
            try:
                await self.news(room)
            except Refusal:
                room.table = None
