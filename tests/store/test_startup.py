"""From a URL to a store: what is refused and how, what a new database looks like, one process for a file."""

import platform
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from nyhavn.store import Store, StoreError, default_url, open_store, schema_version
from nyhavn.store.schema import METADATA
from nyhavn.store.startup import make_engine, read_url
from tests.conftest import sentence
from tests.store import added

HOLD = "import sys, nyhavn.store as s; s.open_store(sys.argv[1]); print('open', flush=True); sys.stdin.read()"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "sqlite:///file.db or postgresql://"),
        ("nyhavn.db", "sqlite:///file.db or postgresql://"),
        ("postgresql://me:secret@host:port/name", "sqlite:///file.db or postgresql://"),
        ("mysql://me:secret@host/name", "not mysql"),
        ("sqlite://", "is a file"),
        ("sqlite:///:memory:", "is a file"),
        ("sqlite://nyhavn.db", "is a file"),
        ("sqlite:///file.db?mode=ro", "takes no options"),
        ("sqlite:///file.db?max_page_count=x", "takes no options"),
    ],
)
def test_a_url_that_is_none_is_refused(url: str, said: str) -> None:
    with pytest.raises(ValueError) as refusal:
        open_store(url)
    assert said in sentence(refusal.value)
    assert "secret" not in str(refusal.value)


def test_without_its_driver_postgresql_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ValueError, match=r"install nyhavn\[postgresql\]"):
        open_store("postgresql://host/name")


def test_a_file_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no folder") as refusal:
        open_store(f"sqlite:///{tmp_path / 'none' / 'nyhavn.db'}")
    sentence(refusal.value)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        open_store(f"sqlite:///{tmp_path}")


def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ida, " * 1000, encoding="utf-8")
    before = path.read_bytes()
    for _ in range(2):  # and the lock is free again
        with pytest.raises(StoreError, match="not a database") as refusal:
            open_store(f"sqlite:///{path}")
        sentence(refusal.value)
    assert path.read_bytes() == before


def test_a_postgresql_that_does_not_know_the_database_is_told(postgresql_url: str) -> None:
    with pytest.raises(StoreError, match="nowhere") as refusal:
        open_store(postgresql_url.rpartition("/")[0] + "/nowhere")
    sentence(refusal.value)


def test_the_default_is_a_file_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if platform.system() == "Linux":
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
        assert default_url() == f"sqlite:///{tmp_path}/data/nyhavn/nyhavn.db"
        open_store(default_url()).close()
        assert stat.S_IMODE((tmp_path / "data" / "nyhavn").stat().st_mode) == 0o700
    assert default_url().startswith("sqlite:///")


def test_only_the_owner_reads_the_file(sqlite_url: str, tmp_path: Path) -> None:
    store = open_store(sqlite_url)
    store.append([added("a", 1)])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    store.close()
    assert modes.keys() >= {"nyhavn.db", "nyhavn.db-wal", "nyhavn.db.lock"}
    assert set(modes.values()) == {0o600}


# The form of the database


def test_the_steps_lead_to_the_tables_that_the_statements_expect(store: Store, url: str) -> None:
    engine = make_engine(read_url(url))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_migrations_are_called_by_the_forms_they_lead_to() -> None:
    scripts = ScriptDirectory(str(schema_version.MIGRATIONS))
    assert [script.revision for script in scripts.walk_revisions()] == [*reversed(schema_version.revisions())]


def test_a_later_start_loads_nothing_to_migrate_with(tmp_path: Path) -> None:
    code = f"import sys; from nyhavn.store import open_store; open_store('sqlite:///{tmp_path / 'nyhavn.db'}').close()"
    asked = [sys.executable, "-c", f"{code}; print('alembic' in sys.modules)"]
    assert [subprocess.check_output(asked, text=True).strip() for _ in range(2)] == ["True", "False"]


def test_what_was_written_is_there_after_opening_again(url: str) -> None:
    for n in (1, 2, 3):
        store = open_store(url)
        assert store.append([added("a", n)]) == [True]
        assert [entry.n for entry in store.read("a")] == list(range(1, n + 1))
        store.close()


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    open_store(url).close()
    engine = make_engine(read_url(url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match=r"newer version.*9999.*update nyhavn") as refusal:
        open_store(url)
    sentence(refusal.value)


def test_any_number_of_processes_may_open_a_new_postgresql_at_once(postgresql_url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: open_store(postgresql_url), range(6)))
    assert [stores[number].append([added("a", number + 1)]) for number in range(6)] == [[True]] * 6
    for store in stores:
        store.close()


# Durability and locks


def test_sqlite_writes_to_the_disk_at_every_commit(sqlite_url: str, tmp_path: Path) -> None:
    engine = make_engine(read_url(sqlite_url))
    with engine.connect() as connection:
        asked = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"]
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    engine.dispose()
    assert found == ["wal", 2, 1, 5000]


def test_postgresql_writes_to_the_disk_at_every_commit(postgresql_url: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(postgresql_url)["dbname"]
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    engine = make_engine(read_url(postgresql_url + "?options=-c%20search_path%3Dpublic"))
    with engine.connect() as session:
        assert session.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert session.exec_driver_sql("SHOW search_path").scalar() == "public"
    engine.dispose()


def test_a_file_is_for_one_process_until_that_ends_however_it_ends(sqlite_url: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, sqlite_url], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        (tmp_path / "link.db").symlink_to(tmp_path / "nyhavn.db")
        for url in (sqlite_url, f"sqlite:///{tmp_path / 'link.db'}"):
            with pytest.raises(StoreError, match="in use by another server") as refusal:
                open_store(url)
            sentence(refusal.value)
        with closing(sqlite3.connect(tmp_path / "nyhavn.db")) as reader:
            assert reader.execute("SELECT count(*) FROM tables").fetchone() == (0,)
        other.kill()
    store = open_store(sqlite_url)
    assert store.append([added("a", 1)]) == [True]
    with pytest.raises(StoreError, match="in use"):
        open_store(sqlite_url)
    store.close()
    open_store(sqlite_url).close()
