"""What a game with houses tells a client that holds no rule: how tiles turn, where they can lie, what that brings."""

from collections.abc import Sequence
from typing import Any

from nyhavn.facade.cells import HEIGHT, NAMES, WIDTH, cells_of, columns_of, rows_of
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.lines import ALL_WINDOWS, COLUMN_POINTS, ROW_POINTS, line_labels
from nyhavn.facade.shapes import Cell, Shape, shape, turned

Choice = dict[str, Any]
Gain = list[int | str]
Orientation = tuple[Shape, Sequence[Cell]]
"""A shape, and its cells that can have the brick or the X."""

HANDLINGS = {"turn": 0, "back": 2, "flip": 7}
"""How a player handles a tile: clockwise, anticlockwise, over. The numbers are places in what `shapes.turned` gives."""

OPEN, AGAIN, GONE = "open", "again", "gone"
"""Whether a tile can be had: yes, once more for a star, no."""


def shape_choice(number: int, surveyed: Sequence[int], touching: int, take: str, gains: list[Gain]) -> Choice:
    """An orientation with its anchors sorted by what can be done there; `surveyed` begins with those inside the house,
    of these on free cells, of these supported, and ends with the legal ones."""
    inside, free, supported, *_, legal = surveyed
    return {
        "shape": number,
        "take": take,
        "legal": legal,
        "covered": inside & ~free,
        "unsupported": free & ~supported,
        "unaffordable": supported & ~legal,
        "touching": touching & legal,
        **({"gains": gains} if gains else {}),
    }


def gains_by_shape(gains: Sequence[list[int]], first: int, shapes: int) -> list[list[Gain]]:
    """For each of so many shapes from the first on `[anchor, mark, points, coats, lines]` where it brings something."""
    found: list[list[Gain]] = [[] for _ in range(shapes)]
    for row, anchor, mark, points, coats, lines in gains:
        found[row - first].append([anchor, mark, points, coats, line_labels(lines)])
    return found


def shapes_of(orientations: Sequence[Orientation]) -> list[dict[str, Any]]:
    """The orientations of a tile, and what becomes of each, and of its mark, when it is turned or flipped."""
    numbers = {one: number for number, (one, _) in enumerate(orientations)}
    told = []
    for one, marks in orientations:
        sides = turned(one.cells, flip=True)
        places = [one.cells.index(mark) for mark in marks]
        told.append({"cells": [list(cell) for cell in one.cells], "marks": places})
        for name, side in HANDLINGS.items():
            number = numbers[shape(sides[side])]
            told[-1][name] = [[number, orientations[number][1].index(sides[side][place])] for place in places]
    return told


def front(coat_cells: int, coat_rows: int, coat_columns: int, goal: int) -> dict[str, Any]:
    """What the house fronts of a game are like."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "colours": dict(zip(LETTERS, COLOURS, strict=True)),
        "goal": goal,
        "points": {"row": ROW_POINTS, "column": COLUMN_POINTS, "windows": ALL_WINDOWS},
        "coats": {
            "cells": [NAMES[cell] for cell in cells_of(coat_cells)],
            "rows": rows_of(coat_rows),
            "columns": columns_of(coat_columns),
        },
    }
