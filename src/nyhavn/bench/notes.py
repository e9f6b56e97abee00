"""What PostgreSQL pays for telling: commits with a note, while so many other processes listen on channels of theirs."""

import time
from contextlib import ExitStack

import psycopg

from nyhavn.bench import processes
from nyhavn.bench.postgres import Postgres
from nyhavn.client import Json

DATABASE = "notes"
LISTENERS = (0, 16, 64)
SECONDS = 2.0
NOTE = '{"table":"aaaaaaaaaaaaaaaaaaaaaa","n":100,"origin":"0123456789ab"}'


def measure(postgres: Postgres, seconds: float = SECONDS) -> list[Json]:
    """Figures for each number of listeners."""
    postgres.execute("postgres", f"CREATE DATABASE {DATABASE}")
    postgres.execute(DATABASE, "CREATE TABLE moves (n bigint, body text)")
    return [_measure(postgres, many, seconds) for many in LISTENERS]


def _measure(postgres: Postgres, listeners: int, seconds: float) -> Json:
    with ExitStack() as stack:
        for number in range(listeners):
            line = stack.enter_context(psycopg.connect(postgres.url(DATABASE), autocommit=True))
            line.execute(f'LISTEN "nyhavn {number}"'.encode())
        writer = stack.enter_context(psycopg.connect(postgres.url(DATABASE), autocommit=True))
        before, begun, commits = processes.family_work(postgres.process), time.perf_counter(), 0
        while time.perf_counter() < begun + seconds:
            with writer.transaction():
                writer.execute("INSERT INTO moves VALUES (%s, %s)", [commits, NOTE])
                writer.execute("SELECT pg_notify('nyhavn aa', %s)", [f"{NOTE} {commits}"])
            commits += 1
        took, after = time.perf_counter() - begun, processes.family_work(postgres.process)
    work = None if before is None or after is None else round((after - before) / commits * 1000, 3)
    return {"listeners": listeners, "commits_per_second": round(commits / took), "postgresql_ms_per_commit": work}
