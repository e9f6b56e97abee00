"""C10–C19: a turn, and taking cards."""

import json
from itertools import combinations

import pytest

import nyhavn
from tests.games.copenhagen.positions import builds, discards, docks, hand, position, sides, takes
from tests.positions import Lowest, Script, chance_of, refusal

NEIGHBOURS = {"take 1 2", "take 2 3", "take 3 4", "take 4 5", "take 5 6", "take 6 7"}
PAIRS = {f"take {first} {second}" for first, second in combinations(range(1, 8), 2)}
THREES = {"take " + " ".join(map(str, three)) for three in combinations(range(1, 8), 3)}
THREES_APART = {  # no two of them neighbours
    *("take 1 3 5", "take 1 3 6", "take 1 3 7", "take 1 4 6", "take 1 4 7"),
    *("take 1 5 7", "take 2 4 6", "take 2 4 7", "take 2 5 7", "take 3 5 7"),
}


def test_C10_take_or_build() -> None:
    state = position(hands=["PPP"], used=["any"])
    assert takes(state) == NEIGHBOURS
    assert builds(state)
    assert takes(state) | builds(state) == set(state.moves())


def test_C10_one_action_then_the_next_seat() -> None:
    state = position(hands=["RR", "YY"], chance=Script("GG"))
    state.play("take 1 2")
    assert state.turn == 1
    state.play("build Y2 a1* b1 pay YY")
    assert state.turn == 0


def test_C10_taking_is_possible_with_a_full_hand() -> None:
    state = position(hands=["RYGBPRY"], used=["any"])
    assert takes(state) == NEIGHBOURS


def test_C10_taking_is_possible_when_nothing_can_be_built() -> None:
    state = position(hands=["RYGBP"], used=["any"])
    assert set(state.moves()) == NEIGHBOURS


def test_C10_nobody_passes() -> None:
    state = position()
    assert refusal(state, "end").code == "nothing done"
    assert isinstance(refusal(state, "pass"), nyhavn.InvalidMove)


def test_C11_a_seat_sees_its_own_hand_only() -> None:
    state = position(players=3, hands=["RRY", "GB", "PPPP"], active=["any both"])
    for seat in range(3):
        view = state.view(seat)
        assert view["hand"] == ["RRY", "GB", "PPPP"][seat]
        assert [other["count"] for other in view["seats"]] == [3, 2, 4]
    assert "hand" not in state.view(None)


def test_C11_the_others_cannot_tell_one_hand_from_another() -> None:
    """Two tables that differ in seat 0's cards, and so in the deck, look the same to everybody else."""
    one = position(players=3, hands=["RRY", "GB", "PPPP"])
    two = position(players=3, hands=["GBB", "GB", "PPPP"])
    for seat in (1, 2, None):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat=seat) == two.events(seat=seat)
        assert one.text(seat) == two.text(seat)
    assert one.view(0) != two.view(0)


def test_C11_starting_hands_stay_hidden() -> None:
    deal = "RYGBPPY {} GGP YYY"
    one = nyhavn.new_game("copenhagen", players=3, chance=Script(deal.format("RB")))
    two = nyhavn.new_game("copenhagen", players=3, chance=Script(deal.format("YP")))
    for seat in (1, 2, None):
        assert one.view(seat) == two.view(seat)
        assert one.events(seat=seat) == two.events(seat=seat)
    assert [entry["chance"] for entry in one.view(0)["history"]] == ["docks RYGBPPY", "hand 0 RB"]
    assert [entry["chance"] for entry in one.view(2)["history"]] == ["docks RYGBPPY", "hand 2 YYY"]
    assert [entry["chance"] for entry in one.view()["history"]] == ["docks RYGBPPY"]


def test_C11_everything_else_is_public() -> None:
    state = position(
        "rR...", players=3, hands=["RRY"], discards="RGG", active=["extra"], used=["any"], supply={"R2": 1}
    )
    view = state.view()
    assert view["docks"] == ["R", "Y", "G", "B", "P", "R", "Y"]
    assert view["discards"] == {"R": 1, "Y": 0, "G": 2, "B": 0, "P": 0}
    assert view["seats"][0]["house"] == {"a1": ["R", "brick"], "b1": ["R", "window"]}
    assert view["seats"][0]["abilities"] == {"any": "used", "extra": "active"}
    assert view["supply"]["R2"] == 1
    assert view["specials"] == 12
    assert view["abilities"] == {"any": 0, "extra": 2, "discount": 3, "recolour": 3, "both": 3}
    assert view["deck"] == 60 - 7 - 3 - 3
    assert state.look(1) == state.look() | {"seat": 1, "hand": ""}
    assert state.view(1)["history"] == view["history"]
    json.dumps(view)


def test_C11_only_the_seat_on_turn_gets_its_moves() -> None:
    state = position(players=3, hands=["RR"])
    assert state.view(0)["moves"] == state.moves()
    assert [state.view(seat)["moves"] for seat in (1, 2, None)] == [[], [], []]


def test_C11_cards_taken_from_docks_are_known_until_they_are_laid_down() -> None:
    """Seat 0 starts with two red cards that nobody has seen and takes a red and a yellow one."""
    state = position(hands=["RR"], docks="RYGBPPY", chance=Script("GG BB PP"))
    known = state.view(1)["seats"][0]["known"]
    assert known == {"R": 0, "Y": 0, "G": 0, "B": 0, "P": 0}
    state.play("take 1 2")
    seen = state.view(1)["seats"][0]
    assert set(seen) == {"house", "lines", "abilities", "count", "known"}
    assert (seen["count"], seen["known"]) == (4, {"R": 1, "Y": 1, "G": 0, "B": 0, "P": 0})
    state.play("take 6 7")
    state.play("build R3 a1* a2 b2 pay RRR")  # three laid down, of which one was known
    assert state.view(1)["seats"][0]["known"] == {"R": 0, "Y": 1, "G": 0, "B": 0, "P": 0}
    assert state.view()["seats"][1]["known"] == {"R": 0, "Y": 1, "G": 0, "B": 0, "P": 1}


def test_C11_discarded_cards_are_no_longer_known() -> None:
    state = position(hands=["GGGGGG"], docks="RYGBPPY", chance=Script("GG"))
    state.play("take 1 2")
    state.play("discard R")
    assert state.view(1)["seats"][0]["known"] == {"R": 0, "Y": 1, "G": 0, "B": 0, "P": 0}


def test_C12_two_neighbouring_docks_never_one() -> None:
    state = position(docks="RYGBPPY", hands=["G"], used=["any"], chance=Script("RR"))
    assert takes(state) == NEIGHBOURS
    assert refusal(state, "take 3").code == "docks"
    assert refusal(state, "take 3 3").code == "docks order"
    state.play("take 3 4")
    assert hand(state) == "GGB"
    assert docks(state) == "RYRRPPY"


def test_C12_four_docks_are_never_taken() -> None:
    assert refusal(position(active=["any extra"]), "take 1 2 3 4").code == "docks"


def test_C13_any_two_docks() -> None:
    state = position(docks="RYGBPPY", active=["any"], chance=Script("RR"))
    assert takes(state) == PAIRS
    state.play("take 1 7")
    assert hand(state) == "RY"
    assert sides(state) == {"any": "used"}


def test_C13_a_used_tile_does_not_help() -> None:
    state = position(used=["any"])
    error = refusal(state, "take 2 5")
    assert error.code == "take needs ability"
    assert error.details == {"docks": [2, 5], "abilities": ["any"]}


def test_C14_a_third_card_from_any_dock() -> None:
    state = position(docks="RYGBPPY", active=["extra"], used=["any"], chance=Script("RRR"))
    assert takes(state) == NEIGHBOURS | THREES - THREES_APART
    state.play("take 1 2 5")
    assert hand(state) == "RYP"
    assert sides(state) == {"any": "used", "extra": "used"}


def test_C14_no_third_card_without_the_tile() -> None:
    error = refusal(position(active=["any"]), "take 1 2 3")
    assert error.code == "take needs ability"
    assert error.details["abilities"] == ["extra"]


@pytest.mark.parametrize(
    ("take", "used"),
    [
        ("take 3 4", ""),
        ("take 3 5", "any"),
        ("take 1 7", "any"),
        ("take 3 4 5", "extra"),
        ("take 1 2 7", "extra"),
        ("take 1 6 7", "extra"),
        ("take 1 3 5", "any extra"),
        ("take 2 4 7", "any extra"),
    ],
)
def test_C15_a_take_uses_the_abilities_it_needs_and_no_others(take: str, used: str) -> None:
    state = position(active=["any extra both discount recolour"])
    state.play(take)
    assert " ".join(name for name, side in sides(state).items() if side == "used") == used


def test_C15_both_together_reach_every_set_of_docks() -> None:
    assert takes(position(active=["any extra"])) == PAIRS | THREES
    assert refusal(position(active=["extra"]), "take 1 3 5").details["abilities"] == ["any"]
    assert refusal(position(active=["any"]), "take 1 3 5").details["abilities"] == ["extra"]
    assert refusal(position(active=[""]), "take 1 3 5").details["abilities"] == ["any", "extra"]


def test_C16_discard_down_to_seven_after_taking() -> None:
    state = position(hands=["RRRRRR"], docks="YGRBPPY", chance=Script("BB"))
    state.play("take 1 2")
    assert state.turn == 0
    assert hand(state) == "RRRRRRYG"
    assert docks(state) == "..RBPPY"  # refilled afterwards (C17)
    assert state.moves() == ["discard R", "discard Y", "discard G"]
    state.play("discard Y")  # one just taken: free to choose
    assert hand(state) == "RRRRRRG"
    assert discards(state) == "Y"
    assert docks(state) == "BBRBPPY"
    assert state.turn == 1


def test_C16_three_cards_come_to_the_hand_before_any_is_discarded() -> None:
    state = position(hands=["RRRRRRR"], docks="YGRBPPY", active=["extra"], chance=Script("BBB"))
    state.play("take 1 2 3")
    assert hand(state) == "RRRRRRRRYG"
    assert state.moves() == ["discard RRR", "discard RRY", "discard RRG", "discard RYG"]
    state.play("discard RRG")
    assert hand(state) == "RRRRRRY"
    assert discards(state) == "RRG"


def test_C16_seven_cards_may_stay() -> None:
    state = position(hands=["RRRRR"], chance=Script("BB"))
    state.play("take 1 2")
    assert state.turn == 1
    assert discards(state) == ""


def test_C16_exactly_seven_remain() -> None:
    state = position(hands=["RRRRRRRYY"], docks="..GBPPY")
    assert state.moves() == ["discard RR", "discard RY", "discard YY"]
    assert refusal(state, "discard R").code == "discard count"
    assert refusal(state, "discard RRY").code == "discard count"
    assert refusal(state, "discard RG").code == "not in hand"
    assert refusal(state, "take 3 4").code == "discard first"
    assert refusal(state, "end").code == "discard first"


def test_C17_the_lowest_dock_is_refilled_first() -> None:
    chance = Script("BG")
    state = position(docks="RYGBPPY", active=["any"], chance=chance)
    state.play("take 3 6")
    assert docks(state) == "RYBBPGY"
    assert chance_of(state) == ["refill 3=B 6=G"]


def test_C17_one_card_at_a_time() -> None:
    """Each card leaves the deck before the next is drawn from it."""
    chance = Script("BGB")
    state = position(docks="RYGBPPY", active=["any extra"], deck="RYGBB", chance=chance)
    state.play("take 1 4 7")
    assert chance.asked == [
        ("refill", {"R": 1, "Y": 1, "G": 1, "B": 2, "End": 1}),
        ("refill", {"R": 1, "Y": 1, "G": 1, "B": 1, "End": 1}),
        ("refill", {"R": 1, "Y": 1, "B": 1, "End": 1}),
    ]
    assert docks(state) == "BYGGPPB"
    assert state.view()["deck"] == 3


def test_C17_no_refill_after_a_build() -> None:
    state = position(hands=["RR"], chance=Script(""))
    state.play("build R2 a1* b1 pay RR")
    assert chance_of(state) == []
    assert state.turn == 1


@pytest.mark.parametrize(("players", "cards"), [(3, 60), (4, 70)])
def test_C18_the_discards_are_shuffled_when_the_last_card_leaves(players: int, cards: int) -> None:
    """One card for two docks: the second comes from the new deck already."""
    chance = Script("RB")
    state = position(players=players, docks="RYGBPPY", deck="R", chance=chance)
    state.play("take 2 3")
    assert state.history == [
        {"seat": 0, "move": "take 2 3"},
        {"chance": "refill 2=R"},
        {"chance": "shuffle"},
        {"chance": "refill 3=B"},
    ]
    assert discards(state) == ""
    assert state.view()["deck"] == cards - 7 - 1 + 1 - 1  # less the docks and the last card; the End card; dock 3
    assert state.view()["end_card"] == "deck"


def test_C18_even_when_it_fills_the_last_dock() -> None:
    state = position(players=3, docks="RYGBPPY", deck="RB", chance=Script("RB"))
    state.play("take 2 3")
    assert chance_of(state) == ["refill 2=R 3=B", "shuffle"]
    assert state.turn == 1
    assert discards(state) == ""
    assert state.view()["deck"] == 60 - 7 - 2 + 1


def test_C18_a_card_in_the_deck_is_enough_to_wait() -> None:
    state = position(players=3, docks="RYGBPPY", deck="RBG", chance=Script("RB"))
    state.play("take 2 3")
    assert chance_of(state) == ["refill 2=R 3=B"]
    assert state.view()["deck"] == 1
    assert state.view()["end_card"] == "beside"


def test_C18_cards_discarded_in_the_same_turn_are_in_the_new_deck() -> None:
    """The hand limit comes before the refill (C16), so what it costs goes back into the game."""
    chance = Script("RY")
    state = position(players=3, hands=["GGGGGGG"], docks="GYGBPPR", deck="R", chance=chance)
    before = state.view()["discards"]
    state.play("take 1 3")
    state.play("discard GG")
    assert chance_of(state) == ["refill 1=R", "shuffle", "refill 3=Y"]
    assert chance.asked[1] == ("refill", before | {"G": before["G"] + 2})


@pytest.mark.parametrize("players", [3, 4])
def test_C18_the_End_card_is_one_of_the_last_ten_of_the_new_deck(players: int) -> None:
    """A whole game: one shuffle, then the End card can come once ten cards are left, and comes last here."""
    chance = Lowest()
    state = nyhavn.new_game("copenhagen", players=players, chance=chance)
    while not state.over:
        state.play(state.moves()[0])
    assert chance_of(state).count("shuffle") == 1
    in_deck = [sum(outcomes.values()) for _, outcomes in chance.asked]
    assert ["End" in outcomes for _, outcomes in chance.asked] == [False] * (len(in_deck) - 10) + [True] * 10
    assert in_deck[-10:] == [*range(10, 0, -1)]
    last_of_first = 60 if players == 3 else 70
    assert in_deck[:last_of_first] == [*range(last_of_first, 0, -1)]
    assert chance_of(state)[-1].endswith("=End")


def test_C18_the_first_of_the_last_ten_can_be_the_End_card() -> None:
    state = position(players=3, shuffled=True, deck="RRYYGGBBP", chance=Script("End"))
    state.play("take 1 2")
    assert state.over


def test_C18_two_players_never_shuffle() -> None:
    state = position(deck="R", chance=Script("R End"))
    state.play("take 2 3")
    assert chance_of(state) == ["refill 2=R 3=End"]
    assert state.over


def test_C19_the_End_card_ends_the_game_at_once() -> None:
    chance = Script("End RYG")
    state = position(docks="RYGBPPY", deck="RYG", hands=["B", "GG"], chance=chance)
    state.play("take 2 3")
    assert state.over
    assert state.turn is None
    assert state.moves() == []
    assert chance_of(state) == ["refill 2=End"]
    assert chance.left == ["R", "Y", "G"]
    assert docks(state) == "R..BPPY"
    assert state.view()["end_card"] == "turned up"
    assert state.view()["deck"] == 3
    assert hand(state) == "YGB"
    assert refusal(state, "take 4 5").code == "over"


def test_C19_docks_filled_before_it_stay_filled() -> None:
    state = position(players=3, docks="RYGBPPY", active=["extra"], shuffled=True, deck="RYG", chance=Script("G End"))
    state.play("take 2 3 4")
    assert chance_of(state) == ["refill 2=G 3=End"]
    assert docks(state) == "RG..PPY"
    assert state.over


def test_C19_a_build_of_the_same_turn_still_counts() -> None:
    state = position(". Y G B P", hands=["R"], docks="RRGBPPY", active=["both"], deck="RYG", chance=Script("End"))
    state.play("take 1 2")
    state.play("build R2 a1 a2* pay RR")
    assert state.over
    assert state.scores == (2, 0)
    assert state.winners == (0,)
