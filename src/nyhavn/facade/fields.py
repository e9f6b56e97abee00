"""Parts of observations, those among them that every game has in which houses are built."""

from math import prod
from typing import NamedTuple

from nyhavn.facade.cells import CELLS
from nyhavn.facade.colours import COLOURS

MOST_POINTS = 99
MOST_COATS = 45


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int
    """No number in it is larger."""
    meaning: str
    private: bool = False
    """Only the observing seat may know it; a spectator sees all the others."""
    by_seat: bool = False
    """One for each seat: all such fields of a seat stand together, and the next seat's follow."""
    begun: bool = False
    """Of the move that the seat has begun, and of which actions are still to come."""

    @property
    def size(self) -> int:
        return prod(self.shape)


def house(mark: str) -> list[Field]:
    """The house of a seat."""
    return [
        Field("covered", (CELLS,), 1, "flags: covered cells", by_seat=True),
        Field(mark, (CELLS,), 1, f"flags: of these the {mark}", by_seat=True),
        Field("colours", (len(COLOURS), CELLS), 1, "flags: cells covered by each colour", by_seat=True),
    ]
