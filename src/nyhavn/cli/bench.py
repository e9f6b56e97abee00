"""`nyhavn bench`: how fast this machine plays, how much load its server takes and what its client costs, beside the
targets."""

import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from nyhavn.cli.options import AsJson, IdleTables, SilentClients, TablePlayers, print_figures
from nyhavn.cli.progress import telling
from nyhavn.cli.strength import strength
from nyhavn.games import default_game

LONGEST = 56
"""Seconds that everything may take together; what is not compiled by then is not measured."""

Figures = dict[str, Any]


class Target(NamedTuple):
    """A figure in the table, and the value it has to reach."""

    name: str
    key: str
    form: str
    bound: float | None = None
    at_most: bool = False
    words: str = ""

    def met(self, value: float) -> str:
        if self.bound is None:
            return ""
        return "yes" if (value <= self.bound if self.at_most else value >= self.bound) else "NO"


TEXT = "text_decisions_per_second"
PER_GAME = (
    Target("two threads against one", "threads_ratio", "{:.2f} ×", 1.6, words="at least 1.6 ×"),
    Target("step from Python, moves/s", "step_moves_per_second", "{:,.0f}", 400_000, words="at least 400,000"),
    Target("moves() + play(), decisions/s", TEXT, "{:,.0f}", 20_000, words="at least 20,000"),
    Target("state", "state_bytes", "{:,} bytes", 2048, at_most=True, words="at most 2 KB"),
    Target("copy in a kernel", "copy_ns", "{:.1f} ns", 100, at_most=True, words="under 100 ns"),
    Target("first game, compiled before", "first_game_seconds", "{:.2f} s", 1, at_most=True, words="under 1 s"),
    Target("compiling everything", "compile_seconds", "{:.1f} s", 20, at_most=True, words="under 20 s"),
)
OVERALL = (
    Target("anchor, games/s", "anchor_games_per_second", "{:,.0f}"),
    Target("2 players against the anchor", "ratio_to_anchor", "{:.2f} ×", 0.5, words="at least 0.5 ×, aim 0.8"),
    Target("a decision of the slowest game against the fastest", "decision_ratio", "{:.2f} ×", 4, True, "at most 4 ×"),
    Target("import nyhavn", "import_seconds", "{:.2f} s", 0.3, at_most=True, words="under 0.3 s"),
)
SERVER = (
    Target("moves/s", "moves_per_second", "{:,.0f}", 800, words="at least 800"),
    Target("until everybody knows, half of the moves", "p50_ms", "{:.1f} ms"),
    Target("until everybody knows, 99 of 100 moves", "p99_ms", "{:.1f} ms", 50, at_most=True, words="under 50 ms"),
    Target("work of a move", "work_ms_per_move", "{:.2f} ms", 1, at_most=True, words="at most 1 ms"),
    Target("work of a move for one watcher more", "work_ms_per_watcher", "{:.3f} ms", 1, True, "at most 1 ms"),
    Target("sent to all players for a move", "bytes_per_move", "{:,.0f} bytes"),
    Target("memory of an idle table", "idle_table_kb", "{:.1f} KB", 100, at_most=True, words="at most 100 KB"),
    Target("memory of a silent client", "silent_client_kb", "{:.1f} KB", 150, at_most=True, words="at most 150 KB"),
    Target("memory of a server that has just started", "started_mb", "{:.0f} MB"),
    Target("memory of the empty server", "empty_mb", "{:.0f} MB", 150, at_most=True, words="at most 150 MB"),
    Target("until a server answers", "start_seconds", "{:.2f} s"),
    Target("connections that ended in play", "reconnects", "{}", 0, at_most=True, words="none"),
)

WAITED = "{:.2f} s"
FRESH_START = (
    Target("until the first page", "first_page_seconds", WAITED, 45, at_most=True, words="within 45 s"),
    Target("until a table can be made", "playable_seconds", WAITED),
    Target("until a bot has moved", "bot_seconds", WAITED, 60, at_most=True, words="within 60 s"),
)
LATER_START = (
    Target("until the first page", "first_page_seconds", WAITED, 1.5, at_most=True, words="within 1.5 s"),
    Target("until a table can be made", "playable_seconds", WAITED),
)
FIRST_GAME = next(target for target in PER_GAME if target.key == "first_game_seconds")

CLIENT = (
    Target("JavaScript + CSS of the table page, gzipped", "kilobytes", "{:.1f} KB", 130, True, "at most 130 KB"),
    Target("until the table can be used", "usable_seconds", "{:.2f} s", 1.5, at_most=True, words="at most 1.5 s"),
    Target("tasks over 50 ms while dragging, at full speed", "long_tasks", "{}", 0, at_most=True, words="none"),
    Target("the longest of them", "longest_task_ms", "{} ms"),
    Target("tasks over 50 ms while dragging, 4 × slower", "long_tasks_slower", "{}"),
    Target("the longest of them", "longest_task_slower_ms", "{} ms"),
)
ELSEWHERE = Target("requests to other servers", "external_requests", "{}", 0, at_most=True, words="none")

ENVS = {
    "engine": "the engine alone: random games, no masks",
    "batch": "batch environment, in compiled code",
    "batch_stepped": "batch environment, step by step from Python",
    "batch_observed": "the same, with observations",
    "pettingzoo": "PettingZoo loop",
    "openspiel": "OpenSpiel loop",
}
NEIGHBOURS = {"connect_four": "PettingZoo's connect_four", "backgammon": "OpenSpiel's backgammon"}
DECISIONS = "decisions_per_second"
REVIEW = Target("", "seconds", "{:.1f}", 5, at_most=True, words="under 5 s on two cores")

app = typer.Typer()


@app.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    as_json: AsJson = False,
    anchor: Annotated[
        Path | None, typer.Option(metavar="FILE.c", help="A C program to build with gcc and run beside our own games.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=5, help="Seconds to spend on each figure.")] = 0.3,
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
    from nyhavn.bench.anchor import built

    end = time.monotonic() + LONGEST
    with ExitStack() as stack:
        rival = stack.enter_context(built(anchor)) if anchor else None
        progress = stack.enter_context(telling())
        figures = overview.measure(seconds, rival, progress, end)
        if everything:
            figures = {"rules": figures, **overview.measure_others(progress)}
    print_figures(figures, as_json, _tables if everything else _table)


@app.command("server", epilog="Example: nyhavn bench server --tables 100 --rate 100 --json")
def server(
    game: Annotated[str, typer.Option(help="The game to play.")] = default_game(),
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
    from nyhavn.bench import server as bench_server

    if url is not None and db is not None:
        raise ValueError("--db is for a server that is started here, and --url for a running one: give one of them")
    load = bench_server.Load(game, tables, players, rate, seconds, idle, silent)
    with telling() as progress:
        if url is None:
            figures = bench_server.measure(load, db, progress)
        else:
            figures = bench_server.measure_elsewhere(load, url, progress)
    print_figures(figures, as_json, _server_table)


@app.command("start", epilog="Example: nyhavn bench start --json")
def start(as_json: AsJson = False) -> None:
    """Start the game in a fresh clone without caches, and again, in a few minutes.

    It needs a checkout of the repository, and a network: everything is downloaded again.
    """
    from nyhavn.bench import start as bench_start

    with telling() as progress:
        figures = bench_start.measure(progress)
    print_figures(figures, as_json, _start_table)


@app.command("client", epilog="Example: nyhavn bench client --json")
def client(as_json: AsJson = False) -> None:
    """Open tables in Chromium, on a slow link and a slow processor, and drag a tile, in less than a minute.

    The link has a delay of 200 ms, the processor is 4 times slower than this machine's.
    """
    from nyhavn.bench import client as bench_client

    with telling() as progress:
        figures = bench_client.measure(progress)
    print_figures(figures, as_json, _client_table)


@app.command("bots", epilog="Example: nyhavn bench bots --json")
def bots(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="Seconds to spend on each figure.")] = 2,
) -> None:
    """Measure how fast bots think, on one core.

    A node is a playout of mc or search, or an iteration of ismcts-plain.
    """
    from nyhavn.bench import bots as bench_bots

    with telling() as progress:
        figures = bench_bots.measure(seconds, progress)
    print_figures(figures, as_json, _bots_table)


@app.command("reviews", epilog="Example: nyhavn bench reviews --json")
def reviews(
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="Players per game.", show_default="2, 3 and 4 in turn")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how long the review of a whole game takes, on the processes of a server, in about a minute."""
    from nyhavn.bench import reviews as bench_reviews

    with telling() as progress:
        figures = bench_reviews.measure([players] if players else [], progress)
    print_figures(figures, as_json, _reviews_table)


@app.command("envs", epilog="Example: nyhavn bench envs --seconds 2 --json")
def envs(
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per game.")] = 2,
    rows: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games in the batch environment.")] = 4096,
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="Seconds to spend on each figure.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure how many decisions per second the environments make, in one run, with uniformly sampled actions.

    A decision is one move, however many stages it takes.
    """
    from nyhavn.bench import environments

    with telling() as progress:
        figures = environments.measure(players, rows, seconds, progress)
    print_figures(figures, as_json, _envs_table)


app.command("strength", epilog="Example: nyhavn bench strength --only losses --seconds 300")(strength)


def _tables(figures: Figures) -> None:
    """All tables, one below the other."""
    shown = {"envs": _envs_table, "bots": _bots_table, "reviews": _reviews_table, "client": _client_table}
    _table(figures["rules"])
    for name, show in (shown | {"start": _start_table}).items():
        if isinstance(found := figures[name], dict):
            show(found)
        else:
            typer.echo(found)
    for found in figures["server"].values():
        _server_table(found)


def _table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    machine = figures["machine"]
    table = Table(title=f"nyhavn on {machine['processor']}, {machine['cores']} cores, Python {machine['python']}")
    for heading, justify in (("", "left"), ("measured", "right"), ("target", "left"), ("met", "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # Rich's own words
    for game, found in figures.items():
        if not isinstance(found, dict) or "state_bytes" not in found:
            continue
        table.add_row(game, style="bold")
        for players, rate in found.items():
            if players.isdecimal():
                table.add_row(f"random games/s, {players} players", f"{rate['games_per_second']:,}")
                table.add_row(f"random moves/s, {players} players", f"{rate['moves_per_second']:,}")
        _rows(table, _promised(game), found)
        table.add_section()
    anchor = figures["anchor"] or {}
    _rows(table, OVERALL, figures | {"anchor_games_per_second": anchor.get("games_per_second")})
    Console().print(table)


def _promised(game: str) -> list[Target]:
    """The figures of a game in the table; what is measured but not promised is in `--json` only."""
    from nyhavn.games import find_game

    text = find_game(game).promises.text_decisions
    return [target for target in PER_GAME if text is not None or target.key != TEXT]


def _server_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    core = "one core" if figures["pinned"] else "all cores"
    where = f"a server on {core}, {figures['db']}" if figures["db"] else "a server elsewhere"
    title = f"{where}: {figures['tables']} tables of {figures['game']}"
    table = Table("", "measured", "target", "met", title=f"{title}, {figures['players']} players each")
    _rows(table, SERVER, figures)
    Console().print(table)


def _start_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("", "measured", "target", "met", title="seconds after the command")
    table.add_row("`make play` in a fresh clone, without caches", style="bold")
    _rows(table, FRESH_START[:2], figures["fresh"])
    for game, seconds in figures["fresh"]["bot_seconds"].items():
        bot = FRESH_START[2]
        _rows(table, [bot._replace(name=f"{bot.name}: {game}")], {bot.key: seconds})
    table.add_section()
    table.add_row("`make play` again", style="bold")
    _rows(table, LATER_START, figures["later"])
    table.add_section()
    for game, seconds in figures[FIRST_GAME.key].items():
        _rows(table, [FIRST_GAME._replace(name=f"{FIRST_GAME.name}: {game}")], {FIRST_GAME.key: seconds})
    Console().print(table)


def _client_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"Chromium {figures['browser']}, {figures['delay_ms']} ms away, {figures['slower']} × slower"
    table = Table("", "measured", "target", "met", title=title)
    for game, found in figures.items():
        if isinstance(found, dict):
            table.add_row(game, style="bold")
            _rows(table, CLIENT, found)
            table.add_section()
    _rows(table, (ELSEWHERE,), figures)
    Console().print(table)


def _bots_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    games = {game: found for game, found in figures.items() if game != "machine"}
    keys = list(dict.fromkeys(key for found in games.values() for key in found))
    table = Table("", *(f"{key.removesuffix('_nodes_per_second')}, nodes/s" for key in keys))
    for game, found in games.items():
        table.add_row(game, *(f"{found[key]:,}" if key in found else "" for key in keys))
    Console().print(table)


def _reviews_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        "review of a whole game", "decisions", "seconds", "target", "met", title=f"{figures['processes']} processes"
    )
    for game in (name for name, found in figures.items() if name != "machine" and isinstance(found, dict)):
        for players, found in figures[game].items():
            cells = f"{found['decisions']}", REVIEW.form.format(found["seconds"])
            table.add_row(f"{game}, {players} players", *cells, REVIEW.words, REVIEW.met(found["seconds"]))
    Console().print(table)


def _envs_table(figures: Figures) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from nyhavn.games import find_game

    title = f"{figures['rows']:,} games of {figures['players']} players, {figures['threads']} threads"
    table = Table("decisions a second", "measured", "of processor time", "target", "met", title=title)
    for game in (name for name, found in figures.items() if isinstance(found, dict) and "batch" in found):
        table.add_row(game, style="bold")
        for key, name in ENVS.items():
            found = figures[game][key]
            if "missing" in found:
                table.add_row(name, escape(found["missing"]))
                continue
            shown = [f"{found[rate]:,}" for rate in (DECISIONS, "decisions_per_processor_second")]
            promised = find_game(game).promises.batch_decisions if key == "batch" else None
            target = (f"at least {promised:,}", "yes" if found[DECISIONS] >= promised else "NO") if promised else ()
            table.add_row(name, *shown, *target)
        table.add_section()
    table.add_row("other games in the same loops", style="bold")
    for key, name in NEIGHBOURS.items():
        found = figures["neighbours"][key]
        table.add_row(name, escape(found["missing"]) if "missing" in found else f"{found[DECISIONS]:,}")
    Console().print(table)


def _rows(table: Any, targets: Iterable[Target], figures: Figures) -> None:
    for target in targets:
        value = figures[target.key]
        if value is None and target.key == "compile_seconds":
            table.add_row(target.name, "no time left", target.words)
        elif value is not None:
            table.add_row(target.name, target.form.format(value), target.words, target.met(value))
