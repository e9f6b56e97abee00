"""Playouts: what comes of each of some moves if all go on by the game's policy, to the end or for some turns."""

from typing import Any

from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.requirements import OVER, apply, deal_all, imagine, judge, plan, quick_move, whose
from nyhavn.luck import Words
from nyhavn.luck import start as start_luck

WHOLE_GAME = -1


def copy(words: Any, source: int, target: int) -> None:
    for place in range(words.shape[1]):
        words[target, place] = words[source, place]


def play_out(S: Any, fits: Ints, room: Any, turns: int, luck: Words) -> None:
    """Go on by the policy for so many turns, that of the moment counted, or to the end."""
    deal_all(S, luck)
    seat = whose(S)
    while S.phase != OVER:
        if whose(S) != seat:
            seat = whose(S)
            turns -= 1
            if turns == 0:
                return
        apply(S, quick_move(S, fits, room, luck))
        deal_all(S, luck)


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
    """Rounds of playouts of states[0], numbered from `first`: in each, what the seat cannot know is imagined once, and
    each of the moves is played out from there with the same random numbers. `found` are the shares of a win, a row a
    round and a column a move."""
    for row in range(len(found)):
        start_luck(luck, seed, first + row)
        copy(words, 0, 1)
        imagine(states[1], seat, past, luck)
        a, b, c, counter = luck[0], luck[1], luck[2], luck[3]
        for place in range(len(moves)):
            luck[0], luck[1], luck[2], luck[3] = a, b, c, counter
            copy(words, 1, 2)
            S = states[2]
            mover = S.turn
            before = whose(S)
            apply(S, moves[place])
            if whose(S) != before and turns > 0:
                play_out(S, fits, room, turns - 1, luck)
            else:
                play_out(S, fits, room, turns, luck)
            judge(S, room, shares)
            found[row, place] = shares[mover]


def plan_moves(
    states: States,
    words: Ints,
    fits: Ints,
    room: Any,
    past: Ints,
    ids: Ints,
    values: Any,
    luck: Words,
    seat: int,
    most: int,
) -> Any:
    """The moves of states[0] that the planner finds best, with their values, for one way to imagine what is unknown."""
    copy(words, 0, 1)
    imagine(states[1], seat, past, luck)
    return plan(states, words, 1, fits, room, ids, values, most, luck)


HELPERS = (copy, play_out)
ENTRIES = (compare, plan_moves)
