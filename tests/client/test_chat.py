"""Talk at a table: muted for oneself, closed by the host, and for spectators only where they are let."""

import pytest
from playwright.sync_api import Locator, expect

from tests.client.browsing import Visitor
from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.slow


def open_chat(visitor: Visitor, table: str) -> Locator:
    """The lines that somebody has in front."""
    page = visitor.table(table)
    page.get_by_role("tab").nth(1).click()  # it may tell how much is new
    return page.get_by_role("list", name=visitor.words("chat"), exact=True)


def say(visitor: Visitor, text: str) -> None:
    field = visitor.page.get_by_role("textbox", name=visitor.words("chat.say"))
    field.fill(text)
    field.press("Enter")


def test_somebody_is_muted_for_me_alone(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 3, lambda state: True)
    ada, ida, mads = (visit(person) for person in persons)
    lines = [open_chat(visitor, table) for visitor in (ada, ida, mads)]
    say(ida, "first")
    for shown in lines:
        expect(shown).to_contain_text("first")
    mute = ada.page.get_by_role("button", name=ada.words("chat.mute", name=NAMES[1]))
    mute.click()
    expect(lines[0]).not_to_contain_text("first")
    say(ida, "second")
    say(mads, "third")
    for shown in lines:
        expect(shown).to_contain_text("third")
    expect(lines[2]).to_contain_text("second")
    expect(lines[0]).not_to_contain_text("second")
    ada.page.reload()
    lines[0] = open_chat(ada, table)
    expect(lines[0]).to_contain_text("third")
    expect(lines[0]).not_to_contain_text("second")
    expect(mute).to_have_attribute("aria-pressed", "true")
    mute.click()
    expect(lines[0]).to_contain_text("second")


@pytest.mark.spread(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_closes_the_chat(visit: Visit, stage: Stage, language: str) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: True)
    host, guest = (visit(person, language=language) for person in persons)
    for visitor in (host, guest):
        open_chat(visitor, table)
    words = host.words
    assert guest.page.get_by_role("combobox", name=words("chat.who")).count() == 0
    choice = host.page.get_by_role("combobox", name=words("chat.who"))
    choice.select_option(label=words("chat.who.nobody"))
    for visitor in (host, guest):
        expect(visitor.page.get_by_text(words("refused.chat closed"))).to_be_visible()
        expect(visitor.page.get_by_role("textbox", name=words("chat.say"))).to_have_count(0)
    choice.select_option(label=words("chat.who.players"))
    say(guest, "thank you")
    expect(host.page.get_by_role("list", name=words("chat"), exact=True)).to_contain_text("thank you")


def test_spectators_talk_where_the_host_lets_them(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, lambda state: True)
    host, watcher = visit(persons[0]), visit()
    lines = [open_chat(visitor, table) for visitor in (host, watcher)]
    words = host.words
    expect(watcher.page.get_by_text(words("refused.chat players"))).to_be_visible()
    host.page.get_by_role("combobox", name=words("chat.who")).select_option(label=words("chat.who.anyone"))
    say(watcher, "from aside")
    expect(lines[0]).to_contain_text("from aside")
    host.page.get_by_role("button", name=words("chat.mute", name=words("chat.spectators"))).click()
    expect(lines[0]).not_to_contain_text("from aside")
