"""The worker processes of this server, for bots, hints and reviews in turn. None is started before it is needed, more
start when all are busy, and idle ones are ended after a while. One that dies is replaced, and its task is tried once
more. Those for hints are others than those for bots and reviews, and the system lets them go first: somebody waits for
a hint, and a bot that thinks for seconds must not halve its speed.

To start one takes a second. Where strangers come, who could make everybody wait for that, one more than are needed is
kept ready while bots play, within the number that there may be. At home nobody pays for that with memory.

`Workers.think` is the one door: a task by its name with plain data, no matter which process does it. That is also where
tasks could go to processes elsewhere.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from nyhavn.machine import cores
from nyhavn.server.cancellation import cancel_all
from nyhavn.server.fair_queue import Kind, Places, Turn
from nyhavn.server.worker_process import START_SECONDS, ThoughtError, WorkerProcess

log = logging.getLogger("nyhavn.server")

MOST_USUAL = 4
"""Processes where nobody says how many: each has about 180 MB while it thinks."""
IDLE_SECONDS = 300.0
TRIES = 2
STOPPED = ThoughtError("ended", "the server ends")


def usual_workers() -> int:
    """As many as there are cores, at most four."""
    return min(cores(), MOST_USUAL)


class Workers:
    """Processes of ours. Their number is bounded, their work is done in the order of the queue."""

    def __init__(
        self,
        count: int | None = None,
        start: Callable[..., WorkerProcess] = WorkerProcess,
        now: Callable[[], float] = time.monotonic,
        has_spare: Callable[[], bool] = lambda: False,
    ) -> None:
        self.count = count or usual_workers()
        self._has_spare = has_spare
        self.places = Places(self.count, now)
        self._start_process = start
        self._idle: dict[bool, list[WorkerProcess]] = {True: [], False: []}
        """Those that are quick, which hints are for, and the others."""
        self._busy: set[WorkerProcess] = set()
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self.prepared: Callable[[str], asyncio.Event] | None = None
        """Set when what bots of a game think with is compiled; None: it is."""
        self._closed = False

    @property
    def processes(self) -> list[WorkerProcess]:
        """Those that are there now."""
        return [*self._busy, *self._idle[True], *self._idle[False]]

    async def think(self, turn: Turn, seconds: float, task: str, game: str = "", **arguments: Any) -> Any:
        """The result of a task, when its turn comes; ThoughtError if nothing does. `game` is named if what its bots
        think with must be there: those who come before it is compiled wait for it. If the asker goes away, what has
        begun goes on: ending a process costs more."""
        if game and self.prepared is not None:
            await self.prepared(game).wait()
        begun = asyncio.Event()
        work = self._start(self._think(turn, begun, seconds, task, game, arguments))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if not begun.is_set():
                work.cancel()
            raise

    def _start(self, work: Any) -> asyncio.Task[Any]:
        started: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks[started] = None
        started.add_done_callback(self._forget)
        return started

    def _forget(self, task: asyncio.Task[Any]) -> None:
        del self._tasks[task]
        if not task.cancelled():
            task.exception()  # the asker may be gone

    async def _think(
        self, turn: Turn, begun: asyncio.Event, seconds: float, task: str, game: str, arguments: dict[str, Any]
    ) -> Any:
        quick = turn.kind is Kind.IDEA
        idle = self._idle[quick]
        async with self.places.taken(turn):
            begun.set()
            for attempt in range(TRIES):
                if self._closed:
                    break
                process = idle.pop() if idle else self._start_process(quick=quick)
                self._busy.add(process)
                if not quick and not idle:
                    self._prepare_spare(game)
                try:
                    return await process.ask(task, arguments, seconds)
                except ThoughtError as error:
                    if error.why != "ended" or attempt + 1 == TRIES:
                        raise
                    log.warning("worker ended", extra={"task": task})
                finally:
                    self._busy.discard(process)
                    if process.pid is not None:
                        idle.append(process)
        raise STOPPED

    def _prepare_spare(self, game: str) -> None:
        """One more process, with the bots of a game loaded, unless there are as many as there may be."""
        if self._has_spare() and self._patient < self.count:
            spare = self._start_process(quick=False)
            self._idle[False].append(spare)
            self._start(spare.ask("prepare", {"game": game}, START_SECONDS))

    @property
    def _patient(self) -> int:
        """Processes for bots and reviews."""
        return sum(not process.quick for process in self._busy) + len(self._idle[False])

    # The end

    async def tidy(self) -> None:
        """End those that have had nothing to do for a while; a spare one stays as long as others work."""
        before = time.monotonic() - IDLE_SECONDS
        for quick, idle in self._idle.items():
            late = [process for process in idle if process.used < before]
            if not quick and self._has_spare() and self._patient - len(late) == 1:
                late = late[:-1]
            idle[:] = [process for process in idle if process not in late]
            for process in late:
                await process.end()

    async def close(self) -> None:
        """End all of them."""
        self._closed = True
        processes = self.processes
        await cancel_all(self._tasks)
        for process in {*processes, *self.processes}:
            await process.end()
