"""Answers that do not change, and what costly ones cost."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import httpx
import pytest
from fastapi import WebSocket

from nyhavn.records import parse_record
from nyhavn.server import app as apps
from nyhavn.server.app import make_app
from nyhavn.server.limits import COUNTING, DEAF_SECONDS, OPENED, OPENING, RATES, TOGETHER, TOLD, Limits
from nyhavn.server.live import Live
from nyhavn.server.live_messages import Message
from nyhavn.server.response_cache import ResponseCache, tagged
from nyhavn.server.settings import Settings
from nyhavn.store import Store, open_store
from nyhavn.table import commands, positions, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table
from tests.server.conftest import Meet
from tests.server.playing import play_out
from tests.server.serving import Server
from tests.server.test_reviews import game

pytestmark = pytest.mark.slow


@asynccontextmanager
async def serving(tmp_path: Any, address: str = "192.0.2.1") -> AsyncIterator[httpx.AsyncClient]:
    """A server with its limits, asked from an address."""
    app = make_app(Settings(), open_store(f"sqlite:///{tmp_path}/a.db"))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield http


def test_what_is_kept_has_a_size_and_an_age() -> None:
    now = [0.0]
    responses = ResponseCache(seconds=10, most=100, now=lambda: now[0])
    for name in "abc":
        responses.keep(name, tagged(bytes(40)))
    assert [responses.find(name) is not None for name in "abc"] == [False, True, True]
    responses.keep("b", tagged(b"new"))
    assert responses.find("b") == tagged(b"new")
    responses.keep("large", tagged(bytes(101)))
    assert responses.find("large") is None
    responses.keep("d", tagged(b"d"))
    now[0] += 11
    assert responses.find("d") is None
    assert responses._size == sum(len(body.content) for _, body in responses._bodies.values())


def test_an_answer_is_not_sent_twice_to_the_same_client(server: Server, meet: Meet) -> None:
    ada = meet("Ada")
    made = ada.make(seats=[{"kind": "me"}] * 2)["id"]
    lives = [ada.live(made, seat) for seat in range(2)]
    shared = ada.post(f"/api/v1/tables/{made}/positions", {"seat": 0})["position"]
    play_out("copenhagen", lives, seed=7)
    token = ada.get(f"/api/v1/tables/{made}")["replay"]
    for live in lives:
        live.close()
    for path in ("games", f"replays/{token}", f"positions/{shared}", "../../openapi.json"):
        address = f"{server.url}/api/v1/{path}"
        first = httpx.get(address)
        tag = first.headers["etag"]
        assert first.status_code == 200
        assert first.headers["cache-control"] == "private, no-cache"
        for given in (tag, f"W/{tag}", f'"other", {tag}'):
            again = httpx.get(address, headers={"If-None-Match": given})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        changed = httpx.get(address, headers={"If-None-Match": '"other"'})
        assert (changed.status_code, changed.content) == (200, first.content)


def test_every_file_of_the_client_is_compressed_once() -> None:
    files = [file for file in apps.STATIC.rglob("*") if file.suffix in apps.PACKED]
    assert 10 < len(files) < apps.pack.cache_parameters()["maxsize"]


def test_a_game_is_gone_through_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody asks, and work with records is refused before it is done."""
    counts = {"read": 0, "replay": 0}

    def counting(name: str, original: Any) -> Any:
        def count(*given: Any) -> Any:
            counts[name] += 1
            return original(*given)

        return count

    monkeypatch.setattr(positions, "read", counting("read", positions.read))
    monkeypatch.setattr(visibility, "replay", counting("replay", visibility.replay))

    async def story() -> None:
        async with serving(tmp_path) as http:
            text = game() + " " * 20_000  # as costly as a long one
            wanted = {"position": {"record": text}, "seats": [{"kind": "me"}]}
            told = [(await http.post("/api/v1/tables", json=wanted)).status_code for _ in range(15)]
            allowed = int(RATES["work"][0] // 120) + 1
            assert 429 in told
            assert counts["read"] == len(told) - told.count(429) <= allowed

    asyncio.run(story())


def test_tables_that_must_be_read_first_are_few(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for many that nobody has looked at for a while costs; those in memory cost nothing more."""

    async def story() -> None:
        async with serving(tmp_path) as http:
            app = http._transport.app  # type: ignore[attr-defined]
            hub = app.state.context.hub
            monkeypatch.setattr(app.state.limits, "_now", lambda: 0)  # nothing fills up meanwhile
            await http.get("/api/v1/me")
            made = (await http.post("/api/v1/tables", json={"game": "copenhagen", "name": "Ada"})).json()["id"]

            async def ask(path: str, times: int) -> list[httpx.Response]:
                answers = []
                for _ in range(times):
                    hub.rooms.clear()
                    answers.append(await http.get(f"/api/v1/{path}"))
                return answers

            most = int(RATES["work"][0] / OPENING)
            told = [answer.status_code for answer in await ask(f"tables/{made}", most + 10)]
            assert told[:most] == [200] * most
            assert 429 in told[most:]
            (listed,) = await ask("me/tables", 1)
            assert listed.status_code == 200
            assert listed.json()["tables"][0]["id"] == made
            assert listed.json()["tables"][0]["names"] == [], "what is only known of tables in memory"

    asyncio.run(story())


def test_games_that_must_be_read_first_are_few(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay, a review and a table to play on at are asked for by another name, and cost the same."""

    async def story() -> None:
        async with serving(tmp_path) as http:
            app = http._transport.app  # type: ignore[attr-defined]
            made = (await http.post("/api/v1/tables", json={"game": "copenhagen", "name": "Ada"})).json()["id"]
            monkeypatch.setattr(app.state.limits, "_now", lambda: 0)
            monkeypatch.setattr(app.state.store, "find_replay", lambda token: made)
            most = int(RATES["work"][0] / OPENING)
            asks = [
                lambda: http.get("/api/v1/replays/any"),
                lambda: http.post("/api/v1/reviews", json={"replay": "any"}),
                lambda: http.post("/api/v1/tables", json={"position": {"replay": "any", "moves": 1}}),
            ]
            told = []
            for number in range(most + 10):
                app.state.context.hub.rooms.clear()
                told.append((await asks[number % 3 if number < 9 else 0]()).status_code)
            assert 429 not in told[:most], "it is not over, but that has to be read"
            assert 429 in told[most:]

    asyncio.run(story())


def work_of(app: Any, address: str = "192.0.2.1") -> float:
    """Milliseconds of work that somebody was charged."""
    level = app.state.limits._buckets.get(("work", address), (RATES["work"][0],))[0]
    return float(RATES["work"][0] - level)


def test_work_costs_by_how_much_there_is(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long logs cost more to open, entries to tell, records to write, and answers to send."""
    lines = 300

    async def story() -> None:
        async with serving(tmp_path) as http:
            app = http._transport.app  # type: ignore[attr-defined]
            hub, limits = app.state.context.hub, app.state.limits
            monkeypatch.setattr(limits, "_now", lambda: 0)
            made = (
                await http.post("/api/v1/tables", json={"game": "copenhagen", "seats": [{"kind": "me"}] * 2})
            ).json()
            table, person = made["id"], app.state.context.persons.read(http.cookies["nyhavn"])

            def say(laid: Table, at: int) -> None:
                for number in range(lines):
                    commands.chat(laid, at, person, 0, "x", None, f"{number}")

            await hub.run(table, say)

            async def cost(ask: Any) -> float:
                limits._buckets.clear()
                await ask()
                return work_of(app)

            assert await cost(lambda: http.get(f"/api/v1/tables/{table}/record")) >= COUNTING * lines
            hub.rooms.clear()
            assert await cost(lambda: http.get(f"/api/v1/tables/{table}")) == pytest.approx(
                OPENED * (made["n"] + lines)
            )
            assert await cost(lambda: http.get(f"/api/v1/tables/{table}")) == 0, "it is in memory"
            games = await http.get("/api/v1/games")
            assert await cost(lambda: http.get("/api/v1/games")) >= 1e-5 * len(games.content)
            tag = {"if-none-match": games.headers["etag"]}
            assert await cost(lambda: http.get("/api/v1/games", headers=tag)) == 0

            async def subscribe(since: int) -> None:
                own = app.state.context.hints, cast(WebSocket, None)
                live = Live(hub, limits, *own, table, person, "192.0.2.1")
                await live._do(Message.model_validate({"id": "1", "subscribe": {"since": since, "seat": 0}}))
                hub.depart(live.connection)

            assert await cost(lambda: subscribe(0)) == pytest.approx(TOLD * (made["n"] + lines))
            assert await cost(lambda: subscribe(lines)) == pytest.approx(TOLD * made["n"])

    asyncio.run(story())


def test_nobody_waits_while_a_record_is_dealt(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes through a whole record is done beside the loop in which everybody is served."""
    threads: list[int] = []

    def noting(original: Any) -> Any:
        def note(*given: Any) -> Any:
            threads.append(threading.get_ident())
            return original(*given)

        return note

    monkeypatch.setattr(positions, "dealt_anew", noting(positions.dealt_anew))
    monkeypatch.setattr("nyhavn.table.table.parse_record", noting(parse_record))

    async def story() -> None:
        async with (
            serving(tmp_path) as ada,
            httpx.AsyncClient(transport=ada._transport, base_url="http://localhost") as bo,
        ):
            position = {"record": game()}
            await ada.post("/api/v1/tables", json={"position": position, "seats": [{"kind": "me"}] * 2})
            assert len(threads) == 1
            laid = await ada.post("/api/v1/tables", json={"position": position, "seats": [{"kind": "me"}]})
            sat = await bo.post(f"/api/v1/tables/{laid.json()['id']}/seats/1", json={"name": "Bo"})
            assert sat.json()["status"] == "playing"
            assert len(threads) == 3
            assert threading.get_ident() not in threads

    asyncio.run(story())


def test_health_is_read_only(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(tmp_path) as http:
            await asyncio.sleep(0.1)  # whatever has to be done at the start
            with monkeypatch.context() as patch:
                asked: list[Store] = []
                patch.setattr(Store, "check", asked.append)
                for _ in range(100):
                    assert (await http.get("/healthz")).status_code == 200
                assert not asked

    asyncio.run(story())


def test_limits_by_cost() -> None:
    now = [0]
    limits = Limits(1.0, lambda: now[0])
    most, rate = RATES["work"]
    limits.spend("work", "Ada", most - 10)
    with pytest.raises(Refusal) as caught:
        limits.spend("work", "Ada", 11)
    assert caught.value.details["seconds"] >= 1
    limits.spend("work", "Ada", 10)
    now[0] += int(1000 * most / rate) + 1
    limits.spend("work", "Ada", most * 100)  # more than there ever is costs all there is
    with pytest.raises(Refusal):
        limits.spend("work", "Ada", 1)


def test_new_names_behind_one_address_do_not_help() -> None:
    limits = Limits(1.0, lambda: 0)
    most = RATES["hint"][0]
    got = 0
    for person in range(100):
        for _ in range(int(most)):
            with suppress(Refusal):
                limits.spend_both("hint", str(person), "192.0.2.1")
                got += 1
    assert got == most * TOGETHER
    limits.spend_both("hint", "somebody", "192.0.2.2")


def test_a_client_that_ignores_refusals_is_not_listened_to() -> None:
    now = [1_000_000]
    limits = Limits(1.0, lambda: now[0])
    for _ in range(int(RATES["refusal"][0])):
        limits.warn("192.0.2.1")
    assert not limits.is_deaf("192.0.2.1")
    limits.warn("192.0.2.1")
    assert limits.is_deaf("192.0.2.1")
    assert not limits.is_deaf("192.0.2.2")
    now[0] += DEAF_SECONDS * 1000
    assert not limits.is_deaf("192.0.2.1")
    limits.warn("192.0.2.1", 1000)
    now[0] -= 500_000  # a clock that is set back
    assert not limits.is_deaf("192.0.2.1")


def test_refused_requests_end_in_deafness(tmp_path: Any) -> None:
    """By network of 64 bits, for pages and the API alike; health is told to others."""

    async def story() -> None:
        async with serving(tmp_path, "2001:db8::1") as http:
            told = [(await http.get("/api/v1/me")).status_code for _ in range(300)]
            assert told.count(200) <= RATES["request"][0] + 50
            assert told[-1] == 429
            answer = await http.get("/healthz")
            assert (answer.status_code, answer.headers["connection"]) == (429, "close")
            app = http._transport.app  # type: ignore[attr-defined]
            for address, status in (("2001:db8::ffff:1", 429), ("2001:db8:0:1::1", 200), ("192.0.2.1", 200)):
                transport = httpx.ASGITransport(app, client=(address, 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as other:
                    told_429 = (await other.get("/healthz")).status_code == 429
                    assert told_429 is (status == 429)

    asyncio.run(story())
