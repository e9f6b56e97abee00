"""Details of a table: whole names, whole words, and nothing over what has to be read, on a small phone above all."""

import json
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from nyhavn.play import State
from tests.client.browsing import SMALL_PHONE, Screen, Visitor, Words, box_of
from tests.client.conftest import Visit
from tests.client.controls import FINGER
from tests.client.messages import LANGUAGES
from tests.client.playing import Finger, Mouse, Player
from tests.client.screens import SCREENS, Scenes, at
from tests.client.stage import NAMES, Stage
from tests.client.states import STRIPS

pytestmark = pytest.mark.slow

LOOK = "it => [getComputedStyle(it).borderTopWidth, getComputedStyle(it).backgroundColor]"
WHOLE = "it => it.scrollWidth <= it.clientWidth + 1 && it.scrollHeight <= it.clientHeight + 1"


def show(state: str, visit: Visit, scenes: Scenes) -> tuple[Visitor, Page]:
    visitors: list[Visitor] = []

    def come(person: str | None = None) -> Visitor:
        visitors.append(visit(person, screen=SMALL_PHONE))
        return visitors[-1]

    page = SCREENS[state].show(scenes, come)
    return visitors[0], page


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rewards_of_a_coat_of_arms_are_seen_at_once(language: str, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(scenes.rewards[1][0], screen=SMALL_PHONE, language=language)
    visitor.table(scenes.rewards[0])
    coats = Player(visitor, Finger()).group("coat")
    assert coats.get_by_role("button").count() == 6
    assert coats.evaluate(WHOLE), "something has to be scrolled to"


@pytest.mark.parametrize("scene", ["four", "dice_four"])
def test_three_others_have_their_names(scene: str, visit: Visit, scenes: Scenes) -> None:
    _, page = show({"four": "card table, four players", "dice_four": "dice table, four players"}[scene], visit, scenes)
    for name in NAMES[1:]:
        one = page.locator("button.neighbour").filter(has_text=name)
        assert FINGER <= box_of(one)["height"] <= 48
        assert one.locator(".name b").evaluate(WHOLE), name
        last = one.locator(".last")
        assert box_of(last)["y"] + box_of(last)["height"] <= box_of(one)["y"] + box_of(one)["height"]
        assert last.inner_text().strip(), "what they did last"


@pytest.mark.parametrize("state", [state for state in STRIPS if state.startswith(("just", "since"))])
def test_a_title_alone_ends_without_a_dot(state: str, visit: Visit, scenes: Scenes) -> None:
    _, page = show(state, visit, scenes)
    title = page.locator(".prompt.compact strong")
    assert title.evaluate("it => getComputedStyle(it, '::after').content") == "none"


def test_cards_that_are_paid_leave_the_numbers_of_the_docks_free(visit: Visit, scenes: Scenes) -> None:
    _, page = show("placing", visit, scenes)
    docks = page.locator(".docks button").all()
    lowest = max(box_of(dock)["y"] + box_of(dock)["height"] for dock in docks)
    raised = page.locator(".hand li.up")
    expect(raised).not_to_have_count(0)
    for card in raised.all():
        assert box_of(card)["y"] >= lowest


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_odds_of_the_end_card_stay_on_the_screen(language: str, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(scenes.card[1][0], screen=SMALL_PHONE, language=language)
    page = visitor.table(scenes.card[0])
    odds = page.locator(".deck small")
    odds.evaluate(
        "(it, text) => (it.textContent = text)", Words(language)("copenhagen.end-card.short.odds", share="88\u00a0%")
    )
    box = box_of(odds)
    assert box["x"] + box["width"] <= SMALL_PHONE.width - 2
    docks = box_of(page.locator(".docks").first)
    assert box["y"] + box["height"] <= docks["y"] + docks["height"]


@pytest.mark.parametrize("scene", ["over", "dice_over"])
def test_what_comes_after_a_game_is_seen_without_scrolling(scene: str, visit: Visit, scenes: Scenes) -> None:
    visitor = at(getattr(scenes, scene), lambda person=None: visit(person, screen=SMALL_PHONE, language="fr"))
    for key in ("review", "result.rematch"):
        button = visitor.page.get_by_role("dialog").locator(".button").filter(has_text=visitor.words(key)).first
        button.wait_for()
        box = box_of(button)
        assert box["y"] + box["height"] <= SMALL_PHONE.height - 12, json.dumps(box)


@pytest.mark.parametrize("size", [Screen(768, 1024, touch=True), Screen(1280, 720)], ids=["tablet", "desk"])
def test_a_bot_for_somebody_who_left_is_a_button(size: Screen, visit: Visit, scenes: Scenes) -> None:
    """Over the sheet of that player, and so it has a ground of its own."""
    visitor = at(scenes.mark, lambda person=None: visit(person, screen=size))
    button = visitor.page.get_by_role("button", name=visitor.words("standin"), exact=True)
    look = button.evaluate(LOOK)
    assert look[0] != "0px"
    assert look[1] != "rgba(0, 0, 0, 0)"


def test_what_is_paid_is_said_once_for_cards_beside_each_other(visit: Visit, scenes: Scenes) -> None:
    """In languages whose word is wider than a card."""
    visitor = visit(scenes.card[1][0], screen=Screen(1280, 720), language="de")
    visitor.table(scenes.card[0])
    player = Player(visitor, Mouse())
    player.press(player.group("copenhagen.rack").get_by_role("button", disabled=False).last)
    player.press(player.possible(player.grid("copenhagen.house.mine")).first)
    raised, words = visitor.page.locator(".hand li.up"), visitor.page.locator(".hand .pay")
    expect(raised.nth(1)).to_be_visible()
    boxes = [box_of(word) for word in words.all() if word.is_visible()]
    assert boxes
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))


@pytest.mark.parametrize("players", [2, 3])
def test_one_more_track_is_asked_for_only_where_it_may_be_marked(players: int, visit: Visit, stage: Stage) -> None:
    def able(state: State) -> bool:
        return state.turn == 0 and any(
            len(move.split()) == players_marks + 1 for move in state.moves() if move.startswith("mark")
        )

    players_marks = 2 if players == 2 else 1
    table, persons = stage.lay("roll-and-write", players, able)
    visitor = visit(persons[0], screen=SMALL_PHONE)
    page = visitor.table(table)
    player = Player(visitor, Finger())
    for marked in range(1, players_marks + 1):
        tracks = player.group("roll-and-write.tracks").get_by_role("button", disabled=False)
        player.press(tracks.first)
        key = "prompt.ready" if marked == players_marks else "roll-and-write.prompt.mark.more"
        expect(page.get_by_text(visitor.words(key)).first).to_be_visible()
