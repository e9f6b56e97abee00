"""Following what others do, and feeling safe with one's own moves: by roles and names alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.client.browsing import DESK, SMALL_PHONE, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Keys, Mouse, Player
from tests.client.screens import asks, preferring
from tests.client.stage import Stage
from tests.client.test_moves import last, offers, press_dice

pytestmark = pytest.mark.slow

GAMES = ("copenhagen", "roll-and-write")
SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


def player_of(visitor: Visitor) -> Player:
    return Player(visitor, Finger() if visitor.screen.touch else Mouse())


def in_view(page: Page, screen: Screen) -> bool:
    """Whether the page ends where the screen does."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"))


# Coming back


@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_comes_back_takes_over_from_the_bot(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, 2, lambda state: state.turn == 1 and len(state.history) > 6)
    stage.substitute(table, persons, 0)
    visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    told = page.get_by_role("status").filter(has_text=visitor.words("standin.mine"))
    expect(told).to_be_visible()
    assert in_view(page, size)
    page.get_by_role("button", name=visitor.words("standin.back"), exact=True).click()
    expect(told).to_be_hidden()
    visitor.settle()
    assert not visitor.wire.refusals
    assert in_view(page, size)


# Announcements and focus


def announced(page: Page) -> str:
    return page.locator("[aria-live=polite][aria-atomic=true]").first.inner_text()


def test_ones_own_move_does_not_announce_ones_turn(visit: Visit, stage: Stage) -> None:
    laid = stage.lay("roll-and-write", 2, offers("reroll"), preferring("start red", "mark red"))
    move = next(move for move in stage.state(laid[0]).moves() if move.startswith("reroll"))
    visitor = visit(laid[1][0])
    page = visitor.table(laid[0])
    player = player_of(visitor)
    press_dice(player, move.split()[1])
    player.press(player.button("dice.roll", whole=False))
    assert last(player) == move
    rolled = re.compile(visitor.words.like("dice.log.rolled.you", whole=False).pattern.lstrip("^"))
    expect(page.locator("[aria-live=polite][aria-atomic=true]").first).to_have_text(rolled)
    assert visitor.words("prompt.yours") not in announced(page)


def focused(page: Page) -> str:
    tag: str = page.evaluate("document.activeElement.tagName")
    return tag


def test_the_focus_stays_at_the_table_after_marking(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("roll-and-write", 2, asks(0, "mark", after=20))
    visitor = visit(persons[0])
    page = visitor.table(table)
    player = Player(visitor, Keys(page))
    assert player.wait()
    player.decide()
    assert focused(page) != "BODY"


@pytest.mark.parametrize(("game", "rack"), [("roll-and-write", "dice.facade"), ("copenhagen", "rack")])
def test_the_tiles_are_one_tab_stop_with_arrows_inside(game: str, rack: str, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, 2, lambda state: state.turn == 0 and len(state.history) > 6)
    visitor = visit(persons[0])
    page = visitor.table(table)
    tiles = page.get_by_role("group", name=visitor.words(rack), exact=True).get_by_role("button")
    assert tiles.count() > 15
    assert [tile.get_attribute("tabindex") for tile in tiles.all()].count("0") == 1
    keys = Keys(page)
    keys.reach(tiles.first)
    page.keyboard.press("ArrowRight")
    expect(tiles.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(tiles.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('[data-stop]')")
