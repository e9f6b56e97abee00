"""Playouts of the dice game, in place of those of `playouts`.

Those to the end go by quick moves, and what the planner thinks counts as much as many of them. Those of a few turns go
by the planner's moves, and end before a roll: the turn to come is judged by all its rolls at once, so that there is no
luck in it.
"""

from typing import Any

import numpy as np

from nyhavn.batch import Ints, States
from nyhavn.bots.kernels.playouts import copy, plan_moves
from nyhavn.bots.kernels.rollwrite_judging import judge_turn
from nyhavn.bots.kernels.rollwrite_moves import best_moves
from nyhavn.luck import Words
from nyhavn.luck import start as start_luck
from nyhavn.rollwrite.kernels.layout import ROLL

# What a game gives.
OVER: Any = None
apply: Any = None
deal_all: Any = None
whose: Any = None
judge: Any = None
quick_move: Any = None

PLANNED = 60.0
"""So many playouts to the end more the planner's opinion is worth."""


def play_out(S: Any, fits: Ints, room: Any, turns: int, luck: Words) -> None:
    """Go on for so many turns, that of the moment counted, or to the end."""
    careful = turns >= 0
    seat = whose(S)
    while S.phase != OVER and turns != 0:
        deal_all(S, luck)
        if careful:
            best_moves(S, room, fits[0], room[len(room) - 1 :], 1)
            apply(S, fits[0, 0])
        else:
            apply(S, quick_move(S, fits, room, luck))
        if whose(S) != seat:
            seat = whose(S)
            turns -= 1


def trust(S: Any, room: Any, moves: Ints, sums: Any) -> None:
    """Begin the sums with what the planner thinks of the moves, which are those that it likes best, in their order."""
    values = np.empty(len(moves))
    ids = np.empty(len(moves), np.int64)
    found = best_moves(S, room, ids, values, len(moves))
    for place in range(found):
        if ids[place] == moves[place]:
            sums[place] += PLANNED * values[place]


def compare(
    states: States,
    words: Ints,
    fits: Ints,
    room: Any,
    past: Ints,
    moves: Ints,
    sums: Any,
    shares: Any,
    luck: Words,
    seat: int,
    seed: int,
    first: int,
    rounds: int,
    turns: int,
) -> None:
    """Rounds of playouts of states[0], numbered from `first`: each of the moves is played out with the same random
    numbers. `sums` adds up the shares of a win."""
    S = states[2]
    if first == 0 and turns < 0:
        trust(states[0], room, moves, sums)
    for number in range(first, first + rounds):
        for place in range(len(moves)):
            start_luck(luck, seed, number)
            copy(words, 0, 2)
            before = whose(S)
            apply(S, moves[place])
            play_out(S, fits, room, turns - (whose(S) != before), luck)
            if S.phase == ROLL:
                judge_turn(S, room, shares)
            else:
                judge(S, room, shares)
            sums[place] += shares[seat]


HELPERS = (copy, play_out, trust)
ENTRIES = (compare, plan_moves)
