"""What lies in the box, as data (B1). Cells are those of every house of the family: a1 is bit 0, a2 is above it."""

from nyhavn.facade.cells import mask_of

PLAYERS = (2,)
LETTERS = "RY"
COLOURS = ("red", "yellow")
CARDS_OF_A_COLOUR = 4
CARDS = CARDS_OF_A_COLOUR * len(COLOURS)
TURNS = 6

CELLS = ("a1", "b1", "a2", "b2")
KINDS = ("R1", "R2", "Y1", "Y2")
PLACES = (("a1",), ("b1",), ("a2",), ("b2",), ("a1", "b1"), ("a1", "a2"), ("b1", "b2"), ("a2", "b2"))
"""Where a tile can lie; those of one cell first."""
LINES = [(mask_of(line.split()), points) for line, points in (("a1 b1", 1), ("a2 b2", 1), ("a1 a2", 2), ("b1 b2", 2))]
"""Cells and points (B6)."""
ONE_COLOUR = 2  # times the points
