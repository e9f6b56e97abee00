"""C30–C31: points, and the twelve that win."""

from tests.games.copenhagen.positions import docks, position
from tests.positions import Script, chance_of, refusal, scored

TEN_POINTS = "R Y G B P\n" * 5


@scored(
    ("a row with a brick", ". Y G B p", "coat special a1", 1),
    ("a row of windows", ". Y G B P", "coat special a1", 2),
    ("a gap is left", ". . Y G B", "coat special a1", 0),
    ("a column with a brick", "R . . . .\n" * 7 + "r . . . .", "coat special a9", 2),
    ("a column of windows", "R . . . .\n" * 8, "coat special a9", 4),
    ("a row and a column of windows", ". Y G B P\n" + "R . . . .\n" * 8, "coat special a9", 6),
    ("a row with a brick and a column of windows", ". Y G B p\n" + "R . . . .\n" * 8, "coat special a9", 5),
)
def test_C30_rows_and_columns_completed_by_a_special_tile(house: str, move: str, points: int) -> None:
    state = position(house, coats=1)
    assert state.scores == (0, 0)
    state.play(move)
    assert state.scores == (points, 0)


@scored(
    ("its brick in the row", ". Y G B P", "build P2 a1* a2 pay PP", 1),
    ("its brick above", ". Y G B P", "build P2 a1 a2* pay PP", 2),
    ("two rows, the brick in one", ". Y G B P\n" * 2, "build P2 a1* a2 pay PP", 3),
    ("five rows, the brick in one", ". Y G B P\n" * 5, "build P5 a1* a2 a3 a4 a5 pay PPPPP", 9),
    ("its brick in the column", "Y . . . .\n" * 7, "build P2 a8* a9 pay PP", 2),
    ("two cells of a row", "Y Y Y . .", "build P2 d1* e1 pay PP", 1),
    ("a gap is left", "Y Y . . .", "build P2 d1* e1 pay PP", 0),
)
def test_C30_rows_and_columns_completed_by_a_facade_tile(house: str, move: str, points: int) -> None:
    state = position(house, hands=["PPPPP"])
    assert state.scores == (0, 0)
    state.play(move)
    assert state.scores == (points, 0)


def test_C30_each_line_is_named_with_its_points() -> None:
    state = position(". Y G B P\n. Y G b P", hands=["PP"])
    state.play("build P2 a1 a2* pay PP")
    lines = [effect for effect in state.events()[0]["effects"] if effect["effect"] == "line"]
    assert lines == [
        {"effect": "line", "seat": 0, "line": "row 1", "points": 1, "windows": False},
        {"effect": "line", "seat": 0, "line": "row 2", "points": 1, "windows": False},
    ]


def test_C30_a_line_scores_once() -> None:
    """The complete row below gives nothing again when tiles come to lie on it."""
    state = position("R Y G B P", hands=["PP"])
    assert state.scores == (2, 0)
    state.play("build P2 a2* b2 pay PP")
    assert state.scores == (2, 0)


def test_C30_a_row_can_be_completed_under_an_overhang() -> None:
    state = position(
        """
        Y Y Y Y .
        R R R . R
        """,
        hands=["PP"],
        coats=1,
    )
    state.play("coat special d1")
    assert state.scores == (2, 0)


def test_C30_points_go_to_the_builder() -> None:
    state = position("R Y G B P", ". Y G B P", turn=1, coats=1)
    state.play("coat special a1")
    assert state.scores == (2, 2)


def test_C31_twelve_points_win_at_once() -> None:
    state = position(". Y G B P\n" + TEN_POINTS, hands=["PP"])
    assert state.scores == (10, 0)
    state.play("build P2 a6 a7* pay PP")
    assert state.scores == (12, 0)
    assert state.over
    assert state.winners == (0,)
    assert refusal(state, "take 1 2").code == "over"


def test_C31_more_than_twelve_win_too() -> None:
    state = position(". Y G B P\n. Y G B P\n" + TEN_POINTS, hands=["PP"])
    state.play("build P2 a6 a7* pay PP")
    assert state.scores == (13, 0)
    assert state.winners == (0,)


def test_C31_eleven_do_not() -> None:
    state = position(". Y G B P\n" + TEN_POINTS, hands=["PP"])
    state.play("build P2 a6* a7 pay PP")
    assert state.scores == (11, 0)
    assert not state.over
    assert state.winners == ()


def test_C31_coat_actions_still_owed_are_lost() -> None:
    """Row 6 brings the twelfth point and a coat of arms: nobody is asked for it."""
    house = ". Y G B P\n" + TEN_POINTS
    below = position(house, hands=["PP"])
    below.play("build P2 a6* a7 pay PP")
    assert below.view()["coats"] == 1
    assert below.turn == 0
    reached = position(house, hands=["PP"])
    reached.play("build P2 a6 a7* pay PP")
    assert reached.moves() == []


def test_C31_between_two_coat_actions() -> None:
    state = position(". Y G B P\n" + TEN_POINTS, coats=3)
    state.play("coat special a6")
    assert state.scores == (12, 0)
    assert state.over
    assert state.moves() == []


def test_C31_the_docks_are_not_refilled_any_more() -> None:
    state = position(". Y G B P\n" + TEN_POINTS, hands=["PP"], active=["both"], docks="RYGBPRY", chance=Script(""))
    state.play("take 1 2")
    state.play("build P2 a6 a7* pay PP")
    assert state.over
    assert chance_of(state) == []
    assert docks(state) == "..GBPRY"


def test_C31_the_only_winner() -> None:
    """Seat 1 has eleven points and the fuller house; seat 0 gets its twelfth."""
    eleven = "R Y G B p\n" + TEN_POINTS
    state = position(". Y G B P\n" + TEN_POINTS, eleven, hands=["PP"])
    state.play("build P2 a6 a7* pay PP")
    assert state.scores == (12, 11)
    assert state.winners == (0,)
