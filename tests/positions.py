"""What the drawn positions of both games share: houses as text, chance written down beforehand, refusals.

A house is drawn as it stands on the table, its lowest row at the bottom, empty rows above left out. A capital letter is
a window or an O, a small one a brick or an X, W a cell of its own, a point a free cell:

    Y . . . .
    Y r R . .
"""

from collections.abc import Mapping, Sequence

import pytest

import nyhavn
from nyhavn.facade.colours import LETTERS, WHITE

COLUMNS = "abcde"
HEIGHT = 9


class Script:
    """Chance as written: `Script("RYG End")` gives these outcomes one after the other, and remembers what it was
    asked."""

    def __init__(self, outcomes: str) -> None:
        self.left = [one for word in outcomes.split() for one in ([word] if word == "End" else word)]
        self.asked: list[tuple[str, dict[str, int]]] = []

    def __call__(self, kind: str, outcomes: dict[str, int]) -> str:
        assert self.left, f"the script has no further outcome, and a {kind} asks for one"
        self.asked.append((kind, outcomes))
        return self.left.pop(0)


class Lowest(Script):
    """Chance that always gives the first outcome there is."""

    def __init__(self) -> None:
        super().__init__("")

    def __call__(self, kind: str, outcomes: dict[str, int]) -> str:
        self.asked.append((kind, outcomes))
        return next(iter(outcomes))


def rows(house: str) -> list[str]:
    """A drawing as nine rows of five letters, from the ground up."""
    lines = [line.replace(" ", "") for line in house.splitlines() if line.strip()][::-1]
    assert len(lines) <= HEIGHT, f"a house has {HEIGHT} rows, this has {len(lines)}"
    assert all(len(line) == len(COLUMNS) and set(line.upper()) <= {*LETTERS, WHITE, "."} for line in lines), lines
    return lines + ["....."] * (HEIGHT - len(lines))


def points(house: str) -> int:
    """What the complete lines of a drawing are worth (C30, W14)."""
    across = rows(house)
    lines = [(row, 1) for row in across] + [("".join(column), 2) for column in zip(*across, strict=True)]
    return sum(worth * (2 if line.isupper() else 1) for line, worth in lines if "." not in line)


def covered(house: str, letters: str = LETTERS + WHITE) -> int:
    """The covered cells of a drawing as a mask, all of them or those with certain letters."""
    return sum(1 << cell for cell, letter in enumerate("".join(rows(house))) if letter.upper() in letters)


def dull(house: str) -> int:
    """The bricks, or X, of a drawing as a mask."""
    return sum(1 << cell for cell, letter in enumerate("".join(rows(house))) if letter.islower())


def of_seat(texts: Sequence[str], seat: int) -> str:
    """What a seat was given, nothing if not named."""
    return texts[seat] if seat < len(texts) else ""


def picture(house: str) -> str:
    """A drawing with all nine rows, to compare with `pictured`."""
    return "\n".join(rows(house)[::-1])


def pictured(cells: Mapping[str, Sequence[str]]) -> str:
    """A house as a view tells it, as a drawing."""
    letters = {cell: letter if kind in ("window", "O") else letter.lower() for cell, (letter, kind) in cells.items()}
    lines = ["".join(letters.get(f"{column}{row}", ".") for column in COLUMNS) for row in range(1, HEIGHT + 1)]
    return "\n".join(lines[::-1])


def chance_of(state: nyhavn.State) -> list[str]:
    """What chance did since the position was drawn."""
    return [entry["chance"] for entry in state.history if "chance" in entry]


def everything(state: nyhavn.State) -> tuple[object, ...]:
    """All there is to a game, for comparing before and after."""
    seen = [state.view(seat) for seat in (None, *range(state.players))]
    return state.memory.tobytes(), state.history, state.events(), state.record(), state.tags, seen


def verbs(state: nyhavn.State) -> list[str]:
    """What can be done, by the first words of the moves."""
    return sorted({move.split()[0] for move in state.moves()})


def refusal(state: nyhavn.State, move: str) -> nyhavn.IllegalMove:
    """What the game says to a move it does not allow; nothing may have changed."""
    before = everything(state)
    with pytest.raises(nyhavn.IllegalMove) as caught:
        state.play(move)
    assert everything(state) == before
    assert move not in state.moves()
    assert state.explain(move) == caught.value.reason
    return caught.value


def scored(*cases: tuple[str, str, str, int]) -> pytest.MarkDecorator:
    """Cases of a house, a move and the points it brings, each with its name."""
    return pytest.mark.parametrize(("house", "move", "points"), [pytest.param(*case, id=name) for name, *case in cases])
