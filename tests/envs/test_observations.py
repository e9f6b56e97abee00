"""Observations: all that a seat may know, where it is said to stand, and nothing that is hidden."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import nyhavn
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.facade.cells import NAMES
from tests.conftest import GAMES, play_on, sentence

LETTERS = "RYGBP"


def parts(state: nyhavn.State, seat: int) -> dict[str, Any]:
    observing = observing_of(state.game)
    seen = observing.observe(state.memory, seat)
    assert seen.shape == (observing.size(state.players),)
    return {name: part.tolist() for name, part in observing.split(seen).items()}


def cells(flags: list[int]) -> set[str]:
    return {name for name, flag in zip(NAMES, flags, strict=True) if flag}


def one_of(flags: list[int]) -> int | None:
    assert sum(flags) <= 1
    return flags.index(1) if 1 in flags else None


def seen_of(state: nyhavn.State, every: int) -> Iterator[tuple[int, dict[str, Any], dict[str, Any]]]:
    """A random game to its end: every so many moves each seat, what it observes and what its view tells."""
    luck = random.Random(state.players)
    while not state.over:
        play_on(state, every, luck)
        for seat in range(state.players):
            seen = parts(state, seat)
            assert one_of(seen["seat"]) == seat
            yield seat, seen, state.look(seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_card_game_is_seen_as_its_view_tells(players: int) -> None:
    state = nyhavn.new_game("copenhagen", players=players, seed=players)
    for seat, seen, view in seen_of(state, 7):
        assert one_of(seen["turn"]) == (None if state.over else ((state.turn or 0) - seat) % players)
        assert seen["hand"] == [view["hand"].count(letter) for letter in LETTERS]
        assert [dock in LETTERS and LETTERS.index(dock) for dock in view["docks"] if dock] == [
            one_of(dock) for dock, card in zip(seen["docks"], view["docks"], strict=True) if card
        ]
        assert seen["deck_left"] == [view["deck"]]
        assert seen["specials"] == [view["specials"]]
        assert seen["discards"] == [view["discards"][letter] for letter in LETTERS]
        assert seen["supply"] == list(view["supply"].values())
        assert seen["abilities"] == list(view["abilities"].values())
        for step in range(players):
            other = view["seats"][(seat + step) % players]
            assert seen[f"cards {step}"] == [other["count"]]
            assert seen[f"known {step}"] == [other["known"][letter] for letter in LETTERS]
            assert seen[f"points {step}"] == [state.scores[(seat + step) % players]]
            assert cells(seen[f"covered {step}"]) == set(other["house"])
            assert cells(seen[f"bricks {step}"]) == {cell for cell, put in other["house"].items() if "brick" in put}
            for letter, plane in zip(LETTERS, seen[f"colours {step}"], strict=True):
                assert cells(plane) == {cell for cell, put in other["house"].items() if put[0] == letter}


def test_cards_that_were_not_seen_are_those_of_the_deck_and_of_hidden_hands() -> None:
    state = nyhavn.new_game("copenhagen", players=4, seed=3)
    luck, decks = random.Random(3), set()
    while not state.over:
        memory = state.memory[0]
        for seat in range(4):
            seen = parts(state, seat)
            hidden = sum(memory["hands"][other] - memory["known"][other] for other in range(4) if other != seat)
            assert seen["unseen"] == (memory["deck"] + hidden).tolist()
            assert seen["deck"] == (memory["deck"] if memory["deck_number"] > 1 else 0 * memory["deck"]).tolist()
        decks.add(int(memory["deck_number"]))
        play_on(state, 1, luck)
    assert decks == {1, 2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_dice_game_is_seen_as_its_view_tells(players: int) -> None:
    state = nyhavn.new_game("roll-and-write", players=players, mirror=players == 3, seed=players)
    for seat, seen, view in seen_of(state, 9):
        assert seen["dice"] == [view["dice"].count(face) for face in "RYGBPW"]
        assert seen["round"] == [view["round"]]
        assert seen["mirror"] == [players == 3]
        for step in range(players):
            other = view["seats"][(seat + step) % players]
            assert seen[f"points {step}"] == [state.scores[(seat + step) % players]]
            assert seen[f"tracks {step}"] == list(other["tracks"].values())
            assert cells(seen[f"covered {step}"]) == set(other["sheet"])
            assert cells(seen[f"crosses {step}"]) == {cell for cell, put in other["sheet"].items() if "X" in put}


def test_two_games_that_are_equal_for_a_seat_are_seen_as_equal() -> None:
    """Hidden cards of the others change places with cards of the deck, and nothing is seen of it."""
    luck, observing, different = random.Random(8), observing_of("copenhagen"), 0
    for players in (2, 3, 4):
        for seed in range(6):
            state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), luck.randrange(30), luck)
            for seat in range(players):
                memory = state.memory
                before = observing.observe(memory, seat)
                record = memory[0]
                for other in (other for other in range(players) if other != seat):
                    hidden = record["hands"][other] - record["known"][other]
                    for colour in np.flatnonzero(hidden):
                        left: list[int] = np.flatnonzero(record["deck"]).tolist()
                        wanted = luck.choice(left or [int(colour)])
                        if record["deck_number"] == 1 and record["deck"][wanted]:
                            record["hands"][other, colour] -= 1
                            record["hands"][other, wanted] += 1
                            record["deck"][colour] += 1
                            record["deck"][wanted] -= 1
                different += memory.tobytes() != state.memory.tobytes()
                assert observing.observe(memory, seat).tobytes() == before.tobytes()
                others = (seat + 1) % players
                if memory.tobytes() != state.memory.tobytes():
                    assert observing.observe(memory, others).tobytes() != before.tobytes()
    assert different > 20


def test_numbers_stay_within_what_is_said(table: tuple[str, dict[str, Any]]) -> None:
    """In many games, at every stage, for every seat; and every place that can change does."""
    game, options = table
    env = BatchEnv(game, games=64, seed=6, **options)
    most = env.observing.most(env.players)
    assert most.shape == (env.observing.size(env.players),) == env.observing.private(env.players).shape
    highest = np.zeros_like(most)
    for time in range(400):
        env.step(env.sample())
        if time % 8 == 0:
            for seat in range(env.players):
                seen = env.observe(np.full(64, seat))
                assert (seen <= most).all()
                highest = np.maximum(highest, seen.max(axis=0))
    named = env.observing.split(highest, env.players)
    never = {name for name, part in named.items() if not part.any()}
    assert never <= {"mirror", "fresh_stars", "fresh_bonuses", "no_cross", "second_deck", "deck", "rolling"}


def test_a_move_that_is_begun_is_seen_by_the_seat_that_decides_only(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    observing, encoding = observing_of(game), encoding_of(game)
    state = nyhavn.new_game(game, seed=1, **options)
    verb, luck = ("build", random.Random(2)) if game == "copenhagen" else ("draw", random.Random(3))
    while not any(move.startswith(verb) for move in state.moves()):
        state.play(luck.choice(state.moves()))
    move = luck.choice([move for move in state.moves() if move.startswith(verb)])
    row, turn = encoding.text_to_action(move), state.turn or 0
    tile, *placed = move.split()[1 : move.split().index("pay" if verb == "build" else "using")]
    nothing = observing.observe(state.memory, turn)
    for begun in range(1, len(row)):
        seen = observing.split(observing.observe(state.memory, turn, row[:begun]))
        assert cells(seen["cells"].tolist()) == {cell.strip("*") for cell in placed}
        assert (LETTERS.index(tile[0]) * 4 + int(tile[1]) - 2) == one_of(seen["kind"].tolist())
        marked = {cell.strip("*") for cell in placed if "*" in cell}
        if verb == "build":
            assert cells(seen["brick"].tolist()) == marked
        else:
            assert cells(seen["cross"].tolist()) == (marked if begun > 1 else set())
            assert bool(seen["no_cross"][0]) == (begun > 1 and not marked)
        other = (turn + 1) % state.players
        assert (observing.observe(state.memory, other, row[:begun]) == observing.observe(state.memory, other)).all()
        assert (observing.observe(state.memory, turn, row[:begun]) != nothing).any()


@pytest.mark.parametrize(("game", "options"), GAMES[:1])
def test_there_is_no_seat_beyond_the_table(game: str, options: dict[str, Any]) -> None:
    state = nyhavn.new_game(game, seed=1, **options)
    for seat in (-1, 2):
        with pytest.raises(ValueError) as refusal:
            observing_of(game).observe(state.memory, seat)
        assert sentence(refusal.value)
