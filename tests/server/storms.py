"""People who play on at servers to which something happens again and again."""

import asyncio
import random
from collections.abc import Sequence

import pytest

from tests.server.persistent_players import Player, gather, settled
from tests.server.serving import Server

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
            await self.kill_one(self.servers)

    async def kill_one(self, servers: Sequence[Server]) -> None:
        server = self.luck.choice(servers)
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
