"""What uses an ability up says so, in words and with its picture: the button that does it, and an idea of it."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from nyhavn.play import State
from tests.client.browsing import DESK, SMALL_PHONE, Screen, Visitor
from tests.client.conftest import Visit
from tests.client.playing import Finger, Mouse, Player
from tests.client.positions import preferring
from tests.client.screens import Laid
from tests.client.stage import Stage
from tests.client.test_moves import about_to_do_both, dice_laid, offers, press_docks, tiles_where

pytestmark = pytest.mark.slow

SIZES = pytest.mark.parametrize("size", [DESK, SMALL_PHONE], ids=["desk", "phone"])


def come(laid: Laid, size: Screen, visit: Visit) -> Player:
    visitor = visit(laid[1][0], screen=size)
    visitor.table(laid[0])
    return Player(visitor, Finger() if size.touch else Mouse())


def pictures(part: Locator) -> set[str]:
    """The icons of a part, by their lines."""
    found: list[str] = part.locator("svg.piece > path").evaluate_all("all => all.map((it) => it.getAttribute('d'))")
    return set(found)


def ability(player: Player, name: str) -> Locator:
    """Among mine."""
    mine = player.page.get_by_role("list", name=player.words("abilities"), exact=True)
    return mine.get_by_role("button", name=re.compile(re.escape(player.words(f"copenhagen.ability.{name}"))))


def star(player: Player, letter: str, name: str) -> Locator:
    """Its track: a picture where nothing can be done with it."""
    words = player.words
    track = words("roll-and-write.track", colour=words.colour(letter), ability=words(f"roll-and-write.ability.{name}"))
    named = re.compile("^" + re.escape(track))
    return player.page.get_by_role("button", name=named).or_(player.page.get_by_role("img", name=named)).first


def says(button: Locator, words: str, picture: set[str]) -> None:
    expect(button).to_contain_text(words)
    assert pictures(button) & picture
    assert button.locator("svg.piece").first.is_visible()


@SIZES
@pytest.mark.parametrize(("name", "docks"), [("any", (2, 6)), ("extra", (3, 4, 5))])
def test_a_take(name: str, docks: tuple[int, ...], size: Screen, visit: Visit, stage: Stage) -> None:
    move = " ".join(map(str, ("take", *docks)))
    player = come(stage.lay("copenhagen", 2, offers(move), preferring(f"coat ability {name}")), size, visit)
    press_docks(player, *docks)
    says(player.offered("take").last, player.words(f"copenhagen.ability.{name}"), pictures(ability(player, name)))


@SIZES
def test_a_build_after_a_take(size: Screen, visit: Visit, stage: Stage) -> None:
    laid, docks = about_to_do_both(stage)
    player = come(laid, size, visit)
    press_docks(player, *docks)
    player.press(player.offered("copenhagen.take.build"))
    player.visitor.settle()
    player.pick(player.group("copenhagen.rack").get_by_role("button", disabled=False).first, "copenhagen.house.mine")
    says(
        player.offered("copenhagen.build.pay"),
        player.words("copenhagen.ability.both"),
        pictures(ability(player, "both")),
    )


def without_x(player: Player) -> None:
    player.press(player.page.get_by_role("button", name=player.words("roll-and-write.ability.no-x"), exact=True).first)


Laying = Callable[[State], bool]
STARS: list[tuple[str, str, str, Laying]] = [
    ("no-x", "blue", "B", tiles_where(lambda tile, _: tile["without_mark"])),
    ("again", "yellow", "Y", tiles_where(lambda _, shape: shape["take"] == "again")),
    ("single-x", "purple", "P", offers("single")),
]


@pytest.mark.spread(2)
@SIZES
@pytest.mark.parametrize(("name", "track", "letter", "until"), STARS, ids=[name for name, *_ in STARS])
def test_a_drawing(name: str, track: str, letter: str, until: Laying, size: Screen, visit: Visit, stage: Stage) -> None:
    player = come(dice_laid(stage, track, until), size, visit)
    wall, facade = "roll-and-write.sheet.mine", player.group("roll-and-write.facade")
    picture = pictures(star(player, letter, name))
    if name == "single-x":
        player.press(player.offered("roll-and-write.ability.single-x"))
        player.press(player.possible(player.grid(wall)).first)
    elif name == "again":
        player.pick(facade.get_by_role("button", name=player.words("roll-and-write.by-again")).first, wall)
    else:
        player.pick(facade.get_by_role("button", disabled=False).first, wall)
        without_x(player)
    says(player.offered("roll-and-write.draw").last, player.words(f"roll-and-write.ability.{name}"), picture)


@SIZES
def test_an_idea(size: Screen, visit: Visit, stage: Stage) -> None:
    """The server's answer is made up: bots that think take their time."""
    move = "take 2 6"
    table, persons = stage.lay("copenhagen", 2, offers(move), hints=True)
    state = stage.state(table)
    fields = next(one for one in state.choices(0)["fields"] if one.get("docks") == [2, 6])
    idea = {"move": move, "fields": fields, "share": 0.5, "effects": state.preview(move), "reasons": []}
    visitor: Visitor = visit(persons[0], screen=size)

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if "hint" in message:
                route.send(json.dumps({"ack": message["id"], "n": 0, "ideas": [idea]}))
            else:
                server.send(text)

        server.on_message(route.send)
        route.on_message(hear)

    visitor.page.route_web_socket(re.compile("/live$"), listen)
    visitor.table(table)
    player = Player(visitor, Finger() if size.touch else Mouse())
    player.press(player.offered("idea.ask"))
    using = re.compile(
        re.escape(visitor.words("idea.using", move="", abilities=visitor.words("copenhagen.ability.any")).strip())
    )
    expect(visitor.page.get_by_text(using).first).to_be_visible()
    does = player.actions.get_by_role("button", disabled=False).last
    says(does, visitor.words("copenhagen.ability.any"), pictures(ability(player, "any")))
