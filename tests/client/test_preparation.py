"""The first start on a machine: the page is there at once, and says what is being prepared and how long it takes."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.client.conftest import Visit
from tests.server.serving import Server

pytestmark = pytest.mark.slow
COMPILED = 120_000
"""Milliseconds in which a busy machine has compiled the rules."""


def test_the_page_says_what_is_being_prepared_and_goes_on_by_itself(
    visit: Visit, client: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        visitor.excused = lambda complaint: "503" in complaint  # the browser notes what was refused
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


def _until_it_answers(server: Server) -> None:
    """The port is open long before the games are ready."""
    transport = httpx.HTTPTransport(retries=8)
    with httpx.Client(transport=transport, timeout=20) as asking:
        assert asking.get(server.url).status_code == 200
