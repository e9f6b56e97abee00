"""Entry kernels of environments: what Python calls, written once and compiled over the kernels of each game.

Arrays have a row for each of many games; threads call a kernel side by side, each with rows of its own. `EnvKernels`
binds the functions below to a game. One that does not say how moves are made of actions has an action for each move.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import entry, kernel
from nyhavn.facade.ranking import win_shares
from nyhavn.kernels.batch import Batch
from nyhavn.kernels.binding import Binding, completed
from nyhavn.kernels.masks import has, integers_for, members, pick, put
from nyhavn.kernels.requirements import (
    MOVE_COUNT,
    OUTCOME_COUNT,
    OVER,
    apply,
    can_come,
    champion,
    deal,
    deal_all,
    describe_chance,
    is_legal,
    join,
    set_up,
    stages,
    waits,
    write_first,
    write_later,
    write_seen,
)
from nyhavn.luck import start as start_luck

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Shares = npt.NDArray[np.float64]
States = npt.NDArray[Any]

PICKING = 0x5EED
"""Actions are sampled by a seed that differs in these bits, so that cards and dice do not depend on them."""
GIVEN, SAMPLED, PLAYED, ANEW = range(4)
PART = "envs"
NONE = -1
CHANCE, REFUSED, TERMINAL = -1, -2, -4
"""Instead of the seat that acts: chance decides, nothing was done, nobody acts any more."""
COUNT, BEGUN, CHOICES = range(3)
"""What `enter` tells: how many choices there are, how many actions of a move have been taken, the choices."""


def one_stage(first: int) -> Any:
    return 1


def join_one(first: int, second: int, third: int) -> Any:
    return first


def split_one(move: int) -> Any:
    return move, NONE, NONE


def write_moves(S: Any, fits: Ints, mask: Ints) -> None:
    for move in range(MOVE_COUNT):
        if is_legal(S, move):
            put(mask, move, 1)


def write_nothing(S: Any, first: int, second: int, mask: Ints) -> None:
    """No action follows the first one."""


DEFAULTS: dict[str, Callable[..., Any]] = {
    "stages": one_stage,
    "join": join_one,
    "split": split_one,
    "write_first": write_moves,
    "write_later": write_nothing,
}


def write_mask(states: States, first: int, second: int, fits: Ints, mask: Ints) -> None:
    """The actions of one game that may follow those before them in a move; -1 where there is none yet. None, if these
    do not begin a legal move or are a whole one."""
    S = states[0]
    mask[:] = 0
    write_first(S, fits, mask)
    before = 0 if first < 0 else 1 if second < 0 else 2
    begins = before == 0 or stages(first) > before
    for stage in range(before):
        begins = begins and has(mask, second if stage else first)
        mask[:] = 0
        if begins:
            write_later(S, first, second if stage else -1, mask)


def enter(states: States, first: int, second: int, fits: Ints, mask: Ints, out: Ints) -> Any:
    """Who acts in one game, where a move may have been begun, and what can be chosen: the actions that are allowed,
    ascending, or the weights of all that chance can bring."""
    S = states[0]
    out[COUNT] = 0
    out[BEGUN] = 0 if first < 0 else 1 if second < 0 else 2
    mask[:] = 0
    if waits(S):
        describe_chance(S, out[CHOICES:])
        out[COUNT] = OUTCOME_COUNT
        return CHANCE
    if S.phase == OVER:
        return TERMINAL
    if first < 0:
        write_first(S, fits, mask)
    else:
        write_later(S, first, second, mask)
    out[COUNT] = members(mask, out[CHOICES:])
    return S.turn


def act(states: States, first: int, second: int, action: int, fits: Ints, mask: Ints, out: Ints) -> Any:
    """One action of the seat that decides in one game, or one outcome of chance, single cards and dice; then as
    `enter`. REFUSED, and nothing done, if it is not allowed."""
    S = states[0]
    if waits(S):
        if not can_come(S, action):
            return REFUSED
        deal(S, action)
    else:
        if enter(states, first, second, fits, mask, out) == TERMINAL or not has(mask, action):
            return REFUSED
        stage = out[BEGUN]
        third = action if stage == 2 else NONE
        second = action if stage == 1 else second
        first = action if stage == 0 else first
        if stages(first) == stage + 1:
            apply(S, join(first, second, third))
            first = NONE
            second = NONE
    return enter(states, first, second, fits, mask, out)


def listed(mask: Ints, actions: Ints) -> Any:
    """The actions of a mask, ascending. Gives their number."""
    return members(mask, actions)


def observe(states: States, seats: Ints, prefix: Ints, out: Bytes) -> Any:
    """What a seat of every game sees. Gives how many numbers that are."""
    numbers = 0
    for row in range(len(states)):
        numbers = write_seen(states[row], seats[row], prefix[row, 0], prefix[row, 1], out[row])
    return numbers


def begin_game(
    S: Any, integers: Ints, number: int, luck: Ints, picks: Ints, seed: int, players: int, option: int
) -> None:
    """The game of a number, whatever was there before: its chance is that stream of the seed."""
    integers[:] = 0
    start_luck(luck, seed, number)
    start_luck(picks, seed ^ PICKING, number)
    set_up(S, players, option)
    deal_all(S, luck)


def share(S: Any, shares: Shares, points: Ints) -> None:
    """The share that each seat has of the win, and the points of all."""
    win_shares(S, champion(S), shares)
    for seat in range(S.players):
        points[seat] = S.scores[seat]


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


def advance(S: Any, action: int, luck: Ints, prefix: Ints, mask: Ints) -> Any:
    """An allowed action of one game: another stage of a move, with the mask of the next one; or 1, and the move is
    played and chance followed, and there is no mask yet."""
    stage = 0 if prefix[0] < 0 else 1 if prefix[1] < 0 else 2
    first = action if stage == 0 else prefix[0]
    second = -1 if stage == 0 else action if stage == 1 else prefix[1]
    mask[:] = 0
    if stages(first) > stage + 1:
        prefix[stage] = action
        write_later(S, first, second, mask)
        return 0
    prefix[:] = -1
    apply(S, join(first, second, action if stage == 2 else -1))
    deal_all(S, luck)
    return 1


def run(
    states: States,
    integers: Ints,
    numbers: Ints,
    luck: Ints,
    picks: Ints,
    prefix: Ints,
    masks: Ints,
    actions: Ints,
    shares: Shares,
    points: Ints,
    done: Flags,
    fits: Ints,
    wins: Shares,
    mode: int,
    steps: int,
    stride: int,
    seed: int,
    players: int,
    option: int,
) -> Any:
    """So many steps of every row, one row after the other, with a mask written for each. A step is an allowed action,
    GIVEN or SAMPLED from the mask, or a whole move was PLAYED already, or the game begins ANEW. Where a game is over,
    its shares are added to `wins`, and the next one begins. Gives the numbers of moves and of games that ended."""
    moves = 0
    ended = 0
    for row in range(len(states)):
        S = states[row]
        shares[row] = 0
        done[row] = False
        for _ in range(steps):
            if mode == PLAYED:
                masks[row] = 0
            elif mode != ANEW:
                action = actions[row] if mode == GIVEN else pick(masks[row], picks[row])
                if not advance(S, action, luck[row], prefix[row], masks[row]):
                    continue
            if mode != ANEW:
                moves += 1
                if S.phase == OVER:
                    ended += 1
                    share(S, shares[row], points[row])
                    done[row] = True
                    numbers[row] += stride
                    for seat in range(players):
                        wins[seat] += shares[row, seat]
            if mode == ANEW or S.phase == OVER:
                masks[row] = 0
                prefix[row] = -1
                begin_game(S, integers[row], numbers[row], luck[row], picks[row], seed, players, option)
            write_first(S, fits, masks[row])
    return moves, ended


def play_each(integers: Ints, starts: Ints, moves: Ints, after: States, after_integers: Ints) -> None:
    """The position after each of many legal moves, those of row n from starts[n] to starts[n + 1], up to the next card,
    die or decision; `after_integers` is the same memory as whole numbers."""
    for row in range(len(integers)):
        for place in range(starts[row], starts[row + 1]):
            for number in range(integers.shape[1]):
                after_integers[place, number] = integers[row, number]
            apply(after[place], moves[place])


INNER: tuple[Callable[..., Any], ...] = (begin_game, share, advance)
ENTRIES: tuple[Callable[..., Any], ...] = (write_mask, enter, act, listed, observe, refused, sample, run, play_each)


class EnvKernels(SimpleNamespace):
    """The entry kernels of one game under their names above, with what the game gives."""

    write_mask: Callable[[States, int, int, Ints, Ints], None]
    enter: Callable[[States, int, int, Ints, Ints, Ints], int]
    act: Callable[[States, int, int, int, Ints, Ints, Ints], int]
    listed: Callable[[Ints, Ints], int]
    observe: Callable[[States, Ints, Ints, Bytes], int]
    refused: Callable[[Ints, Ints], int]
    sample: Callable[[Ints, Ints, Ints], None]
    run: Callable[..., tuple[int, int]]
    play_each: Callable[[Ints, Ints, Ints, States, Ints], None]

    def __init__(self, module: str, given: Mapping[str, Any]) -> None:
        super().__init__()
        self.given = given
        binding = Binding(module, given)
        for function in INNER:
            binding.bind(function, kernel)
        for function in ENTRIES:
            setattr(self, function.__name__, binding.bind(function, partial(entry, part=PART)))


def plain_environment(batch: Batch, write_seen: Callable[..., Any]) -> EnvKernels:
    """An environment in which each move is one action; `write_seen` is the game's."""
    actions = batch.given["MOVE_COUNT"]
    sizes = {"ACTIONS": actions, "MASK_INTEGERS": integers_for(actions), "MOST_STAGES": 1, "PARTS": (), "SIMPLEST": ()}
    given = {**batch.given, **sizes, "write_seen": write_seen}
    return EnvKernels(batch.module, completed(batch.module, given, DEFAULTS))
