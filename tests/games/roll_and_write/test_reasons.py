"""What a refusal leaves as it was, in the dice game, and how short it is."""

import json
from typing import Any

import pytest

import nyhavn
from tests.games.roll_and_write.positions import position
from tests.games.roll_and_write.refusals import AFTER_DRAW, COAT, MARK, TURN
from tests.positions import Script, everything, refusal

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
