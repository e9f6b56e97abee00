"""The first start on a machine: the page is there at once, and says what is being prepared and how long it takes."""

import shutil
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from nyhavn import compiled
from nyhavn.games import find_game, game_names
from nyhavn.server.preparation import PARTS
from tests.client.browsing import SMALL_PHONE
from tests.client.conftest import Visit
from tests.client.playing import Finger, Player
from tests.client.stage import Stage
from tests.server.serving import Server

pytestmark = pytest.mark.slow
COMPILED = 120_000
"""Milliseconds in which a busy machine has compiled the rules."""


def keep_all_but(package: str, folder: Path) -> None:
    """Put what is compiled into a folder, but for the rules of one game."""
    places = {compiled.directory(find_game(game).package, part) for game in game_names() for part in PARTS}
    for place in (places | {compiled.directory(compiled.NO_GAME)}) - {compiled.directory(package)}:
        shutil.copytree(place, folder / place.name)


def test_the_page_says_what_is_being_prepared_and_goes_on_by_itself(
    visit: Visit, client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_all_but("nyhavn.games.copenhagen", tmp_path / "kernels")
    monkeypatch.setenv("NYHAVN_CACHE_DIR", str(tmp_path / "kernels"))
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, "--bot-pause", "0").start(wait=False)
    try:
        _until_it_answers(server)
        refused = httpx.get(f"{server.url}/api/v1/me")
        assert refused.status_code == 503
        assert refused.json()["code"] == "preparing"
        assert int(refused.headers["retry-after"]) > 0
        assert httpx.get(f"{server.url}/healthz").status_code == 503
        assert not httpx.get(f"{server.url}/api/v1/preparation").json()["playable"]
        visitor = visit(url=server.url, language="fr")
        # The browser notes what was refused, and its worker that the server is gone in the end.
        visitor.excused = lambda complaint: "503" in complaint or "ERR_CONNECTION" in complaint
        page, words = visitor.page, visitor.words
        page.goto(server.url)
        expect(page.get_by_role("heading", name=words("preparing"))).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_count(2)
        expect(page.get_by_role("timer")).to_contain_text(" s")
        expect(page.get_by_role("button", name=words("home.friends"))).to_be_visible(timeout=COMPILED)
        expect(page.get_by_role("heading", name=words("preparing"))).to_have_count(0)
        assert httpx.get(f"{server.url}/healthz").status_code == 200
    finally:
        server.stop()


def test_a_bot_that_is_still_being_compiled_is_told_above_the_table(visit: Visit, client: None) -> None:
    with Stage(7, bot_pause=600) as stage:  # the bot does not move
        person = stage.context.persons.new()
        table = stage.bots("copenhagen", person)
        visitor = visit(person, url=stage.url, screen=SMALL_PHONE, language="hu")
        visitor.context.clear_cookies()
        visitor.context.add_cookies([stage.cookie(person)])  # type: ignore[list-item]
        page, words = visitor.page, visitor.words
        told = {"playable": True, "steps": [{"game": "copenhagen", "part": "bots", "share": 0.4, "seconds": 40}]}
        page.route("**/api/v1/preparation", lambda route: route.fulfill(json=told))
        visitor.table(table)
        Player(visitor, Finger()).play(1)
        strip = page.get_by_role("status").filter(has_text=words("preparing.bots", n=40))
        expect(strip).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        told["steps"] = []
        expect(strip).to_be_hidden()


def _until_it_answers(server: Server) -> None:
    """The port is open long before the games are ready."""
    transport = httpx.HTTPTransport(retries=8)
    with httpx.Client(transport=transport, timeout=20) as asking:
        assert asking.get(server.url).status_code == 200
