"""Playouts of the dice game, in place of those of `playouts`.

Those to the end go by quick moves. Those of a few turns go by the planner's moves, and end before a roll, where the
network corrects what is judged. How lucky the rolls before it were is known, from all rolls that might have been, and
subtracted.
"""

from typing import Any

import numpy as np

from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.judge import judge_turn
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.net import correct
from nyhavn.games.roll_and_write.bots.kernels.rolls import ROLLED
from nyhavn.games.roll_and_write.kernels.layout import MOST_PLAYERS, ROLL
from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.playouts import copy, plan_moves
from nyhavn.kernels.requirements import OVER, apply, deal_all, judge, quick_move, whose
from nyhavn.luck import Words
from nyhavn.luck import start as start_luck

SEEN = 3  # the first of the rows that are scratch


def roll(S: Any, room: Any, lucky: Any, shares: Any, luck: Words) -> None:
    """Roll the dice, and add to `lucky` how lucky that was for each seat: by how much its share of a win is more than
    that which it had on average of all rolls. What one seat gains, the others lose by what they had."""
    judge_turn(S, room, shares)
    before = room[ROLLED + number_of(S.dice)]
    deal_all(S, luck)
    gained = room[ROLLED + number_of(S.dice)] - before
    for seat in range(S.players):
        if seat == S.active:
            lucky[seat] += gained
        elif before < 1.0:
            lucky[seat] -= gained * shares[seat] / (1.0 - before)


def play_out(S: Any, fits: Ints, room: Any, turns: int, lucky: Any, shares: Any, luck: Words) -> None:
    """Go on for so many turns, that of the moment counted, or to the end. `lucky` says how lucky each seat was, where
    that was looked at."""
    careful = turns >= 0
    lucky[:] = 0.0
    active = whose(S)
    while S.phase != OVER and turns != 0:
        if careful and S.phase == ROLL:
            roll(S, room, lucky, shares, luck)
        deal_all(S, luck)
        if careful:
            best_moves(S, room, fits[0], room[len(room) - 1 :], 1)
            apply(S, fits[0, 0])
        else:
            apply(S, quick_move(S, fits, room, luck))
        if whose(S) != active:
            active = whose(S)
            turns -= 1


def compare(
    states: States,
    words: Ints,
    fits: Ints,
    room: Any,
    past: Ints,
    moves: Ints,
    found: Any,
    shares: Any,
    luck: Words,
    seat: int,
    seed: int,
    first: int,
    turns: int,
) -> None:
    """Rounds of playouts of states[0], numbered from `first`: each of the moves is played out with the same random
    numbers. `found` are the shares of a win, a row a round and a column a move."""
    S = states[2]
    lucky = np.zeros(MOST_PLAYERS)
    for row in range(len(found)):
        for place in range(len(moves)):
            start_luck(luck, seed, first + row)
            copy(words, 0, 2)
            before = whose(S)
            apply(S, moves[place])
            play_out(S, fits, room, turns - (whose(S) != before), lucky, shares, luck)
            judge(S, room, shares)
            if S.phase == ROLL:
                correct(S, room, words[SEEN:].reshape(-1), shares)
            found[row, place] = shares[seat] - lucky[seat]


HELPERS = (copy, roll, play_out)
ENTRIES = (compare, plan_moves)
