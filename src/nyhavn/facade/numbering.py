"""Numbers that stand for several things: put together, and taken apart."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel

INVERSE_BITS = 20
MOST_PARTS = 64
INVERSES = np.array([0, *(-(-(1 << INVERSE_BITS) // parts) for parts in range(1, MOST_PARTS + 1))], np.int64)


def counted_from(first: int) -> tuple[Any, Any]:
    """Two kernels: the number of the n-th of these things, and which of them has a number."""

    @kernel
    def number(which: int) -> Any:
        return first + which

    @kernel
    def which(number: int) -> Any:
        return number - first

    return number, which


@kernel
def split(number: int, count: int) -> Any:
    """Of `first * count + second`, the two."""
    first = number // count
    return first, number - first * count


@kernel
def split_small(number: int, count: int) -> Any:
    """The same for a number below 16,384 and a count up to 64 that is not known beforehand: by multiplication, because
    division is slow."""
    first = number * INVERSES[count] >> INVERSE_BITS
    return first, number - first * count
