"""Takes jobs from the database and has them done: as many as there is room for, in a fair order, each held by a lease
that is renewed while somebody works on it. A job that fails is tried again after a pause; one that fails again and
again, or ends every process that takes it, is set aside."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from nyhavn.server.cancellation import cancel_all
from nyhavn.server.fair_queue import FairQueue, Kind, Turn
from nyhavn.server.hub import Hub
from nyhavn.server.jobs import for_standin, is_for_standin, turn_of
from nyhavn.server.metrics import JOBS_RETRIED, JOBS_SET_ASIDE, THOUGHT_WAITS, THOUGHTS_WAITING
from nyhavn.store import Job
from nyhavn.table.entries import Refusal

log = logging.getLogger("nyhavn.server")

LEASE_SECONDS = 6.0
RENEWAL_SECONDS = 2.0
POLL_SECONDS = 1.0
"""How long a job may go unnoticed that nobody told of: one whose lease ran out, or whose notification was lost."""
MOST_TRIES, MOST_LOSSES = 3, 5
"""Times that a job may fail, and that processes may end with it: most of these end for a reason of their own."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds until what has failed is tried again."""
REVIEWS_AT_ONCE = 8
"""They share the processes decision by decision, so that a short one doesn't wait for long ones."""
LOST = "every process that took it ended"

Handler = Callable[[Job], Awaitable[None]]
"""Does a job to its end, which takes it out of the database."""


class JobRunner:
    """The jobs that this process works on."""

    def __init__(self, hub: Hub, handlers: Mapping[Kind, Handler], outside: int) -> None:
        self.hub = hub
        self.handlers = handlers
        self.jobs = hub.store.jobs
        places = {"ours": hub.workers.count, "outside": outside, "reviews": REVIEWS_AT_ONCE}
        self._queues = {name: FairQueue(most, hub.settings.steady) for name, most in places.items()}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()
        hub.wake = self._woken.set

    async def run(self) -> None:
        """Until it is cancelled; then others may go on with what was held here."""
        renewal = asyncio.create_task(self._renew())
        try:
            if not self.hub.store.shared:
                await self._patiently(self.jobs.free)
            while True:
                self._woken.clear()
                pause = POLL_SECONDS
                try:
                    pause = await self._claim()
                except Refusal:
                    pass  # the database is gone, and has been complained about
                except Exception:
                    log.exception("jobs")
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), pause)
        finally:
            await cancel_all([renewal, *self._running.values()])
            with suppress(Refusal):
                await self.hub.ask(lambda: self.jobs.release(self.hub.process))

    async def _patiently(self, question: Callable[[], None]) -> None:
        """Ask the database something that must be done, whenever it is there."""
        while True:
            try:
                return await self.hub.ask(question)
            except Refusal:
                await asyncio.sleep(POLL_SECONDS)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEWAL_SECONDS)
            with suppress(Refusal):
                await self._count()
            if self._running:
                lease = self.hub.now() + round(1000 * LEASE_SECONDS)
                with suppress(Refusal):
                    await self.hub.ask(partial(self.jobs.renew, list(self._running), self.hub.process, lease))

    async def _count(self) -> None:
        """For the metrics: what waits in the database, for whichever process."""
        counts = await self.hub.ask(partial(self.jobs.count, self.hub.now()))
        for kind in Kind:
            THOUGHTS_WAITING.labels(kind.name.lower()).set(counts.get(kind, 0))

    # Taking

    async def _claim(self) -> float:
        """Take what there is room for; gives the seconds until something more may be there."""
        while any(queue.has_room for queue in self._queues.values()):
            now = self.hub.now()
            soon, lease = now + round(1000 * POLL_SECONDS), now + round(1000 * LEASE_SECONDS)
            waiting = await self.hub.ask(partial(self.jobs.waiting, now, soon))
            waiting = [job for job in waiting if self._can_do(job)]
            later = [job.due - now for job in waiting if now < job.due <= soon]
            chosen = self._choose([job for job in waiting if not now < job.due <= soon])
            if not chosen:
                return min(later, default=1000 * POLL_SECONDS) / 1000
            taken: list[Job] = []
            try:
                names = [job.name for job in chosen]
                taken = await self.hub.ask(partial(self.jobs.claim, names, self.hub.process, now, lease))
            finally:
                began = {job.name for job in taken}
                for job in chosen:
                    if job.name not in began:  # another process was quicker
                        self._queue(job).done(turn_of(job), 0)
            for job in taken:
                if job.tries == 1 and job.due:  # what is tried again has waited before, and been counted
                    THOUGHT_WAITS.labels(turn_of(job).kind.name.lower()).observe(max(0, now - job.due) / 1000)
                # It may be another than the one that was chosen, by the same name: the place is that one's.
                place = next(one for one in chosen if one.name == job.name)
                self._running[job.name] = asyncio.create_task(self._do(job, self._queue(place), turn_of(place)))
        return POLL_SECONDS

    def _can_do(self, job: Job) -> bool:
        """Not what is still being ended here, nor what its bots are not compiled for yet."""
        prepared = self.hub.workers.prepared
        return job.name not in self._running and (not job.game or prepared is None or prepared(job.game).is_set())

    def _queue(self, job: Job) -> FairQueue:
        return self._queues["reviews" if job.kind == Kind.REVIEW else "outside" if job.outside else "ours"]

    def _choose(self, waiting: Sequence[Job]) -> list[Job]:
        """Those that begin now, the first in the order of their queue as long as there is room."""
        numbers = {(queue := self._queue(job), queue.add(turn_of(job))): job for job in waiting}
        chosen = []
        for queue in self._queues.values():
            while (number := queue.next()) is not None:
                chosen.append(numbers[queue, number])
            queue.clear()
        return chosen

    # Doing

    async def _do(self, job: Job, queue: FairQueue, turn: Turn) -> None:
        began = self.hub.settings.steady()
        try:
            if job.tries > MOST_LOSSES and not is_for_standin(job):
                await self._set_aside(job, LOST)
            else:
                await self.handlers[Kind(job.kind)](job)
        except Refusal as refusal:
            if refusal.code != "store":  # else its lease runs out, and it is taken again
                await self._fail(job, refusal)
        except Exception as error:  # noqa: BLE001 - the next job is another one
            await self._fail(job, error)
        finally:
            del self._running[job.name]
            queue.done(turn, self.hub.settings.steady() - began)
            self._woken.set()

    async def _fail(self, job: Job, error: Exception) -> None:
        """Try it again later, if there is hope."""
        reason = f"{type(error).__name__}: {error}"[:200]
        log.error("job failed", exc_info=error, extra={"kind": turn_of(job).kind.name, "tries": job.tries})
        with suppress(Refusal):
            if job.tries >= MOST_TRIES and not is_for_standin(job):
                await self._set_aside(job, reason)
                return
            JOBS_RETRIED.labels(turn_of(job).kind.name.lower()).inc()
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(job.tries - 1, 10))
            due = self.hub.now() + round(1000 * pause)
            await self.hub.ask(partial(self.jobs.retry, job, self.hub.process, due, reason))

    async def _set_aside(self, job: Job, reason: str) -> None:
        """Keep it with the reason. At a table the stand-in plays instead, as it does for a bot that fails."""
        kind, now = turn_of(job).kind, self.hub.now()
        told = {"kind": kind.name, "why": reason}
        log.log(logging.WARNING if reason == LOST else logging.ERROR, "job set aside", extra=told)
        JOBS_SET_ASIDE.labels(kind.name.lower()).inc()
        instead = for_standin(job, now) if kind is Kind.BOT else None
        await self.hub.ask(partial(self.jobs.set_aside, job, self.hub.process, reason, now, instead))
        self.hub.answered(job.name)
