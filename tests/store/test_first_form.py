"""A database as the first version of the store wrote it, with records of its games: all of it is still read.

`first_form/` was written by that version: an open table, two games that were begun, and two that are over.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import nyhavn
from nyhavn.store import backup, check, open_store
from nyhavn.table.table import Table

FIRST_FORM = Path(__file__).parent / "first_form"


@pytest.fixture
def first_form(sqlite_url: str, tmp_path: Path) -> str:
    with closing(sqlite3.connect(tmp_path / "nyhavn.db")) as connection:
        connection.executescript((FIRST_FORM / "database.dump").read_text(encoding="utf-8"))
        connection.commit()
    return sqlite_url


def test_the_first_form_is_migrated_and_every_log_replays(first_form: str, tmp_path: Path) -> None:
    with closing(open_store(first_form)) as store:
        tables = {name: Table(name, store.read(name)) for name in store.names("", 9)}
    status = {name: table.summary.status for name, table in tables.items()}
    assert status == {
        "open": "open", "card-begun": "playing", "dice-begun": "playing", "card-over": "over", "dice-over": "over",
    }  # fmt: skip
    assert all(table.frozen is None for table in tables.values())
    for name in ("card-over", "dice-over"):
        state = tables[name].state
        assert state is not None
        assert state.record() == (FIRST_FORM / f"{name}.nyhavn").read_text(encoding="utf-8")
    backup(first_form, tmp_path / "saved.db")
    found = check(tmp_path / "saved.db")
    assert (found.agree, found.differ) == (5, [])


@pytest.mark.parametrize("game", ["card", "dice"])
def test_the_first_records_are_read_and_written_as_they_were(game: str) -> None:
    text = (FIRST_FORM / f"{game}-over.nyhavn").read_text(encoding="utf-8")
    state = nyhavn.parse_record(text)
    assert state.over
    assert state.record() == text
