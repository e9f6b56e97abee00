"""Jobs: what is to be thought, in the database, for whichever process comes first.

A job is written in the transaction that makes it necessary, and taken by one process at a time, which holds it by a
lease that it renews. If that process dies, its lease runs out and another takes the job: a thought may be had twice,
and counts once, because the log of its table has each number once. A job that ends whoever takes it is set aside, with
the reason.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import orjson
from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, text, update

from nyhavn.store.model import Job
from nyhavn.store.schema import DOCUMENTS, JOBS

T = TypeVar("T")

LEASE_AHEAD, DUE_AHEAD = 60_000, 15 * 60_000
"""A lease or a due time this many milliseconds in the future is from before the clock was set back."""
WINDOW = 200
"""Jobs that are considered for the next one, of all addresses alike."""

HELD = and_(JOBS.c.lease > bindparam("now"), JOBS.c.lease <= bindparam("now") + LEASE_AHEAD)
FREE = and_(JOBS.c.ended.is_(None), or_(JOBS.c.lease.is_(None), ~HELD))
DUE = or_(JOBS.c.due <= bindparam("soon"), JOBS.c.due > bindparam("now") + DUE_AHEAD)
OF_PERSON = select(
    JOBS,
    func.row_number().over(partition_by=(JOBS.c.kind, JOBS.c.address, JOBS.c.person), order_by=JOBS.c.due).label("own"),
).where(FREE, DUE)
PERSONS = OF_PERSON.subquery()
SHARED = func.row_number().over(
    partition_by=(PERSONS.c.kind, PERSONS.c.address), order_by=(PERSONS.c.own, PERSONS.c.due)
)
# The first of each address, then the second of each: one with a thousand tables hides nobody.
ADDRESSES = select(*(PERSONS.c[name] for name in JOBS.c.keys()), SHARED.label("place")).subquery()  # noqa: SIM118
WAITING = select(*(ADDRESSES.c[name] for name in JOBS.c.keys())).order_by(  # noqa: SIM118
    ADDRESSES.c.kind, ADDRESSES.c.place, ADDRESSES.c.due
)
WAITING = WAITING.limit(WINDOW)
COUNTED = select(JOBS.c.kind, func.count()).where(FREE, DUE).group_by(JOBS.c.kind)
NAMED = JOBS.c.name.in_(bindparam("names", expanding=True))
CLAIMED = select(JOBS).where(NAMED, FREE).with_for_update(skip_locked=True)
OWN = and_(JOBS.c.name == bindparam("own_name"), JOBS.c.n == bindparam("own_n"), JOBS.c.process == bindparam("holder"))
LEASED = select(JOBS.c.name).where(JOBS.c.process == bindparam("holder")).with_for_update(skip_locked=True)
NOBODY = {"process": None, "lease": None}
COLUMNS = [column.name for column in JOBS.c]
PUT = text(
    f"INSERT INTO jobs ({', '.join(COLUMNS)}) VALUES ({', '.join(f':{name}' for name in COLUMNS)}) "
    f"ON CONFLICT (name) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS[1:])}"
)
"""A job of the same name is replaced, and so is the claim of the process that worked on it."""
DROP = delete(JOBS).where(JOBS.c.name == bindparam("own_name"))
PENDING = select(JOBS.c.name, JOBS.c.person, JOBS.c.address).where(
    JOBS.c.kind == bindparam("kind"), JOBS.c.ended.is_(None)
)
LOCK = text("SELECT pg_advisory_xact_lock(:lock)")
ASKING = 0x6E7968616A00
"""The advisory lock of those who ask for something of one kind, so that their limits hold across processes."""


class Write(Protocol):
    """Does work in a transaction."""

    def __call__(self, work: Callable[[Connection], T]) -> T: ...


class Rows(Protocol):
    """Asks a question."""

    def __call__(self, statement: Any, **values: object) -> Sequence[Any]: ...


class Notify(Protocol):
    """Tells every process, after the transaction."""

    def __call__(self, connection: Connection, *payloads: dict[str, Any]) -> None: ...


class Jobs:
    """The jobs of a store. Every method may be called from any thread; StoreError if the database is gone."""

    def __init__(self, write: Write, rows: Rows, notify: Notify) -> None:
        self._write, self._rows, self._notify = write, rows, notify

    # Asking

    def put(
        self, job: Job, process: str, check: Callable[[Sequence[tuple[str, str]]], None] = lambda pending: None
    ) -> None:
        """Ask for something, unless that was asked for under the same name and is not done. `check` may refuse, knowing
        the person and the address of every job of this kind that is not done."""

        def work(connection: Connection) -> None:
            if connection.dialect.name == "postgresql":
                connection.execute(LOCK, {"lock": ASKING + job.kind})
            pending = connection.execute(PENDING, {"kind": job.kind}).all()
            if any(one.name == job.name for one in pending):
                return
            check([(one.person, one.address) for one in pending])
            connection.execute(PUT, row(job))
            self._notify(connection, {"origin": process, "job": True})

        self._write(work)

    def pending(self, kind: int) -> list[tuple[str, str]]:
        """Person and address of every job of a kind that is not done."""
        return [(one.person, one.address) for one in self._rows(PENDING, kind=kind)]

    def find(self, name: str) -> Job | None:
        """A job, whatever has come of it."""
        found = self._rows(select(JOBS).where(JOBS.c.name == name))
        return _job(found[0]) if found else None

    def take(self, name: str) -> Job | None:
        """A job that is done, once; None: it is not done. One that was set aside stays."""
        found = self.find(name)
        if found is None or found.ended is None:
            return None
        if found.reason is None:
            self.withdraw(name)
        return found

    def withdraw(self, name: str) -> None:
        """Nobody wants it any more."""
        self._write(lambda connection: connection.execute(DROP, {"own_name": name}))

    def abandon(self, name: str) -> None:
        """Nobody waits for it any more. A process that works on it already goes on: stopping it would cost more."""
        unbegun = DROP.where(JOBS.c.process.is_(None))
        self._write(lambda connection: connection.execute(unbegun, {"own_name": name}))

    # Working

    def waiting(self, now: int, soon: int) -> list[Job]:
        """Jobs that nobody works on and that are due soon, those first that have waited longest, address by address."""
        return [_job(found) for found in self._rows(WAITING, now=now, soon=soon)]

    def count(self, now: int) -> dict[int, int]:
        """How many jobs wait that are due, by kind."""
        return dict(map(tuple, self._rows(COUNTED, now=now, soon=now)))

    def claim(self, names: Sequence[str], process: str, now: int, lease: int) -> list[Job]:
        """Take jobs, of which another process may have been quicker to take some."""

        def work(connection: Connection) -> list[Job]:
            taken = connection.execute(CLAIMED, {"names": list(names), "now": now}).all()
            held = {"process": process, "lease": lease, "tries": JOBS.c.tries + 1}
            connection.execute(update(JOBS).where(NAMED).values(held), {"names": [one.name for one in taken]})
            return [_job(one, tries=one.tries + 1) for one in taken]

        return self._write(work)

    def renew(self, names: Sequence[str], process: str, lease: int) -> None:
        """Go on holding these jobs, as far as a process holds them. What it has taken without hearing of it, because
        the answer was lost, is not among them, and so goes to another."""
        self._write(lambda connection: _each(connection, process, {"lease": lease}, names))

    def release(self, process: str) -> None:
        """A process ends in order: others may take what it held, as if it had not been tried."""

        def work(connection: Connection) -> None:
            if _each(connection, process, {**NOBODY, "tries": JOBS.c.tries - 1}):
                self._notify(connection, {"origin": process, "job": True})

        self._write(work)

    def free(self) -> None:
        """The processes that held jobs are gone: this one is alone."""
        self._write(lambda connection: connection.execute(update(JOBS).values(NOBODY)))

    def set_back(self, now: int, lease: int) -> None:
        """The clock was set back: what was to be done later is to be done now, and nobody holds anything for longer
        than they would from now on."""

        def work(connection: Connection) -> None:
            connection.execute(update(JOBS).where(JOBS.c.due > now).values(due=now))
            connection.execute(update(JOBS).where(JOBS.c.lease > lease).values(lease=lease))

        self._write(work)

    def progress(self, job: Job, process: str, done: int, total: int) -> None:
        """How far a process is with a job."""
        self._change(job, process, {"done": done, "total": total})

    def retry(self, job: Job, process: str, due: int, reason: str) -> None:
        """It has failed, and is to be tried again later."""
        self._change(job, process, {**NOBODY, "due": due, "reason": reason})

    def finish(
        self, job: Job, process: str, document: str | None = None, now: int = 0, owner: str | None = None
    ) -> None:
        """It is done; what came of it may be a document, which has the name of the job and counts as somebody's."""

        def work(connection: Connection) -> None:
            own = {"own_name": job.name, "own_n": job.n, "holder": process}
            done = connection.execute(delete(JOBS).where(OWN), own).rowcount
            if done and document is not None:
                connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.name == job.name))
                connection.execute(insert(DOCUMENTS), {"name": job.name, "body": document, "at": now, "owner": owner})

        self._write(work)

    def answer(self, job: Job, process: str, answer: Any, now: int) -> None:
        """It is done, and somebody waits for what came of it."""
        told = {"answer": orjson.dumps(answer).decode(), "ended": now, "reason": None, **NOBODY}
        self._change(job, process, told, {"origin": process, "answered": job.name})

    def set_aside(self, job: Job, process: str, reason: str, now: int, instead: Job | None = None) -> None:
        """Nobody can do it: it is kept for the server's administrator to look at. If something else is done instead,
        that takes its name."""
        name = job.name if instead is None else f"{job.name} {job.n}"

        def work(connection: Connection) -> None:
            connection.execute(DROP, {"own_name": job.name})
            connection.execute(PUT, row(job) | {"name": name, "reason": reason, "ended": now, "tries": job.tries})
            if instead is not None:
                connection.execute(PUT, row(instead))
            self._notify(connection, {"origin": process, "answered": job.name, "job": True})

        self._write(work)

    def aside(self) -> list[Job]:
        """Jobs that were set aside."""
        ended = select(JOBS).where(JOBS.c.ended.is_not(None), JOBS.c.answer.is_(None))
        return [_job(one) for one in self._rows(ended)]

    def tidy(self, answered: int, aside: int) -> None:
        """Forget answers that nobody has fetched, and what was set aside, if they are from before these times."""
        late = or_(JOBS.c.ended < aside, and_(JOBS.c.ended < answered, JOBS.c.answer.is_not(None)))
        self._write(lambda connection: connection.execute(delete(JOBS).where(late)))

    def _change(self, job: Job, process: str, values: dict[str, Any], *told: dict[str, Any]) -> None:
        """Change a job that a process still holds."""

        def work(connection: Connection) -> None:
            own = {"own_name": job.name, "own_n": job.n, "holder": process}
            if connection.execute(update(JOBS).where(OWN).values(values), own).rowcount:
                self._notify(connection, *told)

        self._write(work)


def row(job: Job) -> dict[str, Any]:
    """A job that nobody has tried yet, as it is written."""
    fresh = dict.fromkeys(COLUMNS) | {"tries": 0}
    asked = {name: getattr(job, name) for name in Job.__slots__ if name not in ("answer", "reason", "ended", "tries")}
    return fresh | asked | {"body": orjson.dumps(job.body).decode()}


def _job(found: Row[Any], **changes: Any) -> Job:
    told = {name: getattr(found, name) for name in Job.__slots__} | changes
    told["body"], told["answer"] = orjson.loads(told["body"]), told["answer"] and orjson.loads(told["answer"])
    return Job(**told)


def _each(connection: Connection, process: str, values: dict[str, Any], only: Sequence[str] | None = None) -> int:
    """Change all that a process holds, or some of it; a row that is being written to by the log is left as it is."""
    names = [name for (name,) in connection.execute(LEASED, {"holder": process}) if only is None or name in only]
    return connection.execute(update(JOBS).where(NAMED).values(values), {"names": names}).rowcount if names else 0
