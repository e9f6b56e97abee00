"""W14–W15: points."""

import pytest

from tests.games.roll_and_write.positions import position, tracks
from tests.positions import Script, scored


@scored(
    ("a row with its X", ". Y G B P", "draw P2 a1* a2 using PP", 1),
    ("a row of O, the X above", ". Y G B P", "draw P2 a1 a2* using PP", 2),
    ("a row with another X", ". Y G B p", "draw P2 a1 a2* using PP", 1),
    ("a row with two X", ". Y G B p", "draw P2 a1* a2 using PP", 1),
    ("two rows, the X in one", ". Y G B P\n" * 2, "draw P2 a1* a2 using PP", 3),
    ("five rows", ". Y G B P\n" * 5, "draw P5 a1* a2 a3 a4 a5 using PPPPP", 9),
    ("a column with its X", "Y . . . .\n" * 7, "draw P2 a8* a9 using PP", 2),
    ("a column with another X", "Y . . . .\n" * 6 + "y . . . .", "draw P2 a8 a9* using PP", 2),
    ("a gap is left", "Y Y . . .", "draw P2 d1* e1 using PP", 0),
    ("a row filled from the middle", "Y Y . . B", "draw P2 c1* d1 using PP", 1),
)
def test_W14_lines_completed_by_a_tile(house: str, move: str, points: int) -> None:
    state = position(house, dice="PPPPP")
    assert state.scores == (0, 0)
    state.play(move)
    assert state.scores == (points, 0)


@scored(
    ("a column of O", "Y . . . .\n" * 7, "draw P2 a8 a9 using PP", 4),
    ("two rows of O", ". Y G B P\n" * 2, "draw P2 a1 a2 using PP", 4),
    ("a row and a column of O", ". Y G B P\n" + "Y . . . .\n" * 8, "single a9", 6),
    ("a row and a column with an X", ". Y G B P\n" + "Y . . . .\n" * 8, "single a9*", 3),
    ("a row with an X, a column of O", ". Y G b P\n" + "Y . . . .\n" * 8, "single a9", 5),
)
def test_W14_lines_of_o_count_double(house: str, move: str, points: int) -> None:
    state = position(house, dice="PPPPP", stars=["BP"])
    state.play(move)
    assert state.scores == (points, 0)


def test_W14_each_once() -> None:
    """The complete row below gives nothing again when a tile comes to lie on it."""
    state = position("R Y G B P", dice="PP", chance=Script("RYGBP"))
    assert state.scores == (2, 0)
    state.play("draw P2 a2* b2 using PP")
    assert state.scores == (2, 0)


def test_W14_each_line_is_named_with_its_points() -> None:
    state = position(". Y G B P\n. Y G b P", dice="PP")
    state.play("draw P2 a1 a2* using PP")
    lines = [effect for effect in state.events()[0]["effects"] if effect["effect"] == "line"]
    assert [(line["line"], line["points"]) for line in lines] == [("row 1", 1), ("row 2", 1)]


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "purple"])
def test_W15_a_complete_track_at_once(colour: str) -> None:
    letter = colour[0].upper()
    state = position(players=3, tracks=["", f"{letter}8"], turn=1, dice=letter)
    state.play(f"mark {colour}")
    assert (tracks(state, 1), state.scores) == (f"{letter}9", (0, 2, 0))


def test_W15_two_at_once() -> None:
    state = position(tracks=["", "R8 B8"], turn=1, dice="RW", chance=Script("RYGBP"))
    state.play("mark red blue")
    assert state.scores == (0, 4)


def test_W15_the_eighth_box_brings_nothing() -> None:
    state = position(tracks=["", "R6"], turn=1, dice="RRR", chance=Script("RYGBP"))
    state.play("mark red red")
    assert (tracks(state, 1), state.scores) == ("R8", (0, 0))


@pytest.mark.parametrize(("before", "points"), [(6, 0), (7, 2), (8, 2)])
def test_W15_by_a_coat_of_arms_too(before: int, points: int) -> None:
    state = position(coats=1, tracks=[f"G{before}"])
    state.play("coat track green")
    assert state.scores == (points, 0)
