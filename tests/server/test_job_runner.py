"""Jobs being done: in a fair order, each by one process, again after a failure, and aside when nobody can."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from nyhavn.server import job_runner
from nyhavn.server.app import make_app
from nyhavn.server.cancellation import cancel_all
from nyhavn.server.context import Context
from nyhavn.server.fair_queue import Kind
from nyhavn.server.hub import Hub
from nyhavn.server.job_runner import MOST_TRIES, JobRunner
from nyhavn.server.settings import Settings
from nyhavn.store import Job, Store, open_store
from nyhavn.table.entries import Refusal
from tests.databases import KINDS, new_database

pytestmark = pytest.mark.slow
SECONDS = 20.0


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as made:
        yield made


def job(kind: Kind, address: str, number: int = 0, person: str = "") -> Job:
    return Job(f"{kind.name} {address} {number}", kind, address, person or address, f"{address} {number}")


async def until(done: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(SECONDS):
        while not await done():
            await asyncio.sleep(0.01)


class Office:
    """Processes that work on the same jobs, and what they did."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.done: list[tuple[Hub, str]] = []

    @asynccontextmanager
    async def working(self, processes: int = 1) -> AsyncIterator[None]:
        hubs = [Hub(Settings(workers=1), self.store) for _ in range(processes)]
        tasks = [asyncio.create_task(self._runner(hub).run()) for hub in hubs]
        try:
            yield
        finally:
            await cancel_all(tasks)
            for hub in hubs:
                await hub.close()

    def _runner(self, hub: Hub) -> JobRunner:
        async def do(job: Job) -> None:
            self.done.append((hub, job.name))
            await asyncio.sleep(0.02)
            await hub.ask(lambda: self.store.jobs.finish(job, hub.process))

        return JobRunner(hub, dict.fromkeys(Kind, do), outside=1)

    async def finish(self, *jobs: Job, processes: int = 1) -> list[str]:
        """Have all of them done; in which order."""
        for one in jobs:
            self.store.jobs.put(one, "")
        async with self.working(processes):
            await until(lambda: asyncio.to_thread(self._is_empty))
        return [name for _, name in self.done]

    def _is_empty(self) -> bool:
        return not any(self.store.jobs.pending(kind) for kind in Kind)


def test_hints_come_before_bots_and_one_with_many_tables_keeps_nobody_waiting(url: str) -> None:
    with closing(open_store(url)) as store:
        crowd = [job(Kind.BOT, "eve", number) for number in range(20)]
        school = [job(Kind.BOT, "school", number, "bo") for number in range(5)]
        others = [job(Kind.BOT, "school", 9, "cy"), job(Kind.BOT, "ada"), job(Kind.IDEA, "ida")]
        done = asyncio.run(Office(store).finish(*crowd, *school, *others))
    assert "IDEA ida 0" in done[:2], "it has a place of its own"
    assert "BOT ada 0" in done[:4], "addresses take turns"
    assert done.index("BOT school 9") < done.index("BOT school 4"), "and so do the persons behind one"


def test_each_job_is_done_by_one_of_several_processes(tmp_path: Path) -> None:
    with new_database("postgresql", tmp_path) as url, closing(open_store(url)) as store:
        office = Office(store)
        jobs = [job(Kind.BOT, f"address {number}") for number in range(60)]
        done = asyncio.run(office.finish(*jobs, processes=3))
        assert sorted(done) == sorted(one.name for one in jobs)
        assert len({hub.process for hub, _ in office.done}) == 3, "all of them work"


def test_a_job_that_changed_while_it_was_taken_gives_its_place_back(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(url)) as store:
        waiting = store.jobs.waiting
        before = lambda *times: [replace(one, address="before") for one in waiting(*times)]  # noqa: E731
        monkeypatch.setattr(store.jobs, "waiting", before)
        jobs = [job(Kind.BOT, f"address {number}") for number in range(3)]
        done = asyncio.run(Office(store).finish(*jobs))
    assert sorted(done) == sorted(one.name for one in jobs)


# Jobs that fail


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[tuple[Context, httpx.AsyncClient]]:
    app = make_app(Settings(bot_pause=0), open_store(url))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield app.state.context, http


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "FIRST_PAUSE", 0.02)


async def lay(http: httpx.AsyncClient, *seats: dict[str, str]) -> str:
    made = await http.post("/api/v1/tables", json={"game": "copenhagen", "order": "seated", "seats": seats})
    name: str = made.json()["id"]
    return name


def test_where_a_bot_cannot_be_let_think_the_standin_plays_and_the_table_is_told(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with serving(url) as (context, http):
            players, asked = context.players, []
            ask = players._ask

            async def broken(job: Job, spec: str, observation: Any) -> str:
                asked.append(spec)
                if spec == "random":
                    raise RuntimeError("poison")
                return await ask(job, spec, observation)

            monkeypatch.setattr(players, "_ask", broken)
            table = await lay(http, {"kind": "bot", "bot": "random"}, {"kind": "me"})
            store = context.hub.store

            async def moved() -> bool:
                return any(entry.kind == "move" for entry in store.read(table))

            await until(moved)
            told = [entry.body for entry in store.read(table) if entry.kind == "failed"]
            assert told == [{"seat": 0, "rest": False, "bot": "random", "why": "error", "plays": "greedy"}]
            assert asked == ["random"] * MOST_TRIES + ["greedy"]
            (aside,) = store.jobs.aside()
            assert (aside.reason, aside.about, aside.tries) == ("RuntimeError: poison", table, MOST_TRIES)
            assert store.jobs.pending(Kind.BOT) == []

    asyncio.run(story())


def test_who_asks_for_a_hint_that_nobody_can_find_is_told_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with serving(url) as (context, http):
            table = await lay(http, {"kind": "me"}, {"kind": "bot", "bot": "random"})
            async with context.hub.open(table) as (_, found):
                person = found.seats[0].person or ""

            async def broken(*_: object, **__: object) -> None:
                raise RuntimeError("poison")

            monkeypatch.setattr(context.hub.workers, "think", broken)
            monkeypatch.setattr(context.hub.workers, "prepared", None)
            with pytest.raises(Refusal) as refused:
                await context.hints.ask(found, person, 0, "")
            assert refused.value.sentence == "no hint was found just now: try again in a moment"
            (aside,) = context.hub.store.jobs.aside()
            assert (aside.reason, aside.body) == ("RuntimeError: poison", {"seat": 0})

    asyncio.run(story())


def test_one_hint_at_a_time_is_on_its_way_to_a_person_whatever_process_they_ask(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with serving(url) as (here, http), serving(url) as (there, _):
            table = await lay(http, {"kind": "me"}, {"kind": "bot", "bot": "random"})
            async with here.hub.open(table) as (_, found):
                person = found.seats[0].person or ""
            began, going = asyncio.Event(), asyncio.Event()

            async def slow(*_: object, **__: object) -> list[Any]:
                began.set()
                await going.wait()
                return [{"move": "take 1 2", "reasons": []}]

            for context in (here, there):
                context.hub.workers.think = slow  # type: ignore[method-assign]
                context.hub.workers.prepared = None
            first = asyncio.create_task(here.hints.ask(found, person, 0, "address"))
            await asyncio.wait_for(began.wait(), SECONDS)
            for check in (there.hints.check(person, "another"), there.hints.ask(found, person, 0, "another")):
                with pytest.raises(Refusal) as refused:
                    await check
                assert refused.value.code == "waiting"
            going.set()
            assert (await first)["ideas"] == [{"move": "take 1 2", "reasons": []}]
            await there.hints.check(person, "another")

    with new_database("postgresql", tmp_path) as url:
        asyncio.run(story(url))
