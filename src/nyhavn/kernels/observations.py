"""Parts of observations: numbers, flags, one of several, cells. Each gives where the next part begins.

Places are unsigned: signed ones may count from the end, and loops that ask for that are not vectorised.
"""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.cells import CELLS


@kernel
def write_numbers(numbers: Any, many: int, out: Any, at: int) -> Any:
    for place in range(many):
        out[np.uint64(at + place)] = numbers[place]
    return at + many


@kernel
def write_flags(bits: int, many: int, out: Any, at: int) -> Any:
    for place in range(many):
        out[np.uint64(at + place)] = bits >> place & 1
    return at + many


@kernel
def write_one(which: int, many: int, out: Any, at: int) -> Any:
    """One of several; none if it is negative."""
    for place in range(many):
        out[np.uint64(at + place)] = place == which
    return at + many


@kernel
def write_cells(cells: int, out: Any, at: int) -> Any:
    return write_flags(cells, CELLS, out, at)
