"""What has come under a finger only just now is not pressed."""

import pytest
from playwright.sync_api import Page, expect

from tests.client.browsing import DESK, SMALL_PHONE, Screen, box_of
from tests.client.conftest import Visit
from tests.client.playing import Finger, Mouse, Player
from tests.client.screens import Scenes
from tests.client.stage import Stage
from tests.client.states import after, endless

pytestmark = pytest.mark.slow

PAUSE = 500
"""Milliseconds of the client in which a panel that has changed ignores clicks."""
SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


def click(page: Page, x: float, y: float) -> None:
    """There, whatever there is: Playwright would wait until nothing lies over it."""
    page.mouse.click(x, y)


@SIZES
def test_a_strip_that_comes_takes_no_click_and_neither_does_what_it_moves(
    size: Screen, visit: Visit, stage: Stage
) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: len(state.history) > 20 and after(state))
    ida, ada = visit(persons[1], screen=size), visit(persons[0])
    ida.page.clock.install()
    page = ida.table(table)
    ada.table(table)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)  # what came with the page can be pressed
    docks = Player(ida, Mouse()).group("copenhagen.docks")
    ada.page.get_by_role("button", name=ada.words("undo.ask"), exact=True).click()
    grant = page.get_by_role("button", name=ida.words("undo.grant"), exact=True)
    expect(grant).to_be_visible()
    page.clock.run_for(PAUSE - 200)
    for target in (grant, docks.get_by_role("button", disabled=False).first):
        box = box_of(target)
        click(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert not ida.wire.done
    expect(docks.get_by_role("button", pressed=True)).to_have_count(0)
    page.clock.run_for(201)
    docks.get_by_role("button", disabled=False).first.click()
    expect(docks.get_by_role("button", pressed=True)).to_have_count(1)
    grant.click()
    ida.until(lambda: any(message.get("takeback") == "grant" for message in ida.wire.done), "the answer")


@SIZES
def test_a_result_that_comes_by_itself_takes_no_click(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = endless(visit(scenes.over[1][0], screen=size), PAUSE)
    page = visitor.table(scenes.over[0])
    review = page.get_by_role("link", name=visitor.words("review"), exact=True)
    expect(review).to_be_visible()
    address = page.url
    review.scroll_into_view_if_needed()
    box = box_of(review)
    click(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.url == address
    page.keyboard.press("Escape")  # it can be put away at once
    expect(page.get_by_role("dialog")).to_be_hidden()


@SIZES
def test_the_faces_of_dice_take_no_click_when_they_come(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = endless(visit(scenes.changeable[1][0], screen=size), PAUSE)
    page = visitor.table(scenes.changeable[0])
    player = Player(visitor, Finger() if size.touch else Mouse())
    player.press(player.group("roll-and-write.dice").get_by_role("button", disabled=False).first)
    box = box_of(player.group("roll-and-write.turn").get_by_role("button").first)
    click(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text(visitor.words("prompt.ready"))).to_have_count(0)
    assert not visitor.wire.done
