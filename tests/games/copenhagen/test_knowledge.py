"""What a seat imagines of hidden cards comes as often as exact enumeration says, no matter what asks for it."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement, product
from math import factorial, prod, sqrt
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nyhavn
from nyhavn.bots import Observation, observe
from nyhavn.envs.observations import observing_of
from nyhavn.envs.openspiel import resampling
from nyhavn.facade.colours import LETTERS
from nyhavn.games.copenhagen import knowledge
from nyhavn.games.copenhagen.components import CARDS_OF_A_COLOUR
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import EMPTY
from nyhavn.games.copenhagen.knowledge import remember
from nyhavn.kernels.batch import Ints
from nyhavn.luck import fast
from nyhavn.positions import as_known
from nyhavn.rules import SPECTATOR
from tests.conftest import play_on
from tests.odds import assert_follows

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


def exact(state: nyhavn.State, seat: int | None) -> dict[tuple[Cards, ...], float]:
    """How likely every combination of hidden cards of the others is: all ways to deal the cards that the seat has not
    seen to the opening hands of the others (and to the deck) are equally likely, as far as they are possible."""
    others = [other for other in range(state.players) if other != seat]
    shown = {other: np.array(opening(state, other)) - hidden(state, other) for other in others}
    memory = state.memory[0]
    lying = np.bincount(memory["docks"][memory["docks"] != EMPTY], minlength=len(LETTERS)) + memory["discards"]
    unseen = CARDS_OF_A_COLOUR[state.players] - lying - memory["known"][others].sum(axis=0)
    if seat is not None:
        unseen -= memory["hands"][seat]
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
    states = np.repeat(seen.memory, draws)
    assert batch.imagine_all(states, seen.seat, past_of(seen), fast(5)[0])
    return states


def past_of(seen: Observation) -> Ints:
    return remember(seen.view["history"], seen.players)


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
        shown = past_of(observe(state, 0))[: players * len(LETTERS)].reshape(players, len(LETTERS))
        for seat in range(players):
            assert shown[seat].tolist() == (np.array(opening(state, seat)) - hidden(state, seat)).tolist()


# Everybody who asks for what a seat may believe


def as_known_cards(state: nyhavn.State, draws: int) -> list[tuple[Cards, ...]]:
    """Positions to be shared, as seat 0 knows the game."""
    luck = random.Random(3)
    known = [as_known(state, 0, luck) for _ in range(draws)]
    return [tuple(hidden(one, other) for other in range(1, state.players)) for one in known]


def openspiel_cards(state: nyhavn.State, draws: int, way: str) -> list[tuple[Cards, ...]]:
    """States of OpenSpiel, as seat 0 may take the game for."""
    luck = random.Random(3)
    seen, listed = observe(state, 0), pyspiel.load_game("python_copenhagen", {"players": state.players})
    begun = resampling.believed(listed, seen, luck.random)
    ask: dict[str, Callable[[], Any]] = {
        "believed": lambda: resampling.believed(listed, seen, luck.random),
        "resampled": lambda: begun.resample_from_infostate(0, luck.random),
        "exchanged": lambda: resampling.exchanged(begun, 0, luck.random),
    }
    found = []
    for _ in range(draws):
        memory = ask[way]().memory[0]
        cards = memory["hands"][1 : state.players] - memory["known"][1 : state.players]
        found.append(tuple(map(tuple, cards.tolist())))
    return found


ASKED: dict[str, Callable[[nyhavn.State, int], list[tuple[Cards, ...]]]] = {
    "positions": as_known_cards,
    **{way: partial(openspiel_cards, way=way) for way in ("believed", "resampled", "exchanged")},
}
every_asker = pytest.mark.parametrize("asker", ASKED)


def paid_two_of_three() -> nyhavn.State:
    """Seat 1 began with three cards and has paid two red ones; the third is hidden."""
    for seed in range(1000):
        state = nyhavn.new_game("copenhagen", seed=seed)
        if opening(state, 1)[0] >= 2:
            state.play("take 1 2")
            state.play(next(move for move in state.moves() if move.startswith("build R2") and move.endswith("pay RR")))
            return state
    raise AssertionError("no such game")


@every_asker
def test_all_askers_get_the_same_odds(asker: str) -> None:
    """Opening cards were shown (r) and others are hidden (x): a plain draw would be wrong, and would be noticed."""
    state = paid_two_of_three()
    expected = exact(state, 0)
    drawn = ASKED[asker](state, 2500)
    assert_follows(drawn, expected)
    deck = observe(state, 0).memory[0]["deck"]
    plain = {(tuple(int(colour == card) for colour in range(len(LETTERS))),): int(n) for card, n in enumerate(deck)}
    with pytest.raises(AssertionError):
        assert_follows(drawn, plain)


def test_a_spectator_takes_every_hand_for_what_it_may_be() -> None:
    """Positions that somebody brings are dealt anew with the odds of what all have seen, every seat's cards."""
    state = paid_two_of_three()
    states = np.repeat(knowledge.erase(state.memory, SPECTATOR), DRAWS)
    assert batch.imagine_all(states, SPECTATOR, state.past, fast(5)[0])
    cards = (states["hands"] - states["known"])[:, :2].tolist()
    assert_follows([tuple(map(tuple, hands)) for hands in cards], exact(state, None))
    luck = random.Random(4)
    known = [as_known(state, None, luck) for _ in range(20)]
    assert {str(one.look(None)) for one in known} == {str(state.look(None))}
    assert len({str(one.look(0)["hand"]) for one in known}) > 1


@every_asker
def test_before_the_first_move_it_is_a_plain_draw(asker: str) -> None:
    """Nothing was shown: each seat's cards are any of those that seat 0 has not seen."""
    state = nyhavn.new_game("copenhagen", players=3, seed=3)
    seen = Counter(card for hands in ASKED[asker](state, 800) for hand in hands for card in cards_of(hand))
    deck = observe(state, 0).memory[0]["deck"].tolist()
    assert_follows(seen.elements(), dict(zip(LETTERS, deck, strict=True)))


def cards_of(hand: Cards) -> str:
    return "".join(letter * number for letter, number in zip(LETTERS, hand, strict=True))


@pytest.mark.parametrize("players", [2, 3])
def test_later_in_the_game_the_odds_are_exact_for_searchers_too(players: int) -> None:
    for state in games(players, 8 * players, wanted=2):
        drawn = Counter(openspiel_cards(state, 3000, "exchanged"))
        for cards, chance in exact(state, 0).items():
            assert abs(drawn.pop(cards, 0) / 3000 - chance) <= 5 * sqrt(chance / 3000) + 2 / 3000, cards
        assert not drawn


def test_what_was_dealt_tells_the_same_past_as_the_history() -> None:
    for players in (2, 3, 4):
        for moves in (0, 9, 60):
            state = play_on(nyhavn.new_game("copenhagen", players=players, seed=moves), moves, random.Random(moves))
            openings = tuple(tuple(dealt(state, seat).split()[-1]) for seat in range(players))
            past = knowledge.remember(state.history, players)
            assert knowledge.past_of(state.memory, openings).tolist() == past.tolist()
            assert knowledge.openings(state.memory, past) == openings


def test_kernels_refuse_seats_and_pasts_that_are_none() -> None:
    states, past, luck = nyhavn.new_game("copenhagen", seed=1).memory, batch.new_past(), fast(1)[0]
    before = states.tobytes()
    assert not any(batch.erase_all(states, seat) for seat in (-2, 2))
    assert not any(batch.imagine_all(states, seat, past, luck) for seat in (-2, 2))
    assert not batch.imagine_all(states, 0, past[:-1], luck)
    assert states.tobytes() == before


@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), moves=st.integers(0, 150))
def test_unseen_cards_are_the_same_for_bots_and_environments(players: int, seed: int, moves: int) -> None:
    """One kernel counts them; here they are counted once more, from the view."""
    state = play_on(nyhavn.new_game("copenhagen", players=players, seed=seed), moves, random.Random(seed))
    observing = observing_of("copenhagen")
    for seat in range(players):
        view = state.look(seat)
        lying = Counter(card for card in view["docks"] if card) + Counter(view["hand"]) + Counter(view["discards"])
        for other, known in enumerate(view["seats"]):
            lying += Counter(known["known"]) if other != seat else Counter()
        unseen = [CARDS_OF_A_COLOUR[players] - lying[letter] for letter in LETTERS]
        observed = observing.split(observing.observe(state.memory, seat), players)
        assert observed["unseen"].tolist() == unseen
        if state.memory["deck_number"][0] == 1:
            assert observe(state, seat).memory["deck"][0].tolist() == unseen
