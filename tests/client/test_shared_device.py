"""One screen that is passed round: what was done is seen first, then a cover, then the next one's table."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.client.browsing import DESK, SMALL_PHONE, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Mouse, Player
from tests.client.positions import phase
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


def come(visit: Visit, stage: Stage, game: str, size: Screen, players: int = 2) -> tuple[str, Visitor]:
    person = stage.context.persons.new()
    table = stage.device(game, person, players, played=False)
    visitor = visit(person, screen=size)
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    return table, visitor


def taken(visitor: Visitor, name: str) -> None:
    """The cover is for somebody, who takes the screen."""
    page, words = visitor.page, visitor.words
    expect(page.get_by_role("heading", name=words("pass.title", name=name))).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(0)
    page.get_by_role("button", name=words("pass.ready", name=name), exact=True).click()
    page.get_by_role("grid").first.wait_for()


def passing(page: Page, visitor: Visitor, name: str) -> None:
    page.get_by_role("button", name=visitor.words("pass.to", name=name), exact=True).click()


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_before_the_first_turn_and_from_hand_to_hand(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    table, visitor = come(visit, stage, game, size, 2 if game == "copenhagen" else 3)
    page, words = visitor.page, visitor.words
    expect(page.get_by_text(words("pass.first", name=NAMES[0]), exact=True)).to_be_visible()
    taken(visitor, NAMES[0])
    player = Player(visitor, Finger() if size.touch else Mouse())
    while stage.state(table).turn == 0:
        player.decide()
    mine = words("copenhagen.house.mine") if game == "copenhagen" else words("roll-and-write.sheet.mine")
    # What was done is still there, in words too, and the next one's cards are not.
    status = page.get_by_role("status").first
    expect(status).to_contain_text(re.compile(r"\w{3}"))
    expect(page.get_by_role("grid", name=mine, exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    while phase(state := stage.state(table)) == "mark":  # brief, so the next one is not covered from
        passing(page, visitor, NAMES[state.turn or 0])
        assert player.wait()
        player.decide()
    assert state.turn == 1
    passing(page, visitor, NAMES[1])
    since = page.get_by_role("list", name=words("pass.round"), exact=True)
    expect(since).to_contain_text(NAMES[0] if game == "copenhagen" else NAMES[2])  # who moved after Ida did
    taken(visitor, NAMES[1])
    expect(page.get_by_role("strong").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    player.wait()
    assert not visitor.wire.refusals


def test_a_move_is_undone_before_the_screen_is_passed_on(visit: Visit, stage: Stage) -> None:
    table, visitor = come(visit, stage, "roll-and-write", SMALL_PHONE)
    taken(visitor, NAMES[0])
    player = Player(visitor, Finger())
    while (
        stage.state(table).turn == 0
    ):  # without dice that are used up: all are left for the others, and none is rolled
        if (letting_go := player.offered("roll-and-write.pass")).is_visible():
            player.choose(letting_go)
            visitor.settle()
        else:
            player.decide()
    moves = stage.moves(table)
    assert "move" in stage.state(table).history[-1]
    visitor.page.get_by_role("button", name=visitor.words("undo"), exact=True).click()
    expect(visitor.page.get_by_role("button", name=visitor.words("pass.to", name=NAMES[1]))).to_be_hidden()
    assert stage.moves(table) == moves[:-1]


def test_ideas_only_where_they_are_wanted(visit: Visit, stage: Stage) -> None:
    for game, hints in product(("copenhagen", "roll-and-write"), (False, True)):
        person = stage.context.persons.new()
        table = stage.device(game, person, 2, played=False, hints=hints)
        visitor = visit(person)
        visitor.page.goto(f"{visitor.url}/#/t/{table}")
        taken(visitor, NAMES[0])
        asks = visitor.page.get_by_role("button", name=visitor.words("idea.ask"), exact=True)
        expect(asks).to_have_count(1 if hints else 0)
