"""What `nyhavn bench` has measured, as tables for people, beside the targets."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import typer

from nyhavn.cli.bench.options import Figures


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
    Target("the longest of them", "longest_task_slower_ms", "{} ms", 50, at_most=True, words="at most 50 ms"),
    Target("from a tap to its answer, 4 × slower", "tap_slower_ms", "{} ms", 100, at_most=True, words="at most 100 ms"),
)
CHECK = (
    Target("lint, types, layers and the fast tests", "seconds", "{:.0f} s", 90, at_most=True, words="under 90 s"),
    Target("the fast tests alone", "tests_seconds", "{:.0f} s"),
    Target("how many they are", "tests", "{:,}"),
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


def all_tables(figures: Figures) -> None:
    """All tables, one below the other."""
    shown = {"envs": environments_table, "bots": bots_table, "reviews": reviews_table, "client": client_table}
    rules_table(figures["rules"])
    for name, show in (shown | {"start": start_table, "check": check_table}).items():
        if isinstance(found := figures[name], dict):
            show(found)
        else:
            typer.echo(found)
    for found in figures["server"].values():
        server_table(found)


def rules_table(figures: Figures) -> None:
    machine = figures["machine"]
    table = new_table(title=f"nyhavn on {machine['processor']}, {machine['cores']} cores, Python {machine['python']}")
    for heading, justify in (("", "left"), ("measured", "right"), ("target", "left"), ("met", "left")):
        table.add_column(heading, justify=justify)
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
    print_table(table)


def _promised(game: str) -> list[Target]:
    """The figures of a game in the table; what is measured but not promised is in `--json` only."""
    from nyhavn.games import find_game

    text = find_game(game).promises.text_decisions
    return [target for target in PER_GAME if text is not None or target.key != TEXT]


def server_table(figures: Figures) -> None:
    core = "one core" if figures["pinned"] else "all cores"
    where = f"a server on {core}, {figures['db']}" if figures["db"] else "a server elsewhere"
    title = f"{where}: {figures['tables']} tables of {figures['game']}"
    table = new_table("", "measured", "target", "met", title=f"{title}, {figures['players']} players each")
    _rows(table, SERVER, figures)
    print_table(table)


def start_table(figures: Figures) -> None:
    table = new_table("", "measured", "target", "met", title="seconds after the command")
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
    print_table(table)


def check_table(figures: Figures) -> None:
    table = new_table("", "measured", "target", "met", title="`make check`")
    _rows(table, CHECK, figures)
    print_table(table)


def client_table(figures: Figures) -> None:
    title = f"Chromium {figures['browser']}, {figures['delay_ms']} ms away, {figures['slower']} × slower"
    table = new_table("", "measured", "target", "met", title=title)
    for game, found in figures.items():
        if isinstance(found, dict):
            table.add_row(game, style="bold")
            _rows(table, CLIENT, found)
            table.add_section()
    _rows(table, (ELSEWHERE,), figures)
    print_table(table)


def bots_table(figures: Figures) -> None:
    games = {game: found for game, found in figures.items() if game != "machine"}
    keys = list(dict.fromkeys(key for found in games.values() for key in found))
    table = new_table("", *(f"{key.removesuffix('_nodes_per_second')}, nodes/s" for key in keys))
    for game, found in games.items():
        table.add_row(game, *(f"{found[key]:,}" if key in found else "" for key in keys))
    print_table(table)


def reviews_table(figures: Figures) -> None:
    table = new_table(
        "review of a whole game", "decisions", "seconds", "target", "met", title=f"{figures['processes']} processes"
    )
    for game in (name for name, found in figures.items() if name != "machine" and isinstance(found, dict)):
        for players, found in figures[game].items():
            cells = f"{found['decisions']}", REVIEW.form.format(found["seconds"])
            table.add_row(f"{game}, {players} players", *cells, REVIEW.words, REVIEW.met(found["seconds"]))
    print_table(table)


def environments_table(figures: Figures) -> None:
    from rich.markup import escape

    from nyhavn.games import find_game

    title = f"{figures['rows']:,} games of {figures['players']} players, {figures['threads']} threads"
    table = new_table("decisions a second", "measured", "of processor time", "target", "met", title=title)
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
    print_table(table)


def _rows(table: Any, targets: Iterable[Target], figures: Figures) -> None:
    for target in targets:
        value = figures[target.key]
        if value is None and target.key == "compile_seconds":
            table.add_row(target.name, "no time left", target.words)
        elif value is not None:
            table.add_row(target.name, target.form.format(value), target.words, target.met(value))


def new_table(*headings: str, **options: Any) -> Any:
    """An empty table with these headings."""
    from rich.table import Table  # loaded when something was measured: commands start faster without it

    return Table(*headings, **options)


def print_table(table: Any) -> None:
    """Print a table, as wide as the terminal allows."""
    from rich.console import Console

    Console().print(table)
