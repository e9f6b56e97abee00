"""The five colours and their letters, in the order that both games use everywhere; white is for special things."""

COLOURS = ("red", "yellow", "green", "blue", "purple")
LETTERS = "RYGBP"
WHITE = "W"
SIZES = (2, 3, 4, 5)
"""Sizes of coloured tiles: a kind of tile is a letter and a size, `R4`."""
