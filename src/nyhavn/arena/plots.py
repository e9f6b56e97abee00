"""Plots as SVG, ready to stand in a page: drawn by Matplotlib, with the reader's own fonts and nothing from outside.

The same data give the same text, to the letter, so that pictures can be kept in a repository.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import cycle
from typing import TYPE_CHECKING, Any

from nyhavn.arena.optional_packages import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Figures = dict[str, Any]

COLOURS = ("#c0392b", "#1f6f8b", "#3d8b5f", "#b8860b", "#7d5ba6", "#5b6770")
"""A colour for each player; all stand out from white and from black, also for people who see no red or no green."""
GREY = "#808080"


class Drawing:
    """An SVG picture in the making."""

    def __init__(self, wide: float = 7.2, high: float = 3.6) -> None:
        need("matplotlib")
        from matplotlib.figure import Figure

        self.figure = Figure(figsize=(wide, high), layout="constrained")
        self.axes: Axes = self.figure.subplots()
        self.axes.spines[["top", "right"]].set_visible(False)
        self.axes.grid(visible=True, axis="both", color=GREY, alpha=0.2, linewidth=0.6)
        self.axes.set_axisbelow(True)
        self.svg = ""


@contextmanager
def drawing(title: str, across: str = "", up: str = "", wide: float = 7.2, high: float = 3.6) -> Iterator[Drawing]:
    """A picture with its title and what its axes count; `svg` is there at the end."""
    picture = Drawing(wide, high)
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "nyhavn", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}):
        picture.axes.set_title(title, loc="left", fontweight="bold")
        picture.axes.set_xlabel(across)
        picture.axes.set_ylabel(up)
        yield picture
        out = StringIO()
        picture.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    picture.svg = re.sub(r"\s+$", "", text[text.index("<svg") :], flags=re.MULTILINE) + "\n"


def shares(title: str, rows: Sequence[Figures], labels: Sequence[str], even: float, name: str = "win_share") -> str:
    """Shares with their intervals, a row each, beside the share that all would have if it made no difference."""
    with drawing(title, "share of wins, % (bars: 95 %)", high=1.2 + 0.42 * len(rows)) as picture:
        axes = picture.axes
        axes.axvline(100 * even, color=GREY, linestyle="--", linewidth=1)
        for number, (row, colour) in enumerate(zip(rows, cycle(COLOURS), strict=False)):
            value, low, high = (100 * (row[key] or 0) for key in (name, "low", "high"))
            axes.errorbar(
                [value], [number], xerr=[[value - low], [high - value]], fmt="o", color=colour, capsize=4, markersize=6
            )
        axes.set_yticks(range(len(rows)), list(labels))
        axes.set_ylim(max(1, len(rows)) - 0.5, -0.5)
    return picture.svg


def courses(title: str, runs: Sequence[tuple[str, Sequence[int], Sequence[Figures]]], across: str, even: float) -> str:
    """Shares as they came to be: a line for each player, with its interval around it."""
    with drawing(title, across, "share of wins, %") as picture:
        axes = picture.axes
        axes.axhline(100 * even, color=GREY, linestyle="--", linewidth=1)
        for (label, places, rows), colour in zip(runs, cycle(COLOURS), strict=False):
            axes.plot(places, [100 * row["win_share"] for row in rows], color=colour, label=label)
            low, high = ([100 * row[key] for row in rows] for key in ("low", "high"))
            axes.fill_between(places, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_ylim(0, 100)
        axes.locator_params(axis="x", integer=True)
        axes.legend(frameon=False)
    return picture.svg


def counts(title: str, across: str, groups: Sequence[tuple[str, Sequence[int]]]) -> str:
    """How often whole numbers came, in percent of each group."""
    least, most = min(min(numbers) for _, numbers in groups), max(max(numbers) for _, numbers in groups)
    places = range(least, most + 1)
    width = 0.85 / len(groups)
    with drawing(title, across, "% of games") as picture:
        for number, ((label, numbers), colour) in enumerate(zip(groups, cycle(COLOURS), strict=False)):
            found = list(numbers)
            heights = [100 * found.count(place) / len(found) for place in places]
            shifted = [place + (number + 0.5) * width - 0.425 for place in places]
            picture.axes.bar(shifted, heights, width, color=colour, label=label)
        picture.axes.locator_params(axis="x", integer=True)
        if len(groups) > 1:
            picture.axes.legend(frameon=False)
    return picture.svg


def grid(title: str, rows: Sequence[Sequence[float | None]], names: Sequence[str]) -> str:
    """A cross table: the share of each row against each column."""
    size = len(names)
    with drawing(title, wide=2 + 0.9 * size, high=1.6 + 0.6 * size) as picture:
        axes = picture.axes
        axes.grid(visible=False)
        shown = [[0.5 if one is None else one for one in row] for row in rows]
        edges = [number - 0.5 for number in range(size + 1)]
        axes.pcolormesh(edges, edges, shown, cmap="RdBu", vmin=0, vmax=1)
        axes.invert_yaxis()
        for row in range(size):
            for column in range(size):
                share = rows[row][column]
                if share is not None:
                    dark = abs(share - 0.5) > 0.3
                    text = f"{100 * share:.0f}"
                    axes.text(column, row, text, ha="center", va="center", color="white" if dark else "black")
        axes.set_xticks(range(size), list(names), rotation=30, ha="right")
        axes.set_yticks(range(size), list(names))
    return picture.svg


def game(
    title: str, curves: Sequence[tuple[str, Sequence[int], Sequence[float]]], marks: Sequence[tuple[int, float, str]]
) -> str:
    """A game that was judged: the share of a win of each seat, move by move, with marks where it turned."""
    with drawing(title, "moves", "share of a win, %") as picture:
        axes = picture.axes
        for (label, places, values), colour in zip(curves, cycle(COLOURS), strict=False):
            axes.plot(places, [100 * value for value in values], color=colour, label=label, marker=".", markersize=4)
        for place, value, text in marks:
            axes.annotate(
                text, (place, 100 * value), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=8
            )
        axes.set_ylim(-2, 105)
        axes.locator_params(axis="x", integer=True)
        axes.legend(frameon=False, loc="upper left")
    return picture.svg


def slopes(title: str, across: str, rows: Sequence[Figures], name: str) -> str:
    """What each thing brings, with intervals, beside nothing."""
    with drawing(title, across, high=1.2 + 0.42 * len(rows)) as picture:
        axes = picture.axes
        axes.axvline(0, color=GREY, linestyle="--", linewidth=1)
        for number, row in enumerate(rows):
            reach = [[row[name] - row["low"]], [row["high"] - row[name]]]
            axes.errorbar([row[name]], [number], xerr=reach, fmt="o", color=COLOURS[1], capsize=4, markersize=6)
        axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
        axes.set_ylim(max(1, len(rows)) - 0.5, -0.5)
    return picture.svg
