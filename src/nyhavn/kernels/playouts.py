"""Playouts: what comes of each of some moves if all go on by the game's policy, to the end or for some turns."""

from typing import Any

from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.requirements import apply, imagine, plan, play_out, whose
from nyhavn.kernels.rows import copy
from nyhavn.luck import Luck, go_back, saved_luck
from nyhavn.luck import start as start_luck

WHOLE_GAME = -1
# The positions of a workspace: what is known, completed with what is imagined, and where moves are tried.
KNOWN, IMAGINED, TRIED = range(3)


def compare(
    states: States,
    integers: Ints,
    fits: Ints,
    work: Any,
    past: Ints,
    moves: Ints,
    found: Any,
    shares: Any,
    luck: Luck,
    seat: int,
    seed: int,
    first: int,
    turns: int,
) -> None:
    """Rounds of playouts of states[KNOWN], numbered from `first`: in each, what the seat cannot know is imagined once,
    and each of the moves is played out from there with the same random numbers. `found` are the shares of a win, a row
    a round and a column a move."""
    S = states[TRIED]
    for row in range(len(found)):
        start_luck(luck, seed, first + row)
        copy(integers, KNOWN, IMAGINED)
        imagine(states[IMAGINED], seat, past, luck)
        begun = saved_luck(luck)
        for place in range(len(moves)):
            go_back(luck, begun)
            copy(integers, IMAGINED, TRIED)
            before = whose(S)
            apply(S, moves[place])
            left = turns - 1 if turns > 0 and whose(S) != before else turns
            play_out(S, fits, work[0], left, shares, luck)
            found[row, place] = shares[seat]


def plan_moves(
    states: States,
    integers: Ints,
    fits: Ints,
    work: Any,
    past: Ints,
    ids: Ints,
    values: Any,
    luck: Luck,
    seat: int,
    most: int,
) -> Any:
    """The moves of states[KNOWN] that the planner finds best, with their values, for one way to imagine what is
    unknown."""
    copy(integers, KNOWN, IMAGINED)
    imagine(states[IMAGINED], seat, past, luck)
    return plan(states, integers, IMAGINED, fits, work[0], ids, values, most, luck)


def forecast(
    states: States, integers: Ints, fits: Ints, work: Any, found: Any, shares: Any, luck: Luck, seed: int, turns: int
) -> None:
    """Rounds of playouts of states[KNOWN] as it lies, nothing imagined: `found` are the shares of a win, a row a round
    and a column a seat."""
    for row in range(len(found)):
        start_luck(luck, seed, row)
        copy(integers, KNOWN, TRIED)
        play_out(states[TRIED], fits, work[0], turns, shares, luck)
        for seat in range(found.shape[1]):
            found[row, seat] = shares[seat]


HELPERS = ()
ENTRIES = (compare, plan_moves, forecast)
