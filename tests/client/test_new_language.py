"""A seventh language is two kinds of file, words and rulebooks, and no list to edit: tried with two made for it."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from client.build import CLIENT
from nyhavn.server import app
from tests.client import messages, pseudo
from tests.client.browsing import DESK, NARROW
from tests.client.conftest import Visit
from tests.client.screens import SCREENS, Scenes
from tests.client.test_languages import FLAWS, RAW

NAMES = {pseudo.LONG: "English (", pseudo.RIGHT_TO_LEFT: "العربية ("}
"""How the browser calls them, in their own languages."""
SHORT = ("home", "card table", "placing", "dice table", "settings", "rules")


@pytest.fixture(scope="module")
def built(client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.build(tmp_path_factory.mktemp("seventh"))


@pytest.fixture
def spoken(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose client has two languages more."""
    monkeypatch.setattr(app, "STATIC", built)
    for tag in NAMES:
        monkeypatch.setitem(messages.MADE, tag, pseudo.words(tag))


def test_messages_have_every_plural_form_and_the_same_holes() -> None:
    words = pseudo.words(pseudo.RIGHT_TO_LEFT)
    assert words.keys() == messages.entries("en").keys()
    assert "few {{n} " not in words["days"]
    assert all(f" {form} {{# " in words["days"] for form in pseudo.ARABIC_FORMS)
    assert all(messages.written(messages.read(text)) == text for text in words.values())


@pytest.mark.slow
@pytest.mark.parametrize("language", NAMES)
def test_it_is_found_by_its_files(language: str, spoken: None, visit: Visit) -> None:
    visitor = visit(language=language)
    page, words = visitor.home(), visitor.words
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == pseudo.RIGHT_TO_LEFT else "ltr")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("home.title"))
    page.get_by_role("button", name=words("settings"), exact=True).click()
    choice = page.get_by_role("combobox", name=words("settings.language"))
    expect(choice).to_have_value(language)
    shown = choice.get_by_role("option").all_inner_texts()
    assert [name for name in shown if name.startswith(NAMES[language])]
    page.goto(f"{visitor.url}/#/rules/copenhagen")
    title = (CLIENT / "src/games/copenhagen/rules/en.md").read_text(encoding="utf-8").partition("\n")[0]
    expect(page.get_by_role("heading", level=1)).to_have_text(pseudo.rulebook(language, title).removeprefix("# "))


def cases() -> list[Any]:
    slow, long = pytest.mark.slow, pytest.mark.long
    return [
        pytest.param(language, way, name, marks=slow if name in SHORT else long, id=f"{language}, {way}, {name}")
        for language in NAMES
        for way in ("desk", "320 px")
        for name in SCREENS
    ]


@pytest.mark.parametrize(("language", "way", "name"), cases())
def test_every_screen_has_room_for_it(
    language: str, way: str, name: str, spoken: None, visit: Visit, scenes: Scenes
) -> None:
    screen = DESK if way == "desk" else NARROW
    page = SCREENS[name].show(scenes, partial(visit, screen=screen, language=language))
    page.wait_for_timeout(50)
    found: dict[str, Any] = page.evaluate(FLAWS)
    assert not found["flaws"]
    assert not [words for words in found["words"] if RAW.search(words)]


@pytest.mark.slow
def test_the_house_does_not_turn_round(spoken: None, visit: Visit, scenes: Scenes) -> None:
    """Column a is on the left, whichever way the language runs; the panels change sides."""
    lefts = {}
    for language in ("en", pseudo.RIGHT_TO_LEFT):
        page = SCREENS["card table"].show(scenes, partial(visit, screen=DESK, language=language))
        cells = page.get_by_role("grid").first.get_by_role("gridcell")
        bottom = [cells.nth(number).bounding_box() for number in range(5)]
        assert [box["x"] for box in bottom if box] == sorted(box["x"] for box in bottom if box)
        rack = page.get_by_role("group", name=messages.entries(language)["copenhagen.rack"]).bounding_box()
        assert rack
        lefts[language] = rack["x"]
    assert lefts["en"] < DESK.width / 2 < lefts[pseudo.RIGHT_TO_LEFT]
