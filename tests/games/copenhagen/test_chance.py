"""Chance is right, not just legal: cards follow their exact distributions, whatever the players do.

Every statistical test here compares with exact probabilities by chi-square, on fixed seeds; the risk of refusing a
correct deal was one in a million for each when the seeds were chosen (see `tests.odds`).
"""

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, count, product
from random import Random
from typing import Any

import numpy as np
import pytest

import nyhavn
from nyhavn.compiled import kernel
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import BY_END_CARD
from nyhavn.games.copenhagen.kernels.options import pick_move
from nyhavn.games.copenhagen.moves import find_move
from nyhavn.kernels.batch import States
from nyhavn.luck import Luck, fast
from tests.games.copenhagen.policies import PLAYERS, Policy, packing
from tests.odds import assert_follows, seeded_below

COLOURS = "RYGBP"
COPIES = {2: 14, 3: 12, 4: 14}  # C5
DECISIONS = {"action", "action with help", "after take", "after take with help", "discard", "coat"}


# Games dealt by a seed


class BookDealer:
    """Chance from outside that deals a whole game by the description of seeded chance."""

    def __init__(self, seed: int) -> None:
        self.seed, self.deck, self.dealt = seed, 1, 0

    def __call__(self, kind: str, outcomes: dict[str, int]) -> str:
        cards = [card for card, copies in outcomes.items() for _ in range(copies)]
        card = cards[seeded_below(self.seed, f"deck {self.deck}", self.dealt, len(cards))]
        self.dealt += 1
        if len(cards) == 1:  # C18
            self.deck, self.dealt = 2, 0
        return card


def play_out(state: nyhavn.State, policy: Policy, luck: Random) -> nyhavn.State:
    while state.turn is not None:
        state.play(policy(state.turn, state.view(state.turn), state.moves(), luck))
    return state


def first_take(seat: int, view: Mapping[str, Any], moves: list[str], luck: Random) -> str:
    """Takes docks 1 and 2, discards, and never builds."""
    return moves[0]


@pytest.mark.parametrize("policy", [first_take, *PLAYERS.values()])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seeded_game_is_dealt_as_specified(players: int, policy: Policy) -> None:
    """Event n of deck d depends on the seed, d and n alone, from the first card to the End card."""
    for seed in (players, 10**30 + players):
        seeded = nyhavn.new_game("copenhagen", players=players, seed=seed)
        fed = nyhavn.new_game("copenhagen", players=players, chance=BookDealer(seed))
        assert play_out(seeded, policy, Random(seed)).history == play_out(fed, policy, Random(seed)).history


def first_deck(state: nyhavn.State) -> list[str]:
    """The cards of the first deck in the order dealt; each starting hand sorted, as the history has it."""
    cards: list[str] = []
    for entry in state.history:
        kind, *words = entry.get("chance", "move").split()
        if kind == "shuffle":
            break
        if kind != "move":
            cards += [word[2:] for word in words] if kind == "refill" else words[-1]
    return cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_deck_does_not_depend_on_what_is_played(players: int) -> None:
    for seed in range(5):
        games = [
            play_out(nyhavn.new_game("copenhagen", players=players, seed=seed), policy, Random(seed))
            for policy in (first_take, *PLAYERS.values())
        ]
        longest = max(map(first_deck, games), key=len)
        assert [first_deck(game) == longest[: len(first_deck(game))] for game in games] == [True] * len(games)
        assert len({len(game.history) for game in games}) > 1, "these were the same games"


# Distributions


def pair_weights(copies: int) -> dict[tuple[str, str], float]:
    """Two cards of a deck, one after the other, without replacement."""
    return {(one, two): copies * (copies - (one == two)) for one, two in product(COLOURS, COLOURS)}


def hand_weights(copies: int) -> dict[str, float]:
    """Two cards of a deck in any order."""
    pairs = pair_weights(copies)
    return {one + two: pairs[one, two] * (1 + (one != two)) for one, two in combinations_with_replacement(COLOURS, 2)}


def reds_weights(copies: int) -> dict[int, float]:
    """How many of the seven docks are red; four and more counted together."""
    ways = [math.comb(copies, reds) * math.comb(4 * copies, 7 - reds) for reds in range(8)]
    return dict(enumerate([*ways[:4], sum(ways[4:])]))


@pytest.mark.slow
def test_seeded_openings_follow_their_distributions() -> None:
    """C6–C8 over 4,000 seeds: single cards, pairs near and far, hands, whole rows of docks."""
    docks, hands, refills = [], [], []
    for seed in range(4000):
        state = nyhavn.new_game("copenhagen", players=2, seed=seed)
        state.play("take 1 2")
        history = [entry.get("chance", "") for entry in state.history]
        docks.append(history[0].split()[1])
        hands.append(history[1].split()[2])
        refills.append(history[4].split()[1][2:])
    assert_follows((row[0] for row in docks), dict.fromkeys(COLOURS, 1))
    assert_follows(((row[0], row[1]) for row in docks), pair_weights(14))
    assert_follows(((row[2], row[6]) for row in docks), pair_weights(14))
    assert_follows(((row[0], refill) for row, refill in zip(docks, refills, strict=True)), pair_weights(14))
    assert_follows(hands, hand_weights(14))
    assert_follows((min(4, row.count("R")) for row in docks), reds_weights(14))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_seeded_end_card_is_any_of_the_last_ten(players: int) -> None:
    """C7 with two players, C18 after the shuffle with three: 400 seeds each, 0 to 9 cards are left under it."""
    left = []
    for seed in range(400):
        game = nyhavn.new_game("copenhagen", players=players, seed=seed)
        left.append(play_out(game, first_take, Random()).view()["deck"])
    assert_follows(left, dict.fromkeys(range(10), 1))


def fast_games(players: int, games: int, luck: Luck) -> States:
    states = batch.new_states(games)
    batch.begin_all(states, players, 0, luck)
    return states


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by", ["stream", "seed"])
def test_fast_openings_follow_their_distributions(players: int, by: str) -> None:
    """The same for the fast generator, over 40,000 streams of one seed and over as many seeds."""
    games = 40_000
    luck = fast(7, games) if by == "stream" else np.concatenate([fast(seed) for seed in range(games)])
    states = fast_games(players, games, luck)
    docks = ["".join(COLOURS[card] for card in row) for row in states["docks"].tolist()]
    hands = ["".join(map(str.__mul__, COLOURS, row[0])) for row in states["hands"].tolist()]
    assert_follows((row[0] for row in docks), dict.fromkeys(COLOURS, 1))
    assert_follows(((row[0], row[1]) for row in docks), pair_weights(COPIES[players]))
    assert_follows(((row[2], row[6]) for row in docks), pair_weights(COPIES[players]))
    assert_follows(hands, hand_weights(COPIES[players]))
    assert_follows((min(4, row.count("R")) for row in docks), reds_weights(COPIES[players]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fast_end_card_is_any_of_the_last_ten(players: int) -> None:
    """20,000 games at random; none of these players reaches 12 points, which would end a game before its End card."""
    luck = fast(players, 20_000)
    states = fast_games(players, 20_000, luck)
    batch.play_out_all(states, batch.new_fits(), luck)
    assert (states["ending"] == BY_END_CARD).all()
    assert_follows(states["deck_left"].tolist(), dict.fromkeys(range(10), 1))


# Moves picked at random


@kernel
def pick_many(states: States, fits: Luck, luck: Luck, out: Luck) -> None:
    for number in range(len(out)):
        out[number] = pick_move(states[0], fits, luck)


@cache
def positions() -> dict[str, nyhavn.State]:
    """One position of each kind of decision, with and without *discount* and *recolour*, that is, with more than
    three ways to pay for the same build."""
    found: dict[str, nyhavn.State] = {}
    for seed in count():
        state, luck = nyhavn.new_game("copenhagen", players=3, seed=seed), Random(seed)
        while state.turn is not None:
            view = state.view(state.turn)
            payments = Counter(move.partition(" pay ")[0] for move in view["moves"])
            helped = " with help" if max(payments.values()) > 3 else ""
            if 5 < len(view["moves"]) < 1500:
                found.setdefault(view["phase"] + helped, state.copy())
            state.play(packing(state.turn, view, view["moves"], luck))
        if found.keys() >= DECISIONS:
            break
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_a_picked_move_is_any_legal_one(kind: str) -> None:
    """Uniform random play is uniform over `moves()`: 50 picks for each of them."""
    state = positions()[kind]
    moves = [find_move(move) for move in state.moves()]
    picked = np.zeros(50 * len(moves), np.int64)
    pick_many(state.memory, batch.new_fits(), fast(3)[0], picked)
    assert_follows(picked.tolist(), dict.fromkeys(moves, 1))


# Refusals


def test_chance_from_outside_is_asked_only_when_a_move_is_played() -> None:
    """A refused move asks nothing; an answer that cannot come undoes the move."""
    asked: list[str] = []
    answers: list[str] = []

    def source(kind: str, outcomes: dict[str, int]) -> str:
        asked.append(kind)
        return answers.pop() if answers else max(outcomes, key=lambda card: outcomes[card])

    state = nyhavn.new_game("copenhagen", players=2, chance=source)
    assert asked == ["docks"] * 7 + ["hand"] * 5
    before = state.copy()
    with pytest.raises(nyhavn.IllegalMove):
        state.play("discard R")
    assert len(asked) == 12
    answers[:] = ["End", "R"]
    with pytest.raises(ValueError, match="'End'"):
        state.play("take 1 2")
    assert state == before
    assert state.memory.tobytes() == before.memory.tobytes()
    state.play("take 1 2")
    assert asked[12:] == ["refill"] * 4


@pytest.mark.parametrize("players", [2, 4])
def test_the_odds_of_the_end_card_are_those_it_is_dealt_by(players: int) -> None:
    """C7, C18: what a view says is what the weights of single cards come to."""
    safe: list[float] = []

    def no_end(kind: str, outcomes: dict[str, int]) -> str:
        total = sum(outcomes.values())
        safe.append(1 - outcomes.get("End", 0) / total)
        return next((card for card in outcomes if card != "End"), "End")

    state = nyhavn.new_game("copenhagen", players=players, chance=no_end)
    likely = 0
    while not state.over:
        odds = state.view()["end_odds"]
        safe.clear()
        move = next(move for move in state.moves() if move.startswith(("take 1 2", "discard")))
        state.play(move)
        if safe and len(safe) == 2:
            assert odds[1] == pytest.approx(1 - safe[0] * safe[1], abs=1e-4)
            assert odds[0] == pytest.approx(1 - safe[0], abs=1e-4)
            likely += odds[1] > 0
    assert likely >= 4
