"""C41–C42: who wins, and in which order."""

import nyhavn
from tests.games.copenhagen.positions import position
from tests.positions import Script

TWO_POINTS = "R Y G B P"
ONE_POINT = "R Y G B p"
TEN_POINTS = "R Y G B P\n" * 5


def end_card(*houses: str, hands: tuple[str, ...] = (), active: tuple[str, ...] = ()) -> nyhavn.State:
    """These houses when the End card turns up."""
    state = position(
        *houses,
        players=len(houses),
        hands=hands,
        active=active,
        deck="RYG",
        shuffled=len(houses) > 2,
        chance=Script("End"),
    )
    state.play("take 1 2")
    assert state.over
    return state


def test_C41_most_points_win() -> None:
    state = end_card(ONE_POINT, TWO_POINTS, "")
    assert state.scores == (1, 2, 0)
    assert state.winners == (1,)
    assert state.ranking == ((1,), (0,), (2,))


def test_C41_points_before_empty_cells() -> None:
    state = end_card(". Y G B P\n" * 6, ONE_POINT)
    assert state.empty_cells == (21, 40)
    assert state.winners == (1,)


def test_C41_tied_the_fewest_empty_cells_win() -> None:
    state = end_card(TWO_POINTS, "Y Y . . .\n" + TWO_POINTS, "Y . . . .\n" + TWO_POINTS)
    assert state.scores == (2, 2, 2)
    assert state.empty_cells == (40, 38, 39)
    assert state.winners == (1,)
    assert state.ranking == ((1,), (2,), (0,))


def test_C41_only_the_tied_compare_their_empty_cells() -> None:
    """Seat 0 has the fullest house and the fewest points."""
    state = end_card(". Y G B P\n" * 6, TWO_POINTS, "Y . . . .\n" + TWO_POINTS)
    assert state.winners == (2,)
    assert state.ranking == ((2,), (1,), (0,))


def test_C41_still_tied_they_share_the_win() -> None:
    state = end_card(ONE_POINT, TWO_POINTS, "", "P B G Y R")
    assert state.winners == (1, 3)
    assert state.ranking == ((1, 3), (0,), (2,))


def test_C41_all_may_share_it() -> None:
    state = end_card("", "", "")
    assert state.winners == (0, 1, 2)
    assert state.ranking == ((0, 1, 2),)


def test_C41_cards_and_abilities_count_for_nothing() -> None:
    state = end_card("", "", hands=("RRYY", ""), active=("any extra discount", ""))
    assert state.winners == (0, 1)


def test_C41_nobody_has_won_before_the_end() -> None:
    state = position(TWO_POINTS)
    assert (state.over, state.winners, state.ranking) == (False, (), ())


def test_C41_the_state_tells_why_the_game_is_over() -> None:
    assert position(TWO_POINTS).ending is None
    assert end_card(ONE_POINT, TWO_POINTS).ending == ("end card", ())


def test_C42_the_state_tells_who_reached_the_goal() -> None:
    state = position(ONE_POINT, ". Y G B P\n" + TEN_POINTS, turn=1, hands=["", "PP"])
    assert state.ending is None
    state.play("build P2 a6 a7* pay PP")
    assert state.ending == ("goal", (1,))


def test_C42_the_others_are_ranked_by_points_then_empty_cells() -> None:
    state = position(
        ONE_POINT,
        "Y Y . . .\n" + TWO_POINTS,
        ". Y G B P\n" + TEN_POINTS,
        TWO_POINTS,
        players=4,
        turn=2,
        hands=["", "", "PP"],
    )
    state.play("build P2 a6 a7* pay PP")
    assert state.scores == (1, 2, 12, 2)
    assert state.winners == (2,)
    assert state.ranking == ((2,), (1,), (3,), (0,))


def test_C42_the_others_may_share_a_rank() -> None:
    state = position(". Y G B P\n" + TEN_POINTS, TWO_POINTS, ONE_POINT, "P B G Y R", players=4, hands=["PP"])
    state.play("build P2 a6 a7* pay PP")
    assert state.ranking == ((0,), (1, 3), (2,))
