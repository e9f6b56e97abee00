"""Processes that think: real ones, which are started when they are wanted, die and are replaced."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

import nyhavn
from nyhavn.bots import Budget, Observation, observe
from nyhavn.server import worker
from nyhavn.server import workers as pool
from nyhavn.server.fair_queue import Kind, Turn
from nyhavn.server.hub import Hub
from nyhavn.server.settings import Settings
from nyhavn.server.worker_process import ThoughtError, WorkerProcess
from nyhavn.server.workers import Workers
from nyhavn.store import open_store

GAME = "copenhagen"
TURN = Turn(Kind.BOT, "address", "person", "table")

pytestmark = pytest.mark.slow


def seen() -> Observation:
    return observe(nyhavn.new_game(GAME, players=2, seed=1), 0)


def with_workers(story: Callable[[Workers], Awaitable[None]], count: int = 2, spare: bool = False) -> None:
    """A story with workers, of whom nothing is left at its end."""

    async def run() -> None:
        workers = Workers(count, has_spare=lambda: spare)
        try:
            await story(workers)
        finally:
            await workers.close()

    asyncio.run(run())


async def choose(workers: Workers, bot: str = "greedy") -> str:
    given = {"bot": bot, "observation": seen(), "seed": 1, "budget": Budget(seconds=0.1)}
    move: str = await workers.think(TURN, 30, "choose", "", **given)
    return move


def runs(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_process_is_there_before_one_is_wanted_and_one_serves_many_thoughts() -> None:
    async def story(workers: Workers) -> None:
        assert not workers.processes
        moves = {await choose(workers) for _ in range(3)}
        assert len(moves) == 1
        assert moves <= set(seen().moves)
        (process,) = workers.processes
        assert runs(process.pid)

    with_workers(story)


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost() -> None:
    async def story(workers: Workers) -> None:
        move = await choose(workers)
        (process,) = workers.processes
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        assert await choose(workers) == move
        (other,) = workers.processes
        assert runs(other.pid)

    with_workers(story)


def test_a_thought_that_takes_too_long_is_ended_and_the_clock_begins_with_thinking() -> None:
    async def story(workers: Workers) -> None:
        budget = Budget(seconds=30)
        given = {"bot": "ismcts-plain", "observation": seen(), "seed": 1, "budget": budget}
        begun = time.monotonic()
        first = asyncio.create_task(workers.think(TURN, 0.5, "choose", GAME, **given))
        # It waits for longer than it may think, and is not late for that.
        second = asyncio.create_task(choose(workers))
        with pytest.raises(ThoughtError) as error:
            await first
        assert error.value.why == "time"
        assert await second in seen().moves
        assert time.monotonic() - begun > 0.5

    with_workers(story, count=1)


@pytest.mark.parametrize("ours", [True, False])
def test_the_time_of_a_bot_begins_when_the_rules_are_loaded(ours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nyhavn.bots.plugins.search_nowhere", lambda: None)
    monkeypatch.setattr("nyhavn.bots.load_code", lambda name: ["random"])
    task = worker.choose if ours else worker.outside_tasks("file", "theirs.py")["choose"]
    observation, ready = seen(), []
    move = task(
        lambda: ready.append("numbers" in vars(observation)),
        bot="random",
        observation=observation,
        seed=1,
        budget=Budget(seconds=0.1),
    )
    assert ready == [True]
    assert move in observation.moves


def test_an_error_is_told_and_the_worker_stays() -> None:
    async def story(workers: Workers) -> None:
        await choose(workers)
        before = [process.pid for process in workers.processes]
        with pytest.raises(ThoughtError, match="there is no bot"):
            await choose(workers, "nobody")
        assert [process.pid for process in workers.processes] == before

    with_workers(story)


def test_workers_that_have_nothing_to_do_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(workers: Workers) -> None:
        await choose(workers)
        (process,) = workers.processes
        pid = process.pid
        await workers.tidy()
        assert runs(pid)
        monkeypatch.setattr(pool, "IDLE_SECONDS", 0.0)
        await workers.tidy()
        assert not workers.processes
        assert not runs(pid)

    with_workers(story)


async def ready(workers: Workers, count: int, busy: int = 0) -> set[int | None]:
    """The processes, when there are so many and all but some have nothing to do."""
    async with asyncio.timeout(60):
        while len(workers.processes) < count or sum(process.is_asked for process in workers.processes) > busy:
            await asyncio.sleep(0.01)
    return {process.pid for process in workers.processes}


def test_where_strangers_come_one_process_more_is_ready_before_all_are_busy() -> None:
    async def story(workers: Workers) -> None:
        await choose(workers)
        before = await ready(workers, 2)
        given = {"bot": "ismcts-plain", "observation": seen(), "seed": 1, "budget": Budget(seconds=60)}
        slow = asyncio.create_task(workers.think(TURN, 90, "choose", GAME, **given))
        while not workers.places.queue.running:
            await asyncio.sleep(0)
        assert await choose(workers) in seen().moves
        assert not slow.done(), "nobody waits for a process to start, nor for a slow bot"
        after = await ready(workers, 3, busy=1)
        assert after > before, "both were busy: a third one is started"
        await choose(workers)
        assert await ready(workers, 3, busy=1) == after
        slow.cancel()

    with_workers(story, count=3, spare=True)


def test_there_are_no_more_processes_than_allowed_with_the_spare_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(workers: Workers) -> None:
        await asyncio.gather(*(choose(workers) for _ in range(4)))
        assert len(workers.processes) == workers.count
        for process in workers.processes[1:]:
            process.used -= pool.IDLE_SECONDS
        await workers.tidy()
        assert len(workers.processes) == min(2, workers.count), "the spare one stays while another is in use"
        monkeypatch.setattr(pool, "IDLE_SECONDS", 0.0)
        await workers.tidy()
        assert not workers.processes

    for count in (1, 2, 3):
        with_workers(story, count=count, spare=True)
        monkeypatch.undo()


@pytest.mark.parametrize(
    ("settings", "processes"),
    [
        (Settings(workers=2), 1),
        (Settings(workers=2, host="0.0.0.0"), 2),
        (Settings(workers=2, public_url="https://example.org"), 2),
        (Settings(workers=2, role="worker"), 2),
        (Settings(workers=1, public_url="https://example.org"), 1),
    ],
)
def test_a_process_is_kept_ready_where_others_come(settings: Settings, processes: int, tmp_path: Path) -> None:
    async def story() -> None:
        hub = Hub(settings, store)
        try:
            await choose(hub.workers)
            assert len(hub.workers.processes) == processes
        finally:
            await hub.close()

    with closing(open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}")) as store:
        asyncio.run(story())


def test_a_spare_process_that_dies_is_replaced_when_it_is_wanted() -> None:
    async def story(workers: Workers) -> None:
        await choose(workers)
        for pid in await ready(workers, 2):
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
        moves = await asyncio.gather(choose(workers), choose(workers))
        assert set(moves) <= set(seen().moves)

    with_workers(story, spare=True)


def test_leaving_ends_no_process() -> None:
    async def story(workers: Workers) -> None:
        await choose(workers)
        (process,) = workers.processes
        pid = process.pid
        for _ in range(3):
            asking = asyncio.ensure_future(choose(workers))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        await choose(workers)
        assert process.pid == pid

    with_workers(story, count=1)


def test_processes_end_with_the_server() -> None:
    async def story() -> int | None:
        process = WorkerProcess()
        await process.ask("choose", {"bot": "greedy", "observation": seen(), "seed": 1, "budget": Budget(1)}, 30)
        pid = process.pid
        await process.end()
        return pid

    assert not runs(asyncio.run(story()))


def test_bots_wait_for_what_they_think_with() -> None:
    """On a fresh install nobody plays at random while kernels are compiled."""

    async def story(workers: Workers) -> None:
        compiled = asyncio.Event()
        workers.prepared = lambda game: compiled
        given = {"bot": "planner", "observation": seen(), "seed": 1, "budget": Budget(seconds=0.1)}
        thought = asyncio.ensure_future(workers.think(TURN, 30, "choose", GAME, **given))
        assert await choose(workers) in seen().moves, "a bot that needs none plays at once"
        assert not thought.done()
        compiled.set()
        assert await thought in seen().moves

    with_workers(story, count=1)
