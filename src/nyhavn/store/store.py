"""The store: logs of tables and what lists need of them, in either database, by the same statements.

A log grows only at its end. Who may write number n + 1 is decided by the row of the table, which holds n and is locked
while a transaction writes; the primary key (table, number) of the entries would refuse everybody else as well.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
from sqlalchemy import (
    Column,
    Connection,
    Dialect,
    Engine,
    Select,
    Table,
    and_,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from nyhavn.store import jobs
from nyhavn.store.channels import EVERYBODY, channel_of
from nyhavn.store.drafts import Draft
from nyhavn.store.model import JITTER, OVERFLOW, POOL, WRONG, Append, Holdings, PoolUse, StoreError
from nyhavn.store.schema import DAY, DOCUMENTS, LINKS, MINUTE, PROCESSES, SETTINGS, TABLES
from nyhavn.store.statements import (
    CHANGE,
    CLOCK,
    CREATE,
    FINISHED,
    LENGTHS,
    LOCKED,
    NOTIFY,
    ONE_SUMMARY,
    OPEN_CARDS,
    OWN,
    READ,
    SIT_DOWN,
    STAND_UP,
    WAKING,
    WRITE,
)
from nyhavn.store.writer import Writer
from nyhavn.table.entries import Entry, TableSummary

if TYPE_CHECKING:
    from nyhavn.store.listening import Listener

T = TypeVar("T")

TRIES = 10
RETRIED = {"40001", "40P01"}
"""PostgreSQL's word for "nothing was done, try again": serialization failure and deadlock."""
AHEAD = 10_000
"""A heartbeat this many milliseconds in the future is from before time was set back."""
CHECKED = "checked"
SKIPPED = "skipped"
MOST_SKIPPED = 100
NOTES = "nyhavn notes"
"""Where a connection keeps what its transaction is to tell."""


class Store:
    """An open database. Every method may be called from any thread, and raises StoreError if the database is gone."""

    def __init__(self, engine: Engine, release: Callable[[], None] = lambda: None) -> None:
        self._engine = engine
        self._reader = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._release = release
        self._closed = False
        self._postgres = engine.dialect.name == "postgresql"
        self._listener: Listener | None = None
        # SQLite has one writer at a time; waiting here is fairer and quicker than its polling.
        self._turn: AbstractContextManager[Any] = nullcontext() if self._postgres else threading.Lock()
        self.jobs = jobs.Jobs(self._write_told, self._rows, self._notify)

    # The log

    def writer(self) -> Writer:
        """A thread that appends what others give it."""
        return Writer(self)

    def append(self, appends: Sequence[Append]) -> list[bool]:
        """Write in one transaction, each append all or none.

        False: nothing was written, because its first number is taken or leaves a gap, because its code or replay token
        belongs to another table, or because its process has another time than the database.
        """
        drafts = [Draft(append) for append in appends]
        order = sorted(range(len(drafts)), key=lambda index: drafts[index].id)
        ordered = [drafts[index] for index in order]
        with told():
            try:
                won = self._write(lambda connection: self._append(connection, ordered))
            except (IntegrityError, _WrongTimeError):  # two at once created a table or took a code: find out which
                won = self._write(lambda connection: [self._append_one(connection, draft) for draft in ordered])
        return [taken for _, taken in sorted(zip(order, won, strict=True))]

    def read(self, table: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """The entries of a table with numbers above one, in order, or the first of them; none if there is no such
        table."""
        rows = self._rows(READ if most is None else READ.limit(most), table=table, after=after)
        return [Entry(n, at, kind, orjson.loads(body)) for n, at, kind, body in rows]

    # Lists

    def summary(self, table: str) -> TableSummary | None:
        """What lists show of a table, if there is one."""
        rows = self._rows(ONE_SUMMARY, table=table)
        return _summary(rows[0]) if rows else None

    def length(self, table: str) -> int:
        """How many entries the log of a table has."""
        return self.lengths([table]).get(table, 0)

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries the logs of tables have, as far as there are such tables."""
        return dict(map(tuple, self._rows(LENGTHS, ids=list(tables))))

    def find_code(self, code: str) -> str | None:
        """The table with a short code."""
        return self._one(select(TABLES.c.id).where(TABLES.c.code == code))

    def find_replay(self, token: str) -> str | None:
        """The table with a replay token."""
        return self._one(select(TABLES.c.id).where(TABLES.c.replay == token))

    def tables_of(self, person: str, limit: int = 50) -> list[tuple[str, TableSummary]]:
        """The tables where a person sits, the last changed first."""
        return [(row[0], _summary(row[1:])) for row in self._rows(OWN, person=person, limit=limit)]

    def finished(self, person: str, before: tuple[int, str], limit: int) -> list[tuple[str, TableSummary]]:
        """The games of a person that are over, the latest first; only from tables that were made before another, by its
        time and name."""
        rows = self._rows(FINISHED, person=person, created=before[0], table=before[1], limit=limit)
        return [(row[0], _summary(row[1:])) for row in rows]

    def open_tables(self, limit: int = 50) -> list[tuple[str, TableSummary]]:
        """Listed tables that wait for players and have an open seat, the newest first."""
        return [(row[0], _summary(row[1:])) for row in self._rows(OPEN_CARDS, limit=limit)]

    def holdings(self, person: str, since: int) -> Holdings:
        """What is kept for a person who made it."""
        own = TABLES.c.host == person
        tables = select(func.count(), func.sum(TABLES.c.size)).where(own)
        documents = select(func.count(), func.sum(func.length(DOCUMENTS.c.body))).where(DOCUMENTS.c.owner == person)
        made = self._rows(tables.where(TABLES.c.created >= since))[0][0]
        shared = documents.where(DOCUMENTS.c.at >= since, DOCUMENTS.c.name.startswith("position "))
        written = self._rows(shared)[0][0]
        sizes = [self._rows(each)[0][1] or 0 for each in (tables, documents)]
        return Holdings(made, written, int(sum(sizes)))

    def names(self, after: str, limit: int) -> list[str]:
        """Tables by name, from behind one on."""
        asked = select(TABLES.c.id).where(TABLES.c.id > after).order_by(TABLES.c.id).limit(limit)
        return [row[0] for row in self._rows(asked)]

    def waking(self, now: int, limit: int = 100) -> list[str]:
        """Tables that must be looked at by now, the most urgent first."""
        return [row[0] for row in self._rows(WAKING, now=now, minute=now // MINUTE, limit=limit)]

    def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        return dict(map(tuple, self._rows(select(TABLES.c.status, func.count()).group_by(TABLES.c.status))))

    # Expiry

    def expire(self, before: Mapping[str, int], now: int, limit: int) -> int:
        """Mark tables that have not changed since the time given for their status; how many."""
        old = or_(
            false(),
            *(
                and_(TABLES.c.status == status, TABLES.c.day <= at // DAY, TABLES.c.updated < at)
                for status, at in before.items()
            ),
        )
        # A table that is being written to at this moment is not old: leave it.
        found = select(TABLES.c.id).order_by(TABLES.c.updated).limit(limit).with_for_update(skip_locked=True)
        return self._mark(TABLES, TABLES.c.id, found.where(TABLES.c.expired.is_(None), old), now)

    def expire_documents(self, before: int, now: int, limit: int) -> int:
        """Mark documents that were written before a time; how many."""
        found = select(DOCUMENTS.c.name).order_by(DOCUMENTS.c.at).limit(limit).with_for_update(skip_locked=True)
        return self._mark(
            DOCUMENTS, DOCUMENTS.c.name, found.where(DOCUMENTS.c.expired.is_(None), DOCUMENTS.c.at < before), now
        )

    def _mark(self, table: Table, key: Column[Any], found: Select[Any], now: int) -> int:
        def work(connection: Connection) -> int:
            keys = [row[0] for row in connection.execute(found)]
            connection.execute(update(table).where(key.in_(keys)).values(expired=now))
            return len(keys)

        with told():
            return self._write(work)

    def remove(self, before: int, limit: int) -> int:
        """Delete what was marked before a time, tables with their logs; how many tables."""
        marked = select(TABLES.c.id).where(TABLES.c.expired < before).order_by(TABLES.c.expired).limit(limit)

        def work(connection: Connection) -> int:
            ids = [row[0] for row in connection.execute(marked.with_for_update(skip_locked=True))]
            connection.execute(delete(TABLES).where(TABLES.c.id.in_(ids)))
            connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.expired < before))
            return len(ids)

        with told():
            return self._write(work)

    def keep(self, now: int) -> int:
        """Take all marks away: what has them is as good as new; how many tables."""

        def work(connection: Connection) -> int:
            connection.execute(update(DOCUMENTS).where(DOCUMENTS.c.expired.is_not(None)).values(expired=None, at=now))
            marked = update(TABLES).where(TABLES.c.expired.is_not(None))
            return connection.execute(marked.values(expired=None, updated=now, day=now // DAY)).rowcount

        with told():
            return self._write(work)

    # Time

    def now(self) -> int | None:
        """The database's own clock, milliseconds since 1970; None: it has none but that of this machine."""
        if not self._postgres:
            return None
        at: int = self._rows(CLOCK)[0][0]
        return at

    def skip(self, since: int, until: int) -> None:
        """Remember that nothing was there between two moments, which makes no table older."""

        def join(times: list[tuple[int, int]]) -> list[tuple[int, int]]:
            joined: list[tuple[int, int]] = []
            for first, last in sorted([*times, (since, until)]):
                if joined and first <= joined[-1][1]:
                    joined[-1] = joined[-1][0], max(joined[-1][1], last)
                else:
                    joined.append((first, last))
            while len(joined) > MOST_SKIPPED:  # what lies between two becomes part of them
                joined[:2] = [(joined[0][0], joined[1][1])]
            return joined

        with told(), suppress(IntegrityError):  # another process has noticed the same
            self._write(lambda connection: _change_skipped(connection, join))

    def skipped(self) -> list[tuple[int, int]]:
        """Times that were skipped, oldest first."""
        kept = self._one(select(SETTINGS.c.value).where(SETTINGS.c.name == SKIPPED))
        return [(first, last) for first, last in orjson.loads(kept or "[]")]

    # Settings, links, processes

    def setting(self, name: str, default: Callable[[], str]) -> str:
        """A value that is made once and stays, no matter who asks first."""
        asked = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        found = self._one(asked)
        if found is None:
            row = {"name": name, "value": default()}
            with told(), suppress(IntegrityError):  # another was first
                self._write(lambda connection: connection.execute(insert(SETTINGS), row))
            found = self._one(asked)
        assert found is not None
        return found

    def put_document(self, name: str, body: str, now: int, owner: str | None = None) -> None:
        """Keep a text under a name; what was there before is gone. It may count as somebody's."""

        def work(connection: Connection) -> None:
            connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.name == name))
            connection.execute(insert(DOCUMENTS), {"name": name, "body": body, "at": now, "owner": owner})

        with told(), suppress(IntegrityError):  # another process wrote the same at this moment
            self._write(work)

    def document(self, name: str) -> str | None:
        """The text under a name."""
        return self._one(select(DOCUMENTS.c.body).where(DOCUMENTS.c.name == name))

    def put_link(self, digest: str, person: str, expires: int, name: str = "", now: int = 0) -> None:
        """Keep a one-time link, by the digest of its secret. Those whose time is over go."""

        def work(connection: Connection) -> None:
            connection.execute(delete(LINKS).where(or_(LINKS.c.digest == digest, LINKS.c.expires <= now)))
            connection.execute(insert(LINKS), {"digest": digest, "person": person, "expires": expires, "name": name})

        with told():
            self._write(work)

    def link(self, digest: str, now: int) -> tuple[str, str] | None:
        """The person a link belongs to, and their name; the link stays valid."""
        asked = select(LINKS.c.person, LINKS.c.name).where(LINKS.c.digest == digest, LINKS.c.expires > now)
        rows = self._rows(asked)
        return (rows[0][0], rows[0][1]) if rows else None

    def take_link(self, digest: str, now: int) -> str | None:
        """The person a link belongs to, once: exactly one taker gets it, and none after its time."""

        def work(connection: Connection) -> str | None:
            connection.execute(delete(LINKS).where(LINKS.c.expires <= now))
            taken = connection.execute(delete(LINKS).where(LINKS.c.digest == digest).returning(LINKS.c.person))
            person: str | None = taken.scalar()
            return person

        with told():
            return self._write(work)

    def alive(self, process: str, now: int) -> None:
        """A heartbeat."""

        def work(connection: Connection) -> None:
            own = PROCESSES.c.id == process
            if connection.execute(update(PROCESSES).where(own).values(at=now)).rowcount:
                return
            connection.execute(delete(PROCESSES).where(PROCESSES.c.at > now + AHEAD))
            # A new process clears away old ones, except the last: it says how long nobody was there.
            last = select(func.max(PROCESSES.c.at)).scalar_subquery()
            connection.execute(delete(PROCESSES).where(PROCESSES.c.at < now - DAY, PROCESSES.c.at < last))
            connection.execute(insert(PROCESSES), {"id": process, "at": now})

        with told():
            self._write(work)

    def set_back(self, now: int) -> None:
        """The clock was set back: heartbeats of the future are no signs of life. Processes that live beat again. What
        was skipped of the future has yet to come."""

        def work(connection: Connection) -> None:
            connection.execute(delete(PROCESSES).where(PROCESSES.c.at > now + AHEAD))
            _change_skipped(
                connection, lambda times: [(since, min(until, now)) for since, until in times if since < now]
            )

        with told():
            self._write(work)

    def last_alive(self, except_process: str) -> int | None:
        """The latest heartbeat of all other processes."""
        latest = self._rows(select(func.max(PROCESSES.c.at)).where(PROCESSES.c.id != except_process))
        at: int | None = latest[0][0]
        return at

    def check(self) -> None:
        """StoreError if nothing can be written now."""

        def work(connection: Connection) -> None:
            trial = connection.begin_nested()  # is there room for more?
            connection.execute(insert(SETTINGS), {"name": f"{CHECKED} {JITTER.random()}", "value": "room " * 2000})
            trial.rollback()
            value = {"value": str(time.time_ns())}
            if not connection.execute(update(SETTINGS).where(SETTINGS.c.name == CHECKED).values(value)).rowcount:
                connection.execute(insert(SETTINGS), {"name": CHECKED, **value})

        with told(), suppress(IntegrityError):  # another wrote it at this moment: one can
            self._write(work)

    # Other processes

    @property
    def shared(self) -> bool:
        """Whether other processes may use this database at the same time."""
        return self._postgres

    @property
    def pool(self) -> PoolUse:
        """How many connections are in use. (Those to PostgreSQL that listen or migrate are not among them.)"""
        pool: Any = self._engine.pool
        return PoolUse(pool.checkedout(), pool.checkedin(), POOL + OVERFLOW)

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Hear of everything told, and of every append at tables that are followed, in a thread; "" means that
        something may have been missed.

        Gives the function that ends it. SQLite has no other processes to hear of.
        """
        if not self._postgres:
            return lambda: None
        from nyhavn.store.listening import Listener

        self._listener = Listener(self._engine.url, heard)
        return self._listener.close

    def follow(self, table: str) -> None:
        """Hear of every append at a table from now on: asked before it is read, so that nothing is missed between."""
        if self._listener is not None:
            self._listener.follow(table)

    def follow_only(self, tables: Iterable[str]) -> None:
        """No other tables need to be followed any more."""
        if self._listener is not None:
            self._listener.keep(tables)

    def tell(self, *payloads: str) -> None:
        """Tell everybody who listens, this process included."""
        if self._postgres:
            self._rows(NOTIFY, channels=[EVERYBODY] * len(payloads), payloads=list(payloads))

    def close(self) -> None:
        """Close the database. Nothing can be asked afterwards."""
        if not self._closed:
            self._closed = True
            self._engine.dispose()
            self._release()

    # How

    def _append(self, connection: Connection, drafts: list[Draft]) -> list[bool]:
        ids = list(dict.fromkeys(draft.id for draft in drafts))
        known = {id_: (last, seats) for id_, last, seats in connection.execute(LOCKED, {"ids": ids})}
        won = []
        entries: list[dict[str, Any]] = []
        created: dict[str, Draft] = {}
        changed: dict[str, Draft] = {}
        seated: dict[str, Draft] = {}
        sizes: Counter[str] = Counter()
        for draft in drafts:
            last, seats = known.get(draft.id, (0, "[]"))
            won.append(draft.first == last + 1)
            if not won[-1]:
                continue
            (changed if last and draft.id not in created else created)[draft.id] = draft
            if draft.seats != seats:
                seated[draft.id] = draft
            entries += draft.entries
            sizes[draft.id] += draft.size
            known[draft.id] = draft.last, draft.seats
        _many(connection, CREATE, [draft.row(sizes[id_]) for id_, draft in created.items()])
        _many(connection, CHANGE, [{"id_": id_, **draft.row(sizes[id_])} for id_, draft in changed.items()])
        _many(connection, STAND_UP, [{"id_": id_} for id_ in seated if id_ not in created])
        _many(connection, SIT_DOWN, [row for draft in seated.values() for row in draft.persons()])
        _many(connection, WRITE, entries)
        written = [draft for draft, taken in zip(drafts, won, strict=True) if taken]
        for draft in written:
            if draft.job is not None:
                connection.execute(jobs.PUT, draft.job)
            elif draft.dropped is not None:
                connection.execute(jobs.DROP, {"own_name": draft.dropped})
        timed = [draft.at for draft in written if draft.at is not None]
        if timed and (now := self._time_within(connection)) is not None and any(abs(at - now) >= WRONG for at in timed):
            raise _WrongTimeError
        self._note(connection, [(channel_of(draft.id), draft.note()) for draft in written])
        self._notify(connection, *({"origin": draft.origin, "job": True} for draft in written if draft.job is not None))
        return won

    def _time_within(self, connection: Connection) -> int | None:
        """The database's own time in a transaction."""
        now: int | None = connection.execute(CLOCK).scalar() if self._postgres else None
        return now

    def _append_one(self, connection: Connection, draft: Draft) -> bool:
        try:
            with connection.begin_nested():
                return self._append(connection, [draft])[0]
        except (IntegrityError, _WrongTimeError):
            return False

    def _notify(self, connection: Connection, *payloads: dict[str, Any]) -> None:
        """Tell everybody who listens, after the transaction."""
        self._note(connection, [(EVERYBODY, payload) for payload in payloads])

    def _note(self, connection: Connection, told: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """The same by channels."""
        connection.info[NOTES] += [(channel, orjson.dumps(payload).decode()) for channel, payload in told]

    def _tell_notes(self, connection: Connection, notes: Sequence[tuple[str, str]]) -> None:
        """Tell what was written, in a transaction of its own: a commit with notes in it lets no other one begin until
        it is on the disk. If that fails, or the process ends before it, others see it by the length of the log."""
        if self._postgres:
            channels, payloads = zip(*notes, strict=True)
            with suppress(DBAPIError):
                told = connection.execution_options(isolation_level="AUTOCOMMIT")
                told.execute(NOTIFY, {"channels": list(channels), "payloads": list(payloads)})

    def _write_told(self, work: Callable[[Connection], T]) -> T:
        with told():
            return self._write(work)

    def _write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction, again if the database says that this helps."""
        for attempt in range(TRIES):
            try:
                with self._turn, self._opened(self._engine).connect() as connection:
                    notes = connection.info[NOTES] = []
                    with connection.begin():
                        done = work(connection)
                    if notes:
                        self._tell_notes(connection, notes)
                    return done
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in RETRIED or attempt == TRIES - 1:
                    raise
                time.sleep(JITTER.uniform(0, 0.01) * 2**attempt)
        raise AssertionError("the last try returns or raises")

    def _rows(self, statement: Any, **values: object) -> Sequence[Any]:
        with told(), self._opened(self._reader).connect() as connection:
            return connection.execute(statement, values).all()

    def _one(self, statement: Any) -> str | None:
        rows = self._rows(statement)
        found: str | None = rows[0][0] if rows else None
        return found

    def _opened(self, engine: Engine) -> Engine:
        if self._closed:
            raise StoreError("the database was closed")
        return engine


class _WrongTimeError(Exception):
    """Who wants to write has another time than the database."""


def _summary(row: Sequence[Any]) -> TableSummary:
    summary = dict(zip(TableSummary.__slots__, row, strict=True))
    return TableSummary(
        **summary | {"seats": tuple((person, is_open) for person, is_open in orjson.loads(summary["seats"]))}
    )


def _change_skipped(connection: Connection, change: Callable[[list[tuple[int, int]]], list[tuple[int, int]]]) -> None:
    own = SETTINGS.c.name == SKIPPED
    kept = connection.execute(select(SETTINGS.c.value).where(own).with_for_update()).scalar()
    times: list[tuple[int, int]] = [(first, last) for first, last in orjson.loads(kept or "[]")]
    changed = change(times)
    if changed == times:
        return
    value = {"value": orjson.dumps(changed).decode()}
    if not connection.execute(update(SETTINGS).where(own).values(value)).rowcount:
        connection.execute(insert(SETTINGS), {"name": SKIPPED, **value})


def _many(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    """Execute a statement for many rows, whose values every driver takes as they are: a third quicker without asking
    SQLAlchemy about each of them."""
    if rows:
        words, order = _compiled(statement, connection.dialect)
        values: Any = [tuple([row[name] for name in order]) for row in rows] if order else rows
        connection.exec_driver_sql(words, values)


@lru_cache(maxsize=32)
def _compiled(statement: Any, dialect: Dialect) -> tuple[str, list[str] | None]:
    """A statement in the words of a database, and the order of its values if they have no names there."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), compiled.positiontup


@contextmanager
def told() -> Iterator[None]:
    """What the database or its driver says, as an error of ours with one sentence."""
    try:
        yield
    except DataError as error:
        raise ValueError(f"the database cannot hold this: {_first_line(error)}") from error
    except (DBAPIError, PoolTimeout) as error:
        raise StoreError(f"the database cannot be used now: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
