"""From the text of a database URL to a store that is ready: checked, locked, migrated."""

from pathlib import Path

import platformdirs
from sqlalchemy import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError

from nyhavn.store import sqlite
from nyhavn.store.model import StoreError
from nyhavn.store.schema_version import check_current, migrate, revision_of
from nyhavn.store.store import Store, told

KINDS = "sqlite:///file.db or postgresql://user@host/name"
LIMIT = "max_page_count"


def default_url() -> str:
    """The database of this user on this machine."""
    return f"sqlite:///{_folder() / 'nyhavn.db'}"


def open_store(url: str) -> Store:
    """The store behind a URL, brought to the form of this version; ValueError or StoreError says what is in the way."""
    address = read_url(url)
    if not is_file(address):
        engine = make_engine(address)
        patient = make_engine(address, patient=True)
        try:
            with told(), patient.begin() as connection:
                migrate(connection)
        finally:
            patient.dispose()
        return Store(engine)
    lock = sqlite.FileLock(make_file(address))
    engine = make_engine(address)
    try:
        with told(), engine.begin() as connection:
            migrate(connection)
    except BaseException:
        engine.dispose()
        lock.release()
        raise
    return Store(engine, lock.release)


def open_beside(url: str) -> Store:
    """The store behind a URL while a server may be using it: nothing is made, locked or migrated."""
    address = read_url(url)
    if is_file(address) and not sqlite.path_of(address).is_file():
        raise StoreError(f"there is no database {sqlite.path_of(address)}")
    engine = make_engine(address)
    try:
        with told(), engine.connect() as connection:
            check_current(revision_of(connection))
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def read_url(text: str) -> URL:
    """A URL that names one of the databases we know, with its driver."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(f"a database is {KINDS}") from None  # not quoted: it may hold a password
    name = url.drivername.partition("+")[0]
    if name == "sqlite":
        if not url.database or url.database == ":memory:" or url.host:
            raise ValueError("a SQLite database is a file: sqlite:///file.db, or sqlite:////folder/file.db")
        if url.query.keys() - {LIMIT} or not str(url.query.get(LIMIT, "1")).isdecimal():
            raise ValueError(f"a SQLite database takes no options: sqlite:///{url.database}")
        return url.set(drivername="sqlite+pysqlite")
    if name in ("postgresql", "postgres"):
        try:
            import psycopg  # noqa: F401 - only whether it is there
        except ImportError:
            raise ValueError("PostgreSQL needs a driver: install nyhavn[postgresql]") from None
        return url.set(drivername="postgresql+psycopg")
    raise ValueError(f"a database is {KINDS}, not {name}")


def is_file(url: URL) -> bool:
    """SQLite rather than PostgreSQL?"""
    return url.get_backend_name() == "sqlite"


def make_file(url: URL) -> Path:
    """The file of a SQLite database, made if need be; a folder is made only for the default one."""
    path = sqlite.path_of(url)
    if path.parent == _folder().resolve():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    sqlite.create_file(path)
    return path


def make_engine(url: URL, *, patient: bool = False) -> Engine:
    """An engine for a URL of `read_url`; a patient one lets statements take as long as they take."""
    if is_file(url):
        limit = url.query.get(LIMIT)
        return sqlite.make_engine(sqlite.path_of(url), max_page_count=int(str(limit)) if limit else None)
    from nyhavn.store import postgres

    return postgres.make_engine(url, patience=None if patient else postgres.PATIENCE)


def _folder() -> Path:
    return platformdirs.user_data_path("nyhavn", appauthor=False)
