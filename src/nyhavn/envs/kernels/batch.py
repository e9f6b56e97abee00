"""Entry kernels of environments: what Python calls, written once for both games and compiled over the kernels of each.

The functions below use names that a game gives: `EnvKernels` copies them with those names filled in, as
`nyhavn.batch` does, and compiles the copies.
"""

from collections.abc import Callable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import Entries, entry
from nyhavn.envs.kernels.masks import has

Ints = npt.NDArray[np.int64]
States = npt.NDArray[Any]

# What a game gives.
STATE: Any = None  # its record
FIT_ROWS: Any = None
FIT_COLUMNS: Any = None
MASK_WORDS: Any = None
stages: Any = None
write_first: Any = None
write_later: Any = None


def write_mask(states: States, first: int, second: int, fits: Ints, mask: Ints) -> Any:
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


ENTRIES: tuple[Callable[..., Any], ...] = (write_mask,)


class EnvKernels(SimpleNamespace):
    """The entry kernels of one game under their names above, with the sizes of the arrays they work on."""

    write_mask: Callable[[States, int, int, Ints, Ints], None]

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__()
        self.given = given
        names = {**globals(), **given, "__name__": __name__}
        for function in ENTRIES:
            bound = FunctionType(function.__code__, names, function.__name__)
            bound.__doc__, bound.__module__ = function.__doc__, __name__
            setattr(self, function.__name__, entry(bound))

    def new_fits(self) -> Ints:
        """Scratch that one thread works in."""
        return np.zeros((self.given["FIT_ROWS"], self.given["FIT_COLUMNS"]), np.int64)

    def new_masks(self, *shape: int) -> Ints:
        """Masks of no action."""
        return np.zeros((*shape, self.given["MASK_WORDS"]), np.int64)

    def calls(self) -> Entries:
        """Every entry kernel called once, with the types it is compiled for, on games that are thrown away."""
        states = np.zeros(1, self.given["STATE"])
        return [("mask", lambda: self.write_mask(states, -1, -1, self.new_fits(), self.new_masks()))]
