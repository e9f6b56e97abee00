"""A client that holds no rule: it spells moves out of choices and components, and knows nothing else."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import nyhavn
from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.games import components_of

PLACING = ("build", "draw")


@cache
def components(game: str) -> dict[str, Any]:
    return components_of(game)


class Place(NamedTuple):
    """A tile of the choices in one place, with its mark (-1: none)."""

    tile: dict[str, Any]
    shape: dict[str, Any]
    anchor: int
    mark: int


def shape_of(game: str, tile: str, number: int) -> dict[str, Any]:
    """An orientation as the components tell it."""
    shapes: list[dict[str, Any]] = next(it["shapes"] for it in components(game)["tiles"] if it["tile"] == tile)
    return shapes[number]


def marks_of(game: str, tile: dict[str, Any], shape: dict[str, Any]) -> range:
    marks = shape_of(game, tile["tile"], shape["shape"])["marks"]
    return range(-1 if tile["without_mark"] else 0, len(marks))


def places(game: str, choices: dict[str, Any], kind: str = "legal") -> Iterator[Place]:
    """Every place of a kind, with every mark."""
    for tile in choices["tiles"]:
        for shape in tile["shapes"]:
            for anchor in cells_of(shape[kind]):
                for mark in marks_of(game, tile, shape):
                    yield Place(tile, shape, anchor, mark)


def payments(place: Place) -> list[str]:
    """The ways to pay there."""
    kind = "touching" if place.shape["touching"] >> place.anchor & 1 else "payments"
    return [way["pay"] for way in place.tile[kind]]


def move(game: str, place: Place, pay: str) -> str:
    """The text of placing a tile."""
    shape = shape_of(game, place.tile["tile"], place.shape["shape"])
    width = components(game)["width"]
    cells = [NAMES[place.anchor + x + width * y] for x, y in shape["cells"]]
    if place.mark >= 0:
        cells[shape["marks"][place.mark]] += "*"
    verb, word = components(game)["placing"]
    return " ".join([verb, place.tile["tile"], *cells, word, pay])


def spelled_out(state: nyhavn.State, choices: dict[str, Any]) -> list[str]:
    """Every move that places a tile."""
    return [move(state.game, place, pay) for place in places(state.game, choices) for pay in payments(place)]


def gains(place: Place) -> tuple[int, int]:
    """The points and coats that a place is said to bring."""
    found = [row[2:] for row in place.shape["gains"] if row[:2] == [place.anchor, place.mark]]
    return tuple(found[0]) if found else (0, 0)
