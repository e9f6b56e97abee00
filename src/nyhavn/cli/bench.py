"""`nyhavn bench`: how fast this machine plays, what a server of it can bear and what its client costs, beside what was
promised."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from nyhavn.cli.options import AsJson, print_figures
from nyhavn.games import default_game

if TYPE_CHECKING:
    from nyhavn.bench.anchor import Anchor
    from nyhavn.bench.rules import Rate, Run

ROUNDS = 2
LONGEST = 56
"""Seconds that everything may take together; what is not compiled by then is not measured."""

Figures = dict[str, Any]
Progress = Callable[[str], None]


class Target(NamedTuple):
    """A figure in the table, and what it has to reach."""

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
)

CLIENT = (
    Target("JavaScript + CSS of the table page, gzipped", "kilobytes", "{:.1f} KB", 150, True, "at most 150 KB"),
    Target("until the table can be used", "usable_seconds", "{:.2f} s", 2, at_most=True, words="at most 2 s"),
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
    "pettingzoo": "PettingZoo loop",
    "openspiel": "OpenSpiel loop",
}
BATCHES = Target("", "decisions_per_second", "{:,.0f}", 3_000_000, words="card game: at least 3,000,000")


app = typer.Typer()


@app.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    as_json: AsJson = False,
    anchor: Annotated[
        Path | None, typer.Option(metavar="FILE.c", help="A C program to build with gcc and run beside our own games.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=5, help="Seconds to spend on each figure.")] = 0.3,
) -> None:
    """Measure how fast this machine plays games, in less than a minute.

    Random games are uniform over the legal moves, on one core unless it says otherwise.
    """
    if context.invoked_subcommand is not None:
        return
    from nyhavn.bench.anchor import built

    end = time.monotonic() + LONGEST
    with ExitStack() as stack:
        rival = stack.enter_context(built(anchor)) if anchor else None
        figures = measure(seconds, rival, stack.enter_context(_progress()), end)
    print_figures(figures, as_json, _table)


@app.command("server", epilog="Example: nyhavn bench server --tables 100 --rate 100 --json")
def server(
    game: Annotated[str, typer.Option(help="The game to play.")] = default_game(),
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Tables in play.")] = 12,
    players: Annotated[int, typer.Option(min=2, max=4, help="Players at each table.")] = 2,
    rate: Annotated[float, typer.Option(min=0, help="Total moves per second; 0: as fast as possible.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long they play, in seconds.")] = 10,
    idle: Annotated[int, typer.Option(min=20, max=100_000, help="Idle tables, to measure memory.")] = 500,
    silent: Annotated[int, typer.Option(min=1, max=10_000, help="Clients that only watch, to measure memory.")] = 200,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="An empty database to use.", show_default="a SQLite file that is removed"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Start a server and let simulated players on this machine play on it, in about a minute.

    The server has one core for itself, where there are several; the players have the others.
    """
    from nyhavn.bench import server as bench_server

    load = bench_server.Load(game, tables, players, rate, seconds, idle, silent)
    with _progress() as progress:
        figures = bench_server.measure(load, db, progress)
    print_figures(figures, as_json, _server_table)


@app.command("client", epilog="Example: nyhavn bench client --json")
def client(as_json: AsJson = False) -> None:
    """Open tables in Chromium, on a slow link and a slow processor, and drag a tile, in less than a minute.

    The link has a delay of 200 ms, the processor is 4 times slower than this machine's.
    """
    from nyhavn.bench import client as bench_client

    with _progress() as progress:
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

    with _progress() as progress:
        figures = bench_bots.measure(seconds, progress)
    print_figures(figures, as_json, _bots_table)


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

    with _progress() as progress:
        figures = environments.measure(players, rows, seconds, progress)
    print_figures(figures, as_json, _envs_table)


def measure(seconds: float, anchor: "Anchor | None", progress: Progress, end: float) -> Figures:
    """Every figure of every game that can be had until `end`."""
    progress("loading the games")
    from nyhavn.bench import rules as bench_rules
    from nyhavn.games import find_game, game_names, rules_of

    games = game_names()
    figures: Figures = {game: {} for game in games}
    for game in games:
        rules = rules_of(game)
        for players in rules.players:
            progress(f"{game}: random games, {players} players")
            own = bench_rules.Bench(game, players).games
            beside = anchor if players == find_game(game).promises.anchor_players else None
            rate = _beside(beside, own, seconds) if beside else bench_rules.best(own, seconds)
            figures[game][str(players)] = {
                "games_per_second": round(rate.per_second),
                "moves_per_second": round(rate.moves_per_second),
            }
        figures[game] |= _measure_game(game, min(rules.players), seconds, progress)
    figures["anchor"] = {"games_per_second": round(anchor.games_per_second)} if anchor else None
    figures["ratio_to_anchor"] = None
    for game in games:
        if anchor and (anchored := find_game(game).promises.anchor_players):
            own_rate = figures[game][str(anchored)]["games_per_second"]
            figures["ratio_to_anchor"] = round(own_rate / anchor.games_per_second, 3)
    rates = [figures[game][str(min(rules_of(game).players))]["moves_per_second"] for game in games]
    figures["decision_ratio"] = round(max(rates) / min(rates), 2)
    progress("importing nyhavn")
    figures["import_seconds"] = round(bench_rules.import_seconds(), 3)
    for game in games:
        progress(f"{game}: first game of a process")
        figures[game]["first_game_seconds"] = round(bench_rules.first_game_seconds(game), 3)
    progress("compiling from nothing")
    longest = max(1, end - time.monotonic())
    for game, took in bench_rules.compile_each(list(games), longest).items():
        figures[game]["compile_seconds"] = took
    figures["machine"] = bench_rules.machine()
    return figures


def _measure_game(game: str, players: int, seconds: float, progress: Progress) -> Figures:
    """What is measured with the smallest table only."""
    from nyhavn.bench import rules as bench_rules

    one = bench_rules.Bench(game, players)
    progress(f"{game}: two threads")
    ratio = bench_rules.threads_ratio(game, players, 2 * seconds)
    progress(f"{game}: step from Python")
    steps = bench_rules.best(one.steps, seconds)
    progress(f"{game}: text API")
    decisions = bench_rules.best(one.decisions, seconds)
    progress(f"{game}: copies")
    copies = bench_rules.best(one.copies, seconds / 2)
    return {
        "threads_ratio": round(ratio, 2),
        "step_moves_per_second": round(steps.per_second),
        "text_decisions_per_second": round(decisions.per_second),
        "state_bytes": one.state_bytes(),
        "copy_ns": round(1e9 / copies.per_second, 1),
    }


def _beside(anchor: "Anchor", own: "Run", seconds: float) -> "Rate":
    """Our games and the anchor's in turn, so that both meet the same machine; the best of each counts."""
    from nyhavn.bench.anchor import GAMES as AS_MANY
    from nyhavn.bench.rules import enough, timed

    rounds = min(AS_MANY, enough(own, 4 * seconds))
    rates = []
    for _ in range(ROUNDS):
        anchor.run()
        rates.append(timed(own, rounds))
    return max(rates)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A line on standard error that says what is being measured, where somebody looks at it."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("measuring") as status:
        yield status.update


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
    title = f"a server on {core}, {figures['db']}: {figures['tables']} tables of {figures['game']}"
    table = Table("", "measured", "target", "met", title=f"{title}, {figures['players']} players each")
    _rows(table, SERVER, figures)
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
            shown = [f"{found[rate]:,}" for rate in ("decisions_per_second", "decisions_per_processor_second")]
            promised = key == "batch" and find_game(game).promises.batch_decisions
            target = (BATCHES.words, BATCHES.met(found[BATCHES.key])) if promised else ()
            table.add_row(name, *shown, *target)
        table.add_section()
    Console().print(table)


def _rows(table: Any, targets: Iterable[Target], figures: Figures) -> None:
    for target in targets:
        value = figures[target.key]
        if value is None and target.key == "compile_seconds":
            table.add_row(target.name, "no time left", target.words)
        elif value is not None:
            table.add_row(target.name, target.form.format(value), target.words, target.met(value))
