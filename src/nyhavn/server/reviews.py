"""Reviews of games: judged move by move beside everything else, one game at a time, and kept."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import orjson

from nyhavn import __version__
from nyhavn.records import parse_record
from nyhavn.server.hub import Hub
from nyhavn.table import positions, replays
from nyhavn.table.entries import Refusal

Json = dict[str, Any]
log = logging.getLogger("nyhavn.server")

MOST_WAITING = 20


class Reviews:
    """The reviews that this process works on. What is done is in the database, for every process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._pool = ThreadPoolExecutor(1, "review")
        self._under_way: dict[str, tuple[int, int]] = {}

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def begin(self, text: str) -> str:
        """Judge a game, unless that is done or under way; gives the name of its review."""
        await self.hub.ask(lambda: positions.read(text, None))  # refuses what is no record
        name = sha256(f"{__version__}:{text}".encode()).hexdigest()[:32]
        if name in self._under_way or await self._kept(name) is not None:
            return name
        if len(self._under_way) >= MOST_WAITING:
            raise Refusal("busy", "many games are being reviewed: try again in a few minutes")
        self._under_way[name] = (0, 0)
        self.hub.start(self._work(name, text))
        return name

    async def look(self, name: str) -> Json:
        """How far a review is, or all of it."""
        if name in self._under_way:
            done, total = self._under_way[name]
            return {"review": name, "done": done, "total": total, "analysis": None, "replay": None}
        body = await self._kept(name)
        if body is None:
            raise Refusal("not found", "there is no such review")
        kept = orjson.loads(body)
        replay = await self.hub.ask(lambda: replays.replay(kept["record"]))
        moves = len(kept["analysis"]["decisions"])
        return {"review": name, "done": moves, "total": moves, "analysis": kept["analysis"], "replay": replay}

    async def _kept(self, name: str) -> str | None:
        return await self.hub.ask(lambda: self.hub.store.paper(f"review {name}"))

    async def _work(self, name: str, text: str) -> None:
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._pool, self._judge, name, text)
            body = orjson.dumps({"record": text, **found}).decode()
            now = self.hub.settings.now()
            await self.hub.ask(lambda: self.hub.store.put_paper(f"review {name}", body, now))
        except Exception:
            log.exception("review failed")
        finally:
            del self._under_way[name]

    def _judge(self, name: str, text: str) -> Json:
        from nyhavn.arena.analysis import analyse  # its kernels are loaded when the first review is wanted

        def progress(done: int, total: int) -> None:
            self._under_way[name] = (done, total)

        return {"analysis": analyse(parse_record(text), progress=progress)}
