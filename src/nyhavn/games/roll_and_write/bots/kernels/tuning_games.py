"""Games of the dice game in kernels, which its weights are tuned by."""

from typing import Any

from nyhavn.compiled import entry
from nyhavn.games.roll_and_write.bots.kernels.judge import describe, judge
from nyhavn.games.roll_and_write.bots.kernels.layout import apply, deal_all
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.policy import quick_move
from nyhavn.games.roll_and_write.kernels.layout import OVER, ROLL
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.luck import Luck, fraction, next_number
from nyhavn.luck import start as start_luck

WILD = 8
"""Where a game is to leave the usual ways, one of so many best moves is played."""


@entry
def sample(
    states: Any, integers: Any, fits: Any, work: Any, ids: Any, values: Any, luck: Luck,
    seed: int, first: int, wild: float, quickly: float, trust: float, players: int, described: Any, results: Any,
) -> Any:  # fmt: skip
    """Games numbered from `first` until `described` is full: the positions before each turn, with the result that each
    seat can expect: what it has won in the end, mixed (by `trust`, turn by turn) with how later positions of the game
    were judged. Some moves are quick ones, and some (`wild`) any of the best few, so that positions of many kinds are
    among them. Gives the number of positions of whole games, and the next game."""
    S = states[0]
    found = 0
    number = first
    while True:
        start_luck(luck, seed, number)
        integers[0, :] = 0
        set_up(S, players, 0)
        begun = found
        while S.phase != OVER:
            if S.phase == ROLL and S.rolled == 0:
                if found == len(described):
                    return begun, number
                describe(S, described[found])
                judge(S, work[0], results[found])
                found += 1
            deal_all(S, luck)
            chance = fraction(luck)
            if chance < wild:
                several = best_moves(S, work[0], ids, values, WILD)
                move = ids[min(next_number(luck) % several, next_number(luck) % several)]
            elif chance < wild + quickly:
                move = quick_move(S, fits, work[0], luck)
            else:
                best_moves(S, work[0], ids, values, 1)
                move = ids[0]
            apply(S, move)
        judge(S, work[0], values)
        for place in range(found - 1, begun - 1, -1):
            for seat in range(players):
                judged = results[place, seat]
                results[place, seat] = values[seat]
                values[seat] += trust * (judged - values[seat])
        number += 1
