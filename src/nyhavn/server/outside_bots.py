"""Third-party bots, from files (`--code`) and installed packages (entry points `nyhavn.bots`). Their code never runs in
the server. Each seat that one of them plays has its own process. It starts with the first move, so that a bot keeps
what it has loaded and learnt about its game, and it never holds anything but what its own seat could see. A process per
move would be just as safe, but start Python again every time.

It ends with the game, when nobody has needed it for a while, or when others need the space more. How many run at once
is bounded: they are jobs of the queue as all others are.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from nyhavn.bots import OWN_BOTS, Budget, Observation
from nyhavn.bots.plugins import installed_sources
from nyhavn.games import game_names
from nyhavn.server import confinement
from nyhavn.server.cancellation import cancel_all
from nyhavn.server.worker_process import ThoughtError, WorkerProcess

log = logging.getLogger("nyhavn.server")

Source = tuple[str, str]
"""`file` and its path, or `installed` and the name of an entry point."""
Seat = tuple[str, int]

MOST_PROCESSES = 8
IDLE_SECONDS = 300.0
LISTING_SECONDS = 30.0
LOOKING_SECONDS = 5.0
"""How long a question waits for code that is still being looked at."""


@dataclass(frozen=True)
class OutsideBot:
    name: str
    games: tuple[str, ...]
    source: Source


class OutsideBots:
    """The third-party bots that this server knows, and their processes."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._sources: list[Source] = [("file", str(Path(file).absolute())) for file in files]
        self._sources += [("installed", name) for name in installed_sources()]
        self._bots: dict[str, OutsideBot] = {}
        self._processes: OrderedDict[Seat, WorkerProcess] = OrderedDict()
        self._thinking: set[Seat] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._discovery: asyncio.Task[None] | None = None

    # Which bots there are

    def discover(self) -> None:
        """Find out which bots the sources have, while other things go on."""
        if self._sources and self._discovery is None:
            if not confinement.is_possible():
                log.warning("third-party bots can read what the server can: this system cannot confine them")
            self._discovery = asyncio.ensure_future(self._discover())

    async def _discover(self) -> None:
        await asyncio.gather(*(self._list(source) for source in self._sources))

    async def _list(self, source: Source) -> None:
        process = WorkerProcess(source)
        try:
            found = await process.ask("names", {}, LISTING_SECONDS)
            bots = [OutsideBot(str(one["name"]), tuple(map(str, one["games"])), source) for one in found]
        except (ThoughtError, TypeError, KeyError) as error:
            log.warning("bots not loaded", extra={"source": source[1], "error": str(error)})
            return
        finally:
            await process.end()
        for bot in bots:
            if bot.name in OWN_BOTS or bot.name in self._bots:
                log.warning("bot left out", extra={"source": source[1], "bot": bot.name})
            else:
                games = tuple(game for game in bot.games if game in game_names())
                self._bots[bot.name] = OutsideBot(bot.name, games, source)

    async def all(self) -> list[OutsideBot]:
        """The bots that are known; early callers wait a moment."""
        if self._discovery is not None:
            await asyncio.wait((self._discovery,), timeout=LOOKING_SECONDS)
        return list(self._bots.values())

    async def find(self, name: str) -> OutsideBot | None:
        """A third-party bot by its name."""
        if name not in self._bots:
            await self.all()
        return self._bots.get(name)

    # Thinking

    async def choose(
        self, seat: Seat, name: str, observation: Observation, seed: int, budget: Budget, grace: float
    ) -> str:
        """A legal move of a third-party bot for a seat; ThoughtError if it gives none in time."""
        bot = await self.find(name)
        if bot is None:
            raise ThoughtError("error", f"there is no bot {name[:40]!r} here any more")
        process = self._process(seat, bot.source)
        self._thinking.add(seat)
        given = {"bot": name, "observation": observation, "seed": seed, "budget": budget}
        try:
            move = await process.ask("choose", given, (budget.seconds or 0) + grace)
        except ThoughtError:
            self._processes.pop(seat, None)
            await process.end()  # nobody knows in what state it is
            raise
        finally:
            self._thinking.discard(seat)
        if not observation.allows(move):
            raise ThoughtError("error", f"{str(move)[:80]!r} isn't a legal move")
        return str(move)

    def _process(self, seat: Seat, source: Source) -> WorkerProcess:
        process = self._processes.pop(seat, None)
        if process is None or process.source != source:
            if process is not None:
                self._end(process)
            process = WorkerProcess(source)
        self._processes[seat] = process
        for other in list(self._processes):
            if len(self._processes) > MOST_PROCESSES and other != seat and other not in self._thinking:
                self._end(self._processes.pop(other))
        return process

    def _end(self, process: WorkerProcess) -> None:
        ending = asyncio.ensure_future(process.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    def leave(self, table: str) -> None:
        """A game is over: nobody thinks there any more."""
        for seat in [seat for seat in self._processes if seat[0] == table and seat not in self._thinking]:
            self._end(self._processes.pop(seat))

    def tidy(self) -> None:
        """End those that have had nothing to do for a while."""
        before = time.monotonic() - IDLE_SECONDS
        for seat, process in list(self._processes.items()):
            if process.used < before and seat not in self._thinking:
                self._end(self._processes.pop(seat))

    async def close(self) -> None:
        if self._discovery is not None:
            await cancel_all([self._discovery])
        for process in self._processes.values():
            self._end(process)
        self._processes.clear()
        await asyncio.gather(*self._ending, return_exceptions=True)
