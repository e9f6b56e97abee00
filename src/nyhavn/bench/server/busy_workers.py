"""Bots that think all the time and reviews that never end: every process that thinks is busy while people play."""

import asyncio
import time
from contextlib import suppress
from itertools import count

import httpx

from nyhavn.bench.server.attackers import long_record
from nyhavn.bench.server.bot_games import BotGames, Waits
from nyhavn.bench.server.load import Server
from nyhavn.client import Json, Person

SLOW_BOT = "mc:1s"
LOOK_SECONDS = 1.0
AGAIN = 0.2


class Thinking:
    """People at tables with bots that take a second for each move, and others who have one game after the other
    reviewed."""

    def __init__(self, server: Server, game: str, components: Json, tables: int, reviews: int) -> None:
        self.end = float("inf")
        self.moves = [Waits() for _ in range(tables)]
        self.reviewed: list[float] = []  # when
        self._server, self._game, self._reviews = server, game, reviews
        self._seeds = count(1)
        self._games = BotGames(server, game, components, self._goes_on)

    async def run(self) -> None:
        bots = (
            self._games.repeat(f"10.250.0.{number + 1}", SLOW_BOT, self._games.move, waits)
            for number, waits in enumerate(self.moves)
        )
        await asyncio.gather(*bots, *(self._review(number) for number in range(self._reviews)))

    def began(self) -> bool:
        """Whether a bot has moved: kernels may have to be loaded first."""
        return any(waits.over for waits in self.moves)

    def bot_moves(self, begin: float, end: float) -> int:
        return sum(begin <= until < end for waits in self.moves for _, until in waits.over)

    def reviews_done(self, begin: float, end: float) -> int:
        return sum(begin <= when < end for when in self.reviewed)

    def _goes_on(self) -> bool:
        return time.perf_counter() < self.end

    async def _review(self, number: int) -> None:
        while self._goes_on():
            record, _ = await asyncio.to_thread(long_record, self._game, next(self._seeds))
            with suppress(OSError, ValueError, httpx.HTTPError):
                person = await asyncio.to_thread(self._server.visit, f"10.251.0.{number + 1}")
                asked: Json = await asyncio.to_thread(person.post, "/api/v1/reviews", {"record": record})
                await self._wait(person, f"/api/v1/reviews/{asked['review']}")
            await asyncio.sleep(AGAIN)

    async def _wait(self, person: Person, path: str) -> None:
        """Until a review is there, or nobody waits any more."""
        while self._goes_on():
            if (await asyncio.to_thread(person.get, path))["analysis"] is not None:
                self.reviewed.append(time.perf_counter())
                return
            await asyncio.sleep(LOOK_SECONDS)
