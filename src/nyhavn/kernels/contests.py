"""Whole games in kernels, between ways to play: for tuning and for quick comparisons."""

from typing import Any

from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.requirements import (
    MOST_PLAYERS,
    OVER,
    apply,
    deal_all,
    describe,
    judge,
    pick_move,
    plan,
    quick_move,
    set_up,
    whose,
)
from nyhavn.luck import MASK, Words, next_word
from nyhavn.luck import start as start_luck

RANDOM, QUICK, PLANNED = range(3)
PLANNED_MOVES = 24


def chosen(states: States, words: Ints, fits: Ints, room: Any, ids: Ints, values: Any, way: int, luck: Words) -> Any:
    S = states[0]
    if way == RANDOM:
        return pick_move(S, fits, luck)
    if way == QUICK:
        return quick_move(S, fits, room, luck)
    plan(states, words, 0, fits, room, ids, values, PLANNED_MOVES, luck)
    return ids[0]


def contest(
    states: States,
    words: Ints,
    fits: Ints,
    rooms: Any,
    ids: Ints,
    values: Any,
    ways: Ints,
    shares: Any,
    luck: Words,
    seed: int,
    first: int,
    games: int,
    players: int,
    option: int,
) -> Any:
    """Whole games numbered from `first`; in each, ways[seat] says how a seat plays, with its row of `rooms`. `shares`
    adds up the wins by seat. Gives the number of moves."""
    S = states[0]
    moves = 0
    won = rooms[0, rooms.shape[1] - MOST_PLAYERS :]
    for number in range(first, first + games):
        start_luck(luck, seed, number)
        words[0, :] = 0
        set_up(S, players, option)
        deal_all(S, luck)
        while S.phase != OVER:
            apply(S, chosen(states, words, fits, rooms[S.turn], ids, values, ways[S.turn], luck))
            deal_all(S, luck)
            moves += 1
        judge(S, rooms[0], won)
        for seat in range(players):
            shares[seat] += won[seat]
    return moves


def sample(
    states: States,
    words: Ints,
    fits: Ints,
    room: Any,
    ids: Ints,
    values: Any,
    described: Any,
    results: Any,
    games: Ints,
    luck: Words,
    seed: int,
    first: int,
    every: int,
    wild: float,
    players: int,
    option: int,
) -> Any:
    """Games numbered from `first` until `described` is full: about one of `every` positions at the beginning of a
    turn is described, with the result of its game; a part of the moves (`wild`) is random, so that unusual positions
    are among them. Gives the number of positions; `games` says of which game each is."""
    S = states[0]
    found = 0
    number = first
    won = room[len(room) - MOST_PLAYERS :]
    while True:
        start_luck(luck, seed, number)
        words[0, :] = 0
        set_up(S, players, option)
        deal_all(S, luck)
        begun = found
        seat = -1
        while S.phase != OVER:
            if whose(S) != seat:
                seat = whose(S)
                if next_word(luck) % every == 0:
                    if found == len(described):
                        return begun
                    describe(S, room, described[found])
                    games[found] = number
                    found += 1
            if next_word(luck) / (MASK + 1.0) < wild:
                move = pick_move(S, fits, luck)
            else:
                move = chosen(states, words, fits, room, ids, values, QUICK, luck)
            apply(S, move)
            deal_all(S, luck)
        judge(S, room, won)
        for place in range(begun, found):
            for other in range(players):
                results[place, other] = won[other]
        number += 1


HELPERS = (chosen,)
ENTRIES = (contest, sample)
