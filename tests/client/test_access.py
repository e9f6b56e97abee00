"""Every screen is for everybody: axe finds nothing, in either theme."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.client.access import expect_access
from tests.client.browsing import DESK, SMALL_PHONE, Screen
from tests.client.conftest import Visit
from tests.client.screens import SCREENS, Scenes

EVERY_TIME = (
    "home",
    "new table",
    "waiting room",
    "card table",
    "coat of arms",
    "dice table",
    "result",
    "replay",
    "rules",
)
OF_THEIR_OWN = ("card table", "dice table")
"""Screens that every test run looks at on a desk, and on a phone; `make verify` looks at all of them."""


def sizes() -> Iterator[object]:
    for name in SCREENS:
        mark = pytest.mark.slow if name in EVERY_TIME else pytest.mark.long
        yield pytest.param(name, DESK, marks=mark, id=f"{name}, desk")
        mark = pytest.mark.slow if name in OF_THEIR_OWN else pytest.mark.long
        yield pytest.param(name, SMALL_PHONE, marks=mark, id=f"{name}, phone")


@pytest.mark.parametrize(("name", "size"), [*sizes()])
def test_axe_finds_nothing(name: str, size: Screen, visit: Visit, scenes: Scenes) -> None:
    page = SCREENS[name].show(scenes, partial(visit, screen=size))
    expect_access(page)
