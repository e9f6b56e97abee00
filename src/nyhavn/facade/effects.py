"""Effects that every game has in which houses are built: cells covered, lines completed, points."""

from typing import Any

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.lines import completed

Effect = dict[str, Any]


def covered(seat: int, tile: str, cells: int, marked: dict[str, str | None]) -> Effect:
    """A tile laid on cells; `marked` is its brick, or its X."""
    return {"effect": "cover", "seat": seat, "tile": tile, "cells": [NAMES[cell] for cell in cells_of(cells)], **marked}


def scored(seat: int, before: int, after: int, windows: int, points: int, score: int) -> list[Effect]:
    """The lines that were completed between two fillings of a house, and the points together (C30, W14)."""
    if not points:
        return []
    lines: list[Effect] = [
        {"effect": "line", "seat": seat, "line": name, "points": worth, "windows": clean}
        for name, worth, clean in completed(before, after, windows)
    ]
    return [*lines, {"effect": "points", "seat": seat, "points": points, "score": score}]
