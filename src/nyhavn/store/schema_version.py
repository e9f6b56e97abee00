"""Bringing a database to the form that this program knows, and refusing one that is newer.

Alembic is loaded only where there is something to migrate: every start asks, and few have to.
"""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from nyhavn.store.model import StoreError

LOCK = 0x6E79686176  # "nyhav": PostgreSQL's advisory locks are numbers; one process migrates, the others wait for it
BOOKKEEPING = "alembic_version"
"""The table in which Alembic notes the form of a database."""
MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(connection: Connection, revision: str | None = None) -> None:
    """Bring a database to a revision or to the latest, inside the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    found, wanted = revision_of(connection), revision or latest()
    check_known(found)
    if found == wanted:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)


def revision_of(connection: Connection) -> str | None:
    """Which form a database has; None for one that was never migrated."""
    if not inspect(connection).has_table(BOOKKEEPING):
        return None
    revision: str | None = connection.execute(text(f"SELECT version_num FROM {BOOKKEEPING}")).scalar()
    return revision


def check_known(revision: str | None) -> None:
    """StoreError for a form that a later version of this program made."""
    if revision is not None and revision not in revisions():
        raise StoreError(
            f"the database was written by a newer version of nyhavn (its form is {revision}): update nyhavn"
        )


def check_current(revision: str | None) -> None:
    """StoreError for any form but that of this program."""
    check_known(revision)
    if revision != latest():
        raise StoreError("no server of this version has used this database yet: start one first")


@cache
def revisions() -> tuple[str, ...]:
    """Every form that this program knows, the latest last; migrations are called by them: v0001_log.py."""
    return tuple(sorted(file.name[1:5] for file in (MIGRATIONS / "versions").glob("v????_*.py")))


def latest() -> str:
    return revisions()[-1]
