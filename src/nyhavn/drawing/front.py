"""A house front as a drawing needs it: what covers its cells, which of them were laid together, where coats hang."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nyhavn.facade.cells import COLUMNS, HEIGHT, INDEX, NAMES, WIDTH

ROWS = tuple(range(1, HEIGHT + 1))
CELL = re.compile(r"\b[a-e][1-9]\b")


@dataclass(frozen=True)
class Front:
    """`cells` maps a covered cell to its colour letter and its mark: window, brick, O or X.

    `laid` holds the tiles as they were laid, where that is known; a view tells it by its history alone.
    """

    cells: Mapping[str, Sequence[str]]
    laid: Sequence[Sequence[str]] = ()
    coat_cells: Collection[str] = ()
    coat_rows: Collection[int] = ()
    coat_columns: Collection[str] = ()

    def row_full(self, row: int) -> bool:
        return all(f"{column}{row}" in self.cells for column in COLUMNS)

    def column_full(self, column: str) -> bool:
        return all(f"{column}{row}" in self.cells for row in ROWS)

    def free_coats(self) -> set[str]:
        """The coat cells that nothing covers yet."""
        return set(self.coat_cells) - set(self.cells)

    def tiles(self) -> list[tuple[str, ...]]:
        """The covered cells, tile by tile. Cells of which nobody knows how they came here go by areas of one colour."""
        tiles = [tuple(tile) for tile in self.laid if self._is_one_tile(tile)]
        left = [cell for cell in NAMES if cell in self.cells and not any(cell in tile for tile in tiles)]
        while left:
            area = [left.pop(0)]
            for cell in area:
                near = [other for other in neighbours(cell) if other in left]
                area += [other for other in near if self.cells[other][0] == self.cells[cell][0]]
                left = [other for other in left if other not in area]
            tiles.append(tuple(area))
        return tiles

    def _is_one_tile(self, cells: Sequence[str]) -> bool:
        return all(cell in self.cells for cell in cells) and len({self.cells[cell][0] for cell in cells}) == 1


def neighbours(cell: str) -> list[str]:
    """The cells that share an edge with this one."""
    row, column = divmod(INDEX[cell], WIDTH)
    places = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{COLUMNS[x]}{y + 1}" for x, y in places if 0 <= x < WIDTH and 0 <= y < HEIGHT]


def laid_by(history: Iterable[Mapping[str, Any]], seat: int) -> list[tuple[str, ...]]:
    """The tiles a seat has laid: the cells that one move names are one tile."""
    moves = [str(entry.get("move", "")) for entry in history if entry.get("seat") == seat]
    return [tuple(cells) for move in moves if (cells := CELL.findall(move))]
