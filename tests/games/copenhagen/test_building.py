"""C20–C29: building."""

import pytest

import nyhavn
from tests.games.copenhagen.positions import builds, discards, drawn, hand, payments, position, sides, takes
from tests.positions import Script, picture, refusal


def cells_of(build: str) -> set[str]:
    """The cells of `build R2 a1* b1 pay RR`: a1 and b1."""
    return set(build.replace("*", "").split()[2:-2])


def test_C20_one_tile_a_turn_from_the_rack() -> None:
    state = position(hands=["RRRR", "YY"])
    state.play("build R2 a1* b1 pay RR")
    assert drawn(state) == picture("r R . . .")
    assert state.view()["supply"]["R2"] == 1
    assert state.turn == 1


def test_C20_one_tile_also_after_a_take() -> None:
    state = position(hands=["RRRR"], active=["both"], chance=Script("GG"))
    state.play("take 1 2")
    state.play("build R2 a1* b1 pay RR")
    assert state.turn == 1


def test_C20_the_last_one_can_be_built_and_then_none() -> None:
    state = position(hands=["RRRRR", "RRRRR"], docks="YYGBPPY", supply={"R5": 1})
    state.play("build R5 a1* b1 c1 b2 c2 pay RRRRR")
    assert builds(state, "R5") == set()
    assert builds(state, "R4")
    error = refusal(state, "build R5 a1* b1 c1 b2 c2 pay RRRRR")
    assert (error.code, error.details) == ("gone", {"tile": "R5", "left": 0})


def test_C20_a_special_tile_is_never_built() -> None:
    state = position(hands=["RRRR"], active=["discount recolour"])
    assert not any(move.startswith("build W") for move in state.moves())
    assert isinstance(refusal(state, "build W1 a1 pay R"), nyhavn.InvalidMove)


@pytest.mark.parametrize(
    ("placed", "price"),
    [
        ("P2 a1* b1", "PP"),
        ("P3 a1* b1 c1", "PPP"),
        ("P4 a1* b1 c1 d1", "PPPP"),
        ("P5 a1* b1 c1 d1 e1", "PPPPP"),
    ],
)
def test_C21_a_card_for_every_cell_of_the_tiles_colour(placed: str, price: str) -> None:
    assert payments(position(hands=["PPPPPYY"]), placed) == {price}
    assert payments(position(hands=[price]), placed) == {price}
    too_few = price[1:] + "YYYY"[: 8 - len(price)]
    poor = position(hands=[too_few])
    assert payments(poor, placed) == set()
    assert refusal(poor, f"build {placed} pay {price}").code == "price"
    assert refusal(poor, f"build {placed} pay Y{price[1:]}").code == "needs recolour"


def test_C21_every_build_of_two_red_cards_on_an_empty_house() -> None:
    across = {("a1", "b1"), ("b1", "c1"), ("c1", "d1"), ("d1", "e1")}
    upright = {("a1", "a2"), ("b1", "b2"), ("c1", "c2"), ("d1", "d2"), ("e1", "e2")}
    expected = {f"build R2 {one}* {other} pay RR" for one, other in across | upright}
    expected |= {f"build R2 {one} {other}* pay RR" for one, other in across | upright}
    assert builds(position(hands=["RRYGBP"])) == expected


def test_C22_one_card_less_beside_the_same_colour() -> None:
    state = position("r R . . .", hands=["RRRRR"])
    assert payments(state, "R2 c1* d1") == {"R"}  # beside
    assert payments(state, "R2 b2* c2") == {"R"}  # above
    assert payments(state, "R3 c1* c2 d2") == {"RR"}
    assert payments(state, "R4 c1* d1 c2 d2") == {"RRR"}
    assert payments(state, "R5 c1* d1 e1 d2 e2") == {"RRRR"}
    assert payments(state, "R2 d1* e1") == {"RR"}  # one cell away


def test_C22_below_counts_too() -> None:
    state = position(
        """
        . R r . .
        Y Y . . .
        """,
        hands=["RR"],
    )
    assert payments(state, "R2 c1* d1") == {"R"}  # c1 lies under c2
    assert payments(state, "R2 d1* e1") == {"RR"}


def test_C22_corners_do_not_count() -> None:
    state = position(
        """
        R Y . . .
        r Y . . .
        """,
        hands=["RR"],
    )
    assert payments(state, "R2 b3* c3") == {"RR"}  # b3 meets a2 at a corner only
    assert payments(state, "R2 a3* b3") == {"R"}  # a3 lies on a2


def test_C22_the_ends_of_two_rows_are_no_neighbours() -> None:
    """e1 and a2 follow one another in counting, not in the house."""
    state = position("Y . . r R", hands=["RR"])
    assert payments(state, "R2 a2* a3") == {"RR"}
    assert payments(state, "R2 a2* b2") == {"RR"}


def test_C22_another_colour_or_a_special_tile_saves_nothing() -> None:
    assert payments(position("y Y . . .", hands=["RR"]), "R2 c1* d1") == {"RR"}
    assert payments(position(". W . . .", hands=["RR"]), "R2 c1* d1") == {"RR"}


def test_C22_two_neighbours_save_one_card_only() -> None:
    state = position("R r . R r", hands=["RRR"])
    assert payments(state, "R2 c1* c2") == {"R"}


def test_C22_a_brick_of_the_colour_counts_like_a_window() -> None:
    assert payments(position("R r . . .", hands=["RR"]), "R2 c1* d1") == {"R"}


def test_C22_the_tile_itself_counts_for_nothing() -> None:
    state = position("y Y . . .", hands=["RRRR"])
    assert payments(state, "R4 c1* d1 c2 d2") == {"RRRR"}


def test_C22_the_neighbours_house_counts_for_nothing() -> None:
    state = position("", "r R . . .", hands=["RR"])
    assert payments(state, "R2 c1* d1") == {"RR"}


def test_C23_one_card_less_for_the_discount_tile() -> None:
    state = position(hands=["RRRR"], active=["discount"])
    assert payments(state, "R4 a1* b1 a2 b2") == {"RRR", "RRRR"}
    state.play("build R4 a1* b1 a2 b2 pay RRR")
    assert sides(state) == {"discount": "used"}
    assert hand(state) == "R"


def test_C23_together_with_a_neighbour_two_less() -> None:
    state = position("r R . . .", hands=["RRR"], active=["discount"])
    assert payments(state, "R4 c1* d1 c2 d2") == {"RR", "RRR"}


def test_C23_a_tile_of_size_2_can_cost_nothing() -> None:
    state = position("r R . . .", hands=["Y"], active=["discount"])
    assert builds(state, "R") == {
        f"build R2 {cells} pay -"
        for cells in (
            *("a2* b2", "a2 b2*", "b2* c2", "b2 c2*", "c1* d1", "c1 d1*"),
            *("a2* a3", "a2 a3*", "b2* b3", "b2 b3*", "c1* c2", "c1 c2*"),
        )
    }
    state.play("build R2 c1* d1 pay -")
    assert drawn(state) == picture("r R r R .")
    assert (hand(state), discards(state)) == ("Y", "")
    assert sides(state) == {"discount": "used"}


def test_C23_a_used_discount_tile_does_not_help() -> None:
    state = position(hands=["RRRR"], active=[""], used=["discount"])
    assert payments(state, "R4 a1* b1 a2 b2") == {"RRRR"}
    assert refusal(state, "build R4 a1* b1 a2 b2 pay RRR").code == "price"


def test_C24_cards_of_one_other_colour_count_as_the_tiles_colour() -> None:
    state = position(hands=["RRYYG"], active=["recolour"])
    assert payments(state, "R2 a1* b1") == {"RR", "RY", "YY", "RG"}
    assert payments(state, "R3 a1* a2 b2") == {"RRY", "RYY", "RRG"}
    assert payments(state, "R4 a1* b1 a2 b2") == {"RRYY"}
    assert payments(state, "R5 a1* b1 c1 b2 c2") == set()
    assert payments(state, "B2 a1* b1") == {"RR", "YY"}
    state.play("build R4 a1* b1 a2 b2 pay RRYY")
    assert (hand(state), discards(state)) == ("G", "RRYY")
    assert sides(state) == {"recolour": "used"}


def test_C24_the_foreign_cards_are_of_one_colour() -> None:
    state = position(hands=["RRYYG"], active=["recolour"])
    error = refusal(state, "build R4 a1* b1 a2 b2 pay RRYG")
    assert error.code == "recolour one"
    assert error.details["colours"] == ["yellow", "green"]


def test_C24_not_used_when_no_foreign_card_is_paid() -> None:
    state = position(hands=["RRYY"], active=["recolour"])
    state.play("build R2 a1* b1 pay RR")
    assert sides(state) == {"recolour": "active"}


def test_C24_a_used_recolour_tile_does_not_help() -> None:
    state = position(hands=["RRYY"], active=[""], used=["recolour"])
    assert refusal(state, "build R3 a1* a2 b2 pay RRY").code == "needs recolour"


def test_C24_C23_recolour_and_discount_together() -> None:
    state = position("r R . . .", hands=["BB"], active=["discount recolour"])
    assert payments(state, "R4 c1* d1 c2 d2") == {"BB"}
    state.play("build R4 c1* d1 c2 d2 pay BB")
    assert sides(state) == {"discount": "used", "recolour": "used"}


def test_C25_no_overpaying_and_no_underpaying() -> None:
    state = position(hands=["RRRRR"])
    assert payments(state, "R3 a1* a2 b2") == {"RRR"}
    for paid in ("-", "R", "RR", "RRRR", "RRRRR"):
        assert refusal(state, f"build R3 a1* a2 b2 pay {paid}").code == "price"


def test_C25_the_saving_of_a_neighbour_cannot_be_refused() -> None:
    state = position("r R . . .", hands=["RRR"])
    assert payments(state, "R3 c1* c2 d2") == {"RR"}
    assert refusal(state, "build R3 c1* c2 d2 pay RRR").details["price"] == 2


def test_C25_discount_and_recolour_are_free_to_choose() -> None:
    state = position(hands=["RRRY"], active=["discount recolour"])
    assert payments(state, "R3 a1* a2 b2") == {"RRR", "RRY", "RR", "RY"}
    state.play("build R3 a1* a2 b2 pay RRR")
    assert sides(state) == {"discount": "active", "recolour": "active"}


def test_C26_paid_cards_are_discarded_face_up() -> None:
    state = position(hands=["RRRYB"], discards="GB", active=["recolour"])
    state.play("build R3 a1* a2 b2 pay RRB")
    assert hand(state) == "RY"
    assert state.view()["seats"][0]["count"] == 2
    assert state.view()["discards"] == {"R": 2, "Y": 0, "G": 1, "B": 2, "P": 0}


def test_C27_turned_and_flipped_freely() -> None:
    """The four corners of R3, each with its brick at either end."""
    state = position(hands=["RRR"])
    in_the_corner = {move for move in builds(state, "R3") if cells_of(move) < {"a1", "b1", "a2", "b2"}}
    assert in_the_corner == {
        *("build R3 a1* a2 b2 pay RRR", "build R3 a1 a2 b2* pay RRR"),
        *("build R3 a1* b1 b2 pay RRR", "build R3 a1 b1 b2* pay RRR"),
        *("build R3 a1 b1* a2 pay RRR", "build R3 a1 b1 a2* pay RRR"),
        *("build R3 b1* a2 b2 pay RRR", "build R3 b1 a2* b2 pay RRR"),
    }


def test_C27_the_other_face_of_Y4() -> None:
    """S and Z, lying and upright, each with its brick on one of the two inner cells."""
    state = position(hands=["YYYY"])
    in_column_a = {move for move in builds(state, "Y4") if cells_of(move) & {"a1", "a2"}}
    assert in_column_a == {
        *("build Y4 a1 b1* b2 c2 pay YYYY", "build Y4 a1 b1 b2* c2 pay YYYY"),
        *("build Y4 b1* c1 a2 b2 pay YYYY", "build Y4 b1 c1 a2 b2* pay YYYY"),
        *("build Y4 a1 a2* b2 b3 pay YYYY", "build Y4 a1 a2 b2* b3 pay YYYY"),
        *("build Y4 b1 a2* b2 a3 pay YYYY", "build Y4 b1 a2 b2* a3 pay YYYY"),
    }


def test_C27_inside_the_house() -> None:
    state = position(hands=["PPPPP"])
    error = refusal(state, "build P2 e1* f1 pay PP")
    assert (error.code, error.details) == ("cell", {"cell": "f1"})
    assert refusal(state, "build P2 e1* a2 pay PP").code == "shape"  # not round the corner of the house
    tower = position("P . . . .\n" * 8, hands=["PPPP"])
    assert "build P2 a9* b9 pay P" in tower.moves()
    assert refusal(tower, "build P2 a9* a10 pay P").code == "cell"


def test_C27_covers_empty_cells_only() -> None:
    state = position(". R r . .", hands=["PPPPP"])
    assert {move for move in builds(state, "P2") if any("1" in cell for cell in cells_of(move))} == {
        *("build P2 d1* e1 pay PP", "build P2 d1 e1* pay PP"),
        *("build P2 a1* a2 pay PP", "build P2 a1 a2* pay PP"),
        *("build P2 d1* d2 pay PP", "build P2 d1 d2* pay PP"),
        *("build P2 e1* e2 pay PP", "build P2 e1 e2* pay PP"),
    }
    error = refusal(state, "build P3 a1* b1 c1 pay PPP")
    assert (error.code, error.details) == ("covered", {"cells": ["b1", "c1"]})


def test_C28_on_the_ground_or_on_a_covered_cell() -> None:
    state = position(
        """
        . . Y . .
        . . Y . .
        . . y . .
        """,
        hands=["PP"],
    )
    assert {" ".join(sorted(cells_of(move))) for move in builds(state, "P2")} == {
        *("a1 b1", "d1 e1", "a1 a2", "b1 b2", "d1 d2", "e1 e2"),  # on the ground
        *("b4 c4", "c4 d4", "c4 c5"),  # on the tower, with one cell at least
    }


def test_C28_one_cell_is_enough() -> None:
    state = position("Y . . . .", hands=["PPPP"])
    state.play("build P4 a2* b2 c2 d2 pay PPPP")
    assert drawn(state) == picture(
        """
        p P P P .
        Y . . . .
        """
    )


def test_C28_beside_a_tile_is_not_enough() -> None:
    state = position(
        """
        Y . . . .
        Y . . . .
        y . . . .
        """,
        hands=["PP"],
    )
    error = refusal(state, "build P2 b3* c3 pay PP")
    assert error.code == "unsupported"
    assert error.details == {"cells": ["b3", "c3"]}
    assert refusal(state, "build P2 b2* b3 pay PP").code == "unsupported"


OVERHANG = """
    Y Y Y y .
    Y . . . .
    y . . . .
"""


def test_C28_below_a_tile_is_not_enough() -> None:
    state = position(OVERHANG, hands=["PP"])
    assert refusal(state, "build P2 b2* c2 pay PP").code == "unsupported"


def test_C29_a_hole_can_be_filled_when_the_tile_stands() -> None:
    state = position(OVERHANG, hands=["PPP"])
    state.play("build P3 b1* c1 d1 pay PPP")
    assert drawn(state) == picture(
        """
        Y Y Y y .
        Y . . . .
        y p P P .
        """
    )
    again = position(drawn(state), hands=["PP"])
    assert payments(again, "P3 b2* c2 d2") == {"PP"}
    again.play("build P3 b2* c2 d2 pay PP")
    assert drawn(again) == picture(
        """
        Y Y Y y .
        Y p P P .
        y p P P .
        """
    )


def test_C29_what_is_built_stays() -> None:
    house = """
        . r R . .
        Y Y y . .
        """
    state = position(house, hands=["PP"])
    verbs = {move.split()[0] for move in state.moves()}
    assert verbs == {"take", "build"}
    for move in builds(state):
        after = state.copy()
        after.play(move)
        before = state.view()["seats"][0]["house"].items()
        assert before < after.view()["seats"][0]["house"].items()
    assert refusal(state, "build P2 b2* c2 pay PP").code == "covered"
    assert takes(state)
