"""Entry kernels of environments: what Python calls, written once for both games and compiled over the kernels of each.

Arrays have a row for each of many games; threads call a kernel side by side, each with rows of its own. The functions
below use names that a game gives: `EnvKernels` copies them with those names filled in, as `nyhavn.batch` does, and
compiles the copies.
"""

from collections.abc import Callable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, entry, kernel
from nyhavn.envs.kernels.masks import has, pick
from nyhavn.facade.bits import popcount
from nyhavn.luck import start as start_luck

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Shares = npt.NDArray[np.float32]
States = npt.NDArray[Any]

PICKING = 0x5EED
"""Actions are sampled by a seed that differs in these bits, so that cards and dice do not depend on them."""
CHAMPION = 1 << 20

# What a game gives.
STATE: Any = None  # its record
OVER: Any = None  # the phase of a game that is over
set_up: Any = None
deal_all: Any = None
list_moves: Any = None
count_moves: Any = None
is_legal: Any = None
apply: Any = None
stages: Any = None
join: Any = None
write_first: Any = None
write_later: Any = None
write_seen: Any = None
champion: Any = None


def write_mask(states: States, first: int, second: int, fits: Ints, mask: Ints) -> None:
    """The actions of one game that may follow those before them in a move; -1 where there is none yet. None, if these
    do not begin a legal move or are a whole one."""
    S = states[0]
    mask[:] = 0
    write_first(S, fits, mask)
    stage = 0 if first < 0 else 1 if second < 0 else 2
    if stage > 0:
        begins = has(mask, first) and stages(first) > stage
        mask[:] = 0
        if begins:
            write_later(S, first, -1, mask)
        if stage > 1 and begins:
            begins = has(mask, second)
            mask[:] = 0
            if begins:
                write_later(S, first, second, mask)


def observe(states: States, seats: Ints, prefix: Ints, out: Bytes) -> Any:
    """What a seat of every game sees. Gives how many numbers that are."""
    numbers = 0
    for row in range(len(states)):
        numbers = write_seen(states[row], seats[row], prefix[row, 0], prefix[row, 1], out[row])
    return numbers


def begin_game(S: Any, words: Ints, number: int, luck: Ints, picks: Ints, seed: int, players: int, option: int) -> None:
    """The game of a number, whatever was there before: its chance is that stream of the seed."""
    words[:] = 0
    start_luck(luck, seed, number)
    start_luck(picks, seed ^ PICKING, number)
    set_up(S, players, option)
    deal_all(S, luck)


def standing(S: Any, seat: int) -> Any:
    """More is better: points, then covered cells (C41, W29); a champion before all (C42)."""
    return S.scores[seat] * 64 + popcount(S.filled[seat]) + (CHAMPION if seat == champion(S) else 0)


def share(S: Any, shares: Shares, points: Ints) -> None:
    """The share that each seat has of the win, and the points of all."""
    best = 0
    winners = 0
    for seat in range(S.players):
        best = max(best, standing(S, seat))
    for seat in range(S.players):
        winners += standing(S, seat) == best
    for seat in range(S.players):
        shares[seat] = 1 / winners if standing(S, seat) == best else 0
        points[seat] = S.scores[seat]


def reset(
    states: States,
    words: Ints,
    numbers: Ints,
    luck: Ints,
    picks: Ints,
    prefix: Ints,
    masks: Ints,
    fits: Ints,
    seed: int,
    players: int,
    option: int,
) -> None:
    """The game of its number in every row, at its first decision."""
    for row in range(len(states)):
        begin_game(states[row], words[row], numbers[row], luck[row], picks[row], seed, players, option)
        prefix[row] = -1
        masks[row] = 0
        write_first(states[row], fits, masks[row])


def refused(masks: Ints, actions: Ints) -> Any:
    """The first row whose action is not allowed; -1 if there is none."""
    for row in range(len(masks)):
        if not has(masks[row], actions[row]):
            return row
    return -1


def sample(masks: Ints, picks: Ints, actions: Ints) -> None:
    """An allowed action for every row, all equally likely."""
    for row in range(len(masks)):
        actions[row] = pick(masks[row], picks[row])


def step(
    states: States,
    words: Ints,
    numbers: Ints,
    luck: Ints,
    picks: Ints,
    prefix: Ints,
    masks: Ints,
    fits: Ints,
    seed: int,
    players: int,
    option: int,
    actions: Ints,
    shares: Shares,
    points: Ints,
    done: Flags,
    stride: int,
) -> Any:
    """An allowed action for every row: another stage of a move, or the move is played, chance follows, and where the
    game is over the next one begins. Masks of what is allowed then. Gives the number of moves played."""
    moves = 0
    for row in range(len(states)):
        S = states[row]
        mask = masks[row]
        shares[row] = 0
        done[row] = False
        first = prefix[row, 0]
        second = prefix[row, 1]
        mask[:] = 0
        if first < 0:
            first = actions[row]
            if stages(first) > 1:
                prefix[row, 0] = first
                write_later(S, first, -1, mask)
                continue
            move = join(first, -1, -1)
        elif second < 0 and stages(first) > 2:
            second = actions[row]
            prefix[row, 1] = second
            write_later(S, first, second, mask)
            continue
        elif second < 0:
            move = join(first, actions[row], -1)
        else:
            move = join(first, second, actions[row])
        apply(S, move)
        deal_all(S, luck[row])
        moves += 1
        prefix[row] = -1
        if S.phase == OVER:
            share(S, shares[row], points[row])
            done[row] = True
            numbers[row] += stride
            begin_game(S, words[row], numbers[row], luck[row], picks[row], seed, players, option)
        write_first(S, fits, mask)
    return moves


def count(states: States, fits: Ints, counts: Ints) -> None:
    """The number of legal moves of every row."""
    for row in range(len(states)):
        counts[row] = count_moves(states[row], fits)


def look_ahead(
    states: States, words: Ints, fits: Ints, ids: Ints, starts: Ints, moves: Ints, after: States, after_words: Ints
) -> None:
    """Every legal move of every row, those of row n from starts[n] on, and the position after it, up to the next card,
    die or decision; `after_words` is the same memory as whole numbers."""
    for row in range(len(states)):
        found = list_moves(states[row], fits, ids)
        for number in range(found):
            place = starts[row] + number
            moves[place] = ids[number]
            after_words[place] = words[row]
            apply(after[place], ids[number])


INNER: tuple[Callable[..., Any], ...] = (begin_game, standing, share)
ENTRIES: tuple[Callable[..., Any], ...] = (write_mask, observe, reset, refused, sample, step, count, look_ahead)


class EnvKernels(SimpleNamespace):
    """The entry kernels of one game under their names above, with what the game gives."""

    write_mask: Callable[[States, int, int, Ints, Ints], None]
    observe: Callable[[States, Ints, Ints, Bytes], int]
    reset: Callable[..., None]
    refused: Callable[[Ints, Ints], int]
    sample: Callable[[Ints, Ints, Ints], None]
    step: Callable[..., int]
    count: Callable[[States, Ints, Ints], None]
    look_ahead: Callable[..., None]

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__()
        self.given = given
        names = {**globals(), **given, "__name__": __name__}
        for function in (*INNER, *ENTRIES):
            bound = FunctionType(function.__code__, names, function.__name__)
            bound.__doc__, bound.__module__ = function.__doc__, __name__
            if function in INNER:
                names[function.__name__] = kernel(bound)
            else:
                setattr(self, function.__name__, entry(bound))
