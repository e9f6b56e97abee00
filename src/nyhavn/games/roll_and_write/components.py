"""What the dice game is printed with: tiles, dice, tracks, coats of arms (W1–W4, W16)."""

from nyhavn.facade.cells import mask_of
from nyhavn.facade.colours import LETTERS, WHITE
from nyhavn.facade.shapes import Cell

PLAYERS = (2, 3, 4)
OPTIONS = 2  # 1: mirror (W11)
FACES = LETTERS + WHITE
DICE = 5
SINGLE_USE = (4, 5)  # W2

# W16: rows are named by their first cell, columns by their lowest.
COAT_ROWS = mask_of(["a2", "a4", "a6"])
COAT_COLUMNS = mask_of(["b1", "d1"])

# The tiles as printed, (x, y) from the lower left corner; of size 4 two of each colour (W2). They are turned, not
# mirrored (W11).
I2: tuple[Cell, ...] = ((0, 0), (0, 1))
L3: tuple[Cell, ...] = ((0, 0), (1, 0), (1, 1))
I3: tuple[Cell, ...] = ((0, 0), (0, 1), (0, 2))
O4: tuple[Cell, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))
I4: tuple[Cell, ...] = ((0, 0), (0, 1), (0, 2), (0, 3))
TILES: dict[str, tuple[tuple[Cell, ...], ...]] = {
    "R2": (I2,),
    "R3": (L3,),
    "R4": (O4, O4),
    "R5": (((0, 0), (1, 0), (2, 0), (1, 1), (2, 1)),),
    "Y2": (I2,),
    "Y3": (L3,),
    "Y4": (((0, 0), (0, 1), (1, 1), (1, 2)), ((1, 0), (0, 1), (1, 1), (0, 2))),
    "Y5": (((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)),),
    "G2": (I2,),
    "G3": (I3,),
    "G4": (((1, 0), (0, 1), (1, 1), (1, 2)), ((0, 0), (0, 1), (1, 1), (0, 2))),
    "G5": (((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),),
    "B2": (I2,),
    "B3": (L3,),
    "B4": (((0, 0), (1, 0), (1, 1), (1, 2)), ((0, 0), (1, 0), (0, 1), (0, 2))),
    "B5": (((0, 0), (1, 0), (2, 0), (1, 1), (1, 2)),),
    "P2": (I2,),
    "P3": (I3,),
    "P4": (I4, I4),
    "P5": (((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),),
}
KINDS = tuple(TILES)

# The boxes of each track from the left: + a bonus, * a star of the colour's ability, . nothing (W20).
BOXES = 9
TRACKS = {
    "red": "+*+***...",
    "yellow": "+.*+.**..",
    "green": "+..*+.**.",
    "blue": "+*.*+*...",
    "purple": "+.*+*.*..",
}
ABILITIES = {"red": "reroll", "yellow": "again", "green": "change", "blue": "no-x", "purple": "single-x"}
STARTING_REROLLS = 2  # W3
STARTING_BOXES = 2  # W4
TRACK_POINTS = 2  # W15
COAT_BOXES = 2  # W16
MOST_BONUSES = 2  # W7
GOAL = 12  # W28
LAST_ROUND = 100  # W30
