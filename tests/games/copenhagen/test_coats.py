"""C32–C36: coats of arms."""

import pytest

import nyhavn
from tests.games.copenhagen.positions import drawn, position, sides, takes
from tests.positions import Script, picture, refusal, verbs

UNDER_A_COAT = """
    . . Y . .
    . . y . .
"""
"""A tile that covers c3 next has a coat of arms."""

ALL_FIVE = "any extra discount recolour both"


def owed(state: nyhavn.State) -> int:
    coats: int = state.view()["coats"]
    return coats


@pytest.mark.parametrize(
    ("tower", "tile"), [("..Y..", "b3* c3"), ("....Y", "d5* e5"), (".Y...", "a7* b7"), ("...Y.", "c9* d9")]
)
def test_C32_a_coat_cell_newly_covered(tower: str, tile: str) -> None:
    state = position(f"{tower}\n" * (int(tile[-1]) - 1), hands=["PP"])
    state.play(f"build P2 {tile} pay PP")
    assert (state.turn, owed(state)) == (0, 1)
    assert refusal(state, "take 1 2").code == "coat first"


def test_C32_a_cell_beside_it_brings_nothing() -> None:
    state = position(UNDER_A_COAT, hands=["RR"])
    state.play("build R2 b1* b2 pay RR")
    assert (state.turn, owed(state)) == (1, 0)


@pytest.mark.parametrize(("row", "coats"), [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 1), (7, 0), (8, 0)])
def test_C32_a_coat_row_newly_completed(row: int, coats: int) -> None:
    state = position(". Y G B P\n" + "Y . . . .\n" * (row - 1), hands=["PP"])
    state.play(f"build P2 a{row}* a{row + 1} pay PP")
    assert owed(state) == coats


def test_C32_several_at_once_add_up() -> None:
    """Row 2 and the coat cell above it with one tile."""
    state = position(
        """
        Y G . B P
        y G G B P
        """,
        hands=["RR"],
    )
    state.play("build R2 c2* c3 pay RR")
    assert owed(state) == 2
    state.play("coat ability both")
    assert (state.turn, owed(state)) == (0, 1)
    state.play("coat special a3")
    assert (state.turn, owed(state)) == (1, 0)
    assert drawn(state) == picture(
        """
        W . R . .
        Y G r B P
        y G G B P
        """
    )


@pytest.mark.parametrize(
    ("tower", "tile"), [("..R..\n" * 2, "Y5 c3* c4 d4 e4 e5"), (".R...\n" * 6, "Y5 b7* b8 c8 d8 d9")]
)
def test_C32_two_coat_cells_under_one_tile(tower: str, tile: str) -> None:
    state = position(tower, hands=["YYYYY"])
    state.play(f"build {tile} pay YYYYY")
    assert owed(state) == 2


def test_C32_coat_rows_far_apart_add_up_too() -> None:
    """Rows 1 to 5 with one tile, then row 6 with a special one."""
    state = position(". Y G B p\n" * 6, hands=["PPPPP"])
    state.play("build P5 a1* a2 a3 a4 a5 pay PPPPP")
    assert owed(state) == 2
    state.play("coat special a6")
    assert owed(state) == 2  # one used, one earned


def test_C32_a_coat_counts_once() -> None:
    """c3 lies under the tile already when row 3 is completed, and row 2 is complete when row 3 is laid on it."""
    state = position(
        """
        . Y R B P
        Y G r B P
        y G G B P
        """,
        coats=1,
    )
    state.play("coat special a3")
    assert owed(state) == 0
    assert state.turn == 1


def test_C33_a_special_tile_where_it_stands() -> None:
    house = """
        . . Y . .
        y Y Y . .
    """
    state = position(house, coats=1, active=[ALL_FIVE])
    assert state.moves() == [
        *("coat special d1", "coat special e1", "coat special a2", "coat special b2", "coat special c3"),
        "coat decline",
    ]
    assert refusal(state, "coat special a1").code == "covered"
    assert refusal(state, "coat special d2").code == "unsupported"
    state.play("coat special b2")
    assert drawn(state) == picture(
        """
        . W Y . .
        y Y Y . .
        """
    )
    assert state.view()["specials"] == 11
    assert state.turn == 1


def test_C33_in_a_hole_only_if_it_stands() -> None:
    state = position(
        """
        Y Y Y y .
        Y . . . .
        y . B . .
        """,
        coats=1,
    )
    cells = {move.split()[-1] for move in state.moves() if move.startswith("coat special")}
    assert cells == {"b1", "d1", "e1", "c2", "a4", "b4", "c4", "d4"}


def test_C33_it_completes_lines() -> None:
    state = position(". Y G B P\n" + "R . . . .\n" * 8, coats=1)
    state.play("coat special a9")
    assert state.scores == (6, 0)


def test_C33_it_earns_further_coat_actions() -> None:
    state = position(UNDER_A_COAT, coats=1)
    state.play("coat special c3")
    assert (state.turn, owed(state)) == (0, 1)
    state.play("coat decline")
    assert state.turn == 1


def test_C33_none_is_left_after_twelve() -> None:
    state = position(UNDER_A_COAT, coats=2, specials=1)
    state.play("coat special a1")
    assert state.view()["specials"] == 0
    assert not any(move.startswith("coat special") for move in state.moves())
    assert refusal(state, "coat special b1").code == "no special"


def test_C34_an_ability_of_a_kind_not_owned() -> None:
    state = position(coats=1, active=["any"], used=["both"])
    offered = [move for move in state.moves() if move.startswith("coat ability")]
    assert offered == ["coat ability extra", "coat ability discount", "coat ability recolour"]
    state.play("coat ability discount")
    assert sides(state) == {"any": "active", "discount": "active", "both": "used"}
    assert state.view()["abilities"] == {"any": 0, "extra": 2, "discount": 1, "recolour": 2, "both": 1}
    assert state.turn == 1


def test_C34_there_is_one_for_every_player() -> None:
    """Three of four have it: the last can still be taken."""
    state = position(players=4, turn=3, coats=1, active=["any both"] * 3 + ["any"])
    assert state.view()["abilities"]["both"] == 1
    state.play("coat ability both")
    assert state.view()["abilities"]["both"] == 0


def test_C35_refresh_turns_all_used_tiles() -> None:
    state = position(coats=1, active=["discount"], used=["any extra both"])
    state.play("coat refresh")
    assert sides(state) == dict.fromkeys(["any", "extra", "discount", "both"], "active")
    assert state.turn == 1


def test_C35_only_ones_own() -> None:
    state = position(coats=1, used=["any", "any"])
    state.play("coat refresh")
    assert [sides(state, seat) for seat in (0, 1)] == [{"any": "active"}, {"any": "used"}]


def test_C35_nothing_of_the_turn_is_left_to_use_them() -> None:
    """Refreshed in a turn of take and build: the turn ends, and the tiles serve in the next one."""
    state = position(UNDER_A_COAT, hands=["RR"], docks="YYGBPRY", active=["any both"], chance=Script("GG BB"))
    state.play("take 1 7")
    state.play("build R2 c3* c4 pay RR")
    assert sides(state) == {"any": "used", "both": "used"}
    state.play("coat refresh")
    assert sides(state) == {"any": "active", "both": "active"}
    assert state.turn == 1
    state.play("take 1 2")
    assert state.turn == 0
    assert "take 1 7" in takes(state)
    state.play("take 1 7")
    assert "end" in state.moves()


def test_C35_with_a_second_coat_only_coat_actions_follow() -> None:
    state = position(coats=2, used=["any both"])
    state.play("coat refresh")
    assert state.turn == 0
    assert verbs(state) == ["coat"]


def test_C36_a_coat_action_may_be_declined() -> None:
    state = position(coats=2, used=["any"])
    before = state.view()
    assert "coat decline" in state.moves()
    state.play("coat decline")
    assert (state.turn, owed(state)) == (0, 1)
    state.play("coat decline")
    assert (state.turn, owed(state)) == (1, 0)
    for what in ("seats", "specials", "abilities", "scores", "docks"):
        assert state.view()[what] == before[what]


@pytest.mark.parametrize(
    ("specials", "active", "used", "asked"),
    [
        (1, ALL_FIVE, "", ["coat special c5", "coat decline"]),
        (0, "any extra discount recolour", "", ["coat ability both", "coat decline"]),
        (0, "extra discount recolour both", "any", ["coat refresh", "coat decline"]),
        (0, "extra discount recolour", "any", ["coat ability both", "coat refresh", "coat decline"]),
    ],
)
def test_C36_asked_when_it_can_do_something(specials: int, active: str, used: str, asked: list[str]) -> None:
    state = position(UNDER_A_COAT, hands=["RR"], specials=specials, active=[active], used=[used])
    state.play("build R2 c3* c4 pay RR")
    ground = [f"coat special {cell}" for cell in ("a1", "b1", "d1", "e1")] if specials else []
    assert state.moves() == ground + asked


def test_C36_skipped_without_a_question_when_it_can_do_nothing() -> None:
    state = position(UNDER_A_COAT, hands=["RR"], specials=0, active=[ALL_FIVE])
    state.play("build R2 c3* c4 pay RR")
    assert (state.turn, owed(state)) == (1, 0)
    assert [entry.get("move") for entry in state.history] == ["build R2 c3* c4 pay RR"]


def test_C36_a_tile_used_in_the_same_turn_can_be_refreshed() -> None:
    discount = position(UNDER_A_COAT, hands=["RR"], specials=0, active=[ALL_FIVE])
    discount.play("build R2 c3* c4 pay R")
    assert discount.moves() == ["coat refresh", "coat decline"]
    both = position(UNDER_A_COAT, hands=["RR"], specials=0, active=[ALL_FIVE])
    both.play("take 1 2")
    both.play("build R2 c3* c4 pay RR")
    assert both.moves() == ["coat refresh", "coat decline"]


@pytest.mark.parametrize(
    ("specials", "active", "used", "first"),
    [
        (1, ALL_FIVE, "", "coat special a1"),
        (0, "any extra discount recolour", "", "coat ability both"),
        (0, "extra discount recolour both", "any", "coat refresh"),
    ],
)
def test_C36_the_second_is_skipped_when_the_first_used_up_what_there_was(
    specials: int, active: str, used: str, first: str
) -> None:
    state = position(UNDER_A_COAT, coats=2, specials=specials, active=[active], used=[used])
    state.play(first)
    assert (state.turn, owed(state)) == (1, 0)


def test_C36_no_coat_action_without_a_coat() -> None:
    state = position(used=["any"])
    for move in ("coat decline", "coat refresh", "coat ability both", "coat special a1"):
        assert refusal(state, move).code == "no coat"
