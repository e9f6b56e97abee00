"""Bit-parallel answers about a house, compared with the same question asked cell by cell."""

import random

import pytest

from nyhavn.facade.anchors import covering, fitting, neighbours, supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import CELLS, COLUMNS, FULL, HEIGHT, INDEX, NAMES, WIDTH, cells_of, mask_of
from nyhavn.facade.lines import completed, full_columns, full_rows, line_points, line_start, newly_full
from nyhavn.facade.shapes import Cell, orientations

TILES: list[list[Cell]] = [
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (1, 1), (2, 1)],
    [(2, 0), (0, 1), (1, 1), (2, 1), (0, 2)],
]


def houses(count: int) -> list[int]:
    """Fillings from nearly empty to nearly full, the extremes included."""
    chance = random.Random(45)
    found = [0, FULL, FULL & ~1, 1, FULL & ~(1 << CELLS - 1)]
    for number in range(count):
        share = (number + 1) / (count + 1)
        found.append(sum(1 << cell for cell in range(CELLS) if chance.random() < share))
    return found


def beside(cell: int) -> set[int]:
    x, y = cell % WIDTH, cell // WIDTH
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return {a + WIDTH * b for a, b in around if 0 <= a < WIDTH and 0 <= b < HEIGHT}


def test_cells_are_counted_row_by_row_from_the_ground() -> None:
    assert (INDEX["a1"], INDEX["e1"], INDEX["a2"], INDEX["e9"]) == (0, 4, 5, 44)
    assert [NAMES[cell] for cell in cells_of(mask_of(["c3", "a1", "e9"]))] == ["a1", "c3", "e9"]


@pytest.mark.parametrize("house", houses(30))
def test_neighbours_and_support(house: int) -> None:
    covered = set(cells_of(house))
    assert set(cells_of(neighbours(house))) == {other for cell in covered for other in beside(cell)}
    carrying = {cell for cell in range(CELLS) if cell not in covered and (cell < WIDTH or cell - WIDTH in covered)}
    assert set(cells_of(supporting(house))) == carrying


@pytest.mark.parametrize("house", houses(30))
def test_every_anchor_at_once_is_every_anchor_by_itself(house: int) -> None:
    covered, carrying = set(cells_of(house)), set(cells_of(supporting(house)))
    near = neighbours(house)
    for tile in TILES:
        for shape in orientations(tile, flip=True):
            anchors = fitting(shape.fit, shape.offsets, FULL & ~house, supporting(house))
            touching = anchors & covering(shape.offsets, near)
            for anchor in cells_of(shape.fit):
                cells = set(cells_of(shape.mask << anchor))
                fits = not cells & covered and bool(cells & carrying)
                assert bool(anchors >> anchor & 1) == fits
                assert bool(touching >> anchor & 1) == (fits and bool(cells & set(cells_of(near))))
            assert anchors & ~shape.fit == 0


@pytest.mark.parametrize("house", houses(40))
def test_lines_and_their_points(house: int) -> None:
    chance = random.Random(house)
    before = house & sum(1 << cell for cell in range(CELLS) if chance.random() < 0.8)
    windows = house & ~sum(1 << cell for cell in range(CELLS) if chance.random() < 0.05)
    rows = {y: {x + WIDTH * y for x in range(WIDTH)} for y in range(HEIGHT)}
    columns = {x: {x + WIDTH * y for y in range(HEIGHT)} for x in range(WIDTH)}
    has, had, clean = set(cells_of(house)), set(cells_of(before)), set(cells_of(windows))
    assert {cell // WIDTH for cell in cells_of(full_rows(house))} == {y for y, line in rows.items() if line <= has}
    assert set(cells_of(full_columns(house))) == {x for x, line in columns.items() if line <= has}
    worth = {f"row {y + 1}": (line, 1) for y, line in rows.items()}
    worth |= {f"column {COLUMNS[x]}": (line, 2) for x, line in columns.items()}
    expected = [
        (name, points * (2 if line <= clean else 1), line <= clean)
        for name, (line, points) in worth.items()
        if line <= has and not line <= had
    ]
    assert completed(before, house, windows) == expected
    new_rows, new_columns = newly_full(before, house)
    assert line_points(new_rows, new_columns, windows) == sum(points for _, points, _ in expected)
    starts = {line_start(name) for name, _, _ in expected}
    assert starts == {1 << cell for cell in [*cells_of(new_rows), *cells_of(new_columns)]}


@pytest.mark.parametrize("house", [house for house in houses(10) if house])
def test_bits(house: int) -> None:
    assert popcount(house) == len(cells_of(house))
    assert lowest(house) == cells_of(house)[0]
