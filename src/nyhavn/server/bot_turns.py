"""Bots at tables: they think in threads of their own, so that nobody waits for them."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from nyhavn.bots import Observation, make_bot
from nyhavn.server.hub import Hub
from nyhavn.server.metrics import BOT_FAILURES, THINKING, bot_name
from nyhavn.server.rooms import Room
from nyhavn.table import visibility
from nyhavn.table.commands import bot_play
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

THREADS = 2
FALLBACK = "random"
"""Plays where a bot has failed: a bad move is better than a table that stands still."""


class Players:
    """Lets bots move whenever it is their turn at a table of the hub."""

    def __init__(self, hub: Hub, ready: Callable[[str], asyncio.Event]) -> None:
        self.hub = hub
        self._ready = ready
        self._pool = ThreadPoolExecutor(THREADS, "bot")
        hub.moved = self.look

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def look(self, room: Room) -> None:
        """Something has changed at a table: let its bot think, if it is a bot's turn."""
        table = room.table
        if table is not None and table.bot is not None and room.thinking is None:
            room.thinking = self.hub.start(self._think(room))

    async def _think(self, room: Room) -> None:
        try:
            while await self._move(room):
                pass
        finally:
            room.thinking = None

    async def _move(self, room: Room) -> bool:
        """One move of the bot on turn; False if there is none."""
        await asyncio.sleep(self.hub.settings.bot_pause)
        if room.table is not None:  # before its kernels are compiled a bot would have to guess
            await self._ready(room.table.game).wait()
        try:
            async with self.hub.open(room.id) as (_, table):
                seat, spec, happened = table.turn, table.bot, len(table.numbers)
                if seat is None or spec is None or table.state is None:
                    return False
                observation = visibility.observation(table, seat)
            move = await self._choose(spec, observation)

            def play(table: Table, at: int) -> None:
                if len(table.numbers) != happened:
                    raise Refusal("not your turn", "another process was quicker")
                bot_play(table, at, seat, move)

            await self.hub.run(room.id, play)
        except Refusal as refusal:
            if refusal.code == "store":
                await asyncio.sleep(1)
            elif refusal.code != "not your turn":  # its person is back, or another process was quicker
                log.error("bot refused", extra={"code": refusal.code})
                return False
        return True

    async def _choose(self, spec: str, observation: Observation) -> str:
        """What a bot would play, or another one if it fails."""
        started = time.perf_counter()
        rng = random.Random()
        try:
            thought = asyncio.get_running_loop().run_in_executor(self._pool, make_bot(spec).choose, observation, rng)
            move = await asyncio.wait_for(thought, self.hub.settings.bot_seconds)
        except Exception as error:  # noqa: BLE001 - bots are anybody's code
            log.error("bot failed", extra={"bot": spec, "error": f"{type(error).__name__}: {error}"[:200]})
            BOT_FAILURES.labels(bot_name(spec)).inc()
            move = make_bot(FALLBACK).choose(observation, rng)
        THINKING.labels(bot_name(spec)).observe(time.perf_counter() - started)
        return move
