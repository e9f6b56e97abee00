"""What a move did, as data."""

from boathouse.components import LETTERS
from boathouse.kernels import TAKE
from boathouse.knowledge import AT
from boathouse.moves import TEXTS
from nyhavn.rules import Effect, Facts


def of_move(before: Facts, after: Facts, move: int) -> list[Effect]:
    seat = before[AT.turn]
    if move == TAKE:
        return [{"effect": "take", "seat": seat, "dock": 1, "card": LETTERS[before[AT.dock]]}]
    _, tile, *cells = TEXTS[move].split()
    score = after[AT.scores + seat]
    gained = score - before[AT.scores + seat]
    return [
        {"effect": "pay", "seat": seat, "cards": tile[0] * len(cells)},
        {"effect": "cover", "seat": seat, "tile": tile, "cells": cells},
        *([{"effect": "points", "seat": seat, "points": gained, "score": score}] if gained else []),
    ]
