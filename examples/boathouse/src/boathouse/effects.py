"""What a move did, as data."""

from boathouse.components import LETTERS, LINES
from boathouse.kernels import TAKE
from boathouse.knowledge import AT
from boathouse.moves import TEXTS
from nyhavn.rules import Effect, Facts


def of_move(before: Facts, after: Facts, move: int) -> list[Effect]:
    seat = before[AT.turn]
    if move == TAKE:
        return [{"effect": "take", "seat": seat, "dock": 1, "card": LETTERS[before[AT.dock]]}]
    _, tile, *cells = TEXTS[move].split()
    gained = after[AT.scores + seat] - before[AT.scores + seat]
    filled, was = after[AT.filled + seat], before[AT.filled + seat]
    lines: list[Effect] = [
        {"effect": "line", "seat": seat, "line": name, "points": gained, "windows": False}
        for name, (mask, _) in LINES.items()
        if filled & mask == mask != was & mask
    ]
    return [
        {"effect": "pay", "seat": seat, "cards": tile[0] * len(cells)},
        {"effect": "cover", "seat": seat, "tile": tile, "cells": cells},
        *lines,
        *([{"effect": "points", "seat": seat, "points": gained, "score": after[AT.scores + seat]}] if gained else []),
    ]
