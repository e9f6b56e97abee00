"""Tables drawn with plain characters: house fronts, columns of figures, blocks side by side.

A covered cell is its colour letter and a mark: `R ` window, `R#` brick, `Ro` and `Rx` on a sheet. A coat of arms that
can still be earned is `@`.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from nyhavn.drawing.front import ROWS, Front
from nyhavn.drawing.palette import TERMINAL
from nyhavn.facade.cells import COLUMNS

COAT = "@"
FREE = "."
MARKS = {"window": " ", "brick": "#", "O": "o", "X": "x"}
PAINT = re.compile(r"\x1b\[[0-9;]*m")


def painted(letter: str, content: str, colour: bool) -> str:
    """The content on the colour of a letter, for a terminal; as it is if colour is off or the letter has none."""
    if not colour or letter not in TERMINAL:
        return content
    hue = TERMINAL[letter]
    return f"\x1b[48;5;{hue.behind};38;5;{hue.letter}m{content}\x1b[0m"


def letters(these: Iterable[str], colour: bool) -> str:
    """A row of cards or dice by their letters."""
    return " ".join(painted(letter, letter, colour) for letter in these) or "-"


def width(line: str) -> int:
    """How many places a line takes on the screen."""
    return len(PAINT.sub("", line))


def padded(line: str, places: int) -> str:
    return line + " " * (places - width(line))


def front_lines(front: Front, colour: bool = False) -> list[str]:
    """A house front, 22 places wide: row numbers on the left, column letters below, coats where they hang."""
    lines = []
    if front.coat_columns:
        hanging = [
            COAT if column in front.coat_columns and not front.column_full(column) else " " for column in COLUMNS
        ]
        lines.append("   " + "".join(f" {sign} " for sign in hanging))
    coats = front.free_coats()
    for row in reversed(ROWS):
        cells = [_cell(front, f"{column}{row}", coats, colour) for column in COLUMNS]
        sign = COAT if row in front.coat_rows and not front.row_full(row) else " "
        lines.append(f"{row} |" + "".join(f" {cell}" for cell in cells) + f" | {sign}")
    lines.append("   " + "".join(f" {column} " for column in COLUMNS))
    return [padded(line, 22) for line in lines]


def _cell(front: Front, cell: str, coats: set[str], colour: bool) -> str:
    if cell in front.cells:
        letter, mark = front.cells[cell]
        return painted(letter, letter + MARKS.get(mark, "?"), colour)
    return f"{COAT if cell in coats else FREE} "


def beside(blocks: Iterable[Sequence[str]], gap: int = 2) -> list[str]:
    """Blocks of lines side by side, their first lines level."""
    blocks = list(blocks)
    widths = [max(map(width, block), default=0) for block in blocks]
    lines = []
    for parts in zip_longest(*blocks, fillvalue=""):
        cells = [padded(part, places) for part, places in zip(parts, widths, strict=True)]
        lines.append((" " * gap).join(cells).rstrip())
    return lines


def columns(rows: Sequence[Sequence[object]], gap: int = 2) -> list[str]:
    """Rows of figures as a table, each column as wide as its widest entry."""
    return beside([[str(row[place]) for row in rows] for place in range(len(rows[0]))], gap)


def seats(these: Iterable[int]) -> str:
    """Seats in words: `seat 1`, `seats 0 and 2`."""
    numbers = [str(seat) for seat in these]
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """`1 card`, `2 cards`, `2 bonuses`."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def ending(view: dict[str, Any]) -> str:
    """How a game ended, the same in every game."""
    winners, groups = view["winners"], view["ranking"]
    won = f"{seats(winners)} {'wins' if len(winners) == 1 else 'share the win'}".capitalize() if winners else "Over"
    others = [" and ".join(map(str, group)) for group in groups]
    return f"{won}. Ranking: {', then '.join(others)}." if len(others) > 1 else f"{won}."


def onlooker(view: dict[str, Any]) -> str:
    """Through whose eyes the table is seen."""
    return "seen by a spectator" if view["seat"] is None else f"seen by seat {view['seat']}"


def options(view: dict[str, Any]) -> str:
    """The table's options that are on, `mirror=True`; empty if there are none."""
    return " ".join(f"{name}={value}" for name, value in view["options"].items() if value)
