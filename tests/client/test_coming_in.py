"""Coming in: the first page with its town, the waiting room with its invitation, what is offered once, the menu."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nyhavn.server import lan
from tests.client.access import expect_access
from tests.client.browsing import LYING_PHONE, SMALL_PHONE, Screen, box_of
from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES
from tests.client.screens import Scenes
from tests.client.stage import Stage

pytestmark = pytest.mark.slow
LOW = Screen(1280, 720)
LYING = Screen(640, 360, touch=True)
HOUSE = "127.0.0.2"

APART = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("h1"));
  const moon = document.querySelector('circle[fill="var(--sun)"]').getBoundingClientRect();
  const beside = ({ left, right }) => right < moon.left || left > moon.right;
  const apart = (one) => beside(one) || one.bottom < moon.top || one.top > moon.bottom;
  return moon.width > 20 && [...range.getClientRects()].every(apart);
}"""
QUAY = """() => {
  const { top, bottom } = document.querySelector(".town .quay").getBoundingClientRect();
  const y = (top + bottom) / 2;
  const covered = [0.1, 0.5, 0.9].filter((part) => document.elementFromPoint(innerWidth * part, y)?.closest(".cards"));
  return y > 0 && y < innerHeight && covered.length === 0;
}"""
CORNERS = "button => (button.querySelector('path').getAttribute('d').split('z')[0].match(/L/g) ?? []).length + 1"


@pytest.mark.spread(2)
@pytest.mark.parametrize("screen", [LOW, Screen(1440, 900), Screen(1024, 768), SMALL_PHONE, LYING], ids=str)
def test_the_headline_is_not_behind_the_moon(screen: Screen, visit: Visit) -> None:
    visitor = visit(screen=screen, theme="dark", language="de")
    page = visitor.home()
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('nyhavn', JSON.stringify({ language }))", language)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.get_by_role("heading", level=1).wait_for()
        assert page.evaluate(APART), language


@pytest.mark.parametrize("screen", [SMALL_PHONE, Screen(390, 844, touch=True), LYING, LYING_PHONE], ids=str)
def test_the_quay_is_seen_on_phones(screen: Screen, visit: Visit) -> None:
    page = visit(screen=screen, language="fr").home()
    assert page.evaluate(QUAY)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_settings_are_behind_a_cogwheel(visit: Visit) -> None:
    visitor = visit(theme="dark")
    button = visitor.home().get_by_role("button", name=visitor.words("settings"), exact=True)
    assert button.evaluate(CORNERS) == 32, "eight teeth have four corners each"


def lay_open(stage: Stage, host: str) -> str:
    clock = {"bank": 600, "increment": 10, "move": None, "at_zero": "bot"}
    seats: list[dict[str, Any]] = [{"person": host, "name": "Ada"}, {"name": ""}]
    made: dict[str, Any] = {"clock": clock, "show_known": True, "hints": True, "listed": True}
    return stage._lay(host, seats, game="copenhagen", **made)


def conditions(page: Page) -> list[str]:
    return page.locator("ul.conditions li").all_inner_texts()


@pytest.fixture
def house(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The network of a house, for a server that is shut to it again in the end."""
    monkeypatch.setattr(lan, "lan_address", lambda: HOUSE)
    yield f"http://{HOUSE}:{stage.port}"
    stage.shut()


def test_the_lobby_invites_first_and_phones_in_the_house_join(visit: Visit, stage: Stage, house: str) -> None:
    """Link, picture code and the sheet for sharing; the guest reads who invites to what before sitting down."""
    host = stage.context.persons.new()
    table = lay_open(stage, host)
    visitor = visit(host)
    words = visitor.words
    visitor.context.add_init_script("navigator.share = async (what) => void (window.shared = what)")
    page = visitor.page
    page.goto(f"{stage.url}/#/t/{table}")
    seats = page.locator("ul.seats")
    opening = page.get_by_role("button", name=words("lan.open"))
    assert box_of(opening)["y"] < box_of(seats)["y"]
    opening.click()
    link = page.get_by_role("textbox", name=words("invite.link"))
    expect(link).to_have_value(f"{house}/#/t/{table}")
    assert box_of(link)["y"] < box_of(seats)["y"]
    expect(page.get_by_role("img", name=words("invite.qr"))).to_be_visible()
    expect_access(page)
    page.get_by_role("button", name=words("invite.share")).click()
    assert page.evaluate("shared.url") == link.input_value()

    guest = visit(url=house, screen=SMALL_PHONE, language="de")
    there = guest.page
    there.goto(link.input_value())
    game = guest.words("game.copenhagen")
    expect(there.get_by_role("heading", level=1)).to_have_text(guest.words("waiting.invited", name="Ada", game=game))
    told = conditions(there)
    assert told[0] == guest.words("home.line", n=2)
    assert told[1] == guest.words("clock.bank", bank="10 Minuten", increment="10 Sekunden")
    assert told[2:] == [guest.words("new.known"), guest.words("waiting.hints")]
    assert box_of(there.locator("ul.conditions"))["y"] < box_of(there.locator("ul.seats"))["y"]
    expect_access(there)
    there.get_by_role("button", name=guest.words("waiting.sit")).click()
    for one in (page, there):
        one.get_by_role("grid").first.wait_for()


def test_open_tables_tell_who_invites_and_to_what(visit: Visit, stage: Stage) -> None:
    table = lay_open(stage, stage.context.persons.new())
    visitor = visit(screen=SMALL_PHONE, language="fr")
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    line = page.locator(f"a[href$='{table}']")
    expect(line).to_contain_text("Ada")
    expect(line).to_contain_text(words("new.known"))
    expect(line).to_contain_text(re.compile(r"10\sminutes"))
    assert box_of(line)["width"] <= 360


def test_whoever_waits_is_asked_once_whether_to_be_told(visit: Visit, stage: Stage) -> None:
    host = stage.context.persons.new()
    visitor = visit(host, screen=SMALL_PHONE)
    visitor.context.grant_permissions(["notifications"])
    page, words = visitor.page, visitor.words
    offer = page.get_by_role("group", name=words("offer.notify"))
    for answer, told in (("offer.no", False), ("offer.notify.yes", True)):
        page.goto(f"{stage.url}/#/")
        page.evaluate("localStorage.removeItem('nyhavn')")
        page.goto(f"{stage.url}/#/t/{stage.open('copenhagen', host, 2)}")
        page.reload()
        offer.get_by_role("button", name=words(answer)).click()
        expect(offer).to_have_count(0)
        assert page.evaluate("JSON.parse(localStorage.nyhavn).notify") is told
        page.reload()
        page.locator("ul.seats").wait_for()
        expect(offer).to_have_count(0)


def test_sound_is_offered_once_when_the_first_game_is_over(visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.over
    visitor = visit(persons[0])
    page, words = visitor.page, visitor.words
    page.goto(f"{visitor.url}/#/t/{table}")
    offer = page.get_by_role("group", name=words("offer.sound"))
    offer.get_by_role("button", name=words("offer.sound.yes")).click()
    expect(offer).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.nyhavn).sound") is True
    page.reload()
    page.get_by_role("dialog").wait_for()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("screen", [SMALL_PHONE, LYING], ids=str)
def test_the_menu_of_a_phone_is_a_list_with_labels(screen: Screen, visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.card
    visitor = visit(persons[0], screen=screen, language="hu")
    page = visitor.table(table)
    page.get_by_role("button", name=visitor.words("menu")).tap()
    items = page.locator(".items > .icon-button")
    assert items.count() >= 6
    for item in items.all():
        box = box_of(item)
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= screen.width
        assert box["y"] + box["height"] <= screen.height
        label = item.evaluate("one => getComputedStyle(one, '::after').content")
        assert label.strip('"') == item.get_attribute("aria-label")
        assert item.evaluate("one => one.scrollWidth <= one.clientWidth")
