"""W16–W17: coats of arms."""

import pytest

import nyhavn
from tests.games.roll_and_write.positions import bonuses, drawn, position, stars, those, tracks
from tests.positions import Script, picture, refusal, verbs

FULL_TRACKS = "R9 Y9 G9 B9 P9"


def owed(state: nyhavn.State) -> int:
    coats: int = state.view()["coats"]
    return coats


@pytest.mark.parametrize("row", range(1, 10))
def test_W16_rows_2_4_and_6(row: int) -> None:
    state = position(". Y G B p\n" + "R . . . .\n" * (row - 1), dice="RYGBP", stars=["P"])
    state.play(f"single a{row}*")
    assert owed(state) == (row in (2, 4, 6))


@pytest.mark.parametrize("column", range(5))
def test_W16_columns_b_and_d(column: int) -> None:
    tower = "." * column + "R" + "." * (4 - column) + "\n"
    state = position(tower * 8, dice="RYGBP", stars=["P"])
    state.play(f"single {'abcde'[column]}9*")
    assert owed(state) == ("abcde"[column] in "bd")


def test_W16_a_line_with_an_x_carries_it_too() -> None:
    state = position(". Y G b p\nR Y G B .", dice="RR")
    state.play("draw R2 a2* a3 using RR")
    assert (state.scores, owed(state)) == ((1, 0), 1)


def test_W16_either_a_cell_or_a_track() -> None:
    state = position(". . R . .\nY Y R . .", coats=1, tracks=["R9"])
    assert state.moves() == [
        *("coat window d1", "coat window e1", "coat window a2", "coat window b2", "coat window c3"),
        *("coat track yellow", "coat track green", "coat track blue", "coat track purple", "coat decline"),
    ]


def test_W16_a_single_cell_with_an_o() -> None:
    state = position("R . . . .", coats=1, drawn=True, dice="", chance=Script("RYGBP"))
    assert refusal(state, "coat window a1").code == "covered"
    assert refusal(state, "coat window b2").code == "unsupported"
    state.play("coat window a2")
    assert drawn(state) == picture("W . . . .\nR . . . .")
    assert state.turn == 1


def test_W16_two_boxes_of_one_track() -> None:
    state = position(coats=1, tracks=["B1"], drawn=True, dice="", chance=Script("RYGBP"))
    state.play("coat track blue")
    assert (tracks(state), stars(state), bonuses(state)) == ("B3", "B", "")


def test_W16_one_box_where_only_one_is_left() -> None:
    state = position(coats=1, tracks=["G8"])
    state.play("coat track green")
    assert (tracks(state), state.scores) == ("G9", (2, 0))


def test_W16_a_full_track_is_no_choice() -> None:
    state = position(coats=1, tracks=["G9"])
    assert refusal(state, "coat track green").code == "track full"


def test_W16_several_one_after_the_other() -> None:
    """Rows 2 and 4 with one tile."""
    state = position(". Y G B P\n" * 4, dice="PPPPP", chance=Script("RYGBP"))
    state.play("draw P5 a1* a2 a3 a4 a5 using PPPPP")
    assert (state.turn, owed(state), verbs(state)) == (0, 2, ["coat"])
    state.play("coat track red")
    assert (state.turn, owed(state)) == (0, 1)
    state.play("coat track red")
    assert (state.turn, owed(state), tracks(state)) == (1, 0, "R4")


def test_W16_a_row_and_a_column_together() -> None:
    """Column b and row 6."""
    sheet = "R . R . .\n" * 3 + "R . R R R\n" + "R R R . .\n" * 5
    state = position(sheet, dice="PPPP", scores=[0, 0])
    state.play("draw P4 b6* b7 b8 b9 using PPPP")
    assert owed(state) == 2


def test_W16_a_chain() -> None:
    """The tile completes row 2, the O of its coat row 4, and the O of that one row 3, which carries none."""
    sheet = """
        . Y G B P
        R Y G B .
        . Y G B P
        . Y G B p
    """
    state = position(sheet, dice="PPYYW", players=3)
    state.play("draw P2 a1* a2 using PP")
    assert (state.scores, owed(state)) == ((3, 0, 0), 1)
    assert "coat window e3" in state.moves()
    state.play("coat window a4")
    assert (state.scores, owed(state), verbs(state)) == ((5, 0, 0), 1, ["coat"])
    state.play("coat window e3")
    assert (state.scores, owed(state), state.turn) == ((7, 0, 0), 0, 1)


def test_W16_at_once_in_the_middle_of_a_turn() -> None:
    """A *single X* before the tile earns one: it is resolved before anything else, then the turn goes on."""
    state = position(". Y G B P\nR Y G B P", dice="PPYYW", stars=["RGPP"])
    state.play("single a2*")
    assert verbs(state) == ["coat"]
    for move in ("reroll W", "change PP W", "single a3*", "draw P2 a3* b3 using PP", "pass", "done"):
        assert refusal(state, move).code == "coat first"
    state.play("coat track blue")
    assert (state.turn, verbs(state)) == (0, ["change", "draw", "reroll", "single"])


def test_W16_after_the_tile_the_turn_goes_on_too() -> None:
    state = position(". Y G B P\nR Y G B P", dice="PPYYW", stars=["P"])
    state.play("draw P2 a2* a3 using PP")
    state.play("coat decline")
    assert (state.turn, verbs(state)) == (0, ["done", "single"])


def test_W17_it_may_be_declined() -> None:
    state = position(coats=2, drawn=True, dice="", chance=Script("RYGBP"))
    state.play("coat decline")
    assert (state.turn, owed(state), state.empty_cells, tracks(state)) == (0, 1, (45, 45), "")
    state.play("coat decline")
    assert (state.turn, owed(state)) == (1, 0)


def test_W17_skipped_where_nothing_is_possible() -> None:
    """The last two cells complete column b; the building and all tracks are full."""
    sheet = "R . G B P\n" * 2 + "R Y G B P\n" * 7
    state = position(sheet, dice="PPRYW", players=3, tracks=[FULL_TRACKS], scores=[0, 0, 0])
    state.play("draw P2 b8* b9 using PP")
    assert (state.empty_cells[0], owed(state)) == (0, 0)
    assert (state.turn, state.view()["phase"]) == (1, "mark")
    effects = state.events()[0]["effects"]
    assert [effect["skipped"] for effect in effects if effect["effect"] == "coats"] == [1]


def test_W17_in_a_full_building_the_tracks_are_left() -> None:
    sheet = "R . G B P\n" * 2 + "R Y G B P\n" * 7
    state = position(sheet, dice="PP", tracks=["R9 Y9 G8 B9 P9"], scores=[0, 0])
    state.play("draw P2 b8* b9 using PP")
    assert state.moves() == ["coat track green", "coat decline"]


def test_W17_with_full_tracks_the_cells_are_left() -> None:
    state = position("R Y G B P\n" * 8, coats=1, tracks=[FULL_TRACKS])
    assert those(state, "coat window") == ["a9", "b9", "c9", "d9", "e9"]
    assert those(state, "coat track") == []


def test_W17_the_rest_is_skipped_when_the_last_cell_is_drawn() -> None:
    """Two coats owed, one free cell, no free box: the first draws it, the second can do nothing."""
    sheet = ". Y G B P\n" + "R Y G B P\n" * 8
    state = position(sheet, coats=2, drawn=True, dice="RYG", players=3, tracks=[FULL_TRACKS], scores=[0] * 3)
    assert state.moves() == ["coat window a9", "coat decline"]
    state.play("coat window a9")
    assert (state.turn, owed(state), state.view()["phase"]) == (1, 0, "mark")


def test_W17_skipped_before_the_tile_the_turn_goes_on() -> None:
    sheet = "R . G B P\n" + "R Y G B P\n" * 8
    state = position(sheet, dice="PPRYW", stars=["P"], tracks=[FULL_TRACKS], scores=[0, 0])
    state.play("single b9*")
    assert (owed(state), state.turn, state.moves()) == (0, 0, ["pass"])


def test_W16_row_1_and_column_a_carry_no_coat_though_they_share_a_cell() -> None:
    """One cell completes both: no coat is owed, and none is told of in the effects."""
    state = position("R . . . .\n" * 8 + ". Y G B P", dice="RYGBP", stars=["P"])
    state.play("single a1*")
    effects = [effect["effect"] for effect in state.events()[0]["effects"]]
    assert (state.scores, owed(state)) == ((3, 0), 0)
    assert effects.count("line") == 2
    assert "coats" not in effects
