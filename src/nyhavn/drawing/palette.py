"""The colours of every drawing, each for a light and a dark page.

A tile's colour is never hue alone: it comes with a pattern and its letter. The hues fall in even steps of lightness,
so they stay apart in greyscale too.
"""

from typing import NamedTuple


class Hue(NamedTuple):
    light: str
    dark: str


NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "W": "white"}
LETTERS = {name: letter for letter, name in NAMES.items()}

# A letter alone is the wall of a tile, "-mark" the pattern on it, "-brick" and "-joint" its brick cell.
TILES = {
    "R": Hue("#D2553F", "#E57861"),
    "R-mark": Hue("#9E3422", "#A63F2B"),
    "R-brick": Hue("#B94330", "#CC5A44"),
    "R-joint": Hue("#EBA792", "#F7B9A8"),
    "Y": Hue("#F4BE45", "#F0C55C"),
    "Y-mark": Hue("#B27B12", "#B4841F"),
    "Y-brick": Hue("#DFA22B", "#E0B244"),
    "Y-joint": Hue("#FBE3A6", "#FDEBBB"),
    "G": Hue("#78B36F", "#85C285"),
    "G-mark": Hue("#3F7A41", "#45804A"),
    "G-brick": Hue("#5B9A58", "#6BAB6E"),
    "G-joint": Hue("#BFE0B6", "#C9E8C7"),
    "B": Hue("#2A5F97", "#4A8ACA"),
    "B-mark": Hue("#8FB6DD", "#1D4B7C"),
    "B-brick": Hue("#22507F", "#37709F"),
    "B-joint": Hue("#7FA6CC", "#A2C6E6"),
    "P": Hue("#4F2B68", "#855DB2"),
    "P-mark": Hue("#A583C0", "#4E2F72"),
    "P-brick": Hue("#432457", "#6D4897"),
    "P-joint": Hue("#9A7AB3", "#C3A6DF"),
    "W": Hue("#FFFDF7", "#EDE6D8"),
    "W-mark": Hue("#8C8371", "#8C8371"),
    "W-brick": Hue("#EFE8DA", "#D8D0C0"),
    "W-joint": Hue("#CFC6B3", "#B5AB98"),
}

# A dice game sheet is coloured with a pencil: the hues, thinned by the paper.
PENCILLED = {
    "R-tint": Hue("#F3D3CB", "#4B302B"),
    "Y-tint": Hue("#FBE9BE", "#4A3F26"),
    "G-tint": Hue("#D5E8D0", "#2B4531"),
    "B-tint": Hue("#CADAEA", "#243D57"),
    "P-tint": Hue("#DACDE4", "#3A2C4C"),
    "W-tint": Hue("#FFFDF7", "#2B3B47"),
}

SURROUNDINGS = {
    "page": Hue("#EADBBF", "#101A22"),
    "paper": Hue("#FFFAF0", "#22313C"),
    "surface": Hue("#FCF4E4", "#1B2832"),
    "ink": Hue("#23303B", "#F4EAD7"),
    "ink-soft": Hue("#4F5D68", "#BFC3C0"),
    "line": Hue("#DCCBA9", "#3A4B57"),
    "edge": Hue("#84734F", "#8FA0A8"),
    "accent": Hue("#14606B", "#7FD0C8"),
    "on-accent": Hue("#FFFAF0", "#0E2024"),
    "legal": Hue("#1C7245", "#6FD79A"),
    "lift": Hue("#E8A317", "#FFD166"),
    "outline": Hue("#2A2A32", "#0A1118"),
    "ui-line": Hue("#2A2A32", "#8FA0A8"),
    "frame": Hue("#FFFBF1", "#4A3A28"),
    "glass": Hue("#2F4658", "#FFEBB5"),
    "plaque": Hue("#FFFBF1", "#F4EAD7"),
    "plaque-ink": Hue("#23303B", "#1B2832"),
    "card": Hue("#FFFBF1", "#F4EAD7"),
    "wall": Hue("#F7EDD9", "#17242E"),
    "wall-2": Hue("#F0E2C6", "#1C2B36"),
    "wall-grid": Hue("#C9B48C", "#415461"),
    "trim": Hue("#E3CFA9", "#5B5446"),
    "on-trim": Hue("#4A4030", "#F4EAD7"),
    "coat": Hue("#F2C14E", "#F2C14E"),
    "coat-sea": Hue("#1F6F7C", "#1F6F7C"),
    "on-coat": Hue("#23303B", "#1B2832"),
    "coat-crown": Hue("#FFF6DF", "#FFF6DF"),
    "pen": Hue("#1E3A73", "#A9C8FF"),
}

HUES = TILES | PENCILLED | SURROUNDINGS


class Terminal(NamedTuple):
    """Numbers of the 256 colours that nearly every terminal knows: behind a letter, and the letter itself."""

    behind: int
    letter: int


BLACK, WHITE = 16, 231
TERMINAL = {
    "R": Terminal(167, BLACK),
    "Y": Terminal(221, BLACK),
    "G": Terminal(107, BLACK),
    "B": Terminal(25, WHITE),
    "P": Terminal(54, WHITE),
    "W": Terminal(255, BLACK),
}
