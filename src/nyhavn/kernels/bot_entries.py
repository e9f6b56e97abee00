"""Kernels that think, written once and bound to each game: what Python calls, and what a game has to give.

A game (its `bots/kernels`) gives what `requirements` says under "What bots think with", and one function of Python:

    new_work(players)                  an array with one `WORK`, with the weights for so many players

`plain_thinking` is for a game that brings none of this: all moves seem equally good to it, playouts are random, and go
to the end. The kernels are units (`units`), each compiled once and by itself; small ones that they are made of are
`compiled.kernel`s.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, compiler, entry
from nyhavn.facade.ranking import win_shares
from nyhavn.kernels import ismcts, playouts
from nyhavn.kernels.batch import Batch, Ints, States
from nyhavn.kernels.binding import Binding, completed
from nyhavn.kernels.requirements import OVER, apply, champion, deal_all, judge, list_moves, pick_move, quick_move, whose
from nyhavn.kernels.units import Units, solid
from nyhavn.luck import Luck, fast

Floats = npt.NDArray[np.float64]
Work = npt.NDArray[Any]
"""An array of a game's `WORK` records, one for each thread that thinks."""

MODULES = (playouts, ismcts)
PART = "bots"
DEPTH = 8
"""Positions that one thread works with."""
NO_WORK = np.dtype((np.record, [("nothing", np.int64)]))
"""The `WORK` of bots that know nothing of a game but its rules."""


def seat_that_decides(S: Any) -> Any:
    return S.turn


def judge_as_it_stands(S: Any, W: Any, shares: Floats) -> None:
    win_shares(S, champion(S), shares)


def any_move(S: Any, fits: Ints, W: Any, luck: Luck) -> Any:
    return pick_move(S, fits, luck)


def plan_nothing(
    states: States, integers: Ints, at: int, fits: Ints, W: Any, ids: Ints, values: Floats, most: int, luck: Luck
) -> Any:
    """The first moves, all alike."""
    S = states[at]
    count = min(most, list_moves(S, fits, ids))
    for place in range(count):
        values[place] = 1.0 / S.players
    return count


def play_quick_moves(S: Any, fits: Ints, W: Any, turns: int, shares: Floats, luck: Luck) -> None:
    """Playouts by quick moves, judged where they end."""
    deal_all(S, luck)
    seat = whose(S)
    while S.phase != OVER:
        if whose(S) != seat:
            seat = whose(S)
            turns -= 1
            if turns == 0:
                break
        apply(S, quick_move(S, fits, W, luck))
        deal_all(S, luck)
    judge(S, W, shares)


DEFAULTS: dict[str, Callable[..., Any]] = {
    "whose": seat_that_decides,
    "judge": judge_as_it_stands,
    "quick_move": any_move,
    "plan": plan_nothing,
    "play_out": play_quick_moves,
}


class Thinking(SimpleNamespace):
    """The kernels of one game's bots under their names, with the memory they work in."""

    def __init__(self, module: str, given: Mapping[str, Any], units: Units, new_work: Callable[[int], Work]) -> None:
        super().__init__()
        self.given: Mapping[str, Any] = completed(module, given, DEFAULTS)
        self.units, self.new_work = units, new_work
        binding, cached = Binding(module, self.given), partial(entry, part=PART)
        for part in MODULES:
            for function in (*part.HELPERS, *part.ENTRIES):
                setattr(self, function.__name__, binding.bind(function, solid if function in part.HELPERS else cached))
        self.entries = [function.__name__ for part in MODULES for function in part.ENTRIES]

    def new_workspace(self, players: int, seed: int = 0) -> "Workspace":
        """Everything that one thread needs to think about one position."""
        return Workspace(self, players, seed)

    def calls(self) -> Entries:
        """Every unit and every entry kernel, with a call that compiles it, for the types it is called with."""
        units: Entries = [(unit.name.rpartition(".")[2].replace("_", " "), unit.load) for unit in self.units.made]
        return units + [(name.replace("_", " "), partial(self._compile, name)) for name in self.entries]

    def _compile(self, name: str) -> None:
        own, one, floats = self.new_workspace(2), np.zeros(1, np.int64), np.zeros(1)
        memory = own.states, own.integers, own.fits, own.work, one
        nodes, tree = np.zeros(1, ismcts.NODE), np.zeros(1, ismcts.TREE)
        kinds: dict[str, tuple[Any, ...]] = {
            "compare": (*memory, one, np.zeros((1, 1)), floats, one, 0, 0, 0, 0),
            "plan_moves": (*memory, one, floats, one, 0, 0),
            "forecast": (*memory[:4], np.zeros((1, 1)), floats, one, 0, 0),
            "grow": (*memory, one, nodes, tree, floats, one, 0, 0, 0, 0),
        }
        numba = compiler()
        if not numba.config.DISABLE_JIT:
            getattr(self, name).compile(tuple(map(numba.typeof, kinds[name])))


class Workspace:
    """The memory that one thread thinks in. The position thought about is `states[0]`."""

    def __init__(self, thinking: Thinking, players: int, seed: int) -> None:
        thinking.units.load()
        given = thinking.given
        self.states: States = np.zeros(DEPTH, given["STATE"])
        self.integers: Ints = self.states.view(np.int64).reshape(DEPTH, -1)
        self.fits: Ints = np.zeros((given["FIT_ROWS"], given["FIT_COLUMNS"]), np.int64)
        self.ids: Ints = np.zeros(given["MOST_MOVES"], np.int64)
        self.values: Floats = np.zeros(given["MOST_MOVES"])
        self.shares: Floats = np.zeros(max(given["PLAYERS"]))
        self.work: Work = thinking.new_work(players)
        self.lucks: Luck = fast(seed)
        self.luck: Luck = self.lucks[0]
        self._new = partial(Workspace, thinking, players, seed)
        self._helpers: dict[int, tuple[Work, Workspace]] = {}

    def helper(self, number: int) -> "Workspace":
        """One for another thread, with the same position, that judges alike."""
        alike, other = self._helpers.get(number, (None, None))
        if other is None:
            other = self._new()
        if alike is not self.work:
            other.work = self.work.copy()
            self._helpers[number] = self.work, other
        other.integers[0] = self.integers[0]
        return other


def plain_thinking(batch: Batch) -> Thinking:
    """The kernels of bots that know nothing of a game but its rules."""
    return Thinking(
        batch.module, batch.given, Units(batch.given["STATE"], NO_WORK), lambda players: np.zeros(1, NO_WORK)
    )
