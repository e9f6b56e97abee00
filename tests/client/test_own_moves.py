"""Feeling safe with one's own moves: asked for, said beforehand, shown as they are; by roles and names alone."""

import json
import re
from collections import Counter

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from nyhavn.play import State
from tests.client.browsing import DESK, SMALL_PHONE, Json, Screen, box_of, stop_the_clock
from tests.client.conftest import Visit
from tests.client.playing import Player, player_of
from tests.client.positions import can_place, phase, preferring, several_ways
from tests.client.screens import press
from tests.client.stage import Stage
from tests.client.test_layout import pull
from tests.client.test_moves import last, offers, only_with, press_docks

pytestmark = pytest.mark.slow

GAMES = ("copenhagen", "roll-and-write")
RACKS = {"copenhagen": "copenhagen.rack", "roll-and-write": "roll-and-write.facade"}
WALLS = {"copenhagen": "copenhagen.house.mine", "roll-and-write": "roll-and-write.sheet.mine"}
SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


# Nothing by accident


def builds_with_a_coat(state: State) -> str:
    """The first seat's tile that earns a coat of arms."""
    if state.turn != 0:
        return ""
    placing = [move for move in state.moves() if move.startswith(("build", "draw"))]
    return next((move for move in placing if any(one["effect"] == "coats" for one in state.preview(move))), "")


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_at_one_place_throw_no_coat_of_arms_away(
    game: str, size: Screen, visit: Visit, stage: Stage
) -> None:
    """The tile is laid by the first; 350 ms later the second falls on what came there."""
    table, persons = stage.lay(game, 2, lambda state: bool(builds_with_a_coat(state)), hints=True)
    move = builds_with_a_coat(stage.state(table))
    visitor = visit(persons[0], screen=size)
    visitor.page.clock.install()
    page = visitor.table(table)
    player = player_of(visitor)
    lay_out(player, move, game)
    box = box_of(player.offered("copenhagen.build.pay" if game == "copenhagen" else "roll-and-write.draw").last)
    stop_the_clock(page)
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        visitor.until(lambda: visitor.wire.settled, "an answer")
        page.clock.run_for(350)
    page.clock.resume()
    visitor.settle()
    assert stage.moves(table)[-1].startswith(("build", "draw"))
    assert stage.state(table).turn == 0  # the coat of arms is still to be had
    page.wait_for_timeout(600)
    under = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('button')?.textContent ?? ''",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert visitor.words("coat.decline") not in under
    player.press(player.offered("coat.decline"))
    visitor.settle()
    expect(page.get_by_text(visitor.words("prompt.decline")).first).to_be_visible()
    assert stage.state(table).turn == 0
    player.commit()
    assert last(player) == "coat decline"


def lay_out(player: Player, move: str, game: str) -> None:
    """Put the tile of a move somewhere it earns a coat of arms, by what the page says."""
    _, tile = move.split()[:2]
    rack, wall = (
        ("copenhagen.rack", "copenhagen.house.mine")
        if game == "copenhagen"
        else ("roll-and-write.facade", "roll-and-write.sheet.mine")
    )
    name = player.words("tile.name", colour=player.words(f"colour.{tile[0]}"), size=tile[1])
    tiles = player.group(rack).get_by_role("button", name=re.compile(f"^{name}"), disabled=False)
    earns = player.page.get_by_text(player.words.like("bubble.coats"))
    for copy in tiles.all():
        player.press(copy)
        for _ in range(4):
            for cell in player.possible(player.grid(wall)).all():
                cell.click(force=True)
                if earns.first.is_visible():
                    return
            player.page.keyboard.press("r")
    raise AssertionError("no place earns a coat of arms")


ONE_TAP = {
    "copenhagen": ("take 1 2", "coat special", "coat ability"),
    "roll-and-write": ("start", "mark red", "coat window", "coat track"),
}


def tap(player: Player, kind: str) -> None:
    """What offers a move of a kind; whatever follows the tap, nothing else is pressed."""
    match kind:
        case "take 1 2":
            press_docks(player, 1, 2)
        case "build":
            player.pick(
                player.group("copenhagen.rack").get_by_role("button", disabled=False).first, "copenhagen.house.mine"
            )
        case "coat special":
            player.press(player.possible(player.grid("copenhagen.house.mine")).first)
        case "coat ability":
            coats = player.group("coat").get_by_role("button")
            player.press(coats.filter(has_text=re.compile(r"\w")).nth(1))
        case "coat window":
            player.press(player.possible(player.grid("roll-and-write.sheet.mine")).first)
        case _:
            tracks = player.page.get_by_role(
                "button", name=player.words.like("roll-and-write.track", whole=False), disabled=False
            )
            player.press(tracks.first)


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, kinds in ONE_TAP.items() for kind in kinds])
def test_no_tap_alone_makes_a_move(game: str, kind: str, size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay(game, 2, offers(kind), preferring("mark red"))
    visitor = visit(persons[0], screen=size)
    visitor.table(table)
    player = player_of(visitor)
    before = stage.moves(table)
    tap(player, kind)
    visitor.page.wait_for_timeout(700)
    assert stage.moves(table) == before
    assert not visitor.wire.done
    player.press(player.actions.get_by_role("button", disabled=False).last)
    assert last(player).startswith(kind.split()[0])


@pytest.mark.parametrize(
    ("game", "kind", "size"),
    [
        ("copenhagen", "take 1 2", DESK),
        ("copenhagen", "build", SMALL_PHONE),
        ("copenhagen", "coat ability", DESK),
        ("roll-and-write", "mark red", SMALL_PHONE),
    ],
    ids=["docks", "build", "coat", "mark"],
)
def test_with_a_time_of_grace_a_tap_is_sent_after_three_seconds(
    game: str, kind: str, size: Screen, visit: Visit, stage: Stage
) -> None:
    table, persons = stage.lay(game, 2, offers(kind))
    visitor = visit(persons[0], screen=size, moves="grace")
    visitor.page.clock.install()
    page = visitor.table(table)
    player = player_of(visitor)
    for undone in (True, False):
        tap(player, kind)
        stop_the_clock(page)
        if kind == "build":
            player.press(player.offered("copenhagen.build.pay"))
        expect(player.offered("grace.now")).to_be_visible()
        expect(page.get_by_text(visitor.words("prompt.grace")).first).to_be_visible()
        page.clock.run_for(500)  # half of the three seconds is left for the tap itself, on a busy machine
        assert not visitor.wire.moves
        if undone:
            player.press(player.offered("undo"))
            page.clock.run_for(3000)
            assert not visitor.wire.moves
            page.clock.resume()
    page.clock.run_for(2500)
    visitor.until(lambda: len(visitor.wire.moves) == 1, "the move")
    page.clock.resume()
    assert last(player).startswith(kind)


# Said beforehand


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("name", ["discount", "recolour"])
def test_what_spends_an_ability_says_so(name: str, size: Screen, visit: Visit, stage: Stage) -> None:
    """The button, with its picture, and the bubble at the tile."""
    wanted = only_with(name)
    table, persons = stage.lay("copenhagen", 2, lambda state: bool(wanted(state)), preferring(f"coat ability {name}"))
    tile = wanted(stage.state(table))[0]
    visitor = visit(persons[0], screen=size)
    visitor.table(table)
    player = player_of(visitor)
    said = visitor.words(f"copenhagen.ability.{name}")
    named = player.words("tile.name", colour=player.words(f"colour.{tile[0]}"), size=tile[1])
    player.pick(player.group("copenhagen.rack").get_by_role("button", name=named), "copenhagen.house.mine")
    button = player.offered("copenhagen.build.pay")
    expect(button).to_contain_text(said)
    assert button.locator("svg").first.is_visible()
    expect(visitor.page.get_by_text(re.compile(rf"\+ {said}$")).first).to_be_visible()


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", RACKS)
def test_ways_to_pay_are_words_beside_the_house(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    rack, wall = RACKS[game], WALLS[game]
    table, persons = stage.lay(game, 2, lambda state: bool(several_ways(state)), preferring("coat ability recolour"))
    tile = several_ways(stage.state(table))
    visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    player = player_of(visitor)
    name = player.words("tile.name", colour=player.words(f"colour.{tile[0]}"), size=tile[1])
    player.pick(player.group(rack).get_by_role("button", name=re.compile(f"^{name}"), disabled=False).first, wall)
    ways = page.get_by_role("radiogroup", name=visitor.words("pay.how")).get_by_role("radio")
    assert ways.count() > 2
    house = box_of(player.grid(wall))
    for way in ways.all():
        assert re.search(r"\w", way.inner_text())
        box = box_of(way)
        assert box["x"] >= house["x"] + house["width"] - 1 or box["x"] + box["width"] <= house["x"] + 1
    ways.last.click()
    expect(ways.last).to_be_checked()


@pytest.mark.spread(2)
@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (SMALL_PHONE, "hu")], ids=["desk", "phone"])
@pytest.mark.parametrize(
    ("game", "key"), [("copenhagen", "copenhagen.missing"), ("roll-and-write", "roll-and-write.missing")]
)
def test_a_tile_that_cannot_be_paid_says_what_is_missing_once(
    game: str, key: str, size: Screen, language: str, visit: Visit, stage: Stage
) -> None:
    """As many as it has cells, and how many I have of each colour that counts."""

    def means(state: State) -> tuple[str, int]:
        choices = state.choices(0)
        letters, bonuses = choices["means"].get(choices["tiles"][3]["tile"][0], ("", 0))
        return letters, bonuses

    def beyond(state: State) -> bool:
        if state.turn != 0 or phase(state) not in ("action", "turn") or not means(state)[0]:
            return False
        return all(shape["legal"] == 0 for shape in state.choices(0)["tiles"][3]["shapes"])

    table, persons = stage.lay(game, 2, beyond)
    state = stage.state(table)
    tile, (letters, bonuses) = state.choices(0)["tiles"][3]["tile"], means(state)
    visitor = visit(persons[0], screen=size, language=language)
    page = visitor.table(table)
    player = player_of(visitor)
    name = player.words.tile(tile)
    player.group(RACKS[game]).get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click(force=True)
    told = page.get_by_text(re.compile(visitor.words.like(key, whole=False).pattern.lstrip("^")))
    expect(told).to_have_count(1)
    needed, have = re.findall(r"(.*)[;:](.*)", told.inner_text())[0]
    assert tile[1] in needed
    counts = [*Counter(letters).values(), *([bonuses] if bonuses else [])]
    assert sorted(map(int, re.findall(r"\d+", have))) == sorted(counts), (have, letters, bonuses)


def with_ideas(page: Page, ideas: list[Json]) -> None:
    """The ideas that anybody who asks gets."""

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(text: str | bytes) -> None:
            message = json.loads(text)
            if "hint" in message:
                route.send(json.dumps({"ack": message["id"], "n": 1, "ideas": ideas}))
            else:
                server.send(text)

        route.on_message(send)
        server.on_message(route.send)

    page.route_web_socket(re.compile("/live$"), listen)


@SIZES
def test_only_the_best_idea_is_called_the_best(size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, offers("take 2 3"), hints=True)
    ideas = [
        {"move": f"take {dock} {dock + 1}", "fields": {"kind": "take", "docks": [dock, dock + 1]}, "share": share}
        | {"effects": [], "reasons": []}
        for dock, share in ((1, 0.18), (2, 0.15))
    ]
    visitor = visit(persons[0], screen=size)
    with_ideas(visitor.page, ideas)
    page, words = visitor.table(table), visitor.words
    player = player_of(visitor)
    player.press(player.offered("idea.ask"))
    prompts = (("18", "idea.best", "idea.also"), ("15", "idea.also", "idea.best"), ("18", "idea.best", "idea.also"))
    for share, says, denies in prompts:
        expect(page.get_by_text(words(says)).first).to_be_visible()
        if not size.touch:
            expect(page.get_by_text(words("idea.share", share=f"{share}%")).first).to_be_visible()
        expect(page.get_by_text(words(denies))).to_have_count(0)
        player.press(player.offered("idea.next"))


@SIZES
def test_the_choice_for_a_coat_of_arms_says_what_an_ability_does(size: Screen, visit: Visit, stage: Stage) -> None:
    table, persons = stage.lay("copenhagen", 2, offers("coat ability discount"))
    visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    player = player_of(visitor)
    does = visitor.words("copenhagen.ability.discount.text")
    button = player.group("coat").get_by_role("button").filter(has_text=visitor.words("copenhagen.ability.discount"))
    if not size.touch:
        expect(button.get_by_text(does)).to_be_visible()
    player.press(button)
    prompt = visitor.words("copenhagen.ability.does", ability=visitor.words("copenhagen.ability.discount"), text=does)
    expect(page.get_by_text(prompt)).to_be_visible()


# Confirming, and the end


@pytest.mark.parametrize("game", GAMES)
def test_a_tile_is_pulled_to_the_right(game: str, visit: Visit, stage: Stage) -> None:
    """From the left column of the rack, past its right one; the other ways begin in that (`test_layout`)."""
    asked, main = ("action", "copenhagen.build.pay") if game == "copenhagen" else ("turn", "roll-and-write.draw")
    table, persons = stage.lay(game, 2, can_place(0, asked, after=12, tiles=1))
    visitor = visit(persons[0], screen=SMALL_PHONE)
    page = visitor.table(table)
    player = player_of(visitor)
    tiles = player.group(RACKS[game]).get_by_role("button", disabled=False).all()
    tile = min(tiles, key=lambda one: box_of(one)["x"])
    start = box_of(tile)
    at = (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    tile.tap()
    place = box_of(player.possible(player.grid(WALLS[game])).first)
    page.keyboard.press("Escape")
    for across, down in ((1, 0), (1, -1), (1, 1)):
        goal = (place["x"] + place["width"] / 2, place["y"] + place["height"] + 90)
        pull(page, [at, (at[0] + 18 * across, at[1] + 18 * down), goal])
        expect(player.offered(main).first).to_be_visible()
        page.keyboard.press("Escape")
        expect(player.offered(main)).to_have_count(0)


class Delayed:
    """A line on which what the server says waits until it is let through, one message after the other."""

    def __init__(self, page: Page) -> None:
        self.waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        self.holds = False
        page.route_web_socket(re.compile("/live$"), self._listen)

    def _listen(self, route: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            if self.holds:
                self.waiting.append((route, text))
            else:
                route.send(text)

        route.connect_to_server().on_message(hear)


WATCH = """([grid, cells, planned, free]) => {
    const house = document.querySelector(`[role="grid"][aria-label="${grid}"]`);
    const all = cells.map((cell) => house.querySelector(`[data-cell="${cell}"]`));
    const drawn = () => document.querySelector("svg .ghost") !== null;
    const shown = (name) => (name.includes(planned) ? drawn() : !name.includes(free));
    window.frames_seen = [];
    const look = () => {
        frames_seen.push(all.every((cell) => cell.isConnected && shown(cell.getAttribute("aria-label"))));
        requestAnimationFrame(look);
    };
    look();
}"""
"""From now on, in every frame: whether the planned cells are covered, by the planned tile or by the one that lies."""


@pytest.mark.parametrize(("game", "size"), [("copenhagen", SMALL_PHONE), ("roll-and-write", DESK)])
def test_a_tile_is_never_gone_while_it_is_built(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    asked = "action" if game == "copenhagen" else "turn"
    table, persons = stage.lay(game, 2, can_place(0, asked, after=8, tiles=1))
    visitor = visit(persons[0], screen=size)
    line = Delayed(visitor.page)
    page, words = visitor.table(table), visitor.words
    player = player_of(visitor)
    player.pick(player.group(RACKS[game]).get_by_role("button", disabled=False).first, WALLS[game])
    planned = player.grid(WALLS[game]).get_by_role("gridcell", name=words("cell.planned"))
    cells = [cell.get_attribute("data-cell") for cell in planned.all()]
    assert cells
    page.evaluate(WATCH, [words(WALLS[game]), cells, words("cell.planned"), words("cell.free")])
    line.holds = True
    player.press(player.offered("copenhagen.build.pay" if game == "copenhagen" else "roll-and-write.draw").last)
    visitor.until(lambda: bool(visitor.wire.moves) and len(line.waiting) > 1, "an answer")
    while line.waiting:
        route, text = line.waiting.pop(0)
        route.send(text)
        seen = page.evaluate("frames_seen.length")
        page.wait_for_function("seen => frames_seen.length > seen + 3", arg=seen)
    line.holds = False
    expect(planned).to_have_count(0)
    frames = page.evaluate("frames_seen")
    assert len(frames) > 6
    assert all(frames), "the house is empty between press and tile"


@pytest.mark.parametrize(
    ("game", "size"), [("copenhagen", DESK), ("copenhagen", SMALL_PHONE), ("roll-and-write", SMALL_PHONE)]
)
def test_the_confirmation_shows_what_it_confirms(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    asked = "action" if game == "copenhagen" else "turn"
    table, persons = stage.lay(game, 2, can_place(0, asked, after=8, tiles=1))
    visitor = visit(persons[0], screen=size)
    page = visitor.table(table)
    player = player_of(visitor)
    press(visitor, "settings")
    page.get_by_role("checkbox", name=visitor.words("settings.confirm")).check()
    page.keyboard.press("Escape")
    visitor.settle()
    before = len(stage.moves(table))
    player.pick(player.group(RACKS[game]).get_by_role("button", disabled=False).first, WALLS[game])
    player.press(player.offered("copenhagen.build.pay" if game == "copenhagen" else "roll-and-write.draw").last)
    visitor.settle()
    assert len(stage.moves(table)) == before  # it waits
    tile = visitor.wire.moves[-1].split()[1]
    name = visitor.words("tile.name", colour=visitor.words(f"colour.{tile[0]}"), size=tile[1])
    expect(page.get_by_text(visitor.words.like("prompt.confirm.move")).filter(has_text=name).first).to_be_visible()
    planned = player.grid(WALLS[game]).get_by_role("gridcell", name=visitor.words("cell.planned"))
    expect(planned).to_have_count(int(tile[1]))
    expect(page.locator("svg .ghost > g")).to_have_count(1)  # the tile itself, in its colour
    player.press(player.offered("confirm"))
    visitor.settle()
    assert len(stage.moves(table)) == before + 1


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_the_result_waits_until_the_last_move_was_seen(game: str, size: Screen, visit: Visit, stage: Stage) -> None:
    whole, _ = stage.lay(game, 2, lambda state: state.over)
    last_but_one = len(stage.moves(whole)) - 1
    table, persons = stage.lay(game, 2, lambda state: sum("move" in one for one in state.history) == last_but_one)
    visitor = visit(persons[1], screen=size)
    page = visitor.table(table)
    stage.play(table, persons, lambda state: state.over)
    reasons = [visitor.words.like(key).pattern for key in ("ended.goal", "ended.end card", "ended.last round")]
    why = page.get_by_text(re.compile("|".join(reasons)))
    expect(why).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name=visitor.words("result"), exact=True).click()
    expect(page.get_by_role("dialog").get_by_text(re.compile("|".join(reasons)))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()  # to look at the board
    expect(page.get_by_role("button", name=visitor.words("result"), exact=True)).to_be_visible()


# Refusals


def instead(page: Page, move: str) -> None:
    """Whatever move the page sends, the server gets this one."""

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def send(text: str | bytes) -> None:
            message = json.loads(text)
            server.send(json.dumps(message | {"move": move} if "move" in message else message))

        route.on_message(send)
        server.on_message(route.send)

    page.route_web_socket(re.compile("/live$"), listen)


def refused_with(state: State, code: str) -> tuple[str, dict[str, object]]:
    """A move that is refused so here, and the numbers of it; having none is told in words."""
    tries = [f"reroll {face * 5}" for face in "RYGBPW"]
    tries += [f"draw P5 {' '.join(f'{column}{row}' for column in 'abcde')}* using PPPPP" for row in range(1, 10)]
    for move in state.moves():
        if move.startswith(("build", "draw")):
            head, tile = move.rpartition(" ")[0], move.split()[1]
            paid = [letter * many for letter in "RYGBP" for many in range(1, 8)]
            tries += [
                f"{head} {one}" for one in (*paid, *((tile[0] * int(tile[1]))[:-many] + "+" * many for many in (1, 2)))
            ]
    for move in tries:
        why = state.explain(move)
        if why is not None and why.code == code and why.details.get("have") != 0:
            return move, dict(why.details)
    raise AssertionError(f"nothing is refused as {code} here")


@pytest.mark.spread(2)
@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize(
    ("game", "code", "numbers"),
    [
        ("copenhagen", "price", ("price", "paid", "have")),
        ("roll-and-write", "not rolled", ("dice", "have")),
        ("roll-and-write", "too few", ("needed", "have")),
        ("roll-and-write", "no bonus", ("bonuses", "have")),
    ],
)
def test_a_refusal_tells_numbers_once(
    game: str, code: str, numbers: tuple[str, ...], language: str, visit: Visit, stage: Stage
) -> None:
    wanted = offers("reroll") if game == "roll-and-write" else can_place(0, "action", after=20, tiles=1)
    table, persons = stage.lay(game, 2, wanted, preferring("start red", "mark red"))
    move, details = refused_with(stage.state(table), code)
    visitor = visit(persons[0], screen=SMALL_PHONE, language=language)
    instead(visitor.page, move)
    page = visitor.table(table)
    player = player_of(visitor)
    if game == "copenhagen":
        press_docks(player, 1, 2)
        player.press(player.offered("take"))
    else:
        player.press(player.group("roll-and-write.dice").get_by_role("button", disabled=False).first)
        player.press(player.button("roll-and-write.roll", whole=False))
    alert = page.get_by_role("alert").filter(has_text=re.compile(r"\w"))
    expect(alert).to_have_count(1)
    for name in numbers:
        expect(alert).to_contain_text(str(details[name]))
