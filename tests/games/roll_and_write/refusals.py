"""Moves of the dice game that cannot be played, with what a player is told."""

from functools import partial
from pathlib import Path

import nyhavn
from tests.games.roll_and_write.positions import position
from tests.positions import Script
from tests.refusals import read_cases


def over() -> nyhavn.State:
    state = position(active=1, dice="RYGBP", scores=[12, 0], tracks=["R9 Y9 G9 B9 P9"])
    state.play("pass")
    return state


def start() -> nyhavn.State:
    return nyhavn.new_game("roll-and-write", players=2, chance=Script(""))


OVER, START = over, start
TOWER = """
    Y . . . .
    Y . . . .
    y . . . .
"""
TURN = partial(position, TOWER, dice="RRGWW")
AFTER_DRAW = partial(position, TOWER, dice="GWW", stars=["RGP"], drawn=True)
COAT = partial(position, TOWER, coats=1, tracks=["G9"])
MARK = partial(position, turn=1, dice="RGG", tracks=["", "R9 G8"])
FRESH = partial(position, dice="RRGBP", fresh_stars="RYB", fresh_bonuses="R", tiles={"R5": "x"})
TWO_COATS = partial(position, coats=2)
THREE_PLAYERS = partial(position, players=3, turn=1, dice="RR")
ALL_RED = partial(position, dice="RRRRR")
FOUR_YELLOW = partial(position, dice="YYYY", stars=["Y"])
Y5_CROSSED_OUT = partial(position, dice="YYYYY", tiles={"Y5": "x"})
THREE_BONUSES = partial(position, dice="RGBPY", bonuses=["RRR"])
FEW_RED = partial(position, dice="RGBPW", bonuses=["R"])
ONE_BONUS = partial(position, dice="RRGBP", bonuses=["R"])
PHASES = (OVER, START, TURN, AFTER_DRAW, COAT, MARK)

UNREADABLE, ILLEGAL = (
    read_cases(Path(__file__).parent / f"{kind}_moves.txt", globals()) for kind in ("unreadable", "illegal")
)
SOME_CODES = {"too few", "unsupported"}

ODD = [
    *("", " ", "\n", "-", "*", "pass ", "pass\n", "PASS", "start", "start Red", "start white", "reroll", "reroll -"),
    *(
        "reroll r",
        "reroll R\uff32",
        "reroll RRX",
        "change",
        "change R",
        "change R W W",
        "change R +",
        "single",
        "single a1**",
    ),
    *("single *", "single A1*", "single \ud800", "draw", "draw R4", "draw R2 a1* b1 using", "draw R2 using RR"),
    *("draw r2 a1* b1 using RR", "draw R2 a1* b1 using rr", "draw R2 a1* b1 using +R", "draw R2 a1* a1 using RR"),
    *("draw R2 b1* a1 using RR", "draw R2 a1* b1 pay RR", "draw R2 a1* b1 using RR using RR", "draw W1 a1 using W"),
    *(
        "coat",
        "coat window",
        "coat window a1*",
        "coat track",
        "coat track R",
        "coat decline now",
        "mark",
        "mark blue red",
    ),
    *("mark red -", "mark - -", "mark red red red", "done done", "take 1 2"),
]
LONG = {
    "nonsense": "x" * 100_000,
    "track": "start " + "red" * 10_000,
    "tracks": "mark" + " red" * 10_000,
    "no dice": "reroll " + "x" * 100_000,
    "dice": "reroll " + "YR" * 50_000,
    "face": "change R " + "W" * 10_000,
    "no cells": "draw R2" + " z9" * 10_000 + " using RR",
    "cells": "draw R2" + " a1" * 10_000 + " using RR",
    "payment": "draw R2 a1* b1 using " + "WR" * 10_000,
    "coat": "coat track " + "blue" * 10_000,
}
