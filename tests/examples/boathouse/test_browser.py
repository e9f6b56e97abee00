"""Boathouse in a real browser, which has no part for it: the picture that the server draws, and moves as buttons."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.client.access import expect_access
from tests.client.browsing import PHONE, Visitor, Words
from tests.client.conftest import Visit, browser, client, stage, visit
from tests.client.messages import LANGUAGES
from tests.client.stage import Stage

__all__ = ["browser", "client", "stage", "visit"]

TABS = 60


def drawn(page: Page, words: Words) -> Locator:
    return page.get_by_role("region", name=words("plain.picture")).get_by_role("img")


def buttons(page: Page, words: Words) -> Locator:
    return page.get_by_role("group", name=words("plain.moves"), exact=True).get_by_role("button")


def ready(page: Page, words: Words) -> Locator:
    """The button that plays what was chosen."""
    return page.get_by_role("group", name=words("actions"), exact=True).get_by_role("button")


def at_table(visitor: Visitor, table: str) -> Page:
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    drawn(visitor.page, visitor.words).wait_for()
    return visitor.page


def by_keys(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus, then Enter: no mouse, and nothing is focused by the test."""
    for _ in range(TABS):
        if wanted.evaluate("(one) => one === document.activeElement"):
            expect(page.locator("[data-settling] :focus")).to_have_count(0)
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached by Tab")


def test_a_whole_game_by_keyboard(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots("boathouse", person, bot="random")
    visitor: Visitor = visit(person)
    page, words = at_table(visitor, table), visitor.words
    expect_access(page)
    moves = buttons(page, words)
    log = page.get_by_role("list", name=words("log"), exact=True)
    for turn in range(3):
        state = stage.state(table)
        expect(moves).to_have_text(state.moves())
        hand = {"R": "red", "Y": "yellow"}
        told = ", ".join(hand[card] for card in state.view(0)["hand"]) or "nothing"
        expect(drawn(page, words)).to_have_attribute(
            "alt", re.compile(rf"Seat 0 takes the card or builds\. .*Your hand: {told}\.")
        )
        move = state.moves()[-1]
        by_keys(page, moves.nth(len(state.moves()) - 1))
        by_keys(page, ready(page, words))
        visitor.until(lambda before=turn: len(stage.moves(table)) >= 2 * before + 2, "the bot's move")  # type: ignore[misc]
        expect(log).to_contain_text(f"Ada: {move}")
        if turn == 0:  # the next button is the next step, not the top of the page
            expect(moves).to_have_text(stage.state(table).moves())
            page.keyboard.press("Tab")
            expect(moves.first).to_be_focused()
    expect(log).to_contain_text("dock ")
    result = page.get_by_role("dialog")
    expect(result).to_be_visible()
    expect_access(page)
    page.keyboard.press("Escape")
    expect(drawn(page, words)).to_have_attribute("alt", re.compile(r"Ranking|wins|share the win"))
    assert visitor.wire.moves == stage.moves(table)[::2]
    assert not visitor.wire.refusals


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str, visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    visitor: Visitor = visit(person, language=language)
    page, words = at_table(visitor, stage.bots("boathouse", person, bot="random")), visitor.words
    expect(buttons(page, words).first).to_have_text("take")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text(words("plain.help.moves"))


def test_from_the_first_page_on_a_phone(visit: Visit, stage: Stage) -> None:
    visitor: Visitor = visit(screen=PHONE)
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=f"{words('home.play')}: boathouse").click()
    drawn(page, words).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    moves = buttons(page, words)
    expect(moves.first).to_have_text("take")
    moves.first.click()
    ready(page, words).click()
    expect(page.get_by_role("list", name=words("log"), exact=True)).to_contain_text(": take")
    expect_access(page)


def test_nobody_else_sees_the_picture_of_a_hand(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    seats = [{"person": person, "name": "Ada"}, {"person": person, "name": "Bo"}]
    table = stage._lay(person, seats, game="boathouse")
    visitor: Visitor = visit(person)
    page, words = visitor.page, visitor.words
    page.goto(f"{visitor.url}/#/t/{table}")
    page.get_by_role("button", name=words("pass.ready", name="Ada")).click()
    buttons(page, words).first.click()
    ready(page, words).click()
    page.get_by_role("button", name=words("pass.to", name="Bo")).click()
    page.get_by_role("button", name=words("pass.ready", name="Bo")).wait_for()
    expect(page.get_by_role("img", name=re.compile("Your hand"))).to_have_count(0)
    page.get_by_role("button", name=words("pass.ready", name="Bo")).click()
    expect(drawn(page, words)).to_have_attribute("alt", re.compile("Seat 1 takes .*Your hand"))
    watching: Visitor = visit()
    at_table(watching, table)
    expect(drawn(watching.page, words)).to_have_attribute("alt", re.compile("seen by a spectator"))
    expect(watching.page.get_by_role("img", name=re.compile("Your hand"))).to_have_count(0)
    expect(buttons(watching.page, words)).to_have_count(0)


def test_the_replay_opens(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(
        "boathouse", 2, lambda state: len(state.history) > 3, choose=lambda state, rng: rng.choice(state.moves())
    )
    stage.play(table, persons, lambda state: state.over, choose=lambda state, rng: rng.choice(state.moves()))
    visitor: Visitor = visit(persons[0])
    page, words = at_table(visitor, table), visitor.words
    page.get_by_role("dialog").get_by_role("link", name=words("replay")).click()
    page.get_by_role("slider").wait_for()
    expect(page.get_by_role("heading", level=1)).to_contain_text("boathouse")
    expect_access(page)
