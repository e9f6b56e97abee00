"""Choices of the card game: prices, payments, abilities, what is left, what places bring; no hidden card in them."""

import random
from itertools import combinations_with_replacement
from typing import Any

import pytest

import nyhavn
from nyhavn.facade.cells import INDEX, NAMES, cells_of
from nyhavn.facade.colours import LETTERS
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.options import MOST_PAYMENTS
from nyhavn.luck import Seeded
from nyhavn.rules import Position
from tests.choice_client import shape_of
from tests.conftest import play_on
from tests.games.copenhagen.positions import position

FLAT = """
    . . . . .
    R r . . .
"""


def tile(state: nyhavn.State, name: str, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = next(it for it in state.choices(seat)["tiles"] if it["tile"] == name)
    return found


def lying(state: nyhavn.State, name: str, seat: int = 0) -> dict[str, Any]:
    """The orientation of a tile that lies on its longer side."""
    shapes: list[dict[str, Any]] = tile(state, name, seat)["shapes"]
    return next(it for it in shapes if all(y == 0 for _, y in shape_of("copenhagen", name, it["shape"])["cells"]))


def names(mask: int) -> list[str]:
    return [NAMES[cell] for cell in cells_of(mask)]


def pays(ways: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {way["pay"]: way["abilities"] for way in ways}


def test_anchors_by_what_can_be_done_there() -> None:
    state = position(FLAT, hands=["R"])
    found = lying(state, "R2")
    assert names(found["legal"]) == ["c1", "a2", "b2"]
    assert found["touching"] == found["legal"]
    assert names(found["covered"]) == ["a1", "b1"]
    assert names(found["unaffordable"]) == ["d1"]  # C22: two cards where it touches no red
    assert names(found["unsupported"])[:2] == ["c2", "d2"]
    assert names(found["unsupported"])[-1] == "d9"


def test_a_tile_costs_its_size_and_one_less_beside_its_colour() -> None:
    red = tile(position(FLAT, hands=["RRRG"]), "R3")
    assert red["price"] == 3
    assert pays(red["payments"]) == {"RRR": []}
    assert pays(red["touching"]) == {"RR": []}


def test_payments_name_the_abilities_they_use_up() -> None:
    """C23–C25."""
    red = tile(position(FLAT, hands=["RRY"], active=["discount recolour"]), "R3")
    assert pays(red["payments"]) == {
        "RR": ["discount"],
        "RY": ["discount", "recolour"],
        "RRY": ["recolour"],
    }
    assert pays(red["touching"]) == {
        "R": ["discount"],
        "Y": ["discount", "recolour"],
        "RR": [],
        "RY": ["recolour"],
    }
    cheap = tile(position(FLAT, hands=["R"], active=["discount"]), "R2")
    assert pays(cheap["touching"]) == {"-": ["discount"], "R": []}


def test_a_build_after_a_take_uses_up_both() -> None:
    """C39; but not for somebody who only plans meanwhile."""
    state = position(FLAT, FLAT, hands=["RR", "RR"], active=["both", "both"], docks="..GBPRY")
    choices = state.choices(0)
    assert (choices["phase"], choices["moves"]) == ("after take", ["end"])
    assert pays(tile(state, "R2")["payments"]) == {"RR": ["both"]}
    assert pays(tile(state, "R2", seat=1)["payments"]) == {"RR": []}


def test_a_tile_that_is_gone_can_be_had_nowhere() -> None:
    state = position(FLAT, hands=["RRRR"], supply={"R2": 0})
    red = tile(state, "R2")
    assert (red["left"], red["payments"], red["touching"]) == (0, [], [])
    assert {shape["take"] for shape in red["shapes"]} == {"gone"}
    assert {shape["legal"] for shape in red["shapes"]} == {0}
    assert names(lying(state, "R2")["unaffordable"]) == ["c1", "d1", "a2", "b2"]


def test_what_places_bring_depends_on_the_brick() -> None:
    """A row of windows counts twice (C30)."""
    state = position(
        """
        . . . . .
        R R R R .
        """,
        hands=["GG"],
    )
    gains = [row for shape in tile(state, "G2")["shapes"] for row in shape.get("gains", []) if row[0] == INDEX["e1"]]
    assert gains == [[INDEX["e1"], 0, 1, 0, "1"], [INDEX["e1"], 1, 2, 0, "1"]]


def test_coat_cells_and_coat_rows_bring_coats() -> None:
    """C32: row 2, and c3."""
    state = position(
        """
        . . r R R
        R R R R R
        """,
        hands=["GG"],
    )
    gains = lying(state, "G2")["gains"]
    assert [row for row in gains if row[0] == INDEX["a2"]] == [[INDEX["a2"], mark, 1, 1, "2"] for mark in (0, 1)]
    assert [row for row in gains if row[0] == INDEX["c3"]] == [[INDEX["c3"], mark, 0, 1, ""] for mark in (0, 1)]


def test_there_is_room_for_the_ways_to_pay_of_every_hand() -> None:
    """Ten cards are the most that a hand ever holds, before three of them are discarded."""
    memory = position(active=["any extra discount recolour both"]).memory
    room = batch.new_choices()
    most = 0
    for cards in combinations_with_replacement(range(len(LETTERS)), 10):
        memory[0].hands[0] = [cards.count(colour) for colour in range(len(LETTERS))]
        most = max(most, batch.choices(memory, 0, *room)[0])
    assert 400 < most <= MOST_PAYMENTS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_do_not_depend_on_what_is_hidden(players: int) -> None:
    """C11: other hands and the deck are exchanged, card for card, and the choices stay as they are."""
    luck = random.Random(players)
    for seed in range(6):
        state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), luck.randint(3, 50), luck)
        for seat in range(players):
            memory = state.memory
            S = memory[0]
            for hidden in (it for it in range(players) if it != seat):
                cards = [colour for colour in range(len(LETTERS)) for _ in range(S.hands[hidden, colour])]
                for card in cards:
                    drawn = luck.choice([colour for colour in range(len(LETTERS)) if S.deck[colour]] or [card])
                    S.hands[hidden, card] -= 1
                    S.hands[hidden, drawn] += 1
                    if drawn != card:
                        S.deck[drawn] -= 1
                        S.deck[card] += 1
            other = nyhavn.State.from_position(state.rules, {}, Position(memory, state.past), Seeded(0))
            assert other.choices(seat) == state.choices(seat)


@pytest.mark.parametrize(
    ("hand", "abilities", "phases"),
    [
        ("RR", "", []),
        ("RR", "both", ["after take"]),
        ("RRRYYYG", "", ["discard"]),
        ("RRRYYYG", "both", ["discard", "after take"]),
    ],
)
def test_C39_what_follows_a_take_is_told(hand: str, abilities: str, phases: list[str]) -> None:
    """With both actions a build may follow, after too many cards are gone (C16)."""
    state = position(hands=[hand], active=[abilities])
    choices = state.choices(0)
    takes = [move for move in choices["moves"] if move.startswith("take ")]
    assert choices["then"] == (dict.fromkeys(takes, phases) if phases else {})
    if phases[:1] == ["discard"]:
        state.play(takes[0])
        choices = state.choices(0)
        assert choices["then"] == (dict.fromkeys(choices["moves"], phases[1:]) if phases[1:] else {})


def test_cards_that_count_for_a_tile_are_told() -> None:
    """C22: those of its colour."""
    state = position(hands=["RRY", "G"])
    assert state.choices(0)["means"] == {"R": ["RR", 0], "Y": ["Y", 0]}
    assert state.choices(1)["means"] == {"G": ["G", 0]}
