"""What the tables of all games have: heading, whose decision it is, the seats side by side, one front alone."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nyhavn.drawing import svg as draw
from nyhavn.drawing import text as lay
from nyhavn.drawing.front import Front
from nyhavn.drawing.house import HOUSE_HEIGHT, HOUSE_WIDTH, house

View = dict[str, Any]

WIDE = 876
MARGIN = 20


def setting(view: View) -> str:
    """Players, options, and who is looking."""
    return ", ".join(part for part in (f"{view['players']} players", lay.options(view), lay.onlooker(view)) if part)


def decision(view: View, phases: Mapping[str, str]) -> str:
    """Who has to do what now, or how the game ended."""
    if view["over"]:
        return lay.ending(view)
    coats = lay.counted(view["coats"], "coat of arms", "coats of arms")
    return f"Seat {view['turn']} {phases[view['phase']].format(coats=coats)}."


def who(view: View, seat: int) -> str:
    return f"seat {seat} (you)" if seat == view["seat"] else f"seat {seat}"


def heading(view: View, game: str, decided: str) -> list[str]:
    """The top of a picture of a table."""
    return [
        draw.words(MARGIN, 34, game, 20, bold=True),
        draw.words(WIDE - MARGIN, 34, setting(view), 12, "ink-soft", "end"),
        draw.words(MARGIN, 58, decided, 15),
    ]


def as_text(
    view: View, game: str, decided: str, common: Iterable[str], seat: Callable[[int], list[str]], legend: str
) -> str:
    """The table as lines: what belongs to all, then the seats side by side."""
    fronts = lay.beside((seat(number) for number in range(view["players"])), gap=3)
    return "\n".join([f"{game}, {setting(view)}", decided, "", *common, "", *fronts, "", legend])


def seats(view: View, top: int, one: Callable[[View, int], str]) -> list[str]:
    """Every seat, drawn by `one`, side by side."""
    column = (WIDE - 2 * MARGIN) / view["players"]
    return [
        draw.group([one(view, seat)], MARGIN + column * seat + (column - HOUSE_WIDTH) / 2, top)
        for seat in range(view["players"])
    ]


def front_alone(view: View, seat: int, front: Front, title: str, highlight: Iterable[str]) -> str:
    """One front as a picture of its own; `highlight` names cells to be ringed."""
    description = f"{len(front.cells)} of 45 cells covered, {lay.counted(view['scores'][seat], 'point')}."
    parts = [draw.group([house(front, str(seat), set(highlight))], 8, 8)]
    return draw.document(HOUSE_WIDTH + 16, HOUSE_HEIGHT + 16, title, description, parts)
