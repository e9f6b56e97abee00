"""What lies in the box of the card game: tiles, cards, coats of arms, abilities (C2–C9)."""

from nyhavn.facade.cells import mask_of
from nyhavn.facade.shapes import Cell

PLAYERS = (2, 3, 4)
OPTIONS = 1  # none: 0 only

# C2: four coat cells, and coats at the end of rows 2, 4 and 6 (a row is named by its first cell).
COAT_CELLS = mask_of(["c3", "e5", "b7", "d9"])
COAT_ROWS = mask_of(["a2", "a4", "a6"])

# C4: the cells of each tile as (x, y) from its lower left corner, and the one that is brick.
TILES: dict[str, tuple[tuple[Cell, ...], Cell]] = {
    "R2": (((0, 0), (1, 0)), (0, 0)),
    "R3": (((0, 0), (0, 1), (1, 1)), (0, 0)),
    "R4": (((0, 0), (1, 0), (0, 1), (1, 1)), (0, 0)),
    "R5": (((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)), (0, 0)),
    "Y2": (((0, 0), (1, 0)), (0, 0)),
    "Y3": (((0, 0), (0, 1), (1, 1)), (0, 0)),
    "Y4": (((0, 0), (1, 0), (1, 1), (2, 1)), (1, 0)),
    "Y5": (((2, 0), (0, 1), (1, 1), (2, 1), (0, 2)), (2, 0)),
    "G2": (((0, 0), (1, 0)), (0, 0)),
    "G3": (((0, 0), (1, 0), (2, 0)), (0, 0)),
    "G4": (((1, 0), (0, 1), (1, 1), (2, 1)), (1, 0)),
    "G5": (((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)), (0, 1)),
    "B2": (((0, 0), (1, 0)), (0, 0)),
    "B3": (((0, 0), (0, 1), (1, 1)), (0, 0)),
    "B4": (((0, 0), (1, 0), (2, 0), (2, 1)), (0, 0)),
    "B5": (((2, 0), (0, 1), (1, 1), (2, 1), (2, 2)), (0, 1)),
    "P2": (((0, 0), (1, 0)), (0, 0)),
    "P3": (((0, 0), (1, 0), (2, 0)), (0, 0)),
    "P4": (((0, 0), (1, 0), (2, 0), (3, 0)), (0, 0)),
    "P5": (((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)), (0, 0)),
}
KINDS = tuple(TILES)

# C3: copies of each size in the rack, by number of players.
COPIES = {2: (2, 2, 2, 1), 3: (2, 3, 2, 1), 4: (3, 3, 3, 1)}
SPECIALS = 12

CARDS_OF_A_COLOUR = {2: 14, 3: 12, 4: 14}  # C5
DOCKS = 7
HAND_LIMIT = 7  # C16
STARTING_HANDS = {2: (2, 3), 3: (2, 3, 3), 4: (2, 3, 3, 4)}  # C8
UNDER_THE_DECK = 10  # C7, C18: the End card is one of the last ten
GOAL = 12  # C31

ABILITIES = ("any", "extra", "discount", "recolour", "both")
