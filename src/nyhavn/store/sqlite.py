"""SQLite: a file of one server process, durable at every commit, with any number of readers."""

import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from nyhavn.store.model import OVERFLOW, POOL, StoreError

BUSY = 5.0
"""Seconds to wait for a database that another connection writes to."""
LARGEST_WAL = 64 << 20


def path_of(url: URL) -> Path:
    """The file that a URL means; links are followed, so that one file has one lock."""
    return Path(url.database or "").expanduser().resolve()


def make_engine(path: Path, *, wal: bool = True, max_page_count: int | None = None) -> Engine:
    """An engine on a file. Without a write-ahead log all is in the one file, which is how backups are written."""
    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(path)),
        connect_args={"timeout": BUSY},
        pool_size=POOL,
        max_overflow=OVERFLOW,
        pool_timeout=BUSY,
        pool_use_lifo=True,  # the connection with the warmest cache
    )
    return with_transactions(
        engine,
        f"journal_mode = {'WAL' if wal else 'DELETE'}",
        f"journal_size_limit = {LARGEST_WAL}",
        "synchronous = FULL",
        *([f"max_page_count = {max_page_count}"] if max_page_count else []),
    )


def with_transactions(engine: Engine, *pragmas: str) -> Engine:
    """An engine whose transactions begin as the store needs it."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # `begin` below says when a transaction begins, not the driver
        for pragma in ("foreign_keys = ON", *pragmas):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("isolation_level") != "AUTOCOMMIT":
            # A writer that began as a reader could not go on if another wrote meanwhile.
            connection.exec_driver_sql("BEGIN" if options.get("snapshot") else "BEGIN IMMEDIATE")

    return engine


def create_file(path: Path) -> None:
    """Make an empty file that only its owner can read, unless it exists; it holds keys."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except FileNotFoundError:
        raise StoreError(f"there is no folder {path.parent} for the database") from None
    except OSError as error:
        raise StoreError(f"the database {path} cannot be written: {error.strerror}") from None


class FileLock:
    """The right of one process to a database file. The system takes it back when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        lock = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"the database {path} cannot be locked: {lock}: {error.strerror}") from None
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise StoreError(
                f"the database {path} is in use by another server: stop that one, or choose another file"
            ) from None

    def release(self) -> None:
        """Give the file up to others."""
        os.close(self._file)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
