"""Numbers that stand for several things: put together, and taken apart."""

from typing import Any

from nyhavn.compiled import kernel


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
