"""Tiles turned and flipped, and the tables that placement generation runs on."""

import pytest

from nyhavn.facade.cells import CELLS, HEIGHT, WIDTH, cells_of
from nyhavn.facade.shapes import Cell, anchor_on, marked_orientations, orientations

I2: list[Cell] = [(0, 0), (1, 0)]
L3: list[Cell] = [(0, 0), (0, 1), (1, 1)]
S4: list[Cell] = [(0, 0), (1, 0), (1, 1), (2, 1)]
L4: list[Cell] = [(0, 0), (1, 0), (2, 0), (2, 1)]
X5: list[Cell] = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
P5: list[Cell] = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("cells", "turned", "flipped"), [(I2, 2, 2), (L3, 4, 4), (S4, 2, 4), (L4, 4, 8), (X5, 1, 1), (P5, 4, 8)]
)
def test_a_tile_has_as_many_shapes_as_its_symmetry_leaves(cells: list[Cell], turned: int, flipped: int) -> None:
    assert (len(orientations(cells, flip=False)), len(orientations(cells, flip=True))) == (turned, flipped)


def test_a_mark_goes_where_the_tile_takes_it() -> None:
    shapes = {shape.cells: marks for shape, marks in marked_orientations(I2, (0, 0), flip=True)}
    assert shapes == {((0, 0), (1, 0)): [(0, 0), (1, 0)], ((0, 0), (0, 1)): [(0, 0), (0, 1)]}
    assert all(len(marks) == 4 for _, marks in marked_orientations(X5, (0, 1), flip=True))
    assert all(marks == [(1, 1)] for _, marks in marked_orientations(X5, (1, 1), flip=True))


@pytest.mark.parametrize("cells", [I2, L3, S4, L4, X5, P5])
def test_anchors_keep_a_shape_inside_the_house(cells: list[Cell]) -> None:
    for shape in orientations(cells, flip=True):
        inside = {
            x + WIDTH * y
            for x in range(WIDTH)
            for y in range(HEIGHT)
            if all(x + dx < WIDTH and y + dy < HEIGHT for dx, dy in shape.cells)
        }
        assert set(cells_of(shape.fit)) == inside
        for anchor in range(CELLS):
            if anchor in inside:
                assert anchor_on(shape, shape.mask << anchor) == anchor
        assert anchor_on(shape, shape.mask << min(inside) | 1 << CELLS - 1) is None


def test_offsets_are_the_cells_the_last_one_repeated() -> None:
    (shape,) = [one for one in orientations(L3, flip=False) if one.cells == ((0, 0), (0, 1), (1, 1))]
    assert [shape.offsets >> 6 * number & 63 for number in range(5)] == [0, 5, 6, 6, 6]
