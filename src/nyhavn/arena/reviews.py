"""An analysis as a plot and as a page."""

from collections.abc import Sequence
from typing import Any

from nyhavn.analysis.decisions import Judged
from nyhavn.analysis.games import curves
from nyhavn.arena import plots
from nyhavn.arena.reports import figure, page, paragraph, table

HEADINGS = ("move", "seat", "played", "share of a win", "better", "would have gained")


def rows(decisions: Sequence[Judged]) -> list[tuple[str, ...]]:
    """Each decision as it stands in a table; an alternative only where it is clear that it was better."""
    return [
        (
            str(one["number"]),
            str(one["seat"]),
            one["move"],
            f"{100 * one['win_share']:.0f} %",
            one["best"] if one["clear"] else "",
            f"{100 * one['lost']:.0f} %" if one["clear"] else "",
        )
        for one in decisions
    ]


def turns(analysis: Judged) -> list[str]:
    """The turning points, a sentence each."""
    by_number = {one["number"]: one for one in analysis["decisions"]}
    told = []
    for turn in analysis["turning_points"]:
        one = by_number[turn["number"]]
        size = f"{100 * abs(turn['size']):.0f} %"
        if turn["kind"] == "slip":
            told.append(
                f"Move {one['number']}: seat {one['seat']} lost {size} with {one['move']}; better: {one['best']}."
            )
        else:
            way = "gave" if turn["size"] > 0 else "cost"
            told.append(f"After move {one['number']}: chance {way} seat {turn['seat']} {size}.")
    return told


def plot(analysis: Judged) -> str:
    """The game as a picture, in SVG."""
    shares = {one["number"]: one["win_share"] for one in analysis["decisions"]}
    marks = [(turn["number"], shares[turn["number"]], str(turn["number"])) for turn in analysis["turning_points"]]
    return plots.game("Who was winning", curves(analysis), marks)


def review(analysis: dict[str, Any]) -> str:
    """The game as a page."""
    names = " · ".join(analysis["names"])
    caption = "Share of a win of each seat after each of its moves; numbers mark turning points."
    lost = ", ".join(f"seat {seat} {100 * one:.0f} %" for seat, one in enumerate(analysis["lost"]))
    return page(
        f"{analysis['game']}: {names}",
        [
            paragraph(
                f"Every move is judged from what its seat could know, by playouts ({analysis['budget']} a decision). "
                f"Lost by own moves, where that is clear: {lost}."
            ),
            figure(plot(analysis), caption),
            *(paragraph(sentence) for sentence in turns(analysis)),
            table(HEADINGS, rows(analysis["decisions"])),
        ],
    )
