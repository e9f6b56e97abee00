"""The second door: only somebody at the machine opens it, only what comes in through it is new, and it shuts again."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from nyhavn.client import Live
from nyhavn.server import lan
from nyhavn.server.api import may_open
from nyhavn.server.settings import Settings
from tests.client.stage import Stage

HOUSE = "127.0.0.2"
"""An address of this machine that is none of its own names, as that of a network would be."""


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setattr(lan, "lan_address", lambda: HOUSE)
    with Stage(1) as running:
        yield running


@contextmanager
def somebody(base: str) -> Iterator[httpx.Client]:
    """A browser with a page of the server, at one of its addresses."""
    with httpx.Client(base_url=base, headers={"Origin": base}) as browser:
        assert browser.get("/api/v1/me").json()["known"]
        yield browser


def house_of(stage: Stage) -> str:
    return f"http://{HOUSE}:{stage.port}"


def is_open(stage: Stage) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex((HOUSE, stage.port)) == 0


def test_the_house_comes_in_when_the_owner_says_so_and_not_any_more_afterwards(stage: Stage) -> None:
    with somebody(stage.url) as owner:
        made = owner.post("/api/v1/tables", json={"players": 2}).json()
        assert made["invite"] | {"code": None} == {"link": None, "hint": "lan", "code": None}
        assert owner.get("/api/v1/me").json()["local"]
        assert not is_open(stage)

        assert owner.post("/api/v1/lan").json() == {"base": house_of(stage)}
        assert owner.post("/api/v1/lan").json() == {"base": house_of(stage)}, "once more changes nothing"
        invite = owner.get(f"/api/v1/tables/{made['id']}").json()["invite"]
        assert invite["link"] == f"{house_of(stage)}/#/t/{made['id']}"
        assert invite["hint"] == "opened"
        assert not owner.get("/api/v1/me").json()["local"]
        with somebody(house_of(stage)) as guest:
            sat = guest.post(f"/api/v1/tables/{made['id']}/seats/1", json={"name": "Bo"})
            assert sat.json()["status"] == "playing"
            assert sat.json()["invite"]["hint"] == "", "a guest opens and shuts nothing"

        assert owner.delete("/api/v1/lan").json() == {"base": None}
        assert not is_open(stage)
        assert owner.get("/api/v1/me").json()["local"]
        assert owner.post("/api/v1/lan").json() == {"base": house_of(stage)}
        assert is_open(stage)


def test_those_who_look_are_told_the_link_from_then_on(stage: Stage) -> None:
    with somebody(stage.url) as owner:
        made = owner.post("/api/v1/tables", json={"players": 3}).json()
        cookie = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
        live = Live(stage.url, made["id"], cookie, 0, None)
        owner.post("/api/v1/lan")
        owner.post(f"/api/v1/tables/{made['id']}/seats/1", json={"bot": "greedy"})
        told: dict[str, Any] = live.receive()
        while "table" not in told:
            told = live.receive()
        assert told["table"]["invite"]["link"] == f"{house_of(stage)}/#/t/{made['id']}"
        live.close()


@pytest.mark.parametrize(
    "strange",
    [
        {"Origin": ""},  # a program, or a page that hides where it comes from
        {"Origin": "http://evil.example"},
        {"Origin": f"http://{HOUSE}"},
        {"X-Forwarded-For": "192.0.2.9"},
        {"Forwarded": "for=192.0.2.9"},
        {"Via": "1.1 proxy"},
        {"X-Forwarded-Proto": "http"},
        {"X-Real-IP": "127.0.0.1"},
        {"CF-Connecting-IP": "127.0.0.1"},
        {"Host": "evil.example"},
    ],
)
def test_nobody_else_opens_it(stage: Stage, strange: dict[str, str]) -> None:
    with somebody(stage.url) as owner:
        headers = {name: value for name, value in (dict(owner.headers) | strange).items() if value}
        if not strange.get("Origin", "there"):
            del owner.headers["Origin"]
            headers.pop("origin", None)
        refused = owner.post("/api/v1/lan", headers=headers)
        assert refused.status_code in (400, 403), refused.text
        assert refused.json()["code"] in ("not here", "origin", "host")
        assert not is_open(stage)


def test_nobody_from_the_house_shuts_it_or_comes_by_another_name(stage: Stage) -> None:
    with somebody(stage.url) as owner:
        owner.post("/api/v1/lan")
    with somebody(house_of(stage)) as guest:
        for refused in (guest.delete("/api/v1/lan"), guest.post("/api/v1/lan")):
            assert (refused.status_code, refused.json()["code"]) == (403, "not here")
        claimed = {"Host": f"127.0.0.1:{stage.port}", "Origin": stage.url}
        assert guest.delete("/api/v1/lan", headers=claimed).json()["code"] == "not here"
        rebound = guest.get("/api/v1/me", headers={"Host": "evil.example"})
        assert (rebound.status_code, rebound.json()["code"]) == (400, "host")
        foreign = guest.post("/api/v1/tables", json={}, headers={"Origin": "http://evil.example"})
        assert foreign.json()["code"] == "origin"
        assert guest.get("/metrics", headers={"X-Forwarded-For": HOUSE}).status_code == 404
    assert is_open(stage)


def test_without_a_network_it_says_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "lan_address", lambda: None)
    with somebody(stage.url) as owner:
        refused = owner.post("/api/v1/lan")
    assert (refused.status_code, refused.json()["code"]) == (409, "no network")


def test_a_port_that_is_taken_there_is_another_one(stage: Stage) -> None:
    with socket.create_server((HOUSE, stage.port)), somebody(stage.url) as owner:
        base = owner.post("/api/v1/lan").json()["base"]
        assert base != house_of(stage)
        assert httpx.get(f"{base}/healthz").json()["status"] == "ok"


@pytest.mark.parametrize("given", [{"host": "0.0.0.0"}, {"public_url": "https://games.example.org"}])
def test_a_server_for_others_has_no_second_door(given: dict[str, str]) -> None:
    settings = Settings(**given)  # type: ignore[arg-type]
    settings.lan.serve = lambda listening: pytest.fail("nobody listens")
    scope = {
        "type": "http",
        "client": ("127.0.0.1", 9),
        "server": ("127.0.0.1", 8000),
        "headers": [(b"host", b"127.0.0.1")],
    }
    asking = HTTPConnection({**scope, "path": "/", "query_string": b"", "scheme": "http"})
    assert lan.is_at_machine(asking)
    assert not may_open(settings, asking)
