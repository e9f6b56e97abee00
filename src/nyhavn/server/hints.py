"""Hints: a job holds which seat asks at which table, and nothing else. The process that takes it reads the table,
finds ideas from what the seat knows, and leaves them in the database for the one connection that has asked."""

import asyncio
import logging
import secrets
from contextlib import suppress
from functools import partial
from typing import Any

from nyhavn.server.fair_queue import Kind
from nyhavn.server.hub import Hub
from nyhavn.server.jobs import hint_job, turn_of
from nyhavn.server.limits import Limits
from nyhavn.server.worker_process import ThoughtError
from nyhavn.store import Job
from nyhavn.table import hints, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

Json = dict[str, Any]
log = logging.getLogger("nyhavn.server")

IDEA_SECONDS = 30.0
"""Seconds to find ideas, and to wait for one's turn and for them."""
PATIENCE_SECONDS = 60.0
POLL_SECONDS = 1.0
"""How long an answer may go unnoticed whose notification was lost."""
NO_IDEAS = Refusal("busy", "no hint was found just now: try again in a moment")
GONE = Refusal("not your turn", "the game has moved on")


class Hints:
    """Hints asked for at this process, and hints that it finds."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub = hub
        self.limits = limits
        self._asked: dict[str, asyncio.Event] = {}
        hub.answered = self._answered

    async def check(self, person: str, address: str) -> None:
        """Refuse people who already wait for hints."""
        pending = await self.hub.ask(partial(self.hub.store.jobs.pending, Kind.IDEA))
        self.limits.check_waiting("hint", person, address or person, pending)

    async def ask(self, table: Table, person: str, seat: int, address: str) -> Json:
        """Ideas for the seat that must decide, and the number of the entry that they are for."""
        jobs, sender = self.hub.store.jobs, address or person
        name = f"hint {secrets.token_urlsafe(16)}"
        job = hint_job(name, table, person, seat, sender)
        told = self._asked[name] = asyncio.Event()
        try:
            await self.hub.ask_for(job, partial(self.limits.check_waiting, "hint", person, sender))
            async with asyncio.timeout(PATIENCE_SECONDS):
                while (found := await self.hub.ask(partial(jobs.take, name))) is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(told.wait(), POLL_SECONDS)
                    told.clear()
        except (TimeoutError, asyncio.CancelledError) as error:
            self.hub.start(self._abandon(name))
            if isinstance(error, TimeoutError):
                raise NO_IDEAS from None
            raise
        finally:
            del self._asked[name]
        if found.answer is None:
            raise NO_IDEAS
        answer: Json = found.answer
        return answer

    async def _abandon(self, name: str) -> None:
        with suppress(Refusal):
            await self.hub.ask(partial(self.hub.store.jobs.abandon, name))

    def _answered(self, name: str) -> None:
        if name in self._asked:
            self._asked[name].set()

    async def answer(self, job: Job) -> None:
        """Find ideas for somebody who waits for them, here or at another process."""
        answer: Json | None = None
        try:
            async with self.hub.open(job.about) as (room, table):
                if job.n != table.decision:
                    await self.hub.news(room)
                hints.check(table, job.person, job.body["seat"])
                if job.n != table.decision:
                    raise GONE
                n, observation = table.n, visibility.observation(table, job.body["seat"])
            known = observation.in_numbers()
            ideas = await self.hub.workers.think(turn_of(job), IDEA_SECONDS, "ideas", job.game, observation=known)
            answer = {"n": n, "ideas": ideas}
        except ThoughtError as error:
            log.error("no ideas", extra={"why": error.why, "error": str(error)})
        except Refusal as refusal:
            if refusal.code == "store":
                raise
        await self.hub.ask(partial(self.hub.store.jobs.answer, job, self.hub.process, answer, self.hub.now()))
        self.hub.answered(job.name)
