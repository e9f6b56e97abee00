"""What callers give, looked at before a kernel gets it: whatever is wrong is one sentence."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def whole_actions(actions: Sequence[int]) -> tuple[int, ...]:
    """Actions of a move, as ints; TypeError if they are anything else than whole numbers."""
    try:
        return tuple(map(operator.index, actions))
    except TypeError:
        raise TypeError(f"actions are a list of whole numbers, not {str(actions)[:60]}") from None


def check_memory(memory: object, record: np.dtype[Any], game: str) -> None:
    """TypeError if this is no position of the game as plain memory."""
    if not isinstance(memory, np.ndarray) or memory.dtype != record or memory.ndim != 1 or not len(memory):
        raise TypeError(f"{str(memory)[:40]!r} isn't a position of {game}: give plain memory, such as its state.memory")


def whole_row(values: npt.ArrayLike, many: int, what: str) -> npt.NDArray[Any]:
    """A whole number for each of so many games; ValueError if it is anything else."""
    try:
        found = np.asarray(values)
    except ValueError:  # lists of different lengths
        found = np.array(None)
    if found.shape != (many,) or found.dtype.kind not in "iu":
        raise ValueError(f"{what} are whole numbers, one for each of {many} games")
    return found
