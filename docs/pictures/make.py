"""Draws every picture of the documentation, always the same ones: `.venv/bin/python docs/pictures/make.py`.

The houses and tables are real: they come from records, or from lessons, which are games played here move by move with
cards and dice that were chosen beforehand. A test compares the pictures with what this script draws.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import nyhavn
from nyhavn.copenhagen.components import TILES
from nyhavn.copenhagen.drawing import house_svg
from nyhavn.drawing import svg as draw
from nyhavn.facade.colours import LETTERS, SIZES, WHITE
from nyhavn.rollwrite.components import TILES as DRAWN_TILES
from nyhavn.rollwrite.components import TRACKS
from nyhavn.rollwrite.drawing import house_svg as sheet_svg

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
DRAWING = """\
0 start blue
1 start purple
> roll RRRBW
0 draw R4 a1 b1* a2 b2 using RRRW
1 mark blue
> roll GGPPW
1 draw G3 a1* b1 c1 using GGW
0 mark purple purple
> roll YYBBW
0 draw B3 c1* c2 d2 using BBW
1 mark -
> roll RRYPW
1 draw R3 d1* e1 e2 using RRW
0 mark yellow purple
> roll RYYGB
0 draw Y2 d1* e1 using YY
0 single e2
0 coat track blue
1 mark red green
> roll YYGGG
1 draw G3 a2* b2 c2 using GGG
0 mark yellow yellow
> roll RYGBP
0 reroll RYP
> roll GGW
0 draw G4 b3 c3 d3 c4* using GGGW
1 mark blue
> roll GGPPW
1 draw P2 a3* b3 using PP
0 mark green green
> roll RGGGG
0 draw G4 a3 a4* b4 a5 using GGGG
1 mark red
> roll RRGGW
1 draw R3 c3* c4 d4 using RRW
0 mark green green
> roll RYYGB
0 change YY B
0 draw B3 e3 d4* e4 using BBB
0 coat window c5
1 mark red green
> roll RYYWW
1 draw Y2 a4* a5 using YY
0 mark blue purple
> roll RYGPP
0 draw P3 b5 b6 b7 using PP+
"""
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

    def house(self, move: str, ringed: str = "") -> str:
        """The house of seat 0 after a move, with the cells ringed that it covers, or others."""
        return house_svg(self.after[move].view(), 0, CELL.findall(ringed or move))


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

    def house(self, move: str) -> str:
        """The building of seat 0 after a move, with the cells ringed that it covers."""
        return sheet_svg(self.after[move].view(), 0, CELL.findall(move))

    def refused(self, before: str, move: str, code: str) -> str:
        """The building before a move of the lesson, with the cells ringed of one that is refused there."""
        reason = self.before[before].explain(move)
        assert reason is not None
        assert reason.code == code, reason
        return sheet_svg(self.before[before].view(), 0, CELL.findall(move))


def moves_of(lesson: str) -> list[str]:
    """The moves of seat 0 in a lesson of the dice game."""
    return [line[2:] for line in lesson.splitlines() if line.startswith("0 ")]


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


def takes() -> str:
    """Four ways to take cards from the docks, and the abilities that the rules turn over for them."""
    state = Lesson(*HELPED).state
    parts = []
    for row, move in enumerate(TAKES):
        chosen = [int(dock) - 1 for dock in move.split()[1:]]
        tried = state.copy()
        tried.play(move)
        effects = next(event["effects"] for event in reversed(tried.events()) if event.get("move") == move)
        used = [effect["ability"] for effect in effects if effect["effect"] == "ability"]
        y = 26 + 82 * row
        for dock, card in enumerate(state.view()["docks"]):
            lifted = y - 12 if dock in chosen else y
            parts.append(draw.piece(card, 16 + 46 * dock, lifted, 36, 50))
            parts.append(draw.words(34 + 46 * dock, y + 64, dock + 1, 11, anchor="middle", bold=dock in chosen))
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


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture: the name of its file, and what is in it."""
    yield "table.svg", recorded(FRIDAY, 87).svg(1)
    yield "twelve.svg", house_svg(recorded(FRIDAY, 88).view(), 1, ["a5", "a6", "a7", "a8"])

    yield "start.svg", nyhavn.new_game("copenhagen", players=3, seed=2019).svg(0)
    yield "house.svg", house_svg(nyhavn.new_game("copenhagen", seed=2019).view(), 0)
    yield "tiles.svg", tiles()
    yield "takes.svg", takes()
    growing = Lesson(*GROWING)
    yield "first-tile.svg", growing.house(GROWING[0])
    refused = Lesson(GROWING[0]).state.explain(FLOATING)
    assert refused is not None
    assert refused.code == "unsupported"
    yield "floating.svg", growing.house(GROWING[0], ringed=FLOATING)
    yield "overhang.svg", growing.house(GROWING[1])
    yield "row.svg", growing.house(GROWING[2])
    yield "touching.svg", Lesson(*TOUCHING).house(TOUCHING[-1])
    yield "corner.svg", Lesson(*CORNER).house(CORNER[-1])
    yield "column.svg", Lesson(*COLUMN).house(COLUMN[-1])
    yield "coat.svg", growing.house(GROWING[3])
    yield "special.svg", growing.house(GROWING[4])
    yield "free.svg", growing.house(GROWING[6])
    yield "recolour.svg", growing.house(GROWING[9])
    yield "both.svg", growing.house(GROWING[13])
    yield "refresh.svg", growing.after[GROWING[15]].svg(0)
    yield "end-card.svg", Lesson(*GROWING).until_the_end().svg()
    yield from dice_pictures()


def dice_pictures() -> Iterator[tuple[str, str]]:
    """The pictures of the dice game."""
    yield "dice-start.svg", nyhavn.new_game("roll-and-write", players=3, seed=2020).svg()
    yield "dice-tiles.svg", drawn_tiles()
    yield "dice-tracks.svg", tracks()
    growing = DiceLesson(DRAWING)
    yield "dice-first.svg", growing.house("draw R4 a1 b1* a2 b2 using RRRW")
    second = "draw B3 c1* c2 d2 using BBW"
    yield "dice-air.svg", growing.refused(second, IN_THE_AIR, "unsupported")
    yield "dice-put-out.svg", growing.refused(second, PUT_OUT, "put out")
    yield "dice-overhang.svg", growing.house(second)
    yield "dice-row.svg", growing.house("draw Y2 d1* e1 using YY")
    yield "dice-single.svg", growing.house("single e2")
    yield "dice-table.svg", growing.after["coat track blue"].svg()
    yield "dice-reroll.svg", growing.house("draw G4 b3 c3 d3 c4* using GGGW")
    yield "dice-again.svg", growing.house("draw G4 a3 a4* b4 a5 using GGGG")
    yield "dice-change.svg", growing.house("draw B3 e3 d4* e4 using BBB")
    yield "dice-window.svg", growing.house("coat window c5")
    yield "dice-bonus.svg", growing.house("draw P3 b5 b6 b7 using PP+")
    yield "dice-column.svg", DiceLesson(UPRIGHT).house("draw P4 b6 b7 b8 b9* using PPPW")
    twins = DiceLesson(TWINS, players=3)
    yield "dice-twins.svg", twins.house("draw B4 d1 e1* d2 d3 using BBBB")
    yield "dice-last.svg", recorded(SUNDAY, 87).svg(0)
    yield "dice-end.svg", recorded(SUNDAY, 101).svg()


def main() -> None:
    for name, picture in pictures():
        (HERE / name).write_text(picture + "\n", encoding="utf-8", newline="\n")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
