"""Where did I lose? Reviews of finished games, from the result to the last exercise, by roles and names."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from nyhavn.server.reviews import Wanted
from tests.client.browsing import DESK, PHONE, SMALL_PHONE, Json, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Keys
from tests.client.positions import preferring
from tests.client.screens import THINKING, Scenes, findings, graph, review_of
from tests.client.stage import NAMES, Stage

SCREENS = {"desk": DESK, "phone": SMALL_PHONE}


def games(*often: str) -> pytest.MarkDecorator:
    """Both games on both screens; the dice game, which is soon judged, on some of them in every test."""
    cases = []
    for scene in ("over", "dice_over"):
        for name, screen in SCREENS.items():
            mark = pytest.mark.slow if scene == "dice_over" and name in often else pytest.mark.long
            cases.append(pytest.param(scene, screen, marks=mark, id=f"{scene}-{name}"))
    return pytest.mark.parametrize(("scene", "screen"), cases)


def button(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("button", name=visitor.words(key), exact=True)


def heading(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("heading", name=visitor.words(key), exact=True)


def percents(entries: Locator) -> list[int]:
    """What each of the findings is worth."""
    found = [re.search(r"([−+-])?(\d+)\s?%", text) for text in entries.all_inner_texts()]
    return [int(one[2]) for one in found if one]


@games("desk")
def test_the_result_leads_to_what_was_lost(scene: str, screen: Screen, visit: Visit, scenes: Scenes) -> None:
    """The main button of the result is the review, which says at once how far it is, and answers for whoever has
    played."""
    table, persons = getattr(scenes, scene)
    visitor = visit(persons[1], screen=screen)
    visitor.page.goto(f"{visitor.url}/#/t/{table}")
    main = visitor.page.get_by_role("dialog").get_by_role("link", name=visitor.words("review"), exact=True)
    main.wait_for()
    assert "main" in (main.get_attribute("class") or "")
    unanswered: list[Route] = []
    visitor.page.route("**/api/v1/reviews/*", lambda route: unanswered.append(route))
    main.click()
    working = visitor.words("review.working")
    expect(visitor.page.get_by_role("status").filter(has_text=working)).to_have_text(re.compile(r"\d+\s?%"))
    expect(visitor.page.get_by_role("progressbar", name=working)).to_be_visible()
    visitor.until(lambda: bool(unanswered), "what asks for the review")
    for route in unanswered:
        route.continue_()
    visitor.page.unroute("**/api/v1/reviews/*")
    heading(visitor, "review.costliest").wait_for(timeout=THINKING)
    mine = visitor.page.get_by_role("group", name=visitor.words("review.seat")).get_by_role("button", name=NAMES[1])
    expect(mine).to_have_attribute("aria-pressed", "true")
    for key in ("review.costliest", "review.luck"):
        sizes = percents(findings(visitor, key))
        assert sizes == sorted(sizes, reverse=True), "the largest first"
        assert len(sizes) <= 3
        assert 0 not in sizes, "nothing is better by 0 %"


@games("phone")
def test_the_better_move_is_drawn_and_tried(
    scene: str, screen: Screen, visit: Visit, scenes: Scenes, stage: Stage
) -> None:
    laid = getattr(scenes, scene)
    visitor = visit(screen=screen)
    page = review_of(visitor, scenes.replay(laid))
    first = findings(visitor).first
    lost = percents(first)[0]
    first.click()
    expect(page.get_by_text(re.compile(rf"{lost}\s?%")).first).to_be_visible()
    expect(page.get_by_text(visitor.words.like("review.better", whole=False)).first).to_be_visible()
    at = int(page.get_by_role("slider").input_value())
    button(visitor, "review.try").click()
    page.get_by_role("grid").first.wait_for()
    table = page.url.split("/")[-1]
    assert table != laid[0]
    assert stage.moves(table)[:at] == stage.moves(laid[0])[:at]
    assert stage.state(table).turn is not None


MARK = """(ghost) => {
    const mark = ghost.querySelector('.cross, use[href^="#k-"], use[href^="#kl-"], use[href^="#b-"]');
    if (!mark) return null;
    const [all, one] = [ghost.querySelector(".legal"), mark].map((part) => part.getBoundingClientRect());
    return [one.left + one.width / 2 - all.left, all.bottom - one.top - one.height / 2, all.width, all.height];
}"""
"""Where the brick or the X of a ghost lies, from its lower left corner, and how large the ghost is."""


def marked_cell(ghost: Locator, cells: list[str]) -> str | None:
    """The cell of the mark, if the ghost covers these."""
    columns, rows = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
    found = ghost.evaluate(MARK)
    if found is None:
        return None
    x, y, width, height = found
    return columns[int(x / width * len(columns))] + rows[int(y / height * len(rows))]


def covers(effects: list[Json], seat: int) -> list[Json]:
    return [effect for effect in effects if effect["effect"] == "cover" and effect["seat"] == seat]


@games("desk", "phone")
def test_the_better_tile_is_a_ghost_with_its_mark(scene: str, screen: Screen, visit: Visit, scenes: Scenes) -> None:
    """Through all decisions of the game: wherever a better move lays a tile, it is drawn where it would lie, with what
    would likely follow, and why."""
    visitor = visit(screen=screen)
    decisions: list[Json] = []
    reasons = [{"code": "denies", "seat": 0, "n": 3}, {"code": "soon", "n": 2}]

    def judged(route: Route) -> None:
        response = route.fetch()
        told = response.json()
        if told["analysis"]:
            decisions[:] = told["analysis"]["decisions"]
            for one in decisions:
                one["reasons"] = reasons if one.get("continuation") else []
        route.fulfill(response=response, json=told)

    visitor.page.route("**/api/v1/reviews/*", judged)
    page = review_of(visitor, scenes.replay(getattr(scenes, scene)))
    if screen.touch:
        button(visitor, "review.step").click()
    slips = [one for one in decisions if one["clear"]]
    tiles = [one for one in slips if covers(one["best_effects"], one["seat"])]
    assert tiles, "somebody could have built something better"
    slider, ghost, later = page.get_by_role("slider"), page.locator("svg .ghost"), page.locator("svg .later")
    for one in (*tiles[:3], next(one for one in decisions if not one["clear"] and one["number"] > 1)):
        slider.fill(str(one["number"] - 1))
        pieces = covers(one.get("best_effects", []), one["seat"]) if one["clear"] else []
        expect(ghost).to_have_count(len(pieces))
        for piece in pieces:
            mark = piece.get("brick") or piece.get("cross")
            assert marked_cell(ghost, piece["cells"]) == mark, piece
        expect(button(visitor, "review.try")).to_have_count(len(pieces))
    explained = [one for one in slips if one.get("continuation")]
    following = [
        (one, covers([part for step in one["continuation"] for part in step["effects"]], one["seat"]))
        for one in explained
    ]
    one, pieces = max(following, key=lambda found: len(found[1]))
    slider.fill(str(one["number"] - 1))
    expect(page.get_by_text(visitor.words.like("review.next", whole=False)).first).to_be_visible()
    expect(later).to_have_count(len(pieces))
    assert pieces, "nothing is drawn that would follow"
    denied = re.compile(visitor.words.like("idea.denies", whole=False).pattern.lstrip("^"))
    why = page.get_by_text(denied)
    expect(why).to_contain_text(NAMES[0])
    expect(why).to_contain_text("3")
    expect(why).to_contain_text(visitor.words("idea.soon", n=2))


@games("phone")
def test_mistakes_are_drilled_to_the_end(scene: str, screen: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(screen=screen)
    page = review_of(visitor, scenes.replay(getattr(scenes, scene)))
    many = findings(visitor).count()
    button(visitor, "drill").click()
    for number in range(1, many + 1):
        page.get_by_role("heading", name=visitor.words("drill.title", n=number, last=many), exact=True).wait_for()
        options = page.get_by_role("radio")
        assert options.count() >= 2
        expect(button(visitor, "drill.check")).to_be_disabled()
        options.nth(number % options.count()).check()
        button(visitor, "drill.check").click()
        judged = [visitor.words.like(f"drill.{key}", whole=False) for key in ("best", "good", "worse")]
        expect(page.get_by_text(re.compile("|".join(one.pattern for one in judged))).first).to_be_visible()
        expect(options.first).to_be_disabled()
        button(visitor, "drill.next").click()
    page.get_by_role("heading", name=visitor.words.like("drill.done")).wait_for()
    button(visitor, "drill.end").click()
    expect(heading(visitor, "review.costliest")).to_be_visible()


@pytest.mark.long
def test_a_drill_by_keyboard(visit: Visit, scenes: Scenes) -> None:
    visitor = visit()
    page, keys = review_of(visitor, scenes.replay(scenes.dice_over)), Keys(visitor.page)
    keys.press(button(visitor, "drill"))
    before = page.get_by_role("radio").first
    keys.reach(before)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    keys.press(button(visitor, "drill.check"))
    keys.press(button(visitor, "drill.next"))
    assert page.evaluate("document.activeElement.tagName") == "H2", "the next exercise begins at its heading"


@pytest.mark.long
def test_a_review_by_keyboard_and_in_words(visit: Visit, scenes: Scenes) -> None:
    """Every step is told, and the graph says how it went for everybody."""
    visitor = visit()
    page, words = review_of(visitor, scenes.replay(scenes.over)), visitor.words
    told = graph(visitor).get_attribute("aria-label") or ""
    for name in NAMES[:3]:
        assert re.search(rf"{name}: \d+% .*, \d+%", told), told
    slider = page.get_by_role("slider", name=words("replay.position"))
    slider.fill("0")
    Keys(page).reach(slider)
    for place in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_value(str(place))
        told_here = page.get_by_text(words.like("review.share", whole=False))
        expect(told_here.or_(page.get_by_text(words.like("review.better", whole=False))).first).to_be_visible()
    Keys(page).press(findings(visitor).first)
    expect(slider).not_to_have_value("3")
    # The graph can be clicked, too.
    box = graph(visitor).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).to_have_value(str(round(len(scenes.stage.moves(scenes.over[0])) / 2)))


@pytest.mark.slow
def test_two_players_have_one_line(visit: Visit, scenes: Scenes) -> None:
    visitor = visit(scenes.dice_over[1][1])
    review_of(visitor, scenes.replay(scenes.dice_over))
    told = graph(visitor).get_attribute("aria-label") or ""
    assert NAMES[1] in told
    assert NAMES[0] not in told
    assert strokes(graph(visitor)) == strokes(visitor.page.get_by_role("listitem").filter(has_text=NAMES[1]))
    visitor.page.get_by_role("group", name=visitor.words("review.seat")).get_by_role("button", name=NAMES[0]).click()
    expect(graph(visitor)).to_have_attribute("aria-label", re.compile(NAMES[0]))
    assert strokes(graph(visitor)) == strokes(visitor.page.get_by_role("listitem").filter(has_text=NAMES[0]))


def strokes(drawn: Locator) -> list[list[str]]:
    """How the curves look in a drawing: the legend has the same."""
    look = "(all) => all.map(getComputedStyle).map((one) => [one.stroke, one.strokeDasharray, one.strokeWidth])"
    found: list[list[str]] = drawn.locator('path[class*="seat"]').evaluate_all(look)
    assert found
    return found


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["phone", "small phone"])
@pytest.mark.parametrize("scene", ["over", "dice_over"])
def test_a_review_leaves_room_for_the_house(scene: str, size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(screen=size)
    page = review_of(visitor, scenes.replay(getattr(scenes, scene)))
    findings(visitor).first.click()
    box = house(page, visitor).bounding_box()
    assert box is not None
    assert box["height"] > 200
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "the page scrolls"


def house(page: Page, visitor: Visitor) -> Locator:
    return page.get_by_role("button", name=visitor.words.like("house.of"))


@pytest.mark.long
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


@pytest.mark.long
def test_a_record_is_brought_and_reviewed(visit: Visit, scenes: Scenes, stage: Stage, tmp_path: Path) -> None:
    visitor = visit()
    page, words = visitor.home(), visitor.words
    page.get_by_role("button", name=words("home.tables")).click()
    file = tmp_path / "game.nyhavn"
    file.write_text(stage.state(scenes.over[0]).record(), encoding="utf-8")
    page.get_by_label(words("home.record")).set_input_files(file)
    graph(visitor).wait_for(timeout=THINKING)
    expect(page.get_by_role("heading", name=words("review.costliest"), exact=True)).to_be_visible()
