"""The 45 cells of a house front: a1 is bit 0, then row by row from the ground (C2, W1)."""

from collections.abc import Iterable

COLUMNS = "abcde"
WIDTH = 5
HEIGHT = 9
CELLS = WIDTH * HEIGHT
FULL = (1 << CELLS) - 1
GROUND = (1 << WIDTH) - 1
NAMES = tuple(f"{column}{row}" for row in range(1, HEIGHT + 1) for column in COLUMNS)
INDEX = {name: index for index, name in enumerate(NAMES)}

ROW_MASKS = tuple(GROUND << (WIDTH * row) for row in range(HEIGHT))
COLUMN_MASKS = tuple(sum(1 << (WIDTH * row + column) for row in range(HEIGHT)) for column in range(WIDTH))
ROW_STARTS = COLUMN_MASKS[0]
"""A row is named by the bit of its first cell, a column by the bit of its lowest."""


def cells_of(mask: int) -> list[int]:
    """The cells of a mask, by row, then column."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def mask_of(names: Iterable[str]) -> int:
    """The mask of cells given by name."""
    return sum(1 << INDEX[name] for name in set(names))


def rows_of(starts: int) -> list[int]:
    """Row numbers (1 to 9) of a mask of row starts, as `lines.full_rows` gives it."""
    return [row + 1 for row in range(HEIGHT) if starts >> (WIDTH * row) & 1]


def columns_of(feet: int) -> list[str]:
    """Column letters of a mask of lowest cells, as `lines.full_columns` gives it."""
    return [letter for column, letter in enumerate(COLUMNS) if feet >> column & 1]
