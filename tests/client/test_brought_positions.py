"""A table that began from a position that somebody brought says so: in the waiting room, in lists, and in the game."""

import random

import pytest
from playwright.sync_api import expect

import nyhavn
from tests.client.browsing import DESK, PHONE
from tests.client.conftest import Visit
from tests.client.messages import LANGUAGES
from tests.client.stage import Stage
from tests.conftest import play_on

pytestmark = pytest.mark.slow


@pytest.mark.spread(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_is_told_that_the_game_began_from_a_position(language: str, visit: Visit, stage: Stage) -> None:
    before = play_on(nyhavn.new_game("copenhagen", players=2, seed=4), 6, random.Random(4))
    host, guest = (stage.context.persons.new() for _ in range(2))
    table = stage.bring(before, host)
    visitor = visit(guest, language=language, screen=DESK)
    words, page = visitor.words, visitor.page
    page.goto(f"{visitor.url}/#/t/{table}")
    expect(page.get_by_role("main")).to_contain_text(words("position.waiting", n=6))
    expect(page.get_by_role("main")).to_contain_text(words("position.anew"))
    page.get_by_role("button", name=words("waiting.sit")).click()
    page.get_by_role("grid").first.wait_for()
    expect(page.get_by_role("banner")).to_contain_text(words("position.begun"))
    log = page.get_by_role("list", name=words("log"), exact=True)
    expect(log).to_contain_text(words("log.start.position", n=6))
    expect(log).to_contain_text(words("log.anew"))
    resume = visitor.home().get_by_role("link", name=words("home.resume"))
    expect(resume).to_contain_text(words("position.begun"))
    assert stage.state(table).look(None) == before.look(None)
    assert stage.state(table).history[0] == before.history[0]
    phone = visit(host, language=language, screen=PHONE)
    phone.table(table)
    expect(phone.page.get_by_role("img", name=words("position.begun"))).to_be_visible()


def test_where_nothing_is_hidden_nothing_is_dealt_again(visit: Visit, stage: Stage) -> None:
    before = play_on(nyhavn.new_game("roll-and-write", players=2, seed=4), 6, random.Random(4))
    host, guest = (stage.context.persons.new() for _ in range(2))
    table = stage.bring(before, host)
    visitor = visit(guest)
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    expect(visitor.page.get_by_role("main")).to_contain_text(visitor.words("position.waiting", n=6))
    expect(visitor.page.get_by_role("main")).not_to_contain_text(visitor.words("position.anew"))
