"""Kernels that think, written once and bound to each game: what Python calls, and what a game has to give.

A game (its `bots/kernels`) gives what `given` says under "What bots think with", and one function of Python:

    new_room(players)                  room for one thread, with the weights for so many players

`plain_thinking` is for a game that brings none of this: all moves seem equally good to it, playouts are random, and go
to the end. The kernels are units (`units`), each compiled once and by itself; small ones that they are made of are
`compiled.kernel`s.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, config, entry
from nyhavn.facade.ranking import win_shares
from nyhavn.kernels import ismcts, playouts
from nyhavn.kernels.batch import Batch, Ints, States
from nyhavn.kernels.binding import Binding, completed
from nyhavn.kernels.requirements import champion, list_moves, pick_move
from nyhavn.kernels.units import Units, solid
from nyhavn.luck import Words, fast

Floats = npt.NDArray[np.float64]

MODULES = (playouts, ismcts)
ROOM = "bots"
DEPTH = 8
"""Positions that one thread works with."""


def seat_that_decides(S: Any) -> Any:
    return S.turn


def judge_as_it_stands(S: Any, room: Floats, shares: Floats) -> None:
    win_shares(S, champion(S), shares)


def any_move(S: Any, fits: Ints, room: Floats, luck: Words) -> Any:
    return pick_move(S, fits, luck)


def plan_nothing(
    states: States, words: Ints, at: int, fits: Ints, room: Floats, ids: Ints, values: Floats, most: int, luck: Words
) -> Any:
    """The first moves, all alike."""
    S = states[at]
    count = min(most, list_moves(S, fits, ids))
    for place in range(count):
        values[place] = 1.0 / S.players
    return count


DEFAULTS: dict[str, Callable[..., Any]] = {
    "whose": seat_that_decides,
    "judge": judge_as_it_stands,
    "quick_move": any_move,
    "plan": plan_nothing,
}


class Thinking(SimpleNamespace):
    """The kernels of one game's bots under their names, with the room they work in."""

    def __init__(
        self,
        module: str,
        given: Mapping[str, Any],
        units: Units,
        new_room: Callable[[int], Floats],
        parts: Sequence[ModuleType] = MODULES,
    ) -> None:
        super().__init__()
        self.given, self.units, self.new_room = given, units, new_room
        binding, cached = Binding(module, given), partial(entry, room=ROOM)
        for part in parts:
            for function in (*part.HELPERS, *part.ENTRIES):
                if function not in binding.bound:
                    binding.bind(function, solid if function in part.HELPERS else cached)
                setattr(self, function.__name__, binding.bound[function])
        self.entries = [function.__name__ for part in parts for function in part.ENTRIES]

    def new_desk(self, players: int, seed: int = 0) -> "Desk":
        """Everything that one thread needs to think about one position."""
        return Desk(self, players, seed)

    def calls(self) -> Entries:
        """Every unit and every entry kernel, with a call that compiles it, for the types it is called with."""
        units: Entries = [(unit.name.rpartition(".")[2].replace("_", " "), unit.load) for unit in self.units.made]
        return units + [(name.replace("_", " "), partial(self._compile, name)) for name in self.entries]

    def _compile(self, name: str) -> None:
        desk, one, floats = self.new_desk(2), np.zeros(1, np.int64), np.zeros(1)
        table, rows, memory = np.zeros((1, 1)), np.zeros((1, 1), np.int64), (desk.states, desk.words, desk.fits)
        kinds: dict[str, tuple[Any, ...]] = {
            "compare": (*memory, floats, one, one, table, floats, one, 0, 0, 0, 0),
            "plan_moves": (*memory, floats, one, one, floats, one, 0, 0),
            "grow": (*memory, floats, one, one, rows, floats, floats, one, 0, 0, 0, 0),
            "contest": (*memory, table, one, floats, one, floats, one, 0, 0, 0, 0, 0),
            "sample": (*memory, floats, one, floats, np.zeros((1, 1, 1)), table, one, one, 0, 0, 0, 0.0, 0, 0),
        }
        if not config.DISABLE_JIT:
            getattr(self, name).compile(tuple(map(numba.typeof, kinds[name])))


class Desk:
    """The memory that one thread thinks in. The position thought about is `states[0]`."""

    def __init__(self, thinking: Thinking, players: int, seed: int) -> None:
        thinking.units.load()
        given = thinking.given
        self.states: States = np.zeros(DEPTH, given["STATE"])
        self.words: Ints = self.states.view(np.int64).reshape(DEPTH, -1)
        self.fits: Ints = np.zeros((given["FIT_ROWS"], given["FIT_COLUMNS"]), np.int64)
        self.ids: Ints = np.zeros(given["MOST_MOVES"], np.int64)
        self.values: Floats = np.zeros(given["MOST_MOVES"])
        self.shares: Floats = np.zeros(max(given["PLAYERS"]))
        self.room: Floats = thinking.new_room(players)
        self.lucks: Words = fast(seed)
        self.luck: Words = self.lucks[0]


def plain_thinking(batch: Batch) -> Thinking:
    """The kernels of bots that know nothing of a game but its rules."""
    given = completed(batch.module, batch.given, DEFAULTS)
    return Thinking(batch.module, given, Units(given["STATE"]), lambda players: np.zeros(1))
