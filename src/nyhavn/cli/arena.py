"""`nyhavn arena`: bots play each other, with everything that makes the result worth believing."""

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nyhavn.cli.files import check_places, write
from nyhavn.cli.options import AsJson, CodeFiles, GameOptions, RayAddress, chosen_cluster, file_option, given_options
from nyhavn.cli.progress import counting, show_report
from nyhavn.games import default_game

if TYPE_CHECKING:
    from nyhavn.arena.logs import Log
    from nyhavn.arena.matches import Match
    from nyhavn.arena.sprt import Course

SECONDS_BETWEEN_LOOKS = 1.0
PART_FOR_LOOKING = 0.02
"""The share of the time, at most, that goes into the table on the screen while games wait."""


def arena(
    players: Annotated[
        str,
        typer.Option(metavar="BOT,BOT…", help="Bots, with budgets if you like, or programs: search:1s,cmd:./mybot."),
    ],
    game: Annotated[str, typer.Option(help="The game to play.")] = default_game(),
    games: Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole rotations.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the whole match.")] = 0,
    option: GameOptions = None,
    code: CodeFiles = None,
    cross: Annotated[bool, typer.Option("--cross", help="Play every pair of bots, --games per pair.")] = False,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGH", help="Stop once the result is clear: two Elo bounds, such as 0,15."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Number of processes; 0: one per core.")] = 0,
    ray: RayAddress = None,
    log: Annotated[Path | None, file_option("FILE.jsonl", "Save every game here; the same file again resumes.")] = None,
    report: Annotated[Path | None, file_option("FILE.html", "Write a report with plots.")] = None,
    dataset: Annotated[Path | None, file_option("FILE.parquet", "Save every position, move and outcome.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, with the same deals from every seat, and report who is better, with confidence.

    Ctrl-C stops a match; with --log, the same command resumes it.
    """
    from nyhavn.arena import optional_packages
    from nyhavn.arena.logs import Log
    from nyhavn.arena.matches import Match, load_all
    from nyhavn.arena.results import summary
    from nyhavn.arena.runs import play_match
    from nyhavn.arena.sprt import Course, Sprt

    check_places(report, dataset)
    if report:
        optional_packages.need("matplotlib")
    if dataset:
        optional_packages.need("pyarrow")
    cluster = chosen_cluster(jobs, ray)
    files = tuple(str(path) for path in code or [])
    options = given_options(game, option or [])
    load_all(files)
    match = Match(game, tuple(players.split(",")), seed, options, cross, code=files)
    course = Course(Sprt.parse(sprt)) if sprt else None
    kept = Log(match, log)
    begun = time.monotonic()
    try:
        with _watched(match, games, kept, course) as tell:
            lines = play_match(match, games, kept, cluster, course, tell)
    except KeyboardInterrupt:
        _say_how_to_go_on(match, games, kept, course)
        raise
    finally:
        kept.close()
    figures = summary(match, lines, course) | {"seconds": round(time.monotonic() - begun, 1)}
    if dataset:
        from nyhavn.arena.dataset import write_dataset

        with counting("dataset", len(lines)) as step:
            write_dataset(dataset, match, lines, step)
    if report:
        from nyhavn.arena.reports import match_report

        write(report, match_report(match, lines, figures))
    if as_json:
        typer.echo(json.dumps(figures))
        return
    from nyhavn.cli.standings import say, tables

    say(tables(figures))
    if report:
        show_report(report)


def _say_how_to_go_on(match: "Match", games: int, log: "Log", course: "Course | None") -> None:
    from nyhavn.arena.results import summary
    from nyhavn.arena.runs import counted
    from nyhavn.cli.standings import say, tables

    slots = list(match.slots(games))
    lines = counted(match, slots, log, course)
    if lines:
        say(tables(summary(match, lines, course)), stderr=True)
    if log.path:
        command = shlex.join(["nyhavn", *sys.argv[1:]])
        typer.echo(
            f"\n{len(log.played(slots))} of {len(slots)} games are in {log.path}; resume with: {command}", err=True
        )
    else:
        typer.echo(
            "\nThe games were not saved. Use --log FILE.jsonl to save them; the same command then resumes.", err=True
        )


@contextmanager
def _watched(match: "Match", games: int, log: "Log", course: "Course | None") -> Iterator[Callable[[], None]]:
    """A table on standard error that says how it stands, how far it is and how long it will take, where somebody looks
    at it."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from nyhavn.arena.results import standings
    from nyhavn.arena.runs import counted
    from nyhavn.cli.standings import standing_table

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda: None
        return
    slots = list(match.slots(games))
    begun = len(log.played(slots))
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )
    task = progress.add_task("games", total=len(slots), completed=begun)
    next_look = 0.0

    def shown() -> Group:
        figures: dict[str, Any] = {"players": standings(match, counted(match, slots, log, course))}
        parts: list[Any] = [standing_table(figures, match.game), progress]
        if course:
            parts.append(
                f"SPRT {course.sprt.low:g} to {course.sprt.high:g} Elo: {course.ratio:+.2f} of ±{course.sprt.bound:.2f}"
            )
        return Group(*parts)

    with Live(shown(), console=console, refresh_per_second=4, transient=True) as live:

        def tell() -> None:
            nonlocal next_look
            progress.advance(task)
            if (now := time.monotonic()) > next_look:
                live.update(shown())
                took = time.monotonic() - now
                next_look = now + max(SECONDS_BETWEEN_LOOKS, took / PART_FOR_LOOKING)

        yield tell
