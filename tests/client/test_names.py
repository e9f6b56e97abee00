"""Names at a table, tables of others, and addresses that lead nowhere."""

import pytest
from playwright.sync_api import expect

from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("address", ["#/t/%", "#/t/%E0%A4%A", "#/r/%", "#/t/a b", "#/p/<x>", "#/%"])
def test_an_address_that_cannot_be_read_leads_to_a_page(visit: Visit, address: str) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.url}/{address}")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.words("refused.not found"))
    visitor.page.get_by_role("link", name=visitor.words("home")).click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.words("home.title"))


@pytest.mark.spread(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_taken_is_told_and_another_is_chosen(visit: Visit, stage: Stage, language: str) -> None:
    host = stage.context.persons.new()
    table = stage.open("copenhagen", host, 3)
    visitor = visit(language=language)
    visitor.excused = lambda told: "409" in told or "422" in told
    page, words = visitor.page, visitor.words
    page.goto(f"{visitor.url}/#/t/{table}")
    name = page.get_by_role("textbox", name=words("new.name"))
    sit = page.get_by_role("button", name=words("waiting.sit")).first
    for given, code in ((NAMES[0].upper(), "name taken"), ("I\u0430n", "name")):
        name.fill(given)
        sit.click()
        expect(page.get_by_role("alert")).to_contain_text(words(f"refused.{code}"))
    name.fill("Liat")
    sit.click()
    expect(page.get_by_role("listitem").filter(has_text="Liat").locator("bdi")).to_have_text("Liat")


def test_one_person_at_two_seats_is_shown_as_one(visit: Visit, stage: Stage) -> None:
    host = stage.context.persons.new()
    seats = [{"person": host, "name": NAMES[0]}, {"person": host, "name": NAMES[1]}, {}]
    table = stage._lay(host, seats, game="copenhagen")
    visitor = visit()
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    same = visitor.words("seat.same", name=NAMES[0])
    expect(visitor.page.get_by_role("listitem").filter(has_text=NAMES[1])).to_contain_text(same)
    expect(visitor.page.get_by_text(same)).to_have_count(1)


def test_a_name_from_right_to_left_does_not_turn_the_sentence_round(visit: Visit, stage: Stage) -> None:
    persons = [stage.context.persons.new() for _ in range(2)]
    seats = [{"person": persons[0], "name": "Ada"}, {"person": persons[1], "name": "\u05dc\u05d9\u05d0\u05ea"}]
    table = stage._lay(persons[0], seats, game="copenhagen")
    visitor = visit(persons[0])
    page = visitor.table(table)
    shown = page.get_by_role("button", name="\u2068\u05dc\u05d9\u05d0\u05ea\u2069")
    expect(shown.first).to_be_visible()


def test_a_table_of_others_says_so_and_nothing_else(visit: Visit, stage: Stage) -> None:
    table, _ = stage.lay("copenhagen", 2, lambda state: state.turn == 1, watch="nobody")
    visitor = visit()
    visitor.excused = lambda told: "403" in told
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(visitor.words("refused.no watching"))
    assert NAMES[0] not in visitor.page.content()
