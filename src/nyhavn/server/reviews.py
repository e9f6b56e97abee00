"""Reviews of games: judged move by move beside everything else, one game at a time, and kept.

What is asked for is in the database before the work begins: a server that starts again takes up a review when somebody
looks at it, and one that failed says so until it is asked for once more.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import orjson

from nyhavn import __version__
from nyhavn.play import State
from nyhavn.records import parse_record
from nyhavn.server.hub import PAUSE, Hub
from nyhavn.table import positions, visibility
from nyhavn.table.entries import Refusal

Json = dict[str, Any]
Judge = Callable[[State, Callable[[int, int], None]], Json]
log = logging.getLogger("nyhavn.server")

MOST_WAITING = 20
MOST_BEGINNINGS = 3
"""A game with which the server ended so often is not tried again by itself."""
BUSY = Refusal("busy", "many games are being reviewed: try again in a few minutes")
REVIEW_FAILED = Refusal(
    "review failed", "this game could not be judged to the end; it was noted, and you can ask again"
)


class Stopped(Exception):
    """The server ends."""


def by_bot(state: State, progress: Callable[[int, int], None]) -> Json:
    """As `nyhavn analyse` judges."""
    from nyhavn.analysis.games import analyse  # its kernels are loaded when the first review is wanted

    return analyse(state, progress=progress)


class Reviews:
    """The reviews that this process works on. What is wanted and what is done is in the database, for every process."""

    def __init__(self, hub: Hub, judge: Judge = by_bot) -> None:
        self.hub = hub
        self.judge = judge
        self._pool = ThreadPoolExecutor(1, "review")
        self._under_way: dict[str, tuple[int, int]] = {}
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def begin(self, text: str) -> str:
        """Judge a game, unless that is done or under way; gives the name of its review."""
        await self.hub.compute(lambda: positions.read(text, None))  # refuses what is no record
        name = sha256(f"{__version__}:{text}".encode()).hexdigest()[:32]
        if name not in self._under_way:
            kept = await self._kept(name)
            if kept is None or "analysis" not in kept:
                await self._start(name, text, 1)
        return name

    async def look(self, name: str, spend: Callable[[str], None] = lambda record: None) -> Json:
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
            await self._start(name, kept["record"], kept["begun"] + 1)  # whoever worked on it is gone
        done, total = self._under_way.get(name, (0, 0))
        return {"review": name, "done": done, "total": total, "analysis": None, "replay": None}

    async def _whole(self, name: str, kept: Json) -> Json:
        whole = await self.hub.compute(lambda: visibility.review(kept["record"], kept["analysis"], PAUSE))
        moves = len(kept["analysis"]["decisions"])
        return {"review": name, "done": moves, "total": moves, **whole}

    async def _kept(self, name: str) -> Json | None:
        body = await self.hub.ask(lambda: self.hub.store.paper(f"review {name}"))
        return None if body is None else orjson.loads(body)

    async def _keep(self, name: str, **kept: Any) -> None:
        body, now = orjson.dumps(kept).decode(), self.hub.now()
        await self.hub.ask(lambda: self.hub.store.put_paper(f"review {name}", body, now))

    async def _start(self, name: str, text: str, begun: int) -> None:
        if name in self._under_way:  # somebody else was first
            return
        if len(self._under_way) >= MOST_WAITING:
            raise BUSY
        self._under_way[name] = (0, 0)
        try:
            await self._keep(name, record=text, begun=begun)
        except BaseException:
            del self._under_way[name]
            raise
        self.hub.start(self._work(name, text))

    async def _work(self, name: str, text: str) -> None:
        try:
            analysis = await asyncio.get_running_loop().run_in_executor(self._pool, self._judge, name, text)
            await self._keep(name, record=text, analysis=analysis)
        except Stopped:
            pass
        except Refusal:
            log.warning("review not kept")  # the database is gone: it begins again when somebody looks
        except Exception:
            log.exception("review failed")
            await self._keep(name, record=text, begun=MOST_BEGINNINGS)
        finally:
            del self._under_way[name]

    def _judge(self, name: str, text: str) -> Json:
        def progress(done: int, total: int) -> None:
            if self._closed:
                raise Stopped  # the process does not end before its threads
            self._under_way[name] = (done, total)

        return self.judge(parse_record(text), progress)
