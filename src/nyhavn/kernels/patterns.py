"""Patterns of house fronts that the networks of these games see: columns by their covered cells, and the line that the
tops of columns make."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.cells import COLUMN_MASKS, GROUND, HEIGHT, WIDTH

# By the covered cells of a row: the lowest bits of columns, which are so many bits apart.
SPREAD = np.array(
    [sum((covered >> column & 1) << HEIGHT * column for column in range(WIDTH)) for covered in range(1 << WIDTH)],
    np.int64,
)
HEIGHTS = np.array([covered.bit_length() for covered in range(1 << HEIGHT)], np.int64)
COLUMN = (1 << HEIGHT) - 1
COLUMN_CELLS = np.array(COLUMN_MASKS, np.int64)


@kernel
def see_columns(filled: int, marked: int, columns_at: int, surface_at: int, seen: Any, found: int) -> Any:
    """Each column, by its cells and whether there is a mark in it (a brick, an X), and the heights of each two that are
    neighbours: rows of a table from these on. Gives how many numbers there are then."""
    columns = 0
    for row in range(HEIGHT):
        columns |= SPREAD[filled >> WIDTH * row & GROUND] << row
    before = 0
    for column in range(WIDTH):
        covered = columns >> HEIGHT * column & COLUMN
        has_mark = 1 if marked & COLUMN_CELLS[column] else 0
        seen[found] = columns_at + ((column << HEIGHT) + covered) * 2 + has_mark
        found += 1
        height = HEIGHTS[covered]
        if column:
            seen[found] = surface_at + ((column - 1) * (HEIGHT + 1) + before) * (HEIGHT + 1) + height
            found += 1
        before = height
    return found
