"""`nyhavn backup`, `nyhavn restore` and `nyhavn keep`: all tables of a server to a file and back into any database, and
what was about to be removed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nyhavn.cli.settings import ConfigFile, Database

if TYPE_CHECKING:
    from nyhavn.store import Copied

DIFFERENT = 1
MOST_NAMED = 5


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    db: Database = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Then try the backup out, as `restore --check` does.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Copy all tables of a server to a file while it runs.

    Keep the file as safe as the database: it holds the server's keys.
    """
    from nyhavn.store import backup, default_url

    with _running("backing up") as progress:
        copied = backup(db or default_url(), file, progress)
    typer.echo(f"backed up {_told(copied)} to {file}")
    if verify:
        _drill(file)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `nyhavn backup`.")],
    db: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Delete the database's contents first.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only try it out, in a temporary database: no server is touched.")
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Restore a backup into a database that no server uses, all of it or nothing.

    Any database will do: this is also how a server moves from SQLite to PostgreSQL. With --check every game is replayed
    from its log; exit code 1 means that one is not what it should be.
    """
    from nyhavn.store import default_url, restore

    if check:
        _drill(file)
        return
    with _running("restoring") as progress:
        copied = restore(file, db or default_url(), replace=replace, progress=progress)
    typer.echo(f"restored {_told(copied)} from {file}")


def _drill(file: Path) -> None:
    """Try a backup out, and say what came of it."""
    from nyhavn.store import check

    with _running("replaying") as progress:
        found = check(file, progress)
    tables = "1 table" if found.tables == 1 else f"{found.tables:,} tables"
    frozen = f", {found.frozen:,} frozen under other rules" if found.frozen else ""
    if found.differ:
        named = ", ".join(found.differ[:MOST_NAMED])
        typer.echo(f"{file}: of {tables} {len(found.differ):,} differ from their logs: {named}", err=True)
        raise typer.Exit(DIFFERENT)
    typer.echo(f"restored and replayed {tables}: {found.agree:,} agree with their logs{frozen}")


def keep(db: Database = None, config: ConfigFile = None) -> None:
    """Keep tables that expired less than a day ago.

    Tables that nobody has touched for a long time are marked, and removed a day later. This removes all marks while the
    server runs, for instance after its clock was wrong.
    """
    from nyhavn.server.settings import wall_clock
    from nyhavn.store import default_url, open_beside

    with _running("keeping"):
        store = open_beside(db or default_url())
        try:
            kept = store.keep(store.now() or wall_clock())
        finally:
            store.close()
    typer.echo("kept 1 table" if kept == 1 else f"kept {kept:,} tables")


@contextmanager
def _running(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if somebody looks at it, and errors as commands tell them."""
    from rich.console import Console
    from rich.progress import Progress

    from nyhavn.store import StoreError

    console = Console(stderr=True)
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task(doing, total=None)
            yield lambda done, rows: bar.update(task, completed=done, total=rows)
    except StoreError as error:
        raise ValueError(str(error)) from None


def _told(copied: "Copied") -> str:
    tables = "1 table" if copied.tables == 1 else f"{copied.tables:,} tables"
    return f"{tables} with {copied.entries:,} {'entry' if copied.entries == 1 else 'entries'}"
