"""Playouts of the dice game.

Those to the end go by quick moves. Those of a few turns go by the planner's moves, and end before a roll, where the
network corrects what is judged. How lucky the rolls before it were is known, from all rolls that might have been, and
subtracted.
"""

from typing import Any

from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.judge import divide, judge, judge_turn
from nyhavn.games.roll_and_write.bots.kernels.layout import POSITION, WORKING, apply, deal_all, unit
from nyhavn.games.roll_and_write.bots.kernels.moves import best_moves, best_moves_rolled
from nyhavn.games.roll_and_write.bots.kernels.net import correct
from nyhavn.games.roll_and_write.bots.kernels.policy import quick_move, whose
from nyhavn.games.roll_and_write.bots.kernels.rolls import roll_again, think_again
from nyhavn.games.roll_and_write.kernels.layout import OVER, PURPLE, ROLL
from nyhavn.kernels.units import FLOATS, INT, INTS, NOTHING, ROWS
from nyhavn.luck import Luck


@unit(NOTHING, POSITION, WORKING, FLOATS, FLOATS, INTS)
def deal_known(S: Any, W: Any, lucky: Any, shares: Any, luck: Luck) -> None:
    """Roll the dice of a turn that was judged, and add to `lucky` how lucky that was for each seat: by how much its
    share of a win is more than that which it had on average of all rolls. What one seat gains, the others lose by what
    they had."""
    before = W.rolled[number_of(S.dice)]
    deal_all(S, luck)
    gained = W.rolled[number_of(S.dice)] - before
    for seat in range(S.players):
        if seat == S.active:
            lucky[seat] += gained
        elif before < 1.0:
            lucky[seat] -= gained * shares[seat] / (1.0 - before)


@unit(NOTHING, POSITION, WORKING, FLOATS, FLOATS, INTS)
def roll(S: Any, W: Any, lucky: Any, shares: Any, luck: Luck) -> None:
    """Judge the turn, and roll."""
    judge_turn(S, W, shares)
    deal_known(S, W, lucky, shares, luck)


@unit(NOTHING, POSITION, WORKING, FLOATS, FLOATS, INTS)
def roll_rest(S: Any, W: Any, lucky: Any, shares: Any, luck: Luck) -> None:
    """The same if nothing has happened since the roll before but that a star was used for this one."""
    think_again(S, W, S.active)
    roll_again(S, W, S.active, 0)
    divide(S, W, shares, W.rolled[number_of(S.dice)])
    deal_known(S, W, lucky, shares, luck)


@unit(NOTHING, POSITION, ROWS, WORKING, INT, FLOATS, INTS)
def play_on(S: Any, fits: Any, W: Any, turns: int, shares: Any, luck: Luck) -> None:
    """Go on for so many turns, that of the moment counted, or to the end. `lucky` says how lucky each seat was, where
    that was looked at."""
    careful = turns >= 0
    W.lucky[:] = 0.0
    active = whose(S)
    known = False
    while S.phase != OVER and turns != 0:
        if not careful:
            deal_all(S, luck)
            apply(S, quick_move(S, fits, W, luck))
        elif S.phase == ROLL:
            if known:
                roll_rest(S, W, W.lucky[:], shares, luck)
            else:
                roll(S, W, W.lucky[:], shares, luck)
            best_moves_rolled(S, W, fits[0], W.value[:], 1)
            known = S.stars[S.turn, PURPLE] == 0  # else what was found was lost
            apply(S, fits[0, 0])
            known = known and S.phase == ROLL and S.rolled > 0
        else:
            best_moves(S, W, fits[0], W.value[:], 1)
            known = False
            apply(S, fits[0, 0])
        if whose(S) != active:
            active = whose(S)
            turns -= 1


@unit(NOTHING, POSITION, ROWS, WORKING, INT, FLOATS, INTS)
def play_out(S: Any, fits: Any, W: Any, turns: int, shares: Any, luck: Luck) -> None:
    """What comes of going on for so many turns or to the end, without the luck of the rolls on the way."""
    play_on(S, fits, W, turns, shares, luck)
    judge(S, W, shares)
    if S.phase == ROLL:
        correct(S, W, shares)
    for seat in range(S.players):
        shares[seat] -= W.lucky[seat]
