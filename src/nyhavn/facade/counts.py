"""What is counted of a seat in every game in which houses are built."""

from collections.abc import Iterable, Mapping
from typing import Any

from nyhavn.facade.colours import LETTERS, SIZES, WHITE

Counts = dict[str, Any]
"""Numbers by name, some of them grouped; ready for JSON."""


def zeros(names: Iterable[object]) -> Counts:
    return {str(name): 0 for name in names}


def new_seat(coat_uses: Iterable[str], abilities: Iterable[str]) -> Counts:
    """A seat that has done nothing yet."""
    return {
        "turns": 0,
        "moves": 0,
        "cells": 0,
        "tiles": zeros(LETTERS),
        "sizes": zeros(SIZES),
        "singles": 0,
        "points": {lines: zeros(("windows", "mixed")) for lines in ("rows", "columns")},
        "coats": zeros(("earned", *coat_uses, "decline", "skipped", "owed")),
        "abilities": zeros(abilities),
    }


def count_effect(seat: Counts, effect: Mapping[str, Any]) -> None:
    """Cells, lines and coats of arms; anything else counts nothing here."""
    match effect:
        case {"effect": "cover", "tile": tile, "cells": cells}:
            seat["cells"] += len(cells)
            if tile[0] == WHITE:
                seat["singles"] += 1
            else:
                seat["tiles"][tile[0]] += 1
                seat["sizes"][tile[1]] += 1
        case {"effect": "line", "line": line, "points": points, "windows": windows}:
            seat["points"][f"{line.split()[0]}s"]["windows" if windows else "mixed"] += points
        case {"effect": "coats", "earned": earned, "owed": owed}:
            seat["coats"]["earned"] += earned
            seat["coats"]["owed"] = owed
            seat["coats"]["skipped"] += effect.get("skipped", 0)
