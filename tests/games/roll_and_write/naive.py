"""The dice game a second time, written from the rules alone and as plainly as they read.

It checks the engine, so it shares no code with it. A game is one generator, `Naive._game`, that
runs through the rulebook and stops wherever a seat must decide.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable
from itertools import combinations, product
from typing import Any

COLOURS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "purple": "P"}
NAMES = {letter: name for name, letter in COLOURS.items()}
FACES = "RYGBPW"
BOXES = 9  # of each track
TARGET = 12  # W28
LAST_ROUND = 100  # W30

PLUS = {"R": (1, 3), "Y": (1, 4), "G": (1, 5), "B": (1, 5), "P": (1, 4)}
STAR = {"R": (2, 4, 5, 6), "Y": (3, 6, 7), "G": (4, 7, 8), "B": (2, 4, 6), "P": (3, 5, 7)}
REROLL, AGAIN, CHANGE, NO_X, SINGLE = "RYGBP"  # the colour of each ability's star

Shape = tuple[tuple[int, int], ...]  # (x, y), y upward
Cells = tuple[str, ...]  # names such as "c4", by row, then column
Asking = Generator[tuple[int, list[str]], str, None]  # yields seat and moves, is sent the move

DOMINO: Shape = ((0, 0), (0, 1))
CORNER: Shape = ((0, 0), (1, 0), (1, 1))
BAR3: Shape = ((0, 0), (0, 1), (0, 2))
SQUARE: Shape = ((0, 0), (1, 0), (0, 1), (1, 1))
BAR4: Shape = ((0, 0), (0, 1), (0, 2), (0, 3))
TILES: dict[str, list[Shape]] = {  # one shape for each copy on the facade sheet
    "R2": [DOMINO],
    "Y2": [DOMINO],
    "G2": [DOMINO],
    "B2": [DOMINO],
    "P2": [DOMINO],
    "R3": [CORNER],
    "Y3": [CORNER],
    "G3": [BAR3],
    "B3": [CORNER],
    "P3": [BAR3],
    "R4": [SQUARE, SQUARE],
    "Y4": [((0, 0), (0, 1), (1, 1), (1, 2)), ((1, 0), (0, 1), (1, 1), (0, 2))],
    "G4": [((1, 0), (0, 1), (1, 1), (1, 2)), ((0, 0), (0, 1), (1, 1), (0, 2))],
    "B4": [((0, 0), (1, 0), (1, 1), (1, 2)), ((0, 0), (1, 0), (0, 1), (0, 2))],
    "P4": [BAR4, BAR4],
    "R5": [((0, 0), (1, 0), (2, 0), (1, 1), (2, 1))],
    "Y5": [((0, 0), (0, 1), (1, 1), (2, 1), (2, 2))],
    "G5": [((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))],
    "B5": [((0, 0), (1, 0), (2, 0), (1, 1), (1, 2))],
    "P5": [((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))],
}
SINGLE_USE = [tile for tile in TILES if tile[1] in "45"]  # W2

CELLS: Cells = tuple(column + row for row in "123456789" for column in "abcde")
BELOW = {cell: cell[0] + str(int(cell[1]) - 1) for cell in CELLS}  # "a0" is the ground

# Each row and column: its cells, its points (doubled if all O) and its coats of arms (W14, W16).
LINES = [(tuple(c for c in CELLS if c[1] == row), 1, int(row in "246")) for row in "123456789"]
LINES += [(tuple(c for c in CELLS if c[0] == column), 2, int(column in "bd")) for column in "abcde"]
LABELLED = [(label, line) for label, (line, _, _) in zip("123456789abcde", LINES, strict=True)]


def placements(shape: Shape, mirror: bool) -> set[Cells]:
    """Every place in the building for a tile, rotated freely and mirrored if allowed (W11)."""
    outlines = [shape, tuple((-x, y) for x, y in shape)] if mirror else [shape]
    found: set[Cells] = set()
    for _ in range(4):
        outlines = [tuple((y, -x) for x, y in outline) for outline in outlines]
        for outline in outlines:
            for dx, dy in product(range(-9, 10), repeat=2):
                spots = [(x + dx, y + dy) for x, y in outline]
                if all(0 <= x < 5 and 0 <= y < 9 for x, y in spots):
                    names = {"abcde"[x] + str(y + 1) for x, y in spots}
                    found.add(tuple(cell for cell in CELLS if cell in names))
    return found


PLACEMENTS = {
    mirror: {tile: [placements(shape, mirror) for shape in TILES[tile]] for tile in TILES} for mirror in (False, True)
}


def in_order(faces: Iterable[str]) -> str:
    return "".join(sorted(faces, key=FACES.index))


class Sheet:
    """One player's sheet. What is unlocked waits for the start of the player's next turn (W21)."""

    def __init__(self) -> None:
        self.covered: dict[str, tuple[str, str]] = {}  # cell: colour letter, O or X
        self.marked = Counter(dict.fromkeys(NAMES, 0))  # boxes of each track
        self.stars = Counter({REROLL: 2})  # W3
        self.bonuses: Counter[str] = Counter()
        self.waiting_stars: Counter[str] = Counter()
        self.waiting_bonuses: Counter[str] = Counter()
        self.points = 0

    def begin_turn(self) -> None:
        self.stars += self.waiting_stars
        self.bonuses += self.waiting_bonuses
        self.waiting_stars.clear()
        self.waiting_bonuses.clear()

    def fits(self, cells: Iterable[str]) -> bool:
        """Whether a tile may lie here: on empty cells (W11) and not in the air (W12)."""
        return self.covered.keys().isdisjoint(cells) and any(
            cell[1] == "1" or BELOW[cell] in self.covered for cell in cells
        )

    def draw(self, cells: Cells, letter: str, x: str | None) -> int:
        """Cover the cells, score the lines they complete (W14), return the coats earned (W16)."""
        for cell in cells:
            self.covered[cell] = (letter, "X" if cell == x else "O")
        coats = 0
        for line, points, coat in LINES:
            if any(cell in line for cell in cells) and all(cell in self.covered for cell in line):
                all_o = all(self.covered[cell][1] == "O" for cell in line)
                self.points += 2 * points if all_o else points
                coats += coat
        return coats

    def mark(self, letter: str, boxes: int) -> None:
        """Mark the next boxes of a track, as many as are left."""
        for _ in range(min(boxes, BOXES - self.marked[letter])):
            self.marked[letter] += 1
            box = self.marked[letter]
            self.waiting_bonuses[letter] += box in PLUS[letter]  # W20
            self.waiting_stars[letter] += box in STAR[letter]
            if box == BOXES:
                self.points += 2  # W15


class Naive:
    """A game of Copenhagen Roll & Write; `source` decides each roll of one die."""

    turn: int | None

    def __init__(self, players: int, source: Callable[[str, dict[str, int]], str], mirror: bool = False) -> None:
        self.history: list[dict[str, object]] = []
        self._source = source
        self._sheets = [Sheet() for _ in range(players)]
        self._dice: Counter[str] = Counter()  # the unused ones
        self._round = 1
        self._copies = {tile: list(copies) for tile, copies in PLACEMENTS[mirror].items()}
        self._crossed = {tile: [False] * len(TILES[tile]) for tile in SINGLE_USE}
        if players == 2:  # W4
            for letter in NAMES:
                del self._copies[letter + "4"][1]
                self._crossed[letter + "4"][1] = True
        self._game_so_far = self._game()
        self._await(lambda: next(self._game_so_far))

    def _await(self, decision: Callable[[], tuple[int, list[str]]]) -> None:
        try:
            self.turn, moves = decision()
            self._moves = sorted(moves)
        except StopIteration:
            self.turn, self._moves = None, []

    def moves(self) -> list[str]:
        return list(self._moves)

    def play(self, move: str) -> None:
        if move not in self._moves:
            raise ValueError(f"{move!r} is not a legal move now")
        self.history.append({"seat": self.turn, "move": move})
        self._await(lambda: self._game_so_far.send(move))

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.points for sheet in self._sheets)

    @property
    def empty_cells(self) -> tuple[int, ...]:
        return tuple(len(CELLS) - len(sheet.covered) for sheet in self._sheets)

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        if not self.over:
            return ()
        groups: dict[tuple[int, int], list[int]] = {}  # W29
        for seat, (points, empty) in enumerate(zip(self.scores, self.empty_cells, strict=True)):
            groups.setdefault((-points, empty), []).append(seat)
        return tuple(tuple(groups[key]) for key in sorted(groups))

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0] if self.over else ()

    def view(self) -> dict[str, Any]:
        return {
            "dice": in_order(self._dice.elements()),
            "round": self._round,
            "crossed_out": {tile: list(crossed) for tile, crossed in self._crossed.items()},
            "seats": [
                {
                    "sheet": {cell: list(drawn) for cell, drawn in sheet.covered.items()},
                    "lines": "".join(label for label, line in LABELLED if set(line) <= set(sheet.covered)),
                    "tracks": {name: sheet.marked[c] for name, c in COLOURS.items()},
                    "stars": {name: sheet.stars[c] + sheet.waiting_stars[c] for name, c in COLOURS.items()},
                    "bonuses": {name: sheet.bonuses[c] + sheet.waiting_bonuses[c] for name, c in COLOURS.items()},
                }
                for sheet in self._sheets
            ],
        }

    # The course of the game

    def _game(self) -> Asking:
        seats = range(len(self._sheets))
        if len(seats) == 2:
            for seat in seats:  # W4
                move = yield seat, [f"start {name}" for name in COLOURS]
                self._sheets[seat].mark(COLOURS[move.split()[1]], 2)
        for self._round in range(1, LAST_ROUND + 1):
            for seat in seats:  # W5
                yield from self._turn(seat)
                for step in range(1, len(seats)):  # W18
                    yield from self._others_mark((seat + step) % len(seats))
            if max(self.scores) >= TARGET:  # W28
                return

    def _turn(self, seat: int) -> Asking:
        sheet = self._sheets[seat]
        sheet.begin_turn()
        self._dice = self._roll(5)
        drawn = False
        while True:
            moves = self._singles(sheet) + self._changes(sheet)  # before or after the tile
            if not drawn:
                moves += self._rerolls(sheet) + self._draws(sheet)
                if not self._must_draw(sheet):
                    moves.append("pass")
            elif moves:
                moves.append("done")
            else:
                return
            move = yield seat, moves
            match move.split():
                case ["reroll", faces]:
                    sheet.stars[REROLL] -= 1
                    self._dice -= Counter(faces)
                    self._dice += self._roll(len(faces))
                case ["change", faces, face]:
                    sheet.stars[CHANGE] -= 1
                    self._dice -= Counter(faces)
                    self._dice[face] += len(faces)
                case ["single", cell]:
                    sheet.stars[SINGLE] -= 1
                    yield from self._draw(seat, "W", (cell,))
                case ["draw", tile, *cells, "using", paid]:
                    drawn = True
                    sheet.bonuses[tile[0]] -= paid.count("+")
                    self._dice -= Counter(paid.replace("+", ""))
                    self._take(sheet, tile, tuple(cell.rstrip("*") for cell in cells))
                    yield from self._draw(seat, tile[0], tuple(cells))
                case _:  # pass or done
                    return

    def _roll(self, dice: int) -> Counter[str]:
        faces = [self._source("roll", dict.fromkeys(FACES, 1)) for _ in range(dice)]
        self.history.append({"chance": "roll " + in_order(faces)})
        return Counter(faces)

    def _take(self, sheet: Sheet, tile: str, cells: Cells) -> None:
        """Cross out the tile, or take a crossed out one with a star (W2, W26)."""
        if tile not in SINGLE_USE:
            return
        copy = self._open_copy(tile, cells)
        if copy is None:
            sheet.stars[AGAIN] -= 1
        else:
            self._crossed[tile][copy] = True

    def _draw(self, seat: int, letter: str, words: Cells) -> Asking:
        """Draw cells as the move names them, the one with the X starred; then the coats of arms."""
        sheet = self._sheets[seat]
        starred = [word[:2] for word in words if word.endswith("*")]
        if not starred:
            sheet.stars[NO_X] -= 1  # W23, W24
        cells = tuple(word[:2] for word in words)
        coats = sheet.draw(cells, letter, starred[0] if starred else None)
        while coats:  # W16
            moves = [f"coat window {cell}" for cell in CELLS if sheet.fits([cell])]
            moves += [f"coat track {NAMES[c]}" for c in NAMES if sheet.marked[c] < BOXES]
            if not moves:
                return  # W17
            move = yield seat, [*moves, "coat decline"]
            coats -= 1
            match move.split():
                case ["coat", "window", cell]:
                    coats += sheet.draw((cell,), "W", None)
                case ["coat", "track", name]:
                    sheet.mark(COLOURS[name], 2)

    def _others_mark(self, seat: int) -> Asking:
        sheet = self._sheets[seat]
        most = 2 if len(self._sheets) == 2 else 1
        choices: set[tuple[str, ...]] = set()
        for count in range(1, most + 1):
            for dice in combinations(self._dice.elements(), count):
                for tracks in product(*("RYGBP" if die == "W" else die for die in dice)):
                    if all(sheet.marked[c] + tracks.count(c) <= BOXES for c in tracks):
                        choices.add(tuple(in_order(tracks)))
        if choices:  # W19
            names = [" ".join(NAMES[c] for c in tracks) for tracks in choices]
            move = yield seat, ["mark -", *(f"mark {tracks}" for tracks in names)]
            for name in move.split()[1:]:
                if name != "-":
                    sheet.mark(COLOURS[name], 1)

    # The moves of the active seat

    def _singles(self, sheet: Sheet) -> list[str]:
        if not sheet.stars[SINGLE]:
            return []
        ends = ["*", ""] if sheet.stars[NO_X] else ["*"]  # W24
        return [f"single {cell}{end}" for cell in CELLS if sheet.fits([cell]) for end in ends]

    def _changes(self, sheet: Sheet) -> list[str]:
        if not sheet.stars[CHANGE]:
            return []
        return [
            f"change {face * count} {other}"
            for face in FACES
            for count in range(1, self._dice[face] + 1)
            for other in FACES
            if other != face
        ]

    def _rerolls(self, sheet: Sheet) -> list[str]:
        if not sheet.stars[REROLL]:
            return []
        counts = product(*(range(self._dice[face] + 1) for face in FACES))
        chosen = ("".join(f * n for f, n in zip(FACES, some, strict=True)) for some in counts)
        return [f"reroll {faces}" for faces in chosen if faces]  # W22

    def _draws(self, sheet: Sheet) -> list[str]:
        moves = []
        for tile in TILES:
            payments = self._payments(tile, sheet.bonuses[tile[0]])
            if not payments:
                continue
            for cells in self._places(sheet, tile, again=sheet.stars[AGAIN] > 0):
                xs = [*cells, None] if sheet.stars[NO_X] else [*cells]  # W13, W23
                for x in xs:
                    words = " ".join(cell + "*" if cell == x else cell for cell in cells)
                    moves += [f"draw {tile} {words} using {paid}" for paid in payments]
        return moves

    def _must_draw(self, sheet: Sheet) -> bool:
        """Whether some tile can be taken and placed without stars and bonuses (W10)."""
        return any(self._payments(tile, bonuses=0) and self._places(sheet, tile, again=False) for tile in TILES)

    def _payments(self, tile: str, bonuses: int) -> list[str]:
        """Each way to pay exactly the tile's size, at most two bonuses among it (W7)."""
        letter, size = tile[0], int(tile[1])
        return [
            letter * coloured + "W" * white + "+" * plus
            for coloured in range(self._dice[letter] + 1)
            for white in range(self._dice["W"] + 1)
            for plus in range(min(bonuses, 2) + 1)
            if coloured + white + plus == size
        ]

    def _places(self, sheet: Sheet, tile: str, again: bool) -> list[Cells]:
        """Where the tile can be drawn: with an open copy, or with a crossed out one too (W26)."""
        return [
            cells
            for cells in set().union(*self._copies[tile])
            if sheet.fits(cells) and (again or tile not in SINGLE_USE or self._open_copy(tile, cells) is not None)
        ]

    def _open_copy(self, tile: str, cells: Cells) -> int | None:
        """The first copy that is not crossed out and has the shape of these cells (W11)."""
        for copy, places in enumerate(self._copies[tile]):
            if cells in places and not self._crossed[tile][copy]:
                return copy
        return None
