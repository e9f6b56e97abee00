"""Progress for people who wait: how far something is, and finally the page that came of it."""

import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from nyhavn.cli.serve import has_screen


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where somebody looks at it; what is given moves it on by one."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """A line on standard error that says what is being measured, where somebody looks at it."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("measuring") as status:
        yield status.update


def show_report(report: Path) -> None:
    """Say where it is, and open it where somebody sits at a screen."""
    typer.echo(f"The report is in {report}.")
    if sys.stdout.isatty() and has_screen():
        webbrowser.open(report.absolute().as_uri())
