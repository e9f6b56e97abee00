"""What the coach claims, held against what the screen shows: by roles and names alone."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.learner import Learner

HIGHEST = 60
"""More points than anybody has."""


class Shown:
    """A learner's table, as it can be read."""

    def __init__(self, one: "Learner") -> None:
        self.one, self.words = one, one.words

    def docks(self, letter: str) -> list[int]:
        """The docks with cards of a colour."""
        names = [
            dock.get_attribute("aria-label") or ""
            for dock in self.one.group("copenhagen.docks").get_by_role("button").all()
        ]
        card = re.escape(self.words("card", colour=self.words.colour(letter)))
        return [number for number, name in enumerate(names, 1) if re.search(card, name)]

    def cards(self, letter: str) -> int:
        """So many in my hand."""
        hand = self.one.page.get_by_role("list", name=self.words("hand"), exact=True)
        name = re.compile("^" + re.escape(self.words("card", colour=self.words.colour(letter))))
        return hand.get_by_role("img", name=name).count()

    def dice(self, letter: str = "") -> int:
        """So many that nobody has used."""
        some = self.one.group("roll-and-write.dice").get_by_role("button")
        if not letter:
            return some.count()
        name = self.words("roll-and-write.die", n=0, colour=self.words.colour(letter)).partition("0")[2]
        return sum((die.get_attribute("aria-label") or "").endswith(name) for die in some.all())

    def free(self, row: int | None = None, column: str = "") -> set[str]:
        """The empty cells of a row or column."""
        cells = [f"{one}{row}" for one in "abcde"] if row else [f"{column}{one}" for one in range(1, 10)]
        names = {cell: self.one.cell(cell).get_attribute("aria-label") or "" for cell in cells}
        return {cell for cell, name in names.items() if self.words("cell.free") in name}

    def points(self) -> int:
        """My score, as the key tells it."""
        told = self.one.page.locator(".hidden[aria-live=assertive]")
        self.one.page.keyboard.press("s")
        said = told.inner_text()
        mine = {self.words("tell.score", name=self.words("you"), n=n): n for n in range(HIGHEST)}
        return next(n for sentence, n in mine.items() if sentence in said)


Claim = Callable[[Shown], object]

BEFORE: dict[str, dict[str, Claim]] = {
    "copenhagen": {
        "take": lambda shown: {3, 4} <= set(shown.docks("R")),
        "build": lambda shown: shown.cards("R") == 3,
        "touch": lambda shown: shown.cards("R") == 2,
        "row": lambda shown: len(shown.free(row=1)) == 2 and shown.cards("Y") == 2,
        "windows": lambda shown: len(shown.free(row=2)) == 2,
        "coat": lambda shown: "c3" in shown.free(row=3) and shown.one.group("coat").is_visible(),
        "ability": lambda shown: shown.one.group("coat").is_visible(),
        "any": lambda shown: {1, 6} <= set(shown.docks("P")),
        "column": lambda shown: shown.free(column="a") == {"a8", "a9"} and shown.cards("P") >= 1,
    },
    "roll-and-write": {
        "draw": lambda shown: shown.dice() == 5 and shown.dice("R") == 2,
        "mark": lambda shown: shown.dice() == 3 and shown.dice("B") > 0,
        "bonus": lambda shown: shown.dice("B") == 2,
        "reroll": lambda shown: max(shown.dice(letter) for letter in "RYGBPW") == 1,
        "joker": lambda shown: (shown.dice("G"), shown.dice("W")) == (2, 1),
        "star": lambda shown: shown.free(row=2) == {"a2", "b2", "c2"},
    },
}
"""What each step says of the position."""

GAINED = {"row": 1, "windows": 2, "column": 2, "joker": 1, "star": 2}
"""Points that a step promises, and its praise tells."""

AFTER: dict[str, dict[str, Claim]] = {
    "copenhagen": {
        "take": lambda shown: (
            not shown.one.group("copenhagen.docks").get_by_text(shown.words("copenhagen.dock.empty")).count()
        ),
        "touch": lambda shown: shown.cards("R") == 0,
        "row": lambda shown: not shown.free(row=1),
        "windows": lambda shown: not shown.free(row=2) and shown.one.group("coat").is_visible(),
        "coat": lambda shown: "c3" not in shown.free(row=3) and shown.one.group("coat").is_visible(),
        "column": lambda shown: not shown.free(column="a"),
    },
    "roll-and-write": {
        "joker": lambda shown: not shown.free(row=1),
        "star": lambda shown: not shown.free(row=2),
    },
}
"""What each praise says of what became of it."""
