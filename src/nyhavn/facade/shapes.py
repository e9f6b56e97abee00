"""Tiles as shapes: turned, flipped, and laid out as the tables that placement generation runs on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from nyhavn.facade.cells import HEIGHT, WIDTH, cells_of

Cell = tuple[int, int]
LARGEST = 5
OFFSET_BITS = 6


@dataclass(frozen=True)
class Shape:
    """A tile in one orientation, its bounding box in the lower left corner of the house.

    An anchor is the cell in which the lower left corner of that box lies; `fit` holds every anchor that keeps the
    shape inside the house, `offsets` the shape's cells as distances from the anchor, packed six bits each; smaller
    shapes repeat their last cell, so that all have five and no loop is needed.
    """

    cells: tuple[Cell, ...]

    @property
    def size(self) -> int:
        return len(self.cells)

    @cached_property
    def mask(self) -> int:
        return sum(1 << offset(cell) for cell in self.cells)

    @cached_property
    def offsets(self) -> int:
        five = (*self.cells, *[self.cells[-1]] * (LARGEST - self.size))
        return sum(offset(cell) << (OFFSET_BITS * number) for number, cell in enumerate(five))

    @cached_property
    def fit(self) -> int:
        width = 1 + max(x for x, _ in self.cells)
        height = 1 + max(y for _, y in self.cells)
        return sum(1 << offset((x, y)) for x in range(WIDTH - width + 1) for y in range(HEIGHT - height + 1))


def offset(cell: Cell) -> int:
    """How far a cell lies from a1, counted row by row."""
    return cell[0] + WIDTH * cell[1]


def turned(cells: Sequence[Cell], flip: bool) -> list[list[Cell]]:
    """The tile in its four rotations, and those of its mirror image if it may be flipped; cell by cell in the order
    given, so that a marked cell can be followed. Some may be equal."""
    sides = [list(cells)] + ([[(-x, y) for x, y in cells]] if flip else [])
    found = []
    for side in sides:
        for _ in range(4):
            side = [(y, -x) for x, y in side]
            left, low = min(x for x, _ in side), min(y for _, y in side)
            found.append([(x - left, y - low) for x, y in side])
    return found


def shape(cells: Iterable[Cell]) -> Shape:
    """The shape of cells, listed by row, then column."""
    return Shape(tuple(sorted(cells, key=offset)))


def orientations(cells: Sequence[Cell], flip: bool) -> list[Shape]:
    """Every way to lay a tile, each once, in an order that depends on its cells only."""
    return sorted({shape(side) for side in turned(cells, flip)}, key=lambda one: one.mask)


def marked_orientations(cells: Sequence[Cell], marked: Cell, flip: bool) -> list[tuple[Shape, list[Cell]]]:
    """Every way to lay a tile that has one marked cell: the shapes, and for each the cells the mark can come to."""
    where: dict[Shape, set[Cell]] = {}
    for side in turned(cells, flip):
        where.setdefault(shape(side), set()).add(side[cells.index(marked)])
    return [(one, sorted(where[one], key=offset)) for one in sorted(where, key=lambda one: one.mask)]


def anchor_on(one: Shape, cells: int) -> int | None:
    """The anchor at which a shape covers exactly these cells, if there is one."""
    return next((anchor for anchor in cells_of(one.fit) if one.mask << anchor == cells), None)
