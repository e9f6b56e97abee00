"""`nyhavn bench`: how fast this machine plays, beside what was promised."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from nyhavn.cli.anchor import Anchor
    from nyhavn.cli.measuring import Rate, Run

ROUNDS = 2
LONGEST = 56
"""Seconds that everything may take together; what is not compiled by then is not measured."""
ANCHORED = ("copenhagen", 2)
"""The game that an anchor plays, and its players."""

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


PER_GAME = (
    Target("two threads against one", "threads_ratio", "{:.2f} ×", 1.6, words="at least 1.6 ×"),
    Target("step from Python, moves/s", "step_moves_per_second", "{:,.0f}", 400_000, words="at least 400,000"),
    Target("moves() + play(), decisions/s", "text_decisions_per_second", "{:,.0f}", 20_000, words="at least 20,000"),
    Target("state", "state_bytes", "{:,} bytes", 2048, at_most=True, words="at most 2 KB"),
    Target("copy in a kernel", "copy_ns", "{:.1f} ns", 100, at_most=True, words="under 100 ns"),
    Target("first game, compiled before", "first_game_seconds", "{:.2f} s", 1, at_most=True, words="under 1 s"),
    Target("compiling everything", "compile_seconds", "{:.1f} s", 20, at_most=True, words="under 20 s"),
)
NOT_PROMISED = {"roll-and-write": ("text_decisions_per_second",)}
"""Its positions have five times as many moves to write down; measured, in `--json`, but nothing is promised."""
OVERALL = (
    Target("anchor, games/s", "anchor_games_per_second", "{:,.0f}"),
    Target("2 players against the anchor", "ratio_to_anchor", "{:.2f} ×", 0.5, words="at least 0.5 ×, aim 0.8"),
    Target("a dice decision against a card decision", "decision_ratio", "{:.2f} ×", 4, True, "at most 4 ×"),
    Target("import nyhavn", "import_seconds", "{:.2f} s", 0.3, at_most=True, words="under 0.3 s"),
)


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    anchor: Annotated[
        Path | None, typer.Option(metavar="FILE.c", help="A C program to build with gcc and run beside our own games.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=5, help="How long each figure is measured.")] = 0.3,
) -> None:
    """Measure how fast games are played on this machine, in less than a minute.

    Random games are uniform over the legal moves, on one core unless it says otherwise.
    """
    from nyhavn.cli.anchor import built

    end = time.monotonic() + LONGEST
    with ExitStack() as stack:
        rival = stack.enter_context(built(anchor)) if anchor else None
        figures = measure(seconds, rival, stack.enter_context(_progress()), end)
    if as_json:
        typer.echo(json.dumps(figures, indent=2))
    else:
        _table(figures)


def measure(seconds: float, anchor: "Anchor | None", progress: Progress, end: float) -> Figures:
    """Every figure of every game that can be had until `end`."""
    progress("loading the games")
    from nyhavn.cli import measuring
    from nyhavn.games import GAMES, rules_of

    figures: Figures = {game: {} for game in GAMES}
    for game in GAMES:
        rules = rules_of(game)
        for players in rules.players:
            progress(f"{game}: random games, {players} players")
            own = measuring.Bench(game, players).games
            beside = anchor if (game, players) == ANCHORED else None
            rate = _beside(beside, own, seconds) if beside else measuring.best(own, seconds)
            figures[game][str(players)] = {
                "games_per_second": round(rate.per_second),
                "moves_per_second": round(rate.moves_per_second),
            }
        figures[game] |= _measure_game(game, min(rules.players), seconds, progress)
    figures["anchor"] = {"games_per_second": round(anchor.games_per_second)} if anchor else None
    figures["ratio_to_anchor"] = None
    if anchor:
        game, players = ANCHORED
        own_rate = figures[game][str(players)]["games_per_second"]
        figures["ratio_to_anchor"] = round(own_rate / anchor.games_per_second, 3)
    card, dice = (figures[game]["2"]["moves_per_second"] for game in ("copenhagen", "roll-and-write"))
    figures["decision_ratio"] = round(card / dice, 2)
    progress("importing nyhavn")
    figures["import_seconds"] = round(measuring.import_seconds(), 3)
    for game in GAMES:
        progress(f"{game}: first game of a process")
        figures[game]["first_game_seconds"] = round(measuring.first_game_seconds(game), 3)
    progress("compiling from nothing")
    longest = max(1, end - time.monotonic())
    for game, took in measuring.compile_each(list(GAMES), longest).items():
        figures[game]["compile_seconds"] = took
    figures["machine"] = measuring.machine()
    return figures


def _measure_game(game: str, players: int, seconds: float, progress: Progress) -> Figures:
    """What is measured with the smallest table only."""
    from nyhavn.cli import measuring

    one = measuring.Bench(game, players)
    progress(f"{game}: two threads")
    ratio = measuring.threads_ratio(game, players, 2 * seconds)
    progress(f"{game}: step from Python")
    steps = measuring.best(one.steps, seconds)
    progress(f"{game}: text API")
    decisions = measuring.best(one.decisions, seconds)
    progress(f"{game}: copies")
    copies = measuring.best(one.copies, seconds / 2)
    return {
        "threads_ratio": round(ratio, 2),
        "step_moves_per_second": round(steps.per_second),
        "text_decisions_per_second": round(decisions.per_second),
        "state_bytes": one.state_bytes(),
        "copy_ns": round(1e9 / copies.per_second, 1),
    }


def _beside(anchor: "Anchor", own: "Run", seconds: float) -> "Rate":
    """Our games and the anchor's in turn, so that both meet the same machine; the best of each counts."""
    from nyhavn.cli.anchor import GAMES as AS_MANY
    from nyhavn.cli.measuring import enough, timed

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
        _rows(table, [target for target in PER_GAME if target.key not in NOT_PROMISED.get(game, ())], found)
        table.add_section()
    anchor = figures["anchor"] or {}
    _rows(table, OVERALL, figures | {"anchor_games_per_second": anchor.get("games_per_second")})
    Console().print(table)


def _rows(table: Any, targets: Iterable[Target], figures: Figures) -> None:
    for target in targets:
        value = figures[target.key]
        if value is None and target.key == "compile_seconds":
            table.add_row(target.name, "no time left", target.words)
        elif value is not None:
            table.add_row(target.name, target.form.format(value), target.words, target.met(value))
