"""A client that holds no rule: it spells moves out of choices and components, and knows nothing else."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import nyhavn
from nyhavn import client
from nyhavn.client import Placement
from nyhavn.games import components_of, rules_of

PLACING = ("build", "draw")


@cache
def components(game: str) -> dict[str, Any]:
    return components_of(game)


def shape_of(game: str, tile: str, number: int) -> dict[str, Any]:
    """An orientation as the components tell it."""
    return client.orientation(components(game), tile, number)


def places(game: str, choices: dict[str, Any], kind: str = "legal") -> Iterator[Placement]:
    """Every place of a kind, with every mark."""
    return client.placements(components(game), choices, kind)


def move(game: str, place: Placement, pay: str) -> str:
    """The text of placing a tile."""
    return client.placing_move(components(game), place, pay)


def spelled_out(state: nyhavn.State, choices: dict[str, Any]) -> list[str]:
    """Every move that places a tile."""
    return [move(state.game, place, pay) for place in places(state.game, choices) for pay in place.payments()]


def numbers(game: str, moves: list[str]) -> list[int]:
    """The numbers of moves."""
    found = [rules_of(game).moves.find_move(move) for move in moves]
    return [number for number in found if number is not None]


def gains(place: Placement) -> tuple[int, int, str]:
    """The points and coats that a place is said to bring, and the lines that it completes."""
    found = [row[2:] for row in place.shape.get("gains", []) if row[:2] == [place.anchor, place.mark]]
    return tuple(found[0]) if found else (0, 0, "")
