"""The log of every table in SQLite or PostgreSQL, and what lists need to know of tables without reading logs.

Nothing in here knows HTTP or a rule of a game: an entry is a number, a time, a kind and a JSON object.
"""

from nyhavn.store.backup_checks import BackupCheck, check
from nyhavn.store.backups import Copied, backup, restore
from nyhavn.store.model import Append, Job, StoreError
from nyhavn.store.startup import default_url, open_beside, open_store
from nyhavn.store.store import Store
from nyhavn.store.writer import Writer
from nyhavn.table.entries import Entry, TableSummary

__all__ = [
    "Append",
    "BackupCheck",
    "Copied",
    "Entry",
    "Job",
    "Store",
    "StoreError",
    "TableSummary",
    "Writer",
    "backup",
    "check",
    "default_url",
    "open_beside",
    "open_store",
    "restore",
]
