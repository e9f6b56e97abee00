"""Houses taken apart into tiles again: which tiles can lie on the cells of a colour, and whether each was carried.

All searches here are bounded, because strangers send positions: where one would take too long, nothing is said."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from nyhavn.facade.cells import FULL, GROUND, WIDTH, cells_of

MOST_STEPS = 4_000
MOST_TILINGS = 400
MOST_HOUSES = 2_000


class Piece(NamedTuple):
    """A tile in one place: its kind, its cells, and the marks (bricks) that it brings."""

    kind: int
    cells: int
    marks: int = 0


Tiling = tuple[Piece, ...]
Pieces = Mapping[int, Sequence[Piece]]
"""Pieces by their lowest cell, as a bit."""


def pieces_of(shapes: Iterable[tuple[int, int, int, int]]) -> Pieces:
    """Every place of some tiles, given as kind, cells and marks in the lower left corner, and the anchors that fit."""
    found: dict[int, list[Piece]] = defaultdict(list)
    for kind, cells, marks, fit in shapes:
        for anchor in cells_of(fit):
            found[(cells & -cells) << anchor].append(Piece(kind, cells << anchor, marks << anchor))
    return found


def tilings(cells: int, pieces: Pieces, fits: Callable[[Piece], bool]) -> list[Tiling] | None:
    """Every way to cover exactly these cells with pieces that fit; None if there are too many to look at."""
    found: list[Tiling] = []
    waiting: list[tuple[int, Tiling]] = [(cells, ())]
    for _ in range(MOST_STEPS):
        if not waiting:
            return found
        left, laid = waiting.pop()
        if not left:
            found.append(laid)
            if len(found) > MOST_TILINGS:
                return None
        else:
            fitting = [one for one in pieces.get(left & -left, ()) if not one.cells & ~left and fits(one)]
            waiting += [(left & ~one.cells, (*laid, one)) for one in fitting]
    return None


def carrying(filled: int) -> int:
    """The free cells on which a tile can stand: on the ground or directly above a covered cell."""
    return (filled << WIDTH | GROUND) & FULL & ~filled


def stand(tiles: Iterable[int]) -> bool:
    """Whether tiles can be placed in some order so that each is carried (C28, W12)."""
    filled, waiting = 0, list(tiles)
    while waiting:
        places = carrying(filled)
        carried = [cells for cells in waiting if cells & places]
        if not carried:
            return False
        for cells in carried:
            filled |= cells
        waiting = [cells for cells in waiting if not cells & filled]
    return True


def can_stand(colours: Sequence[Sequence[Tiling] | None], single: int) -> bool:
    """Whether a house can have been built, of one of the tilings of each colour and of single cells; True too if there
    are too many to look at."""
    known = [ways for ways in colours if ways is not None]
    if len(known) < len(colours):
        return True
    alone = [1 << cell for cell in cells_of(single)]
    houses = islice(product(*known), MOST_HOUSES + 1)
    for number, house in enumerate(houses):
        if number == MOST_HOUSES or stand([*alone, *(one.cells for tiling in house for one in tiling)]):
            return True
    return False
