"""Whole games of the dice game in kernels, for tuning and measuring."""

from math import exp
from typing import Any

from nyhavn.compiled import entry
from nyhavn.games.roll_and_write.bots.kernels.judge import describe, judge
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.policy import quick_move
from nyhavn.games.roll_and_write.bots.kernels.sheets import unit, units
from nyhavn.games.roll_and_write.kernels import knowledge, options, turns
from nyhavn.games.roll_and_write.kernels.layout import OVER, ROLL
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS
from nyhavn.luck import MASK, Words, next_word
from nyhavn.luck import start as start_luck

RULES = units.rules(__name__, {**vars(turns), **vars(options), **vars(knowledge)})
apply, deal_all, pick_move = RULES["apply"], RULES["deal_all"], RULES["pick_move"]

RANDOM, QUICKLY, PLANNED = range(3)
SLIPS = 16
LIMIT = 4.0
WILD = 8
"""Where a game is to leave the usual ways, one of so many best moves is played."""


@unit(INT, INTS, FLOATS, INT, FLOAT, INTS)
def slip(ids: Any, values: Any, found: int, warmth: float, luck: Words) -> Any:
    """One of the best moves, the better ones more often, as levels for people play (`nyhavn.bots.levels`)."""
    best = values[0]
    total = 0.0
    for place in range(found):
        loss = (best - values[place]) / warmth
        values[place] = exp(-loss) if loss <= LIMIT else 0.0
        total += values[place]
    left = total * (next_word(luck) / (MASK + 1.0))
    for place in range(found):
        left -= values[place]
        if left < 0.0:
            return ids[place]
    return ids[0]


@entry
def contest(
    states: Any,
    words: Any,
    fits: Any,
    rooms: Any,
    ids: Any,
    values: Any,
    ways: Any,
    warmths: Any,
    shares: Any,
    tally: Any,
    luck: Words,
    dice: Words,
    seed: int,
    first: int,
    games: int,
    players: int,
) -> None:
    """Games numbered from `first`, each from all seats with the same dice: player n plays in its way with its room,
    and slips if it has a warmth. Adds up the wins of each player, and in `tally` rounds and the points of each."""
    S = states[0]
    for number in range(first, first + games):
        for turned in range(players):
            start_luck(luck, seed, 2 * number)
            start_luck(dice, seed, 2 * number + 1)
            words[:] = 0
            set_up(S, players, 0)
            deal_all(S, dice)
            while S.phase != OVER:
                player = (S.turn + turned) % players
                if ways[player] == RANDOM:
                    move = pick_move(S, fits, luck)
                elif ways[player] == QUICKLY:
                    move = quick_move(S, fits, rooms[player], luck)
                elif warmths[player] > 0.0:
                    found = best_moves(S, rooms[player], ids, values, SLIPS)
                    move = slip(ids, values, found, warmths[player], luck)
                else:
                    best_moves(S, rooms[player], ids, values, 1)
                    move = ids[0]
                apply(S, move)
                deal_all(S, dice)
            judge(S, rooms[0], values)
            tally[0] += S.round_number
            for seat in range(players):
                shares[(seat + turned) % players] += values[seat]
                tally[1 + (seat + turned) % players] += S.scores[seat]


@entry
def sample(
    states: Any,
    words: Any,
    fits: Any,
    room: Any,
    ids: Any,
    values: Any,
    luck: Words,
    seed: int,
    first: int,
    wild: float,
    quickly: float,
    trust: float,
    players: int,
    described: Any,
    results: Any,
) -> Any:
    """Games numbered from `first` until `described` is full: the positions before each turn, with the result that each
    seat can expect: what it has won in the end, mixed (by `trust`, turn by turn) with how later positions of the game
    were judged. Some moves are quick ones, and some (`wild`) any of the best few, so that positions of many kinds are
    among them. Gives the number of positions of whole games, and the next game."""
    S = states[0]
    found = 0
    number = first
    while True:
        start_luck(luck, seed, number)
        words[:] = 0
        set_up(S, players, 0)
        begun = found
        while S.phase != OVER:
            if S.phase == ROLL and S.rolled == 0:
                if found == len(described):
                    return begun, number
                describe(S, described[found])
                judge(S, room, results[found])
                found += 1
            deal_all(S, luck)
            chance = next_word(luck) / (MASK + 1.0)
            if chance < wild:
                several = best_moves(S, room, ids, values, WILD)
                move = ids[min(next_word(luck) % several, next_word(luck) % several)]
            elif chance < wild + quickly:
                move = quick_move(S, fits, room, luck)
            else:
                best_moves(S, room, ids, values, 1)
                move = ids[0]
            apply(S, move)
        judge(S, room, values)
        for place in range(found - 1, begun - 1, -1):
            for seat in range(players):
                judged = results[place, seat]
                results[place, seat] = values[seat]
                values[seat] += trust * (judged - values[seat])
        number += 1
