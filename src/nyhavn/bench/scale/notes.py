"""What PostgreSQL pays for telling: commits with a note, while so many other processes listen on channels of theirs;
and commits of several at once, which stand in line for the disk if a note is in them, and not if it follows them."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import psycopg

from nyhavn.bench import processes
from nyhavn.bench.postgres import Postgres
from nyhavn.client import Json

DATABASE = "notes"
LISTENERS = (0, 16, 64)
WRITERS = 16
SECONDS = 2.0
NOTE = '{"table":"aaaaaaaaaaaaaaaaaaaaaa","n":100,"origin":"0123456789ab"}'


def measure(postgres: Postgres, seconds: float = SECONDS) -> Json:
    """Figures for each number of listeners, and of several writers with notes and without."""
    postgres.execute("postgres", f"CREATE DATABASE {DATABASE}")
    postgres.execute(DATABASE, "CREATE TABLE moves (n bigint, body text)")
    return {
        "listeners": [_listened(postgres, many, seconds) for many in LISTENERS],
        "writers": [
            {"writers": WRITERS, "notes": notes, "commits_per_second": _together(postgres, notes, seconds)}
            for notes in ("none", "within", "after")
        ],
    }


def _together(postgres: Postgres, notes: str, seconds: float) -> int:
    """How many commits a second several writers make at the same time."""
    with ThreadPoolExecutor(WRITERS) as pool:
        made = list(pool.map(lambda _: _write(postgres, notes, time.perf_counter() + seconds), range(WRITERS)))
    return round(sum(made) / seconds)


def _write(postgres: Postgres, notes: str, end: float) -> int:
    commits = 0
    with psycopg.connect(postgres.url(DATABASE), autocommit=True) as line:
        while time.perf_counter() < end:
            with line.transaction():
                line.execute("INSERT INTO moves VALUES (%s, %s)", [commits, NOTE])
                if notes == "within":
                    _tell(line, commits)
            if notes == "after":
                _tell(line, commits)
            commits += 1
    return commits


def _tell(line: psycopg.Connection, number: int) -> None:
    line.execute("SELECT pg_notify('nyhavn aa', %s)", [f"{NOTE} {number}"])


def _listened(postgres: Postgres, listeners: int, seconds: float) -> Json:
    with ExitStack() as stack:
        for number in range(listeners):
            line = stack.enter_context(psycopg.connect(postgres.url(DATABASE), autocommit=True))
            line.execute(f'LISTEN "nyhavn {number}"'.encode())
        before, begun = processes.family_work(postgres.process), time.perf_counter()
        commits = _write(postgres, "within", begun + seconds)
        took, after = time.perf_counter() - begun, processes.family_work(postgres.process)
    work = None if before is None or after is None else round((after - before) / commits * 1000, 3)
    return {"listeners": listeners, "commits_per_second": round(commits / took), "postgresql_ms_per_commit": work}
