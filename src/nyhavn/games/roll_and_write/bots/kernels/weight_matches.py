"""Games of the dice game in kernels: matches between weights, and how seats play that learn."""

from typing import Any

import numpy as np

from nyhavn.compiled import allocating, kernel
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.games.roll_and_write.bots.kernels.judge import judge
from nyhavn.games.roll_and_write.bots.kernels.layout import apply, deal_all
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.kernels.layout import OVER
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.luck import next_number
from nyhavn.luck import start as start_luck

compare = thinking.compare

FEW = 8
"""Moves that are looked at more closely."""
NEAR = 0.15
"""Those that lead to so much less of a win are not."""
SURE = 1 - 1e-9


@kernel
def best_ahead(states: Any, integers: Any, fits: Any, work: Any, ids: Any, values: Any, shares: Any, lucks: Any) -> Any:
    """The best move of states[0], found by what each leads to at the end of the turn: as `search` does it, but one turn
    ahead and once only. Chance is the second of `lucks`, the third is scratch."""
    S = states[0]
    count = best_moves(S, work[0], ids, values, FEW)
    close = 1
    while close < count and values[0] - values[close] < NEAR:
        close += 1
    if close == 1 or values[0] >= SURE:
        return ids[0]
    found = np.empty((1, close))
    first = next_number(lucks[1])
    compare(states, integers, fits, work, ids[:0], ids[:close], found, shares, lucks[2], S.turn, 0, first, 1)
    return ids[np.argmax(found[0])]


@allocating
def contest(
    states: Any, integers: Any, work: Any, ids: Any, values: Any, shares: Any, lucks: Any,
    seed: int, first: int, games: int, players: int, won: Any,
) -> None:  # fmt: skip
    """Games numbered from `first`, each from all seats with the same dice: player n is a planner with work[n]. Adds up
    the wins of each."""
    S = states[0]
    for number in range(first, first + games):
        for turned in range(players):
            start_luck(lucks[0], seed, 2 * number + 1)
            start_luck(lucks[1], seed, 2 * number)
            integers[0, :] = 0
            set_up(S, players, 0)
            deal_all(S, lucks[0])
            while S.phase != OVER:
                player = (S.turn + turned) % players
                best_moves(S, work[player], ids, values, 1)
                apply(S, ids[0])
                deal_all(S, lucks[0])
            judge(S, work[0], shares)
            for seat in range(players):
                won[(seat + turned) % players] += shares[seat]
