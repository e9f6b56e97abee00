"""Backup and restore: every row, from either database to a SQLite file and from such a file to either database.

A backup has the form that its database had, and restoring brings it to the form of this version, so a server also moves
from SQLite to PostgreSQL, to another machine and to a newer version this way.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, MetaData, Table, delete, func, insert, select, text

from nyhavn.store import sqlite
from nyhavn.store.model import StoreError
from nyhavn.store.schema import ENTRIES, METADATA, TABLES
from nyhavn.store.schema_version import BOOKKEEPING, check_known, migrate, revision_of
from nyhavn.store.startup import is_file, make_engine, make_file, read_url
from nyhavn.store.store import told

CHUNK = 1000

Progress = Callable[[int, int], None]
"""Called with the number of rows that are done, and of all."""


@dataclass(frozen=True)
class Copied:
    """How much was copied."""

    tables: int
    entries: int


def backup(url: str, file: Path, progress: Progress = lambda done, rows: None) -> Copied:
    """Write all that a database holds at this moment to a new file, while servers go on using it."""
    if file.exists():
        raise ValueError(f"{file} already exists: choose another name")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with told(), _snapshot(read_url(url)) as source:
            revision = revision_of(source)
            if revision is None:
                raise StoreError("there is nothing to back up: no server has used this database yet")
            check_known(revision)
            sqlite.create_file(part)
            with _alone(part) as target:
                migrate(target, revision)
                form = MetaData()
                form.reflect(target)
                copied = _copy(source, target, [it for it in form.sorted_tables if it.name != BOOKKEEPING], progress)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return copied


def restore(file: Path, url: str, *, replace: bool = False, progress: Progress = lambda done, rows: None) -> Copied:
    """Bring a backup back, all or nothing, into a database without tables or, if so wished, instead of those there."""
    address = read_url(url)
    with (
        told(),
        tempfile.TemporaryDirectory(prefix="nyhavn-") as folder,
        _unpacked(file, Path(folder)) as source,
        _unused(address) as target,
    ):
        there = _count(target, TABLES)
        if there and not replace:
            raise ValueError(f"the database already holds tables ({there}): --replace deletes them first")
        for table in reversed(METADATA.sorted_tables):
            target.execute(delete(table))
        return _copy(source, target, METADATA.sorted_tables, progress)


def _copy(source: Connection, target: Connection, tables: Sequence[Table], progress: Progress) -> Copied:
    counts = {table.name: _count(source, table) for table in tables}
    done = 0
    for table in tables:
        rows = source.execute(select(table).execution_options(yield_per=CHUNK)).mappings()
        for chunk in rows.partitions():
            target.execute(insert(table), [dict(row) for row in chunk])
            done += len(chunk)
            progress(done, sum(counts.values()))
    if counts != {table.name: _count(target, table) for table in tables}:
        raise StoreError("the copy does not hold what was copied; nothing was kept")
    return Copied(counts[TABLES.name], counts[ENTRIES.name])


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


@contextmanager
def _snapshot(address: URL) -> Iterator[Connection]:
    """A database as it is now, whatever is written to it meanwhile."""
    if is_file(address):
        if not sqlite.path_of(address).is_file():
            raise StoreError(f"there is no database {sqlite.path_of(address)}")
        options: dict[str, Any] = {"snapshot": True}
    else:
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    engine = make_engine(address, patient=True)
    try:
        with engine.execution_options(**options).connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _unused(address: URL) -> Iterator[Connection]:
    """A database that no server uses, in the form of this version, in one transaction."""
    if is_file(address):
        path = make_file(address)
        lock = sqlite.FileLock(path)
        try:
            with _alone(path, wal=True) as connection:
                migrate(connection)
                yield connection
        finally:
            lock.release()
        return
    from nyhavn.store.listening import SERVING

    engine = make_engine(address, patient=True)
    try:
        with engine.begin() as connection:
            migrate(connection)
            if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": SERVING}):
                raise StoreError("the database is in use by a server: stop it first")
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _unpacked(file: Path, folder: Path) -> Iterator[Connection]:
    """A backup in the form of this version; the file itself stays as it is."""
    path = folder / "backup.db"
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    try:
        with (
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as packed,
            closing(sqlite3.connect(path)) as unpacked,
        ):
            packed.backup(unpacked)
            sound = unpacked.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.Error:
        sound = False
    if not sound:
        raise ValueError(f"{file} isn't a nyhavn backup, or it is damaged")
    with _alone(path) as connection:
        if revision_of(connection) is None:
            raise ValueError(f"{file} isn't a nyhavn backup")
        migrate(connection)
        yield connection


@contextmanager
def _alone(path: Path, *, wal: bool = False) -> Iterator[Connection]:
    """A SQLite file of ours, in one transaction."""
    engine = sqlite.make_engine(path, wal=wal)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
