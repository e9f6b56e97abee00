"""What is written to the store at once, and what can go wrong."""

import random
from dataclasses import dataclass, field
from typing import Any

from nyhavn.table.entries import Entry, TableSummary

JITTER = random.Random()  # its own: nobody who seeds the common generator wants it moved from another thread


WRONG = 5_000
"""Milliseconds by which the clock of a process may differ from that of the database, when it writes to a log."""
POOL, OVERFLOW = 6, 2
"""Connections that a process keeps to its database, and more for a moment: the hub's readers and its writer have one
each, and some are left for what comes once in a while."""


class StoreError(Exception):
    """The database cannot be used now, in a sentence. If it was lost during a commit, reading tells the outcome."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What is kept for one person."""

    tables: int  # made since a moment
    positions: int  # shared since then
    size: int  # bytes of all of it


@dataclass(frozen=True, slots=True)
class PoolUse:
    """Connections of this process to its database."""

    used: int
    idle: int
    most: int


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be thought: plain data, and nothing that the database does not already hold."""

    name: str
    kind: int
    address: str
    person: str
    about: str  # a table, or a review
    n: int = 0
    seconds: float = 0.0
    outside: bool = False
    game: str = ""
    due: int = 0
    body: dict[str, Any] = field(default_factory=dict)
    done: int = 0
    total: int = 0
    tries: int = 0
    answer: Any = None
    reason: str | None = None
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """What one command adds to one table, all or none of it."""

    table: str
    entries: tuple[Entry, ...]
    summary: TableSummary
    origin: str
    """The process that writes it, so that it can tell its own notifications from those of others."""
    job: Job | None = None
    """A job that it makes necessary."""
    dropped: str | None = None
    """The name of a job that is no longer to be done."""
    at: int | None = None
    """The time as the process knows it. Where the database says otherwise, nothing is written."""
