"""Bringing a database to the form that this program knows, and refusing one that is newer."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from nyhavn.store.model import StoreError

LOCK = 0x6E79686176  # "nyhav": PostgreSQL's advisory locks are numbers; one process migrates, the others wait for it
HEAD = "head"


def migrate(connection: Connection, revision: str = HEAD) -> None:
    """Bring a database to a revision, inside the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    check_known(revision_of(connection))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """Which form a database has; None for one that was never migrated."""
    return MigrationContext.configure(connection).get_current_revision()


def check_known(revision: str | None) -> None:
    """StoreError for a form that a later version of this program made."""
    if revision is not None and revision not in _revisions():
        raise StoreError(
            f"the database was written by a newer version of nyhavn (its form is {revision}): update nyhavn"
        )


def check_current(revision: str | None) -> None:
    """StoreError for any form but that of this program."""
    check_known(revision)
    if revision != ScriptDirectory.from_config(_config()).get_current_head():
        raise StoreError("no server of this version has used this database yet: start one first")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _revisions() -> frozenset[str]:
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())
