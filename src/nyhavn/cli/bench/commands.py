"""`nyhavn bench`: how fast this machine plays, how much load its server takes and what its client costs, beside the
targets."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from nyhavn.cli.bench import tables as drawn
from nyhavn.cli.bench.attack import attack
from nyhavn.cli.bench.options import (
    USUAL_GAME,
    FigureSeconds,
    GamePlayers,
    IdleTables,
    PlayedGame,
    SilentClients,
    TablePlayers,
)
from nyhavn.cli.bench.scale import scale
from nyhavn.cli.bench.strength import strength
from nyhavn.cli.options import AsJson, print_figures
from nyhavn.cli.progress import telling

LONGEST = 56
"""Seconds that everything may take together; what is not compiled by then is not measured."""

app = typer.Typer()


@app.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    as_json: AsJson = False,
    anchor: Annotated[
        Path | None, typer.Option(metavar="FILE.c", help="A C program to build with gcc and run beside our own games.")
    ] = None,
    seconds: FigureSeconds = 0.3,
    everything: Annotated[
        bool, typer.Option("--all", help="Also run the commands below except attacks, in about ten minutes.")
    ] = False,
) -> None:
    """Measure how fast this machine plays games, in less than a minute.

    Random games are uniform over the legal moves, on one core unless it says otherwise.
    """
    if context.invoked_subcommand is not None:
        return
    from nyhavn.bench import overview
    from nyhavn.bench.speed.anchor import built

    end = time.monotonic() + LONGEST
    with ExitStack() as stack:
        rival = stack.enter_context(built(anchor)) if anchor else None
        progress = stack.enter_context(telling())
        figures = overview.measure(seconds, rival, progress, end)
        if everything:
            figures = {"rules": figures, **overview.measure_others(progress)}
    print_figures(figures, as_json, drawn.all_tables if everything else drawn.rules_table)


@app.command("server", epilog="Example: nyhavn bench server --tables 100 --rate 100 --json")
def server(
    game: PlayedGame = USUAL_GAME,
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Tables in play.")] = 12,
    players: TablePlayers = 2,
    rate: Annotated[float, typer.Option(min=0, help="Total moves per second; 0: as fast as possible.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long they play, in seconds.")] = 10,
    idle: IdleTables = 500,
    silent: SilentClients = 200,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="An empty database to use.", show_default="a SQLite file that is removed"),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play on a running server, or on several behind a proxy."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a server and let simulated players on this machine play on it, in about a minute.

    If there are several cores, the server has one to itself and the players have the others. With --url, they play on
    servers that you have started: start those with --limits 0, since all players have one address.
    """
    from nyhavn.bench.server.load import Load, measure, measure_elsewhere

    if url is not None and db is not None:
        raise ValueError("--db is for a server that is started here, and --url for a running one: give one of them")
    load = Load(game, tables, players, rate, seconds, idle, silent)
    with telling() as progress:
        if url is None:
            figures = measure(load, db, progress)
        else:
            figures = measure_elsewhere(load, url, progress)
    print_figures(figures, as_json, drawn.server_table)


@app.command("start", epilog="Example: nyhavn bench start --json")
def start(as_json: AsJson = False) -> None:
    """Start the game in a fresh clone without caches, and again, in a few minutes.

    It needs a checkout of the repository, and a network: everything is downloaded again.
    """
    from nyhavn.bench import start as measured

    with telling() as progress:
        figures = measured.measure(progress)
    print_figures(figures, as_json, drawn.start_table)


@app.command("check", epilog="Example: nyhavn bench check --json")
def check(as_json: AsJson = False) -> None:
    """Run `make check` in the checkout: lint, types, layers and the fast tests.

    Run it once before: what has to be installed or built would be measured, too.
    """
    from nyhavn.bench import check as measured

    with telling() as progress:
        figures = measured.measure(progress)
    print_figures(figures, as_json, drawn.check_table)


@app.command("client", epilog="Example: nyhavn bench client --json")
def client(as_json: AsJson = False) -> None:
    """Open tables in Chromium, on a slow link and a slow processor, and drag a tile, in less than a minute.

    The link has a delay of 200 ms, the processor is 4 times slower than this machine's.
    """
    from nyhavn.bench import client as measured

    with telling() as progress:
        figures = measured.measure(progress)
    print_figures(figures, as_json, drawn.client_table)


@app.command("bots", epilog="Example: nyhavn bench bots --json")
def bots(
    as_json: AsJson = False,
    seconds: FigureSeconds = 2,
) -> None:
    """Measure how fast bots think, on one core.

    A node is a playout of mc or search, or an iteration of ismcts-plain.
    """
    from nyhavn.bench.speed import bots as measured

    with telling() as progress:
        figures = measured.measure(seconds, progress)
    print_figures(figures, as_json, drawn.bots_table)


@app.command("reviews", epilog="Example: nyhavn bench reviews --json")
def reviews(
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="Players per game.", show_default="2, 3 and 4 in turn")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how long the review of a whole game takes, on the processes of a server, in about a minute."""
    from nyhavn.bench.speed import reviews as measured

    with telling() as progress:
        figures = measured.measure([players] if players else [], progress)
    print_figures(figures, as_json, drawn.reviews_table)


@app.command("envs", epilog="Example: nyhavn bench envs --seconds 2 --json")
def envs(
    players: GamePlayers = 2,
    rows: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games in the batch environment.")] = 4096,
    seconds: FigureSeconds = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how many decisions per second the environments make, in one run, with uniformly sampled actions.

    A decision is one move, however many stages it takes.
    """
    from nyhavn.bench.speed import environments

    with telling() as progress:
        figures = environments.measure(players, rows, seconds, progress)
    print_figures(figures, as_json, drawn.environments_table)


app.command("strength", epilog="Example: nyhavn bench strength --only losses --seconds 300")(strength)
app.command("attack", epilog="Example: nyhavn bench attack --seconds 2 --json")(attack)
app.command("scale", epilog="Example: nyhavn bench scale --web 1,2 --json")(scale)
