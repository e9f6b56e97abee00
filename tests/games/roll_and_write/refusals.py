"""Moves of the dice game that a position does not allow, with what a player is told."""

from functools import partial

import nyhavn
from tests.games.roll_and_write.positions import position
from tests.positions import Script
from tests.refusals import Case


def over() -> nyhavn.State:
    state = position(active=1, dice="RYGBP", scores=[12, 0], tracks=["R9 Y9 G9 B9 P9"])
    state.play("pass")
    return state


def start() -> nyhavn.State:
    return nyhavn.new_game("roll-and-write", players=2, chance=Script(""))


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
PHASES = (over, start, TURN, AFTER_DRAW, COAT, MARK)


LATER = "you can use what this turn unlocked from your next turn on"
NOT_YET = "you haven't drawn a tile yet: use stars, draw one, or pass if you can't take any"
ILLEGAL = [
    Case("over", over, "pass", "the game is over", {}),
    Case("over", over, "mark -", "the game is over", {}),
    Case("start first", start, "pass", "first choose a track to mark its first two boxes", {"seat": 0}),
    Case(
        "coat first",
        partial(position, coats=2),
        "pass",
        "use or decline your coat actions first: 2 left",
        {"seat": 0, "coats": 2},
    ),
    Case("turn", TURN, "done", NOT_YET, {"seat": 0}),
    Case("turn", TURN, "mark red", NOT_YET, {"seat": 0}),
    Case(
        "after draw",
        AFTER_DRAW,
        "draw G2 b1* c1 using GW",
        "you have drawn your tile: use a single or a change, or end with done",
        {"seat": 0},
    ),
    Case("mark first", MARK, "pass", "it is seat 0's turn: mark a track or none", {"seat": 1}),
    Case(
        "reroll late",
        AFTER_DRAW,
        "reroll G",
        "you can only reroll before drawing your tile",
        {"seat": 0},
    ),
    Case(
        "must take",
        TURN,
        "pass",
        "you can take and place a tile with these dice, so you must take one",
        {"dice": "RRGWW"},
    ),
    Case(
        "no star",
        TURN,
        "reroll RR",
        "you have no red star",
        {"track": "red", "ability": "reroll", "have": 0, "fresh": 0},
    ),
    Case(
        "no star",
        FRESH,
        "reroll RR",
        f"you have no red star: {LATER}",
        {"track": "red", "ability": "reroll", "have": 0, "fresh": 1},
    ),
    Case(
        "no star",
        TURN,
        "single b1*",
        "you have no purple star",
        {"track": "purple", "ability": "single-x", "have": 0, "fresh": 0},
    ),
    Case(
        "no star",
        AFTER_DRAW,
        "single b1",
        "you have no blue star",
        {"track": "blue", "ability": "no-x", "have": 0, "fresh": 0},
    ),
    Case(
        "not rolled",
        TURN,
        "reroll RRR",
        "2 unused dice show red, not 3",
        {"face": "red", "dice": 3, "have": 2},
    ),
    Case(
        "not rolled",
        TURN,
        "change GG W",
        "1 unused die shows green, not 2",
        {"face": "green", "dice": 2, "have": 1},
    ),
    Case("not rolled", TURN, "reroll B", "no unused die shows blue", {"face": "blue", "dice": 1, "have": 0}),
    Case(
        "change",
        TURN,
        "change RW G",
        "a change turns dice of one face to one other face",
        {"dice": "RW", "to": "G"},
    ),
    Case("no coat", TURN, "coat decline", "you have no coat action to use now", {"seat": 0}),
    Case("track full", COAT, "coat track green", "the green track is full", {"track": "green", "boxes": 9}),
    Case("track full", MARK, "mark red", "the red track is full", {"track": "red", "boxes": 9}),
    Case(
        "track full",
        MARK,
        "mark green green",
        "the green track has one empty box, not two",
        {"track": "green", "boxes": 8},
    ),
    Case(
        "one mark",
        partial(position, players=3, turn=1, dice="RR"),
        "mark red red",
        "you may mark one box, or two in a two-player game",
        {"tracks": ["red", "red"]},
    ),
    Case(
        "no die",
        MARK,
        "mark blue",
        "no unused die shows blue or white",
        {"tracks": ["blue"], "dice": "RGG"},
    ),
    Case(
        "no die",
        MARK,
        "mark green blue",
        "no two of the unused dice R G G let you mark green and blue",
        {"tracks": ["green", "blue"], "dice": "RGG"},
    ),
    Case("covered", COAT, "coat window a2", "a2 is already covered", {"cells": ["a2"]}),
    Case("covered", TURN, "draw G2 a2* a3 using GW", "a2 and a3 are already covered", {"cells": ["a2", "a3"]}),
    Case(
        "unsupported",
        COAT,
        "coat window b2",
        "a single cell must rest on the ground or on a covered cell, but there is nothing under b2",
        {"cells": ["b2"]},
    ),
    Case(
        "unsupported",
        TURN,
        "draw R2 b3* c3 using RR",
        "R2 must rest on the ground or on a covered cell, but there is nothing under b3 or c3",
        {"cells": ["b3", "c3"]},
    ),
    Case(
        "shape",
        TURN,
        "draw R2 b1* d1 using RR",
        "b1 and d1 are not the shape of R2",
        {"tile": "R2", "cells": ["b1", "d1"]},
    ),
    Case(
        "mirrored",
        partial(position, dice="RRRRR"),
        "draw R5 a1* b1 c1 a2 b2 using RRRRR",
        "a1, b1, c1, a2 and b2 are R5 flipped, which this table doesn't allow",
        {"tile": "R5", "cells": ["a1", "b1", "c1", "a2", "b2"]},
    ),
    Case(
        "put out",
        partial(position, dice="YYYY", stars=["Y"]),
        "draw Y4 b1* a2 b2 a3 using YYYY",
        "this Y4 is out of the game in a two-player game",
        {"tile": "Y4", "cells": ["b1", "a2", "b2", "a3"]},
    ),
    Case(
        "crossed out",
        partial(position, dice="YYYYY", tiles={"Y5": "x"}),
        "draw Y5 a1* a2 b2 c2 c3 using YYYYY",
        "Y5 is crossed out, and you have no yellow star",
        {"tile": "Y5", "have": 0},
    ),
    Case(
        "crossed out",
        FRESH,
        "draw R5 a1* b1 c1 b2 c2 using RR",
        f"R5 is crossed out, and you have no yellow star: {LATER}",
        {"tile": "R5", "have": 0},
    ),
    Case(
        "two bonuses",
        partial(position, dice="RGBPY", bonuses=["RRR"]),
        "draw R4 a1* b1 a2 b2 using R+++",
        "you may use two bonuses at most",
        {"tile": "R4", "bonuses": 3},
    ),
    Case(
        "wrong colour",
        TURN,
        "draw R3 b1* c1 c2 using RGW",
        "R3 takes red and white dice, not green",
        {"tile": "R3", "dice": "RGW"},
    ),
    Case(
        "too few",
        partial(position, dice="RGBPW", bonuses=["R"]),
        "draw R4 a1* b1 a2 b2 using RW+",
        "R4 needs four red, white or +, but you have 3",
        {"tile": "R4", "needed": 4, "used": 3, "have": 3},
    ),
    Case(
        "count",
        TURN,
        "draw R3 b1* c1 c2 using RRWW",
        "R3 needs three red, white or +, not 4",
        {"tile": "R3", "needed": 3, "used": 4, "have": 4},
    ),
    Case(
        "no bonus",
        partial(position, dice="RRGBP", bonuses=["R"]),
        "draw R3 a1* b1 b2 using R++",
        "you have 1 red bonus, not 2",
        {"tile": "R3", "bonuses": 2, "have": 1},
    ),
    Case(
        "no bonus",
        FRESH,
        "draw R2 a1* b1 using R+",
        f"you have no red bonus: {LATER}",
        {"tile": "R2", "bonuses": 1, "have": 0},
    ),
    Case(
        "one x",
        TURN,
        "draw R2 b1* c1* using RR",
        "one cell of R2 gets an X, not 2",
        {"tile": "R2", "cells": ["b1", "c1"]},
    ),
    Case(
        "no x",
        TURN,
        "draw R2 b1 c1 using RR",
        "mark the X of R2 with *: leaving it out takes a blue star, and you have no blue star",
        {"tile": "R2", "have": 0},
    ),
]
