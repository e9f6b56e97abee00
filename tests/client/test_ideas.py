"""Ideas drawn on the house, and reviews of finished games, by roles and names alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from nyhavn.play import State
from nyhavn.server import live
from nyhavn.server.reviews import Wanted
from tests.client.browsing import DESK, PHONE, SMALL_PHONE, Json, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Input, Keys, Mouse, Player
from tests.client.screens import THINKING, Scenes, graph, preferring
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.long  # the kernels that bots think with are compiled first


def hand(visitor: Visitor) -> Input:
    return Finger() if visitor.screen.touch else Mouse()


def ask(player: Player) -> None:
    """For an idea, and wait until it is told."""
    player.press(player.offered("idea.ask"))
    told = player.page.get_by_role("strong").filter(has_text=player.words("idea"))
    expect(told).to_be_visible(timeout=THINKING)


# The buttons that play what an idea has laid out.
READY = {
    "copenhagen": ("take", "build.pay", "discard", "idea.do"),
    "roll-and-write": ("dice.draw", "dice.roll", "dice.mark", "idea.do"),
}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", READY)
def test_ideas_are_laid_out_and_can_be_played(game: str, screen: Screen, visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots(game, person)
    visitor = visit(person, screen=screen)
    visitor.table(table)
    player = Player(visitor, hand(visitor))
    for _ in range(5):
        assert player.wait()
        before = stage.moves(table)
        ask(player)
        ideas = [idea["move"] for frame in visitor.wire.received for idea in frame.get("ideas", ())]
        assert set(ideas[-3:]) & set(stage.state(table).moves())
        another = player.offered("idea.next")
        if another.is_visible():
            player.press(another)
        ready = re.compile("|".join(visitor.words.like(key, whole=False).pattern for key in READY[game]))
        player.press(player.actions.get_by_role("button", name=ready, disabled=False).last)
        visitor.settle()
        after = stage.moves(table)
        assert after[len(before)] in ideas
    assert not visitor.wire.refusals


def can_score(state: State) -> bool:
    """Whether a tile brings so many points at once that it is among the ideas."""
    if state.turn != 0:
        return False
    tiles = [move for move in state.moves() if move.startswith(("build", "draw"))]
    return any(
        effect["effect"] == "points" and effect["points"] >= 3 for move in tiles for effect in state.preview(move)
    )


@pytest.mark.parametrize("game", READY)
def test_an_idea_is_drawn_and_put_back(game: str, visit: Visit, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """By keyboard: asked for, looked at on the house, and put back with Escape; nothing was played."""
    monkeypatch.setattr(live, "new_seed", lambda: 0)  # the same ideas every time
    table, persons = stage.lay(game, 2, can_score, hints=True)
    visitor = visit(persons[0])
    page = visitor.table(table)
    player = Player(visitor, Keys(page))
    before = stage.moves(table)
    drawn = page.get_by_role("gridcell", name=visitor.words("cell.planned"))
    ask(player)
    ideas = [idea["move"] for frame in visitor.wire.received for idea in frame.get("ideas", ())]
    place = next(number for number, move in enumerate(ideas) if move.startswith(("build", "draw")))
    for _ in range(place):
        player.press(player.offered("idea.next"))
    expect(drawn).to_have_count(int(ideas[place].split()[1][1]))
    page.keyboard.press("Escape")
    expect(drawn).to_have_count(0)
    assert player.wait()
    assert stage.moves(table) == before


def test_between_people_nobody_is_offered_ideas(visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.card
    visitor = visit(persons[0])
    page = visitor.table(table)
    expect(page.get_by_role("button", name=visitor.words("idea.ask"), exact=True)).not_to_be_visible()


def reviewed(visitor: Visitor, token: str) -> Page:
    page = visitor.replay(token)
    page.get_by_role("button", name=visitor.words("review"), exact=True).click()
    graph(visitor).wait_for(timeout=THINKING)
    return page


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scene", ["over", "dice_over"])
def test_a_review_is_stepped_through_and_tried(
    scene: str, screen: Screen, visit: Visit, scenes: Scenes, stage: Stage
) -> None:
    laid = getattr(scenes, scene)
    visitor = visit(screen=screen)
    page, words = reviewed(visitor, scenes.replay(laid)), visitor.words
    attempts = page.get_by_role("button", name=words("review.try"), exact=True)
    forward = page.get_by_role("button", name=words("replay.step"), exact=True)
    turns = page.get_by_role("group", name=words("review.turns"), exact=True).get_by_role("button")
    if turns.count():
        turns.last.click()
    last = len(stage.moves(laid[0]))
    while not attempts.is_visible() and int(page.get_by_role("slider").input_value()) < last:
        forward.click()
    if not attempts.is_visible():
        turns.first.click()
        while not attempts.is_visible():
            forward.click()
    at = int(page.get_by_role("slider").input_value())
    assert at > 0
    attempts.click()
    page.get_by_role("dialog").get_by_role("button", name=words("position.play"), exact=True).click()
    page.get_by_role("grid").first.wait_for()
    table = page.url.split("/")[-1]
    assert stage.moves(table)[: at - 1] == stage.moves(laid[0])[: at - 1]


def test_a_review_by_keyboard_and_in_words(visit: Visit, scenes: Scenes) -> None:
    """Every step is told, and the graph says how it went for everybody."""
    visitor = visit()
    page, words = reviewed(visitor, scenes.replay(scenes.over)), visitor.words
    told = graph(visitor).get_attribute("aria-label") or ""
    for name in NAMES[:3]:
        assert re.search(rf"{name}: \d+% .*, \d+%", told), told
    slider = page.get_by_role("slider", name=words("replay.position"))
    Keys(page).reach(slider)
    for place in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(place))
        expect(page.get_by_text(words.like("review.share")).first).to_be_visible()
    turn = page.get_by_role("group", name=words("review.turns"), exact=True).get_by_role("button").first
    assert re.search(r"\d", turn.get_attribute("aria-label") or "")
    Keys(page).press(turn)
    expect(slider).not_to_have_value("3")
    # The graph can be clicked, too.
    box = graph(visitor).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).to_have_value(str(round(len(scenes.stage.moves(scenes.over[0])) / 2)))


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
@pytest.mark.parametrize("scene", ["over", "dice_over"])
def test_a_review_leaves_room_for_the_houses(scene: str, size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(screen=size)
    page = reviewed(visitor, scenes.replay(getattr(scenes, scene)))
    house = page.get_by_role("button", name=visitor.words("house.of", name=NAMES[0]), exact=True).bounding_box()
    assert house is not None
    assert house["height"] > 100
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "the page scrolls"


def test_a_review_that_fails_says_so_and_can_be_asked_for_again(visit: Visit, scenes: Scenes, stage: Stage) -> None:
    async def broken(wanted: Wanted, progress: object) -> Json:
        raise RuntimeError("this cannot be judged")

    reviews = stage.context.reviews
    judge, reviews.judge = reviews.judge, broken
    visitor = visit(screen=SMALL_PHONE)
    visitor.excused = lambda told: "409" in told
    try:
        page, words = visitor.replay(scenes.replay(stage_over(stage))), visitor.words
        page.get_by_role("button", name=words("review"), exact=True).click()
        expect(page.get_by_role("alert").filter(has_text=words("refused.review failed"))).to_be_visible()
    finally:
        reviews.judge = judge
    page.get_by_role("button", name=words("review.again"), exact=True).click()
    graph(visitor).wait_for(timeout=THINKING)


def stage_over(stage: Stage) -> tuple[str, list[str]]:
    """A game of its own, which nobody has had reviewed."""
    return stage.lay("roll-and-write", 2, lambda state: state.over, preferring("pass", "mark -"))


def test_a_record_is_brought_and_reviewed(visit: Visit, scenes: Scenes, stage: Stage, tmp_path: Path) -> None:
    visitor = visit()
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    file = tmp_path / "game.nyhavn"
    file.write_text(stage.state(scenes.over[0]).record(), encoding="utf-8")
    page.get_by_label(words("home.record")).set_input_files(file)
    graph(visitor).wait_for(timeout=THINKING)
    expect(page.get_by_role("slider")).to_have_value("0")
