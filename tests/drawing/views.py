"""Views made by hand, small enough to be drawn by hand too."""

import copy
from typing import Any

View = dict[str, Any]


def _covered(tiles: str, plain: str, marked: str) -> dict[str, list[str]]:
    """The cells of tiles, row by row: `P a1* a2` is a purple tile with a1 marked."""
    cells = [(tile.split()[0], cell) for tile in tiles.split(", ") for cell in tile.split()[1:]]
    cover = {cell.rstrip("*"): [letter, marked if "*" in cell else plain] for letter, cell in cells}
    return {cell: cover[cell] for cell in sorted(cover, key=lambda cell: cell[::-1])}


def built(tiles: str) -> dict[str, list[str]]:
    return _covered(tiles, "window", "brick")


def drawn(tiles: str) -> dict[str, list[str]]:
    return _covered(tiles, "O", "X")


UNDER_WAY: View = {"players": 2, "coats": 0, "scores": [1, 0], "over": False, "winners": [], "ranking": []}

CARD_GAME: View = UNDER_WAY | {
    "game": "copenhagen",
    "options": {},
    "seat": 0,
    "turn": 0,
    "phase": "action",
    "empty_cells": [38, 43],
    "history": [
        {"chance": "docks RYGBPRR"},
        {"chance": "hand 0 RB"},
        {"seat": 0, "move": "build R2 a1* b1 pay RR"},
        {"seat": 1, "move": "build P2 a1* a2 pay PP"},
        {"seat": 0, "move": "build R2 c1 d1* pay R"},
        {"seat": 0, "move": "build Y2 e1* e2 pay YY"},
        {"seat": 0, "move": "coat special b2"},
    ],
    "moves": ["take 1 2"],
    "docks": ["R", "Y", None, "B", "P", "G", "R"],
    "deck": 50,
    "end_card": "deck",
    "discards": {"R": 3, "Y": 2, "G": 0, "B": 0, "P": 12},
    "supply": {f"{letter}{size}": 1 if size == 5 else 2 for letter in "RYGBP" for size in (2, 3, 4, 5)} | {"R2": 0},
    "specials": 11,
    "abilities": {"any": 0, "extra": 1, "discount": 2, "recolour": 2, "both": 2},
    "seats": [
        {
            "house": built("R a1* b1 c1 d1*, Y e1* e2, W b2"),
            "abilities": {"any": "used", "extra": "active"},
            "count": 3,
            "known": {"R": 1, "Y": 0, "G": 0, "B": 0, "P": 0},
        },
        {
            "house": built("P a1* a2"),
            "abilities": {"any": "active"},
            "count": 4,
            "known": {"R": 0, "Y": 1, "G": 1, "B": 0, "P": 0},
        },
    ],
    "hand": "RRB",
}

NOTHING = dict.fromkeys(("red", "yellow", "green", "blue", "purple"), 0)

DICE_GAME: View = UNDER_WAY | {
    "game": "roll-and-write",
    "options": {"mirror": True},
    "seat": 1,
    "turn": 1,
    "active": 0,
    "phase": "mark",
    "empty_cells": [39, 45],
    "history": [
        {"seat": 0, "move": "start red"},
        {"seat": 0, "move": "draw G3 a1 b1* c1 using GGW"},
        {"seat": 0, "move": "draw B2 d1 e1* using BB"},
        {"seat": 0, "move": "single a2*"},
    ],
    "moves": ["mark red", "mark -"],
    "dice": "RGW",
    "round": 3,
    "crossed_out": {f"{letter}4": [False, True] for letter in "RYGBP"} | {f"{letter}5": [False] for letter in "RYGBP"},
    "seats": [
        {
            "sheet": drawn("G a1 b1* c1, B d1 e1*, W a2*"),
            "tracks": NOTHING | {"red": 2, "purple": 9},
            "stars": NOTHING | {"red": 3},
            "bonuses": NOTHING | {"red": 1, "purple": 2},
        },
        {"sheet": {}, "tracks": NOTHING, "stars": NOTHING | {"red": 2}, "bonuses": NOTHING},
    ],
}


def changed(view: View, **changes: Any) -> View:
    """A copy of a view with something different."""
    return copy.deepcopy(view) | changes


def spectated(view: View) -> View:
    return {key: value for key, value in changed(view, seat=None).items() if key != "hand"}


def for_four(view: View) -> View:
    """The same table with two more seats, and figures as long as they can get."""
    seats = [copy.deepcopy(view["seats"][seat % 2]) for seat in range(4)]
    return changed(view, players=4, seats=seats, scores=[10, 12, 11, 10], empty_cells=[20, 10, 45, 33])
