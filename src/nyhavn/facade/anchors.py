"""Where a shape can lie, all anchors at once: inside, on free cells, supported (C27–C28, W11–W12), touching (C22)."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.cells import CELLS, COLUMN_MASKS, FULL, GROUND
from nyhavn.facade.numbering import split
from nyhavn.facade.shapes import OFFSET_BITS

OFFSET = (1 << OFFSET_BITS) - 1
NOT_FIRST = FULL & ~COLUMN_MASKS[0]
NOT_LAST = FULL & ~COLUMN_MASKS[-1]


@kernel
def place_id(shape: int, anchor: int) -> Any:
    """A shape at an anchor, as a number."""
    return shape * CELLS + anchor


@kernel
def place_parts(place: int) -> Any:
    """The shape and the anchor."""
    return split(place, CELLS)


@kernel
def neighbours(cells: int) -> Any:
    """The cells that share an edge with one of these; corners do not count."""
    return ((cells & NOT_LAST) << 1) | ((cells & NOT_FIRST) >> 1) | ((cells << 5) & FULL) | (cells >> 5)


@kernel
def supporting(filled: int) -> Any:
    """The free cells that carry a tile: on the ground or directly above a covered cell."""
    return ((filled << 5) | GROUND) & FULL & ~filled


@kernel
def fitting(fit: int, offsets: int, free: int, support: int) -> Any:
    """The anchors at which a shape covers free cells only and at least one supporting cell."""
    first = offsets & OFFSET
    second = offsets >> OFFSET_BITS & OFFSET
    third = offsets >> 2 * OFFSET_BITS & OFFSET
    fourth = offsets >> 3 * OFFSET_BITS & OFFSET
    fifth = offsets >> 4 * OFFSET_BITS
    carried = support >> first | support >> second | support >> third | support >> fourth | support >> fifth
    return fit & carried & free >> first & free >> second & free >> third & free >> fourth & free >> fifth


@kernel
def covering(offsets: int, cells: int) -> Any:
    """The anchors at which a shape covers at least one of these cells."""
    return (
        cells >> (offsets & OFFSET)
        | cells >> (offsets >> OFFSET_BITS & OFFSET)
        | cells >> (offsets >> 2 * OFFSET_BITS & OFFSET)
        | cells >> (offsets >> 3 * OFFSET_BITS & OFFSET)
        | cells >> (offsets >> 4 * OFFSET_BITS)
    )
