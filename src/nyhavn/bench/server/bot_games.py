"""Somebody who plays against a bot, and somebody who asks for ideas now and then: how long both wait for answers."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from nyhavn.bench.server.load import Server
from nyhavn.client import AsyncLive, Json, random_move

Window = tuple[float, float]

BOT = "medium"
THINKING = 0.8
"""Longer than the pause that bots make after their own last move: all answers begin alike."""
IDEA_PAUSE = 2.0
"""Asked for more often, ideas are refused."""
AGAIN = 0.1


@dataclass
class Waits:
    """How long somebody has waited for each answer."""

    over: list[tuple[float, float]] = field(default_factory=list)  # since when, and until when
    since: float | None = None  # of the one that is still to come

    def begin(self) -> None:
        self.since = self.since or time.perf_counter()

    def end(self) -> None:
        if self.since is not None:
            self.over.append((self.since, time.perf_counter()))
            self.since = None

    def within(self, windows: Sequence[Window], overlapping: bool = False) -> list[float]:
        """Seconds of the waits that began in some times, or of all that had a part in them; what has not come yet has
        taken at least until now."""
        waits = self.over if self.since is None else [*self.over, (self.since, time.perf_counter())]
        return [
            until - since
            for since, until in waits
            if any(since < end and (until if overlapping else since) >= begin for begin, end in windows)
        ]


Act = Callable[[AsyncLive, Waits], Awaitable[None]]
"""What somebody does at a table, with the waits for the answers."""


class BotGames:
    """The two of them, each at a table of their own, whatever happens."""

    def __init__(self, server: Server, game: str, components: Json, goes_on: Callable[[], bool]) -> None:
        self.waits = {"bot": Waits(), "idea": Waits()}
        self._server, self._game, self._components, self._goes_on = server, game, components, goes_on
        self._luck = random.Random(1)

    async def play(self) -> None:
        await asyncio.gather(
            self.repeat("10.0.0.101", BOT, self.move, self.waits["bot"]),
            self.repeat("10.0.0.102", "greedy", self._ask, self.waits["idea"]),
        )

    def began(self) -> bool:
        """Whether both had an answer: what they need may have to be compiled first."""
        return all(waits.over for waits in self.waits.values())

    async def repeat(self, address: str, bot: str, act: Act, waits: Waits) -> None:
        """One game after the other."""
        seats: list[Json] = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        while self._goes_on():
            with suppress(OSError, ValueError, httpx.HTTPError, WebSocketException, TimeoutError):
                person = await asyncio.to_thread(self._server.visit, address)
                made: Any = await asyncio.to_thread(person.make, self._game, 2, order="seated", seats=seats)
                async with person.live_async(made["id"], 0) as live:
                    await act(live, waits)
            waits.end()  # if the connection was lost, it took at least until now
            await asyncio.sleep(AGAIN)

    async def move(self, live: AsyncLive, waits: Waits) -> None:
        """Play a game; every move of the bot is an answer."""
        sent = ""
        while self._goes_on() and live.table["status"] != "over":
            if not sent and live.must_decide and live.choices is not None:
                await asyncio.sleep(THINKING)
                sent = f"{self._luck.getrandbits(64):x}"
                await live.send({"id": sent, "move": random_move(self._components, live.choices, self._luck)})
            told = await live.receive()
            if sent in (told.get("ack"), told.get("refused")):
                sent = ""
            event = told.get("event") or {}
            if event.get("kind") == "move" and event["seat"] == 1:
                waits.end()
            if live.turn == 1:
                waits.begin()
            else:
                waits.since = None

    async def _ask(self, live: AsyncLive, waits: Waits) -> None:
        """Ask for ideas, and never move. One that is refused is asked for again, and is no answer."""
        for number in count(1):
            if not self._goes_on():
                return
            waits.begin()
            await live.send({"id": str(number), "hint": True})
            while str(number) not in ((told := await live.receive()).get("ack"), told.get("refused")):
                pass
            if "ideas" in told:
                waits.end()
            await asyncio.sleep(IDEA_PAUSE)
