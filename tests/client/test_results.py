"""After the game: who has won, also together or by time; and what leaves the page."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.client.browsing import SMALL_PHONE, Visitor
from tests.client.conftest import Visit
from tests.client.screens import Scenes
from tests.client.stage import NAMES, Stage

pytestmark = pytest.mark.slow


def with_result(page: Page, **bent: Any) -> None:
    """The server tells another result."""

    def listen(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            if (message.get("table") or {}).get("result"):
                message["table"]["result"] |= bent
            route.send(json.dumps(message))

        server.on_message(tell)
        route.on_message(server.send)

    page.route_web_socket(re.compile("/live$"), listen)


@pytest.mark.parametrize("seat", [0, 2])
def test_a_win_that_is_shared(seat: int, visit: Visit, scenes: Scenes) -> None:
    table, persons = scenes.over
    visitor: Visitor = visit(persons[seat], screen=SMALL_PHONE)
    with_result(visitor.page, winners=[0, 1], ranking=[[0, 1], [2]], scores=[12, 12, 3], empty_cells=[7, 7, 20])
    visitor.table(table)
    result = visitor.page.get_by_role("dialog")
    if seat == 0:
        expect(result.get_by_role("heading", name=visitor.words("result.shared", names=NAMES[1]))).to_be_visible()
    else:
        expect(result.get_by_role("heading", name=re.compile(f"^{NAMES[0]} and {NAMES[1]} "))).to_be_visible()
    assert result.get_by_role("img", name=visitor.words("result.winner")).count() == 2
    ranks = [item.inner_text().split()[0] for item in result.get_by_role("listitem").all()[:3]]
    assert ranks == ["1", "1", "3"]


def test_a_game_that_is_lost_by_time(visit: Visit, stage: Stage) -> None:
    clock = {"move": 5, "bank": None, "increment": 0, "at_zero": "forfeit"}
    table, persons = stage.lay("copenhagen", 2, lambda state: state.turn == 0, clock=clock)
    visitor: Visitor = visit(persons[0])
    visitor.table(table)
    result = visitor.page.get_by_role("dialog")
    expect(result.get_by_role("listitem").nth(1)).to_contain_text(visitor.words("result.forfeited"))
    expect(result.get_by_role("heading", name=visitor.words.like("result.winners"))).to_contain_text(NAMES[1])


NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"
"""As browsers have it for pages without HTTPS, such as those of friends in one network."""


@pytest.mark.parametrize("plain", [False, True], ids=["clipboard", "without HTTPS"])
def test_a_link_is_copied(plain: bool, visit: Visit, scenes: Scenes) -> None:
    visitor: Visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if plain:
        visitor.context.add_init_script(NO_CLIPBOARD)
    page = visitor.table(scenes.over[0])
    page.get_by_role("button", name=visitor.words("replay.copy")).click()
    expect(page.get_by_role("button", name=visitor.words("invite.copied"))).to_be_visible()
    page.evaluate("document.querySelector('dialog').insertAdjacentHTML('beforeend', '<textarea></textarea>')")
    page.locator("textarea").press("Control+V")
    expect(page.locator("textarea")).to_have_value(f"{visitor.url}/#/r/{scenes.replay(scenes.over)}")


def test_the_picture_is_shared_where_the_browser_can(visit: Visit, scenes: Scenes) -> None:
    visitor: Visitor = visit(scenes.over[1][0], screen=SMALL_PHONE)
    visitor.context.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ title, files: [file] }) => { window.shared = [title, [file.type, file.size]]; }"
    )
    visitor.table(scenes.over[0])
    visitor.page.get_by_role("button", name=visitor.words("result.share")).click()
    visitor.until(lambda: visitor.page.evaluate("window.shared?.length ?? 0") == 2, "what is shared")
    title, (kind, size) = visitor.page.evaluate("window.shared")
    assert (title, kind) == ("nyhavn", "image/png")
    assert size > 10_000
