"""Choices of the dice game: dice and bonuses, stars, tiles that are crossed out, mirrored or out of the game."""

from typing import Any

import nyhavn
from nyhavn.facade.cells import INDEX
from tests.choice_client import shape_of, spelled_out
from tests.games.roll_and_write.positions import position, widest

GROUND = """
    . . . . .
    R R R R .
"""


def tile(state: nyhavn.State, name: str, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = next(it for it in state.choices(seat)["tiles"] if it["tile"] == name)
    return found


def pays(state: nyhavn.State, name: str) -> list[str]:
    ways = tile(state, name)["payments"]
    assert all(way["abilities"] == [] for way in ways)
    return [way["pay"] for way in ways]


def test_dice_and_bonuses_that_pay() -> None:
    state = position(dice="RRWGB", bonuses=["R"])
    assert pays(state, "R2") == ["RR", "RW", "R+", "W+"]
    assert pays(state, "R4") == ["RRW+"]
    assert pays(state, "R5") == []
    assert tile(state, "R4")["price"] == 4
    assert {shape["legal"] for shape in tile(state, "R5")["shapes"]} == {0}


def test_a_crossed_out_tile_takes_a_yellow_star() -> None:
    """W26."""
    for stars, take in (("Y", "again"), ("", "gone")):
        found = tile(position(dice="RRRRR", stars=[stars], tiles={"R4": "x-"}), "R4")
        assert found["left"] == 0
        assert {shape["take"] for shape in found["shapes"]} == {take}
        assert all(bool(shape["legal"]) is (take == "again") for shape in found["shapes"])


def test_of_two_tiles_that_are_each_others_mirror_image_one_can_be_gone() -> None:
    """W4: with two players the second of each size 4 is out of the game."""
    found = tile(position(dice="YYYYY"), "Y4")
    assert found["left"] == 1
    assert sorted(shape["take"] for shape in found["shapes"]) == ["gone", "gone", "open", "open"]


def test_mirrored_shapes_are_there_only_where_the_table_plays_them() -> None:
    """W11."""
    plain, flipped = (tile(position(dice="RRRRR", mirror=mirror), "R5")["shapes"] for mirror in (False, True))
    numbers = {shape["shape"] for shape in flipped}
    assert len(numbers) == 8
    mirrored = {number for number in numbers if shape_of("roll-and-write", "R5", number)["mirrored"]}
    assert {shape["shape"] for shape in plain} == numbers - mirrored
    assert len(mirrored) == 4


def test_without_an_x_with_a_blue_star() -> None:
    """W23, W14: without an X a line counts twice."""
    for stars, marks in (("B", [-1, 0, 1]), ("", [0, 1])):
        found = tile(position(GROUND, dice="GGGGG", stars=[stars]), "G2")
        assert found["without_mark"] is bool(stars)
        upright = next(shape for shape in found["shapes"] if "gains" in shape)
        gains = {mark: (points, coats) for anchor, mark, points, coats, _ in upright["gains"] if anchor == INDEX["e1"]}
        assert list(gains) == marks
        assert gains == {mark: (1 if mark == 0 else 2, 0) for mark in marks}


def test_a_coat_row_brings_a_coat() -> None:
    """W16."""
    state = position(
        """
        R R R . .
        R R R R R
        """,
        dice="GGGGG",
    )
    lying = next(shape for shape in tile(state, "G2")["shapes"] if "gains" in shape)
    assert [INDEX["d2"], 0, 1, 1, "2"] in lying["gains"]


def test_a_marking_player_plans_with_the_dice_on_the_table_only_when_not_asked() -> None:
    state = position(players=3, active=0, turn=1, dice="RRY")
    assert [move.split()[0] for move in state.choices(1)["moves"]] == ["mark"] * 3
    assert state.choices(1)["tiles"] == []
    for seat in (0, 2):
        choices = state.choices(seat)
        assert (choices["plan"], choices["moves"]) == (True, [])
        assert next(it for it in choices["tiles"] if it["tile"] == "R2")["payments"] != []


def test_a_mark_ends_the_part_of_its_seat_even_if_that_has_the_next_turn() -> None:
    state = position(players=2, active=0, turn=1, dice="RRY")
    assert state.ends_turn("mark red")
    after = state.copy()
    after.play("mark red")
    assert (after.turn, after.view()["phase"]) == (1, "turn")


def test_a_reroll_does_not_end_a_turn() -> None:
    state = position(dice="RRGBW", stars=["R"])
    assert not state.ends_turn("reroll RR")
    assert state.preview("reroll RR")[0] == {
        "effect": "star", "seat": 0, "track": "red", "ability": "reroll", "left": 0,
    }  # fmt: skip


def test_the_widest_position_that_we_know() -> None:
    state = widest()
    choices = state.choices(0)
    assert sorted([*choices["moves"], *spelled_out(state, choices)]) == sorted(state.moves())


def test_dice_and_bonuses_that_count_for_a_tile_are_told() -> None:
    """W7: those of its colour, white ones, and at most two bonuses."""
    state = position(dice="RRYWW", bonuses=["RRRG"])
    means = state.choices(0)["means"]
    assert means == {"R": ["RRWW", 2], "Y": ["YWW", 0], "G": ["WW", 1], "B": ["WW", 0], "P": ["WW", 0]}


def test_the_tile_that_is_crossed_out_is_told() -> None:
    """W11, W26: of two equal tiles the first that is open, else the first that was crossed out in play."""
    for marks, copy in (("..", 0), ("x.", 1), ("xx", 0), ("-x", 1), ("--", -1)):
        state = position(dice="RRRRW", stars=["Y"], tiles={"R4": marks})
        assert set(tile(state, "R4")["copies"]) == {copy}
        assert "copies" not in tile(state, "R2")
    assert set(tile(position(dice="RRRRW", tiles={"R5": "x"}, stars=["Y"]), "R5")["copies"]) == {0}
