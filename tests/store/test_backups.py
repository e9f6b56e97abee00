"""Backup and restore: the same everything in either database, from a running server, all or nothing."""

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from nyhavn.store import Copied, Store, StoreError, backup, open_store, restore
from nyhavn.store.backups import CHUNK
from nyhavn.store.schema import METADATA
from nyhavn.store.startup import make_engine, read_url
from tests.conftest import sentence
from tests.databases import KINDS, new_database
from tests.store import added

pytestmark = pytest.mark.slow


def fill(store: Store) -> None:
    store.append([added("a", *range(1, CHUNK + 200), code="KVNS", wake=5), added("b", 1, 2, status="over", replay="r")])
    store.append([added("æ ☕", 1, seats=(("bo", False), (None, False)), listed=False)])
    store.setting("key", lambda: "secret")
    store.put_link("digest", "ida", 2**50)
    store.put_document("position a", "a record", 2**50)
    store.alive("one", 77)


def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    engine = make_engine(read_url(url))
    with engine.connect() as connection:
        found = {
            table.name: sorted(tuple(row) for row in connection.execute(select(*table.primary_key, table)))
            for table in METADATA.sorted_tables
        }
    engine.dispose()
    return found


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of a filled database."""
    url = f"sqlite:///{tmp_path / 'saved-from.db'}"
    store = open_store(url)
    fill(store)
    store.close()
    backup(url, tmp_path / "saved.db")
    return tmp_path / "saved.db"


@pytest.mark.parametrize("kind", KINDS)
def test_all_comes_back_in_either_database(url: str, kind: str, tmp_path: Path) -> None:
    store = open_store(url)
    fill(store)
    file = tmp_path / "backup.db"
    steps: list[tuple[int, int]] = []
    copied = backup(url, file, lambda done, rows: steps.append((done, rows)))  # while it is in use
    store.append([added("late", 1)])
    store.close()
    assert copied == Copied(tables=3, entries=CHUNK + 202)
    assert steps == sorted(steps)
    assert steps[-1][0] == steps[-1][1] == sum(map(len, content(url).values())) - 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.db"]
    (tmp_path / "other").mkdir()
    with new_database(kind, tmp_path / "other") as other:
        assert restore(file, other) == copied
        back = content(other)
        assert {name: len(rows) for name, rows in back.items()} == {
            "tables": 3, "entries": CHUNK + 202, "seats": 3, "settings": 1, "links": 1, "papers": 1, "processes": 1,
                "jobs": 0,
        }  # fmt: skip
        before = content(url)
        assert all(set(rows) <= set(before[name]) for name, rows in back.items())
        store = open_store(other)
        assert store.find_code("KVNS") == "a"
        assert store.append([added("b", 3)]) == [True]
        assert store.setting("key", lambda: "new") == "secret"
        store.close()


def test_a_backup_of_a_running_server_is_of_one_moment(url: str, tmp_path: Path) -> None:
    store = open_store(url)
    ended = threading.Event()

    def write() -> None:
        n = 0
        while not ended.is_set():
            n += 1
            assert store.append([added("a", n), added("b", n)]) == [True, True]

    writing = threading.Thread(target=write)
    writing.start()
    lengths = []
    for number in range(5):
        backup(url, tmp_path / f"{number}.db")
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as file:
            counts = dict(file.execute("SELECT table_id, count(*) FROM entries GROUP BY 1"))
            lasts = dict(file.execute("SELECT id, last FROM tables"))
        assert counts == lasts
        assert counts.get("a") == counts.get("b")
        lengths.append(counts.get("a", 0))
    ended.set()
    writing.join()
    store.close()
    assert lengths == sorted(lengths)
    assert lengths[-1] > lengths[0]


def test_tables_are_replaced_only_if_so_wished(url: str, saved: Path) -> None:
    store = open_store(url)
    store.append([added("mine", 1)])
    store.setting("key", lambda: "mine")
    store.close()
    before = content(url)
    with pytest.raises(ValueError, match="--replace") as refusal:
        restore(saved, url)
    sentence(refusal.value)
    assert content(url) == before
    restore(saved, url, replace=True)
    store = open_store(url)
    assert store.summary("mine") is None
    assert store.setting("key", lambda: "new") == "secret"
    store.close()


def test_a_restore_that_breaks_off_changes_nothing(url: str, saved: Path) -> None:
    store = open_store(url)
    store.append([added("mine", 1)])
    store.close()
    before = content(url)

    def give_up(done: int, rows: int) -> None:
        if done > rows / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(saved, url, replace=True, progress=give_up)
    assert content(url) == before


def test_a_backup_that_breaks_off_leaves_no_file(url: str, tmp_path: Path) -> None:
    store = open_store(url)
    fill(store)
    store.close()

    def give_up(done: int, rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup(url, tmp_path / "backup.db", give_up)
    assert list(tmp_path.glob("backup*")) == []


def test_nothing_is_restored_under_a_running_server(url: str, saved: Path) -> None:
    store = open_store(url)
    stop = store.listen(lambda payload: None)
    with pytest.raises(StoreError, match=r"in use by .*server") as refusal:
        restore(saved, url, replace=True)
    sentence(refusal.value)
    stop()
    store.close()
    restore(saved, url)


def test_a_file_that_exists_is_not_written_over(sqlite_url: str, saved: Path) -> None:
    open_store(sqlite_url).close()
    before = saved.read_bytes()
    with pytest.raises(ValueError, match="already exists"):
        backup(sqlite_url, saved)
    assert saved.read_bytes() == before


@pytest.mark.parametrize("wrong", ["missing", "text", "cut", "foreign", "newer"])
def test_what_is_no_backup_is_refused(url: str, saved: Path, wrong: str) -> None:
    if wrong == "missing":
        saved.unlink()
    elif wrong == "text":
        saved.write_text("Dear Ida, " * 1000, encoding="utf-8")
    elif wrong == "cut":
        saved.write_bytes(saved.read_bytes()[:-5000])
    else:
        with closing(sqlite3.connect(saved)) as file, file:
            change = "UPDATE alembic_version SET version_num = '9999'"
            file.execute("DROP TABLE alembic_version" if wrong == "foreign" else change)
    with pytest.raises((ValueError, StoreError), match=r"n't a nyhavn backup|no file|newer version") as refusal:
        restore(saved, url)
    sentence(refusal.value)
    store = open_store(url)
    assert store.count() == {}
    store.close()


def test_where_nothing_is_nothing_is_backed_up(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"nothing to back up|no database") as refusal:
        backup(url, tmp_path / "backup.db")
    sentence(refusal.value)
    assert list(tmp_path.iterdir()) == []
