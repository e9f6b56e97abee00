"""Reviews of games: judged decision by decision in worker processes while no player is waiting, and kept.

A review is a job: whichever process takes it writes down how far it is, and if that ends, another begins again. One
that was set aside says so until it is asked for once more. Several are done in turn, a decision each.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from nyhavn import __version__
from nyhavn.play import State
from nyhavn.records import count_moves
from nyhavn.server.fair_queue import Kind, Turn
from nyhavn.server.hub import PAUSE, Hub
from nyhavn.server.jobs import turn_of
from nyhavn.server.limits import Limits
from nyhavn.server.workers import Workers
from nyhavn.store import Job
from nyhavn.table import positions, visibility
from nyhavn.table.entries import Refusal

Json = dict[str, Any]
Progress = Callable[[int], None]
"""Called with the number of decisions that are done."""

MOST_WAITING = 20
MOST_DECISIONS = 500
"""Of one game: twice as many as the longest that were seen."""
DECISION_SECONDS = 120.0
EXPLANATION_TAKES = 0.8
"""Seconds, usually: a long thought, unlike a decision."""
TELLING_SECONDS = 0.25
EXPLAINED = 2
"""Decisions of each seat that are explained, about: to say how far a review is."""
REVISION = 2
"""Increased when games are judged differently: earlier reviews can then be redone."""
BUSY = Refusal("busy", "many games are being reviewed: try again in a few minutes")
REVIEW_FAILED = Refusal(
    "review failed", "this game couldn't be analysed completely; it was logged, and you can ask again"
)


class Wanted(NamedTuple):
    """A game to be judged."""

    game: str
    record: str
    decisions: int
    turn: Turn


def steps_of(state: State) -> int:
    """Decisions to judge and to explain, about."""
    return count_moves(state) + EXPLAINED * state.players


class Reviews:
    """What is wanted, how far it is and what came of it is in the database: every process tells the same."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub = hub
        self.limits = limits
        self.judge: Callable[[Wanted, Progress], Awaitable[Json]] = partial(judge_by, hub.workers)

    async def begin(self, text: str, person: str, address: str, spend: Callable[[], None] = lambda: None) -> str:
        """Judge a game, unless that is done or under way; gives the name of its review. `spend` is asked before
        anything is done that costs."""
        name = sha256(f"{__version__} {REVISION}:{text}".encode()).hexdigest()[:32]
        job, kept = await self._known(name)
        if (job is None or job.ended) and (kept is None or "analysis" not in kept):
            await self._start(name, text, person, address, spend)
        return name

    async def find(self, name: str, address: str, spend: Callable[[str], None] = lambda record: None) -> Json:
        """How far a review is, or all of it; `spend` is asked before the whole record is gone through."""
        job, kept = await self._known(name)
        if job is not None and job.ended:
            raise REVIEW_FAILED
        if job is not None:
            return {"review": name, "done": job.done, "total": job.total, "analysis": None, "replay": None}
        if kept is None:
            raise Refusal("not found", "there is no such review")
        if "analysis" not in kept:  # begun by an earlier version
            await self._start(name, kept["record"], "", address, owner=kept.get("owner"))
            return await self.find(name, address, spend)
        spend(kept["record"])
        return await self._whole(name, kept)

    async def _known(self, name: str) -> tuple[Job | None, Json | None]:
        """The job of a review, and what is kept of it. It is in one or the other: asked in this order, it is not missed
        in between."""
        job = await self.hub.ask(partial(self.hub.store.jobs.find, job_name(name)))
        if job is not None and not job.ended:
            return job, None
        body = await self.hub.ask(partial(self.hub.store.document, job_name(name)))
        return job, None if body is None else orjson.loads(body)

    async def _whole(self, name: str, kept: Json) -> Json:
        whole = await self.hub.compute(lambda: visibility.review(kept["record"], kept["analysis"], PAUSE))
        moves = len(kept["analysis"]["decisions"])
        return {"review": name, "done": moves, "total": moves, **whole}

    async def _start(
        self,
        name: str,
        text: str,
        person: str,
        address: str,
        spend: Callable[[], None] = lambda: None,
        owner: str | None = None,
    ) -> None:
        """Ask for a review. A person waits for one at a time; one that an earlier version left behind is nobody's."""
        sender = address or person

        def check(pending: Sequence[tuple[str, str]]) -> None:
            if person:
                self.limits.check_waiting("review", person, sender, pending)
            if len(pending) >= MOST_WAITING:
                raise BUSY

        check(await self.hub.ask(partial(self.hub.store.jobs.pending, Kind.REVIEW)))
        spend()
        state, record = await self.hub.compute(lambda: positions.respelled(text))  # refuses what is no record
        total = count_moves(state)
        if total > MOST_DECISIONS:
            raise Refusal("too large", f"a review covers at most {MOST_DECISIONS} decisions, and this game has {total}")
        body, now = {"record": record, "owner": person or owner}, self.hub.now()
        job = Job(job_name(name), Kind.REVIEW, sender, person, name, due=now, body=body, total=steps_of(state))
        await self.hub.ask_for(job, check)

    async def make(self, job: Job) -> None:
        """Judge a game, and keep what was found."""
        jobs, process, record = self.hub.store.jobs, self.hub.process, job.body["record"]
        state = await self.hub.compute(lambda: positions.read(record, None))
        wanted = Wanted(state.game, record, count_moves(state), turn_of(job))
        far = [0]

        async def tell() -> None:
            """Now and then how far it is, for those who wait."""
            told = 0
            while True:
                await asyncio.sleep(TELLING_SECONDS)
                if (done := far[0]) != told:
                    with suppress(Refusal):
                        total = max(done, steps_of(state))
                        await self.hub.ask(partial(jobs.progress, job, process, done, total))
                        told = done

        telling = self.hub.start(tell())
        try:
            analysis = await self.judge(wanted, partial(far.__setitem__, 0))
        finally:
            telling.cancel()
        kept = orjson.dumps({"record": record, "analysis": analysis}).decode()
        await self.hub.ask(partial(jobs.finish, job, process, kept, self.hub.now(), job.body.get("owner")))


def job_name(review: str) -> str:
    """The name of both the job and the document it leaves."""
    return f"review {review}"


async def judge_by(workers: Workers, wanted: Wanted, progress: Progress) -> Json:
    """Judge as `nyhavn analyse` does: decision by decision on all processes at once, then the costliest again. Each
    piece is short, so that players who wait come in between."""
    done = 0

    async def think(task: str, **given: Any) -> Any:
        turn = replace(wanted.turn, seconds=EXPLANATION_TAKES) if task == "explanation" else wanted.turn
        return await workers.think(turn, DECISION_SECONDS, task, wanted.game, record=wanted.record, **given)

    async def each(task: str, given: Sequence[Json]) -> list[Json]:
        """A task for each of these, in their order, as many at once as there are processes."""
        found: list[Json] = [{}] * len(given)
        left = iter(enumerate(given))

        async def work() -> None:
            nonlocal done
            for place, one in left:
                found[place] = await think(task, **one)
                done += 1
                progress(done)

        async with asyncio.TaskGroup() as group:
            for _ in range(workers.count):
                group.create_task(work())
        return found

    decisions = await each("decision", [{"number": number} for number in range(1, wanted.decisions + 1)])
    while True:
        compared = await think("costliest", decisions=decisions)
        decisions = compared["decisions"]
        costliest = [decisions[number - 1] for number in compared["costliest"]]
        if not costliest:
            break
        for one in await each("explanation", [{"decision": one} for one in costliest]):
            decisions[one["number"] - 1] = one
    whole: Json = await think("review", decisions=decisions)
    return whole
