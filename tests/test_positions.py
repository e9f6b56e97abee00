"""Positions: records cut at a move, and what a seat knows with the hidden cards dealt anew."""

import random
from collections import Counter

import pytest

import nyhavn
from nyhavn.positions import ahead, as_known, cut
from tests.conftest import GAMES, NAMES, play_on
from tests.positions import Script


def played(game: str, moves: int, seed: int, **options: object) -> nyhavn.State:
    """A game after some random moves, most of which do something."""
    state = nyhavn.new_game(game, seed=seed, **options)  # type: ignore[arg-type]
    return play_on(state, moves, random.Random(seed), 0.7)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMES)
def test_a_position_is_a_record_cut_at_a_move(game: str, options: dict[str, object]) -> None:
    state = played(game, 30, 4, **options)
    numbers = [number for number, entry in enumerate(state.history) if "move" in entry]
    for moves in (0, 1, 17, len(numbers)):
        found = cut(state, moves)
        last = numbers[moves] if moves < len(numbers) else len(state.history)
        assert found.history == state.history[:last]
        assert nyhavn.parse_record(found.record()) == found
        replayed = nyhavn.parse_record(found.record()).with_chance(Script(" ".join(ahead(state, moves))))
        for entry in state.history[last:]:
            if "move" in entry:
                replayed.play(entry["move"])
        assert replayed == state
    with pytest.raises(ValueError, match="this record has"):
        cut(state, len(numbers) + 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_knows_stays_and_the_rest_is_dealt_anew(players: int) -> None:
    """C11"""
    others: set[str] = set()
    for seed in range(6):
        state = played("copenhagen", 5 * seed + 3, seed, players=players)
        for seat in range(players):
            known = as_known(state, seat, random.Random(seed))
            assert known.view(seat) == state.view(seat)
            assert known.view(None) == state.view(None)
            assert known.seed is None
            assert nyhavn.parse_record(known.record()) == known
            others |= {str(known.view(other)["hand"] == state.view(other)["hand"]) for other in range(players)}
    assert others == {"True", "False"}


def test_what_is_dealt_anew_tells_nothing_of_what_is_hidden() -> None:
    """C11: two games that differ only in what a seat cannot know give the same position, to the letter."""
    base = nyhavn.new_game("copenhagen", players=3, seed=9)
    lines = base.record(seed=False).split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("> hand 1 "))
    texts = {
        hand: "\n".join([*lines[:place], f"> hand 1 {hand}", *lines[place + 1 :]]) for hand in ("RRR", "YGB", "PPP")
    }
    games = [nyhavn.parse_record(text).with_chance(lambda kind, outcomes: "G") for text in texts.values()]
    for state in games:
        for move in ("take 1 2", "take 3 4", "take 5 6"):
            state.play(move)
    assert len({state.record() for state in games}) == 3
    for seat in (0, 2):
        assert len({as_known(state, seat, random.Random(5)).record(seed=False) for state in games}) == 1


def test_each_unseen_card_is_as_likely_as_any_other() -> None:
    """C11: with the odds of all cards that a seat has not seen."""
    state = nyhavn.new_game("copenhagen", players=2, seed=3)
    rng = random.Random(1)
    hands: Counter[str] = Counter()
    for _ in range(400):
        hands.update(as_known(state, 0, rng).view(1)["hand"])
    seen = Counter([*state.view(0)["docks"], *state.view(0)["hand"]])
    unseen = {letter: 14 - seen[letter] for letter in "RYGBP"}
    for letter, number in unseen.items():
        share = number / sum(unseen.values())
        assert abs(hands[letter] / 1200 - share) < 4 * (share * (1 - share) / 1200) ** 0.5


def test_nothing_is_hidden_in_the_dice_game() -> None:
    """W5"""
    state = played("roll-and-write", 12, 1, players=3)
    assert as_known(state, 1, random.Random(1)) == state
