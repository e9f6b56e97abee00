"""An observation holds what its seat may know, all of it, and nothing else."""

import json
import pickle
import random
from collections import Counter
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nyhavn
from nyhavn.bots import Observation, make_bot, observe
from nyhavn.facade.colours import LETTERS
from nyhavn.games import rules_of
from nyhavn.games.copenhagen.components import CARDS_OF_A_COLOUR
from nyhavn.games.copenhagen.kernels.layout import STATE
from nyhavn.games.copenhagen.knowledge import SECRET, SEEN
from tests.conftest import play_on, sentence


def leaves(value: Any) -> set[type]:
    """The kinds of things that data is made of."""
    if isinstance(value, dict):
        return set().union(*map(leaves, [*value, *value.values()]))
    if isinstance(value, list | tuple):
        return set().union(*map(leaves, value))
    return {type(value)}


def everything_in(observation: Observation) -> bytes:
    """All there is to an observation, to the bit."""
    parts = {field.name: getattr(observation, field.name) for field in fields(observation)}
    told = {**parts, "view": observation.view, "numbers": observation.numbers, "past": observation.past.tolist()}
    plain = {name: value.hex() if isinstance(value, bytes) else value for name, value in told.items()}
    return json.dumps(plain).encode() + observation.memory.tobytes()


def hidden_cards(state: nyhavn.State, seat: int) -> Counter[str]:
    """The opening cards that a seat still holds, as nobody else knows them."""
    memory = state.memory[0]
    left = memory["hands"][seat] - memory["known"][seat]
    return Counter({letter: int(cards) for letter, cards in zip(LETTERS, left, strict=True) if cards})


def exchanged(state: nyhavn.State, seat: int, luck: random.Random) -> nyhavn.State:
    """The same game for a seat, but other cards hidden in other hands: one of them changes places with one of the deck,
    or with one hidden in another hand, again and again. What was seen by the seat stays as it was."""
    for _ in range(10):
        others = [other for other in range(state.players) if other != seat and hidden_cards(state, other)]
        if not others:
            break
        one = luck.choice(others)
        first = luck.choice(sorted(hidden_cards(state, one).elements()))
        memory = state.memory[0]
        # after the shuffle (C18) the cards of the deck have been seen
        deck = memory["deck"] if memory["deck_number"] == 1 else 0 * memory["deck"]
        places: list[tuple[int | None, str]] = [
            (None, letter) for letter, cards in zip(LETTERS, deck, strict=True) if cards
        ]
        places += [(other, letter) for other in others if other != one for letter in hidden_cards(state, other)]
        if not places:
            break
        another, second = luck.choice(places)
        lines = state.record(seed=False).splitlines()
        for holder, gone, come in ((one, first, second), (another, second, first)):
            if holder is not None:
                number = next(n for n, line in enumerate(lines) if line.startswith(f"> hand {holder} "))
                start, cards = lines[number].rsplit(" ", 1)
                cards = cards.replace(gone, come, 1)
                lines[number] = f"{start} {''.join(sorted(cards, key=LETTERS.index))}"
        state = nyhavn.parse_record("\n".join([*lines, ""]))
    return state


@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), moves=st.integers(0, 150))
def test_what_a_seat_cannot_know_makes_no_difference(players: int, seed: int, moves: int) -> None:
    state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), moves, random.Random(seed))
    seat = seed % players
    other = exchanged(state, seat, random.Random(seed))
    assert everything_in(observe(other, seat)) == everything_in(observe(state, seat))
    assert observe(other, seat) == observe(state, seat)


@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), moves=st.integers(0, 150))
def test_everything_that_a_seat_can_know_is_in_the_memory(players: int, seed: int, moves: int) -> None:
    state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), moves, random.Random(seed))
    real = state.memory[0]
    for seat in range(players):
        seen = observe(state, seat).memory[0]
        assert all(np.array_equal(seen[name], real[name]) for name in SEEN)
        assert np.array_equal(seen["hands"][seat], real["hands"][seat])
        others = [other for other in range(players) if other != seat]
        assert np.array_equal(seen["hands"][others], real["known"][others])
        docks = np.bincount(real["docks"][real["docks"] >= 0], minlength=len(LETTERS))
        unseen = CARDS_OF_A_COLOUR[players] - docks - real["discards"] - seen["hands"].sum(axis=0)
        hidden = (real["hands"][others] - real["known"][others]).sum(axis=0)
        assert np.array_equal(unseen, real["deck"] + hidden)
        assert np.array_equal(seen["deck"], unseen if real["deck_number"] == 1 else real["deck"])


def test_cards_are_exchanged_in_many_games() -> None:
    """The test above tries what it says: in these games something hidden does become different."""
    different = 0
    for seed in range(30):
        state = play_on(nyhavn.new_game("copenhagen", players=2 + seed % 3, seed=seed), seed, random.Random(seed))
        different += exchanged(state, 0, random.Random(seed)).memory.tobytes() != state.memory.tobytes()
    assert different > 10


def test_after_the_shuffle_the_deck_is_known() -> None:
    """C18: what became the second deck lay open; only opening cards that others still hold are hidden then."""
    state = nyhavn.new_game("copenhagen", players=4, seed=4)
    luck = random.Random(4)
    while not any(entry.get("chance") == "shuffle" for entry in state.history):
        state.play(luck.choice([move for move in state.moves() if not move.startswith("build")]))
    assert np.array_equal(observe(state, 0).memory["deck"], state.memory["deck"])
    other = exchanged(state, 0, luck)
    assert other.memory.tobytes() != state.memory.tobytes()
    assert everything_in(observe(other, 0)) == everything_in(observe(state, 0))


def test_every_field_of_the_card_game_is_seen_or_secret() -> None:
    assert STATE.names is not None
    assert sorted([*SEEN, *SECRET]) == sorted(STATE.names)


def test_in_the_dice_game_nothing_is_hidden() -> None:
    state = play_on(nyhavn.new_game("roll-and-write", players=3, seed=1), 40, random.Random(1))
    for seat in range(3):
        assert observe(state, seat).position == state.memory.tobytes()


def test_an_observation_is_the_view_and_the_moves_as_data(midway: nyhavn.State) -> None:
    for seat in range(midway.players):
        found = observe(midway, seat)
        parts = {field.name: getattr(found, field.name) for field in fields(found)}
        assert vars(found).keys() == parts.keys()
        assert found.view == midway.view(seat)
        assert list(found.moves) == (midway.moves() if seat == midway.turn else [])
        assert [*map(found.allows, midway.moves())] == [seat == midway.turn] * len(midway.moves())
        assert not any(map(found.allows, ["", "swim", None, 7, midway.moves()[0] + " "]))
        assert (found.game, found.players, found.options, found.seat) == (
            *(midway.game, midway.players, midway.options, seat),
        )
        assert leaves(parts) <= {str, int, float, bool, type(None), bytes}


def test_kernels_find_the_same_moves_in_the_memory(midway: nyhavn.State) -> None:
    assert midway.turn is not None
    assert rules_of(midway.game).legal(observe(midway, midway.turn).memory) == midway.moves()


def test_an_observation_is_apart_from_the_game_and_cannot_be_changed(midway: nyhavn.State) -> None:
    before = midway.memory.tobytes(), json.dumps(midway.view(0))
    found = observe(midway, 0)
    kept = everything_in(found)
    found.memory["scores"] = 99
    assert everything_in(found) == kept
    with pytest.raises(FrozenInstanceError):
        found.seat = 1  # type: ignore[misc]
    found.view.clear()
    found.options.clear()
    assert (midway.memory.tobytes(), json.dumps(midway.view(0))) == before


def test_an_observation_can_be_sent_to_another_process(midway: nyhavn.State) -> None:
    assert pickle.loads(pickle.dumps(observe(midway, 1))) == observe(midway, 1)


def test_in_numbers_it_has_no_text_and_bots_choose_the_same(midway: nyhavn.State) -> None:
    assert midway.turn is not None
    whole = observe(midway, midway.turn)
    assert whole.view["moves"] == list(whole.moves)  # what was read does not travel
    numbers = pickle.loads(pickle.dumps(whole.in_numbers()))
    assert (numbers.numbers, numbers.past.tolist(), numbers.look) == (whole.numbers, whole.past.tolist(), whole.look)
    sent = pickle.dumps(whole.in_numbers())
    assert len(sent) < len(whole.position) + 1000
    assert not any(move.encode() in sent for move in whole.moves)
    assert not any(
        text.encode() in sent for entry in midway.history for text in map(str, entry.values()) if " " in text
    )
    with pytest.raises(ValueError):
        _ = numbers.view
    for bot in ("random", "greedy", "planner"):
        player = make_bot(bot)
        assert player.choose(numbers, random.Random(3)) == player.choose(whole, random.Random(3))


@pytest.mark.parametrize("bot", ["random", "greedy", "planner", "medium"])
def test_a_bot_that_reads_no_text_gets_none(bot: str, midway: nyhavn.State, monkeypatch: pytest.MonkeyPatch) -> None:
    assert midway.turn is not None
    spelled: list[int] = []
    moves = midway.rules.moves
    spell = moves.format_moves

    def count(numbers: list[int]) -> list[str]:
        spelled.extend(numbers)
        return spell(numbers)

    def refuse(observation: Observation) -> None:
        pytest.fail("a text was made that nobody reads")

    monkeypatch.setattr(moves, "format_moves", count)
    for name in ("view", "moves"):
        monkeypatch.setattr(Observation, name, property(refuse))
    make_bot(bot).choose(observe(midway, midway.turn), random.Random(1))
    assert len(spelled) == 1


@pytest.mark.parametrize("seat", [None, -1, 2, True, "0"])
def test_only_seats_observe(seat: Any) -> None:
    with pytest.raises(ValueError) as caught:
        observe(nyhavn.new_game("copenhagen", players=2, seed=1), seat)
    assert sentence(caught.value)
