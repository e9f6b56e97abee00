"""The guided first games, by roles and names alone, and positions to play on from."""

import re

import pytest
from playwright.sync_api import FloatRect, expect

from nyhavn.lessons import lesson_names, steps_of
from tests.client import pseudo
from tests.client.browsing import DESK, PHONE, SMALL_PHONE, Screen, box_of
from tests.client.conftest import Visit
from tests.client.learner import Learner
from tests.client.messages import LANGUAGES, entries
from tests.client.playing import Finger, Input, Keys, Mouse, Player
from tests.client.screens import Scenes, press
from tests.client.stage import Stage

WAYS: dict[str, tuple[str, str, Screen]] = {
    "mouse": ("en", "mouse", DESK),
    "finger": ("de", "finger", PHONE),
    "keys": ("en", "keys", DESK),
}
IN_EVERY_TEST = {("copenhagen", "finger"), ("roll-and-write", "keys")}


def learner(game: str, way: str, visit: Visit) -> Learner:
    language, hand, screen = WAYS[way]
    visitor = visit(screen=screen, language=language)
    inputs: dict[str, Input] = {"mouse": Mouse(), "finger": Finger(), "keys": Keys(visitor.page)}
    return Learner(visitor, inputs[hand], game)


def games() -> list[object]:
    marks = {True: pytest.mark.slow, False: pytest.mark.long}
    return [
        pytest.param(game, way, marks=marks[(game, way) in IN_EVERY_TEST], id=f"{game}, {way}")
        for game in lesson_names()
        for way in WAYS
    ]


@pytest.mark.parametrize(("game", "way"), games())
def test_a_guided_game_from_the_first_word_to_a_real_game(game: str, way: str, visit: Visit, stage: Stage) -> None:
    one = learner(game, way, visit)
    one.begin()
    steps = steps_of(game)
    places = buttons(one)
    built: set[str] = set()
    for number, step in enumerate(steps):
        if step.record == steps[number - 1].record:
            assert built <= tiles(one), "what I built stays"
        assert buttons(one) == places, f"the buttons move: {step.key}"
        if step.shown:
            expect(one.page.locator("svg .target").first).to_be_visible()
        one.step(step.key)
        uncovered(one)
        assert buttons(one) == places, f"the buttons move: {step.key}, done"
        built = tiles(one)
        if number + 1 < len(steps):
            one.on()
    assert {refusal["code"] for refusal in one.visitor.wire.refusals} <= {"lesson place"}
    one.visitor.wire.sent.clear()
    one.visitor.wire.received.clear()
    one.press(one.asked("learn.next"))
    end = one.page.get_by_role("dialog", name=one.words("learn.finished"), exact=True)
    expect(end.get_by_role("link", name=one.words("rules"), exact=True)).to_be_visible()
    one.press(end.get_by_role("button", name=one.words("learn.play"), exact=True))
    expect(one.coach).not_to_be_visible()
    player = Player(one.visitor, one.how)
    assert player.play(1) == 1


def buttons(one: Learner) -> list[FloatRect]:
    """Where the coach's buttons are, whatever they are called."""
    return [box_of(button) for button in one.coach.get_by_role("button").all()[-3:]]


def tiles(one: Learner) -> set[str]:
    """The covered cells of my house, and how they look."""
    cells = one.grid(one.wall).get_by_role("gridcell")
    names: list[str] = cells.evaluate_all("(all) => all.map((cell) => cell.getAttribute('aria-label'))")
    other = [one.words(key) for key in ("cell.free", "cell.wanted", "cell.planned")]
    return {name for name in names if not any(word in name for word in other)}


@pytest.mark.slow
def test_all_that_the_coach_says_fits_on_a_small_phone(visit: Visit) -> None:
    """In every language, and in one that nobody speaks and that has longer words; nothing has to be scrolled."""
    visitor = visit(screen=SMALL_PHONE)
    one = Learner(visitor, Finger(), "copenhagen")
    page = one.begin()
    said = [(language, key, text) for language in LANGUAGES for key, text in spoken(entries(language))]
    said += [(pseudo.LONG, key, text) for key, text in spoken(pseudo.words(pseudo.LONG))]
    cut = page.evaluate(
        """(all) => all.filter(([language, , text]) => {
            const [words, said] = [".words", ".said"].map((part) => document.querySelector(`.coach ${part}`));
            said.lang = language;
            said.textContent = text;
            return words.scrollHeight > words.clientHeight + 1;
        }).map(([language, key]) => `${language}: ${key}`)""",
        said,
    )
    assert not cut


def spoken(words: dict[str, str]) -> list[tuple[str, str]]:
    """The coach's sentences."""
    return [
        (key, text) for key, text in words.items() if key.startswith(("learn.copenhagen.", "learn.roll-and-write."))
    ]


def uncovered(one: Learner) -> None:
    """The coach has room of its own: nothing of the table is under it."""
    coach, wall = one.coach.bounding_box(), one.grid(one.wall).bounding_box()
    assert coach is not None
    assert wall is not None
    beside = coach["x"] + coach["width"] <= wall["x"] + 1
    assert beside or coach["y"] + coach["height"] <= wall["y"] + 1
    assert wall["height"] > 120


@pytest.mark.slow
def test_a_mistake_is_answered_kindly_and_a_lesson_can_be_left(visit: Visit) -> None:
    one = learner("copenhagen", "mouse", visit)
    one.begin()
    said = one.coach.get_by_text(one.words("learn.copenhagen.goal"))
    expect(said).to_have_attribute("aria-live", "polite")  # and so it is announced
    one.on()
    one.docks(5, 6)
    expect(one.coach).to_contain_text(one.words("refused.lesson other"))
    expect(one.page.get_by_role("alert")).not_to_contain_text(re.compile(r"\w"))
    one.step("take")
    one.on()
    one.says("build")
    one.visitor.home()
    one.page.reload()
    one.begin()
    one.says("build")
    one.press(one.asked("learn.back"))
    one.says("take")


@pytest.mark.slow
def test_a_finished_game_is_played_on_from_a_link(visit: Visit, scenes: Scenes, stage: Stage) -> None:
    token = scenes.replay(scenes.over)
    visitor = visit(screen=SMALL_PHONE)
    page, words = visitor.page, visitor.words
    page.goto(f"{visitor.url}/#/p/{token}/21")
    expect(page.get_by_role("slider")).to_have_value("21")
    press(visitor, "position.play")
    page.get_by_role("dialog").get_by_role("button", name=words("position.play"), exact=True).click()
    page.get_by_role("grid").first.wait_for()
    table = page.url.split("/")[-1]
    moves = stage.moves(scenes.over[0])
    assert stage.moves(table)[:21] == moves[:21]
    assert Player(visitor, Finger()).play(1) == 1
    assert len(stage.moves(table)) > 21


@pytest.mark.slow
def test_a_running_game_is_shared_as_i_know_it(visit: Visit, scenes: Scenes, stage: Stage) -> None:
    table, persons = scenes.card
    ada = visit(persons[0])
    page, words = ada.table(table), ada.words
    page.get_by_role("button", name=words("position.share"), exact=True).click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    friend = visit()
    friend.page.goto(link)
    friend.page.get_by_role("button", name=words("position.play"), exact=True).click()
    friend.page.get_by_role("grid", name=words("copenhagen.house.mine"), exact=True).wait_for()
    laid = friend.page.url.split("/")[-1]
    assert stage.moves(laid) == stage.moves(table)
    assert stage.state(laid).view(0)["hand"] == stage.state(table).view(0)["hand"]
    assert Player(friend, Mouse()).play(1) == 1
