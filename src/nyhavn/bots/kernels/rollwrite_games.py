"""Whole games of the dice game in kernels, for tuning and measuring."""

from typing import Any

from nyhavn.bots.kernels.rollwrite_judging import describe, judge
from nyhavn.bots.kernels.rollwrite_moves import best_moves
from nyhavn.bots.kernels.rollwrite_policy import quick_move
from nyhavn.bots.kernels.rollwrite_sheets import units
from nyhavn.compiled import entry
from nyhavn.luck import MASK, Words, next_word
from nyhavn.luck import start as start_luck
from nyhavn.rollwrite.kernels import options, turns
from nyhavn.rollwrite.kernels.layout import OVER, ROLL
from nyhavn.rollwrite.kernels.turns import set_up

RULES = units.rules(__name__, {**vars(turns), **vars(options)})
apply, deal_all, pick_move = RULES["apply"], RULES["deal_all"], RULES["pick_move"]

RANDOM, QUICKLY, PLANNED = range(3)
WILD = 8
"""Where a game is to leave the usual ways, one of so many best moves is played."""


@entry
def contest(
    states: Any,
    words: Any,
    fits: Any,
    rooms: Any,
    ids: Any,
    values: Any,
    ways: Any,
    shares: Any,
    tally: Any,
    luck: Words,
    dice: Words,
    seed: int,
    first: int,
    games: int,
    players: int,
) -> None:
    """Games numbered from `first`, each from all seats with the same dice: player n plays in its way with its room.
    Adds up the wins of each player, and in `tally` rounds and the points of each."""
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
    players: int,
    described: Any,
    results: Any,
) -> Any:
    """Games numbered from `first` until `described` is full: the positions before each turn, with what each seat has won
    in the end. Some moves are quick ones, and some (`wild`) any of the best few, so that positions of many kinds are
    among them. Gives the number of positions of whole games."""
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
                    return begun
                describe(S, described[found])
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
        for place in range(begun, found):
            for seat in range(players):
                results[place, seat] = values[seat]
        number += 1
