"""Draws every picture of the documentation, always the same ones: `.venv/bin/python docs/pictures/make.py`.

The houses and tables are real: they come from records, or from lessons, which are games played here move by move with
cards and dice that were chosen beforehand. A test compares the pictures with what this script draws.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nyhavn
from nyhavn.drawing import svg as draw
from nyhavn.facade.colours import LETTERS, SIZES, WHITE
from nyhavn.games.copenhagen.components import TILES
from nyhavn.games.copenhagen.drawing import house_svg
from nyhavn.games.roll_and_write.components import TILES as DRAWN_TILES
from nyhavn.games.roll_and_write.components import TRACKS
from nyhavn.games.roll_and_write.drawing import house_svg as sheet_svg

HERE = Path(__file__).parent
FRIDAY = HERE.parent / "games" / "friday.nyhavn"
SUNDAY = HERE.parent / "games" / "sunday.nyhavn"

OWN_DOCKS = "take 1 2"
OTHER_DOCKS = "take 6 7"
END_CARD = "End"
CELL = re.compile(r"\b[a-e][1-9]\b")

# The house that grows through docs/rules-copenhagen.md.
GROWING = (
    "build R4 a1* b1 a2 b2 pay RRRR",
    "build B3 c1* c2 d2 pay BBB",
    "build Y2 d1* e1 pay YY",
    "build G3 c3* c4 c5 pay GGG",
    "coat special e2",
    "coat ability discount",
    "build G2 d3 d4* pay -",
    "build P3 e3* e4 e5 pay PPP",
    "coat ability recolour",
    "build B3 a3* b3 b4 pay RRB",
    "build R2 a4 a5* pay RR",
    "coat ability both",
    OWN_DOCKS,
    "build Y2 b5* b6 pay YY",
    "build R3 a6* a7 b7 pay RR",
    "coat refresh",
)
# What touching is, and what it is not.
TOUCHING = ("build R4 a1* b1 a2 b2 pay RRRR", "build G2 c1* c2 pay GG", "build R2 b3 c3* pay R")
CORNER = (*TOUCHING[:2], "build R2 c3* d3 pay RR")
# A whole column.
COLUMN = ("build P5 a1* a2 a3 a4 a5 pay PPPPP", "build P4 a6 a7 a8 a9* pay PPP")
# Beside a tile, and above nothing.
FLOATING = "build B2 c2* d2 pay BB"
# The four ways to take cards, with every ability at hand.
HELPED = (*GROWING[:4], "coat special e2", "coat ability extra")
TAKES = ("take 2 3", "take 2 5", "take 2 3 6", "take 1 4 6")

# The dice game. Lessons are written like records: the dice that come, and the moves of all seats.
# The building that grows through docs/rules-roll-and-write.md.
DRAWING = (HERE / "dice_lesson.txt").read_text(encoding="utf-8")
# A whole column, and its coat of arms.
UPRIGHT = """\
0 start red
1 start red
> roll PPPPP
0 draw P5 b1* b2 b3 b4 b5 using PPPPP
> roll RYGBR
1 draw R2 a1* b1 using RR
0 mark -
> roll RPPPW
0 draw P4 b6 b7 b8 b9* using PPPW
"""
# The two blue tiles of size 4, in a game of three.
TWINS = """\
> roll BBBBR
0 draw B4 a1* b1 b2 b3 using BBBB
1 mark -
2 mark -
> roll RRRRR
1 draw R5 a1 b1 c1 b2 c2* using RRRRR
> roll GGGGG
2 draw G5 b1 a2 b2 c2 b3* using GGGGG
> roll BBBBR
0 draw B4 d1 e1* d2 d3 using BBBB
"""
# What is refused: beside a tile, and above nothing; the second blue four in a game of two.
IN_THE_AIR = "draw Y2 c2 d2* using YY"
PUT_OUT = "draw B4 c1 d1* c2 c3 using BBBB"


@dataclass(frozen=True)
class Scene:
    """A seat's house after a move, or before one that is refused; or the whole table."""

    state: nyhavn.State
    move: str = ""
    seat: int | None = 0
    whole: bool = False
    refused: str = ""
    """The code of the reason."""

    @property
    def cells(self) -> list[str]:
        """What the move covers, or would."""
        return CELL.findall(self.move)

    def svg(self) -> str:
        if self.refused:
            reason = self.state.explain(self.move)
            assert reason is not None
            assert reason.code == self.refused, reason
        if self.whole:
            return self.state.svg(self.seat)
        draw_house = house_svg if self.state.game == "copenhagen" else sheet_svg
        return draw_house(self.state.view(), self.seat or 0, self.cells)


class Lesson:
    """A game of two in which seat 0 is dealt what its next tiles cost, and seat 1 keeps to other docks and other tiles.

    Before a build that seat 0 cannot pay yet it takes the cards at docks 1 and 2, as often as it must.
    """

    def __init__(self, *moves: str) -> None:
        paid = [move.partition(" pay ")[2].strip("-") for move in moves if move.startswith("build ")]
        self.reserved = {move.split()[1] for move in moves if move.startswith("build ")}
        wishes = "".join(paid)
        # Seven docks are dealt first, then the hand of seat 0.
        self.opening = dict(zip((7, 8, 0, 1), wishes, strict=False))
        self.wishes = list(wishes[len(self.opening) :])
        self.dealt = 0
        self.own = False
        self.after: dict[str, nyhavn.State] = {}
        """The game after each move of seat 0."""
        self.state = nyhavn.new_game("copenhagen", players=2, chance=self.deal)
        for move in moves:
            self.play(move)

    def deal(self, kind: str, outcomes: dict[str, int]) -> str:
        """What is wished for where seat 0 takes cards, elsewhere the card that is needed least."""
        number, self.dealt = self.dealt, self.dealt + 1
        if number in self.opening:
            return self.opening[number]
        if kind == "refill" and self.own and self.wishes:
            return self.wishes.pop(0)
        spare = {card: left - 3 * self.wishes.count(card) for card, left in outcomes.items() if card != END_CARD}
        return max(spare, key=lambda card: spare[card], default=END_CARD)

    def play(self, move: str) -> None:
        while move not in self.state.moves():
            reason = self.state.explain(move)
            assert reason is not None
            assert reason.code in ("price", "not in hand"), f"{move}: {reason}"
            self.turn(OWN_DOCKS)
        self.turn(move)

    def turn(self, move: str) -> None:
        """One move of seat 0, and whatever seat 1 does then."""
        self.own = True
        self.state.play(move)
        self.own = False
        self.after[move] = self.state.copy()
        while self.state.turn == 1:
            self.state.play(self.other(self.state.moves()))

    def other(self, moves: list[str]) -> str:
        """What seat 1 does: build as low and as much as it can, or take cards."""
        builds = [move for move in moves if move.startswith("build ") and move.split()[1] not in self.reserved]
        if builds:
            return min(builds, key=lambda move: (max(CELL.findall(move), key=lambda cell: cell[1])[1], -len(move)))
        return OTHER_DOCKS if OTHER_DOCKS in moves else moves[0]

    def until_the_end(self) -> nyhavn.State:
        """Both only take cards until the End card comes."""
        while not self.state.over:
            self.turn(OWN_DOCKS if OWN_DOCKS in self.state.moves() else self.state.moves()[-1])
        return self.state

    def scene(self, move: str, whole: bool = False) -> Scene:
        return Scene(self.after[move], move, whole=whole)


class DiceLesson:
    """A dice game played from lines like those of a record."""

    def __init__(self, text: str, players: int = 2) -> None:
        lines = text.splitlines()
        rolls = iter("".join(line.removeprefix("> roll ") for line in lines if line.startswith("> ")))
        self.before: dict[str, nyhavn.State] = {}
        """The game before each move of seat 0."""
        self.after: dict[str, nyhavn.State] = {}
        # When the lesson is over, white dice come.
        self.state = nyhavn.new_game("roll-and-write", players=players, chance=lambda *_: next(rolls, WHITE))
        for line in lines:
            if not line.startswith("> "):
                self.play(*line.split(" ", 1))

    def play(self, seat: str, move: str) -> None:
        assert str(self.state.turn) == seat, f"{move}: it is seat {self.state.turn}'s turn"
        before = self.state.copy()
        self.state.play(move)
        if seat == "0":
            self.before[move], self.after[move] = before, self.state.copy()

    def scene(self, move: str) -> Scene:
        return Scene(self.after[move], move)


def recorded(record: Path, moves: int) -> nyhavn.State:
    """The game of a record after so many moves."""
    lines = record.read_text(encoding="utf-8").splitlines()
    first = lines.index("") + 1
    ends = [number for number, line in enumerate(lines) if number >= first and not line.startswith(">")]
    tags = [line for line in lines[:first] if not line.startswith("[Result ")]
    return nyhavn.parse_record("\n".join([*tags, *lines[first : ends[moves] if moves < len(ends) else None]]))


def tiles() -> str:
    """Every kind of tile, a colour a row, and the special tile."""
    size, width = 18, 452
    parts = []
    middle = 4.0
    for letter in LETTERS:
        x = 16
        high = max(_height(f"{letter}{number}") for number in SIZES) * size + 20
        middle += high / 2 + 2
        for number in SIZES:
            name = f"{letter}{number}"
            cells, brick = TILES[name]
            parts.append(draw.words(x, middle + 4, name, 12, bold=True))
            parts.append(draw.group([draw.tile(letter, cells, brick, size)], x + 26, middle - _height(name) * size / 2))
            x += 26 + number * size + 18
        middle += high / 2
    parts.append(draw.words(16, middle + 16, "special tile", 12, bold=True))
    special = draw.tile(WHITE, [(0, 0)], None, size) + draw.box(6, 4.5, 6, 9, fill="glass", stroke="frame")
    parts.append(draw.group([special], 98, middle + 3))
    described = "The twenty kinds of tiles by colour and size, each with one brick, and the special tile."
    return draw.document(width, middle + size + 18, "Tiles", described, parts)


def _height(tile: str) -> int:
    return 1 + max(row for _, row in TILES[tile][0])


class Take(NamedTuple):
    move: str
    docks: list[str]
    """The cards."""
    chosen: list[int]
    used: list[str]
    """The abilities that the rules turn over for it."""


def taken() -> Iterator[Take]:
    """Four ways to take cards from the docks."""
    state = Lesson(*HELPED).state
    for move in TAKES:
        tried = state.copy()
        tried.play(move)
        effects = next(event["effects"] for event in reversed(tried.events()) if event.get("move") == move)
        used = [effect["ability"] for effect in effects if effect["effect"] == "ability"]
        yield Take(move, state.view()["docks"], [int(dock) for dock in move.split()[1:]], used)


def takes() -> str:
    """The same, drawn."""
    parts = []
    for row, (move, docks, chosen, used) in enumerate(taken()):
        y = 26 + 82 * row
        for dock, card in enumerate(docks, 1):
            x = 46 * dock - 30
            parts.append(draw.piece(card, x, y - 12 if dock in chosen else y, 36, 50))
            parts.append(draw.words(x + 18, y + 64, dock, 11, anchor="middle", bold=dock in chosen))
        parts.append(draw.words(354, y + 20, move, 15, bold=True))
        parts.append(draw.words(354, y + 40, f"uses {' and '.join(used)}" if used else "uses no ability", 13))
    described = "Two neighbours, any two, three with neighbours, any three."
    return draw.document(510, 26 + 82 * len(TAKES), "Four ways to take cards", described, parts)


def drawn_tiles() -> str:
    """Every tile of the dice game, a colour a row; of size 4 there are two."""
    size, width = 16, 500
    parts = []
    top = 14
    for letter in LETTERS:
        x = 16
        shown = [(kind, copy) for kind in DRAWN_TILES if kind[0] == letter for copy in DRAWN_TILES[kind]]
        laid = [(kind, _lying(copy)) for kind, copy in shown]
        high = max(1 + max(y for _, y in cells) for _, cells in laid) * size
        for kind, cells in laid:
            wide = 1 + max(x for x, _ in cells)
            drop = (high - (1 + max(y for _, y in cells)) * size) / 2
            parts.append(draw.words(x, top + high / 2 + 4, kind, 12, bold=True))
            parts.append(draw.group([draw.tile(letter, cells, None, size)], x + 22, top + drop))
            x += 22 + wide * size + 12
        top += high + 14
    described = "The tiles of the five colours: one each of size 2, 3 and 5, two of size 4."
    return draw.document(width, top, "Tiles of the dice game", described, parts)


def _lying(cells: tuple[draw.Cell, ...]) -> tuple[draw.Cell, ...]:
    """A tile turned by a quarter if it stands."""
    wide, high = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    return cells if wide >= high else tuple((high - 1 - y, x) for x, y in cells)


def tracks() -> str:
    """The five tracks of a sheet, box by box."""
    parts = [draw.words(150 + 34 * box, 22, box + 1, 11, anchor="middle") for box in range(9)]
    for row, (name, boxes) in enumerate(TRACKS.items()):
        y = 32 + 36 * row
        parts.append(draw.piece(LETTERS[row], 16, y, 26, 26))
        parts.append(draw.words(52, y + 18, name, 14, bold=True))
        for place, sign in enumerate(boxes):
            parts.append(draw.box(136 + 34 * place, y, 28, 28, 3, fill="surface", stroke="edge"))
            shown = {"+": "+", "*": "★"}.get(sign, "")
            parts.append(draw.words(150 + 34 * place, y + 20, shown, 17, anchor="middle", bold=True))
    described = "Which boxes of the five tracks unlock a bonus, and which a star."
    return draw.document(452, 32 + 36 * len(TRACKS), "Tracks", described, parts)


@cache
def scenes() -> dict[str, Scene]:
    """What is shown of a game, by the name of its picture. The client's rules show the same, drawn by itself."""
    growing, first = Lesson(*GROWING), GROWING[0]
    drawing = DiceLesson(DRAWING)
    second = "draw B3 c1* c2 d2 using BBW"
    return {
        "start": Scene(nyhavn.new_game("copenhagen", players=3, seed=2019), whole=True),
        "house": Scene(nyhavn.new_game("copenhagen", seed=2019)),
        "first-tile": Scene(growing.after[first], first),
        "floating": Scene(Lesson(first).state, FLOATING, refused="unsupported"),
        "overhang": growing.scene(GROWING[1]),
        "row": growing.scene(GROWING[2]),
        "touching": Lesson(*TOUCHING).scene(TOUCHING[-1]),
        "corner": Lesson(*CORNER).scene(CORNER[-1]),
        "column": Lesson(*COLUMN).scene(COLUMN[-1]),
        "coat": growing.scene(GROWING[3]),
        "special": growing.scene(GROWING[4]),
        "free": growing.scene(GROWING[6]),
        "recolour": growing.scene(GROWING[9]),
        "both": growing.scene(GROWING[13]),
        "refresh": growing.scene(GROWING[15], whole=True),
        "twelve": Scene(recorded(FRIDAY, 88), "build P4 a5 a6 a7 a8* pay PP", seat=1),
        "end-card": Scene(Lesson(*GROWING).until_the_end(), seat=None, whole=True),
        "dice-start": Scene(nyhavn.new_game("roll-and-write", players=3, seed=2020), seat=None, whole=True),
        "dice-first": drawing.scene("draw R4 a1 b1* a2 b2 using RRRW"),
        "dice-air": Scene(drawing.before[second], IN_THE_AIR, refused="unsupported"),
        "dice-put-out": Scene(drawing.before[second], PUT_OUT, refused="put out"),
        "dice-overhang": drawing.scene(second),
        "dice-row": drawing.scene("draw Y2 d1* e1 using YY"),
        "dice-single": drawing.scene("single e2"),
        "dice-table": Scene(drawing.after["coat track blue"], "coat track blue", seat=None, whole=True),
        "dice-reroll": drawing.scene("draw G4 b3 c3 d3 c4* using GGGW"),
        "dice-again": drawing.scene("draw G4 a3 a4* b4 a5 using GGGG"),
        "dice-change": drawing.scene("draw B3 e3 d4* e4 using BBB"),
        "dice-window": drawing.scene("coat window c5"),
        "dice-bonus": drawing.scene("draw P3 b5 b6 b7 using PP+"),
        "dice-column": DiceLesson(UPRIGHT).scene("draw P4 b6 b7 b8 b9* using PPPW"),
        "dice-twins": DiceLesson(TWINS, players=3).scene("draw B4 d1 e1* d2 d3 using BBBB"),
        "dice-end": Scene(recorded(SUNDAY, 101), seat=None, whole=True),
    }


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture: the name of its file, and what is in it."""
    yield "table.svg", recorded(FRIDAY, 87).svg(1)
    yield "dice-last.svg", recorded(SUNDAY, 87).svg(0)
    yield "tiles.svg", tiles()
    yield "takes.svg", takes()
    yield "dice-tiles.svg", drawn_tiles()
    yield "dice-tracks.svg", tracks()
    for name, scene in scenes().items():
        yield f"{name}.svg", scene.svg()


def main() -> None:
    for name, picture in pictures():
        (HERE / name).write_text(picture + "\n", encoding="utf-8", newline="\n")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
