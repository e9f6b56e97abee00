"""Ideas drawn on the house, and reviews of finished games, by roles and names alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.client.browsing import DESK, PHONE, Screen
from tests.client.conftest import Visit
from tests.client.playing import Finger, Input, Mouse, Player
from tests.client.screens import THINKING, Scenes, graph
from tests.client.stage import Stage

pytestmark = pytest.mark.long  # the kernels that bots think with are compiled first


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_an_idea_is_laid_out_and_can_be_played(screen: Screen, visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots("copenhagen", person)
    visitor = visit(person, screen=screen)
    page, words = visitor.table(table), visitor.words
    how: Input = Finger() if screen.touch else Mouse()
    player = Player(visitor, how)
    for _ in range(4):
        assert player.wait()
        before = len(stage.moves(table))
        player.press(player.actions.get_by_role("button", name=words("idea.ask"), exact=True))
        expect(page.get_by_role("strong").filter(has_text=words("idea"))).to_be_visible(timeout=THINKING)
        another = player.actions.get_by_role("button", name=words("idea.next"), exact=True)
        if another.is_visible():
            player.press(another)
        main = player.actions.get_by_role("button", disabled=False).filter(
            has_text=re.compile(
                "|".join(words.like(key).pattern for key in ("take", "build.pay", "discard", "idea.do"))
            )
        )
        player.press(main.last)
        visitor.settle()
        assert len(stage.moves(table)) > before
    assert not visitor.wire.refusals


def test_between_people_nobody_is_offered_ideas(visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.card
    visitor = visit(persons[0])
    page = visitor.table(table)
    expect(page.get_by_role("button", name=visitor.words("idea.ask"), exact=True)).not_to_be_visible()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_review_is_stepped_through_and_tried(screen: Screen, visit: Visit, scenes: Scenes, stage: Stage) -> None:
    visitor = visit(screen=screen)
    page, words = visitor.replay(scenes.replay(scenes.over)), visitor.words
    page.get_by_role("button", name=words("review"), exact=True).click()
    graph(visitor).wait_for(timeout=THINKING)
    turns = page.get_by_role("group", name=words("review.turns"), exact=True).get_by_role("button")
    attempts = page.get_by_role("button", name=words("review.try"), exact=True)
    for place in range(turns.count()):
        turns.nth(place).click()
        if attempts.is_visible():
            break
    at = int(page.get_by_role("slider").input_value())
    assert at > 0
    attempts.click()
    page.get_by_role("dialog").get_by_role("button", name=words("position.play"), exact=True).click()
    page.get_by_role("grid").first.wait_for()
    table = page.url.split("/")[-1]
    assert stage.moves(table)[: at - 1] == stage.moves(scenes.over[0])[: at - 1]


def test_a_record_is_brought_and_reviewed(visit: Visit, scenes: Scenes, stage: Stage, tmp_path: Path) -> None:
    visitor = visit()
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    file = tmp_path / "game.nyhavn"
    file.write_text(stage.state(scenes.over[0]).record(), encoding="utf-8")
    page.get_by_label(words("home.record")).set_input_files(file)
    graph(visitor).wait_for(timeout=THINKING)
    expect(page.get_by_role("slider")).to_have_value("0")
