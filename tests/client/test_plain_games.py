"""A game that the server has and the client has no part for: it is listed, and played by its moves as buttons."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.client.browsing import PHONE, Visitor
from tests.client.conftest import Visit
from tests.client.stage import Stage

UNKNOWN = "somebody-elses"
SOME = 4
MOST = 200
"""Buttons that are drawn at once."""


@contextmanager
def renamed(visitor: Visitor, game: str) -> Iterator[Page]:
    """A page that knows a game of the server by a name that it has never heard."""

    def answer(route: Route) -> None:
        sent = route.request.post_data
        answer = route.fetch(post_data=sent.replace(UNKNOWN, game) if sent else None)
        route.fulfill(response=answer, body=answer.text().replace(game, UNKNOWN))

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace(game, UNKNOWN)))

    visitor.context.route("**/api/v1/**", answer)
    visitor.context.route_web_socket(re.compile(r"/live$"), connect)
    yield visitor.page
    visitor.context.unroute_all(behavior="ignoreErrors")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_every_move_is_a_button(game: str, visit: Visit, stage: Stage) -> None:
    person = stage.context.persons.new()
    table = stage.bots(game, person)
    visitor: Visitor = visit(person)
    with renamed(visitor, game) as page:
        page.goto(f"{visitor.url}/#/t/{table}")
        expect(page.get_by_role("heading", level=1, name=UNKNOWN)).to_be_attached()
        actions = page.get_by_role("region", name=visitor.words("actions"))
        moves = actions.get_by_role("listitem").get_by_role("button")
        for _ in range(SOME):
            legal = stage.state(table).moves()
            expect(moves).to_have_count(min(MOST, len(legal)))
            visitor.until(lambda now=legal: set(moves.all_inner_texts()) <= set(now), "these")  # type: ignore[misc]
            played, move = len(stage.state(table).history), moves.first.inner_text()
            moves.first.click()
            page.get_by_role("group", name=visitor.words("actions")).get_by_role("button").click()
            log = page.get_by_role("list", name=visitor.words("log"), exact=True)
            expect(log).to_contain_text(move)
            visitor.until(lambda before=played: len(stage.state(table).history) > before, "a move")  # type: ignore[misc]
            visitor.until(lambda: stage.state(table).turn == 0, "my turn")


@pytest.mark.slow
def test_it_is_listed_and_two_clicks_away(visit: Visit, stage: Stage) -> None:
    visitor: Visitor = visit(screen=PHONE)
    with renamed(visitor, "roll-and-write") as page:
        visitor.home()
        games = page.get_by_role("heading", level=2)
        expect(games).to_have_text([visitor.words("game.copenhagen"), UNKNOWN])
        page.get_by_role("button", name=f"{visitor.words('home.play')}: {UNKNOWN}").click()
        expect(page.get_by_role("region", name=visitor.words("actions"))).to_be_visible()
        # No lesson and no rules are promised.
        page.goto(f"{visitor.url}/")
        page.get_by_role("button", name=visitor.words("home.learn")).click()
        lessons = page.get_by_role("dialog").get_by_role("button", name=re.compile("Copenhagen|Write|somebody"))
        expect(lessons).to_have_text([visitor.words("game.copenhagen")])
        expect(page.get_by_role("link", name=f"{visitor.words('rules')}: {UNKNOWN}")).to_have_count(0)
