"""Whatever can happen to a group of processes, one thing after another, while people and bots play: nothing that was
acknowledged is lost, nothing is done twice, and every table goes on when it is over."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from nyhavn.store import open_store
from tests.client.proxy import Proxy
from tests.databases import Cluster
from tests.server.persistent_players import Player, check, launching, settled
from tests.server.serving import Person, Server
from tests.server.storms import Storm
from tests.server.test_processes import through_proxy
from tests.server.test_reviews import game

pytestmark = pytest.mark.slow

STUCK_SECONDS, BUSY_SECONDS = 10.0, 30.0
"""After a fault is over, every table has gone on by then; and where other tests run beside this one, so that a worker
takes longer to start a process that thinks."""
REVIEWED_SECONDS = 60.0
REVIEWS = 3
JUMPS = -3600, -45, -10, 10, 45, 3600
WRONG_CLOCK = (
    "CREATE TABLE public.clock AS SELECT interval '0' AS ahead",
    "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE "
    "AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM public.clock'",
)
"""The database's clock, which all processes follow, as one that can be set."""


class Faults(Storm):
    """Two processes for people, one of which has a line to the database that can be cut, and a worker."""

    def __init__(
        self, webs: Sequence[Server], worker: Server, line: Proxy, machine: Cluster, name: str, luck: random.Random
    ) -> None:
        super().__init__(webs, luck)
        self.worker, self.line, self.machine, self.name = worker, line, machine, name
        self.patience = 0.0
        self.count: Counter[str] = Counter()
        self.longest = 0.0

    async def begin(self) -> None:
        """Everybody plays, and so does every bot: what thinks has been started."""
        self.sit_down()
        await self.play()
        await self.go_on()

    async def strike(self) -> None:
        """One thing, until it is over and everybody plays on."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            *(self.kill_web, self.kill_web, self.kill_worker, self.stop_database),
            *(self.cut_line, self.fill_disk, self.set_clock),
        ]
        fault = self.luck.choice(kinds)
        await fault()
        self.count[fault.__name__] += 1
        for server in (*self.servers, self.worker):
            await asyncio.to_thread(server.wait)
        await self.go_on()

    async def kill_web(self) -> None:
        await self.kill_one(self.servers)

    async def kill_worker(self) -> None:
        await self.kill_one([self.worker])

    async def stop_database(self) -> None:
        await asyncio.to_thread(self.machine.stop)
        await asyncio.sleep(self.luck.choice([0.0, 1.0, 5.0]))
        self.machine.start()  # it ends with the thread that starts it

    async def cut_line(self) -> None:
        self.line.cut()
        await asyncio.sleep(self.luck.choice([0.1, 1.0, 5.0]))
        self.line.mend()

    async def fill_disk(self) -> None:
        """Nothing can be written, as on a full disk."""
        await asyncio.to_thread(self.sql, "ALTER SYSTEM SET default_transaction_read_only = on")
        await asyncio.to_thread(self.sql, "SELECT pg_reload_conf()")
        await asyncio.sleep(self.luck.choice([0.3, 2.0]))
        await asyncio.to_thread(self.sql, "ALTER SYSTEM RESET default_transaction_read_only")
        await asyncio.to_thread(self.sql, "SELECT pg_reload_conf()")

    async def set_clock(self) -> None:
        jump = self.luck.choice(JUMPS)
        await asyncio.to_thread(self.sql, f"UPDATE public.clock SET ahead = ahead + interval '{jump} s'")

    def sql(self, statement: str) -> None:
        with psycopg.connect(self.machine.url(self.name), autocommit=True) as connection:
            connection.execute(statement.encode())

    async def go_on(self) -> None:
        """Every table has something new, or its game is over."""
        self.look()
        before = {player.table: player.n for player in self.players}
        began = time.monotonic()
        while waiting := {one.table for one in self.players if one.n <= before[one.table] and one.status != "over"}:
            self.look()
            assert time.monotonic() - began < self.patience, f"stuck after {dict(self.count)}: {waiting}"
            await asyncio.sleep(0.05)
        self.longest = max(self.longest, time.monotonic() - began)
        await self.go_on_if_over()


async def story(faults: Faults, times: int, url: str) -> list[Player]:
    """So many faults; gives everybody who took part."""
    person = Person(faults.servers[0].url)
    reviews = [person.post("/api/v1/reviews", {"record": game()})["review"] for _ in range(REVIEWS)]
    await faults.begin()
    for _ in range(times):
        await faults.strike()
    for player in faults.players:
        player.playing = False
    await settled(faults.players, url)
    await faults.leave(faults.players)
    end = time.monotonic() + REVIEWED_SECONDS
    for review in reviews:
        while person.get(f"/api/v1/reviews/{review}")["analysis"] is None:
            assert time.monotonic() < end, "a review never comes"
            await asyncio.sleep(0.5)
    person.http.close()
    return faults.before + faults.players


@contextmanager
def group(folder: Path, luck: random.Random) -> Iterator[tuple[Faults, str]]:
    machine = Cluster()
    try:
        with machine.database() as url, through_proxy(url) as (line, cut), launching(folder) as launch:
            open_store(url).close()
            name = url.rpartition("/")[2].partition("?")[0]
            machine.execute(name, *WRONG_CLOCK, f"ALTER DATABASE {name} SET search_path = public, pg_catalog")
            webs = [launch(one, "--role", "web", wait=False) for one in (url, cut)]
            worker = launch(url, "--role", "worker", "--workers", "1", wait=False)
            for server in (*webs, worker):
                server.wait()
            yield Faults(webs, worker, line, machine, name, luck), url
    finally:
        machine.remove()


def run(folder: Path, times: int, seed: int, patience: float) -> None:
    with group(folder, random.Random(seed)) as (faults, url):
        faults.patience = patience
        players = asyncio.run(story(faults, times, faults.servers[0].url))
        store = open_store(url)
        moves = check(store, players)
        store.close()
        confirmed = sum(len(player.confirmed) for player in players)
        print(f"seed {seed}: {dict(faults.count)}, {moves} moves, {confirmed} confirmed, {faults.longest:.1f} s")
        assert faults.count.total() == times
        assert confirmed > times


def test_nothing_is_lost_whatever_happens(tmp_path: Path) -> None:
    run(tmp_path, 40, 1, BUSY_SECONDS)


@pytest.mark.long
def test_nothing_is_lost_however_often_something_happens(tmp_path: Path) -> None:
    run(tmp_path, 1000, random.randrange(1 << 32), STUCK_SECONDS)
