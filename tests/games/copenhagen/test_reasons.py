"""Why a move cannot be played: for every reason a position, a move and the sentence a player reads."""

from functools import partial
from typing import Any

import pytest

import nyhavn
from tests.games.copenhagen.positions import position
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


def over() -> nyhavn.State:
    state = position(hands=["RR"], deck="R", chance=Script("End"))
    state.play("take 1 2")
    return state


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


PHASES = (over, ACTION, DISCARD, AFTER_TAKE, COAT)

UNREADABLE = [
    Case(
        "unknown move",
        ACTION,
        "pass",
        "'pass' isn't a card-game move: a move begins with take, discard, build, end or coat",
        {"move": "pass"},
    ),
    Case(
        "unknown move",
        ACTION,
        "Take 2 3",
        "'Take 2 3' isn't a card-game move: a move begins with take, discard, build, end or coat",
        {"move": "Take 2 3"},
    ),
    Case("spacing", ACTION, "take  2 3", "'take  2 3' has spaces in the wrong places", {"move": "take  2 3"}),
    Case("form", ACTION, "take two", "a take is written like this: take 2 3", {"form": "take 2 3"}),
    Case("form", ACTION, "discard R R", "a discard is written like this: discard RRB", {"form": "discard RRB"}),
    Case(
        "form",
        ACTION,
        "build R2 a1* b1",
        "a build is written like this: build Y4 a1 b1* b2 c2 pay YYG",
        {"form": "build Y4 a1 b1* b2 c2 pay YYG"},
    ),
    Case("form", ACTION, "end now", "an end is written like this: end", {"form": "end"}),
    Case(
        "form",
        COAT,
        "coat special",
        "a coat action is coat special c4, coat ability both, coat refresh or coat decline",
        {"form": "coat special c4"},
    ),
    Case("dock", ACTION, "take 7 8", "docks are numbered 1 to 7", {"docks": [7, 8]}),
    Case("docks order", ACTION, "take 3 2", "list docks from the lowest number up, each only once", {"docks": [3, 2]}),
    Case("docks order", ACTION, "take 3 3", "list docks from the lowest number up, each only once", {"docks": [3, 3]}),
    Case(
        "cards",
        DISCARD,
        "discard RW",
        "'RW' isn't a list of cards: R Y G B P stand for red, yellow, green, blue and purple",
        {"cards": "RW"},
    ),
    Case("cards order", DISCARD, "discard YR", "cards are written in the order R Y G B P", {"cards": "YR"}),
    Case(
        "cards order",
        ACTION,
        "build R3 b1* b2 c2 pay YRR",
        "cards are written in the order R Y G B P",
        {"cards": "YRR"},
    ),
    Case(
        "tile",
        ACTION,
        "build W1 b1 pay R",
        "special tiles only come from coats of arms: coat special c4",
        {"tile": "W1"},
    ),
    Case("cell", ACTION, "build R2 e1* f1 pay RR", "'f1' isn't a cell: the house has a1 to e9", {"cell": "f1"}),
    Case("cell", COAT, "coat special a10", "'a10' isn't a cell: the house has a1 to e9", {"cell": "a10"}),
    Case(
        "cells order",
        ACTION,
        "build R2 c1* b1 pay RR",
        "list cells by row from the ground up, then by column, each only once",
        {"cells": ["c1", "b1"]},
    ),
    Case(
        "ability",
        COAT,
        "coat ability speed",
        "'speed' isn't an ability: any, extra, discount, recolour or both",
        {"ability": "speed"},
    ),
]

ILLEGAL = [
    Case("over", over, "take 3 4", "the game is over", {}),
    Case("over", over, "coat decline", "the game is over", {}),
    Case(
        "discard first",
        DISCARD,
        "build R2 a1* b1 pay RR",
        "you're over the hand limit of 7: discard 2 first",
        {"seat": 0, "cards": 2},
    ),
    Case(
        "coat first",
        partial(position, coats=2),
        "take 1 2",
        "use or decline your coat actions first: 2 left",
        {"seat": 0, "coats": 2},
    ),
    Case("after take", AFTER_TAKE, "take 3 4", "you have taken cards: now build or end the turn", {"seat": 0}),
    Case("no discard", ACTION, "discard R", "you're not over the hand limit of 7: there is nothing to discard", {}),
    Case("nothing done", ACTION, "end", "you can't end your turn before you take cards or build", {"seat": 0}),
    Case("docks", ACTION, "take 4", "take from two docks, or from three with the extra card ability", {"docks": [4]}),
    Case(
        "take needs ability",
        ACTION,
        "take 2 5",
        "docks 2 and 5 aren't neighbours: that needs the any cards ability, used",
        {"docks": [2, 5], "abilities": ["any"]},
    ),
    Case(
        "take needs ability",
        ACTION,
        "take 2 3 5",
        "a third card needs the extra card ability, not yours yet",
        {"docks": [2, 3, 5], "abilities": ["extra"]},
    ),
    Case(
        "take needs ability",
        ACTION,
        "take 1 3 5",
        "three docks that aren't neighbours need the any cards ability, used and the extra card ability, not yours yet",
        {"docks": [1, 3, 5], "abilities": ["any", "extra"]},
    ),
    Case(
        "discard count",
        DISCARD,
        "discard RRY",
        "discard exactly 2, down to 7 cards, not 3",
        {"cards": 3, "needed": 2},
    ),
    Case("not in hand", DISCARD, "discard RG", "you have no green, not 1", {"colour": "green", "cards": 1, "have": 0}),
    Case(
        "not in hand",
        partial(position, hands=["RY"], active=["recolour"]),
        "build R3 a1* a2 b2 pay RYY",
        "you have 1 yellow, not 2",
        {"colour": "yellow", "cards": 2, "have": 1},
    ),
    Case("no coat", ACTION, "coat refresh", "you have no coat action to use now", {"seat": 0}),
    Case(
        "nothing used",
        COAT,
        "coat refresh",
        "none of your abilities is used, so there is nothing to refresh",
        {"seat": 0},
    ),
    Case(
        "ability owned",
        COAT,
        "coat ability any",
        "you already have the any cards ability",
        {"ability": "any", "seat": 0},
    ),
    Case(
        "no special",
        partial(position, coats=1, specials=0),
        "coat special a1",
        "there is no special tile left",
        {"left": 0},
    ),
    Case("covered", COAT, "coat special a2", "a2 is already covered", {"cells": ["a2"]}),
    Case(
        "covered",
        ACTION,
        "build P3 a2* a3 a4 pay PPP",
        "a2 and a3 are already covered",
        {"cells": ["a2", "a3"]},
    ),
    Case(
        "unsupported",
        COAT,
        "coat special b2",
        "a special tile must rest on the ground or on a covered cell, but there is nothing under b2",
        {"cells": ["b2"]},
    ),
    Case(
        "unsupported",
        ACTION,
        "build P2 b3* c3 pay PP",
        "P2 must rest on the ground or on a covered cell, but there is nothing under b3 or c3",
        {"cells": ["b3", "c3"]},
    ),
    Case(
        "shape",
        ACTION,
        "build R2 b1* d1 pay RR",
        "b1 and d1 are not the shape of R2",
        {"tile": "R2", "cells": ["b1", "d1"]},
    ),
    Case(
        "brick",
        ACTION,
        "build P3 b1 c1* d1 pay PPP",
        "mark one brick with *: here the brick of P3 is b1 or d1",
        {"tile": "P3", "bricks": ["b1", "d1"]},
    ),
    Case(
        "gone",
        partial(position, hands=["RRRRR"], supply={"R5": 0}),
        "build R5 a1* b1 c1 b2 c2 pay RRRRR",
        "there is no R5 left",
        {"tile": "R5", "left": 0},
    ),
    Case(
        "price",
        partial(position, "r R . . .", hands=["RRY"]),
        "build R4 c1* d1 c2 d2 pay RR",
        "R4 costs 3 cards here, one less for touching red; you have 2 red",
        {"tile": "R4", "price": 3, "touching": True, "paid": 2, "have": 2},
    ),
    Case(
        "price",
        partial(position, "r R . . .", hands=["RRY"]),
        "build R4 c1* d1 c2 d2 pay RRR",
        "R4 costs 3 cards here, one less for touching red; you have 2 red",
        {"tile": "R4", "price": 3, "touching": True, "paid": 3, "have": 2},
    ),
    Case(
        "price",
        ACTION,
        "build R3 b1* b2 c2 pay RR",
        "R3 costs 3 cards here; one less needs the discount ability, not yours yet",
        {"tile": "R3", "price": 3, "touching": False, "paid": 2, "have": 3},
    ),
    Case(
        "price",
        partial(position, hands=["RRRR"], active=["discount"]),
        "build R3 b1* b2 c2 pay RRRR",
        "R3 costs 3 cards here or 2 with your discount ability; you pay 4",
        {"tile": "R3", "price": 3, "touching": False, "paid": 4, "have": 4},
    ),
    Case(
        "price",
        BESIDE_RED,
        "build R2 c1* d1 pay RR",
        "R2 costs 1 card here, one less for touching red; you pay 2",
        {"tile": "R2", "price": 1, "touching": True, "paid": 2, "have": 2},
    ),
    Case(
        "needs recolour",
        BESIDE_RED,
        "build R4 c1* d1 c2 d2 pay RRY",
        "R4 costs 3 cards here, one less for touching red, paid in red; "
        "other colours need the recolour ability, not yours yet",
        {"tile": "R4", "price": 3, "touching": True, "paid": 3, "have": 2, "colours": ["yellow"]},
    ),
    Case(
        "recolour one",
        partial(BESIDE_RED, active=["recolour"]),
        "build R5 c1* d1 e1 d2 e2 pay RRYG",
        "R5 costs 4 cards here, one less for touching red; recolour works for one other colour, not yellow and green",
        {"tile": "R5", "price": 4, "touching": True, "paid": 4, "have": 2, "colours": ["yellow", "green"]},
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
    assert {"price", "unsupported"} < codes("copenhagen")
    assert codes("copenhagen") == {case.code for case in UNREADABLE + ILLEGAL}


def test_an_invalid_move_is_an_illegal_move_is_a_value_error() -> None:
    assert issubclass(nyhavn.InvalidMove, nyhavn.IllegalMove)
    assert issubclass(nyhavn.IllegalMove, ValueError)


def test_a_legal_move_has_no_reason() -> None:
    check_legal_moves_have_no_reason(PHASES[1:])


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


@pytest.mark.parametrize("text", [*ODD, *(pytest.param(text, id=f"long {name}") for name, text in LONG.items())])
def test_odd_texts_are_refused_in_a_short_sentence(text: str) -> None:
    check_refused_shortly(text, PHASES)


@pytest.mark.parametrize("move", [None, 3, 2.5, b"take 1 2", ["take 1 2"], ("take", 1, 2)])
def test_a_move_is_text(move: Any) -> None:
    state = ACTION()
    before = everything(state)
    with pytest.raises(TypeError, match="a move is a str"):
        state.play(move)
    with pytest.raises(TypeError, match="a move is a str"):
        state.explain(move)
    assert everything(state) == before


def test_a_refusal_asks_chance_for_nothing() -> None:
    chance = Script("GG")
    state = position(hands=["RR"], used=["any"], chance=chance)
    for move in ("take 1 3", "take 1", "build R4 a1* b1 a2 b2 pay RR", "nonsense"):
        refusal(state, move)
    assert (chance.asked, chance.left) == ([], ["G", "G"])


def test_a_refusal_does_not_change_what_comes() -> None:
    one, two = (nyhavn.new_game("copenhagen", players=3, seed=7) for _ in range(2))
    for turn in range(12):
        refusal(two, "take 1 2 3")
        for state in (one, two):
            while state.turn == turn % 3:
                state.play(state.moves()[0])
    assert one.record() == two.record()


@pytest.mark.parametrize("card", ["W", "", "End", None, 3])
def test_chance_that_gives_what_cannot_come_changes_nothing(card: Any) -> None:
    state = position(players=3).with_chance(lambda kind, outcomes: card)
    before = everything(state)
    with pytest.raises(ValueError, match="for 'refill', where only R, Y, G, B, P can come"):
        state.play("take 1 2")
    assert everything(state) == before


def test_chance_that_fails_half_way_changes_nothing() -> None:
    state = position(chance=Script("G"))
    before = everything(state)
    with pytest.raises(AssertionError, match="refill"):
        state.play("take 1 2")
    assert everything(state) == before
