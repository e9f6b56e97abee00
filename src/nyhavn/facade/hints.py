"""What speaks for a move in every game in which houses are built, as codes with values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nyhavn.facade.cells import WIDTH

Reason = dict[str, Any]
Effects = Sequence[Mapping[str, Any]]

NEARLY = 3
"""A row without brick or X is worth keeping so when so many of its cells are covered."""
LARGE = 4


def of_kind(effects: Effects, kind: str) -> list[Mapping[str, Any]]:
    return [effect for effect in effects if effect["effect"] == kind]


def gains(effects: Effects) -> list[Reason]:
    """Points and coats of arms."""
    points = sum(effect["points"] for effect in of_kind(effects, "points"))
    coats = sum(effect["earned"] for effect in of_kind(effects, "coats"))
    return [{"code": code, "n": n} for code, n in (("points", points), ("coats", coats)) if n]


def clean_rows(house: Mapping[str, Sequence[str]], cells: Iterable[str], marked: str | None, mark: str) -> list[Reason]:
    """Rows that a tile brings on without a brick or X in them, and that are not complete yet; `mark` is what cells of
    the house have that are none."""
    dull = {cell for cell, (_, kind) in house.items() if kind == mark} | {marked}
    found = []
    for row in sorted({cell[1:] for cell in cells}):
        covered = {cell for cell in (*house, *cells) if cell[1:] == row}
        if NEARLY <= len(covered) < WIDTH and not covered & dull:
            found.append({"code": "clean", "row": row})
    return found


def last(tile: str, size: int, left: int) -> list[Reason]:
    """The last of a large tile is had by nobody else."""
    return [{"code": "last", "tile": tile}] if size >= LARGE and left == 1 else []


def cells(effects: Effects) -> list[Reason]:
    """What speaks for a tile where nothing else does."""
    many = sum(len(cover["cells"]) for cover in of_kind(effects, "cover"))
    return [{"code": "cells", "n": many}] if many > 1 else []
