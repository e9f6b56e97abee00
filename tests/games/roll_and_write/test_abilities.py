"""W21–W27: bonuses and abilities."""

import pytest

from tests.games.roll_and_write.positions import (
    bonuses,
    decline_marks,
    dice,
    drawn,
    payments,
    places,
    position,
    stars,
    those,
    tiles,
    tracks,
)
from tests.positions import Script, chance_of, picture, refusal, verbs

ROW_2_OPEN = ". Y G B P\nR Y G B p"


def test_W21_what_the_others_unlock_is_usable_in_their_next_turn() -> None:
    """Seat 1 marks blue twice in seat 0's turn: a + and a star, both usable right after."""
    state = position(turn=1, dice="BBR", chance=Script("BRYGP"))
    state.play("mark blue blue")
    assert (state.turn, stars(state, 1), bonuses(state, 1)) == (1, "B", "B")
    assert payments(state, "B2 a1 b1") == ["B+"]
    state.play("draw B2 a1 b1 using B+")
    assert (stars(state, 1), bonuses(state, 1)) == ("", "")  # once, then crossed off


@pytest.mark.parametrize(
    ("track", "boxes", "move", "code"),
    [
        ("red", 5, "reroll R", "no star"),
        ("green", 2, "change P W", "no star"),
        ("purple", 1, "single a3*", "no star"),
        ("blue", 1, "draw P2 a3 b3 using PP", "no x"),
        ("yellow", 1, "draw P5 a3* a4 a5 a6 a7 using PPPPP", "crossed out"),
        ("purple", 0, "draw P2 a3* b3 using P+", "no bonus"),
    ],
)
def test_W21_what_is_unlocked_in_the_own_turn_waits_for_the_next(track: str, boxes: int, move: str, code: str) -> None:
    """A *single X* before the tile brings a coat, the coat what the move needs: now not yet, in the next turn it is."""
    letter = track[0].upper()
    rolled = "RPPPP" if code != "crossed out" else "PPPPP"
    state = position(
        ROW_2_OPEN,
        "R Y G B P\n" * 9,
        dice=rolled,
        stars=["P"],
        tracks=[f"{letter}{boxes}"],
        tiles={"P5": "x"},
        scores=[0, 0],
        chance=Script("RYGBP" + rolled),
    )
    state.play("single a2*")
    state.play(f"coat track {track}")
    assert (stars(state) + bonuses(state)) == letter
    assert refusal(state, move).code == code
    state.play("draw P2 e3* e4 using PP")
    decline_marks(state)
    assert state.turn == 1
    state.play("pass")
    decline_marks(state)
    assert (state.turn, state.view()["round"]) == (0, 2)
    assert move in state.moves()


def test_W21_nor_after_the_tile() -> None:
    """The tile completes row 2; the green star of its coat cannot be used in this turn, so the turn is over."""
    state = position(ROW_2_OPEN, dice="PPRRR", tracks=["G2"], players=3)
    state.play("draw P2 a2* a3 using PP")
    state.play("coat track green")
    assert (state.turn, state.view()["phase"], stars(state)) == (1, "mark", "G")


def test_W21_the_view_tells_what_is_fresh() -> None:
    state = position(ROW_2_OPEN, dice="RYGBP", tracks=["B0"], stars=["P"])
    state.play("single a2*")
    state.play("coat track blue")
    fresh = state.view()["fresh"]
    assert (fresh["stars"]["blue"], fresh["bonuses"]["blue"]) == (1, 1)
    assert refusal(state, "draw B2 a3 b3 using B+").code == "too few"
    state.play("pass")
    assert not any(state.view()["fresh"]["stars"].values())
    assert (stars(state), bonuses(state)) == ("B", "B")


def test_W21_own_turns_only() -> None:
    state = position(players=3, stars=["", "RYGBP"], bonuses=["", "RR"], turn=1, dice="RRW")
    assert verbs(state) == ["mark"]
    assert refusal(state, "single a1*").code == "mark first"


def test_W22_any_of_the_five_dice_at_least_one() -> None:
    state = position(dice="RRGBW", stars=["R"])
    assert sorted(those(state, "reroll")) == sorted(
        red + green + blue + white
        for red in ("", "R", "RR")
        for green in ("", "G")
        for blue in ("", "B")
        for white in ("", "W")
        if red + green + blue + white
    )


def test_W22_equal_dice_are_one_move() -> None:
    state = position(dice="RRRRR", stars=["R"])
    assert those(state, "reroll") == ["R", "RR", "RRR", "RRRR", "RRRRR"]


def test_W22_just_these_dice_are_rolled_again() -> None:
    chance = Script("YW B")
    state = position(dice="RRGBW", stars=["RR"], chance=chance)
    state.play("reroll RG")
    assert (dice(state), stars(state), chance_of(state)) == ("RYBWW", "R", ["roll YW"])
    state.play("reroll R")
    assert (dice(state), stars(state), chance_of(state)) == ("YBBWW", "", ["roll YW", "roll B"])
    assert refusal(state, "reroll Y").code == "no star"
    assert len(chance.asked) == 3


def test_W22_before_the_tile_only() -> None:
    state = position(dice="RRGBW", stars=["RP"])
    state.play("draw R2 a1* b1 using RR")
    assert those(state, "reroll") == []
    assert refusal(state, "reroll G").code == "reroll late"


def test_W23_the_tile_gets_only_o() -> None:
    state = position(dice="RRR", stars=["B"], chance=Script("RYGBP"))
    assert len(those(state, "draw R3 a1 b1 b2")) == 1
    state.play("draw R3 a1 b1 b2 using RRR")
    assert (drawn(state), stars(state)) == (picture(". R . . .\nR R . . ."), "")


def test_W23_the_star_need_not_be_used() -> None:
    state = position(dice="RRR", stars=["B"], chance=Script("RYGBP"))
    state.play("draw R3 a1* b1 b2 using RRR")
    assert stars(state) == "B"


def test_W24_an_extra_cell_with_an_x_before_or_after_the_tile() -> None:
    state = position(dice="RRG", stars=["PP"], chance=Script("RYGBP"))
    assert those(state, "single") == ["a1*", "b1*", "c1*", "d1*", "e1*"]
    state.play("single a1*")
    assert (drawn(state), stars(state), dice(state)) == (picture("w . . . ."), "P", "RRG")
    state.play("draw R2 a2* b2 using RR")
    assert those(state, "single") == ["b1*", "c1*", "d1*", "e1*", "a3*", "b3*"]
    state.play("single b3*")
    assert (drawn(state), state.turn) == (picture(". w . . .\nr R . . .\nw . . . ."), 1)


def test_W24_repeatable() -> None:
    state = position(dice="RYGBP", stars=["PPP"])
    for number in range(1, 4):
        state.play(f"single a{number}*")
    assert (those(state, "single"), stars(state)) == ([], "")


def test_W24_by_the_rules_of_drawing() -> None:
    state = position("R . . . .", dice="RYGBP", stars=["P"])
    assert refusal(state, "single a1*").code == "covered"
    assert refusal(state, "single b2*").code == "unsupported"


def test_W24_with_no_x_it_gets_an_o() -> None:
    state = position(dice="RRG", stars=["BP"])
    assert those(state, "single")[:4] == ["a1*", "a1", "b1*", "b1"]
    state.play("single a1")
    assert (drawn(state), stars(state)) == (picture("W . . . ."), "")
    assert refusal(position(dice="RRG", stars=["P"]), "single a1").code == "no star"


def test_W24_one_no_x_is_for_one_of_them() -> None:
    state = position(dice="RRG", stars=["BP"])
    state.play("single a1")
    assert refusal(state, "draw R2 b1 c1 using RR").code == "no x"


def test_W25_dice_of_one_face_to_one_other() -> None:
    state = position(dice="RRW", stars=["G"])
    assert those(state, "change") == [
        *("R Y", "R G", "R B", "R P", "R W"),
        *("RR Y", "RR G", "RR B", "RR P", "RR W"),
        *("W R", "W Y", "W G", "W B", "W P"),
    ]
    assert refusal(state, "change RW G").code == "change"
    assert refusal(state, "change R R").code == "change"


@pytest.mark.parametrize(
    ("move", "after"),
    [("change R W", "RGBWW"), ("change RR W", "GBWWW"), ("change W P", "RRGBP"), ("change RR G", "GGGBW")],
)
def test_W25_they_are_set_and_not_rolled(move: str, after: str) -> None:
    state = position(dice="RRGBW", stars=["G"], chance=Script(""))
    state.play(move)
    assert (dice(state), stars(state)) == (after, "")


def test_W25_before_or_after_the_tile_the_unused_dice() -> None:
    state = position(dice="RRGBW", stars=["GG"], players=3)
    state.play("change B R")
    state.play("draw R3 a1* b1 b2 using RRR")
    assert sorted({move.split()[0] for move in those(state, "change")}) == ["G", "W"]
    state.play("change W Y")
    assert (state.turn, dice(state), those(state, "mark")) == (1, "YG", ["-", "yellow", "green"])


def test_W26_a_tile_crossed_out_in_play() -> None:
    state = position(players=3, dice="YYYYY", stars=["YY"], tiles={"Y5": "x"}, chance=Script("RYGBP"))
    assert "a1 a2 b2 c2 c3" in places(state, "Y5")
    state.play("draw Y5 a1* a2 b2 c2 c3 using YYYYY")
    assert (stars(state), tiles(state, "Y5")) == ("Y", "x")  # it stays crossed out


def test_W26_without_a_star_it_is_gone() -> None:
    state = position(players=3, dice="YYYYY", stars=["RGBP"], tiles={"Y5": "x"})
    assert places(state, "Y5") == set()


def test_W26_an_open_tile_costs_no_star() -> None:
    state = position(players=3, dice="RRRR", stars=["Y"], tiles={"R4": "x."}, chance=Script("RYGBP"))
    state.play("draw R4 a1* b1 a2 b2 using RRRR")
    assert (stars(state), tiles(state, "R4")) == ("Y", "xx")


def test_W26_of_two_different_tiles_the_open_one_costs_no_star() -> None:
    """The first Y4 is crossed out, its mirror image open."""
    for move, left, crossed in (("a1* a2 b2 b3", "", "x."), ("b1* a2 b2 a3", "Y", "xx")):
        state = position(players=3, dice="YYYY", stars=["Y"], tiles={"Y4": "x."}, chance=Script("RYGBP"))
        state.play(f"draw Y4 {move} using YYYY")
        assert (stars(state), tiles(state, "Y4")) == (left, crossed)


def test_W26_not_what_was_put_out() -> None:
    """With `mirror` both shapes are the open tile's; it is crossed out, and the star takes it, never the other."""
    state = position(dice="BBBB", stars=["YY"], tiles={"B4": "x-"}, mirror=True, chance=Script("RYGBP"))
    assert {"a1 b1 b2 b3", "a1 b1 a2 a3"} < places(state, "B4")
    plain = position(dice="BBBB", stars=["YY"], tiles={"B4": "x-"})
    assert {"a1 b1 b2 b3", "a1 b1 a2 a3"} & places(plain, "B4") == {"a1 b1 b2 b3"}
    unused = position(dice="BBBB", stars=["YY"])
    assert "a1 b1 a2 a3" not in places(unused, "B4")


def test_W27_as_many_abilities_as_are_unlocked() -> None:
    """All five in one turn: the last tile is crossed out and gets no X."""
    state = position(dice="RGGGB", stars=["RYGBP"], bonuses=["P"], tiles={"P5": "x"}, players=3, chance=Script("PW"))
    state.play("reroll RB")
    state.play("single a1*")
    state.play("change GGG P")
    assert payments(state, "P5 a2 b2 c2 d2 e2") == ["PPPPW", "PPPP+", "PPPW+"]
    state.play("draw P5 a2 b2 c2 d2 e2 using PPPP+")
    assert (stars(state), bonuses(state), tracks(state), state.scores) == ("", "", "", (2, 0, 0))


def test_W27_one_kind_as_often_as_one_has_stars() -> None:
    state = position(dice="RYGBP", stars=["GGG"])
    for move in ("change R W", "change Y W", "change G W"):
        state.play(move)
    assert (dice(state), stars(state), those(state, "change")) == ("BPWWW", "", [])
