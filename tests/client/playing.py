"""A player who knows a table by roles and accessible names only, and does what is offered there."""

import random
import re
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.client.browsing import Visitor

MOST_TABS = 200
USING = {
    "take": "copenhagen.take.using",
    "copenhagen.build.pay": "copenhagen.build.using",
    "roll-and-write.draw": "roll-and-write.draw.using",
}
"""What buttons say instead that use an ability up."""


WAY = """(it) => {
    const [from, group] = [document.activeElement, it.closest("[data-stop]")];
    if (!group?.contains(from)) return "Tab";
    const [a, b] = [from, it].map((one) => one.getBoundingClientRect());
    const [x, y] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
    return Math.abs(y) > 4 ? (y > 0 ? "ArrowDown" : "ArrowUp") : x > 0 ? "ArrowRight" : "ArrowLeft";
}"""
"""The key that leads towards something: Tab, and arrows where many buttons are one tab stop."""


class Input(Protocol):
    """A way to use a page: mouse, finger or keys."""

    def press(self, target: Locator) -> None: ...

    def piece(self, grid: Locator, cells: Locator, rng: random.Random) -> None:
        """Bring the piece in the hand to a place."""


class Mouse:
    def press(self, target: Locator) -> None:
        target.click()

    def piece(self, grid: Locator, cells: Locator, rng: random.Random) -> None:
        self.press(cells.nth(rng.randrange(cells.count())))


class Finger(Mouse):
    def press(self, target: Locator) -> None:
        target.tap()


class Keys:
    """Nothing but the keyboard: Tab leads everywhere, Enter does it, arrows move the piece."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, target: Locator) -> None:
        element = target.element_handle()
        for _ in range(MOST_TABS):
            if element.evaluate("(it) => it === document.activeElement"):
                return
            self.page.keyboard.press(element.evaluate(WAY))
        raise AssertionError(f"Tab does not lead to {target}")

    def press(self, target: Locator) -> None:
        self.reach(target)
        expect(self.page.locator("[data-settling] :focus")).to_have_count(0)
        self.page.keyboard.press("Enter")

    def piece(self, grid: Locator, cells: Locator, rng: random.Random) -> None:
        for key in rng.choices(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"], k=3):
            self.page.keyboard.press(key)


class Player:
    """Plays on while it is asked to; chance decides between what is offered."""

    def __init__(self, visitor: Visitor, how: Input, seed: int = 1) -> None:
        self.visitor, self.page, self.words, self.how = visitor, visitor.page, visitor.words, how
        self.rng = random.Random(seed)
        self.actions = self.group("actions")

    # What is on the table

    def group(self, key: str) -> Locator:
        return self.page.get_by_role("group", name=self.words(key), exact=True)

    def grid(self, key: str) -> Locator:
        return self.page.get_by_role("grid", name=self.words(key), exact=True)

    def button(self, key: str, within: Locator | None = None, whole: bool = True) -> Locator:
        return (within or self.actions).get_by_role("button", name=self.words.like(key, whole))

    def offered(self, key: str, within: Locator | None = None) -> Locator:
        """The button of that name, if it can be pressed; it may also say which abilities it uses up."""
        keys = [key, *([USING[key]] if key in USING else [])]
        name = re.compile("|".join(self.words.like(one).pattern for one in keys))
        return (within or self.actions).get_by_role("button", name=name, disabled=False)

    def possible(self, grid: Locator) -> Locator:
        return grid.get_by_role("gridcell", name=self.words("cell.possible"))

    @property
    def over(self) -> bool:
        return self._title("prompt.over").is_visible()

    def _title(self, *keys: str) -> Locator:
        either = "|".join(re.escape(self.words(key)) for key in keys)
        return self.page.get_by_role("strong").filter(has_text=re.compile(f"^({either})$"))

    @property
    def mine(self) -> bool:
        """Whether something is asked of me now."""
        return self._title("prompt.yours", "roll-and-write.prompt.mark.title").first.is_visible()

    def wait(self) -> bool:
        """Until something is asked of me; false when the game is over."""
        self._title("prompt.yours", "roll-and-write.prompt.mark.title", "prompt.over").first.wait_for()
        return not self.over

    def play(self, most: int = 10_000) -> int:
        """Decisions one after the other, until the end of the game or so many; gives how many there were."""
        for done in range(most):
            if not self.wait():
                return done
            self.decide()
        return most

    def decide(self) -> None:
        """One decision."""
        if self.grid("copenhagen.house.mine").is_visible():
            self._card_decision()
        else:
            self._dice_decision()
        self.visitor.settle()
        assert not self.visitor.wire.refusals

    def any_of(self, targets: Locator) -> Locator:
        return targets.nth(self.rng.randrange(targets.count()))

    def press(self, target: Locator) -> None:
        self.how.press(target)

    # The card game

    def _card_decision(self) -> None:
        coats = self.group("coat")
        rack = self.group("copenhagen.rack").get_by_role("button", disabled=False)
        docks = self.group("copenhagen.docks").get_by_role("button", disabled=False)
        if coats.is_visible():
            self.coat(coats)
        elif self.button("discard").is_visible():
            self.discard()
        elif rack.count() and (self.rng.random() < 0.9 or not docks.count()):
            self.build(self.any_of(rack))
        elif docks.count():
            self.take()
        else:
            self.choose(self.button("end"))

    def choose(self, target: Locator) -> None:
        """Press something that is shown first, and the button that plays it."""
        self.press(target)
        self.commit()

    def commit(self) -> None:
        """Play what was chosen: the main action is the last of the bar."""
        told = [self.page.get_by_text(self.words(key)) for key in ("prompt.ready", "prompt.decline")]
        told[0].or_(told[1]).first.wait_for()
        self.press(self.actions.get_by_role("button", disabled=False).last)

    def coat(self, coats: Locator) -> None:
        choice = self.any_of(coats.get_by_role("button").filter(has_text=re.compile(r"\w")))  # not the one that asks
        special = self.words("copenhagen.coat.special") in choice.inner_text()
        self.press(choice)
        cells = self.possible(self.grid("copenhagen.house.mine"))
        if special and isinstance(self.how, Keys):
            self.page.keyboard.press("Enter")  # the button has led the focus to the first cell
        elif special:
            self.press(self.any_of(cells))
        self.commit()

    def discard(self) -> None:
        """Whatever is too much, from the left."""
        done = self.offered("discard")
        cards = self.page.get_by_role("list", name=self.words("hand"), exact=True)
        while not done.is_visible():
            self.press(cards.get_by_role("button", pressed=False).first)
        self.press(done)

    def build(self, tile: Locator) -> None:
        self.pick(tile, "copenhagen.house.mine")
        self.pay()
        self.press(self.offered("copenhagen.build.pay"))

    def pick(self, tile: Locator, wall: str) -> None:
        """Take a tile up and bring it to a place."""
        self.press(tile)
        self.how.piece(self.grid(wall), self.possible(self.grid(wall)), self.rng)

    def pay(self) -> None:
        """One of the ways to pay, where there are several."""
        ways = self.page.get_by_role("radiogroup", name=self.words("pay.how"))
        if isinstance(self.how, Keys) or not ways.is_visible():
            return
        self.press(self.any_of(ways.get_by_role("radio")))

    def take(self) -> None:
        """Docks one after the other until a button says that they can be taken."""
        docks = self.group("copenhagen.docks")
        while True:
            self.press(self.any_of(docks.get_by_role("button", pressed=False, disabled=False)))
            ready = self.offered("take")
            if docks.get_by_role("button", pressed=True).count() > 1 and ready.count():
                self.press(self.any_of(ready))
                return

    # The dice game

    def _dice_decision(self) -> None:
        facade = self.group("roll-and-write.facade").get_by_role("button", disabled=False)
        tracks = self.page.get_by_role(
            "button", name=self.words.like("roll-and-write.track", whole=False), disabled=False
        )
        choice = self.group("roll-and-write.tracks").get_by_role("button", disabled=False)
        if isinstance(self.how, Finger):  # on a phone the tracks themselves only tell what they are for
            tracks = choice
        windows = self.possible(self.grid("roll-and-write.sheet.mine"))
        roll = self.button("roll-and-write.roll", whole=False)
        if self._title("roll-and-write.prompt.mark.title").is_visible():
            self.mark(tracks)
        elif windows.count():
            self.window(windows, tracks)
        elif self.page.get_by_text(self.words("roll-and-write.prompt.start")).is_visible():
            self.mark(tracks)
        elif roll.is_visible() and self.rng.random() < (0.3 if facade.count() else 1):
            self.roll(roll)
        elif facade.count():
            self.draw(self.any_of(facade))
        else:
            self.choose(self.offered("roll-and-write.pass").or_(self.offered("end")).first)

    def mark(self, tracks: Locator) -> None:
        if tracks.count():
            track, ready = (
                self.any_of(tracks),
                self.offered("roll-and-write.mark").last,
            )  # "Nichts ankreuzen" reads like one, too
            self.press(track)
            self.page.wait_for_timeout(100)
            if not ready.is_visible():  # the panel changed once more meanwhile, and ignored it
                self.press(track)
            self.press(ready)
        else:
            self.choose(self.offered("roll-and-write.mark-none"))

    def window(self, windows: Locator, tracks: Locator) -> None:
        if tracks.count() and (isinstance(self.how, Keys) or self.rng.random() < 0.5):
            self.mark(tracks)
        elif isinstance(self.how, Keys):
            self.choose(self.button("coat.decline"))
        else:
            self.choose(self.any_of(windows))

    def roll(self, roll: Locator) -> None:
        dice = self.group("roll-and-write.dice").get_by_role("button", pressed=False, disabled=False)
        self.press(self.any_of(dice))
        expect(roll).to_be_enabled()
        self.press(roll)

    def draw(self, tile: Locator) -> None:
        self.pick(tile, "roll-and-write.sheet.mine")
        self.press(self.offered("roll-and-write.draw").first)


def player_of(visitor: Visitor) -> Player:
    return Player(visitor, Finger() if visitor.screen.touch else Mouse())
