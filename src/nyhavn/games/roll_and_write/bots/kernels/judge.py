"""The share of a win that each seat of the dice game can expect, in any phase."""

from math import exp
from typing import Any

from nyhavn.facade.ranking import NOBODY, win_shares
from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.layout import ACTIVE, EARLY, LATE, POSITION, WORKING, unit
from nyhavn.games.roll_and_write.bots.kernels.places import ends, find_unused_costs, has_yet, level_now
from nyhavn.games.roll_and_write.bots.kernels.rolls import prepare, roll_again, share, think_over, tile_key
from nyhavn.games.roll_and_write.bots.kernels.sheets import features, house, marking, nearness, rest
from nyhavn.games.roll_and_write.components import GOAL
from nyhavn.games.roll_and_write.kernels.ids import MARK_COUNTS
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, MARK, OVER, ROLL, START, TURN
from nyhavn.games.roll_and_write.kernels.options import MARK_CHOICES, can_mark_all
from nyhavn.kernels.units import FLOAT, FLOATS, INT, NOTHING, ROWS


@unit(FLOAT, POSITION, WORKING, INT, INT)
def best_marks(S: Any, W: Any, seat: int, level: int) -> Any:
    """What a seat gains by marking what it likes best with the unused dice."""
    most = 0.0
    for number in range(1, MARK_CHOICES):
        if can_mark_all(S, seat, number):
            gain = 0.0
            for colour in range(COLOUR_COUNT):
                if MARK_COUNTS[number, colour]:
                    gain += marking(S, W, seat, colour, MARK_COUNTS[number, colour], level)
            most = max(most, gain)
    return most


@unit(NOTHING, POSITION, WORKING, FLOATS, INT)
def sum_up(S: Any, W: Any, shares: Any, over: bool) -> None:
    """The odds of all seats by their sheets alone, before the active seat's turn or (`over`) after it."""
    level = level_now(S)
    near = nearness(level)
    total = 0.0
    for seat in range(S.players):
        yet = has_yet(S, seat) if over else (1 if seat >= S.active else 0)
        early, late = rest(S, W, seat, yet)
        more, later = house(W, S.filled[seat], S.crosses[seat])
        worth = early + more + near * (late + later)
        if over and S.phase != START and seat != S.active:
            waiting = S.players + seat - S.active  # places behind the active seat
            turn = S.players + S.turn - S.active
            if S.phase != MARK or waiting % S.players >= turn % S.players:
                worth += best_marks(S, W, seat, level)
        shares[seat] = exp(worth)
        total += shares[seat]
    for seat in range(S.players):
        shares[seat] /= total


@unit(NOTHING, POSITION, WORKING, FLOATS, FLOAT)
def divide(S: Any, W: Any, shares: Any, own: float) -> None:
    """What the active seat leaves of a win to the others."""
    near = nearness(level_now(S))
    total = 0.0
    for other in range(S.players):
        if other != S.active:
            shares[other] = exp(W.sums[other, EARLY] + near * W.sums[other, LATE])
            total += shares[other]
    for other in range(S.players):
        shares[other] *= (1.0 - own) / total
    shares[S.active] = own


@unit(NOTHING, POSITION, WORKING, FLOATS)
def judge_turn(S: Any, W: Any, shares: Any) -> None:
    """The same while the active seat has its tile still to take: by the best it can do with the dice as they lie or, if
    some are still to be rolled, by what it can do with every roll, rerolls and changes included."""
    seat = S.active
    if S.phase == ROLL:
        think_over(S, W, seat)
        roll_again(S, W, seat, 0)
        own = W.rolled[number_of(S.dice)]
    else:
        prepare(S, W, seat, 0)
        find_unused_costs(S, W, seat)
        own = share(tile_key(S, W, seat, number_of(S.dice))[0])
    divide(S, W, shares, own)


@unit(NOTHING, POSITION, WORKING, FLOATS)
def judge(S: Any, W: Any, shares: Any) -> None:
    """The share of a win that each seat can expect."""
    if S.phase == OVER:
        win_shares(S, NOBODY, shares)
    elif S.phase == START or (S.phase == ROLL and S.rolled == 0):
        sum_up(S, W, shares, S.phase == START)
    elif S.phase == ROLL or S.phase == TURN:
        judge_turn(S, W, shares)
    else:
        top = 0
        for other in range(S.players):
            top = max(top, S.scores[other])
        if ends(S) and top >= GOAL:
            win_shares(S, NOBODY, shares)
        else:
            sum_up(S, W, shares, 1)


@unit(NOTHING, POSITION, ROWS)
def describe(S: Any, out: Any) -> None:
    """The features of all sheets before the active seat's turn, for fitting weights: a row a seat, and how near the end
    is (in twelfths) behind them."""
    for seat in range(S.players):
        features(S, seat, 1 if seat >= S.active else 0, out[seat])
        out[seat, ACTIVE] = level_now(S)
