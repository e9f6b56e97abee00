"""What a move did, as data."""

from boathouse.components import LETTERS
from boathouse.knowledge import AT
from boathouse.moves import CODEC, Build
from nyhavn.rules import Effect, Facts


def of_move(before: Facts, after: Facts, move: int) -> list[Effect]:
    seat = before[AT.turn]
    build = CODEC.decode(move)
    if not isinstance(build, Build):
        return [{"effect": "take", "seat": seat, "dock": 1, "card": LETTERS[before[AT.dock]]}]
    score = after[AT.scores + seat]
    gained = score - before[AT.scores + seat]
    return [
        {"effect": "pay", "seat": seat, "cards": build.tile[0] * len(build.cells)},
        {"effect": "cover", "seat": seat, "tile": build.tile, "cells": list(build.cells)},
        *([{"effect": "points", "seat": seat, "points": gained, "score": score}] if gained else []),
    ]
