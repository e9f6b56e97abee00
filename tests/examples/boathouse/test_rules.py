"""The rules of Boathouse by their numbers (`examples/boathouse/README.md`), and that it is a game like any other."""

import random

import pytest

import nyhavn
from nyhavn.conformance import check_game
from nyhavn.games import find_game, game_names
from nyhavn.positions import as_known


def game(cards: str, *moves: str) -> nyhavn.State:
    """A game with these cards, in the order in which they are dealt, after these moves."""
    coming = iter(cards)
    state = nyhavn.new_game("boathouse", chance=lambda kind, outcomes: next(coming))
    for move in moves:
        state.play(move)
    return state


def why_not(state: nyhavn.State, move: str) -> str:
    reason = state.explain(move)
    assert reason is not None
    with pytest.raises(nyhavn.IllegalMove):
        state.play(move)
    return f"{reason.code}: {reason}"


def test_it_is_found_and_keeps_the_contract() -> None:
    assert game_names() == ("copenhagen", "roll-and-write", "boathouse")
    assert find_game("boathouse").package == "boathouse"
    check_game("boathouse", games=30)


def test_b1_b2_each_has_a_hidden_card_and_one_is_turned_up() -> None:
    state = game("RYR")
    assert [entry["chance"] for entry in state.history] == ["hand 0 R", "hand 1 Y", "dock R"]
    view = state.view(0)
    assert (view["hand"], view["dock"], view["deck"], view["turn"]) == ("R", "R", 5, 0)
    assert view["supply"] == {"R1": 1, "R2": 1, "Y1": 1, "Y2": 1}
    assert state.view(1)["hand"] == "Y"
    assert "hand" not in state.view(None)
    with pytest.raises(ValueError, match="played by 2 players"):
        nyhavn.new_game("boathouse", players=3)


def test_b3_a_turn_is_the_card_or_a_tile() -> None:
    state = game("RYRY")
    assert state.moves() == ["take", "build R1 a1"]
    state.play("take")
    assert (state.turn, state.view(0)["hand"], state.view(0)["dock"]) == (1, "RR", "Y")


def test_b4_a_tile_costs_a_card_a_cell() -> None:
    state = game("RYRYR", "take", "take")
    assert state.moves() == ["take", "build R1 a1", "build R2 a1 b1", "build R2 a1 a2"]
    assert why_not(state, "build Y1 a1") == "price: Y1 costs 1 yellow; you have none"
    state.play("build R2 a1 a2")
    assert state.view(0)["hand"] == ""
    assert why_not(state, "build R2 a1 a2") == "gone: no R2 is left"


def test_b5_tiles_stand_on_the_ground_or_on_tiles_and_begin_at_a1() -> None:
    state = game("RYRYRR", "build R1 a1", "take", "take")
    assert why_not(state, "build Y1 b1") == "first: your first tile covers a1"
    state.play("take")
    assert state.moves() == ["take", "build Y1 b1", "build Y1 a2"]
    assert why_not(state, "build Y1 a1") == "covered: a1 is already covered"
    assert why_not(state, "build Y1 b2").startswith("unsupported: Y1 must stand on the ground or on a covered cell")
    assert why_not(state, "build Y2 a1 b2").startswith("place")
    assert why_not(state, "build B1 a1").startswith("tile")
    assert why_not(state, "take 1").startswith("form")
    assert why_not(state, "jump").startswith("unknown move")


@pytest.mark.parametrize(("tile", "points"), [("build R2 a1 b1", 2), ("build R2 a1 a2", 4)], ids=["a row", "a column"])
def test_b6_lines_of_one_colour_bring_twice_as_much(tile: str, points: int) -> None:
    assert game("RYRYR", "take", "take", tile).scores == (points, 0)


@pytest.mark.parametrize(("cell", "points"), [("b1", 1), ("a2", 2)])
def test_b6_lines_of_two_colours(cell: str, points: int) -> None:
    assert game("RYRYRR", "build R1 a1", "take", "take", "take", f"build Y1 {cell}").scores == (points, 0)


def test_b7_three_turns_each_then_points_then_cells() -> None:
    state = game("RYRYRR", "build R1 a1", "take", "take", "take", "build Y1 a2", "take")
    assert (state.over, state.winners, state.ranking) == (True, (0,), ((0,), (1,)))
    assert (state.turn, state.empty_cells) == (None, (2, 4))
    assert why_not(state, "take") == "over: the game is over"
    assert game("RYRYRYRY", *["take"] * 6).winners == (0, 1)
    assert game("RYRYRYR", "build R1 a1", *["take"] * 5).winners == (0,)


def test_b8_a_card_is_hidden_until_it_must_have_been_paid() -> None:
    known = [seen["known"] for seen in game("RYRYR", "take", "take").view(1)["seats"]]
    assert known == [{"R": 1, "Y": 0}, {"R": 0, "Y": 1}]
    hidden = game("RYRYR", "take", "take", "build R1 a1").view(1)["seats"][0]
    assert (hidden["count"], hidden["known"]) == (1, {"R": 0, "Y": 0})
    shown = game("RYRYR", "take", "take", "build R2 a1 b1").view(1)["seats"][0]
    assert (shown["count"], shown["known"]) == (0, {"R": 0, "Y": 0})


def test_b8_what_is_hidden_is_imagined_with_the_right_odds() -> None:
    state = game("RYRRR", "take", "take")  # seat 1 has seen three of the four red cards, and one yellow one
    reds = [as_known(state, 1, random.Random(number)).view(0)["hand"].count("R") for number in range(4000)]
    assert set(reds) == {1, 2}
    assert reds.count(2) / len(reds) == pytest.approx(1 / 4, abs=0.03)
