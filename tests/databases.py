"""Real databases for tests: files of SQLite, and a PostgreSQL that the test run starts for itself and takes away."""

import atexit
import itertools
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from nyhavn.bench.postgres import Postgres
from nyhavn.bench.processes import family

KINDS = ["sqlite", "postgresql"]


class Cluster(Postgres):
    """A PostgreSQL with databases for tests."""

    def __init__(self) -> None:
        self._names = itertools.count()
        self._free: list[str] = []
        super().__init__()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let every process of it stand still: connections stay open, and nothing answers."""
        processes = family(self.process)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of an empty database; emptied for the next test, which is much quicker than a new one."""
        if not self._free:
            self._free.append(f"test_{next(self._names)}")
            self.execute("postgres", f"CREATE DATABASE {self._free[-1]}")
        name = self._free.pop()
        try:
            yield self.url(name)
        finally:
            if self.running:
                self.execute(
                    name,
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    f"WHERE datname = '{name}' AND pid <> pg_backend_pid()",
                    f"ALTER DATABASE {name} RESET ALL",
                    "DROP SCHEMA public CASCADE",
                    "CREATE SCHEMA public",
                )
                self._free.append(name)


@cache
def cluster() -> Cluster:
    """The PostgreSQL that the tests of this process share; each test has a database of its own in it."""
    try:
        made = Cluster()
    except ValueError as error:
        pytest.fail(str(error), pytrace=False)
    atexit.register(made.remove)
    return made


@contextmanager
def new_database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a database that does not hold anything yet, for the time of a test."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'nyhavn.db'}"
    else:
        with cluster().database() as url:
            yield url
