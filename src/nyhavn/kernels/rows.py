"""Small kernels over rows of memory that all searches share."""

from typing import Any

from nyhavn.compiled import kernel


@kernel
def copy(integers: Any, source: int, target: int) -> None:
    """One position over another one, both given by their rows."""
    for place in range(integers.shape[1]):
        integers[target, place] = integers[source, place]


@kernel
def keep(ids: Any, values: Any, most: int, found: int, move: int, value: float) -> Any:
    """Put a move in its place among the best so far, of which there are `found`. Gives their number."""
    if found == most:
        if value <= values[most - 1]:
            return found
        found -= 1
    place = found
    while place > 0 and values[place - 1] < value:
        ids[place] = ids[place - 1]
        values[place] = values[place - 1]
        place -= 1
    ids[place] = move
    values[place] = value
    return found + 1
