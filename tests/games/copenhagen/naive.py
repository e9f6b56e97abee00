"""Copenhagen a second time: slow, plain, and written from the rules alone.

The tests play it side by side with the engine and compare everything. It shares no code with the engine and must
never do so: a mistake made twice would be a mistake nobody sees.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations

Cell = tuple[str, int]  # column letter, row number
Placement = tuple[frozenset[Cell], Cell, str]  # cells, brick cell, "Y4 a1 b1* b2 c2"

COLOURS = "RYGBP"
KINDS = ("any", "extra", "discount", "recolour", "both")
DOCKS = range(1, 8)
ROWS = {row: [(column, row) for column in "abcde"] for row in range(1, 10)}
COLUMNS = {column: [(column, row) for row in range(1, 10)] for column in "abcde"}
COATS = [[("c", 3)], [("e", 5)], [("b", 7)], [("d", 9)], ROWS[2], ROWS[4], ROWS[6]]  # C2
CARDS_PER_COLOUR = {2: 14, 3: 12, 4: 14}  # C5
STARTING_HANDS = {2: (2, 3), 3: (2, 3, 3), 4: (2, 3, 3, 4)}  # C8
COPIES = {2: (2, 2, 2, 1), 3: (2, 3, 2, 1), 4: (3, 3, 3, 1)}  # C3: of the tiles of size 2, 3, 4, 5

# C4: the tiles of size 2, 3, 4, 5, upper row / lower row; # is the brick cell, o a window.
DRAWINGS = {
    "R": ("#o", "oo/#.", "oo/#o", ".oo/#oo"),
    "Y": ("#o", "oo/#.", ".oo/o#.", "o../ooo/..#"),
    "G": ("#o", "#oo", "ooo/.#.", ".o./#oo/.o."),
    "B": ("#o", "oo/#.", "..o/#oo", "..o/#oo/..o"),
    "P": ("#o", "#oo", "#ooo", "#oooo"),
}


def placements(tile: str, drawing: str) -> list[Placement]:
    """Every way the tile, turned and flipped freely, lies inside an empty house (C27)."""
    found: dict[str, Placement] = {}  # by text: a symmetrical tile lies the same way more than once
    shape = drawing.split("/")
    for turn in range(8):
        shape = ["".join(column) for column in zip(*reversed(shape), strict=True)]
        if turn == 4:
            shape.reverse()  # the other face
        for left in range(5 - len(shape[0]) + 1):
            for below in range(9 - len(shape) + 1):
                marks: dict[str, str] = {}  # by row, then column
                for row, line in enumerate(reversed(shape), start=below + 1):
                    marks |= {f"{'abcde'[left + x]}{row}": mark for x, mark in enumerate(line) if mark != "."}
                cells = {name: (name[0], int(name[1])) for name in marks}
                brick = next(name for name, mark in marks.items() if mark == "#")
                text = " ".join([tile, *marks]).replace(brick, brick + "*")
                found[text] = (frozenset(cells.values()), cells[brick], text)
    return list(found.values())


PLACEMENTS = {
    f"{colour}{size}": placements(f"{colour}{size}", drawing)
    for colour, drawings in DRAWINGS.items()
    for size, drawing in enumerate(drawings, start=2)
}


def letters(cards: Counter[str]) -> str:
    """The cards as text, in the order of the colours."""
    return "".join(colour * cards[colour] for colour in COLOURS)


def take_needs(docks: tuple[int, ...]) -> set[str]:
    """The abilities that a take from these docks, in ascending order, uses up (C15)."""
    neighbours = any(second - first == 1 for first, second in combinations(docks, 2))
    return (set() if neighbours else {"any"}) | ({"extra"} if len(docks) == 3 else set())


class House(dict[Cell, tuple[str, str]]):
    """The covered cells of a house, each with its colour letter and "window" or "brick"."""

    def supported(self) -> set[Cell]:
        """Cells on row 1 or directly above a covered cell (C28); they may be covered, or above the house."""
        return set(ROWS[1]) | {(column, row + 1) for column, row in self}

    def beside(self, colour: str) -> set[Cell]:
        """Cells that share an edge with a cell of the colour (C22); they may be covered, or outside the house."""
        cells = [cell for cell, (its_colour, _) in self.items() if its_colour == colour]
        steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
        return {(chr(ord(column) + right), row + up) for column, row in cells for right, up in steps}

    def points(self) -> int:
        """Nothing ever leaves a house, so every line that is complete has scored exactly once (C30)."""
        total = 0
        for line, worth in [(row, 1) for row in ROWS.values()] + [(column, 2) for column in COLUMNS.values()]:
            if self.keys() >= set(line):
                total += 2 * worth if all(self[cell][1] == "window" for cell in line) else worth
        return total

    def coats(self) -> int:
        """The coat actions this house has earned since it was empty (C32)."""
        return sum(self.keys() >= set(coat) for coat in COATS)


class Naive:
    def __init__(self, players: int, source: Callable[[str, dict[str, int]], str]) -> None:
        self.source = source
        self.players = players
        self.history: list[dict[str, int | str]] = []
        self.houses = [House() for _ in range(players)]
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]
        self.supply = {tile: COPIES[players][int(tile[1]) - 2] for tile in PLACEMENTS}  # C3
        self.specials = 12  # C3
        self.owned: list[dict[str, str]] = [{"any": "active"} for _ in range(players)]  # C9
        self.abilities = dict.fromkeys(KINDS, players) | {"any": 0}  # C9
        self.deck = Counter(COLOURS * CARDS_PER_COLOUR[players])  # C5
        self.discards: Counter[str] = Counter()
        self.active = 0  # C1: the seat whose turn it is
        self.phase = "action"  # "action", "discard", "second" (C39), "coat" or "over"
        self.owed = 0  # coat actions
        self.champion: int | None = None  # who reached 12 points (C31)

        self.docks = {dock: self.draw("docks") for dock in DOCKS}  # C6: only the docks that hold a card
        self.history.append({"chance": "docks " + "".join(self.docks.values())})
        self.deck["End"] = 1 if players == 2 else 0  # C7
        for seat, size in enumerate(STARTING_HANDS[players]):  # C8
            self.hands[seat].update(self.draw("hand") for _ in range(size))
            self.history.append({"chance": f"hand {seat} {letters(self.hands[seat])}"})

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def turn(self) -> int | None:
        return None if self.over else self.active

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(house.points() for house in self.houses)

    @property
    def empty_cells(self) -> tuple[int, ...]:
        return tuple(45 - len(house) for house in self.houses)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        groups: dict[tuple[bool, int, int], list[int]] = {}
        for seat, (points, empty) in enumerate(zip(self.scores, self.empty_cells, strict=True)):
            groups.setdefault((seat != self.champion, -points, empty), []).append(seat)  # C41, C42
        return tuple(tuple(groups[merit]) for merit in sorted(groups)) if self.over else ()

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ranking[0] if self.over else ()

    def view(self, seat: int | None) -> dict[str, object]:
        seats = [
            {
                "house": {f"{column}{row}": list(what) for (column, row), what in house.items()},
                "lines": "".join(
                    str(label) for label, line in [*ROWS.items(), *COLUMNS.items()] if house.keys() >= set(line)
                ),
                "abilities": dict(owned),
                "count": hand.total(),
                "known": {colour: known[colour] for colour in COLOURS},
            }
            for house, owned, hand, known in zip(self.houses, self.owned, self.hands, self.known, strict=True)
        ]
        own = {} if seat is None else {"hand": letters(self.hands[seat])}  # C11
        return {
            "docks": [self.docks.get(dock) for dock in DOCKS],
            "deck": self.deck.total(),
            "discards": {colour: self.discards[colour] for colour in COLOURS},
            "supply": dict(self.supply),
            "specials": self.specials,
            "abilities": dict(self.abilities),
            "seats": seats,
            **own,
        }

    def moves(self) -> list[str]:
        if self.phase == "action":  # C10
            return self.take_moves() + self.build_moves()
        if self.phase == "discard":  # C16
            cards = letters(self.hands[self.active])
            return sorted({"discard " + "".join(gone) for gone in combinations(cards, len(cards) - 7)})
        if self.phase == "second":  # C39
            return [*self.build_moves(), "end"]
        return [*self.coat_moves(), "coat decline"] if self.phase == "coat" else []  # C36

    def can_use(self, kind: str) -> bool:  # C37
        return self.owned[self.active].get(kind) == "active"

    def take_moves(self) -> list[str]:  # C12-C15
        takes = [*combinations(DOCKS, 2), *combinations(DOCKS, 3)]
        allowed = [docks for docks in takes if all(map(self.can_use, take_needs(docks)))]
        return ["take " + " ".join(map(str, docks)) for docks in allowed]

    def build_moves(self) -> list[str]:
        house = self.houses[self.active]
        supported = house.supported()
        moves = []
        for tile in (tile for tile, copies in self.supply.items() if copies > 0):  # C20
            colour, size = tile[0], int(tile[1])
            in_full = self.payments(colour, size)  # C21
            one_less = self.payments(colour, size - 1)  # C22
            if not in_full and not one_less:
                continue
            beside = house.beside(colour)
            for cells, _, text in PLACEMENTS[tile]:
                if cells.isdisjoint(house) and not cells.isdisjoint(supported):  # C27, C28
                    payments = in_full if cells.isdisjoint(beside) else one_less
                    moves += [f"build {text} pay {paid}" for paid in payments]
        return moves

    def payments(self, colour: str, price: int) -> list[str]:
        """The sets of cards, as text, with which the active seat can pay exactly this price (C23-C25)."""
        hand = self.hands[self.active]
        found = []
        for due in (price, price - 1) if self.can_use("discount") else (price,):
            if hand[colour] >= due:
                found.append(colour * due or "-")
            for other in COLOURS.replace(colour, "") if self.can_use("recolour") else "":
                mixes = range(max(1, due - hand[colour]), min(due, hand[other]) + 1)  # how many of the other
                found += [letters(Counter({colour: due - mix, other: mix})) for mix in mixes]
        return found

    def coat_moves(self) -> list[str]:
        """Everything a coat action could do; declining it is not among it."""
        house, owned = self.houses[self.active], self.owned[self.active]
        moves = [f"coat ability {kind}" for kind in KINDS if kind not in owned and self.abilities[kind] > 0]  # C34
        if "used" in owned.values():  # C35
            moves.append("coat refresh")
        free = sorted(house.supported() - house.keys()) if self.specials > 0 else []  # C33
        return moves + [f"coat special {column}{row}" for column, row in free if row <= 9]

    def play(self, move: str) -> None:
        if move not in self.moves():
            raise ValueError(f"not a legal move here: {move!r}")
        self.history.append({"seat": self.active, "move": move})
        verb, *words = move.split()
        if verb == "take":
            self.take(tuple(map(int, words)))
        elif verb == "discard":
            self.pay(words[0])
            self.after_take()
        elif verb == "build":
            self.build(words[0], " ".join(words[:-2]), words[-1].replace("-", ""))
        elif verb == "coat":
            self.coat(*words)
        else:
            self.end_turn()  # C39

    def use(self, kind: str) -> None:  # C37
        self.owned[self.active][kind] = "used"

    def pay(self, cards: str) -> None:  # C16, C26
        hand, known = self.hands[self.active], self.known[self.active]
        for card in cards:
            hand[card] -= 1
            known[card] = max(0, known[card] - 1)  # C11
            self.discards[card] += 1

    def take(self, docks: tuple[int, ...]) -> None:
        for kind in take_needs(docks):
            self.use(kind)
        for dock in docks:
            card = self.docks.pop(dock)
            self.hands[self.active][card] += 1
            self.known[self.active][card] += 1  # C11
        self.after_take()

    def after_take(self) -> None:
        if self.hands[self.active].total() > 7:  # C16
            self.phase = "discard"
        elif self.can_use("both"):  # C39
            self.phase = "second"
        else:
            self.end_turn()

    def build(self, tile: str, placement: str, paid: str) -> None:
        cells, brick = next((cells, brick) for cells, brick, text in PLACEMENTS[tile] if text == placement)
        beside = self.houses[self.active].beside(tile[0])
        if len(paid) < len(cells) - (not cells.isdisjoint(beside)):  # C21, C22
            self.use("discount")  # C23
        if paid.strip(tile[0]):
            self.use("recolour")  # C24
        if self.phase == "second":
            self.use("both")  # C38
        self.pay(paid)
        self.supply[tile] -= 1
        self.place(tile[0], cells, brick)

    def coat(self, choice: str, what: str = "") -> None:
        self.owed -= 1
        owned = self.owned[self.active]
        if choice == "special":  # C33
            self.specials -= 1
            self.place("W", frozenset([(what[0], int(what[1]))]), None)
            return
        if choice == "ability":  # C34
            self.abilities[what] -= 1
            owned[what] = "active"
        elif choice == "refresh":  # C35
            owned.update(dict.fromkeys(owned, "active"))
        self.next_coat()

    def place(self, colour: str, cells: frozenset[Cell], brick: Cell | None) -> None:
        house = self.houses[self.active]
        coats_before = house.coats()
        for cell in sorted(cells):
            house[cell] = (colour, "brick" if cell == brick else "window")
        self.owed += house.coats() - coats_before  # C32
        if house.points() >= 12:  # C31: coat actions owed are lost, and no dock is refilled
            self.champion = self.active
            self.phase = "over"
        else:
            self.next_coat()

    def next_coat(self) -> None:
        if self.owed > 0 and self.coat_moves():
            self.phase = "coat"
        else:
            self.owed = 0  # C36: if this coat action can do nothing, the next can do no more
            self.end_turn()

    def end_turn(self) -> None:
        self.phase = "action"
        self.refill()
        if not self.over:
            self.active = (self.active + 1) % self.players  # C1

    def draw(self, kind: str) -> str:
        """The next card of the deck, which the source chooses."""
        outcomes = {card: self.deck[card] for card in (*COLOURS, "End") if self.deck[card] > 0}
        if self.deck.total() > 10:  # C7, C18: the End card is one of the last ten
            outcomes.pop("End", None)
        card = self.source(kind, dict(outcomes))
        if card not in outcomes:
            raise ValueError(f"the source answered {card!r}, not one of {', '.join(outcomes)}")
        self.deck[card] -= 1
        return card

    def refill(self) -> None:  # C17
        dealt: list[str] = []
        for dock in sorted(set(DOCKS) - set(self.docks)):
            card = self.draw("refill")
            dealt.append(f"{dock}={card}")
            if card == "End":  # C19
                self.phase = "over"
                break
            self.docks[dock] = card
            if self.deck.total() == 0:  # C18: only once, for from now on the End card is in the deck
                self.history += [{"chance": "refill " + " ".join(dealt)}, {"chance": "shuffle"}]
                dealt = []
                self.deck, self.discards = self.discards + Counter(End=1), Counter()
        if dealt:
            self.history.append({"chance": "refill " + " ".join(dealt)})
