"""Kernels that think, written once and bound to each game: what Python calls, and what a game has to give.

As in `batch`, functions use names that a game gives, and `Thinking` copies them with those names filled in. The names
of the rules come from the game's batch (`apply`, `deal_all`, `pick_move`, `list_moves`, `waits`, `OVER`, …). Beside
them a game (its `bots/kernels`) gives these kernels. S is a position in which
nothing is unknown any more; `room` are the game's own float64 numbers, weights first, then scratch; `states` are
positions and `words` the same memory as int64, a row each: that at `at` is meant, those after it are scratch.

    whose(S)                           the seat whose turn it is, whoever decides; another one with every turn
    imagine(S, seat, past, luck)       draws in place what the seat cannot know; `past` is what `knowledge` remembers
    judge(S, room, shares)             the share of a win that each seat can expect, which add up to 1; in any phase,
                                       also before chance; when the game is over, what each has won
    quick_move(S, fits, room, luck)    a sensible move at little cost, for playouts
    plan(states, words, at, fits, room, ids, values, most, luck)
                                       the most promising legal moves, at most `most`, best first, and their number;
                                       never thousands. Values are the share of a win that the seat on turn can expect
                                       if it plays its whole turn well, with refills sampled or rolls counted exactly

and one function of Python:

    new_room(players)                  room for one thread, with the weights for so many players

The kernels are units (`units`), each compiled once and by itself; small ones that they are made of are
`compiled.kernel`s.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, config, entry
from nyhavn.kernels import ismcts, playouts
from nyhavn.kernels.batch import Ints, States
from nyhavn.kernels.units import Units, solid
from nyhavn.luck import Words, fast

Floats = npt.NDArray[np.float64]

MODULES = (playouts, ismcts)
MOST_SEATS = 4
DEPTH = 8
"""Positions that one thread works with."""


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
        bound: dict[str, Any] = {}
        for part in parts:
            own = {name: value for name, value in vars(part).items() if value is not None}  # None: the game gives it
            names = {**given, **own, **bound, "__name__": module}
            for function in (*part.HELPERS, *part.ENTRIES):
                copied = FunctionType(function.__code__, names, function.__name__)
                copied.__doc__, copied.__module__ = function.__doc__, module
                bound[function.__name__] = (solid if function in part.HELPERS else entry)(copied)
                names[function.__name__] = bound[function.__name__]
                setattr(self, function.__name__, bound[function.__name__])
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
            "imagine_all": (desk.states, desk.words, one, one, 0),
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
        self.shares: Floats = np.zeros(MOST_SEATS)
        self.room: Floats = thinking.new_room(players)
        self.lucks: Words = fast(seed)
        self.luck: Words = self.lucks[0]
