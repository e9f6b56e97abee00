"""The screens of the client, each brought about on a stage: for pictures, and for tests that look at all of them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import httpx
from playwright.sync_api import Locator, Page

from nyhavn.play import State
from tests.client.browsing import Visitor
from tests.client.positions import asks, can_place, preferring, several_ways
from tests.client.stage import Stage


class Come(Protocol):
    """Somebody comes with a browser; which screen, language and theme it has is known to the caller."""

    def __call__(self, person: str | None = None) -> Visitor: ...


THINKING = 600_000
"""Milliseconds for what bots find out; the kernels that they think with may have to be compiled."""


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
    def rewards(self) -> Laid:
        """All that there is can be had for a coat of arms."""
        abilities = (f"coat ability {name}" for name in ("extra", "discount", "recolour", "both"))
        every = {"coat special", "coat refresh", *abilities}

        def able(state: State) -> bool:
            return (
                state.turn == 0
                and {" ".join(move.split()[: 2 + move.startswith("coat ability")]) for move in state.moves()} >= every
            )

        return self._attended(self.stage.lay("copenhagen", 2, able, preferring("coat decline", "take 1 3")))

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
    def payments(self) -> Laid:
        return self._payable("copenhagen")

    @cached_property
    def dice_payments(self) -> Laid:
        return self._payable("roll-and-write")

    def _payable(self, game: str) -> Laid:
        """A tile can be paid in several ways."""
        able = preferring("coat ability recolour")
        return self._attended(self.stage.lay(game, 2, lambda state: bool(several_ways(state)), able))

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
        return self._with_stars("change", "start green", "mark green", "mark purple", "coat track")

    @cached_property
    def single(self) -> Laid:
        """Dice can be rolled again, or a single cell drawn."""
        return self._with_stars("single", "start purple", "mark purple", "mark green", "coat track")

    def _with_stars(self, verb: str, *preferred: str) -> Laid:
        able = offering("reroll", verb)
        return self._attended(self.stage.lay("roll-and-write", 2, able, preferring(*preferred)))

    @cached_property
    def over(self) -> Laid:
        return self.stage.lay("copenhagen", 3, lambda state: state.over)

    @cached_property
    def dice_over(self) -> Laid:
        return self.stage.lay("roll-and-write", 2, lambda state: state.over)

    @cached_property
    def mine(self) -> Laid:
        """Somebody with a game that is over and one that goes on."""
        laid = self.stage.lay("copenhagen", 3, lambda state: state.over)
        self.stage.bots("roll-and-write", laid[1][0])
        return laid

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


def table_screen(scene: str, name: str, pictured: bool = False) -> None:
    """A table as it is found."""
    screen(name, pictured)(lambda scenes, come: at(getattr(scenes, scene), come).page)


def open_menu(visitor: Visitor) -> None:
    """The menu, where there is one."""
    menu = visitor.page.get_by_role("button", name=visitor.words("menu"), exact=True)
    if menu.is_visible() and menu.get_attribute("aria-expanded") == "false":
        menu.click()


def press(visitor: Visitor, key: str) -> None:
    """A button with a name, behind the menu where there is one."""
    open_menu(visitor)
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


@screen("my games")
def _my_games(scenes: Scenes, come: Come) -> Page:
    visitor = come(scenes.mine[1][0])
    visitor.page.goto(f"{visitor.url}/#/games")
    visitor.page.get_by_role("link", name=visitor.words("replay")).first.wait_for()
    visitor.page.get_by_role("button", name=visitor.words("games.abandon")).first.wait_for()
    return visitor.page


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


table_screen("card", "card table", pictured=True)


table_screen("left", "card table, alone")


@screen("docks")
def _docks(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    docks = visitor.page.get_by_role("group", name=visitor.words("copenhagen.docks"), exact=True)
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
    return _place(at(scenes.card, come), "copenhagen.rack", "copenhagen.house.mine")


def _pay(scenes: Scenes, come: Come, laid: Laid, rack: str, wall: str) -> Page:
    """A tile lies on the front, and there are several ways to pay for it."""
    visitor = at(laid, come)
    tile = visitor.words.tile(several_ways(scenes.stage.state(laid[0])))
    tiles = visitor.page.get_by_role("group", name=visitor.words(rack), exact=True)
    tiles.get_by_role("button", name=re.compile(f"^{re.escape(tile)}"), disabled=False).first.click()
    grid = visitor.page.get_by_role("grid", name=visitor.words(wall), exact=True)
    grid.get_by_role("gridcell", name=visitor.words("cell.possible")).first.click()
    visitor.page.get_by_role("radiogroup", name=visitor.words("pay.how")).wait_for()
    return visitor.page


def _build_large(visitor: Visitor, rack: str, wall: str) -> Page:
    """My own front, as large as a phone; a desk has no need of that."""
    _pick(visitor, rack)
    button = visitor.page.get_by_role("button", name=visitor.words("enlarge"), exact=True)
    if button.is_visible():
        button.click()
    grid = visitor.page.get_by_role("grid", name=visitor.words(wall), exact=True)
    grid.get_by_role("gridcell", name=visitor.words("cell.possible")).first.click()
    return visitor.page


@screen("docks, both actions")
def _both(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.both, come)
    docks = visitor.page.get_by_role("group", name=visitor.words("copenhagen.docks"), exact=True)
    docks.get_by_role("button").nth(2).click()
    docks.get_by_role("button", pressed=False, disabled=False).first.click()
    return visitor.page


table_screen("coat", "coat of arms", pictured=True)


@screen("discard")
def _discard(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.discard, come)
    hand = visitor.page.get_by_role("list", name=visitor.words("hand"), exact=True)
    hand.get_by_role("button").first.click()
    return visitor.page


def _opened(visitor: Visitor, button: str) -> Page:
    """The dialog behind a button."""
    press(visitor, button)
    return dialog(visitor)


def _neighbour(visitor: Visitor, label: str) -> Page:
    """Somebody else's front, enlarged."""
    visitor.page.get_by_role("button", name=visitor.words.like(label)).first.click()
    return dialog(visitor)


@screen("ability")
def _ability(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.card, come)
    visitor.page.get_by_role("list", name=visitor.words("abilities"), exact=True).get_by_role("button").first.click()
    return dialog(visitor)


@screen("menu")
def _menu(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.dice, come)
    open_menu(visitor)
    return visitor.page


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


table_screen("dice", "dice table", pictured=True)


@screen("drawing", pictured=True)
def _drawing(scenes: Scenes, come: Come) -> Page:
    return _place(at(scenes.dice, come), "roll-and-write.facade", "roll-and-write.sheet.mine")


table_screen("mark", "marking")
table_screen("dice_four", "dice table, four players")


@screen("dice")
def _chosen(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.changeable, come)
    dice = visitor.page.get_by_role("group", name=visitor.words("roll-and-write.dice"), exact=True)
    dice.get_by_role("button", disabled=False).first.click()
    return visitor.page


table_screen("single", "dice, single cell")


table_screen("dice_coat", "coat of arms with dice")


@screen("marking, picked")
def _marking_picked(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.mark, come)
    tracks = visitor.page.get_by_role(
        "button", name=visitor.words.like("roll-and-write.track", whole=False), disabled=False
    )
    tracks.first.click()
    return visitor.page


def _over(visitor: Visitor) -> Page:
    visitor.page.get_by_role("heading", name=visitor.words("stats")).wait_for()
    return visitor.page


@screen("result", pictured=True)
def _result(scenes: Scenes, come: Come) -> Page:
    return _over(at(scenes.over, come))


def _rewind(visitor: Visitor, laid: Laid, scenes: Scenes) -> Page:
    page = visitor.replay(scenes.replay(laid))
    for _ in range(9):
        visitor.page.get_by_role("button", name=visitor.words("replay.turn-on"), exact=True).click()
    return page


@screen("replay", pictured=True)
def _replay(scenes: Scenes, come: Come) -> Page:
    return _rewind(come(), scenes.over, scenes)


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


def _idea(visitor: Visitor) -> Page:
    """Bots that think are compiled when the first of them is asked."""
    visitor.page.get_by_role("button", name=visitor.words("idea.ask"), exact=True).click()
    visitor.page.get_by_role("strong").filter(has_text=visitor.words("idea")).first.wait_for(timeout=THINKING)
    return visitor.page


def review_of(visitor: Visitor, token: str) -> Page:
    """A game that was judged: what was found."""
    page = visitor.replay(token)
    page.get_by_role("button", name=visitor.words("review"), exact=True).click()
    graph(visitor).wait_for(timeout=THINKING)
    return page


def findings(visitor: Visitor, key: str = "review.costliest") -> Locator:
    """The entries of one of its lists."""
    heading = visitor.page.get_by_role("heading", name=visitor.words(key), exact=True)
    return visitor.page.locator("section").filter(has=heading).get_by_role("listitem").get_by_role("button")


def _review(visitor: Visitor, token: str) -> Page:
    """At the costliest decision."""
    page = review_of(visitor, token)
    findings(visitor).first.click()
    return page


def _exercise(visitor: Visitor, token: str) -> Page:
    """The first exercise, with a move chosen and judged."""
    page = review_of(visitor, token)
    page.get_by_role("button", name=visitor.words("drill"), exact=True).click()
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name=visitor.words("drill.check"), exact=True).click()
    page.get_by_role("button", name=visitor.words("drill.next"), exact=True).wait_for()
    return page


def graph(visitor: Visitor) -> Locator:
    """The chances to win; its name goes on with how they went, and names in another script are kept apart in it."""
    return visitor.page.get_by_role("img", name=re.compile(f"^\u2068*{re.escape(visitor.words('review.graph'))}"))


@screen("play on")
def _play_on(scenes: Scenes, come: Come) -> Page:
    visitor = come()
    visitor.page.goto(f"{visitor.url}/#/p/{scenes.replay(scenes.over)}/12")
    visitor.page.get_by_role("slider").wait_for()
    press(visitor, "position.play")
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


PLAIN: dict[str, Show] = {
    "card table, off turn": lambda scenes, come: at(scenes.card, come, 1).page,
    "card table, watching": lambda scenes, come: come().table(scenes.card[0]),
    "placing, picked up": lambda scenes, come: _pick(at(scenes.ideas, come), "copenhagen.rack"),
    "paying": lambda scenes, come: _pay(scenes, come, scenes.payments, "copenhagen.rack", "copenhagen.house.mine"),
    "paying with dice": lambda scenes, come: _pay(
        scenes, come, scenes.dice_payments, "roll-and-write.facade", "roll-and-write.sheet.mine"
    ),
    "house, enlarged": lambda scenes, come: _build_large(
        at(scenes.card, come), "copenhagen.rack", "copenhagen.house.mine"
    ),
    "sheet, enlarged": lambda scenes, come: _build_large(
        at(scenes.dice, come), "roll-and-write.facade", "roll-and-write.sheet.mine"
    ),
    "card table, four players": lambda scenes, come: _place(
        at(scenes.four, come), "copenhagen.rack", "copenhagen.house.mine"
    ),
    "enlarged house": lambda scenes, come: _neighbour(at(scenes.card, come), "copenhagen.neighbour"),
    "help": lambda scenes, come: _opened(at(scenes.card, come), "help"),
    "settings": lambda scenes, come: _opened(at(scenes.card, come), "settings"),
    "dice table, watching": lambda scenes, come: come().table(scenes.dice[0]),
    "drawing, picked up": lambda scenes, come: _pick(at(scenes.dice_ideas, come), "roll-and-write.facade"),
    "enlarged sheet": lambda scenes, come: _neighbour(at(scenes.dice, come), "roll-and-write.neighbour"),
    "help with dice": lambda scenes, come: _opened(at(scenes.dice, come), "help"),
    "result with dice": lambda scenes, come: _over(at(scenes.dice_over, come)),
    "replay with dice": lambda scenes, come: _rewind(come(), scenes.dice_over, scenes),
    "lesson": lambda scenes, come: _lesson(come, "copenhagen", 5),
    "lesson with dice": lambda scenes, come: _lesson(come, "roll-and-write", 2),
    "idea": lambda scenes, come: _idea(at(scenes.ideas, come)),
    "idea with dice": lambda scenes, come: _idea(at(scenes.dice_ideas, come)),
    "review": lambda scenes, come: _review(come(), scenes.replay(scenes.over)),
    "review with dice": lambda scenes, come: _review(come(), scenes.replay(scenes.dice_over)),
    "findings": lambda scenes, come: review_of(come(), scenes.replay(scenes.over)),
    "exercise": lambda scenes, come: _exercise(come(), scenes.replay(scenes.over)),
    "exercise with dice": lambda scenes, come: _exercise(come(), scenes.replay(scenes.dice_over)),
    "rules with dice": lambda scenes, come: rules(come(), "roll-and-write"),
}
"""Screens that one line brings about."""

for _name, _show in PLAIN.items():
    screen(_name)(_show)
