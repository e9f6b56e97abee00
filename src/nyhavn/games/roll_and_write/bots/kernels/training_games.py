"""Whole games of the dice game in kernels, which its network learns from."""

from math import log
from typing import Any

import numpy as np

from nyhavn.compiled import allocating
from nyhavn.games.roll_and_write.bots.kernels.judge import judge
from nyhavn.games.roll_and_write.bots.kernels.layout import SEEN_WIDTH, apply, deal_all
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.net import SMALLEST, correct, see
from nyhavn.games.roll_and_write.bots.kernels.playouts import roll
from nyhavn.games.roll_and_write.bots.kernels.weight_matches import FEW, best_ahead
from nyhavn.games.roll_and_write.kernels.layout import MOST_PLAYERS, OVER, ROLL
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.kernels import nets
from nyhavn.kernels.binding import copied
from nyhavn.luck import fraction, next_number
from nyhavn.luck import start as start_luck

MOST_TURNS = 400


@allocating
def sample(
    states: Any, integers: Any, fits: Any, work: Any, ids: Any, values: Any, shares: Any, lucks: Any,
    seed: int, first: int, wild: float, trust: float, players: int, seen: Any, judged: Any, results: Any,
) -> Any:  # fmt: skip
    """Games numbered from `first` until `seen` is full: what is seen before each turn; what each seat was judged to
    have by its sheet, as a strength; and what it can expect, by how the turn ended. That is what the network thinks of
    the next turn, or (the less, the more it is trusted) of later ones up to the end, without the luck of the rolls on
    the way. Some moves (`wild`) are any of the best few; what they cost is not counted. Gives the number of positions
    of whole games, and the next game."""
    S = states[0]
    found = 0
    number = first
    lucky, expected = np.zeros(MOST_PLAYERS), np.zeros(MOST_PLAYERS)
    before, thought = np.zeros((MOST_TURNS, MOST_PLAYERS)), np.zeros((MOST_TURNS, MOST_PLAYERS))
    while True:
        start_luck(lucks[0], seed, number)
        start_luck(lucks[1], seed, -1 - number)
        integers[0, :] = 0
        set_up(S, players, 0)
        begun = found
        lucky[:] = 0.0
        while S.phase != OVER:
            if S.phase == ROLL:
                if S.rolled == 0:
                    if found == len(seen):
                        return begun, number
                    judge(S, work[0], thought[found - begun])
                    before[found - begun] = lucky
                    for place in range(players + 1):
                        see(S, place, work[0])
                        for column in range(SEEN_WIDTH):
                            seen[found, place, column] = work[0].seen[place, column]
                    for seat in range(players):
                        judged[found, seat] = log(max(SMALLEST, thought[found - begun, seat]))
                    correct(S, work[0], thought[found - begun])
                    found += 1
                roll(S, work[0], lucky, shares, lucks[0])
            deal_all(S, lucks[0])
            if fraction(lucks[1]) < wild:
                count = best_moves(S, work[0], ids, values, FEW)
                place = min(next_number(lucks[1]) % count, next_number(lucks[1]) % count)
                loss = values[0] - values[place]
                for seat in range(players):
                    lucky[seat] += -loss if seat == S.turn else loss / (players - 1)
                move = ids[place]
            else:
                move = best_ahead(states, integers, fits, work, ids, values, shares, lucks)
            apply(S, move)
        judge(S, work[0], expected)
        for place in range(found - begun - 1, -1, -1):
            for seat in range(players):
                if begun + place < found - 1:
                    expected[seat] += trust * (thought[place + 1, seat] - expected[seat])
                expected[seat] -= lucky[seat] - before[place, seat]
                lucky[seat] = before[place, seat]
                results[begun + place, seat] = expected[seat]
        number += 1


learn = allocating(copied(nets.learn, nets.learn.__globals__, __name__))
