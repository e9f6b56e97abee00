"""The client holds no rule: whatever a server offers, however bent, is what the page offers, and nothing else."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.client.browsing import Visitor
from tests.client.conftest import Visit
from tests.client.playing import Mouse, Player
from tests.client.stage import Stage

pytestmark = pytest.mark.slow
Json = dict[str, Any]
ALL_CELLS = (1 << 45) - 1
TOP_RIGHT = 1 << 43
"""The anchor d9: from there a tile two wide reaches the last cell of the house, and hangs in the air."""


class FakeServer:
    """Tells what the real one tells, but for the choices; hears what is asked for, and does none of it."""

    def __init__(self, bend: Callable[[Json], Json]) -> None:
        self.bend = bend
        self.asked: list[Json] = []

    def listen(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("choices"):
                message["choices"] = self.bend(message["choices"])
            route.send(json.dumps(message))

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if "subscribe" in message or "ping" in message:
                server.send(text)
            else:
                self.asked.append(message)
                route.send(json.dumps({"refused": message["id"], "code": "busy", "details": {}, "sentence": "no"}))

        server.on_message(tell)
        route.on_message(hear)


def at_fake_table(game: str, bend: Callable[[Json], Json], visit: Visit, stage: Stage) -> tuple[Player, FakeServer]:
    """Somebody at the beginning of a game whose choices are bent."""
    table, persons = stage.lay(game, 2, lambda state: state.turn == 0 and len(state.history) > 2)
    visitor: Visitor = visit(persons[0])
    server = FakeServer(bend)
    visitor.page.route_web_socket(re.compile("/live$"), server.listen)
    visitor.table(table)
    return Player(visitor, Mouse()), server


def tile(name: str, pay: str, legal: int) -> Json:
    """A tile that has places only where it lies flat."""
    plain = {"take": "open", "unsupported": 0, "unaffordable": 0, "touching": 0, "gains": []}
    flat = {"shape": 0, "legal": legal, "covered": ALL_CELLS & ~legal, **plain}
    upright = {"shape": 1, "legal": 0, "covered": ALL_CELLS, **plain}
    ways = [{"pay": pay, "letters": pay, "bonuses": 0, "abilities": []}]
    paid = {"left": 1, "price": 9, "payments": ways, "touching": [], "without_mark": False}
    return {"tile": name, "shapes": [flat, upright], **paid}


def test_moves_that_no_rule_allows_are_offered_and_no_others(visit: Visit, stage: Stage) -> None:
    def bent(choices: Json) -> Json:
        fields = [{"kind": "take", "docks": [1, 4, 7]}, {"kind": "swim", "lanes": 2}]
        return {**choices, "phase": "action", "moves": ["take 1 4 7", "swim 2"], "fields": fields, "tiles": []}

    player, server = at_fake_table("copenhagen", bent, visit, stage)
    docks = player.group("copenhagen.docks").get_by_role("button")
    enabled = [number for number in range(1, 8) if docks.nth(number - 1).is_enabled()]
    assert enabled == [1, 4, 7]
    assert player.group("copenhagen.rack").get_by_role("button", disabled=False).count() == 0
    player.choose(player.actions.get_by_role("button", name="swim 2", exact=True))  # unknown, and yet it can be played
    for number in (1, 4, 7):
        player.press(docks.nth(number - 1))
    player.press(player.offered("take").last)
    player.visitor.until(lambda: len(server.asked) == 2, "both moves")
    assert [message["move"] for message in server.asked] == ["swim 2", "take 1 4 7"]


@pytest.mark.parametrize(
    ("game", "rack", "wall", "verb"),
    [
        ("copenhagen", "copenhagen.rack", "copenhagen.house.mine", "copenhagen.build.pay"),
        ("roll-and-write", "roll-and-write.facade", "roll-and-write.sheet.mine", "roll-and-write.draw"),
    ],
)
def test_a_place_that_no_rule_allows_is_offered_and_no_other(
    game: str, rack: str, wall: str, verb: str, visit: Visit, stage: Stage
) -> None:
    def bent(choices: Json) -> Json:
        phase = "action" if game == "copenhagen" else "turn"
        return {**choices, "phase": phase, "moves": [], "fields": [], "tiles": [tile("R2", "YGB", TOP_RIGHT)]}

    player, server = at_fake_table(game, bent, visit, stage)
    tiles = player.group(rack).get_by_role("button", disabled=False)
    assert tiles.count() == 1
    assert player.group("copenhagen.docks").get_by_role("button", disabled=False).count() == 0
    player.press(tiles)
    cells = player.possible(player.grid(wall))
    places = [player.words("cell.place", row=9, column=column) for column in "de"]
    expect(cells).to_have_count(len(places))
    for place in places:
        expect(cells.and_(player.grid(wall).get_by_role("gridcell", name=place))).to_have_count(1)
    player.press(cells.first)
    player.press(player.offered(verb).first)
    player.visitor.until(lambda: len(server.asked) == 1, "the move")
    word = {"copenhagen": "build R2 d9", "roll-and-write": "draw R2 d9"}[game]
    assert server.asked[0]["move"].startswith(word)
    assert server.asked[0]["move"].endswith(" YGB")


def test_what_follows_a_take_is_what_the_server_says(visit: Visit, stage: Stage) -> None:
    """Nobody here has both actions (C39); and nothing is sent to see whether it is refused."""

    def bent(choices: Json) -> Json:
        moves = {"take 1 2": [1, 2], "take 3 4": [3, 4], "take 5 6": [5, 6]}
        then = {"take 3 4": ["after take"], "take 5 6": ["discard", "after take"]}
        fields = [{"kind": "take", "docks": docks} for docks in moves.values()]
        return {**choices, "phase": "action", "moves": [*moves], "fields": fields, "tiles": [], "then": then}

    player, server = at_fake_table("copenhagen", bent, visit, stage)
    docks = player.group("copenhagen.docks").get_by_role("button")
    for first, twofold in ((1, False), (3, True), (5, True)):
        for number in (first, first + 1):
            player.press(docks.nth(number - 1))
        expect(player.offered("copenhagen.take.build")).to_have_count(int(twofold))
        player.press(player.offered("take").last)
        asked = (first + 1) // 2
        player.visitor.until(lambda: len(server.asked) == asked, "the move")  # noqa: B023 - asked at once
    told = [message.get("moves", message.get("move")) for message in server.asked]
    assert told == ["take 1 2", ["take 3 4", "end"], "take 5 6"]


def test_a_single_cell_lies_where_the_server_says(visit: Visit, stage: Stage) -> None:
    """In the air, without a star, and it frames a line that is not complete."""

    def bent(choices: Json) -> Json:
        fields = [{"kind": "single", "cell": "d9", "crossed": True}]
        single = tile("W1", "", TOP_RIGHT) | {"payments": [{"pay": "", "letters": "", "bonuses": 0, "abilities": []}]}
        single["shapes"] = [single["shapes"][0] | {"gains": [[43, 0, 7, 0, "9"]]}]
        return {**choices, "phase": "turn", "moves": ["single d9*"], "fields": fields, "tiles": [], "single": single}

    player, server = at_fake_table("roll-and-write", bent, visit, stage)
    player.press(player.offered("roll-and-write.ability.single-x"))
    wall = player.grid("roll-and-write.sheet.mine")
    cells = player.possible(wall)
    expect(cells).to_have_count(1)
    player.press(cells)
    expect(player.page.get_by_text(player.words("bubble.points", n=7)).first).to_be_visible()
    expect(player.page.locator("rect.line")).to_have_count(1)
    player.press(player.offered("roll-and-write.draw").last)
    player.visitor.until(lambda: len(server.asked) == 1, "the move")
    assert server.asked[0]["move"] == "single d9*"


def test_nothing_offered_is_nothing_to_press(visit: Visit, stage: Stage) -> None:
    player, server = at_fake_table(
        "copenhagen", lambda choices: {**choices, "moves": [], "fields": [], "tiles": []}, visit, stage
    )
    for group in ("copenhagen.docks", "copenhagen.rack"):
        assert player.group(group).get_by_role("button", disabled=False).count() == 0
    player.group("copenhagen.docks").get_by_role("button").first.click(force=True)
    player.page.keyboard.press("1")
    player.page.keyboard.press("2")
    assert not server.asked
