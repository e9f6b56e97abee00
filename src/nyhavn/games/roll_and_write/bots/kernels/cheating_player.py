"""A player that cheats: it knows every roll to come, to measure how far luck alone can carry in the dice game.

In a kernel the words of the generator are the future: with a copy of them a game can be tried out with the very dice
that will come. The cheat tries out many ways to play on and takes the one that ends best, the others playing as the
planner does; it remembers that way at its next decision.
"""

from typing import Any

from nyhavn.compiled import entry
from nyhavn.games.roll_and_write.bots.kernels.judge import judge
from nyhavn.games.roll_and_write.bots.kernels.layout import WORKING, apply, deal_all, unit, units
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves
from nyhavn.games.roll_and_write.kernels.layout import OVER
from nyhavn.games.roll_and_write.kernels.options import is_legal
from nyhavn.games.roll_and_write.kernels.turns import set_up
from nyhavn.kernels.rows import copy
from nyhavn.kernels.units import FLOATS, INT, INTS, ROWS
from nyhavn.luck import Luck, fraction, go_back, next_number, saved_luck
from nyhavn.luck import start as start_luck

DARING = 0.4
"""How often a try leaves the best moves."""
FEW = 6
MOST_OWN = 1000
"""No game has more moves of one seat."""
MARGIN = 0.001
"""Of a win, for each point ahead: of ways that win or lose alike, the clearer one is better."""


@unit(INT, units.positions, ROWS, WORKING, INTS, FLOATS, INTS, INTS, INTS, ROWS, INT)
def foresee(
    states: Any,
    integers: Any,
    W: Any,
    ids: Any,
    values: Any,
    dice: Luck,
    future: Luck,
    luck: Luck,
    ways: Any,
    tries: int,
) -> Any:
    """The first move of the best way to play on from states[0] with the dice to come. ways[0] are the seat's own moves
    in the way found best at its last decision, from the second on, and then those of this one; ways[1] is scratch."""
    seat = states[0].turn
    best = -1.0
    chosen = -1
    for number in range(tries):
        copy(integers, 0, 1)
        S = states[1]
        go_back(future, saved_luck(dice))
        own = 0
        while S.phase != OVER:
            daring = number > 1 and S.turn == seat and fraction(luck) < DARING
            found = best_moves(S, W, ids, values, FEW if daring else 1)
            move = ids[next_number(luck) % found if daring else 0]
            if S.turn == seat:
                if number == 0 and is_legal(S, ways[0, own]):
                    move = ways[0, own]
                ways[1, own] = move
                own += 1
            apply(S, move)
            deal_all(S, future)
        judge(S, W, values)
        ahead = 0
        for other in range(S.players):
            if other != seat:
                ahead = max(ahead, S.scores[other])
        result = values[seat] + MARGIN * (S.scores[seat] - ahead)
        if result > best:
            best = result
            chosen = ways[1, 0]
            ways[0, :] = -1
            for place in range(1, own):
                ways[0, place - 1] = ways[1, place]
        if values[seat] == 1.0:
            break
    return chosen


@entry
def play_foreseen(
    states: Any,
    integers: Any,
    work: Any,
    ids: Any,
    values: Any,
    lucks: Luck,
    ways: Any,
    shares: Any,
    seed: int,
    first: int,
    games: int,
    players: int,
    tries: int,
) -> None:
    """Games numbered from `first`, each from all seats with the same dice: a cheat against planners. Adds up what the
    cheat has won."""
    S = states[0]
    dice, future, luck = lucks[0], lucks[1], lucks[2]
    for number in range(first, first + games):
        for cheat in range(players):
            start_luck(dice, seed, 2 * number + 1)
            start_luck(luck, seed, 2 * number)
            integers[0, :] = 0
            ways[:, :] = -1
            set_up(S, players, 0)
            deal_all(S, dice)
            while S.phase != OVER:
                if S.turn == cheat:
                    move = foresee(states, integers, work[0], ids, values, dice, future, luck, ways, tries)
                else:
                    best_moves(S, work[0], ids, values, 1)
                    move = ids[0]
                apply(S, move)
                deal_all(S, dice)
            judge(S, work[0], values)
            shares[0] += values[cheat]
