"""The database: SQLite's SQL, and around it what PostgreSQL is to several processes. Transactions happen one after the
other, each at one moment; notifications come late, in their order, and are lost while nobody listens; a commit can
succeed without its process hearing of it; and the clock can be set.

What PostgreSQL itself does with transactions at the same time is not in here: `tests/store` asks it.
"""

import tempfile
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.pool import QueuePool

from nyhavn.store import Entry, Store, StoreError, Writer
from nyhavn.store.channels import EVERYBODY, channel_of
from nyhavn.store.sqlite import with_transactions
from nyhavn.store.startup import open_store
from tests.simulation.loops import THREAD_SECONDS, Broken, Loop, World

T = TypeVar("T")

START = 1_700_000_000_000
NOTE_SECONDS = 0.001, 0.05
TRUSTED = 2_000
"""Milliseconds by which processes may misjudge a lease: they look at the database's clock once a second."""
AHEAD = 60_000
"""A lease further in the future than this is from before the clock was set back, and nobody's."""
WATCHED = """
CREATE TRIGGER taken BEFORE UPDATE ON jobs WHEN NEW.process <> OLD.process
BEGIN SELECT taken(OLD.name, OLD.process, NEW.process, OLD.lease); END;
CREATE TRIGGER kept BEFORE INSERT ON papers BEGIN SELECT kept(NEW.name); END;
CREATE TRIGGER aside AFTER INSERT ON jobs WHEN NEW.ended IS NOT NULL BEGIN SELECT set_aside(NEW.name); END;
"""


@cache
def empty() -> bytes:
    """A database in which nothing has happened."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        open_store(f"sqlite:///{file}").close()
        made = bytearray(file.read_bytes())
        made[18:20] = 1, 1  # no write-ahead log: it is in memory only
        return bytes(made)


class Link:
    """How a process is connected to the database."""

    def __init__(self) -> None:
        self.is_cut = False
        self.is_deaf = False  # no notifications come through
        self.silent_commits = 0  # so many commits succeed without an answer
        self.heard: Callable[[str], None] | None = None
        self.channels = {EVERYBODY}
        self.next = 0.0  # when the next notification can come


class Database:
    """What all processes share."""

    def __init__(self, world: World, shared: bool) -> None:
        self.world = world
        self.shared = shared
        self.skew = 0  # milliseconds by which its clock is wrong
        self.is_down = self.is_full = False
        self.links: dict[Loop, Link] = {}
        self.written: dict[tuple[str, int], float] = {}  # when each entry was really written
        self.documents: Counter[str] = Counter()
        self.aside: set[str] = set()
        self.jumped = -1e9  # when its clock was last set
        self.holders: dict[str, Callable[[], bool]] = {}  # whether a process can hold what it has taken
        # One connection does for all processes: none is ever in the middle of a transaction when another begins one.
        self.engine = with_transactions(create_engine("sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0))
        self._watch()
        with self.engine.connect() as connection:
            for trigger in WATCHED.replace("END;\n", "END;\n\0").split("\0"):
                if trigger.strip():
                    connection.exec_driver_sql(trigger)
            connection.commit()

    def _watch(self) -> None:
        """What triggers tell comes here. SQLite keeps its functions for as long as it likes, and so must not keep this
        database, which holds everything else."""
        own = weakref.ref(self)

        def tell(what: str, *given: Any) -> None:
            if (database := own()) is not None:
                getattr(database, what)(*given)

        @event.listens_for(self.engine, "connect")
        def prepare(connection: Any, _record: object) -> None:
            connection.deserialize(empty())
            for name, count in (("taken", 4), ("kept", 1), ("set_aside", 1)):
                connection.create_function(name, count, partial(tell, f"_{name}"))

    def _kept(self, name: str) -> None:
        self.documents[name] += 1

    def _set_aside(self, name: str) -> None:
        self.aside.add(name)

    def _taken(self, job: str, before: str, after: str, lease: int | None) -> None:
        """A job goes from one process to another, which may only be when the first can no longer hold it."""
        now = self.now()
        calm = self.world.now - self.jumped > AHEAD / 1000
        if calm and lease is not None and now + TRUSTED < lease <= now + AHEAD:
            self.world.failures.append(f"{after} takes {job!r} from {before}, whose lease runs for {lease - now} ms")

    def now(self) -> int:
        return START + int(1000 * self.world.now) + self.skew

    def set_clock(self, milliseconds: int) -> None:
        self.skew += milliseconds
        self.jumped = self.world.now

    def tell(self, told: Sequence[tuple[str, str]]) -> None:
        """A notification reaches everybody who listens to its channel, sooner or later, but in order."""
        for loop, link in self.links.items():
            if loop.is_dead or link.heard is None or link.is_deaf or link.is_cut or self.is_down:
                continue
            for payload in [payload for channel, payload in told if channel in link.channels]:
                link.next = max(link.next + 1e-6, self.world.now + self.world.luck.uniform(*NOTE_SECONDS))
                loop.call_at(link.next, self._reach, link, payload)

    def _reach(self, link: Link, payload: str) -> None:
        if link.heard is not None and not link.is_deaf and not link.is_cut and not self.is_down:
            link.heard(payload)

    def hear_again(self, loop: Loop) -> None:
        """A process listens again after it could not: something may have been missed."""
        link = self.links[loop]
        if link.heard is not None and not loop.is_dead:
            loop.call_later(self.world.luck.uniform(0.05, 1.0), self._reach, link, "")

    @contextmanager
    def asked(self) -> Iterator[Any]:
        """A connection for the test itself."""
        with self.engine.connect() as connection:
            yield connection

    def close(self) -> None:
        self.engine.dispose()


class ProcessWriter(Writer):
    """The writer of a process, whose thread writes at one moment after another."""

    def __init__(self, store: "ProcessStore") -> None:
        self._loop, self._luck = store.loop, store.database.world.luck
        self._is_writing = False
        super().__init__(store)

    def _start(self) -> Callable[[], None]:
        return self._write_all

    def _write_all(self) -> None:
        while not self._jobs.empty():
            self._write_next()

    def submit(self, append: Any) -> Any:
        future = super().submit(append)
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_later(self._luck.uniform(*THREAD_SECONDS), self._go_on)
        return future

    def _go_on(self) -> None:
        self._write_next()
        self._is_writing = not self._jobs.empty()
        if self._is_writing:
            self._loop.call_later(self._luck.uniform(*THREAD_SECONDS), self._go_on)


class ProcessStore(Store):
    """The database as one process has it."""

    def __init__(self, database: Database, loop: Loop) -> None:
        super().__init__(database.engine)
        self.database, self.loop = database, loop
        self.wire = database.links[loop] = Link()
        self._writing: list[tuple[str, int]] = []

    @property
    def shared(self) -> bool:
        return self.database.shared

    def now(self) -> int | None:
        self._reach()
        return self.database.now() if self.shared else None

    def writer(self) -> Writer:
        return ProcessWriter(self)

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        if self.shared:
            self.wire.heard = heard
        return lambda: setattr(self.wire, "heard", None)

    def tell(self, *payloads: str) -> None:
        self._reach()
        if self.shared:
            self.database.tell([(EVERYBODY, payload) for payload in payloads])

    def follow(self, table: str) -> None:
        if self.shared and (self.wire.is_deaf or self.wire.is_cut or self.database.is_down):
            raise StoreError("the database cannot be used now: nothing can be heard")
        self.wire.channels.add(channel_of(table))

    def follow_only(self, tables: Iterable[str]) -> None:
        self.wire.channels = {EVERYBODY, *map(channel_of, tables)}

    def close(self) -> None:
        self._closed = True

    # Where it can fail

    def _reach(self) -> None:
        if self.loop.is_dead or self.wire.is_cut or self.database.is_down:
            raise StoreError("the database cannot be used now: it was made so")

    def _rows(self, statement: Any, **values: object) -> Sequence[Any]:
        self._reach()
        return super()._rows(statement, **values)

    def _write(self, work: Callable[[Any], T]) -> T:
        self._reach()
        if self.database.is_full:
            raise StoreError("the database cannot be used now: its disk was made full")
        self._writing = []
        found = super()._write(work)
        world = self.database.world
        for entry in self._writing:
            self.database.written[entry] = world.now
            world.note("written", *entry)
        if self.wire.silent_commits:
            self.wire.silent_commits -= 1
            world.note(self.loop.name, "does not hear of its commit")
            raise StoreError("the database cannot be used now: the answer to a commit was lost")
        return found

    def _append(self, connection: Any, drafts: Any) -> list[bool]:
        won = super()._append(connection, drafts)
        for draft, taken in zip(drafts, won, strict=True):
            if taken:
                self._writing += [(draft.id, entry["n"]) for entry in draft.entries]
        return won

    def _time_within(self, connection: Any) -> int | None:
        return self.database.now() if self.shared else None

    def _tell_notes(self, connection: Any, notes: Sequence[tuple[str, str]]) -> None:
        """A moment after the commit, if the process is still there and connected."""
        if self.shared and not self.wire.silent_commits:
            self.loop.call_later(self.database.world.luck.uniform(*THREAD_SECONDS), self._tell_now, notes)

    def _tell_now(self, notes: Sequence[tuple[str, str]]) -> None:
        if not self.wire.is_cut:
            self.database.tell(notes)


def log_of(database: Database, table: str) -> list[Entry]:
    return Store(database.engine).read(table)


@contextmanager
def databases(world: World, shared: bool) -> Iterator[Database]:
    """A database that is gone afterwards."""
    database = Database(world, shared)
    try:
        yield database
    finally:
        database.close()


__all__ = ["START", "Broken", "Database", "Link", "ProcessStore", "databases", "log_of"]
