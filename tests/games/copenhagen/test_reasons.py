"""What a refusal leaves as it was, in the card game."""

from typing import Any

import pytest

import nyhavn
from tests.games.copenhagen.positions import position
from tests.games.copenhagen.refusals import ACTION
from tests.positions import Script, everything, refusal


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
