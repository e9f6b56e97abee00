"""W5–W10: rounds and turns, and taking a tile."""

import pytest

from tests.games.roll_and_write.positions import (
    bonuses,
    decline_marks,
    dice,
    payments,
    places,
    position,
    stars,
    those,
)
from tests.positions import Lowest, Script, chance_of, refusal, verbs

NEARLY_FULL = "R Y G B P\n" * 8 + ". Y G B P"
"""One free cell: a tile of size 2 has no room."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_W5_everybody_once_a_round_in_seat_order(players: int) -> None:
    state = position(players=players, dice="RRYYG", chance=Lowest())
    order = []
    for _ in range(2 * players):
        view = state.view()
        order.append((view["round"], view["active"]))
        state.play(next(move for move in state.moves() if move.startswith("draw")))
        decline_marks(state)
    assert order == [(number, seat) for number in (1, 2) for seat in range(players)]


def test_W5_all_information_is_public() -> None:
    state = position("R r . . .", players=3, stars=["RB"], bonuses=["", "GG"], tracks=["R2"], dice="RRGBW")
    spectator = state.view(None)
    for seat in range(3):
        own = {"seat": seat, "moves": state.moves() if seat == 0 else []}
        told = state.view(seat)
        del told["start"]  # the line that the game began from, as this seat knows it
        assert told == spectator | own
    assert spectator["dice"] == "RRGBW"
    assert spectator["seats"][0]["sheet"] == {"a1": ["R", "O"], "b1": ["R", "X"]}
    assert spectator["seats"][0]["tracks"]["red"] == 2
    assert spectator["seats"][0]["stars"] == {"red": 1, "yellow": 0, "green": 0, "blue": 1, "purple": 0}
    assert spectator["seats"][1]["bonuses"]["green"] == 2


def test_W6_roll_abilities_tile_coats_marks_then_the_next_seat() -> None:
    """The order of decisions in a turn with everything in it."""
    row_2_open = """
        . Y G B P
        R Y G B p
    """
    state = position(row_2_open, players=3, dice="RYGBP", stars=["RGGGPP"], chance=Script("RW YYYYY"))
    asked = []
    for move in (
        *("reroll YG", "change B W", "single a2*", "coat window a3"),
        *("draw R2 b3* c3 using RR", "single d3*", "change P G", "done"),
        *("mark green", "mark green"),
    ):
        asked.append((state.turn, state.view()["phase"], " ".join(verbs(state))))
        state.play(move)
    assert asked == [
        (0, "turn", "change pass reroll single"),  # R Y G B P pay for nothing
        (0, "turn", "change draw single"),  # R R W B P
        (0, "turn", "change draw single"),
        (0, "coat", "coat"),
        (0, "turn", "change draw single"),
        (0, "after draw", "change done single"),
        (0, "after draw", "change done"),
        (0, "after draw", "change done"),
        (1, "mark", "mark"),
        (2, "mark", "mark"),
    ]
    assert (state.turn, state.view()["phase"], chance_of(state)) == (1, "turn", ["roll RW", "roll YYYYY"])


def test_W6_without_single_and_change_the_tile_ends_the_turn() -> None:
    state = position(players=3, dice="RRGBW", stars=["RRYYBB"])
    state.play("draw R2 a1* b1 using RR")
    assert (state.turn, state.view()["phase"]) == (1, "mark")


@pytest.mark.parametrize(
    ("star", "dice_left", "asked"), [("G", True, True), ("G", False, False), ("P", False, True), ("RYB", True, False)]
)
def test_W6_after_the_tile_one_is_asked_only_if_something_can_be_done(star: str, dice_left: bool, asked: bool) -> None:
    state = position(dice="RRG" if dice_left else "RR", stars=[star], chance=Script("RYGBP"))
    state.play("draw R2 a1* b1 using RR")
    assert (state.view()["phase"] == "after draw") == asked
    assert ("done" in state.moves()) == asked


def test_W6_a_second_tile_is_not_drawn() -> None:
    state = position(dice="RRGGW", stars=["PG"])
    state.play("draw R2 a1* b1 using RR")
    assert verbs(state) == ["change", "done", "single"]
    assert refusal(state, "draw G2 c1* d1 using GG").code == "after draw"
    assert refusal(state, "pass").code == "after draw"
    assert refusal(state, "reroll G").code == "reroll late"


def test_W6_a_turn_is_not_done_before_the_tile() -> None:
    assert refusal(position(dice="RRGGW"), "done").code == "turn"


def test_W7_dice_white_dice_and_bonuses_in_every_mixture() -> None:
    state = position(dice="RRWWY", bonuses=["RRY"])
    assert payments(state, "R3 a1* b1 b2") == ["RRW", "RWW", "RR+", "RW+", "WW+", "R++", "W++"]
    assert payments(state, "R2 a1* b1") == ["RR", "RW", "WW", "R+", "W+", "++"]
    assert payments(state, "Y3 a1* b1 b2") == ["YWW", "YW+", "WW+"]


def test_W7_equal_dice_are_one_move() -> None:
    state = position(dice="RRRRR")
    assert payments(state, "R2 a1* b1") == ["RR"]
    assert len(state.moves()) == len(set(state.moves()))


def test_W7_exactly_n() -> None:
    state = position(dice="RRRRW", bonuses=["R"])
    assert payments(state, "R4 a1* b1 a2 b2") == ["RRRR", "RRRW", "RRR+", "RRW+"]
    assert refusal(state, "draw R4 a1* b1 a2 b2 using RRR").code == "count"
    assert refusal(state, "draw R4 a1* b1 a2 b2 using RRRRW").code == "count"


def test_W7_what_is_used_is_gone() -> None:
    state = position(dice="RRGBW", bonuses=["RRR"], players=3)
    state.play("draw R4 a1* b1 a2 b2 using RW++")
    assert (dice(state), bonuses(state)) == ("RGB", "R")


def test_W7_two_bonuses_at_most() -> None:
    state = position(dice="RGGGG", bonuses=["RRRR"])
    assert payments(state, "R3 a1* b1 b2") == ["R++"]
    assert places(state, "R4") == set()
    assert refusal(state, "draw R4 a1* b1 a2 b2 using R+++").code == "two bonuses"


def test_W7_bonuses_of_the_colour_only() -> None:
    state = position(dice="RGBPP", bonuses=["YYBB"])
    assert places(state, "R2") == set()
    assert refusal(state, "draw R3 a1* b1 b2 using R++").code == "too few"


def test_W7_bonuses_alone_pay_for_size_2() -> None:
    state = position(dice="RGBPP", bonuses=["YYY"])
    assert payments(state, "Y2 a1* b1") == ["++"]
    state.play("draw Y2 a1* b1 using ++")
    assert (dice(state), bonuses(state)) == ("RGBPP", "Y")


def test_W8_a_smaller_tile_and_the_rest_for_the_others() -> None:
    state = position(dice="RRRRR")
    assert {move.split()[1] for move in state.moves()} == {"R2", "R3", "R4", "R5"}
    state.play("draw R2 a1* b1 using RR")
    assert (state.turn, dice(state)) == (1, "RRR")
    assert those(state, "mark") == ["-", "red", "red red"]


def test_W9_single_use_tiles_while_they_are_open() -> None:
    state = position(players=3, dice="RRRRR", tiles={"R4": "x.", "R5": "x"})
    assert {move.split()[1] for move in state.moves()} == {"R2", "R3", "R4"}
    state = position(players=3, dice="RRRRR", tiles={"R4": "xx"})
    assert {move.split()[1] for move in state.moves()} == {"R2", "R3", "R5"}
    assert refusal(state, "draw R4 a1* b1 a2 b2 using RRRR").code == "crossed out"


@pytest.mark.parametrize("rolled", ["RRGBP", "RGBPW", "WWRGB"])
def test_W10_who_can_take_a_tile_must(rolled: str) -> None:
    state = position(dice=rolled, stars=["RYGBP"], bonuses=["RRYY"])
    assert "pass" not in state.moves()
    assert refusal(state, "pass").code == "must take"


def test_W10_with_five_different_dice_one_may_pass() -> None:
    state = position(dice="RYGBP")
    assert state.moves() == ["pass"]


def test_W10_nobody_is_forced_to_spend_a_star_or_a_bonus() -> None:
    state = position(dice="RYGBP", stars=["RYGBP"], bonuses=["RRYYGGBBPP"])
    assert verbs(state) == ["change", "draw", "pass", "reroll", "single"]


def test_W10_dice_without_room() -> None:
    state = position(NEARLY_FULL, dice="RRRRW", stars=["P"])
    assert state.moves() == ["single a1*", "pass"]


def test_W10_free_cells_that_no_tile_covers() -> None:
    """Three free cells, none beside another; then two that are."""
    apart = "R Y G B P\n" * 7 + ". Y . B .\n" + "R Y G B P"
    assert position(apart, dice="RRRRR").moves() == ["pass"]
    together = "R . G B P\n" * 2 + "R Y G B P\n" * 7
    assert "pass" not in position(together, dice="RRRRR").moves()


def test_W10_the_dice_as_they_lie_at_that_moment() -> None:
    """A reroll or a change may make a tile possible, and then one is due; or impossible, and then none is."""
    state = position(dice="RYGBP", stars=["GG"])
    assert "pass" in state.moves()
    state.play("change R Y")
    assert "pass" not in state.moves()
    state.play("change Y R")
    assert "pass" in state.moves()


def test_W10_a_single_x_may_take_the_last_room_away() -> None:
    state = position("R Y G B P\n" * 7 + ". Y G B P\n" + ". Y G B P", dice="RRRRR", stars=["P"], scores=[0, 0])
    assert "pass" not in state.moves()
    state.play("single a1*")
    assert state.moves() == ["pass"]


def test_W10_a_pass_ends_the_turn_and_leaves_all_dice() -> None:
    state = position(players=3, dice="RYGBP", stars=["GPP"], tracks=["", "R9"])
    state.play("pass")
    assert (state.turn, dice(state), stars(state)) == (1, "RYGBP", "GPP")
    assert those(state, "mark") == ["-", "yellow", "green", "blue", "purple"]
