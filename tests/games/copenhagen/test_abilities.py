"""C37–C40: ability tiles, and the turn with both actions."""

import nyhavn
from tests.games.copenhagen.positions import builds, discards, docks, drawn, hand, payments, position, sides, takes
from tests.positions import Script, chance_of, picture, refusal, verbs


def used(state: nyhavn.State, seat: int = 0) -> set[str]:
    return {name for name, side in sides(state, seat).items() if side == "used"}


def test_C37_several_in_one_turn_each_turned_over() -> None:
    state = position(active=["any extra discount"], chance=Script("GGG"))
    state.play("take 1 3 5")
    assert sides(state) == {"any": "used", "extra": "used", "discount": "active"}


def test_C37_two_in_one_build() -> None:
    state = position(hands=["RYY"], active=["any discount recolour"])
    state.play("build R4 a1* b1 a2 b2 pay RYY")
    assert used(state) == {"discount", "recolour"}


def test_C37_nobody_must_use_one() -> None:
    state = position(hands=["RR"], active=["any extra discount recolour both"])
    state.play("build R2 a1* b1 pay RR")
    assert used(state) == set()


def test_C37_a_used_tile_stays_used() -> None:
    state = position(active=["any"], chance=Script("GG GG GG"))
    state.play("take 1 7")
    state.play("take 1 2")
    assert state.turn == 0
    assert takes(state) == {"take 1 2", "take 2 3", "take 3 4", "take 4 5", "take 5 6", "take 6 7"}
    state.play("take 1 2")
    assert used(state) == {"any"}


def test_C38_take_then_build_and_refill_only_then() -> None:
    state = position(hands=["R"], docks="RYGBPPY", active=["both"], chance=Script("GB"))
    state.play("take 1 2")
    assert (state.turn, hand(state), docks(state)) == (0, "RRY", "..GBPPY")
    assert chance_of(state) == []
    state.play("build R2 a1* b1 pay RR")  # with the card just taken
    assert drawn(state) == picture("r R . . .")
    assert used(state) == {"both"}
    assert (state.turn, docks(state)) == (1, "GBGBPPY")
    assert chance_of(state) == ["refill 1=G 2=B"]


def test_C38_the_refill_waits_for_the_coat_actions_too() -> None:
    state = position(
        """
        . . Y . .
        . . y . .
        """,
        hands=["RR"],
        docks="RYGBPPY",
        active=["both"],
        chance=Script("GB"),
    )
    state.play("take 1 2")
    state.play("build R2 c3* c4 pay RR")
    assert (state.turn, docks(state)) == (0, "..GBPPY")
    state.play("coat decline")
    assert (state.turn, docks(state)) == (1, "GBGBPPY")


def test_C38_discarding_comes_between() -> None:
    state = position(hands=["RRRRRR"], docks="YGBBPPY", active=["both"], chance=Script("BB"))
    state.play("take 1 2")
    assert state.moves() == ["discard R", "discard Y", "discard G"]
    assert refusal(state, "build R2 a1* b1 pay RR").code == "discard first"
    state.play("discard G")
    assert (state.turn, docks(state)) == (0, "..BBPPY")
    state.play("build R5 a1* b1 c1 b2 c2 pay RRRRR")
    assert (hand(state), discards(state)) == ("RY", "RRRRRG")
    assert state.turn == 1


def test_C38_not_the_other_way_round() -> None:
    state = position(hands=["RR"], active=["both"])
    state.play("build R2 a1* b1 pay RR")
    assert state.turn == 1
    assert used(state) == set()


def test_C38_no_second_take() -> None:
    state = position(hands=["RR"], active=["both any extra"])
    state.play("take 1 2")
    assert takes(state) == set()
    assert refusal(state, "take 3 4").code == "after take"


def test_C39_build_or_end_the_turn() -> None:
    state = position(hands=["R"], docks="RYGBPPY", active=["both"], chance=Script("GB"))
    state.play("take 1 2")
    assert set(state.moves()) == {"end"} | builds(state)
    assert builds(state, "R2")
    state.play("end")
    assert sides(state) == {"both": "active"}
    assert (state.turn, docks(state)) == (1, "GBGBPPY")


def test_C39_asked_even_if_nothing_can_be_built() -> None:
    state = position(docks="RYGBPPY", active=["both"])
    state.play("take 1 2")
    assert (state.turn, state.moves()) == (0, ["end"])


def test_C39_asked_after_discarding_too() -> None:
    state = position(hands=["RRRRRR"], docks="RYGBPPY", active=["both"])
    state.play("take 1 2")
    state.play("discard R")
    assert state.turn == 0
    assert "end" in state.moves()


def test_C39_without_an_active_tile_the_turn_ends_by_itself() -> None:
    never_owned = position(hands=["RR"], active=["any"])
    never_owned.play("take 1 2")
    assert never_owned.turn == 1
    turned = position(hands=["RR"], active=["any"], used=["both"])
    turned.play("take 1 2")
    assert turned.turn == 1
    after_discard = position(hands=["RRRRRR"], active=["any"], used=["both"])
    after_discard.play("take 1 2")
    after_discard.play("discard R")
    assert after_discard.turn == 1


def test_C39_all_five_in_one_turn() -> None:
    """*Any* and *extra* in the take, then R4 for one card less, two of the three blue."""
    state = position(docks="RYBBPPB", hands=["Y"], active=["any extra discount recolour both"], chance=Script("GGG"))
    state.play("take 1 3 7")
    assert used(state) == {"any", "extra"}
    assert payments(state, "R4 a1* b1 a2 b2") == {"RBB"}
    state.play("build R4 a1* b1 a2 b2 pay RBB")
    assert used(state) == {"any", "extra", "discount", "recolour", "both"}
    assert hand(state) == "Y"
    assert state.turn == 1


def test_C40_a_tile_gained_serves_from_the_next_turn_on() -> None:
    house = """
        . . Y . .
        . . y . .
    """
    state = position(house, hands=["RRRR"], docks="RYGBPPY", chance=Script("GG BB"))
    state.play("build R2 c3* c4 pay RR")
    state.play("coat ability both")
    assert sides(state)["both"] == "active"
    assert state.turn == 1  # no second action in this turn
    state.play("take 1 2")
    state.play("take 1 2")
    assert "end" in state.moves()


def test_C40_between_two_coat_actions_it_does_nothing() -> None:
    state = position(coats=2, hands=["RRRR"])
    state.play("coat ability discount")
    assert state.turn == 0
    assert verbs(state) == ["coat"]
    state.play("coat ability extra")
    assert state.turn == 1
    state.play("take 1 2")
    assert payments(state, "R4 a1* b1 a2 b2") == {"RRRR", "RRR"}
    assert "take 1 2 3" in takes(state)
