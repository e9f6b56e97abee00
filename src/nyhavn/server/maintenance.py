"""What must be done from time to time: clocks at zero, tables and answers that nobody needs any more."""

import asyncio
import gc
import logging
from typing import Any

from nyhavn.server.bot_turns import Players
from nyhavn.server.database_time import DOWN, SKIPPED, served_since
from nyhavn.server.hub import COMPARE_SECONDS, PRESENCE_SECONDS, Hub
from nyhavn.server.job_runner import LEASE_SECONDS
from nyhavn.server.metrics import TABLES
from nyhavn.table.commands import grant, time_out
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

TICK = 1.0
EXPIRE_SECONDS = 600.0
FEWEST_EXPIRED = 5
EXPIRED_PART = 100
"""Each time, one table in this many is marked: a mistake is noticed before it is a disaster."""
MOST_REMOVED = 500
HOUR = 60 * 60 * 1000
UNDONE = 24 * HOUR
"""How long what is marked can still be kept: see `nyhavn keep`."""
ANSWERED = 2 * 60 * 1000
"""An answer that nobody has fetched by then is not wanted."""
ASIDE = 30 * UNDONE
"""How long jobs that were set aside are kept."""
FOR_EVER = 1 << 62
EVERY = 1 << 31
AT_ONCE = 100
GARBAGE = (20_000, 20, 20)
"""A move makes thousands of small objects that are gone at once: circles among them are looked for less often."""


class Maintenance:
    """One for each process; doing something twice does no harm, because a number in a log is written once."""

    def __init__(self, hub: Hub, players: Players) -> None:
        self.hub = hub
        self.players = players
        self._beating = False  # has this process told that it is there?
        self._frozen: set[str] = set()
        self._expired = -EXPIRE_SECONDS
        self._told = self._compared = 0.0
        hub.ready.clear()  # nobody moves before time was given back

    async def run(self) -> None:
        gc.freeze()  # what was loaded by now stays, and need not be searched
        gc.set_threshold(*GARBAGE)
        self.hub.start(self._watch())
        while True:
            await self._try(self.hub.check())
            await self._try(self._tick())
            await asyncio.sleep(TICK)

    async def _watch(self) -> None:
        """Send people to other processes once this one has lost its database: questions to it may hang."""
        while True:
            await asyncio.sleep(TICK)
            if self.hub.is_lost:
                self.hub.send_away()

    async def _try(self, work: Any) -> bool:
        """It goes on whatever happens; False: the database is gone, and has been complained about."""
        try:
            await work
        except Refusal:
            return False
        except Exception:
            log.exception("maintenance")
        return True

    async def _keep_time(self) -> None:
        """Follow the clock of the database. Time in which no server was there, or over which the clock has jumped, is
        given back before anything else is done."""
        hub = self.hub
        told, looked = await hub.read_clock()
        others = await hub.ask(lambda: hub.store.last_alive(hub.process))
        known = [at for at in (others,) if at is not None]
        if self._beating:  # one's own time goes on evenly, whatever others say of the future
            known = [hub.time.now(), *(at for at in known if at < told + DOWN)]
        last = max(known, default=told)
        if abs(told - last) >= DOWN:
            await self._give_back(last, told)
        if self._beating and hub.time.is_uneven(told, looked):
            hub.send_away()  # clients reckon from what the clock said when they came
        hub.time.set(told, looked)
        hub.ready.set()
        await hub.ask(lambda: hub.store.alive(hub.process, told))
        self._beating = True

    async def _give_back(self, last: int, told: int) -> None:
        hub = self.hub
        hub.ready.clear()
        jumped = not 0 < told - last < SKIPPED
        log.log(logging.WARNING if jumped else logging.INFO, "time skipped", extra={"seconds": (told - last) // 1000})
        if told < last:
            await hub.ask(lambda: hub.store.set_back(told))
            await hub.ask(lambda: hub.store.jobs.set_back(told, told + round(1000 * LEASE_SECONDS)))
        if told - last >= SKIPPED:
            await hub.ask(lambda: hub.store.skip(last, told))
        names = await hub.ask(lambda: hub.store.waking(FOR_EVER, EVERY))
        for first in range(0, len(names), AT_ONCE):
            await asyncio.gather(*(self._grant(name, last, told) for name in names[first : first + AT_ONCE]))

    async def _grant(self, name: str, last: int, told: int) -> None:
        def give(table: Table, _: int) -> None:
            # What was given before, by another process or one that died over it, is not given again.
            if told > last and told - max(last, table.at) >= DOWN:
                grant(table, told, told - max(last, table.at))
            elif told < last and table.at >= told + DOWN:  # its times are from before the clock was set back
                grant(table, told, told - last)

        try:
            await self.hub.run_early(name, give, at=told)
        except Refusal as refusal:
            if refusal.code == "store":
                raise

    async def _tick(self) -> None:
        await self._keep_time()
        hub, now = self.hub, self.hub.now()
        # Frozen tables are never written to, and so will always seem to be late.
        late = await hub.ask(lambda: hub.store.waking(now, AT_ONCE + len(self._frozen)))
        for name in late:
            if name not in self._frozen:
                await self._wake(name)
        hub.tidy()
        self.players.outside.tidy()
        await hub.workers.tidy()
        moment = hub.settings.steady()
        if hub.store.shared and moment - self._compared > COMPARE_SECONDS:
            self._compared = moment
            await hub.compare()
        if moment - self._told > PRESENCE_SECONDS:
            self._told = moment
            hub.refresh_presence()
        if moment - self._expired > EXPIRE_SECONDS:
            self._expired = moment
            await self._expire(now)

    async def _expire(self, now: int) -> None:
        """Remove what was marked a day ago, and mark what nobody has touched for long, a few at a time. Only time in
        which servers were there counts."""
        hub = self.hub
        skipped = await hub.ask(hub.store.skipped)
        removed = await hub.ask(lambda: hub.store.remove(served_since(now, UNDONE, skipped), MOST_REMOVED))
        if removed:
            log.info("removed", extra={"tables": removed})
        await hub.ask(lambda: hub.store.jobs.tidy(now - ANSWERED, now - ASIDE))
        tables = await hub.ask(hub.store.count)
        most = max(FEWEST_EXPIRED, sum(tables.values()) // EXPIRED_PART)
        before = {status: served_since(now, kept, skipped) for status, kept in hub.settings.keep.items()}
        marked = await hub.ask(lambda: hub.store.expire(before, now, most))
        documents = await hub.ask(lambda: hub.store.expire_documents(before["over"], now, most))
        if marked or documents:
            log.info("expired", extra={"tables": marked, "documents": documents, "removed_after_hours": UNDONE // HOUR})
        for status, count in tables.items():
            TABLES.labels(status).set(count)

    async def _wake(self, name: str) -> None:
        """A clock at zero."""
        try:
            await self.hub.run(name, time_out)
            async with self.hub.open(name) as (_, table):
                if table.frozen:
                    self._frozen.add(name)
        except Refusal as refusal:
            if refusal.code != "no table":
                raise
