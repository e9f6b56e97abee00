"""Results of the arena as tables for people."""

from typing import Any

from rich.console import Console
from rich.table import Table

WIDE = 120
"""Characters in a line where nobody looks, such as a file."""

Figures = dict[str, Any]


def say(parts: list[Any], stderr: bool = False) -> None:
    """Tables and sentences, one below the other."""
    console = Console(stderr=stderr)
    if not console.is_terminal:
        console.width = WIDE
    for part in parts:
        console.print(part, highlight=False)


def percent(number: float | None) -> str:
    return "–" if number is None else f"{100 * number:.1f} %"


def interval(figures: Figures, name: str = "win_share") -> str:
    """`63.5 %  (58.1–68.6)`"""
    if figures[name] is None:
        return "–"
    return f"{percent(figures[name])}  ({100 * figures['low']:.1f}–{100 * figures['high']:.1f})"


def standing_table(figures: Figures, title: str) -> Table:
    """The players, as they stand."""
    rated = "rating" in figures["players"][0]
    headings = ("bot", "games", "wins", "share, 95 %", "points", "ms a move", *(["rating"] if rated else []))
    table = Table(title=title, title_justify="left")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for one in figures["players"]:
        cells = [
            one["name"],
            f"{one['games']:,}",
            f"{one['wins']:,.1f}".removesuffix(".0"),
            interval(one),
            "–" if one["mean_points"] is None else f"{one['mean_points']:.2f}",
            "–" if one["ms_per_move"] is None else f"{one['ms_per_move']:.1f}",
        ]
        if rated:
            cells.append(f"{one['rating']['mu']:.1f} ± {one['rating']['sigma']:.1f}")
        table.add_row(*cells)
    return table


def tables(figures: Figures) -> list[Any]:
    """Everything about a match."""
    title = (
        f"{figures['game']}: {figures['games']:,} games with {figures['seeds']:,} seeds, from seed {figures['seed']}"
    )
    parts: list[Any] = [standing_table(figures, title)]
    if "matrix" in figures:
        parts.append(cross_table(figures))
    turns, moves = (figures["length"][name] for name in ("turns", "moves"))
    shares = ", ".join(f"seat {one['seat']} {interval(one)}" for one in figures["seats"])
    parts.append(f"Seats: {shares}.")
    if turns["mean"] is not None:
        parts.append(
            f"A game has {turns['mean']:.1f} turns ({turns['least']} to {turns['most']}), "
            f"{moves['mean']:.1f} moves. Shared wins: {figures['shared_wins']:,}."
        )
    if failures := sum(one["failures"] for one in figures["players"]):
        first = figures["failures"][0]
        parts.append(f"Games lost because a program failed: {failures:,}; the first failure: {first}")
    if figures["sprt"]:
        parts.append(_decision(figures))
    return parts


def cross_table(figures: Figures) -> Table:
    """Who won how much against whom: the row against the column."""
    names = [one["name"] for one in figures["players"]]
    table = Table("", *names, title="share of the row against the column, 95 %", title_justify="left")
    met = {tuple(pair["players"]): pair for pair in figures["pairs"]}
    for row, name in enumerate(names):
        cells = []
        for column in range(len(names)):
            if pair := met.get((row, column)):
                cells.append(interval(pair))
            elif (pair := met.get((column, row))) and pair["win_share"] is not None:
                cells.append(
                    interval({"win_share": 1 - pair["win_share"], "low": 1 - pair["high"], "high": 1 - pair["low"]})
                )
            else:
                cells.append("")
        table.add_row(name, *cells)
    return table


def _decision(figures: Figures) -> str:
    sprt = figures["sprt"]
    first, second = (one["name"] for one in figures["players"])
    ratio = f"after {sprt['pairs']:,} pairs the log-likelihood ratio is {sprt['llr']:+.2f}, bounds ±{sprt['bound']:.2f}"
    said = {
        "better": f"{first} is better than {second}: by {sprt['high']:g} Elo rather than by {sprt['low']:g}",
        "not better": f"{first} is not better than {second} by {sprt['high']:g} Elo: rather by {sprt['low']:g}",
        None: "not decided yet: more games are needed",
    }[sprt["decided"]]
    return f"SPRT: {said} ({ratio})."
