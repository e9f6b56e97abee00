"""The layout of a table: every control is where it belongs, on every screen, in every language."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.client.browsing import DESK, LYING_PHONE, NARROW, PHONE, SMALL_PHONE, Screen, Visitor, box_of
from tests.client.conftest import Visit
from tests.client.controls import FINGER, Measured, lengthen, measured
from tests.client.messages import LANGUAGES
from tests.client.playing import Finger, Mouse, Player
from tests.client.positions import can_place
from tests.client.screens import SCREENS, Laid, Scenes
from tests.client.stage import Stage
from tests.client.states import STRIPS, WAITING
from tests.client.test_moves import about_to_do_both

ON_PHONES = pytest.mark.parametrize("size", [SMALL_PHONE, NARROW, LYING_PHONE], ids=["360 px", "320 px", "lying"])
LAPTOP_DESK = Screen(1280, 720)
ON_ALL = pytest.mark.parametrize(
    "size", [SMALL_PHONE, NARROW, LYING_PHONE, LAPTOP_DESK], ids=["360 px", "320 px", "lying", "desk"]
)
BOTH_GAMES = pytest.mark.parametrize(
    ("game", "wall", "rack", "main"),
    [
        ("card", "copenhagen.house.mine", "copenhagen.rack", "copenhagen.build.pay"),
        ("dice", "roll-and-write.sheet.mine", "roll-and-write.facade", "roll-and-write.draw"),
    ],
    ids=["card", "dice"],
)


def finger(visitor: Visitor) -> Player:
    return Player(visitor, Finger())


def places(player: Player, wall: str) -> dict[str, FloatRect]:
    """Where the fixed things of a table are, and every button of the bar that is there now."""
    page, words = player.page, player.words
    found = {"bar": player.actions, "house": player.grid(wall).get_by_role("gridcell").first}
    found["undo"] = page.get_by_role("button", name=words("undo"), exact=True)
    boxes = {name: box_of(part) for name, part in found.items()}
    idea = player.actions.get_by_role("button", name=re.compile(f"^({words('idea.ask')}|{words('idea.next')})$"))
    if idea.is_visible():
        boxes["idea"] = box_of(idea)
    for key in ("cancel", "flip", "rotate.right"):
        button = player.button(key)
        if button.is_visible():
            boxes[key] = box_of(button)
    main = player.actions.locator(".button.main")
    if main.is_visible():
        boxes["main"] = box_of(main)
    return boxes


class Steady:
    """What a player has seen stays where it was."""

    def __init__(self, player: Player, wall: str) -> None:
        self.player, self.wall = player, wall
        self.seen = places(player, wall)

    def after(self, pressed: Locator) -> None:
        self.player.press(pressed)
        for name, box in places(self.player, self.wall).items():
            before = self.seen.setdefault(name, box)
            assert all(abs(box[side] - before[side]) < 1 for side in ("x", "y", "width", "height")), (name, before, box)

    def after_a_tile(self, tiles: str) -> None:
        """The last one that can be taken, tried at the first place where it fits, and put back."""
        self.after(self.player.group(tiles).get_by_role("button", disabled=False).last)
        self.after(self.player.possible(self.player.grid(self.wall)).first)
        self.after(self.player.button("cancel"))


def at_table(visit: Visit, laid: Laid, size: Screen) -> Visitor:
    """The first person of a table, on the way from the first page to it."""
    visitor = visit(laid[1][0], screen=size)
    visitor.table(laid[0])
    return visitor


def hand(visitor: Visitor) -> Player:
    return Player(visitor, Finger() if visitor.screen.touch else Mouse())


@pytest.mark.spread(2)
@pytest.mark.slow
@ON_ALL
def test_nothing_moves_when_i_choose(size: Screen, visit: Visit, scenes: Scenes, stage: Stage) -> None:
    laid, docks = about_to_do_both(stage)
    for table, persons in (scenes.card, laid, scenes.ideas):
        visitor = visit(persons[0], screen=size, language="hu")
        visitor.table(table)
        player = hand(visitor)
        steady = Steady(player, "copenhagen.house.mine")
        for dock in docks if table == laid[0] else (1,):
            steady.after(player.group("copenhagen.docks").get_by_role("button").nth(dock - 1))
        steady.after(player.button("cancel"))
        if table == laid[0]:
            continue
        steady.after_a_tile("copenhagen.rack")
        assert {"bar", "house", "undo", "cancel", "flip", "rotate.right", "main"} <= steady.seen.keys()
        assert ("idea" in steady.seen) == (table == scenes.ideas[0])
        in_the_head(visitor, steady.seen["undo"])


def in_the_head(visitor: Visitor, undo: FloatRect) -> None:
    """There is one, above everything that is played with."""
    assert visitor.page.get_by_role("button", name=visitor.words("undo"), exact=True).count() == 1
    if visitor.screen.touch:
        head = box_of(visitor.page.get_by_role("banner"))
        assert head["y"] - 1 <= undo["y"] <= undo["y"] + undo["height"] <= head["y"] + head["height"] + 1


@pytest.mark.spread(2)
@pytest.mark.slow
@ON_ALL
def test_nothing_moves_when_i_choose_dice_and_tiles(size: Screen, visit: Visit, scenes: Scenes) -> None:
    for table, persons in (scenes.dice, scenes.dice_ideas):
        visitor = visit(persons[0], screen=size, language="hu")
        visitor.table(table)
        player = hand(visitor)
        steady = Steady(player, "roll-and-write.sheet.mine")
        steady.after(player.group("roll-and-write.dice").get_by_role("button", disabled=False).first)
        player.press(player.button("cancel"))
        steady.after_a_tile("roll-and-write.facade")
        assert {"bar", "house", "undo", "cancel", "main"} <= steady.seen.keys()
        assert ("idea" in steady.seen) == (table == scenes.dice_ideas[0])
        in_the_head(visitor, steady.seen["undo"])


# My abilities, always in sight


def inside(box: FloatRect, size: Screen) -> None:
    assert -1 <= box["x"] <= box["x"] + box["width"] <= size.width + 1
    assert -1 <= box["y"] <= box["y"] + box["height"] <= size.height + 1


STARS = ("reroll", "again", "change", "no-x", "single-x")
ABILITIES = ("any", "extra", "discount", "recolour", "both")


def tells(visitor: Visitor, button: Locator, ability: str) -> None:
    """What it is called and what it does, each in a line, and the way to its rule."""
    inside(box_of(button), visitor.screen)
    button.tap()
    told = visitor.page.get_by_role("dialog", name=visitor.words(ability), exact=True)
    expect(told).to_contain_text(visitor.words(f"{ability}.text"))
    inside(box_of(told), visitor.screen)
    words = told.locator("p")
    assert box_of(words)["height"] <= 2.2 * words.evaluate("it => parseFloat(getComputedStyle(it).lineHeight)")
    expect(told.get_by_role("button")).to_have_count(1)
    visitor.page.keyboard.press("Escape")
    expect(told).to_be_hidden()


@pytest.mark.slow
@ON_PHONES
def test_all_tracks_are_in_sight_and_tell_what_they_do(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = at_table(visit, scenes.dice, size)
    page = visitor.page
    tracks = page.get_by_role("button", name=visitor.words.like("roll-and-write.track", whole=False))
    expect(tracks).to_have_count(len(STARS))
    for name, track in zip(STARS, tracks.all(), strict=True):
        tells(visitor, track, f"roll-and-write.ability.{name}")


@pytest.mark.slow
@ON_PHONES
def test_all_abilities_are_in_sight_and_tell_what_they_do(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = at_table(visit, scenes.card, size)
    page = visitor.page
    own = scenes.stage.state(scenes.card[0]).view(0)["seats"][0]["abilities"]
    listed = page.get_by_role("list", name=visitor.words("abilities"), exact=True).get_by_role("button")
    expect(listed).to_have_count(len(ABILITIES))
    style = (
        "it => { const s = getComputedStyle(it); return [s.borderStyle, s.backgroundColor, s.backgroundImage] + '' }"
    )
    looks: dict[str, set[str]] = {}
    for name, button in zip(ABILITIES, listed.all(), strict=True):
        looks.setdefault(own.get(name, "none"), set()).add(button.evaluate(style))
        tells(visitor, button, f"copenhagen.ability.{name}")
    assert looks.keys() == {"active", "used", "none"}, "the scene has one of each"
    assert all(len(ones) == 1 for ones in looks.values())
    assert len(set.union(*looks.values())) == len(looks), "each state has a look of its own"


@pytest.mark.slow
def test_an_ability_leads_to_its_rule(visit: Visit, scenes: Scenes) -> None:
    visitor = at_table(visit, scenes.card, SMALL_PHONE)
    page = visitor.page
    page.get_by_role("list", name=visitor.words("abilities"), exact=True).get_by_role("button").first.tap()
    page.get_by_role("button", name=visitor.words("more"), exact=True).tap()
    expect(page.get_by_role("searchbox")).to_be_visible()


# The others, the score, my house


@pytest.mark.slow
@pytest.mark.parametrize("game", ["card", "dice"])
def test_the_strip_is_slim_and_says_what_they_did_last(game: str, visit: Visit, scenes: Scenes) -> None:
    visitor = at_table(visit, getattr(scenes, game), SMALL_PHONE)
    page = visitor.page
    key = "copenhagen.neighbour" if game == "card" else "roll-and-write.neighbour"
    others = page.get_by_role("button", name=visitor.words.like(key))
    expect(others).to_have_count(2)
    for one in others.all():
        assert FINGER <= box_of(one)["height"] <= 48
        assert one.locator(".last").inner_text().strip(), "what they did last"


@pytest.mark.slow
@ON_PHONES
def test_the_boats_sail_on_a_phone_too(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = at_table(visit, scenes.card, size)
    page = visitor.page
    track = page.get_by_role("img", name=re.compile(f"^{visitor.words('score')}: "))
    box = box_of(track)
    scores = scenes.stage.state(scenes.card[0]).view(0)["scores"]
    boats = [box_of(boat) for boat in track.locator("> svg").all()]
    assert len(boats) == len(scores)
    for score, boat in zip(scores, boats, strict=True):
        stone = (boat["x"] + boat["width"] / 2 - box["x"]) / (box["width"] / 13)
        assert abs(stone - score - 0.5) < 0.8, "a boat lies at its stone"


@pytest.mark.slow
@BOTH_GAMES
def test_my_house_is_enlarged_by_a_tap_and_built_on_there(
    game: str, wall: str, rack: str, main: str, visit: Visit, stage: Stage
) -> None:
    if game == "card":
        laid = stage.lay("copenhagen", 3, can_place(0, "action", after=55, tiles=2))
    else:
        laid = stage.lay("roll-and-write", 3, can_place(0, "turn", after=60))
    visitor = at_table(visit, laid, SMALL_PHONE)
    page = visitor.page
    player = finger(visitor)
    small = box_of(player.grid(wall).get_by_role("gridcell").first)["width"]
    player.group(rack).get_by_role("button", disabled=False).last.tap()
    page.get_by_role("button", name=visitor.words("enlarge"), exact=True).tap()
    large = box_of(player.grid(wall).get_by_role("gridcell").first)["width"]
    assert large > 1.4 * small
    if game == "card":
        abilities = page.get_by_role("list", name=visitor.words("abilities"), exact=True).get_by_role("button")
        expect(abilities).to_have_count(len(ABILITIES))
        for ability in abilities.all():
            inside(box_of(ability), SMALL_PHONE)
    else:
        expect(
            page.get_by_role("button", name=visitor.words.like("roll-and-write.track", whole=False)).first
        ).to_be_visible()
    player.possible(player.grid(wall)).first.tap()
    player.offered(main).tap()
    visitor.settle()
    assert visitor.wire.moves[-1].startswith("build" if game == "card" else "draw")
    expect(player.group("copenhagen.docks" if game == "card" else "roll-and-write.dice")).to_be_visible()


HOUSE_SHARE = {"card": 0.355, "dice": 0.34}
"""Of the screen's height, what the cells of my house have on a phone at least."""


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, Screen(430, 932, touch=True)], ids=["360", "390", "430"])
@BOTH_GAMES
def test_my_house_is_the_largest_thing_on_a_phone(
    game: str, wall: str, rack: str, main: str, size: Screen, visit: Visit, scenes: Scenes
) -> None:
    visitor = at_table(visit, getattr(scenes, game), size)
    cells = finger(visitor).grid(wall).get_by_role("gridcell")
    boxes = [box_of(cell) for cell in (cells.first, cells.last)]
    height = max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes)
    assert height >= HOUSE_SHARE[game] * size.height


SMALLEST = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const box = text.parentElement;
    if (!text.data.trim() || !box.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (box.closest(".hidden, option, title, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    // Of one line; a drawing is scaled, and its letters with it.
    const { height, width } = range.getClientRects()[0] ?? {};
    if (height && width) found.push([Math.round(height * 10) / 10, text.data.trim().slice(0, 30)]);
  }
  return found.sort(([a], [b]) => a - b).slice(0, 5);
}"""
LETTER = 10
"""Pixels of a line of the smallest letters, from the top of an h to the bottom of a p."""


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("size", [Screen(640, 360, touch=True), Screen(768, 1024, touch=True)], ids=["lying", "tablet"])
@pytest.mark.parametrize("game", ["card", "dice"])
def test_letters_can_be_read_on_a_phone_that_lies_and_a_tablet(
    game: str, size: Screen, visit: Visit, scenes: Scenes
) -> None:
    table, persons = getattr(scenes, game)
    page = visit(persons[0], screen=size).table(table)
    smallest = page.evaluate(SMALLEST)
    assert smallest[0][0] >= LETTER, smallest
    if game == "card" and size.height > size.width:
        harbour = box_of(page.locator(".harbour").first)
        assert harbour["width"] > 0.9 * size.width, "a tablet has a harbour, and is no stretched phone"
        assert harbour["height"] > 0.4 * size.height


# Words beside pictures


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, NARROW], ids=["360 px", "320 px"])
@pytest.mark.parametrize("language", ["de", "es"])
def test_stars_say_what_they_do(size: Screen, language: str, visit: Visit, scenes: Scenes) -> None:
    """In letters, not in their accessible names only."""
    for (table, persons), *keys in (
        (scenes.changeable, "roll-and-write.roll", "roll-and-write.change"),
        (scenes.single, "roll-and-write.roll", "roll-and-write.ability.single-x"),
    ):
        visitor = visit(persons[0], screen=size, language=language)
        visitor.table(table)
        for key in keys:
            button = finger(visitor).button(key)
            word = button.get_by_text(visitor.words(key), exact=True)
            inner, outer = box_of(word), box_of(button)
            assert outer["x"] - 1 <= inner["x"] <= inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
            assert outer["y"] <= inner["y"] <= inner["y"] + inner["height"] <= outer["y"] + outer["height"]
            assert button.locator("svg").first.is_visible()


@pytest.mark.spread(2)
@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_PHONE, Screen(640, 360, touch=True), LAPTOP_DESK], ids=["360", "lying", "desk"])
@pytest.mark.parametrize("language", ["fr", "hu"])
def test_every_reward_of_a_coat_of_arms_is_told_to_its_end(
    size: Screen, language: str, visit: Visit, scenes: Scenes
) -> None:
    visitor = visit(scenes.coat[1][0], screen=size, language=language)
    visitor.table(scenes.coat[0])
    coats = hand(visitor).group("coat")
    for choice in coats.get_by_role("button").all():
        choice.scroll_into_view_if_needed()
        words = choice.locator("small")
        inner, outer, panel = box_of(words), box_of(choice), box_of(coats)
        assert outer["height"] >= FINGER or not size.touch
        assert outer["y"] <= inner["y"] <= inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        assert panel["y"] - 1 <= inner["y"] <= inner["y"] + inner["height"] <= panel["y"] + panel["height"] + 1
        assert words.evaluate("it => it.scrollHeight <= it.clientHeight + 1 && !it.matches('[style*=clamp]')")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])
def test_every_button_of_a_replay_has_words(size: Screen, visit: Visit, scenes: Scenes) -> None:
    visitor = visit(screen=size, language="de")
    page = visitor.replay(scenes.replay(scenes.over))
    buttons = page.locator("header, footer").get_by_role("button")
    assert buttons.count() > 8
    for button in buttons.all():
        assert re.search(r"\w", button.inner_text()), button.get_attribute("aria-label")
    for key in ("start", "turn", "move", "end"):
        expect(page.get_by_text(visitor.words(f"replay.caption.{key}"), exact=True).first).to_be_visible()
    if size.touch:
        page.get_by_role("button", name=visitor.words("menu"), exact=True).tap()
    for key in ("settings", "settings.theme"):
        expect(page.get_by_text(visitor.words(key), exact=True).first).to_be_visible()


# Dragging


def pull(page: Page, way: list[tuple[float, float]]) -> None:
    """A finger goes down at the first point, along the others, and up at the last."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", way[0])
    for (x, y), (to_x, to_y) in pairwise(way):
        for step in range(1, 6):
            touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    touch("touchEnd")
    session.detach()


DIRECTIONS = [(0, -1), (0, 1), (-1, 0), (-1, -1), (-1, 1), (-2, 1), (-1, 2)]


@pytest.mark.slow
@BOTH_GAMES
def test_a_tile_is_pulled_in_every_direction(
    game: str, wall: str, rack: str, main: str, visit: Visit, scenes: Scenes
) -> None:
    visitor = at_table(visit, getattr(scenes, game), SMALL_PHONE)
    page = visitor.page
    player = finger(visitor)
    for across, down in DIRECTIONS:
        tile = player.group(rack).get_by_role("button", disabled=False).last
        start = box_of(tile)
        at = (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        tile.tap()
        place = box_of(player.possible(player.grid(wall)).first)
        player.button("cancel").tap()
        # The piece floats above the finger: some way below the cell it reaches the lower rows, and is drawn there.
        goal = (place["x"] + place["width"] / 2, place["y"] + place["height"] + 90)
        pull(page, [at, (at[0] + 18 * across, at[1] + 18 * down), goal])
        expect(player.offered(main)).to_be_visible()
        page.keyboard.press("Escape")
        expect(player.offered(main)).to_be_hidden()


@pytest.mark.slow
def test_the_tray_of_a_desk_is_filled_and_nothing_touches(visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.dice
    visitor = visit(persons[0])
    visitor.table(table)
    player = Player(visitor, Mouse())
    dice = [box_of(die) for die in player.group("roll-and-write.dice").get_by_role("button").all()]
    asks = box_of(visitor.page.get_by_role("button", name=re.compile("W7")).first)
    assert all(asks["x"] - (die["x"] + die["width"]) >= 6 for die in dice)
    bar = box_of(player.actions)
    main = box_of(player.button("roll-and-write.draw"))
    assert main["x"] + main["width"] >= bar["x"] + bar["width"] - 8


# Every control of every state, on every screen, in every language


STATES = [
    "card table", "card table, off turn", "card table, alone", "card table, watching", "card table, four players",
    "docks", "docks, both actions", "placing", "placing, picked up", "coat of arms", "discard", "idea", "lesson",
    "dice table", "dice table, four players", "dice table, watching", "dice", "dice, single cell", "drawing",
    "drawing, picked up", "coat of arms with dice", "marking", "marking, picked", "idea with dice", "lesson with dice",
    "paying", "paying with dice", "house, enlarged", "sheet, enlarged", "enlarged house", "enlarged sheet", "ability",
    "menu", "settings", "chat", "help", "help with dice", "result", "result with dice", "waiting room",
    "pass the device", "replay", "replay with dice", "review", "review with dice", "findings", "exercise",
    "exercise with dice", "home", "new table", "tables", "my games", *STRIPS, *WAITING,
]  # fmt: skip
PHONES = [(320, 568), (360, 640), (360, 800), (390, 844), (430, 932), (640, 360), (844, 390)]
TABLETS = [(768, 1024), (1024, 768)]
DESKS = [(1024, 768), (1280, 720), (1440, 900), (1920, 1080)]
ZOOMED = [(720, 450), (960, 540)]
"""What 200 % zoom leaves of 1440 × 900 and 1920 × 1080."""
LONGER = ["longer"]
"""A language with a third more letters than English."""
CELL = 27
"""Pixels of a cell of the house at 360 px."""


def touched(sizes: list[tuple[int, int]]) -> list[Screen]:
    return [Screen(*size, touch=True) for size in sizes]


def seen(sizes: list[tuple[int, int]]) -> list[Screen]:
    return [Screen(*size) for size in sizes]


def look_at(
    state: str, screens: list[Screen], languages: list[str], visit: Visit, scenes: Scenes
) -> Iterator[Measured]:
    """A state, measured."""
    visitors: list[Visitor] = []

    def come(person: str | None = None) -> Visitor:
        # In a language that is left as it is, until everything has been found by its name.
        visitors.append(visit(person, screen=screens[0], language="da" if languages == LONGER else "en"))
        if languages == LONGER:
            lengthen(visitors[-1])
        return visitors[-1]

    SCREENS[state].show(scenes, come)
    spoken = ["en"] if languages == LONGER else languages
    yield from measured(visitors[0], spoken, screens)


def check(state: str, screens: list[Screen], languages: list[str], visit: Visit, scenes: Scenes) -> None:
    wrong = []
    for one in look_at(state, screens, languages, visit, scenes):
        small = one.screen.width == 360 and 0 < one.cell < CELL
        if one.wrong or small:
            wrong.append(f"{one} (cells of {one.cell:.1f} px)")
    assert not wrong, "\n".join(wrong)


SHORT = ["docks, both actions", "placing", "coat of arms", "dice", "drawing"]
SHORT_ON_PHONES = ["discard", "paying with dice", "ability", "menu", "settings", "result"]
LESSONS = ["lesson", "lesson with dice"]


@pytest.mark.slow
@pytest.mark.parametrize("state", [*SHORT, *SHORT_ON_PHONES, *LESSONS])
def test_controls_stay_on_the_screen(state: str, visit: Visit, scenes: Scenes) -> None:
    check(state, touched([(320, 568), (360, 640), (640, 360)]), ["fr"], visit, scenes)
    if state in SHORT:
        check(state, seen([(768, 1024), (1024, 768), (1280, 720), (1920, 1080)]), LONGER, visit, scenes)
    elif state in LESSONS:
        check(state, seen([(1280, 720)]), ["fr"], visit, scenes)


@pytest.mark.slow
@pytest.mark.parametrize("state", [*STRIPS, *WAITING])
def test_what_comes_for_a_while_leaves_room_for_the_house(state: str, visit: Visit, scenes: Scenes) -> None:
    check(state, touched([(360, 640)]), ["fr", "hu"], visit, scenes)


# A dialog does not outlive the step from one layout to the other.
KINDS = {"phones": touched(PHONES), "tablets": touched(TABLETS), "desks": seen(DESKS), "zoomed": seen(ZOOMED)}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("languages", [LANGUAGES, LONGER], ids=["languages", "longer"])
@pytest.mark.parametrize("state", STATES)
def test_every_control_stays_on_every_screen_in_every_language(
    state: str, languages: list[str], kind: str, visit: Visit, scenes: Scenes
) -> None:
    check(state, KINDS[kind], languages, visit, scenes)
