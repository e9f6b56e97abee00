"""Reviews of games: judged decision by decision in worker processes while no player is waiting, and kept.

What is asked for is in the database before the work begins: a server that starts again takes up a review when somebody
looks at it, and one that failed says so until it is asked for once more. Several are done in turn, a decision each.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
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
from nyhavn.server.limits import Limits
from nyhavn.server.workers import Workers
from nyhavn.table import positions, visibility
from nyhavn.table.entries import Refusal

Json = dict[str, Any]
Progress = Callable[[int], None]
"""Told how many decisions are done."""
log = logging.getLogger("nyhavn.server")

MOST_WAITING = 20
MOST_DECISIONS = 500
"""Of one game: twice as many as the longest that were seen."""
MOST_BEGINNINGS = 3
"""A game with which the server ended so often is not tried again by itself."""
DECISION_SECONDS = 120.0
EXPLANATION_TAKES = 0.8
"""Seconds, usually: a long thought, unlike a decision."""
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
    steps: int
    """Decisions to judge and to explain, about."""
    turn: Turn


def want(state: State, record: str, turn: Turn) -> Wanted:
    """A game to be judged, which is known by its record."""
    decisions = count_moves(state)
    return Wanted(state.game, record, decisions, decisions + EXPLAINED * state.players, turn)


class Reviews:
    """The reviews that this process works on. What is wanted and what is done is in the database, for every process."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub = hub
        self.limits = limits
        self.judge: Callable[[Wanted, Progress], Awaitable[Json]] = partial(judge_by, hub.workers)
        self._under_way: dict[str, tuple[int, int]] = {}

    async def begin(self, text: str, person: str, address: str, spend: Callable[[], None] = lambda: None) -> str:
        """Judge a game, unless that is done or under way; gives the name of its review. `spend` is asked before
        anything is done that costs."""
        name = sha256(f"{__version__} {REVISION}:{text}".encode()).hexdigest()[:32]
        if name not in self._under_way:
            kept = await self._kept(name)
            if kept is None or "analysis" not in kept:
                await self._start(name, text, 1, person, address, spend)
        return name

    async def find(self, name: str, address: str, spend: Callable[[str], None] = lambda record: None) -> Json:
        """How far a review is, or all of it; `spend` is asked before the whole record is gone through."""
        if name not in self._under_way:
            kept = await self._kept(name)
            if kept is None:
                raise Refusal("not found", "there is no such review")
            if "analysis" in kept:
                spend(kept["record"])
                return await self._whole(name, kept)
            if kept["begun"] >= MOST_BEGINNINGS:
                raise REVIEW_FAILED
            owner = kept.get("owner")
            await self._start(name, kept["record"], kept["begun"] + 1, "", address, owner=owner)  # its process is gone
        done, total = self._under_way.get(name, (0, 0))
        return {"review": name, "done": done, "total": total, "analysis": None, "replay": None}

    async def _whole(self, name: str, kept: Json) -> Json:
        whole = await self.hub.compute(lambda: visibility.review(kept["record"], kept["analysis"], PAUSE))
        moves = len(kept["analysis"]["decisions"])
        return {"review": name, "done": moves, "total": moves, **whole}

    async def _kept(self, name: str) -> Json | None:
        body = await self.hub.ask(lambda: self.hub.store.document(f"review {name}"))
        return None if body is None else orjson.loads(body)

    async def _keep(self, name: str, owner: str | None, **kept: Any) -> None:
        """What is kept counts as the owner's, who is written in it for when it is begun again."""
        body, now = orjson.dumps({**kept, "owner": owner}).decode(), self.hub.now()
        await self.hub.ask(lambda: self.hub.store.put_document(f"review {name}", body, now, owner))

    async def _start(
        self,
        name: str,
        text: str,
        begun: int,
        person: str,
        address: str,
        spend: Callable[[], None] = lambda: None,
        owner: str | None = None,
    ) -> None:
        """Work on a review from now on. A person waits for one at a time; one that a server left behind is nobody's."""
        with ExitStack() as waiting:
            if person:
                waiting.enter_context(self.limits.waiting("review", person, address))
            if len(self._under_way) >= MOST_WAITING:
                raise BUSY
            spend()
            state = await self.hub.compute(lambda: positions.read(text, None))  # refuses what is no record
            total = count_moves(state)
            if total > MOST_DECISIONS:
                raise Refusal(
                    "too large", f"a review covers at most {MOST_DECISIONS} decisions, and this game has {total}"
                )
            if name in self._under_way:  # somebody else was first
                return
            turn = Turn(Kind.REVIEW, address or person, person, name)
            wanted = want(state, state.record(), turn)  # not as it came: blanks are for nobody
            keep = partial(self._keep, name, person or owner)
            self._under_way[name] = (0, wanted.steps)
            try:
                await keep(record=wanted.record, begun=begun)
            except BaseException:
                del self._under_way[name]
                raise
            self.hub.start(self._work(name, wanted, keep, waiting.pop_all()))

    async def _work(self, name: str, wanted: Wanted, keep: Callable[..., Awaitable[None]], waiting: ExitStack) -> None:
        def progress(done: int) -> None:
            self._under_way[name] = (done, max(done, wanted.steps))

        with waiting:
            try:
                analysis = await self.judge(wanted, progress)
                await keep(record=wanted.record, analysis=analysis)
            except Refusal:
                log.warning("review not kept")  # the database is gone: it begins again when somebody looks
            except Exception:
                log.exception("review failed")
                await keep(record=wanted.record, begun=MOST_BEGINNINGS)
            finally:
                del self._under_way[name]


async def judge_by(workers: Workers, wanted: Wanted, progress: Progress) -> Json:
    """As `nyhavn analyse` judges: decision by decision on all processes at once, then what the costliest are about.
    Each is short, so that whoever plays and waits comes between."""
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
