"""`nyhavn bench scale`: what more processes bring, on PostgreSQL behind nginx."""

from typing import Annotated

import typer

from nyhavn.cli.bench.options import USUAL_GAME, Figures, IdleTables, PlayedGame, SilentClients, TablePlayers
from nyhavn.cli.bench.tables import new_table, print_table
from nyhavn.cli.options import AsJson, print_figures
from nyhavn.cli.progress import telling

MOST_PROCESSES = 32


def scale(
    web: Annotated[
        str, typer.Option(metavar="N,N…", help="Numbers of web processes, each measured for itself.")
    ] = "1,2,3",
    workers: Annotated[int, typer.Option(min=0, max=8, help="Workers, for bots and reviews.")] = 1,
    game: PlayedGame = USUAL_GAME,
    tables: Annotated[int, typer.Option(min=1, max=100_000, help="Tables in play.")] = 24,
    players: TablePlayers = 2,
    rate: Annotated[float, typer.Option(min=0.1, help="Total moves per second while waiting times are measured.")] = 40,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long each measurement lasts.")] = 10,
    idle: IdleTables = 500,
    silent: SilentClients = 200,
    as_json: AsJson = False,
) -> None:
    """Start PostgreSQL, nginx and groups of processes on this machine, and let simulated people play there.

    Each group is measured as fast as it can, at a fixed rate, and at this rate while bots and reviews keep every worker
    busy. It needs Debian's postgresql and nginx-light, and a checkout of the repository.
    """
    from nyhavn.bench.scale import comparison
    from nyhavn.bench.server.load import Load
    from nyhavn.games import find_game

    find_game(game)
    load = Load(game, tables, players, 0, seconds, idle, silent)
    with telling() as progress:
        figures = comparison.measure(_numbers(web), workers, load, rate, progress)
    print_figures(figures, as_json, _table)


def _numbers(text: str) -> list[int]:
    found = [int(part) if part.isdecimal() else 0 for part in text.split(",")]
    if not all(0 < number <= MOST_PROCESSES for number in found):
        raise ValueError(f"--web is numbers of processes from 1 to {MOST_PROCESSES}, such as 1,2, not {text[:40]!r}")
    return found


def _table(figures: Figures) -> None:
    machine = figures["machine"]
    title = f"{figures['tables']} tables of {figures['game']}, {figures['players']} players each"
    table = new_table(title=f"{title}, on {machine['processor']}, {machine['cores']} cores")
    headings = ("web", "workers", "moves/s", "web ms/move", "all ms/move", "p50", "p99", "thinking p50", "p99", "ratio")
    for heading in headings:
        table.add_column(heading, justify="right")
    for one in figures["groups"]:
        full, calm, busy = one["full"], one["calm"], one["thinking"]
        late = ["", "", ""]
        if busy:
            late = [f"{busy['p50_ms']:.1f} ms", f"{busy['p99_ms']:.1f} ms", f"{one['p99_ratio']:.2f} ×"]
        table.add_row(
            *(str(one["web"]), str(one["workers"]), f"{full['moves_per_second']:,}"),
            *("" if full[cost] is None else f"{full[cost]:.2f}" for cost in ("work_ms_per_move", "all_ms_per_move")),
            *(f"{calm['p50_ms']:.1f} ms", f"{calm['p99_ms']:.1f} ms", *late),
        )
    print_table(table)
    if figures["cost_ratio"] is not None:
        typer.echo(f"two web processes cost {figures['cost_ratio']:.2f} × the processor time of one for a move")
