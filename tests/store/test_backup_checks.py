"""Backups tried out: what comes back from a backup is replayed, and whatever is not as it was is named."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from nyhavn.cli import main
from nyhavn.store import Append, backup, check, open_store
from tests.cli import one_line
from tests.table.tables import Log, lay, lay_open, play_out, play_until

pytestmark = pytest.mark.slow


def begun() -> Log:
    return play_until(lay("roll-and-write"), lambda table: table.n > 30)


TABLES: dict[str, Callable[[], Log]] = {"begun": begun, "open": lay_open, "over": lambda: play_out(lay())}


@pytest.fixture
def saved(url: str, tmp_path: Path) -> Path:
    """A backup with a game that was begun, one that is over, and a table that waits."""
    store = open_store(url)
    for name, made in TABLES.items():
        table = made()
        store.append([Append(name, tuple(table.log), table.summary, "me")])
    store.close()
    backup(url, tmp_path / "saved.db")
    return tmp_path / "saved.db"


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(statement).rowcount == 1
        connection.commit()


def test_every_game_of_a_good_backup_agrees(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = saved.read_bytes()
    found = check(saved)
    assert (found.tables, found.agree, found.frozen, found.differ) == (3, 3, 0, [])
    assert main(["restore", "--check", str(saved)]) == 0
    assert capsys.readouterr().out == "restored and replayed 3 tables: 3 agree with their logs\n"
    assert saved.read_bytes() == content


@pytest.mark.parametrize(
    ("damage", "table"),
    [
        ("DELETE FROM entries WHERE table_id = 'begun' AND n = 20", "begun"),
        (
            "DELETE FROM entries WHERE table_id = 'over' AND n = (SELECT max(n) FROM entries WHERE table_id = 'over')",
            "over",
        ),
        ("UPDATE entries SET body = '{}' WHERE table_id = 'open' AND n = 1", "open"),
        ("UPDATE tables SET status = 'over' WHERE id = 'begun'", "begun"),
        (
            "UPDATE entries SET body = replace(body, 'chance', 'change') WHERE table_id = 'over' AND n = "
            "(SELECT max(n) FROM entries WHERE table_id = 'over' AND kind = 'chance')",
            "over",
        ),
    ],
)
def test_a_game_that_is_not_what_it_was_is_named(
    saved: Path, damage: str, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(saved, damage)
    found = check(saved)
    assert (found.tables, found.agree, found.differ) == (3, 2, [table])
    assert main(["restore", "--check", str(saved)]) == 1
    assert capsys.readouterr().err == f"{saved}: of 3 tables 1 differ from their logs: {table}\n"


def test_games_under_other_rules_are_counted_apart(saved: Path) -> None:
    change(
        saved,
        """UPDATE entries SET body = json_set(body, '$.rules', '0') WHERE table_id = 'begun' AND kind = 'start'""",
    )
    found = check(saved)
    assert (found.tables, found.agree, found.frozen, found.differ) == (3, 2, 1, [])


def test_a_backup_is_tried_out_as_soon_as_it_is_written(
    url: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NYHAVN_DB", url)
    assert main(["backup", "--verify", str(tmp_path / "again.db")]) == 0
    assert "3 agree with their logs" in capsys.readouterr().out


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "--check", str(tmp_path / "none.db")]) == 2
    assert "there is no file" in one_line(capsys.readouterr().err)
