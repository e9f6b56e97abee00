"""Server processes killed at random moments under load: nothing that was confirmed is lost, nothing is done twice."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from nyhavn.store import open_store
from tests.databases import KINDS, new_database
from tests.server.persistent_players import Player, check, gather, launching, settled
from tests.server.serving import Server

pytestmark = pytest.mark.slow

PROCESSES = {"sqlite": 1, "postgresql": 2}
LONGEST_LIFE = 0.6
STILLBORN = 0.15
"""How often a process is killed once more while it starts."""
STARTING = 2.0
PATIENCE = 60.0
"""Seconds for a move: only a server that hangs takes so long."""


class Storm:
    """Players at tables of servers that die."""

    def __init__(self, servers: Sequence[Server], luck: random.Random) -> None:
        self.servers = servers
        self.luck = luck
        self.players: list[Player] = []
        self.before: list[Player] = []  # of games that are over
        self.tasks: dict[str, list[asyncio.Task[None]]] = {}

    def sit_down(self) -> None:
        """People at eight tables; where a game is over, at another one."""
        players = gather(self.servers[0].url, lambda: self.luck.choice(self.servers).url, self.luck)
        for player in players:
            self.tasks.setdefault(player.table, []).append(asyncio.create_task(player.run()))
        self.players += players

    def look(self) -> None:
        """Those that failed say so now."""
        for task in (task for tasks in self.tasks.values() for task in tasks):
            if task.done():
                task.result()

    @property
    def confirmed(self) -> int:
        return sum(len(player.confirmed) for player in self.before + self.players)

    async def play(self) -> None:
        """Until a move was confirmed once more: a server that nobody plays at has nothing to lose."""
        before = self.confirmed
        async with asyncio.timeout(PATIENCE):
            while self.confirmed == before:
                self.look()
                await self.go_on_if_over()
                await asyncio.sleep(0.02)

    async def kill(self, times: int) -> None:
        for _ in range(times):
            await self.play()
            await asyncio.sleep(self.luck.uniform(0, LONGEST_LIFE))
            self.look()
            server = self.luck.choice(self.servers)
            server.kill()
            if self.luck.random() < STILLBORN:
                server.start(wait=False)
                await asyncio.sleep(self.luck.uniform(0, STARTING))
                server.kill()
            await asyncio.to_thread(server.start)

    async def go_on_if_over(self) -> None:
        """New tables, if most games are over."""
        if sum(player.status == "over" for player in self.players) <= len(self.players) / 2:
            return
        over = {player.table for player in self.players if player.status == "over"}
        old = [player for player in self.players if player.table in over]
        await settled(old, self.servers[0].url)
        await self.leave(old)
        self.before += old
        self.players = [player for player in self.players if player.table not in over]
        self.sit_down()

    async def leave(self, players: Sequence[Player]) -> None:
        for table in {player.table for player in players}:
            for task in self.tasks.pop(table):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task


async def storm(servers: Sequence[Server], kills: int, luck: random.Random) -> list[Player]:
    """Everybody who took part."""
    there = Storm(servers, luck)
    there.sit_down()
    there.sit_down()
    await there.kill(kills)
    there.sit_down()
    begun = {player.table: player.n for player in there.players if player.status == "playing"}
    for server in servers:
        await asyncio.to_thread(server.wait)
    async with asyncio.timeout(PATIENCE):  # games go on: a bot may first have to be missed
        while any(player.n <= begun.get(player.table, -1) for player in there.players):
            there.look()
            await asyncio.sleep(0.1)
    for player in there.players:
        player.playing = False
    await settled(there.players, servers[0].url)
    await there.leave(there.players)
    return there.before + there.players


def run(kind: str, folder: Path, kills: int, seed: int) -> None:
    with new_database(kind, folder) as url:
        with launching(folder) as launch:
            servers = [launch(url, wait=False) for _ in range(PROCESSES[kind])]
            for server in servers:
                server.wait()
            players = asyncio.run(storm(servers, kills, random.Random(seed)))
        store = open_store(url)
        moves = check(store, players)
        store.close()
    confirmed = sum(len(player.confirmed) for player in players)
    resent = sum(player.resent for player in players)
    again = sum(player.connected for player in players) - len(players)
    print(f"{kind}: {kills} kills, {moves} moves, {confirmed} confirmed, {resent} sent again, {again} came back")
    assert confirmed > kills
    assert again >= kills
    assert resent >= kills // 10  # few kills may all come between moves


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 6), ("postgresql", 6)])
def test_a_killed_server_loses_nothing(kind: str, kills: int, tmp_path: Path) -> None:
    run(kind, tmp_path, kills, seed=4)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_server_killed_hundreds_of_times_loses_nothing(kind: str, tmp_path: Path) -> None:
    run(kind, tmp_path, 250, seed=random.randrange(1 << 32))
