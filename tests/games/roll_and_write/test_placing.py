"""W11–W13: drawing a tile."""

import random

import pytest

import nyhavn
from tests.games.roll_and_write.naive import Naive
from tests.games.roll_and_write.positions import drawn, payments, places, position, those, tiles, widest
from tests.positions import Lowest, Script, picture, refusal

# The tiles of W11 as printed and turned. Of blue and yellow the second tile of size 4 is the first one mirrored.

L_TURNED = {"a1 b1 b2 b3", "c1 a2 b2 c2", "a1 a2 a3 b3", "a1 b1 c1 a2"}
J_TURNED = {"a1 b1 a2 a3", "a1 a2 b2 c2", "b1 b2 a3 b3", "a1 b1 c1 c2"}
S_UPRIGHT, S_LYING = "a1 a2 b2 b3", "b1 c1 a2 b2"
Z_UPRIGHT, Z_LYING = "b1 a2 b2 a3", "a1 b1 b2 c2"


def low(state: nyhavn.State, tile: str) -> set[str]:
    """The places of a tile in the corner at a1: those that touch column a and row 1."""
    return {cells for cells in places(state, tile) if "a" in cells and "1" in cells and not set(cells) & set("de456")}


@pytest.mark.parametrize(
    ("tile", "copies", "expected"),
    [
        ("B4", "..", L_TURNED | J_TURNED),
        ("B4", ".x", L_TURNED),
        ("B4", "x.", J_TURNED),
        ("Y4", "..", {S_UPRIGHT, S_LYING, Z_UPRIGHT, Z_LYING}),
        ("Y4", ".x", {S_UPRIGHT, S_LYING}),
        ("Y4", "x.", {Z_UPRIGHT, Z_LYING}),
    ],
)
def test_W11_turned_but_not_mirrored(tile: str, copies: str, expected: set[str]) -> None:
    state = position(players=3, dice=tile[0] * 4, tiles={tile: copies})
    assert low(state, tile) == expected


@pytest.mark.parametrize("copies", ["..", ".x", "x."])
def test_W11_mirrored_where_the_table_plays_so(copies: str) -> None:
    state = position(players=3, dice="BBBB", tiles={"B4": copies}, mirror=True)
    assert low(state, "B4") == L_TURNED | J_TURNED
    state = position(players=3, dice="YYYY", tiles={"Y4": copies}, mirror=True)
    assert low(state, "Y4") == {S_UPRIGHT, S_LYING, Z_UPRIGHT, Z_LYING}


@pytest.mark.parametrize(
    ("tile", "printed", "mirrored"),
    [
        ("R5", "a1 b1 c1 b2 c2", "a1 b1 c1 a2 b2"),
        ("Y5", "a1 a2 b2 c2 c3", "c1 a2 b2 c2 a3"),
        ("B5", "a1 b1 c1 b2 b3", None),
        ("G5", "b1 a2 b2 c2 b3", None),
    ],
)
def test_W11_size_5(tile: str, printed: str, mirrored: str | None) -> None:
    plain, mirror = (position(dice=tile[0] * 5, mirror=mirror) for mirror in (False, True))
    assert {printed} <= places(plain, tile) <= places(mirror, tile)
    if mirrored is None:  # its own mirror image
        assert places(plain, tile) == places(mirror, tile)
    else:
        assert mirrored in places(mirror, tile) - places(plain, tile)
        star = mirrored.replace(" ", "* ", 1)
        assert refusal(plain, f"draw {tile} {star} using {tile[0] * 5}").code == "mirrored"


def test_W11_the_tile_crossed_out_is_the_one_drawn() -> None:
    for move, crossed in (("a1* b1 b2 b3", "x."), ("c1* a2 b2 c2", "x."), ("a1* b1 a2 a3", ".x")):
        state = position(players=3, dice="BBBB", chance=Script("RYGBP"))
        state.play(f"draw B4 {move} using BBBB")
        assert tiles(state, "B4") == crossed


@pytest.mark.parametrize(("before", "after"), [("..", "x."), (".x", "xx"), ("x.", "xx")])
def test_W11_where_both_fit_the_first_still_open(before: str, after: str) -> None:
    for tile, cells, mirror in (("R4", "a1* b1 a2 b2", False), ("B4", "a1* b1 a2 a3", True)):
        state = position(players=3, dice=tile[0] * 4, tiles={tile: before}, mirror=mirror, chance=Script("RYGBP"))
        assert payments(state, f"{tile} {cells}") == [tile[0] * 4]  # two equal tiles are one move
        state.play(f"draw {tile} {cells} using {tile[0] * 4}")
        assert tiles(state, tile) == after


def test_W11_inside_the_building_on_empty_cells() -> None:
    state = position("R . . . .\nR . . . .", dice="PPPPP")
    assert refusal(state, "draw P2 a2* a3 using PP").code == "covered"
    assert refusal(state, "draw P2 e1 a2* using PP").code == "shape"
    assert all("a1" not in cells and "a2" not in cells for cells in places(state, "P2"))


def test_W12_on_row_1_or_above_a_covered_cell() -> None:
    state = position(". R . . .", dice="PP")
    assert places(state, "P2") == {
        *("a1 a2", "c1 d1", "d1 e1", "c1 c2", "d1 d2", "e1 e2"),
        *("a2 b2", "b2 c2", "b2 b3"),
    }


def test_W12_one_cell_is_enough() -> None:
    state = position("R . . . .", dice="PPPPP", players=3)
    assert "a2 b2 c2 d2 e2" in places(state, "P5")
    assert refusal(state, "draw P4 b2* c2 d2 e2 using PPPP").code == "unsupported"


def test_W12_a_cell_hanging_over_a_gap_supports_too() -> None:
    state = position(". R R . .\nY Y . . .", dice="PP")
    assert {"c3 d3", "c3 c4", "c1 d1"} < places(state, "P2")
    assert "d2 e2" not in places(state, "P2")


def test_W13_one_cell_of_the_players_choice_gets_the_x() -> None:
    state = position(dice="RRR")
    assert those(state, "draw R3 a1* b1 b2") == those(state, "draw R3 a1 b1* b2") == ["using RRR"]
    assert those(state, "draw R3 a1 b1 b2*") == ["using RRR"]
    assert those(state, "draw R3 a1 b1 b2") == []
    state.play("draw R3 a1 b1* b2 using RRR")
    assert drawn(state) == picture(". R . . .\nR r . . .")


def test_W13_exactly_one() -> None:
    state = position(dice="RRR")
    assert refusal(state, "draw R3 a1* b1* b2 using RRR").code == "one x"
    assert refusal(state, "draw R3 a1 b1 b2 using RRR").code == "no x"


def test_the_widest_position() -> None:
    """As many moves as the second implementation finds on the same sheet."""
    state = widest()
    moves = state.moves()
    assert len(moves) == len(set(moves)) == 6932
    naive = Naive(3, Lowest(), mirror=True)
    sheet = naive._sheets[0]
    sheet.covered = {cell: (letter, kind) for cell, (letter, kind) in state.view()["seats"][0]["sheet"].items()}
    sheet.stars.update(dict.fromkeys("YGBP", 1))
    sheet.bonuses.update(dict.fromkeys("RYGBP", 2))
    naive._dice.clear()
    naive._dice.update(state.view()["dice"])
    naive._crossed["B4"] = [True, False]
    naive._crossed["P5"] = [True]
    found = [*naive._singles(sheet), *naive._changes(sheet), *naive._rerolls(sheet), *naive._draws(sheet)]
    assert sorted(moves) == sorted(found)


def test_the_widest_position_is_played_like_any_other() -> None:
    for move in random.Random(3).sample(widest().moves(), 40):
        state = widest()
        assert state.explain(move) is None
        state.play(move)
        assert state.moves()
