"""The layout of a table: every control is where it belongs, on every screen, in every language."""

import pytest
from playwright.sync_api import FloatRect

from tests.client.browsing import LYING_PHONE, NARROW, SMALL_PHONE, Screen, Visitor, box_of
from tests.client.conftest import Visit
from tests.client.playing import Finger, Player
from tests.client.screens import Scenes
from tests.client.stage import Stage
from tests.client.test_moves import about_to_do_both


def finger(visitor: Visitor) -> Player:
    return Player(visitor, Finger())


def places(player: Player, wall: str) -> dict[str, FloatRect]:
    """Where the fixed things of a phone are, and every button of the bar that is there now."""
    page, words = player.page, player.words
    found = {"bar": player.actions, "house": player.grid(wall).get_by_role("gridcell").first}
    found["undo"] = page.get_by_role("button", name=words("undo"), exact=True)
    boxes = {name: box_of(part) for name, part in found.items()}
    for key in ("cancel", "flip", "rotate.right"):
        button = player.button(key)
        if button.is_visible():
            boxes[key] = box_of(button)
    main = player.actions.locator(".button.main")
    if main.is_visible():
        boxes["main"] = box_of(main)
    return boxes


def steady(seen: dict[str, FloatRect], now: dict[str, FloatRect]) -> None:
    """What was seen before is where it was."""
    for name, box in now.items():
        before = seen.setdefault(name, box)
        assert all(abs(box[side] - before[side]) < 1 for side in ("x", "y", "width", "height")), (name, before, box)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW, LYING_PHONE], ids=["360 px", "320 px", "lying"])
def test_nothing_moves_when_i_choose(size: Screen, visit: Visit, scenes: Scenes, stage: Stage) -> None:
    laid, docks = about_to_do_both(stage)
    for table, persons in (scenes.card, laid, scenes.ideas):
        visitor = visit(persons[0], screen=size, language="hu")
        page = visitor.table(table)
        player = finger(visitor)
        seen = places(player, "house.mine")
        for dock in docks if table == laid[0] else (1,):
            player.group("docks").get_by_role("button").nth(dock - 1).tap()
            steady(seen, places(player, "house.mine"))
        player.button("cancel").tap()
        steady(seen, places(player, "house.mine"))
        if table == laid[0]:
            continue
        player.group("rack").get_by_role("button", disabled=False).last.tap()
        steady(seen, places(player, "house.mine"))
        player.possible(player.grid("house.mine")).first.tap()
        steady(seen, places(player, "house.mine"))
        assert {"bar", "house", "undo", "cancel", "flip", "rotate.right", "main"} <= seen.keys()
        assert page.get_by_role("button", name=visitor.words("undo"), exact=True).count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW], ids=["360 px", "320 px"])
def test_nothing_moves_when_i_choose_dice_and_tiles(size: Screen, visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.dice
    visitor = visit(persons[0], screen=size, language="hu")
    visitor.table(table)
    player = finger(visitor)
    seen = places(player, "dice.sheet.mine")
    player.group("dice.dice").get_by_role("button", disabled=False).first.tap()
    steady(seen, places(player, "dice.sheet.mine"))
    player.button("cancel").tap()
    player.group("dice.facade").get_by_role("button", disabled=False).last.tap()
    steady(seen, places(player, "dice.sheet.mine"))
    player.possible(player.grid("dice.sheet.mine")).first.tap()
    steady(seen, places(player, "dice.sheet.mine"))
    assert {"bar", "house", "undo", "cancel", "main"} <= seen.keys()
