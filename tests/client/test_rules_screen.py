"""The rules on the screen: opened from where a question arises, searched, read by keys."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.client.browsing import DESK, PHONE, SMALL_PHONE, Screen, Visitor, Words
from tests.client.conftest import Visit
from tests.client.positions import asks
from tests.client.screens import Scenes, at, press, rules
from tests.client.stage import Stage
from tests.test_rule_numbers import rulebook

pytestmark = pytest.mark.slow
GAMES = {"copenhagen": "C", "roll-and-write": "W"}


def sheet(visitor: Visitor, game: str = "copenhagen") -> Locator:
    """The rules over the table."""
    words = visitor.words
    return visitor.page.get_by_role("dialog", name=f"{words('rules')}: {words(f'game.{game}')}")


def answers(there: Page | Locator, rule: str) -> Locator:
    """The part that explains a rule: it is marked and in sight, and has the focus."""
    part = there.locator(f"[data-part].asked:has(#rule-{rule})")
    expect(part).to_be_in_viewport()
    expect(part).to_be_focused()
    return part


@pytest.mark.parametrize("language", ["en", pytest.param("hu", marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_all_rules_are_there_from_the_first_page(game: str, language: str, visit: Visit) -> None:
    visitor = visit(language=language)
    page = visitor.home()
    words = visitor.words
    page.get_by_role("link", name=f"{words('rules')}: {words(f'game.{game}')}", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Copenhagen")
    anchors = page.locator("[id^=rule-]").evaluate_all("(all) => all.map((one) => one.id.slice(5))")
    assert sorted(anchors) == sorted(rulebook(GAMES[game]))
    contents = page.get_by_role("navigation", name=words("rules.contents")).get_by_role("link")
    expect(contents).to_have_count(page.get_by_role("heading", level=2).count())
    contents.nth(3).click()
    expect(page.get_by_role("heading", level=2).nth(3)).to_be_in_viewport()
    assert page.url.endswith(f"#/rules/{game}/s4")


def test_pictures_are_drawn(visit: Visit) -> None:
    page = rules(visit(), "copenhagen")
    pictures = page.get_by_role("figure")
    expect(pictures).to_have_count(19)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture.locator("svg").first).to_be_attached()
        drawing = picture.get_by_role("img").first.bounding_box()
        assert drawing is not None
        assert drawing["width"] > 100
        assert drawing["height"] > 60
    # Docks are drawn with their buttons, and none of them takes the focus.
    assert page.locator("article button").count() > 7
    assert page.locator("article button:not([inert] button)").count() == 0


@pytest.mark.long
def test_a_rule_has_an_address(visit: Visit) -> None:
    visitor = visit()
    page = rules(visitor, "roll-and-write", "W18")
    part = answers(page, "W18")
    expect(part).to_contain_text("white die")
    page.get_by_role("link", name=visitor.words("rules.rule", rule="W10")).first.click()
    answers(page, "W10")
    assert page.url.endswith("#/rules/roll-and-write/W10")
    # In another language one stays where one was.
    page.get_by_role("button", name="FR", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("jeu de dés")
    answers(page, "W10")


@pytest.mark.parametrize(
    ("language", "typed", "marked"),
    [
        ("fr", "defausse", "défauss"),
        pytest.param("de", "GROSSE", "größe", marks=pytest.mark.long),
    ],
)
def test_search_by_keys_alone(language: str, typed: str, marked: str, visit: Visit) -> None:
    visitor = visit(language=language)
    page, words = rules(visitor, "copenhagen"), Words(language)
    parts = page.locator("[data-part]")
    all_parts = parts.count()
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name=words("rules.search"))
    expect(field).to_be_focused()
    page.keyboard.type(typed)
    expect(page.get_by_role("status")).to_have_text(words.like("rules.found"))
    assert 0 < parts.count() < all_parts
    for part in parts.all():
        expect(part.locator("mark").first).to_have_text(re.compile(f"^{marked}", re.IGNORECASE))
    page.keyboard.press("Enter")
    expect(parts.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(parts.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    page.keyboard.type("xyz")
    expect(page.get_by_role("status")).to_have_text(words("rules.none"))
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(parts).to_have_count(all_parts)


@pytest.mark.long
def test_a_tile_that_cannot_lie_there_leads_to_the_rule(visit: Visit, scenes: Scenes) -> None:
    visitor = at(scenes.card, visit)
    page, words = visitor.page, visitor.words
    tile = (
        page.get_by_role("group", name=words("copenhagen.rack"), exact=True).get_by_role("button", disabled=False).last
    )
    place = words("cell.place", row=8, column="c")
    tile.drag_to(page.get_by_role("gridcell", name=re.compile(f"^{place}")))
    expect(page.get_by_text(words("place.unsupported")).first).to_be_visible()
    page.get_by_role("button", name=words("rules.rule", rule="C28"), exact=True).click()
    expect(answers(sheet(visitor), "C28")).to_contain_text("at least one of its cells is on the ground")
    # The game was not left: the tile is still in the hand.
    page.keyboard.press("Escape")
    expect(sheet(visitor)).to_have_count(0)
    expect(page.get_by_text(words("place.unsupported")).first).to_be_visible()


def test_a_refusal_of_the_server_leads_to_the_rule(visit: Visit, stage: Stage) -> None:
    """What was possible when it was picked, and is no longer."""
    laid = stage.lay("copenhagen", 2, asks(0, "discard"), lambda state, _: next(iter(state.moves()), None))
    visitor = at(laid, visit)
    page, words = visitor.page, visitor.words
    sent = "JSON.stringify({ ...JSON.parse(text), move: 'discard RYGBP' })"
    page.add_init_script(f"""const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {{ send.call(this, /discard/.test(text) ? {sent} : text); }};""")
    page.reload()
    hand = page.get_by_role("list", name=words("hand"), exact=True).get_by_role("button")
    hand.first.click()
    page.get_by_role("button", name=words.like("discard")).click()
    rule = page.get_by_role("alert").get_by_role("button", name=words("rules.rule", rule="C16"))
    rule.click()
    answers(sheet(visitor), "C16")


@pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])
def test_abilities_and_the_deck_lead_to_their_rules(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = at(scenes.card, lambda person=None: visit(person, screen=size))
    page, words = visitor.page, visitor.words
    abilities = page.get_by_role("list", name=words("abilities"), exact=True)
    abilities.get_by_role("button", name=re.compile(words("copenhagen.ability.any"))).click()
    if size is SMALL_PHONE:
        page.get_by_role("button", name=words("more"), exact=True).click()
    answers(sheet(visitor), "C13")
    sheet(visitor).get_by_role("button", name=words("close")).click()
    page.get_by_role("button", name=words.like("copenhagen.deck.label", whole=False)).click()
    answers(sheet(visitor), "C19" if stage_end(scenes) else "C18")


def stage_end(scenes: Scenes) -> bool:
    """Whether the End card is in the deck."""
    state = scenes.stage.state(scenes.card[0])
    return bool(state.view(0)["end_card"] != "beside")


@pytest.mark.long
def test_a_coat_of_arms_leads_to_its_rule(visit: Visit, scenes: Scenes) -> None:
    visitor = at(scenes.coat, visit)
    visitor.page.get_by_role("button", name=visitor.words("rules.rule", rule="C32"), exact=True).click()
    answers(sheet(visitor), "C32")


def test_dice_and_stars_lead_to_their_rules(visit: Visit, scenes: Scenes) -> None:
    visitor = at(scenes.dice, visit)
    page, words = visitor.page, visitor.words
    page.get_by_role("button", name=words("rules.rule", rule="W7"), exact=True).click()
    answers(sheet(visitor, "roll-and-write"), "W7")
    page.keyboard.press("Escape")
    press(visitor, "help")
    page.get_by_role("button", name=words("rules.rule", rule="W26"), exact=True).click()
    answers(sheet(visitor, "roll-and-write"), "W26")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name=words("help"))).to_be_visible()


@pytest.mark.long
def test_marking_on_a_phone_leads_to_its_rule(visit: Visit, scenes: Scenes) -> None:
    visitor = at(scenes.mark, lambda person=None: visit(person, screen=PHONE))
    visitor.page.get_by_role("button", name=visitor.words("rules.rule", rule="W18"), exact=True).click()
    answers(sheet(visitor, "roll-and-write"), "W18")


def test_tables_do_not_load_the_rules(visit: Visit, scenes: Scenes) -> None:
    """They come when somebody asks, and only in the language that is wanted."""
    visitor = at(scenes.card, visit)
    loaded = """() => performance.getEntriesByType("resource").map(({ name }) => name)
        .filter((name) => /(copenhagen|roll-and-write)[.](rules|pictures)/.test(name))"""
    assert visitor.page.evaluate(loaded) == []
    press(visitor, "help")
    visitor.page.get_by_role("button", name=visitor.words("rules.all"), exact=True).click()
    visitor.page.get_by_role("searchbox").wait_for()
    texts = visitor.page.evaluate(loaded)
    assert len(texts) == 2
    assert all(any(f"copenhagen.{what}" in name for name in texts) for what in ("rules.en", "pictures"))
