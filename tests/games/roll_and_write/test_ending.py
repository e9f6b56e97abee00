"""W28–W30: the end of the game, and who wins."""

import pytest

import nyhavn
from tests.games.roll_and_write.positions import decline_marks, position, tracks
from tests.positions import Lowest, Script

TWO = "R Y G B P"
ONE = "R Y G B p"


def last_turn(*sheets: str, scores: list[int] | None = None, tracks: tuple[str, ...] = ()) -> nyhavn.State:
    """These sheets at the end of the hundredth round."""
    players = len(sheets)
    state = position(*sheets, players=players, active=players - 1, round=100, tracks=tracks, scores=scores)
    state.play("pass")
    decline_marks(state)
    assert state.over
    return state


def test_W28_the_round_is_played_to_its_end() -> None:
    """Seat 0 reaches 12 points; seats 1 and 2 still have their turns."""
    state = position(". Y G B P", players=3, scores=[10, 0, 0], round=7, dice="PP", chance=Script("RYGBP" * 2))
    state.play("draw P2 a1 a2* using PP")
    assert state.scores == (12, 0, 0)
    for seat in (1, 2):
        assert (state.over, state.turn, state.view()["round"]) == (False, seat, 7)
        state.play("pass")
        decline_marks(state)
    assert (state.over, state.turn, state.moves(), state.winners) == (True, None, [], (0,))


def test_W28_eleven_points_are_not_enough() -> None:
    state = position(players=2, active=1, scores=[11, 11], chance=Script("RYGBP"))
    state.play("pass")
    decline_marks(state)
    assert (state.over, state.turn, state.view()["round"]) == (False, 0, 2)


def test_W28_more_than_twelve_are() -> None:
    state = position(players=2, active=1, scores=[0, 15])
    state.play("pass")
    decline_marks(state)
    assert state.over


def test_W28_in_somebody_elses_turn() -> None:
    """The last turn of the round is seat 2's; seat 0 completes a track with one of its dice."""
    state = position(players=3, active=2, scores=[10, 0, 0], tracks=["R8"], dice="RYGBP")
    state.play("pass")
    assert state.turn == 0
    state.play("mark red")
    assert (state.scores, state.over, state.turn) == ((12, 0, 0), False, 1)  # seat 1 marks before the end
    state.play("mark -")
    assert (state.over, state.winners) == (True, (0,))


def test_W28_in_somebody_elses_turn_early_in_the_round() -> None:
    """Seat 2 reaches it in seat 0's turn, and the round goes on."""
    state = position(players=3, scores=[0, 0, 10], tracks=["", "", "R8"], chance=Script("RYGBP" * 2))
    state.play("pass")
    state.play("mark -")
    state.play("mark red")
    assert (state.scores, state.over, state.turn) == ((0, 0, 12), False, 1)
    for seat in (1, 2):
        assert state.turn == seat
        state.play("pass")
        decline_marks(state)
    assert (state.over, state.winners) == (True, (2,))


def test_W28_by_a_coat_of_arms() -> None:
    state = position(active=1, coats=1, drawn=True, dice="", scores=[0, 10], tracks=["", "P8"])
    state.play("coat track purple")
    assert (state.over, state.winners) == (True, (1,))


def test_W28_the_last_marks_of_the_game_count() -> None:
    """Seat 1 ends the round with 12 points; seat 0 marks once more and is level, with fewer empty cells."""
    state = position("R . . . .", active=1, scores=[10, 12], tracks=["G8"])
    state.play("pass")
    assert not state.over
    state.play("mark green")
    assert (state.over, state.scores, state.winners) == (True, (12, 12), (0,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_W28_all_have_had_equally_many_turns(players: int) -> None:
    state = nyhavn.new_game("roll-and-write", players=players, seed=players)
    turns = [0] * players
    while not state.over:
        view = state.view()
        moves = state.moves()
        choice = next((move for move in moves if move.startswith(("draw", "coat window"))), moves[0])
        turns[view["active"]] += choice.startswith("draw") or choice == "pass"
        state.play(choice)
    assert max(state.scores) >= 12
    assert turns == [state.view()["round"]] * players


def test_W28_the_state_tells_who_reached_the_goal() -> None:
    assert position(scores=[14, 0]).ending is None
    assert last_turn("", "", "", scores=[12, 3, 15]).ending == ("goal", (0, 2))


def test_W29_most_points_win() -> None:
    state = last_turn(ONE, TWO, "")
    assert state.scores == (1, 2, 0)
    assert state.winners == (1,)
    assert state.ranking == ((1,), (0,), (2,))


def test_W29_not_the_first_to_reach_twelve() -> None:
    state = last_turn("", "", scores=[12, 13])
    assert state.winners == (1,)


def test_W29_tied_the_fewest_empty_cells_win() -> None:
    state = last_turn(TWO, "Y Y . . .\n" + TWO, "Y . . . .\n" + TWO)
    assert state.scores == (2, 2, 2)
    assert state.ranking == ((1,), (2,), (0,))


def test_W29_points_before_empty_cells() -> None:
    state = last_turn(". Y G B P\n" * 6, ONE)
    assert state.empty_cells == (21, 40)
    assert state.winners == (1,)


def test_W29_still_tied_they_share_the_win() -> None:
    state = last_turn(ONE, TWO, "", "P B G Y R")
    assert state.winners == (1, 3)
    assert state.ranking == ((1, 3), (0,), (2,))


def test_W29_points_of_tracks_count_like_others() -> None:
    state = last_turn("", "", ONE, tracks=("R9",))
    assert state.scores == (2, 0, 1)
    assert state.ranking == ((0,), (2,), (1,))


def test_W29_nobody_has_won_before_the_end() -> None:
    state = position(scores=[14, 0])
    assert (state.over, state.winners, state.ranking) == (False, (), ())


def test_W30_a_full_building_changes_nothing() -> None:
    """The player passes, whatever the dice, and marks as before."""
    state = position("r Y G B P\n" * 9, scores=[5, 0], dice="RRRRR", chance=Script("RRYYG" * 3))
    assert (state.empty_cells, state.moves()) == ((0, 45), ["pass"])
    state.play("pass")
    decline_marks(state)
    state.play("draw R2 a1* b1 using RR")
    assert state.turn == 0
    state.play("mark green")
    assert (state.turn, state.moves(), tracks(state)) == (0, ["pass"], "G1")


def test_W30_round_100_is_the_last() -> None:
    state = position(active=1, round=99, chance=Lowest())
    state.play("pass")
    decline_marks(state)
    assert (state.over, state.view()["round"], state.turn) == (False, 100, 0)
    for _ in range(2):
        state.play(next(move for move in state.moves() if move.startswith("draw")))
        decline_marks(state)
    assert (state.over, state.view()["round"], state.scores) == (True, 100, (0, 0))
    assert state.winners == (0, 1)


def test_W30_the_state_tells_that_it_was_the_last_round() -> None:
    assert last_turn("", "", scores=[11, 11]).ending == ("last round", ())


def test_W30_the_hundredth_round_is_played_to_its_end() -> None:
    state = position(players=3, round=100, chance=Lowest())
    state.play("pass")
    decline_marks(state)
    assert (state.over, state.turn) == (False, 1)
