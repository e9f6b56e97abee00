"""A learner: goes through a lesson by what the coach says, with mouse, finger or keys, knowing roles and names only."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.client import coach
from tests.client.browsing import Visitor
from tests.client.playing import Input, Keys, Player


class Learner(Player):
    """Does what each step asks for."""

    def __init__(self, visitor: Visitor, how: Input, game: str) -> None:
        super().__init__(visitor, how)
        self.game = game
        self.coach = self.page.get_by_role("region", name=self.words("learn.coach"), exact=True)
        self.wall = "copenhagen.house.mine" if game == "copenhagen" else "roll-and-write.sheet.mine"

    def begin(self) -> Page:
        """From the first page."""
        self.visitor.home()
        self.press(self.page.get_by_role("button", name=self.words("home.learn")))
        self.press(
            self.page.get_by_role("dialog").get_by_role("button", name=self.words(f"game.{self.game}"), exact=True)
        )
        self.grid(self.wall).wait_for()
        return self.page

    # What the coach says

    def says(self, key: str) -> None:
        expect(self.coach).to_contain_text(self.words(f"learn.{self.game}.{key}"))

    def asked(self, key: str) -> Locator:
        return self.coach.get_by_role("button", name=self.words(key), exact=True)

    def on(self) -> None:
        self.press(self.asked("learn.next"))
        self.visitor.settle()

    def step(self, key: str) -> None:
        """One step: read it, do it, and be praised; what is said is true."""
        self.says(key)
        shown = coach.Shown(self)
        assert coach.BEFORE[self.game].get(key, bool)(shown), f"not so: {key}"
        if self.asked("learn.again").is_enabled():
            before = shown.points() if key in coach.GAINED else 0
            getattr(self, f"do_{key}")()
            self.says(f"{key}.done")
            self.visitor.settle()
            assert coach.AFTER[self.game].get(key, bool)(shown), f"not so when it is done: {key}"
            if key in coach.GAINED:
                assert shown.points() == before + coach.GAINED[key], key

    def commit(self) -> None:
        """On a phone it is the coach who tells what to do, so the button is waited for."""
        main = self.actions.get_by_role("button", disabled=False)
        expect(main.last).not_to_have_accessible_name(self.words("coat.decline"))
        self.press(main.last)

    # The card game

    def do_take(self) -> None:
        self.docks(3, 4)

    def docks(self, *wanted: int) -> None:
        docks = self.group("copenhagen.docks")
        for dock in wanted:
            self.press(docks.get_by_role("button", name=re.compile(rf"(^|\D){dock}\D")))
        self.press(self.offered("take"))

    def do_build(self) -> None:
        self.place("R", 3, "a1")

    def do_touch(self) -> None:
        self.place("R", 3, "c1", self.form("copenhagen.bubble.cost", 2))

    def do_row(self) -> None:
        self.place("Y", 2, "d1", self.form("bubble.points", 1))

    def do_windows(self) -> None:
        self.place("B", 3, "d2", self.form("bubble.points", 2))

    def do_column(self) -> None:
        self.place("P", 2, "a8", self.form("bubble.points", 2))

    def do_coat(self) -> None:
        if self.game == "copenhagen":
            self.press(self.group("coat").get_by_role("button", name=self.words("copenhagen.coat.special")))
            self.to_cell("c3")
            self.commit()
        elif isinstance(self.how, Keys):
            tracks = self.page.get_by_role(
                "button", name=self.words.like("roll-and-write.track", whole=False), disabled=False
            )
            self.press(tracks.first)
            self.press(self.offered("roll-and-write.mark").last)
        else:
            self.choose(self.possible(self.grid(self.wall)).first)

    def to_cell(self, cell: str) -> None:
        target = self.cell(cell)
        if not isinstance(self.how, Keys):
            self.press(target)
            return
        while (at := self._focused()) != cell:  # the focus is on the house already
            assert at is not None
            self.page.keyboard.press(_towards(at, cell))
        self.page.keyboard.press("Enter")

    def do_ability(self) -> None:
        self.choose(self.group("coat").get_by_role("button", name=self.words("copenhagen.ability.discount")))

    def do_any(self) -> None:
        self.docks(1, 6)

    def do_end(self) -> None:
        self.docks(1, 2)

    # The dice game

    def do_draw(self) -> None:
        self.place("R", 2, "a1")

    def do_mark(self) -> None:
        self.press(self.page.get_by_role("button", name=self.track("B"), disabled=False).first)
        self.press(self.offered("roll-and-write.mark").last)

    def track(self, letter: str) -> re.Pattern[str]:
        found = self.words("roll-and-write.track", colour=self.words.colour(letter), ability="")
        return re.compile("^" + re.escape(found.rstrip(", ")))

    def do_bonus(self) -> None:
        self.place("B", 3, "c1")

    def do_reroll(self) -> None:
        dice = self.group("roll-and-write.dice").get_by_role("button")
        for place in (0, 1, 3):
            self.press(dice.nth(place))
        self.press(self.button("roll-and-write.roll", whole=False))

    def do_joker(self) -> None:
        self.place("G", 3, "e1", self.form("bubble.points", 1))

    def do_star(self) -> None:
        self.place("P", 3, "a2", self.form("bubble.points", 2), cross=False)

    # Placing

    def form(self, key: str, n: int) -> str:
        """A sentence about so many."""
        return self.words(key, n=n)

    def cell(self, cell: str) -> Locator:
        place = self.words("cell.place", row=cell[1:], column=cell[0])
        return self.grid(self.wall).get_by_role("gridcell", name=re.compile(rf"^{re.escape(place)}(,|$)"))

    def place(self, letter: str, size: int, cell: str, wanted: str = "", cross: bool = True) -> None:
        """Take up a tile, and turn and move it until it lies as it is shown; the mark of the tile is told by the
        coach, who may want it elsewhere."""
        tile = self.words.tile(f"{letter}{size}")
        rack = self.group("copenhagen.rack" if self.game == "copenhagen" else "roll-and-write.facade")
        self.press(rack.get_by_role("button", name=re.compile(rf"^{re.escape(tile)}(,|$)"), disabled=False).first)
        if isinstance(self.how, Keys):
            self._walk(cell, wanted, cross)
        else:
            self.press(self.cell(cell))
            if not cross:
                self.press(
                    self.page.get_by_role("button", name=self.words("roll-and-write.ability.no-x"), exact=True).first
                )
            self._turn(wanted)
        for turn in range(9):
            self.press(self.ready)
            self.visitor.settle()
            if not self.coach.get_by_text(self.words("refused.lesson place")).is_visible():
                return
            self.page.keyboard.press("x" if self.game == "roll-and-write" else "f" if turn == 4 else "r")
            self._turn(wanted)

    @property
    def ready(self) -> Locator:
        return (
            self.offered("copenhagen.build.pay")
            if self.game == "copenhagen"
            else self.offered("roll-and-write.draw").first
        )

    def shown(self, *keys: str) -> int:
        """How many cells are all of this."""
        cells = self.grid(self.wall).get_by_role("gridcell")
        for key in keys:
            cells = cells.and_(self.grid(self.wall).get_by_role("gridcell", name=self.words(key)))
        return cells.count()

    def there(self, wanted: str) -> bool:
        pointed_at = self.shown("cell.wanted")
        assert pointed_at, "the coach does not show where"
        if not self.ready.is_visible() or pointed_at != self.shown("cell.wanted", "cell.planned"):
            return False
        return not wanted or self.page.get_by_text(wanted, exact=True).first.is_visible()

    def _turn(self, wanted: str) -> None:
        for turn in range(9):
            if self.there(wanted):
                return
            self.page.keyboard.press("f" if turn == 4 else "r")
        raise AssertionError(f"it does not come to {wanted}")

    def _walk(self, cell: str, wanted: str, cross: bool) -> None:
        """Arrows lead the piece, and the focus with it; it is turned until it is right."""
        if not cross:
            self.page.keyboard.press("o")
        for turn in range(9):
            for _ in range(12):
                at = self._focused()
                if at == cell or at is None:
                    break
                self.page.keyboard.press(_towards(at, cell))
                if self._focused() == at:
                    break
            if self.there(wanted):
                return
            self.page.keyboard.press("f" if turn == 4 else "r")
        raise AssertionError(f"keys do not lead to {wanted}")

    def _focused(self) -> str | None:
        """The cell that has the focus."""
        name = self.page.evaluate("() => document.activeElement?.getAttribute('aria-label') ?? ''")
        place = re.escape(self.words("cell.place", row="ROW", column="COLUMN"))
        found = re.match(place.replace("ROW", r"(?P<row>\d)").replace("COLUMN", "(?P<column>[a-e])"), name)
        return f"{found['column']}{found['row']}" if found else None


def _towards(at: str, cell: str) -> str:
    if at[1] != cell[1]:
        return "ArrowUp" if at[1] < cell[1] else "ArrowDown"
    return "ArrowRight" if at[0] < cell[0] else "ArrowLeft"
