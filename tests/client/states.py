"""States of a table that pass: strips above it, moves that wait for a word. Nothing in them ends by itself."""

import random
import re
from functools import partial

from playwright.sync_api import Page, WebSocketRoute

from nyhavn.play import State
from tests.client.browsing import Visitor
from tests.client.playing import Mouse, Player
from tests.client.positions import asks, can_place, phase, preferring
from tests.client.screens import Come, Scenes, at, dialog, open_menu, press, screen
from tests.client.stage import greedily

NEVER = """(given) => {
  const plain = window.setTimeout;
  window.setTimeout = (act, time, ...more) => time === given ? 0 : plain(act, time, ...more);
}"""
GRACE, LAST_LOOK = 3000, 5000
"""Milliseconds of the client: to undo a move before it is sent, to look at the last one."""


def endless(visitor: Visitor, time: int) -> Visitor:
    """What takes so many milliseconds on the visitor's pages does not end."""
    visitor.context.add_init_script(f"({NEVER})({time})")
    return visitor


def strip(visitor: Visitor, key: str) -> Page:
    """Until it is there."""
    status = visitor.page.get_by_role("status").first
    status.get_by_text(re.compile(visitor.words.like(key, whole=False).pattern.removeprefix("^"))).wait_for()
    return visitor.page


def button(visitor: Visitor, group: str, number: int = 0) -> None:
    """One of the buttons of a group that can be pressed."""
    one = visitor.page.get_by_role("group", name=visitor.words(group), exact=True)
    one.get_by_role("button", disabled=False).nth(number).click()


def after(state: State) -> bool:
    """The first seat's turn is over, and can be taken back."""
    last = state.history[-1]
    return state.turn == 1 and last.get("seat") == 0 and last["move"].startswith(("build", "draw"))


def nearly_over(state: State) -> bool:
    """One move more, and the game is over."""
    if state.turn is None or (move := greedily(state, random.Random(1))) is None:
        return False
    then = state.copy()
    then.play(move)
    return then.over


def with_stand_in(game: str, scenes: Scenes, come: Come) -> Page:
    laid = scenes.stage.lay(game, 3, lambda state: state.turn == 1 and len(state.history) > 30)
    scenes.stage.substitute(*laid, 0)
    visitor = at(laid, come)
    return strip(visitor, "standin.mine")


screen("a bot plays for me")(partial(with_stand_in, "copenhagen"))
screen("a bot plays for me, dice")(partial(with_stand_in, "roll-and-write"))


@screen("silent network")
def _silent(scenes: Scenes, come: Come) -> Page:
    table, persons = scenes.card
    visitor = come(persons[0])
    deaf = False

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: None if deaf else route.send(text))
        route.on_message(server.send)

    visitor.page.route_web_socket(re.compile("/live$"), listen)
    visitor.table(table)
    deaf = True
    return strip(visitor, "link.silent")


def _since(scenes: Scenes, come: Come, game: str) -> Page:
    table, persons = scenes.stage.lay(game, 3, lambda state: state.turn == 1 and len(state.history) > 30)
    visitor = come(persons[0])
    page = visitor.table(table)
    mine = asks(0, "action" if game == "copenhagen" else "turn")
    scenes.stage.play(table, persons, mine, preferring("mark -", "build"))
    Player(visitor, Mouse()).wait()
    open_menu(visitor)
    page.get_by_role("button", name=visitor.words.like("since")).click()
    page.get_by_role("button", name=visitor.words("since.now"), exact=True).wait_for()
    return page


@screen("since my turn")
def _since_my_turn(scenes: Scenes, come: Come) -> Page:
    return _since(scenes, come, "copenhagen")


@screen("since my turn, dice")
def _since_my_turn_dice(scenes: Scenes, come: Come) -> Page:
    return _since(scenes, come, "roll-and-write")


@screen("just over")
def _just_over(scenes: Scenes, come: Come) -> Page:
    table, persons = scenes.stage.lay("copenhagen", 2, nearly_over)
    visitor = endless(come(persons[0]), LAST_LOOK)
    page = visitor.table(table)
    scenes.stage.play(table, persons, lambda state: state.over)
    page.get_by_role("button", name=visitor.words("result"), exact=True).wait_for()
    return page


@screen("pass it on")
def _pass(scenes: Scenes, come: Come) -> Page:
    person = scenes.stage.context.persons.new()
    table = scenes.stage.device("copenhagen", person, 2, played=False)
    visitor = come(person)
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    visitor.page.get_by_role("button", name=visitor.words.like("pass.ready")).click()
    visitor.page.get_by_role("grid").first.wait_for()
    scenes.stage.play(table, [person] * 2, lambda state: state.turn == 1)
    visitor.page.get_by_role("button", name=visitor.words.like("pass.to")).wait_for()
    return visitor.page


def _asked(scenes: Scenes, come: Come, game: str) -> tuple[Visitor, Visitor]:
    """Ada asks Ida to undo her turn; Ida came first."""
    laid = scenes.stage.lay(game, 2, lambda state: len(state.history) > 20 and after(state))
    ida, ada = at(laid, come, 1), at(laid, come)
    ada.page.get_by_role("button", name=ada.words("undo.ask"), exact=True).click()
    strip(ida, "undo.asked")
    return ida, ada


@screen("asked to undo")
def _asked_to_undo(scenes: Scenes, come: Come) -> Page:
    return _asked(scenes, come, "copenhagen")[0].page


@screen("asked to undo, dice")
def _asked_to_undo_dice(scenes: Scenes, come: Come) -> Page:
    return _asked(scenes, come, "roll-and-write")[0].page


@screen("waiting to be confirmed")
def _confirming(scenes: Scenes, come: Come) -> Page:
    laid = scenes.stage.lay("copenhagen", 2, can_place(0, "action", after=30, tiles=2))
    visitor = at(laid, come)
    press(visitor, "settings")
    page = dialog(visitor)
    page.get_by_role("checkbox", name=visitor.words("settings.confirm")).check()
    page.keyboard.press("Escape")
    visitor.settle()
    player = Player(visitor, Mouse())
    player.build(player.group("copenhagen.rack").get_by_role("button", disabled=False).first)
    visitor.settle()
    player.offered("confirm").wait_for()
    return page


@screen("time of grace")
def _grace(scenes: Scenes, come: Come) -> Page:
    visitor = come(scenes.coat[1][0])
    visitor.context.add_init_script("localStorage.setItem('nyhavn', JSON.stringify({ moves: 'grace' }))")
    endless(visitor, GRACE)
    page = visitor.table(scenes.coat[0])
    button(visitor, "coat", -1)
    page.get_by_role("button", name=visitor.words("grace.now"), exact=True).wait_for()
    return page


@screen("coat of arms, chosen")
def _coat_chosen(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.coat, come)
    button(visitor, "coat", -1)
    visitor.page.get_by_text(visitor.words("prompt.ready")).first.wait_for()
    return visitor.page


@screen("coat of arms, declined")
def _declined(scenes: Scenes, come: Come) -> Page:
    visitor = at(scenes.coat, come)
    visitor.page.get_by_role("button", name=visitor.words("coat.decline"), exact=True).click()
    visitor.page.get_by_text(visitor.words("prompt.decline")).first.wait_for()
    return visitor.page


@screen("after a take")
def _after_take(scenes: Scenes, come: Come) -> Page:
    def able(state: State) -> bool:
        return asks(0, "action")(state) and state.view(0)["seats"][0]["abilities"].get("both") == "active"

    laid = scenes.stage.lay("copenhagen", 2, able, preferring("coat ability both"))
    scenes.stage.play(*laid, asks(0, "after take"), preferring("take"))
    return at(laid, come).page


@screen("dice, choosing a track to begin with")
def _start(scenes: Scenes, come: Come) -> Page:
    laid = scenes.stage.lay("roll-and-write", 2, lambda state: state.turn == 0 and phase(state) == "start")
    return at(laid, come).page


@screen("dice table, off turn")
def _dice_off_turn(scenes: Scenes, come: Come) -> Page:
    return at(scenes.dice, come, 1).page


STRIPS = [
    "a bot plays for me", "a bot plays for me, dice", "silent network", "since my turn", "since my turn, dice",
    "just over", "pass it on", "asked to undo", "asked to undo, dice",
]  # fmt: skip
WAITING = [
    "waiting to be confirmed", "time of grace", "coat of arms, chosen", "coat of arms, declined", "after a take",
    "dice, choosing a track to begin with", "dice table, off turn",
]  # fmt: skip
