"""Kinds of coloured tiles as numbers, R2 R3 R4 R5 Y2 … P5: the same in every game in which houses are built."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.colours import COLOURS, SIZES

SIZE_COUNT = len(SIZES)
SMALLEST, LARGEST = SIZES[0], SIZES[-1]
KIND_PARTS = tuple((colour, size) for colour in range(len(COLOURS)) for size in SIZES)
"""The colour and the size of each kind."""
KIND_COUNT = len(KIND_PARTS)


@kernel
def kind_of(colour: int, size: int) -> Any:
    return colour * SIZE_COUNT + size - SMALLEST


@kernel
def colour_of(kind: int) -> Any:
    return kind // SIZE_COUNT


@kernel
def size_of(kind: int) -> Any:
    return kind % SIZE_COUNT + SMALLEST
