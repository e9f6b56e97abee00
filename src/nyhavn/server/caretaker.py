"""What must be done from time to time: clocks at zero, bots whose server is gone, tables that nobody needs any more."""

import asyncio
import gc
import logging
import time
from typing import Any

from nyhavn.server.hub import PRESENCE_SECONDS, Hub
from nyhavn.server.metrics import TABLES
from nyhavn.server.playing import Players
from nyhavn.table.commands import grant, time_out
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

TICK = 1.0
EXPIRE_SECONDS = 600.0
EXPIRE_LIMIT = 500
DOWN = 5_000
"""If no server was there for so many milliseconds, the time is given back to those who could not move."""
FOR_EVER = 1 << 62
EVERY = 1 << 31
AT_ONCE = 100
GARBAGE = (20_000, 20, 20)
"""A move makes thousands of small objects that are gone at once: circles among them are looked for less often."""


class Caretaker:
    """One for each process; doing something twice does no harm, because a number in a log is written once."""

    def __init__(self, hub: Hub, players: Players) -> None:
        self.hub = hub
        self.players = players
        self._frozen: set[str] = set()
        self._expired = -EXPIRE_SECONDS
        self._told = 0.0
        hub.ready.clear()  # nobody moves before time was given back

    async def run(self) -> None:
        gc.freeze()  # what was loaded by now stays, and need not be searched
        gc.set_threshold(*GARBAGE)
        while not await self._try(self._give_back()):
            await asyncio.sleep(TICK)
        self.hub.ready.set()
        while True:
            await self._try(self.hub.check())
            await self._try(self._tick())
            await asyncio.sleep(TICK)

    async def _try(self, work: Any) -> bool:
        """The caretaker goes on whatever happens; False: the database is gone, and has been complained about."""
        try:
            await work
        except Refusal:
            return False
        except Exception:
            log.exception("caretaker")
        return True

    async def _give_back(self) -> None:
        """Time in which no server was there."""
        hub, now = self.hub, self.hub.settings.now()
        last = await hub.ask(lambda: hub.store.last_alive(hub.process))
        if last is None or now - last < DOWN:
            return
        names = await hub.ask(lambda: hub.store.waking(FOR_EVER, EVERY))
        for first in range(0, len(names), AT_ONCE):
            await asyncio.gather(*(self._grant(name, last) for name in names[first : first + AT_ONCE]))

    async def _grant(self, name: str, last: int) -> None:
        def give(table: Table, at: int) -> None:
            # What was given before, by another process or one that died over it, is not given again.
            down = at - max(last, table.at)
            if down >= DOWN:
                grant(table, at, down)

        try:
            await self.hub.run_early(name, give)
        except Refusal as refusal:
            if refusal.code == "store":
                raise

    async def _tick(self) -> None:
        hub, now = self.hub, self.hub.settings.now()
        await hub.ask(lambda: hub.store.alive(hub.process, now))
        # Frozen tables are never written to, and so will always seem to be late.
        late = await hub.ask(lambda: hub.store.waking(now, AT_ONCE + len(self._frozen)))
        for name in late:
            if name not in self._frozen:
                await self._wake(name)
        hub.tidy()
        moment = time.monotonic()
        if moment - self._told > PRESENCE_SECONDS:
            self._told = moment
            for room in list(hub.rooms.values()):
                if room.connections:
                    hub.tell_presence(room)
        if moment - self._expired > EXPIRE_SECONDS:
            self._expired = moment
            before = {status: now - kept for status, kept in hub.settings.keep.items()}
            gone = await hub.ask(lambda: hub.store.expire(before, EXPIRE_LIMIT))
            await hub.ask(lambda: hub.store.expire_papers(before["over"]))
            if gone:
                log.info("expired", extra={"tables": len(gone)})
            for status, count in (await hub.ask(hub.store.count)).items():
                TABLES.labels(status).set(count)

    async def _wake(self, name: str) -> None:
        """A clock at zero, or a bot that nobody lets move."""
        try:
            await self.hub.run(name, time_out)
            async with self.hub.open(name) as (room, table):
                if table.frozen:
                    self._frozen.add(name)
                self.players.look(room)
        except Refusal as refusal:
            if refusal.code != "no table":
                raise
