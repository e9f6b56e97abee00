"""The screens of the client, each brought about on a stage: for pictures, and for tests that look at all of them."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import httpx
from playwright.sync_api import Locator, Page

from nyhavn.play import State
from tests.client.browsing import Visitor
from tests.client.stage import Choose, Stage


class Come(Protocol):
    """Somebody comes with a browser; which screen, language and theme it has is known to whoever wants the screens."""

    def __call__(self, person: str | None = None) -> Visitor: ...


THINKING = 600_000
"""Milliseconds for what bots find out; the kernels that they think with may have to be compiled."""


def phase(state: State) -> str:
    """What the player on turn has to decide."""
    assert state.turn is not None
    found: str = state.choices(state.turn)["phase"]
    return found


def asks(seat: int, wanted: str, after: int = 0) -> Callable[[State], bool]:
    """Whether a seat has to decide something of a kind, after so many moves."""
    return lambda state: state.turn == seat and len(state.history) >= after and phase(state) == wanted


def can_place(seat: int, wanted: str, after: int = 0, tiles: int = 3) -> Callable[[State], bool]:
    """The same with several tiles to choose from."""

    def found(state: State) -> bool:
        if not asks(seat, wanted, after)(state):
            return False
        return sum(any(shape["legal"] for shape in tile["shapes"]) for tile in state.choices(seat)["tiles"]) >= tiles

    return found


def preferring(*beginnings: str) -> Choose:
    """A player who does one of these whenever it is offered, in this order."""

    def choose(state: State, _: random.Random) -> str | None:
        moves = state.moves()
        return next((move for start in beginnings for move in moves if move.startswith(start)), None)

    return choose


def offering(*verbs: str) -> Callable[[State], bool]:
    """Whether the first player can do all of these."""
    return lambda state: state.turn == 0 and {*verbs} <= {move.split()[0] for move in state.moves()}


Laid = tuple[str, list[str]]


class Scenes:
    """Tables in the middle of games, laid when they are first wanted."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def _attended(self, laid: Laid) -> Laid:
        """Nobody is away."""
        self.stage.attend(*laid)
        return laid

    @cached_property
    def card(self) -> Laid:
        return self._attended(self.stage.lay("copenhagen", 3, can_place(0, "action", after=55, tiles=2)))

    @cached_property
    def left(self) -> Laid:
        """The others are away."""
        return self.stage.lay("copenhagen", 3, can_place(0, "action", after=30, tiles=1))

    @cached_property
    def coat(self) -> Laid:
        return self._attended(self.stage.lay("copenhagen", 2, asks(0, "coat", after=25)))

    @cached_property
    def discard(self) -> Laid:
        return self.stage.lay("copenhagen", 2, asks(0, "discard"), preferring("take"))

    @cached_property
    def dice(self) -> Laid:
        return self._attended(self.stage.lay("roll-and-write", 3, can_place(0, "turn", after=60)))

    @cached_property
    def mark(self) -> Laid:
        return self.stage.lay("roll-and-write", 2, asks(0, "mark", after=20))

    @cached_property
    def ideas(self) -> Laid:
        """All have agreed to ideas."""
        return self._attended(self.stage.lay("copenhagen", 3, can_place(0, "action", after=55, tiles=2), hints=True))

    @cached_property
    def dice_ideas(self) -> Laid:
        return self._attended(self.stage.lay("roll-and-write", 3, can_place(0, "turn", after=60), hints=True))

    @cached_property
    def both(self) -> Laid:
        """Cards can be taken, and then a tile built."""

        def able(state: State) -> bool:
            return can_act(state) and state.view(0)["seats"][0]["abilities"].get("both") == "active"

        can_act = asks(0, "action")
        return self._attended(self.stage.lay("copenhagen", 3, able, preferring("coat ability both", "coat ability")))

    @cached_property
    def four(self) -> Laid:
        return self._attended(self.stage.lay("copenhagen", 4, can_place(0, "action", after=60, tiles=2)))

    @cached_property
    def dice_four(self) -> Laid:
        return self._attended(self.stage.lay("roll-and-write", 4, can_place(0, "turn", after=60)))

    @cached_property
    def dice_coat(self) -> Laid:
        return self._attended(self.stage.lay("roll-and-write", 2, asks(0, "coat", after=10)))

    @cached_property
    def changeable(self) -> Laid:
        """Dice can be rolled again or turned to another face."""
        able = offering("reroll", "change")
        return self._attended(
            self.stage.lay(
                "roll-and-write", 2, able, preferring("start green", "mark green", "mark purple", "coat track")
            )
        )

    @cached_property
    def single(self) -> Laid:
        """Dice can be rolled again, or a single cell drawn."""
        able = offering("reroll", "single")
        return self._attended(
            self.stage.lay(
                "roll-and-write", 2, able, preferring("start purple", "mark purple", "mark green", "coat track")
            )
        )

    @cached_property
    def over(self) -> Laid:
        return self.stage.lay("copenhagen", 3, lambda state: state.over)

    @cached_property
    def dice_over(self) -> Laid:
        return self.stage.lay("roll-and-write", 2, lambda state: state.over)

    @cached_property
    def waiting(self) -> Laid:
        host = self.stage.context.persons.new()
        return self.stage.open("copenhagen", host, 3), [host]

    @cached_property
    def device(self) -> Laid:
        one = self.stage.context.persons.new()
        return self.stage.device("copenhagen", one), [one]

    def replay(self, laid: Laid) -> str:
        """What opens the replay of a game that is over."""
        told: dict[str, Any] = httpx.get(f"{self.stage.url}/api/v1/tables/{laid[0]}").json()
        token: str = told["replay"]
        return token


Show = Callable[[Scenes, Come], Page]


@dataclass(frozen=True)
class Shown:
    show: Show
    pictured: bool


SCREENS: dict[str, Shown] = {}


def screen(name: str, pictured: bool = False) -> Callable[[Show], Show]:
    def keep(show: Show) -> Show:
        SCREENS[name] = Shown(show, pictured)
        return show

    return keep


def at(laid: Laid, come: Come, seat: int = 0) -> Visitor:
    visitor = come(laid[1][seat])
    visitor.table(laid[0])
    return visitor


def press(visitor: Visitor, key: str) -> None:
    """A button with a name, behind the menu where there is one."""
    menu = visitor.page.get_by_role("button", name=visitor.words("menu"), exact=True)
    if menu.is_visible() and menu.get_attribute("aria-expanded") == "false":
        menu.click()
    visitor.page.get_by_role("button", name=visitor.words(key), exact=True).click()


def dialog(visitor: Visitor) -> Page:
    visitor.page.get_by_role("dialog").wait_for()
    return visitor.page


@screen("home", pictured=True)
def _home(scenes: Scenes, come: Come) -> Page:
    return come().home()


@screen("new table")
def _new_table(scenes: Scenes, come: Come) -> Page:
    visitor = come()
    visitor.home()
    visitor.page.get_by_role("button", name=visitor.words("home.friends")).click()
    visitor.page.get_by_text(visitor.words("new.more")).click()
    return dialog(visitor)


@screen("tables")
def _tables(scenes: Scenes, come: Come) -> Page:
    visitor = come(scenes.card[1][0])
    visitor.home()
    visitor.page.get_by_role("button", name=visitor.words("home.tables")).click()
    return dialog(visitor)


@screen("waiting room", pictured=True)
def _waiting(scenes: Scenes, come: Come) -> Page:
    visitor = come(scenes.waiting[1][0])
    visitor.page.goto(f"{visitor.url}/#/t/{scenes.waiting[0]}")
    visitor.page.get_by_role("heading", name=visitor.words("waiting.invite")).wait_for()
    return visitor.page


@screen("pass the device")
def _device(scenes: Scenes, come: Come) -> Page:
    table, (person,) = scenes.device
    visitor = come(person)
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    visitor.page.get_by_role("button", name=visitor.words.like("pass.ready")).wait_for()
    return visitor.page


@screen("card table", pictured=True)
def _card(scenes: Scenes, come: Come) -> Page:
    return at(scenes.card, come).page


@screen("card table, off turn")
def _off_turn(scenes: Scenes, come: Come) -> Page:
    return at(scenes.card, come, 1).page


@screen("card table, alone")
def _alone(scenes: Scenes, come: Come) -> Page:
    return at(scenes.left, come).page


@screen("card table, watching")
def _watching(scenes: Scenes, come: Come) -> Page:
    return come().table(scenes.card[0])


@screen("docks")
def _docks(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    docks = visitor.page.get_by_role("group", name=visitor.words("docks"), exact=True)
    docks.get_by_role("button").nth(2).click()
    return visitor.page


def _pick(visitor: Visitor, rack: str) -> Page:
    tiles = visitor.page.get_by_role("group", name=visitor.words(rack), exact=True)
    tiles.get_by_role("button", disabled=False).last.click()
    return visitor.page


def _place(visitor: Visitor, rack: str, wall: str) -> Page:
    _pick(visitor, rack)
    grid = visitor.page.get_by_role("grid", name=visitor.words(wall), exact=True)
    grid.get_by_role("gridcell", name=visitor.words("cell.possible")).first.click()
    return visitor.page


@screen("placing", pictured=True)
def _placing(scenes: Scenes, come: Come) -> Page:
    return _place(at(scenes.card, come), "rack", "house.mine")


@screen("placing, picked up")
def _picked_up(scenes: Scenes, come: Come) -> Page:
    return _pick(at(scenes.ideas, come), "rack")


@screen("docks, both actions")
def _both(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.both, come)
    docks = visitor.page.get_by_role("group", name=visitor.words("docks"), exact=True)
    docks.get_by_role("button").nth(2).click()
    docks.get_by_role("button", pressed=False, disabled=False).first.click()
    return visitor.page


@screen("card table, four players")
def _four(scenes: Scenes, come: Come) -> Page:
    return _place(at(scenes.four, come), "rack", "house.mine")


@screen("coat of arms", pictured=True)
def _coat(scenes: Scenes, come: Come) -> Page:
    return at(scenes.coat, come).page


@screen("discard")
def _discard(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.discard, come)
    hand = visitor.page.get_by_role("list", name=visitor.words("hand"), exact=True)
    hand.get_by_role("button").first.click()
    return visitor.page


@screen("enlarged house")
def _enlarged(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    visitor.page.get_by_role("button", name=visitor.words.like("neighbour")).first.click()
    return dialog(visitor)


@screen("help")
def _help(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    press(visitor, "help")
    return dialog(visitor)


@screen("settings")
def _settings(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    press(visitor, "settings")
    return dialog(visitor)


@screen("chat")
def _chat(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    tab = visitor.page.get_by_role("tab", name=visitor.words("chat"), exact=True)
    if tab.is_visible():
        tab.click()
    else:
        press(visitor, "chat")
    visitor.page.get_by_role("textbox", name=visitor.words("chat.say")).wait_for()
    return visitor.page


@screen("dice table", pictured=True)
def _dice(scenes: Scenes, come: Come) -> Page:
    return at(scenes.dice, come).page


@screen("drawing", pictured=True)
def _drawing(scenes: Scenes, come: Come) -> Page:
    return _place(at(scenes.dice, come), "dice.facade", "dice.sheet.mine")


@screen("marking")
def _marking(scenes: Scenes, come: Come) -> Page:
    return at(scenes.mark, come).page


@screen("dice table, four players")
def _dice_four(scenes: Scenes, come: Come) -> Page:
    return at(scenes.dice_four, come).page


@screen("dice table, watching")
def _dice_watching(scenes: Scenes, come: Come) -> Page:
    return come().table(scenes.dice[0])


@screen("dice")
def _chosen(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.changeable, come)
    dice = visitor.page.get_by_role("group", name=visitor.words("dice.dice"), exact=True)
    dice.get_by_role("button", disabled=False).first.click()
    return visitor.page


@screen("dice, single cell")
def _single(scenes: Scenes, come: Come) -> Page:
    return at(scenes.single, come).page


@screen("drawing, picked up")
def _dice_picked_up(scenes: Scenes, come: Come) -> Page:
    return _pick(at(scenes.dice_ideas, come), "dice.facade")


@screen("coat of arms with dice")
def _dice_coat(scenes: Scenes, come: Come) -> Page:
    return at(scenes.dice_coat, come).page


@screen("marking, picked")
def _marking_picked(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.mark, come)
    tracks = visitor.page.get_by_role("button", name=visitor.words.like("dice.track", whole=False), disabled=False)
    tracks.first.click()
    return visitor.page


@screen("enlarged sheet")
def _enlarged_sheet(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.dice, come)
    visitor.page.get_by_role("button", name=visitor.words.like("dice.neighbour")).first.click()
    return dialog(visitor)


@screen("help with dice")
def _dice_help(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.dice, come)
    press(visitor, "help")
    return dialog(visitor)


def _over(visitor: Visitor) -> Page:
    visitor.page.get_by_role("heading", name=visitor.words("stats")).wait_for()
    return visitor.page


@screen("result", pictured=True)
def _result(scenes: Scenes, come: Come) -> Page:
    return _over(at(scenes.over, come))


@screen("result with dice")
def _dice_result(scenes: Scenes, come: Come) -> Page:
    return _over(at(scenes.dice_over, come))


def _rewind(visitor: Visitor, laid: Laid, scenes: Scenes) -> Page:
    page = visitor.replay(scenes.replay(laid))
    for _ in range(9):
        visitor.page.get_by_role("button", name=visitor.words("replay.turn-on"), exact=True).click()
    return page


@screen("replay", pictured=True)
def _replay(scenes: Scenes, come: Come) -> Page:
    return _rewind(come(), scenes.over, scenes)


@screen("replay with dice")
def _dice_replay(scenes: Scenes, come: Come) -> Page:
    return _rewind(come(), scenes.dice_over, scenes)


def _lesson(come: Come, game: str, steps: int) -> Page:
    visitor = come()
    visitor.page.goto(f"{visitor.url}/#/learn/{game}")
    coach = visitor.page.get_by_role("region", name=visitor.words("learn.coach"), exact=True)
    on = coach.get_by_role("button", name=visitor.words("learn.next")).or_(
        coach.get_by_role("button", name=visitor.words("learn.skip"))
    )
    for _ in range(steps):
        on.click()
        visitor.settle()
    visitor.page.get_by_role("grid").first.wait_for()
    return visitor.page


@screen("lesson")
def _card_lesson(scenes: Scenes, come: Come) -> Page:
    return _lesson(come, "copenhagen", 5)


@screen("lesson with dice")
def _dice_lesson(scenes: Scenes, come: Come) -> Page:
    return _lesson(come, "roll-and-write", 2)


def _idea(visitor: Visitor) -> Page:
    """Bots that think are compiled when the first of them is asked."""
    visitor.page.get_by_role("button", name=visitor.words("idea.ask"), exact=True).click()
    visitor.page.get_by_role("strong").filter(has_text=visitor.words("idea")).first.wait_for(timeout=THINKING)
    return visitor.page


@screen("idea")
def _card_idea(scenes: Scenes, come: Come) -> Page:
    return _idea(at(scenes.ideas, come))


@screen("idea with dice")
def _dice_idea(scenes: Scenes, come: Come) -> Page:
    return _idea(at(scenes.dice_ideas, come))


def _review(visitor: Visitor, token: str) -> Page:
    """At the first turning point."""
    page = visitor.replay(token)
    page.get_by_role("button", name=visitor.words("review"), exact=True).click()
    graph(visitor).wait_for(timeout=THINKING)
    turns = page.get_by_role("group", name=visitor.words("review.turns"), exact=True).get_by_role("button")
    if turns.count():
        turns.first.click()
    return page


def graph(visitor: Visitor) -> Locator:
    """The chances to win; its name goes on with how they went."""
    return visitor.page.get_by_role("img", name=re.compile(f"^{re.escape(visitor.words('review.graph'))}"))


@screen("review")
def _card_review(scenes: Scenes, come: Come) -> Page:
    return _review(come(), scenes.replay(scenes.over))


@screen("review with dice")
def _dice_review(scenes: Scenes, come: Come) -> Page:
    return _review(come(), scenes.replay(scenes.dice_over))


@screen("play on")
def _play_on(scenes: Scenes, come: Come) -> Page:
    visitor = come()
    visitor.page.goto(f"{visitor.url}/#/p/{scenes.replay(scenes.over)}/12")
    visitor.page.get_by_role("button", name=visitor.words("position.play"), exact=True).click()
    return dialog(visitor)


@screen("position")
def _position(scenes: Scenes, come: Come) -> Page:
    visitor = come(scenes.card[1][0])
    visitor.home()
    path = f"/api/v1/tables/{scenes.card[0]}/positions"
    told = visitor.page.request.post(f"{visitor.url}{path}", data={"seat": 0}).json()
    visitor.page.goto(f"{visitor.url}/#/p/{told['position']}")
    visitor.page.get_by_role("button", name=visitor.words("position.play"), exact=True).wait_for()
    return visitor.page


def rules(visitor: Visitor, game: str, at: str = "") -> Page:
    visitor.page.goto(f"{visitor.url}/#/rules/{game}{at and f'/{at}'}")
    visitor.page.get_by_role("heading", level=1).wait_for()
    return visitor.page


@screen("rules", pictured=True)
def _rules(scenes: Scenes, come: Come) -> Page:
    return rules(come(), "copenhagen", "C22")


@screen("rules with dice")
def _dice_rules(scenes: Scenes, come: Come) -> Page:
    return rules(come(), "roll-and-write")


@screen("rules, searching")
def _searching(scenes: Scenes, come: Come) -> Page:
    page = rules(come(), "copenhagen")
    page.get_by_role("searchbox").fill("C2 ")
    page.locator("[data-part]").first.wait_for()
    return page


@screen("rules at the table")
def _rules_at_the_table(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    press(visitor, "help")
    visitor.page.get_by_role("button", name=visitor.words("rules.all"), exact=True).click()
    visitor.page.get_by_role("searchbox").wait_for()
    return visitor.page


@screen("no such table")
def _nowhere(scenes: Scenes, come: Come) -> Page:
    visitor = come()
    visitor.excused = lambda told: "404" in told
    visitor.page.goto(f"{visitor.url}/#/t/nowhere")
    visitor.page.get_by_role("link", name=visitor.words("home")).wait_for()
    return visitor.page
