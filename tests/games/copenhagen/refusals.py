"""Moves of the card game that cannot be played, with what a player is told."""

from functools import partial
from pathlib import Path

import nyhavn
from tests.games.copenhagen.positions import position
from tests.positions import Script
from tests.refusals import read_cases


def over() -> nyhavn.State:
    state = position(hands=["RR"], deck="R", chance=Script("End"))
    state.play("take 1 2")
    return state


OVER = over
TOWER = """
    Y . . . .
    Y . . . .
    y . . . .
"""
ACTION = partial(position, TOWER, hands=["RRRPP"], used=["any"])
BESIDE_RED = partial(position, "r R . . .", hands=["RRYYG"])
DISCARD = partial(position, hands=["RRRRRRRYY"], docks="..GBPPY")
AFTER_TAKE = partial(position, hands=["RR"], active=["any both"], docks="..GBPPY")
COAT = partial(position, TOWER, coats=1, active=["any"])

TWO_COATS = partial(position, coats=2)
NO_SPECIALS = partial(position, coats=1, specials=0)
R5_GONE = partial(position, hands=["RRRRR"], supply={"R5": 0})
SHORT_BESIDE_RED = partial(position, "r R . . .", hands=["RRY"])
DISCOUNTED = partial(position, hands=["RRRR"], active=["discount"])
RECOLOURING = partial(position, hands=["RY"], active=["recolour"])
RECOLOURING_BESIDE_RED = partial(BESIDE_RED, active=["recolour"])

PHASES = (OVER, ACTION, DISCARD, AFTER_TAKE, COAT)
UNREADABLE, ILLEGAL = (
    read_cases(Path(__file__).parent / f"{kind}_moves.txt", globals()) for kind in ("unreadable", "illegal")
)
SOME_CODES = {"price", "unsupported"}

ODD = [
    *("", " ", "\n", "\0", "-", "*", "take", "take ", "take 2 3\n", "take\t2 3", "take 2,3", "TAKE 2 3", "take 0 1"),
    *("take 7 8", "take 02 3", "take 2 \uff13", "take 2 \u0663", "take \ud800 1", "discard", "discard r", "discard -"),
    *("build", "build R4", "build R2 a1* b1 pay", "build R2 pay RR", "build R2 a1** b1 pay RR", "build R2 * b1 pay RR"),
    *("build r2 a1* b1 pay RR", "build R2 A1* b1 pay RR", "build R2 a1* b1 pay rr", "build R2 a1* a1 pay RR"),
    *("build R2 a1* b1 pay RR pay RR", "build R22 a1* b1 pay RR", "coat", "coat special", "coat refresh now"),
    *("coat special c4 c5", "coat ability", "coat ability Any", "end end"),
]
LONG = {
    "nonsense": "x" * 100_000,
    "a number": "take " + "9" * 100_000,
    "docks": "take" + " 1" * 10_000,
    "cards": "discard " + "RY" * 50_000,
    "no cells": "build R2" + " z9" * 10_000 + " pay RR",
    "cells": "build R2" + " a1" * 10_000 + " pay RR",
    "payment": "build R2 a1* b1 pay " + "YR" * 10_000,
    "ability": "coat ability " + "both" * 10_000,
}
