"""My games: how they ended and against whom, page after page; results against bots; leaving one, after a question."""

import json
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from nyhavn.store import Append, Entry, TableSummary
from nyhavn.table import commands
from tests.client.access import expect_access
from tests.client.browsing import SMALL_PHONE
from tests.client.conftest import Visit
from tests.client.positions import asks
from tests.client.screens import Scenes
from tests.client.stage import Stage, greedily

pytestmark = pytest.mark.slow
DAY = 86_400_000


def played(stage: Stage, person: str, number: int, bot: str, won: bool, game: str = "copenhagen") -> None:
    """A game against a bot as it stands in the database."""
    at = time.time_ns() // 1_000_000 - number * DAY
    ended = {"names": ["Ada", "Ida"], "bots": [None, bot], "scores": [12, 7], "winners": [0 if won else 1]}
    fields: dict[str, Any] = {"game": game, "players": 2, "status": "over", "listed": False, "host": person}
    fields |= {"wake": None, "seats": ((person, False), (None, False)), "code": None, "replay": commands.new_id()}
    summary = TableSummary(**fields, created=at, updated=at, outcome=json.dumps(ended))
    entry = Entry(1, at, "create", {"seats": []})
    assert stage.context.hub.store.append([Append(commands.new_id(), (entry,), summary, "test")]) == [True]


def test_finished_games_come_page_after_page_with_their_results(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    for number in range(45):
        played(stage, person, number, "easy" if number % 3 else "hard", won=number % 2 == 0)
    visitor = visit(person, screen=SMALL_PHONE, language="fr")
    page, words = visitor.home(), visitor.words
    page.get_by_role("link", name=words("games")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words("games"))
    lines = page.get_by_role("region", name=words("games.finished")).get_by_role("listitem")
    expect(lines).to_have_count(20)
    expect(lines.first).to_contain_text(words("games.won"))
    expect(lines.first).to_contain_text(f"Ida ({words('bot.hard')}) 7")
    expect(lines.nth(1)).to_contain_text(words("games.lost"))
    more = page.get_by_role("button", name=words("games.more"))
    for count in (40, 45):
        more.click()
        expect(lines).to_have_count(count)
    expect(more).to_have_count(0)
    names = page.get_by_role("region", name=words("games.bots")).get_by_role("img")
    expect(names).to_have_count(2)
    easy = words("games.bots.last", name=words("bot.easy"), won=15, n=30, lately=10, last=20)
    assert names.first.get_attribute("aria-label") == words("labelled", name=words("game.copenhagen"), text=easy)
    assert names.first.locator("rect.won").count() == 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect_access(page)


def test_a_game_against_a_bot_is_there_when_it_is_over_with_replay_and_review(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots("roll-and-write", person)
    while not (state := stage.state(table)).over:
        if state.turn == 0:
            move, name = greedily(state, stage.rng), str(stage.rng.random())
            stage._run(table, lambda laid, at, m=move, i=name: commands.play(laid, at, person, 0, [m], i))  # type: ignore[misc]
        else:
            time.sleep(0.01)
    visitor = visit(person)
    page, words = visitor.page, visitor.words
    page.goto(f"{stage.url}/#/games")
    line = page.get_by_role("region", name=words("games.finished")).get_by_role("listitem")
    expect(line).to_contain_text(words("games.won" if 0 in state.winners else "games.lost"))
    expect(line).to_contain_text(words("game.roll-and-write"))
    line.get_by_role("link", name=words("replay")).click()
    page.get_by_role("slider").wait_for()
    page.go_back()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/reviews")):
        line.get_by_role("link", name=words("review")).click()


def test_a_game_alone_is_abandoned_after_a_question(visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots("copenhagen", person)
    visitor = visit(person, screen=SMALL_PHONE, language="de")
    page, words = visitor.page, visitor.words
    page.goto(f"{stage.url}/#/games")
    lines = page.get_by_role("region", name=words("games.running")).get_by_role("listitem")
    leave = lines.get_by_role("button", name=words("games.abandon"))
    leave.click()
    asked = page.get_by_role("dialog", name=words("games.abandon.ask"))
    asked.get_by_role("button", name=words("cancel")).click()
    expect(asked).to_have_count(0)
    assert stage.state(table).turn is not None
    leave.click()
    asked.get_by_role("button", name=words("games.abandon")).click()
    expect(lines).to_have_text(words("games.none.running"))
    page.goto(f"{stage.url}/#/t/{table}")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("status.closed"))


def test_a_game_with_others_is_left_and_they_play_on(visit: Visit, stage: Stage, scenes: Scenes) -> None:
    _, persons = stage.lay("copenhagen", 2, asks(0, "action", after=10))
    visitor = visit(persons[1])
    page, words = visitor.page, visitor.words
    page.goto(f"{stage.url}/#/games")
    line = page.get_by_role("region", name=words("games.running")).get_by_role("listitem")
    line.get_by_role("button", name=words("games.leave")).click()
    asked = page.get_by_role("dialog", name=words("games.leave.ask"))
    expect(asked).to_contain_text(words("games.leave.text"))
    asked.get_by_role("button", name=words("games.leave")).click()
    expect(line).to_contain_text(words("games.left"))
    expect(line.get_by_role("button")).to_have_count(0)
    expect(line.get_by_role("link", name=words("home.resume"))).to_be_visible()
