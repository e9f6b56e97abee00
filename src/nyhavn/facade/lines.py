"""Complete rows and columns and what they are worth (C30, W14), without a loop."""

from functools import lru_cache
from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import COLUMN_MASKS, COLUMNS, GROUND, HEIGHT, ROW_MASKS, ROW_STARTS, WIDTH

ROW_POINTS = 1
COLUMN_POINTS = 2
ALL_WINDOWS = 2
"""Doubled where all cells are windows (O in the dice game)."""


@kernel
def full_rows(cells: int) -> Any:
    """The complete rows, each as the bit of its first cell."""
    pairs = cells & (cells >> 1)
    return pairs & (pairs >> 2) & (cells >> 4) & ROW_STARTS


@kernel
def full_columns(cells: int) -> Any:
    """The complete columns, each as the bit of its lowest cell."""
    two = cells & (cells >> 5)
    four = two & (two >> 10)
    return four & (four >> 20) & (cells >> 40) & GROUND


@kernel
def newly_full(before: int, after: int) -> Any:
    """The rows and the columns that were completed between two fillings of a house."""
    return full_rows(after) & ~full_rows(before), full_columns(after) & ~full_columns(before)


@kernel
def line_points(rows: int, columns: int, windows: int) -> Any:
    """Points for newly completed rows and columns."""
    more = ALL_WINDOWS - 1
    return ROW_POINTS * (popcount(rows) + more * popcount(rows & full_rows(windows))) + COLUMN_POINTS * (
        popcount(columns) + more * popcount(columns & full_columns(windows))
    )


@kernel
def lines_with(before: int, cells: int) -> Any:
    """The lines that cells complete, as one number: see `line_labels`."""
    rows, columns = newly_full(before, before | cells)
    return rows << WIDTH | columns


@lru_cache(1 << 14)
def line_labels(lines: int) -> str:
    """Lines as `lines_with` tells them, each by its label: rows by number, then columns by letter (`3b`)."""
    rows = "".join(str(number + 1) for number in range(HEIGHT) if lines >> WIDTH * (number + 1) & 1)
    return rows + "".join(letter for number, letter in enumerate(COLUMNS) if lines >> number & 1)


@lru_cache(1 << 14)
def complete_lines(filled: int) -> str:
    """The lines that are complete in a house, by their labels."""
    rows = "".join(str(number) for number, mask in enumerate(ROW_MASKS, 1) if filled & mask == mask)
    return rows + "".join(letter for letter, mask in zip(COLUMNS, COLUMN_MASKS, strict=True) if filled & mask == mask)


def completed(before: int, after: int, windows: int) -> list[tuple[str, int, bool]]:
    """The lines that were completed, one by one, for people: name (`row 3`, `column b`), points, all windows."""
    lines = [(f"row {number}", mask, ROW_POINTS) for number, mask in enumerate(ROW_MASKS, 1)]
    lines += [(f"column {letter}", mask, COLUMN_POINTS) for letter, mask in zip(COLUMNS, COLUMN_MASKS, strict=True)]
    return [
        (name, points * ALL_WINDOWS if windows & mask == mask else points, windows & mask == mask)
        for name, mask, points in lines
        if after & mask == mask != before & mask
    ]


def line_label(name: str) -> str:
    """The label of a line by the name that `completed` gives it."""
    return name.rpartition(" ")[2]


def line_start(name: str) -> int:
    """The first cell of a row, the lowest of a column, by the names that `completed` gives, as a bit."""
    kind, which = name.split()
    return 1 << WIDTH * (int(which) - 1) if kind == "row" else 1 << COLUMNS.index(which)
