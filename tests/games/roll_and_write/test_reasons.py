"""Why a move cannot be played: for every reason a position, a move and the sentence a player reads."""

import json
from typing import Any

import pytest

import nyhavn
from tests.games.roll_and_write.positions import position
from tests.games.roll_and_write.refusals import AFTER_DRAW, COAT, ILLEGAL, MARK, PHASES, TURN
from tests.positions import Script, everything, refusal
from tests.refusals import (
    Case,
    check_legal_moves_have_no_reason,
    check_refusal,
    check_refused_shortly,
    check_unreadable_anywhere,
    codes,
    named,
)

BEGINNINGS = "start, reroll, change, single, draw, pass, done, coat or mark"
DRAW_FORM = "draw R4 a1 b1* a2 b2 using RRW+"

UNREADABLE = [
    Case(
        "unknown move",
        TURN,
        "take 1 2",
        f"'take 1 2' isn't a dice-game move: a move begins with {BEGINNINGS}",
        {"move": "take 1 2"},
    ),
    Case(
        "unknown move",
        TURN,
        "Pass",
        f"'Pass' isn't a dice-game move: a move begins with {BEGINNINGS}",
        {"move": "Pass"},
    ),
    Case("spacing", TURN, "reroll  R", "'reroll  R' has spaces in the wrong places", {"move": "reroll  R"}),
    Case("form", TURN, "start", "a start is written like this: start red", {"form": "start red"}),
    Case("form", TURN, "reroll R R", "a reroll is written like this: reroll RRW", {"form": "reroll RRW"}),
    Case("form", TURN, "change RR", "a change is written like this: change RR W", {"form": "change RR W"}),
    Case("form", TURN, "change RR WW", "a change is written like this: change RR W", {"form": "change RR W"}),
    Case("form", TURN, "single", "a single is written like this: single c4*", {"form": "single c4*"}),
    Case("form", TURN, "draw R2 b1* c1", f"a draw is written like this: {DRAW_FORM}", {"form": DRAW_FORM}),
    Case("form", TURN, "pass now", "a pass is written like this: pass", {"form": "pass"}),
    Case("form", TURN, "done now", "a done is written like this: done", {"form": "done"}),
    Case("form", MARK, "mark", "a mark is written like this: mark red", {"form": "mark red"}),
    Case(
        "form",
        COAT,
        "coat window",
        "a coat action is written like this: coat window c4, coat track blue or coat decline",
        {"form": "coat window c4"},
    ),
    Case(
        "track",
        MARK,
        "mark white",
        "'white' isn't a track: red, yellow, green, blue or purple",
        {"track": "white"},
    ),
    Case("track", COAT, "coat track R", "'R' isn't a track: red, yellow, green, blue or purple", {"track": "R"}),
    Case(
        "tracks order",
        MARK,
        "mark green red",
        "list tracks in the order red, yellow, green, blue, purple",
        {"tracks": ["green", "red"]},
    ),
    Case("dice", TURN, "reroll rr", "'rr' aren't dice: the faces are R Y G B P W", {"dice": "rr"}),
    Case("dice", TURN, "change R X", "'X' aren't dice: the faces are R Y G B P W", {"dice": "X"}),
    Case("dice", TURN, "draw R2 b1* c1 using R-", "'R-' aren't dice: the faces are R Y G B P W", {"dice": "R-"}),
    Case("dice order", TURN, "reroll WR", "dice are written in the order R Y G B P W", {"dice": "WR"}),
    Case(
        "dice order",
        TURN,
        "draw R3 b1* c1 c2 using R+W",
        "dice are written in the order R Y G B P W, then bonuses as +",
        {"dice": "R+W"},
    ),
    Case(
        "tile",
        TURN,
        "draw R6 b1* c1 using RR",
        "'R6' isn't a tile: write a letter of R Y G B P and a size from 2 to 5",
        {"tile": "R6"},
    ),
    Case("cell", TURN, "draw R2 e1* f1 using RR", "'f1' isn't a cell: the house has a1 to e9", {"cell": "f1"}),
    Case("cell", TURN, "single a10*", "'a10' isn't a cell: the house has a1 to e9", {"cell": "a10"}),
    Case("cell", COAT, "coat window c4*", "'c4*' isn't a cell: the house has a1 to e9", {"cell": "c4*"}),
    Case(
        "cells order",
        TURN,
        "draw R2 c1* b1 using RR",
        "list cells by row from the ground up, then by column, each only once",
        {"cells": ["c1", "b1"]},
    ),
]


@named(UNREADABLE)
def test_what_cannot_be_read_is_an_invalid_move(case: Case) -> None:
    check_refusal(case, nyhavn.InvalidMove)
    check_unreadable_anywhere(case, PHASES)


@named(ILLEGAL)
def test_what_is_not_allowed_here_is_an_illegal_move(case: Case) -> None:
    check_refusal(case, nyhavn.IllegalMove)


def test_every_reason_has_a_test() -> None:
    assert {"too few", "unsupported"} < codes("roll_and_write")
    assert codes("roll_and_write") == {case.code for case in UNREADABLE + ILLEGAL}


def test_a_legal_move_has_no_reason() -> None:
    check_legal_moves_have_no_reason(PHASES[1:])


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


@pytest.mark.parametrize("text", [*ODD, *(pytest.param(text, id=f"long {name}") for name, text in LONG.items())])
def test_odd_texts_are_refused_in_a_short_sentence(text: str) -> None:
    check_refused_shortly(text, PHASES)


MANY = {
    "dice to roll": "reroll " + "R" * 10_000,
    "dice to change": "change " + "R" * 10_000 + " W",
    "dice of all faces": "change " + "R" * 10_000 + "Y" * 10_000 + " W",
    "dice to pay with": "draw R2 b1* c1 using " + "R" * 10_000,
    "dice of another colour": "draw R2 b1* c1 using " + "Y" * 10_000,
    "bonuses": "draw R2 b1* c1 using " + "+" * 10_000,
    "crosses": "draw R5 b1* c1* d1* c2* d2* using RRWW",
    "cells": "draw R2 " + " ".join(f"{column}{row}" for row in range(1, 10) for column in "abcde") + " using RR",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in MANY.items()])
def test_much_of_a_thing_is_refused_shortly_too(text: str) -> None:
    for drawn in (TURN, AFTER_DRAW, COAT, MARK):
        error = refusal(drawn(), text)
        assert type(error) is nyhavn.IllegalMove
        assert 0 < len(str(error)) < 300
        assert len(json.dumps(dict(error.details))) < 500


def test_a_refusal_asks_chance_for_nothing() -> None:
    chance = Script("RYGBP")
    state = position(dice="RRGBP", stars=["R"], chance=chance)
    for move in ("reroll W", "reroll", "draw R4 a1* b1 a2 b2 using RR", "pass", "nonsense"):
        refusal(state, move)
    assert (chance.asked, "".join(chance.left)) == ([], "RYGBP")


@pytest.mark.parametrize("face", ["X", "", "End", None, 3])
def test_chance_that_gives_what_cannot_come_changes_nothing(face: Any) -> None:
    state = position(dice="RRGBP", stars=["R"]).with_chance(lambda kind, outcomes: face)
    before = everything(state)
    with pytest.raises(ValueError, match="for 'roll', where only R, Y, G, B, P, W can come"):
        state.play("reroll RR")
    assert everything(state) == before


def test_chance_that_fails_half_way_changes_nothing() -> None:
    state = position(dice="RRGBP", stars=["R"], chance=Script("W"))
    before = everything(state)
    with pytest.raises(AssertionError, match="roll"):
        state.play("reroll RR")
    assert everything(state) == before
