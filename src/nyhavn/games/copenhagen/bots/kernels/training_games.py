"""Whole games of the card game in kernels, which its weights and its network are found by."""

from typing import Any

import numpy as np

from nyhavn.compiled import allocating, kernel
from nyhavn.games.copenhagen.bots.kernels.judge import judge
from nyhavn.games.copenhagen.bots.kernels.layout import MOST_RANKED, SEEN_WIDTH, apply, deal_all, pick_move
from nyhavn.games.copenhagen.bots.kernels.policy import plan, quick_move
from nyhavn.games.copenhagen.bots.kernels.sight import see
from nyhavn.games.copenhagen.bots.kernels.sums import describe, next_to_act, strengths
from nyhavn.games.copenhagen.kernels.layout import ACTION, MOST_PLAYERS, OVER
from nyhavn.games.copenhagen.kernels.turns import set_up
from nyhavn.kernels import nets
from nyhavn.kernels.binding import copied
from nyhavn.luck import Luck, fraction, next_number
from nyhavn.luck import start as start_luck

EVERY = 3
"""One of so many positions is described."""
NEARLY = 0.02
"""A move that is worse by more than this share of a win is a blunder."""


@kernel
def begin(S: Any, integers: Any, luck: Luck, seed: int, number: int, players: int) -> None:
    """A game with luck of its own, dealt."""
    start_luck(luck, seed, number)
    integers[0, :] = 0
    set_up(S, players, 0)
    deal_all(S, luck)


@allocating
def sample(
    states: Any,
    integers: Any,
    fits: Any,
    work: Any,
    described: Any,
    results: Any,
    games: Any,
    luck: Luck,
    seed: int,
    first: int,
    wild: float,
    players: int,
) -> Any:
    """Games numbered from `first` until `described` is full: about one of `EVERY` positions at the beginning of a turn
    is described, with the result of its game; a part of the moves (`wild`) is random, so that unusual positions are
    among them. Gives the number of positions; `games` says of which game each is."""
    S = states[0]
    won = np.zeros(MOST_PLAYERS)
    found = 0
    number = first
    while True:
        begin(S, integers, luck, seed, number, players)
        begun = found
        seat = -1
        while S.phase != OVER:
            if S.turn != seat:
                seat = S.turn
                if next_number(luck) % EVERY == 0:
                    if found == len(described):
                        return begun
                    describe(S, work[0], described[found])
                    games[found] = number
                    found += 1
            if fraction(luck) < wild:
                move = pick_move(S, fits, luck)
            else:
                move = quick_move(S, fits, work[0], luck)
            apply(S, move)
            deal_all(S, luck)
        judge(S, work[0], won)
        for place in range(begun, found):
            for other in range(players):
                results[place, other] = won[other]
        number += 1


MOST_TURNS = 400


@allocating
def play_games(
    states: Any, integers: Any, fits: Any, work: Any, luck: Luck, seed: int, first: int, players: int,
    most: int, wild: float, trust: float, every: int, seen: Any, judged: Any, results: Any,
) -> Any:  # fmt: skip
    """Games numbered from `first` until `seen` is full: what is seen of one of `every` positions at the beginning of
    turns, the sums of all seats, and what they can expect, by how the game went on: what was thought of the next turn,
    or (the less, the more it is trusted) of later ones, up to the end. Seats play the best of `most` moves by the plan;
    some moves (`wild`) are any of these. What comes of a blunder does not count for what was before. Gives the number
    of positions of whole games, and the next game."""
    S, W = states[0], work[0]
    thought = np.zeros((MOST_TURNS, MOST_PLAYERS))
    kept, broken = np.zeros(MOST_TURNS, np.int64), np.zeros(MOST_TURNS, np.int64)
    expected = np.zeros(MOST_PLAYERS)
    ids, values = np.zeros(MOST_RANKED, np.int64), np.zeros(MOST_RANKED)
    found = 0
    number = first
    while True:
        begin(S, integers, luck, seed, number, players)
        begun = found
        turns = 0
        seat = -1
        while S.phase != OVER:
            if S.turn != seat and S.phase == ACTION and turns < MOST_TURNS:
                seat = S.turn
                judge(S, W, thought[turns])
                broken[turns] = 0
                kept[turns] = -1
                if next_number(luck) % every == 0:
                    if found == len(seen):
                        return begun, number
                    for place in range(players + 1):
                        see(S, place, next_to_act(S), W)
                        for column in range(SEEN_WIDTH):
                            seen[found, place, column] = W.seen[place, column]
                    strengths(S, W, expected)
                    for other in range(players):
                        judged[found, other] = expected[other]
                    kept[turns] = found
                    found += 1
                turns += 1
            count = plan(states, integers, 0, fits, W, ids, values, most, luck)
            place = 0
            if fraction(luck) < wild:
                place = next_number(luck) % count
                if values[place] < values[0] - NEARLY:
                    broken[turns - 1] = 1
            apply(S, ids[place])
            deal_all(S, luck)
        judge(S, W, expected)
        for turn in range(turns - 1, -1, -1):
            if broken[turn] == 1:
                for other in range(players):
                    expected[other] = thought[turn, other]
            if kept[turn] >= 0:
                for other in range(players):
                    results[kept[turn], other] = expected[other]
            for other in range(players):
                expected[other] += trust * (thought[turn, other] - expected[other])
        number += 1


learn = allocating(copied(nets.learn, nets.learn.__globals__, __name__))
