"""What the jobs of the queue are: whose turn each is, and the one that a bot's turn at a table makes."""

from contextlib import suppress
from dataclasses import replace

from nyhavn.bots import OWN_BOTS, PLAIN_BOTS, Budget
from nyhavn.bots.budgets import USUAL
from nyhavn.server.fair_queue import UNATTENDED, Kind, Turn
from nyhavn.server.metrics import bot_name
from nyhavn.server.settings import Settings
from nyhavn.store import Job
from nyhavn.table.table import Table

IDEA_TAKES = 0.8
"""Seconds that ideas usually take: a long thought."""
BotTurn = tuple[int, int, str]
"""After which entry of the log it is whose turn, and which bot plays there."""


def turn_of(job: Job) -> Turn:
    """Whom a job is for, and how long it may take."""
    return Turn(Kind(job.kind), job.address, job.person, job.about, job.seconds)


def bot_turn(table: Table) -> BotTurn | None:
    """The turn of a bot, if it is a bot's."""
    seat, bot = table.turn, table.bot
    return None if seat is None or bot is None else (table.decision, seat, bot)


def bot_job_name(table: str) -> str:
    return f"bot {table}"


def bot_job(table: Table, turn: BotTurn, address: str, settings: Settings, now: int) -> Job:
    """The bot whose turn it is has to think, after a pause in which people can follow."""
    n, _, spec = turn
    name, host = bot_name(spec), str(table.made["host"])
    outside = name not in OWN_BOTS
    return Job(
        name=bot_job_name(table.id),
        kind=Kind.BOT,
        address=address or UNATTENDED,
        person=host,
        about=table.id,
        n=n,
        seconds=budget_of(spec, settings).seconds or 0,
        outside=outside,
        game="" if outside or name in PLAIN_BOTS else table.game,
        due=now + round(1000 * settings.bot_pause),
    )


def hint_job(name: str, table: Table, person: str, seat: int, address: str) -> Job:
    """Somebody asks for ideas."""
    whom, decision = (address, person, table.id), table.decision
    return Job(name, Kind.IDEA, *whom, decision, IDEA_TAKES, game=table.game, body={"seat": seat})


def for_standin(job: Job, now: int) -> Job:
    """The stand-in has to think instead of a bot that nobody could let think."""
    return replace(job, body={"standin": True}, game="", outside=False, due=now)


def is_for_standin(job: Job) -> bool:
    """There is nobody behind the stand-in: it is asked until it moves."""
    return "standin" in job.body


def budget_of(spec: str, settings: Settings) -> Budget:
    """How long a bot may think at a table here: as long as the table wants, if the server lets it."""
    _, colon, text = spec.partition(":")
    wanted = USUAL
    with suppress(ValueError):
        wanted = Budget.parse(text) if colon else USUAL
    most = settings.thinking_seconds
    return Budget(seconds=most if wanted.seconds is None else min(wanted.seconds, most))
