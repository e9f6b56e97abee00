"""Fields of position lines that games share: houses as rows, cards and dice as letters. Readers refuse what they cannot
read (PositionError). That there is one spelling only is seen to elsewhere, by writing what was read once more."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nyhavn.errors import PositionError
from nyhavn.facade.cells import HEIGHT, WIDTH, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.facade.lines import completed

NOTHING = "-"
FREE = "."
ROWS = re.compile(rf"[{LETTERS}{WHITE}{LETTERS.lower()}{WHITE.lower()}{FREE}]{{{WIDTH}}}")


class House(NamedTuple):
    """The covered cells of a house, those with a brick or an X, and those of each colour, as masks."""

    filled: int
    marked: int
    colours: tuple[int, ...]

    @property
    def white(self) -> int:
        return self.filled & ~sum(self.colours)

    @property
    def lines(self) -> list[tuple[str, int, bool]]:
        """The complete lines: name, points, all windows."""
        return completed(0, self.filled, self.filled & ~self.marked)

    @property
    def points(self) -> int:
        return sum(points for _, points, _ in self.lines)


class Decision:
    """The first field of a line: the seat that decides, its phase, and the coat actions that are owed."""

    def __init__(self, phases: Mapping[int, str], examples: str) -> None:
        self.phases = {phase: name.replace(" ", "-") for phase, name in phases.items()}
        self.form = re.compile(rf"([0-3]):({'|'.join(self.phases.values())})([1-9]?)")
        self.examples = examples

    def write(self, turn: int, phase: int, coats: int) -> str:
        return f"{turn}:{self.phases[phase]}{coats or ''}"

    def read(self, S: Any, text: str) -> None:
        match = self.form.fullmatch(text)
        if not match or int(match[1]) >= S.players:
            phases = ", ".join(self.phases.values())
            raise PositionError("decision", text, f"this is a seat, a colon and one of {phases}, as in {self.examples}")
        S.turn, S.coats = int(match[1]), int(match[3] or 0)
        S.phase = next(phase for phase, name in self.phases.items() if name == match[2])


def fields_by_seat(fields: Sequence[str], first: int, each: int) -> list[Sequence[str]]:
    """The fields from the first one on, so many for each seat."""
    return [fields[place : place + each] for place in range(first, len(fields), each)]


def write_house(house: House) -> str:
    """The rows from the ground up, a letter for every cell: capital for a window or an O, small for a brick or an X.
    Empty rows above are left out."""
    letters = [FREE] * HEIGHT * WIDTH
    for letter, cells in zip(LETTERS + WHITE, (*house.colours, house.white), strict=True):
        for cell in cells_of(cells):
            letters[cell] = letter.lower() if house.marked >> cell & 1 else letter
    height = -(-house.filled.bit_length() // WIDTH)
    return "/".join("".join(letters[row * WIDTH : (row + 1) * WIDTH]) for row in range(height)) or NOTHING


def read_house(name: str, text: str) -> House:
    rows = [] if text == NOTHING else text.split("/")
    if len(rows) > HEIGHT or not all(ROWS.fullmatch(row) for row in rows):
        sentence = (
            f"a house is up to {HEIGHT} rows of {WIDTH} letters with / between them, from the ground, or {NOTHING}"
        )
        raise PositionError(name, text, sentence)
    cells = "".join(rows)
    masks = [sum(1 << cell for cell, at in enumerate(cells) if at.upper() == letter) for letter in LETTERS + WHITE]
    marked = sum(1 << cell for cell, at in enumerate(cells) if at.islower())
    return House(sum(masks), marked, tuple(masks[: len(COLOURS)]))


def write_letters(counts: Sequence[int], letters: str = LETTERS) -> str:
    return "".join(letter * count for letter, count in zip(letters, counts, strict=True)) or NOTHING


def read_letters(name: str, text: str, field: str, letters: str = LETTERS) -> list[int]:
    """How many of each letter there are in a text, which is part of a field."""
    if text != NOTHING and not (text and set(text) <= set(letters)):
        raise PositionError(name, field, f"{text[:20]!r} is not made of the letters {' '.join(letters)}, nor {NOTHING}")
    return [text.count(letter) for letter in letters]


def read_parts(name: str, text: str, parts: Sequence[str]) -> list[str]:
    """The parts of a field with / between them."""
    found = text.split("/")
    if len(found) != len(parts):
        raise PositionError(name, text, f"this is {'/'.join(parts)}, with {NOTHING} for nothing")
    return found


def read_number(name: str, text: str, field: str) -> int:
    """A number of one to three digits, which is part of a field."""
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise PositionError(name, field, f"{text[:20]!r} isn't such a number")
    return int(text)
