"""Backups tried out: one is worth what comes back from it. It is restored into a database of its own, every log is
replayed by the rules, and each game must come out as it is listed."""

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from nyhavn.store.backups import Progress, restore
from nyhavn.store.startup import open_store
from nyhavn.store.store import Store
from nyhavn.table.entries import TableSummary
from nyhavn.table.table import Table

PAGE = 500
DAMAGED = "replay"
"""Why a table is frozen whose log cannot be replayed although its rules are known."""
COMPARED = ("game", "players", "status", "seats")


@dataclass
class BackupCheck:
    """What came of it: every table agrees, is frozen, or differs."""

    tables: int = 0
    agree: int = 0
    frozen: int = 0
    """Begun under rules of another version, which this one cannot replay: kept as they are."""
    differ: list[str] = field(default_factory=list)
    """Those whose log has gaps or tells another game than the lists do."""


def check(file: Path, progress: Progress = lambda done, rows: None) -> BackupCheck:
    """Restore a backup into a temporary database and replay every log. ValueError or StoreError if that fails."""
    with tempfile.TemporaryDirectory(prefix="nyhavn-") as folder:
        url = f"sqlite:///{Path(folder) / 'check.db'}"
        copied = restore(file, url, progress=progress)
        store = open_store(url)
        try:
            found = BackupCheck()
            last = ""
            while names := store.names(last, PAGE):
                for last in names:
                    _check_table(store, last, found)
                    progress(found.tables, copied.tables)
            return found
        finally:
            store.close()


def _check_table(store: Store, name: str, found: BackupCheck) -> None:
    found.tables += 1
    listed, entries = store.summary(name), store.read(name)
    assert listed is not None
    try:
        table = Table(name, entries)
        told = table.summary
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):  # a gap, or no log of a table
        found.differ.append(name)
        return
    if table.frozen is not None and table.frozen != DAMAGED:
        found.frozen += 1
    elif table.frozen is None and _compared(told) == _compared(listed):
        found.agree += 1
    else:
        found.differ.append(name)


def _compared(summary: TableSummary) -> list[object]:
    """What lists and log must agree on. Outcomes of games that older versions played were written with other spaces."""
    return [*(getattr(summary, part) for part in COMPARED), json.loads(summary.outcome or "null")]
