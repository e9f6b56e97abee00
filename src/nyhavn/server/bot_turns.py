"""Bots at tables: a bot that has to decide thinks in a worker process when its turn in the queue comes, and its move is
played. If it gives none, a stand-in plays, and the table is told. The turn is a job, written together with the entries
of the log that make it the bot's turn, and replaced or taken away together with those that end it."""

import asyncio
import logging
import time
from functools import partial

from nyhavn.bots import OWN_BOTS, PLAIN_BOTS, Budget, Observation, find_bot
from nyhavn.bots.budgets import USUAL
from nyhavn.luck import new_seed
from nyhavn.server.hub import NO_TABLE, Command, Hub
from nyhavn.server.jobs import bot_turn, budget_of, is_for_standin, turn_of
from nyhavn.server.metrics import BOT_FAILURES, THINKING, bot_name
from nyhavn.server.outside_bots import OutsideBots
from nyhavn.server.rooms import Room
from nyhavn.server.worker_process import ThoughtError
from nyhavn.store import Job
from nyhavn.table import visibility
from nyhavn.table.commands import Failure, bot_play, standin
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table

log = logging.getLogger("nyhavn.server")

STORE_PAUSE = 1.0
ANY = 0
"""A job from before there were jobs: whatever the bot has to decide."""
LATE = Refusal("not your turn", "this move was meant for another position")
FEWEST_OUTSIDE = 4
"""Third-party bots that may think at once, apart from ours: one that hangs keeps none of ours waiting."""


class Players:
    """Lets bots move when it is their turn at a table."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.outside = OutsideBots(hub.settings.code)
        self.outside_places = max(FEWEST_OUTSIDE, hub.workers.count)
        self.outside.discover()
        hub.moved = self.moved

    async def close(self) -> None:
        await self.outside.close()

    def moved(self, room: Room) -> None:
        """Something has changed at a table: where a game is over, nobody thinks any more."""
        if room.table is not None and room.table.status == "over":
            self.outside.leave(room.id)

    async def play(self, job: Job) -> None:
        """The move of the bot whose turn it is, unless somebody was quicker. Its entries in the log delete the job."""
        hub = self.hub
        try:
            async with hub.open(job.about) as (room, table):
                if job.n != table.decision:
                    await hub.news(room)
                turn = bot_turn(table)
                if turn is None or job.n not in (turn[0], ANY):
                    raise LATE
                observation = visibility.observation(table, turn[1])
            move, failure = await self._choose(job, turn[2], observation)

            def decide(table: Table, at: int) -> None:
                if bot_turn(table) != turn:
                    raise LATE
                bot_play(table, at, turn[1], move, failure)

            hub.lay(job.about, job.address)
            await self._patiently(job.about, decide)
        except Refusal as refusal:
            if refusal.code not in (LATE.code, NO_TABLE.code):
                raise
            await hub.ask(partial(hub.store.jobs.finish, job, hub.process))

    async def _patiently(self, table: str, command: Command) -> None:
        """Play what was thought out, also when the database is gone for a while."""
        while True:
            try:
                await self.hub.run(table, command)
                return
            except Refusal as refusal:
                if refusal.code != "store":
                    raise
            await asyncio.sleep(STORE_PAUSE)

    async def _choose(self, job: Job, spec: str, observation: Observation) -> tuple[str, Failure | None]:
        """The move of a bot, or of the stand-in if it fails, and how it failed."""
        started, why = time.perf_counter(), "error"
        if not is_for_standin(job):
            try:
                move = await self._ask(job, spec, observation)
                THINKING.labels(bot_name(spec)).observe(time.perf_counter() - started)
                return move, None
            except ThoughtError as error:
                log.error("bot failed", extra={"bot": spec, "why": error.why, "error": str(error)})
                why = "time" if error.why == "time" else "error"
        BOT_FAILURES.labels(bot_name(spec)).inc()
        instead = standin(observation.game)
        return await self._ask(job, instead, observation), Failure(spec, why, instead)

    async def _ask(self, job: Job, spec: str, observation: Observation) -> str:
        name, settings, turn = bot_name(spec), self.hub.settings, turn_of(job)
        budget, seed = budget_of(spec, settings), new_seed()
        if name not in OWN_BOTS:
            seat = job.about, observation.seat
            return await self.outside.choose(seat, name, observation, seed, budget, settings.bot_grace)
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
