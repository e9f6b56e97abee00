"""What a seat imagines of hidden cards comes as often as exact enumeration says."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod, sqrt

import numpy as np
import pytest

import nyhavn
from nyhavn.bots import Observation, observe
from nyhavn.bots.thinking import thinking_of
from nyhavn.facade.colours import LETTERS
from nyhavn.games.copenhagen.components import CARDS_OF_A_COLOUR
from nyhavn.games.copenhagen.kernels.layout import EMPTY
from nyhavn.games.copenhagen.knowledge import remember
from nyhavn.luck import fast
from tests.conftest import play_on

pytestmark = pytest.mark.slow

DRAWS = 20_000
Cards = tuple[int, ...]
"""Cards by colour."""


def opening_hands(size: int) -> Iterator[Cards]:
    for cards in combinations_with_replacement(range(len(LETTERS)), size):
        yield tuple(cards.count(colour) for colour in range(len(LETTERS)))


def dealt(state: nyhavn.State, seat: int) -> str:
    """The line of the record with the opening hand of a seat."""
    return next(line for line in state.record(seed=False).splitlines() if line.startswith(f"> hand {seat} "))


def is_possible(state: nyhavn.State, seat: int, hand: Cards) -> bool:
    """Whether everything that was seen could have happened with another opening hand: the rules decide."""
    cards = "".join(letter * count for letter, count in zip(LETTERS, hand, strict=True))
    text = state.record(seed=False).replace(dealt(state, seat), f"> hand {seat} {cards}")
    try:
        nyhavn.parse_record(text)
    except nyhavn.RecordError as error:
        # A colour of which others hold too much already: not ruled out by what this seat did.
        return "deck" in str(error)
    return True


def hidden(state: nyhavn.State, seat: int) -> Cards:
    memory = state.memory[0]
    return tuple((memory["hands"][seat] - memory["known"][seat]).tolist())


def opening(state: nyhavn.State, seat: int) -> Cards:
    cards = dealt(state, seat).split()[-1]
    return tuple(cards.count(letter) for letter in LETTERS)


def exact(state: nyhavn.State, seat: int) -> dict[tuple[Cards, ...], float]:
    """How likely every combination of hidden cards of the others is: all ways to deal the cards that the seat has not
    seen to the opening hands of the others (and to the deck) are equally likely, as far as they are possible."""
    others = [other for other in range(state.players) if other != seat]
    shown = {other: np.array(opening(state, other)) - hidden(state, other) for other in others}
    memory = state.memory[0]
    lying = np.bincount(memory["docks"][memory["docks"] != EMPTY], minlength=len(LETTERS)) + memory["discards"]
    unseen = CARDS_OF_A_COLOUR[state.players] - lying - memory["hands"][seat] - memory["known"][others].sum(axis=0)
    if memory["deck_number"] > 1:
        unseen -= memory["deck"]  # C18: these have been seen
    pool = unseen + sum(shown.values())
    deals: dict[tuple[Cards, ...], float] = {}
    choices = [
        [hand for hand in opening_hands(sum(opening(state, other))) if is_possible(state, other, hand)]
        for other in others
    ]
    for hands in product(*choices):
        left = pool - np.sum(hands, axis=0)
        if (left < 0).any() or (memory["deck_number"] > 1 and left.any()):
            continue
        ways = prod(
            factorial(int(cards)) // factorial(int(rest)) // prod(factorial(hand[colour]) for hand in hands)
            for colour, (cards, rest) in enumerate(zip(pool, left, strict=True))
        )
        key = tuple(tuple((np.array(hand) - shown[other]).tolist()) for other, hand in zip(others, hands, strict=True))
        deals[key] = deals.get(key, 0) + ways
    total = sum(deals.values())
    return {key: ways / total for key, ways in deals.items()}


def imagined(seen: Observation, draws: int) -> np.ndarray:
    """Positions as the seat imagines them."""
    thinking = thinking_of(seen.game)
    states = np.repeat(seen.memory, draws + 1)
    words = states.view(np.int64).reshape(draws + 1, -1)
    thinking.imagine_all(states, words, remember(seen.view), fast(5)[0], seen.seat)
    return states[1:]


def games(players: int, moves: int, wanted: int, second_deck: bool = False) -> list[nyhavn.State]:
    """Games in which another seat than 0 has shown opening cards and still holds others."""
    found = []
    for seed in range(400):
        state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), moves, random.Random(seed))
        others = range(1, players)
        if state.over or (int(state.memory["deck_number"][0]) > 1) != second_deck:
            continue
        if any(sum(opening(state, other)) > sum(hidden(state, other)) > 0 for other in others):
            found.append(state)
        if len(found) == wanted:
            break
    assert len(found) == wanted
    return found


def compare(state: nyhavn.State) -> None:
    seen = observe(state, 0)
    states = imagined(seen, DRAWS)
    expected = exact(state, 0)
    drawn = states["hands"][:, 1 : state.players] - states["known"][:, 1 : state.players]
    counts = Counter(tuple(map(tuple, cards)) for cards in drawn.tolist())
    assert set(counts) <= set(expected)
    for cards, chance in expected.items():
        assert abs(counts[cards] / DRAWS - chance) <= 5 * sqrt(chance / DRAWS) + 2 / DRAWS, cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_cards_come_as_often_as_they_should(players: int) -> None:
    for state in games(players, 8 * players, wanted=6 if players < 4 else 2):
        compare(state)


def test_after_the_shuffle_the_hidden_cards_are_those_that_lie_nowhere() -> None:
    for state in games(3, 60, wanted=3, second_deck=True):
        compare(state)


def test_a_card_that_was_shown_is_not_a_card_that_was_drawn() -> None:
    """Of a seat that has shown one of two red cards, it is not as likely as in a plain draw that it has the other."""
    state = next(
        state
        for state in games(2, 16, wanted=6)
        if any(np.minimum(np.array(opening(state, 1)) - hidden(state, 1), 1)) and sum(hidden(state, 1)) == 1
    )
    memory = observe(state, 0).memory[0]
    shown = int(np.argmax(np.array(opening(state, 1)) - hidden(state, 1)))
    plain = memory["deck"][shown] / memory["deck"].sum()
    exactly = sum(chance for (cards,), chance in exact(state, 0).items() if cards[shown])
    assert exactly < 0.85 * plain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_imagined_is_a_whole_game(players: int) -> None:
    """All cards are there, hands are as large as they are, and what the seat knows is as it was."""
    for seed in range(6):
        state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), 30 * (seed % 3), random.Random(seed))
        if state.over:
            continue
        for position in imagined(observe(state, 1), 50):
            docks = np.bincount(position["docks"][position["docks"] != EMPTY], minlength=len(LETTERS))
            total = docks + position["discards"] + position["deck"] + position["hands"].sum(axis=0)
            assert (total == CARDS_OF_A_COLOUR[players]).all()
            assert (position["hands"].sum(axis=1) == position["counts"]).all()
            assert (position["hands"] >= position["known"]).all()
            assert position["deck"].sum() + (position["end_card"] == 1) == position["deck_left"]
            assert (position["hands"][1] == state.memory[0]["hands"][1]).all()


def test_shown_cards_are_remembered() -> None:
    """An opening card that is paid is shown; one that was taken before is not."""
    for players in (2, 3, 4):
        state = play_on(nyhavn.new_game("copenhagen", players=players, seed=9), 60, random.Random(9))
        shown = remember(observe(state, 0).view)[: players * len(LETTERS)].reshape(players, len(LETTERS))
        for seat in range(players):
            assert shown[seat].tolist() == (np.array(opening(state, seat)) - hidden(state, seat)).tolist()
