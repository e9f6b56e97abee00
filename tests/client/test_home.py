"""The first page: how well bots play, and games that wait for somebody."""

import json

import pytest
from playwright.sync_api import expect

from nyhavn.bots import find_bot, registry
from tests.client.browsing import box_of
from tests.client.conftest import Visit
from tests.client.controls import FINGER
from tests.client.positions import asks
from tests.client.stage import Stage

pytestmark = pytest.mark.slow
LEVELS = ("gentle", "easy", "medium", "advanced", "hard", "expert", "master")


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has every level; how well they play is of no matter here."""
    for name in LEVELS:
        monkeypatch.setitem(registry._bots, name, registry.Bot(name, find_bot("greedy").choose, lambda game: True))


def test_the_level_of_bots_is_chosen_and_remembered(levels: None, visit: Visit, stage: Stage) -> None:
    visitor = visit(language="de")
    page, words = visitor.home(), visitor.words
    choice = page.get_by_role("combobox", name=words("level"))
    expect(choice).to_have_value("medium")
    assert choice.get_by_role("option").all_inner_texts() == [words(f"bot.{level}") for level in LEVELS]
    choice.select_option(words("bot.gentle"))
    number = page.get_by_role("group", name=words("home.bots"))
    assert box_of(number.get_by_text(words("home.bots")))["width"] > FINGER, "the numbers say in words what they count"
    expect(number.get_by_role("radio", checked=True)).to_have_value("2")
    number.get_by_role("radio", name="3").check()
    page.get_by_role("button", name=f"{words('home.play')}: {words('game.copenhagen')}").click()
    page.get_by_role("grid").wait_for()
    bots = page.get_by_role("img", name=f"{words('bot')} ({words('bot.gentle')})")
    expect(bots).to_have_count(3)
    visitor.home()
    expect(choice).to_have_value("gentle")
    number.get_by_role("radio", name="1", checked=False).check()
    page.reload()
    page.get_by_role("button", name=f"{words('home.play')}: {words('game.roll-and-write')}").click()
    page.get_by_role("grid").first.wait_for()
    expect(bots).to_have_count(1)


@pytest.mark.usefixtures("own_bots")
def test_without_levels_there_is_nothing_to_choose(visit: Visit) -> None:
    visitor = visit()
    page = visitor.home()
    with page.expect_response("**/api/v1/bots"):
        page.reload()
    expect(page.get_by_role("button", name=visitor.words("home.friends"))).to_be_visible()
    assert page.get_by_role("combobox").count() == 0


def test_a_game_that_waits_says_who_is_there_and_whose_turn_it_is(visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, asks(0, "action", after=30))
    scores = stage.state(table).scores
    for seat, person in enumerate(persons):
        visitor = visit(person)
        resume = visitor.home().get_by_role("link", name=visitor.words("home.resume"))
        expect(resume).to_contain_text(f"Ada {scores[0]}, Ida {scores[1]}")
        mine = visitor.words("prompt.yours")
        expect(resume).to_contain_text(mine) if seat == 0 else expect(resume).not_to_contain_text(mine)
        assert (resume.get_attribute("href") or "").endswith(table)


@pytest.mark.parametrize("order", ["lot", "eldest", "seated"])
def test_the_table_chooses_who_begins(order: str, visit: Visit, stage: Stage) -> None:
    visitor = visit()
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.device")).click()
    for name in ("Ada", "Ida"):
        page.get_by_placeholder(words("player", n=1 + (name == "Ida"))).fill(name)
    page.get_by_text(words("new.more")).click()
    who = page.get_by_role("combobox", name=words("new.order"))
    expect(who).to_have_value("lot")
    who.select_option(words(f"new.order.{order}"))
    if order == "eldest":
        page.get_by_role("combobox", name=words("new.eldest")).select_option("Ida")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/tables")) as asked:
        page.get_by_role("button", name=words("new.start")).click()
    wanted = json.loads(asked.value.post_data or "")
    assert wanted["order"] == order
    assert wanted.get("eldest") == (1 if order == "eldest" else None)
    page.get_by_role("button", name=words.like("pass.ready")).click()
    page.get_by_role("grid").first.wait_for()
    if order != "lot":
        later = "Ada" if order == "eldest" else "Ida"
        expect(page.locator("li.turn")).to_contain_text(words("you"))
        expect(page.get_by_role("listitem").filter(has_text=later)).to_have_count(1)
