"""What the network of the dice game learns from, and how: games that it plays against itself, and one step after the
other down the slope of its errors."""

from math import exp, sqrt
from typing import Any

import numpy as np

from nyhavn.compiled import allocating, kernel
from nyhavn.games.roll_and_write.bots.kernels.judge import judge
from nyhavn.games.roll_and_write.bots.kernels.layout import ALWAYS, HIDDEN, LAST, NET_ROWS, apply, deal_all
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.bots.kernels.net import correct, see
from nyhavn.games.roll_and_write.bots.kernels.playouts import roll
from nyhavn.games.roll_and_write.bots.kernels.weight_matches import FEW, best_ahead
from nyhavn.games.roll_and_write.kernels.layout import MOST_PLAYERS, OVER, ROLL
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.kernels.batch import Ints
from nyhavn.luck import fraction, next_number
from nyhavn.luck import start as start_luck

MOST_TURNS = 400
# Steps down the slope go by its mean and by its mean square, of about so many of the last ones (Adam).
MEAN, SQUARE = np.float32(0.1), np.float32(0.001)
TINY = np.float32(1e-8)


@allocating
def sample(
    states: Any, integers: Any, fits: Any, work: Any, ids: Any, values: Any, shares: Any, lucks: Any,
    seed: int, first: int, wild: float, trust: float, players: int, seen: Any, judged: Any, results: Any,
) -> Any:  # fmt: skip
    """Games numbered from `first` until `seen` is full: what each seat sees before each turn, behind it -1; what it was
    judged to have by its sheet; and what it can expect, by how the turn ended. That is what the network thinks of the
    next turn, or (the less, the more it is trusted) of later ones up to the end, without the luck of the rolls on the
    way. Some moves (`wild`) are any of the best few; what they cost is not counted. Gives the number of positions of
    whole games, and the next game."""
    S = states[0]
    found = 0
    number = first
    lucky, expected = np.zeros(MOST_PLAYERS), np.zeros(MOST_PLAYERS)
    before, thought = np.zeros((MOST_TURNS, MOST_PLAYERS)), np.zeros((MOST_TURNS, MOST_PLAYERS))
    own = work[0].seen[:]
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
                    for seat in range(players):
                        count = see(S, seat, own)
                        seen[found, seat, :count] = own[:count]
                        seen[found, seat, count] = -1
                        judged[found, seat] = thought[found - begun, seat]
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


@kernel
def add_rows(net: Any, seen: Any, other: Ints, total: Any) -> Any:
    """Sum up the rows of what is seen, in the mirror if `other` says so. Gives how many."""
    total[:] = 0.0
    count = 0
    while seen[count] >= 0:
        row = other[seen[count]]
        for hidden in range(HIDDEN):
            total[hidden] += net[row, hidden]
        count += 1
    return count


@allocating
def learn(
    net: Any, slope: Any, mean: Any, square: Any, seen: Any, judged: Any, results: Any, order: Any, mirrored: Any,
    mirrors: Any, batch: int, step: int, steps: int, speed: float, decay: float,
) -> Any:  # fmt: skip
    """Go through positions in an order, and take a step after each `batch` of them, slower and slower until there were
    `steps`. mirrors[0] are all numbers, mirrors[1] those of their mirror images. Gives the number of steps so far, and
    the mean square of the errors."""
    players = judged.shape[1]
    totals = np.zeros((players, HIDDEN), np.float32)
    chances = np.zeros(players)
    counts = np.zeros(players, np.int64)
    touched = np.zeros(NET_ROWS, np.uint8)
    touched[LAST] = 1
    squares = 0.0
    for start in range(0, len(order) - batch + 1, batch):
        for position in order[start : start + batch]:
            mirror = mirrors[mirrored[position]]
            whole = 0.0
            for seat in range(players):
                counts[seat] = add_rows(net, seen[position, seat], mirror, totals[seat])
                more = 0.0
                for hidden in range(HIDDEN):
                    more += max(np.float32(0.0), totals[seat, hidden]) * net[LAST, hidden]
                chances[seat] = judged[position, seat] * exp(more)
                whole += chances[seat]
            for seat in range(players):
                error = np.float32(chances[seat] / whole - results[position, seat])
                squares += error * error / players
                for hidden in range(HIDDEN):
                    if totals[seat, hidden] > 0.0:
                        slope[LAST, hidden] += error * totals[seat, hidden]
                        totals[seat, hidden] = error * net[LAST, hidden]
                    else:
                        totals[seat, hidden] = 0.0
                for place in range(counts[seat]):
                    row = mirror[seen[position, seat, place]]
                    touched[row] = 1
                    for hidden in range(HIDDEN):
                        slope[row, hidden] += totals[seat, hidden]
        step += 1
        pace = np.float32(speed * (1 - (step - 1) / steps) / (1 - (1 - MEAN) ** step))
        spread = np.float32(1 / (1 - (1 - SQUARE) ** step))
        for row in range(NET_ROWS):
            if touched[row]:
                touched[row] = row == LAST
                keep = np.float32(decay) if row < ALWAYS else np.float32(0.0)
                for hidden in range(HIDDEN):
                    down = slope[row, hidden] / np.float32(batch) + keep * net[row, hidden]
                    slope[row, hidden] = 0.0
                    mean[row, hidden] += MEAN * (down - mean[row, hidden])
                    square[row, hidden] += SQUARE * (down * down - square[row, hidden])
                    net[row, hidden] -= pace * mean[row, hidden] / (sqrt(square[row, hidden] * spread) + TINY)
    return step, squares / max(1, len(order) // batch * batch)
