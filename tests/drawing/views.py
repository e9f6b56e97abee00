"""Views made by hand, small enough to be drawn by hand too."""

import copy
from typing import Any

View = dict[str, Any]

CARD_GAME: View = {
    "game": "copenhagen",
    "players": 2,
    "options": {},
    "seat": 0,
    "turn": 0,
    "phase": "action",
    "coats": 0,
    "scores": [1, 0],
    "empty_cells": [38, 43],
    "over": False,
    "winners": [],
    "ranking": [],
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
            "house": {
                "a1": ["R", "brick"],
                "b1": ["R", "window"],
                "c1": ["R", "window"],
                "d1": ["R", "brick"],
                "e1": ["Y", "brick"],
                "b2": ["W", "window"],
                "e2": ["Y", "window"],
            },
            "abilities": {"any": "used", "extra": "active"},
            "count": 3,
            "known": {"R": 1, "Y": 0, "G": 0, "B": 0, "P": 0},
        },
        {
            "house": {"a1": ["P", "brick"], "a2": ["P", "window"]},
            "abilities": {"any": "active"},
            "count": 4,
            "known": {"R": 0, "Y": 1, "G": 1, "B": 0, "P": 0},
        },
    ],
    "hand": "RRB",
}

NOTHING = dict.fromkeys(("red", "yellow", "green", "blue", "purple"), 0)

DICE_GAME: View = {
    "game": "roll-and-write",
    "players": 2,
    "options": {"mirror": True},
    "seat": 1,
    "turn": 1,
    "active": 0,
    "phase": "mark",
    "coats": 0,
    "scores": [1, 0],
    "empty_cells": [39, 45],
    "over": False,
    "winners": [],
    "ranking": [],
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
            "sheet": {
                "a1": ["G", "O"],
                "b1": ["G", "X"],
                "c1": ["G", "O"],
                "d1": ["B", "O"],
                "e1": ["B", "X"],
                "a2": ["W", "X"],
            },
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
