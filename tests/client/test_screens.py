"""The screens: their parts stand where they can be seen, and the pictures of the documentation are true."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from playwright.sync_api import Browser, FloatRect

from tests.client import pictures
from tests.client.browsing import (
    DESK,
    LAPTOP,
    LYING_PHONE,
    NARROW,
    PHONE,
    SMALL_PHONE,
    Screen,
    Theme,
    Visitor,
    box_of,
)
from tests.client.conftest import Visit
from tests.client.screens import Scenes

GRID = (32, 24)
SHADES_APART = 14
"""Of 255, on average: other fonts and browsers change less, another arrangement or other colours more."""

CARD_PARTS = (
    ("grid", "copenhagen.house.mine"),
    ("group", "copenhagen.rack"),
    ("group", "copenhagen.docks"),
    ("list", "hand"),
    ("group", "actions"),
)
DICE_PARTS = (
    ("grid", "roll-and-write.sheet.mine"),
    ("group", "roll-and-write.facade"),
    ("group", "roll-and-write.dice"),
    ("group", "actions"),
)
SCREENS = {
    "desk": DESK, "laptop": LAPTOP, "phone": PHONE, "small phone": SMALL_PHONE, "320 px": NARROW, "lying": LYING_PHONE
}  # fmt: skip
SLACK = 4


def overlap(one: FloatRect, other: FloatRect) -> float:
    """Pixels by which two boxes reach into each other."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return max(0, min(wide, high))


@pytest.mark.slow
@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("game", ["card", "dice"])
def test_everything_is_on_the_screen_at_once(game: str, size: Screen, visit: Visit, scenes: Scenes) -> None:
    table, persons = getattr(scenes, game)
    visitor: Visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    parts = CARD_PARTS if game == "card" else DICE_PARTS
    found = {name: box_of(page.get_by_role(role, name=visitor.words(name), exact=True).first) for role, name in parts}  # type: ignore[arg-type]
    neighbours = page.get_by_role(
        "button", name=visitor.words.like("copenhagen.neighbour" if game == "card" else "roll-and-write.neighbour")
    )
    assert neighbours.count() == 2
    found |= {f"neighbour {seat}": box_of(one) for seat, one in enumerate(neighbours.all())}
    for name, box in found.items():
        # The rack of a small phone may scroll; where it begins is in sight.
        inside = box["x"] >= -SLACK and box["y"] >= -SLACK and box["x"] + box["width"] <= size.width + SLACK
        assert inside, (name, box)
        assert (
            box["y"] + (0 if name in ("copenhagen.rack", "roll-and-write.facade") else box["height"])
            <= size.height + SLACK
        ), (name, box)
    for (name, box), (other, another) in combinations(found.items(), 2):
        assert overlap(box, another) <= SLACK, (name, other)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "the page scrolls"


FINGER = 44
CELL = {360: 27, 320: 24}
"""Pixels that a finger needs; a cell may be smaller, since a tap takes the nearest legal place."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW], ids=["small phone", "320 px"])
@pytest.mark.parametrize("game", ["card", "dice"])
def test_fingers_find_what_they_want(game: str, size: Screen, visit: Visit, scenes: Scenes) -> None:
    table, persons = getattr(scenes, game)
    visitor: Visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    house, rack = (
        ("copenhagen.house.mine", "copenhagen.rack")
        if game == "card"
        else ("roll-and-write.sheet.mine", "roll-and-write.facade")
    )
    cell = box_of(page.get_by_role("grid", name=visitor.words(house), exact=True).get_by_role("gridcell").first)
    assert min(cell["width"], cell["height"]) >= CELL[size.width]
    tiles = page.get_by_role("group", name=visitor.words(rack), exact=True).get_by_role("button").all()
    widths = [box_of(tile)["width"] for tile in tiles]
    assert min(box_of(tile)["height"] for tile in tiles) >= FINGER - 0.5
    assert min(widths) >= FINGER - 0.5
    for button in page.get_by_role("group", name=visitor.words("actions"), exact=True).get_by_role("button").all():
        box = box_of(button)
        assert min(box["width"], box["height"]) >= FINGER


@pytest.fixture(scope="module")
def same_scenes(client: None) -> Iterator[Scenes]:
    with pictures.stage() as running:
        yield Scenes(running)


def short(name: str, size: str, theme: str) -> bool:
    return name in ("home", "card table", "dice table", "result") and (size, theme) in (
        ("desk", "light"),
        ("phone", "dark"),
    )


CASES = [
    pytest.param(*key, marks=pytest.mark.slow if short(*key) else pytest.mark.long, id=file.stem)
    for key, file in pictures.PICTURES.items()
]


@pytest.mark.parametrize(("name", "size", "theme"), CASES)
def test_the_pictures_show_what_there_is(
    name: str, size: str, theme: Theme, browser: Browser, same_scenes: Scenes
) -> None:
    visitor, now = pictures.show(name, size, theme, browser, same_scenes)
    then = pictures.PICTURES[name, size, theme].read_bytes()
    paper = browser.new_page()
    one, other = (pictures.pixels(picture, paper, *GRID).astype(float).mean(axis=2) for picture in (now, then))
    paper.close()
    visitor.close()
    assert np.abs(one - other).mean() < SHADES_APART, "run `make pictures` if the screen is meant to look like this"


def test_the_pictures_are_light() -> None:
    files = [*pictures.FOLDER.glob("*.png")]
    assert sorted(files) == sorted(pictures.PICTURES.values()), "run `make pictures`"
    assert sum(file.stat().st_size for file in files) < 3_000_000
