"""Wrong clocks: whatever they say, no table is removed and nobody forfeits by it. Only time itself is made up here."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from nyhavn.server import maintenance
from nyhavn.server.app import make_app
from nyhavn.server.context import Context
from nyhavn.server.database_time import DOWN, ServerTime, served_since
from nyhavn.server.settings import DAY, Settings
from nyhavn.store import Store, open_store
from tests.cli import run
from tests.databases import new_database
from tests.server.clocks import HOUR, SECOND, START, Clocks

Json = dict[str, Any]
WAYS = ["sqlite", "postgresql", "own clock"]
"""Whose clock is wrong: with PostgreSQL that of the database, or that of the server's machine alone."""


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


BOTH_DATABASES = pytest.mark.parametrize("way", ["sqlite", "postgresql"])


@pytest.fixture
def url(way: str, tmp_path: Path) -> Iterator[str]:
    with new_database("sqlite" if way == "sqlite" else "postgresql", tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The maintenance looks all the time."""
    monkeypatch.setattr(maintenance, "TICK", 0.005)
    monkeypatch.setattr(maintenance, "EXPIRE_SECONDS", -1.0)


@asynccontextmanager
async def serving(url: str, clocks: Clocks, way: str, **settings: Any) -> AsyncIterator["Guest"]:
    """A server on these clocks, and somebody there."""
    store = open_store(url)
    if way == "postgresql":
        store.now = clocks.wall  # type: ignore[method-assign]
        store._time_within = lambda connection: clocks.wall()  # type: ignore[method-assign]
    app = make_app(Settings(limits=0, bot_pause=0, now=clocks.wall, steady=clocks.steady, **settings), store)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield Guest(app, http, clocks)


class Guest:
    """Somebody who lays tables for two and plays both hands."""

    def __init__(self, app: FastAPI, http: httpx.AsyncClient, clocks: Clocks) -> None:
        self.context: Context = app.state.context
        self.store: Store = app.state.store
        self.http = http
        self.clocks = clocks
        self.beats = 0
        self.beating = asyncio.Event()
        alive, loop = self.store.alive, asyncio.get_running_loop()

        def noticed(process: str, now: int) -> None:
            alive(process, now)
            self.beats += 1
            loop.call_soon_threadsafe(self.beating.set)

        self.store.alive = noticed

    async def lay(self, **made: Any) -> str:
        body = {"game": "copenhagen", "seats": [{"kind": "me"}, {"kind": "me"}], **made}
        table: str = (await self.http.post("/api/v1/tables", json=body)).json()["id"]
        return table

    async def beat(self, times: int = 5) -> None:
        """Let the maintenance look."""
        beats = self.beats
        while self.beats < beats + times:
            await asyncio.wait_for(self.beating.wait(), 20)
            self.beating.clear()

    async def go(self, milliseconds: int) -> None:
        """Time passes while the server is there."""
        while milliseconds > 0:
            part = min(milliseconds, DOWN - SECOND)
            self.clocks.go(part)
            milliseconds -= part
            await self.beat(1)
        await self.beat(2)  # the first is told before clocks are looked at

    async def left(self, table: str) -> int:
        """What the seat to move has left."""
        async with self.context.hub.open(table) as (_, found):
            assert found.clocks is not None
            assert found.clocks.running is not None
            return found.clocks.at(found.clocks.running, self.context.hub.now())

    async def status(self, table: str) -> str:
        """How a table is, or why it is not shown."""
        told = (await self.http.get(f"/api/v1/tables/{table}")).json()
        return str(told.get("status") or told["code"])


def marked(store: Store) -> int:
    from sqlalchemy import func, select

    from nyhavn.store.schema import TABLES

    return int(store._rows(select(func.count()).where(TABLES.c.expired.is_not(None)))[0][0])


# The time itself


def test_time_goes_on_evenly_and_stops_without_a_database() -> None:
    clocks = Clocks()
    time = ServerTime(START, clocks.steady)
    clocks.go(3 * SECOND)
    assert time.now() == START + 3 * SECOND
    clocks.at += HOUR  # nobody looks at the wall
    assert time.now() == START + 3 * SECOND
    clocks.go(HOUR)
    assert time.now() == START + DOWN
    assert not time.is_uneven(START + HOUR + 3 * SECOND, clocks.steady())
    assert time.is_uneven(START + 2 * HOUR, clocks.steady())
    time.set(START + 2 * HOUR, clocks.steady())
    assert time.now() == START + 2 * HOUR


def test_time_that_was_skipped_makes_nothing_older() -> None:
    assert served_since(1000, 100, []) == 900
    assert served_since(1000, 100, [(800, 950)]) == 750
    assert served_since(1000, 100, [(800, 900)]) == 900
    assert served_since(1000, 100, [(100, 899)]) == 900
    assert served_since(1000, 100, [(700, 800), (880, 950)]) == 830
    assert served_since(1000, 100, [(780, 850), (880, 950)]) == 760
    assert served_since(1000, 100, [(800, 2000)]) == 700, "a clock that was set back since"
    assert served_since(1000, 100, [(1500, 2000)]) == 900, "in a future that has yet to come"


# Wrong clocks


def test_a_clock_that_is_wrong_when_the_server_starts(way: str, url: str) -> None:
    """400 days ahead nothing is old, an hour ahead nobody has lost; and nothing is when it is set right again, in one
    step or in two."""
    clocks = Clocks()

    async def story() -> None:
        async with serving(url, clocks, way) as guest:
            clocked = await guest.lay(clock={"bank": 600, "at_zero": "forfeit"})
            tables = [clocked, *[await guest.lay(players=3) for _ in range(4)], await guest.lay(watch="nobody")]
            await guest.go(20 * SECOND)
            before = await guest.left(clocked)
        for wrong in (HOUR, 400 * DAY, -2 * HOUR, -400 * DAY, HOUR):
            clocks.at += wrong
            async with serving(url, clocks, way) as guest:
                await guest.beat()
                statuses = [await guest.status(table) for table in tables]
                assert statuses == ["playing", "open", "open", "open", "open", "no watching"]
                assert marked(guest.store) == 0
                if way != "own clock":  # else real time passes as well
                    assert await guest.left(clocked) == before
                clocked_on = await guest.lay(clock={"move": 60, "at_zero": "forfeit"})
                await guest.go(30 * SECOND)
                assert await guest.status(clocked_on) == "playing"
                if way != "own clock":
                    assert await guest.left(clocked) == before - 30 * SECOND
                    before -= 30 * SECOND
                    await guest.go(31 * SECOND)
                    assert await guest.status(clocked_on) == "over", "time that is real still counts"
                    before -= 31 * SECOND

    asyncio.run(story())


@pytest.mark.parametrize("wrong", [HOUR, -HOUR, 400 * DAY, -400 * DAY])
def test_a_clock_that_is_set_while_the_server_runs(
    way: str, url: str, wrong: int, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()

    async def story() -> None:
        async with serving(url, clocks, way) as guest:
            clocked = await guest.lay(clock={"bank": 60, "at_zero": "forfeit"})
            idle = await guest.lay(players=3)
            await guest.go(20 * SECOND)
            before = await guest.left(clocked)
            clocks.at += wrong
            await guest.beat(30)
            assert await guest.status(clocked) == "playing"
            assert await guest.status(idle) == "open"
            assert marked(guest.store) == 0
            if way == "own clock":
                assert "time skipped" not in caplog.messages
                return
            assert await guest.left(clocked) == before
            assert "time skipped" in caplog.messages
            assert guest.context.hub.now() == clocks.at, "what is written down from now on has the new time"
            await guest.go(before + SECOND)
            assert await guest.status(clocked) == "over"

    with caplog.at_level(logging.INFO, "nyhavn.server"):
        asyncio.run(story())


@BOTH_DATABASES
def test_time_without_a_database_is_given_back(way: str, url: str) -> None:
    clocks = Clocks()

    async def story() -> None:
        async with serving(url, clocks, way) as guest:
            table = await guest.lay(clock={"bank": 60, "at_zero": "forfeit"})
            await guest.go(20 * SECOND)
            clocks.go(HOUR)  # in which the maintenance reaches nothing
            await guest.beat()
            assert await guest.status(table) == "playing"
            assert await guest.left(table) >= 60 * SECOND - 20 * SECOND - DOWN

    asyncio.run(story())


@pytest.mark.parametrize("way", ["own clock"])
def test_processes_on_machines_with_different_clocks_agree(url: str, way: str) -> None:
    right, ahead = Clocks(), Clocks()
    ahead.at += 400 * DAY

    async def story() -> None:
        async with serving(url, right, way) as here, serving(url, ahead, way) as there:
            table = await here.lay(clock={"move": 60, "at_zero": "forfeit"})
            await there.beat()
            assert await there.status(table) == "playing"
            assert marked(here.store) == 0
            assert abs(here.context.hub.now() - there.context.hub.now()) < DOWN

    asyncio.run(story())


# Expiry


KEEP = {"open": HOUR, "closed": HOUR, "playing": HOUR, "frozen": HOUR, "over": HOUR}


Story = Callable[[Guest, maintenance.Maintenance, int], Awaitable[None]]


@pytest.fixture
def expiring(
    way: str, url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Story], None]:
    """Runs a story at a server that keeps tables for an hour: with its maintenance, which works when the story
    says so, and the time from which on they expire."""
    monkeypatch.setattr(maintenance, "EXPIRE_SECONDS", 1e9)
    clocks = Clocks()

    async def run_story(story: Story) -> None:
        async with serving(url, clocks, way, keep=KEEP) as guest:
            guest.context.hub.ready.set()
            care = maintenance.Maintenance(guest.context.hub, None)  # type: ignore[arg-type]
            await story(guest, care, clocks.at + HOUR + SECOND)

    def told(story: Story) -> None:
        with caplog.at_level(logging.INFO, "nyhavn.server"):
            asyncio.run(run_story(story))

    return told


@BOTH_DATABASES
def test_expiry_is_slow_and_told_and_can_be_undone_for_a_day(
    url: str, caplog: pytest.LogCaptureFixture, expiring: Callable[[Story], None]
) -> None:
    async def story(guest: Guest, care: maintenance.Maintenance, at: int) -> None:
        tables = [await guest.lay(players=4) for _ in range(12)]
        await care._expire(at)
        assert marked(guest.store) == maintenance.FEWEST_EXPIRED, "a few at a time"
        assert [record.__dict__["tables"] for record in caplog.records if record.message == "expired"] == [5]
        assert {await guest.status(table) for table in tables} == {"open"}, "and they are still there"
        await guest.http.post(f"/api/v1/tables/{tables[0]}/seats/2", json={"name": "Ada"})
        assert marked(guest.store) == maintenance.FEWEST_EXPIRED - 1, "a table that is used is kept"
        await care._expire(at + DAY - SECOND)
        assert {await guest.status(table) for table in tables} == {"open"}
        kept = await asyncio.to_thread(run, "keep", "--db", url)
        assert kept.returncode == 0, kept.stderr
        assert kept.stdout.startswith("kept "), kept.stdout
        assert marked(guest.store) == 0
        await care._expire(at + 3 * DAY)
        assert {await guest.status(table) for table in tables} == {"open"}, "kept for as long as a new one"

    expiring(story)


@BOTH_DATABASES
def test_what_has_expired_is_removed_after_a_day(
    caplog: pytest.LogCaptureFixture, expiring: Callable[[Story], None]
) -> None:
    async def story(guest: Guest, care: maintenance.Maintenance, at: int) -> None:
        table = await guest.lay(players=3)
        await care._expire(at)
        guest.store.skip(at + SECOND, at + SECOND + 30 * DAY)
        await care._expire(at + 30 * DAY + 2 * SECOND)
        assert guest.store.read(table), "a clock that is wrong by then does not remove it either"
        await care._expire(at + 31 * DAY + 3 * SECOND)
        assert guest.store.read(table) == []
        assert [record.__dict__["tables"] for record in caplog.records if record.message == "removed"] == [1]

    expiring(story)
