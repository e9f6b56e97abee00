"""Bots at tables: a bot that has to decide thinks in a worker process when its turn in the queue comes, and its move is
played. If it gives none, a stand-in plays, and the table is told."""

import asyncio
import logging
import time
from contextlib import suppress

from nyhavn.bots import OWN_BOTS, PLAIN_BOTS, Budget, Observation, find_bot
from nyhavn.bots.budgets import USUAL
from nyhavn.luck import new_seed
from nyhavn.server.fair_queue import UNATTENDED, Kind, Turn
from nyhavn.server.hub import Hub
from nyhavn.server.metrics import BOT_FAILURES, THINKING, bot_name
from nyhavn.server.outside_bots import OutsideBots
from nyhavn.server.rooms import Room
from nyhavn.server.settings import Settings
from nyhavn.server.worker_process import ThoughtError
from nyhavn.table import visibility
from nyhavn.table.commands import Failure, bot_play, standin
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds until a stand-in is asked again, if not even that could think."""
FEWEST_OUTSIDE = 4
"""Third-party bots that may think at once."""


class Players:
    """Lets bots move whenever it is their turn at a table of the hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.outside = OutsideBots(hub.settings.code, max(FEWEST_OUTSIDE, hub.workers.count))
        self.outside.discover()
        hub.moved = self.check

    async def close(self) -> None:
        await self.outside.close()

    def check(self, room: Room) -> None:
        """Something has changed at a table: let its bot think, if it is a bot's turn."""
        table = room.table
        if table is None:
            return
        if table.status == "over":
            self.outside.leave(room.id)
        if table.bot is not None and room.thinking is None:
            room.thinking = self.hub.start(self._think(room))

    async def _think(self, room: Room) -> None:
        try:
            while await self._move(room):
                pass
        finally:
            room.thinking = None

    async def _move(self, room: Room) -> bool:
        """One move of the bot to move; False if there is none."""
        await asyncio.sleep(self.hub.settings.bot_pause)
        try:
            async with self.hub.open(room.id) as (_, table):
                seat, spec, last = table.turn, table.bot, table.numbers[-1:]
                if seat is None or spec is None or table.state is None:
                    return False
                observation = visibility.observation(table, seat)
                host = str(table.made["host"])
            seconds = budget_of(spec, self.hub.settings).seconds or 0
            turn = Turn(Kind.BOT, room.address or UNATTENDED, host, room.id, seconds)
            move, failure = await self._choose(turn, spec, observation)

            def play(table: Table, at: int) -> None:
                if table.numbers[-1:] != last:  # another process was quicker, or a move was taken back
                    raise Refusal("not your turn", "this was thought out for another position")
                bot_play(table, at, seat, move, failure)

            await self.hub.run(room.id, play)
        except Refusal as refusal:
            if refusal.code == "store":
                await asyncio.sleep(1)
            elif refusal.code != "not your turn":  # its person is back, or another process was quicker
                log.error("bot refused", extra={"code": refusal.code})
                return False
        return True

    async def _choose(self, turn: Turn, spec: str, observation: Observation) -> tuple[str, Failure | None]:
        """What a bot would play, or another one if it fails, and how it has failed."""
        started = time.perf_counter()
        try:
            move = await self._ask(turn, spec, observation)
            THINKING.labels(bot_name(spec)).observe(time.perf_counter() - started)
            return move, None
        except ThoughtError as error:
            log.error("bot failed", extra={"bot": spec, "why": error.why, "error": str(error)})
            BOT_FAILURES.labels(bot_name(spec)).inc()
            instead = standin(observation.game)
            failed = Failure(spec, "time" if error.why == "time" else "error", instead)
        pause = FIRST_PAUSE
        while True:
            with suppress(ThoughtError):
                return await self._ask(turn, instead, observation), failed
            log.error("no bot can think", extra={"bot": instead})
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _ask(self, turn: Turn, spec: str, observation: Observation) -> str:
        name, settings = bot_name(spec), self.hub.settings
        budget, seed = budget_of(spec, settings), new_seed()
        if name not in OWN_BOTS:
            seat = turn.table, observation.seat
            return await self.outside.choose(turn, seat, name, observation, seed, budget, settings.bot_grace)
        game = "" if name in PLAIN_BOTS else observation.game
        assert budget.seconds is not None
        move: str = await self.hub.workers.think(
            turn,
            budget.seconds + settings.bot_grace,
            "choose",
            game,
            bot=name,
            observation=observation.in_numbers(),
            seed=seed,
            budget=budget,
        )
        return move


def budget_of(spec: str, settings: Settings) -> Budget:
    """How long a bot may think at a table here: as long as the table wants, if the server lets it."""
    _, colon, text = spec.partition(":")
    wanted = USUAL
    with suppress(ValueError):
        wanted = Budget.parse(text) if colon else USUAL
    most = settings.thinking_seconds
    return Budget(seconds=most if wanted.seconds is None else min(wanted.seconds, most))


async def check_bot(players: Players, spec: str, game: str) -> str:
    """A bot that somebody wants at a table; Refusal if it cannot play there."""
    name, colon, text = spec.partition(":")
    try:
        seconds = (Budget.parse(text) if colon else USUAL).seconds
        games = find_bot(name).games if name in OWN_BOTS else await _outside_games(players, name)
    except ValueError as error:
        raise Refusal("bot", str(error)) from None
    if game not in games:
        raise Refusal("bot", f"{name} does not play {game}")
    most = players.hub.settings.thinking_seconds
    if seconds is None or seconds > most:
        raise Refusal("bot", f"bots think for at most {most:g} s here: give a time, such as greedy:500ms")
    return spec


async def _outside_games(players: Players, name: str) -> tuple[str, ...]:
    bot = await players.outside.find(name)
    if bot is None:
        known = [*OWN_BOTS, *(one.name for one in await players.outside.all())]
        raise ValueError(f"there is no bot {name[:40]!r}: choose {', '.join(known)}")
    return bot.games
