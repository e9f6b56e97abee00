"""People who play, also against bots and with ideas, while strangers attack a server with its default limits, and what
they notice."""

import asyncio
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from nyhavn.bench.server import attackers
from nyhavn.bench.server.bot_games import BotGames, Window
from nyhavn.bench.server.load import Load, Progress, Server, Table, run_quickly, started
from nyhavn.server.descriptors import raise_descriptors
from nyhavn.server.workers import usual_workers

Figures = dict[str, Any]

HONEST = Load(tables=6, players=2, rate=60)
SETTLING = 2.0
TICK = 0.02
AGAIN = 0.1
RECOVERING = 30.0
NEWCOMER_SECONDS = 2.0
"""Seconds after which a newcomer counts as locked out."""
DESCRIPTORS = 1024
"""The usual limit of a process."""
NICE = 19
PREPARING = 120.0
"""Until a bot has moved and an idea has come: kernels may have to be compiled first."""
BOUND, FLOOD_BOUND = 2.0, 1.5
"""How many times slower anything may become, and the median move during a flood."""


@dataclass
class Crowd:
    """People who play all the time, among themselves and against bots, and newcomers who look in."""

    server: Server
    components: dict[str, Any]
    end: float = float("inf")
    bot_games: BotGames = field(init=False)
    tables: list[Table] = field(default_factory=list)
    looked_in: list[tuple[float, float | None]] = field(default_factory=list)  # when, and how long it took if it did
    thrown_out: list[float] = field(default_factory=list)
    woken: list[tuple[float, float]] = field(default_factory=list)  # when, and how late

    def __post_init__(self) -> None:
        self.bot_games = BotGames(self.server, HONEST.game, self.components, lambda: time.perf_counter() < self.end)

    async def play(self) -> None:
        playing = (self._play(number) for number in range(HONEST.tables))
        await asyncio.gather(*playing, self._look_in(), self._look_at_the_clock(), self.bot_games.play())

    async def _look_at_the_clock(self) -> None:
        """How late those who measure are themselves: so much of what they notice is not the server's doing."""
        while time.perf_counter() < self.end:
            wanted = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            now = time.perf_counter()
            self.woken.append((now, now - wanted))

    async def _play(self, number: int) -> None:
        """One game after the other, whatever happens."""
        while time.perf_counter() < self.end:
            table = None
            try:
                person = await asyncio.to_thread(self.server.visit, f"10.0.0.{number + 1}")
                table = Table(person, HONEST, self.components, random.Random(number), self.end)
                self.tables.append(table)
                await table.play()
            except (OSError, ValueError, httpx.HTTPError, WebSocketException, TimeoutError):
                now = time.perf_counter()
                self.thrown_out.append(now)
                if table is not None:  # what was never answered took at least this long
                    table.latencies += [(now, now - sent) for sent in table.sent.values()]
                await asyncio.sleep(AGAIN)

    async def _look_in(self) -> None:
        number = 0
        while time.perf_counter() < self.end:
            number += 1
            begun = time.perf_counter()
            took = None
            with suppress(OSError, ValueError, httpx.HTTPError, TimeoutError):
                asked = asyncio.to_thread(self.server.visit, f"10.1.{number // 250}.{number % 250 + 1}")
                (await asyncio.wait_for(asked, NEWCOMER_SECONDS)).close()
                took = time.perf_counter() - begun
            self.looked_in.append((begun, took))
            await asyncio.sleep(0.2)

    def told(self, windows: Sequence[Window], attacked: bool) -> Figures:
        """What they noticed in some times: moves count by when they were sent, and so do questions to bots, but those
        that are already waiting when an attack begins count, too."""

        def within(moment: float) -> bool:
            return any(begin <= moment < end for begin, end in windows)

        waiting = [
            (sent, time.perf_counter() - sent) for table in self.tables for sent in table.sent.values()
        ]  # unless somebody was thrown out, in which case they are among the others
        answered = [(when - took, took) for table in self.tables for when, took in table.latencies]
        found = [took for sent, took in answered + waiting if within(sent)]
        if len(found) < 2:
            raise ValueError("too few moves were played to measure anything: give more --seconds")
        waits = self.bot_games.waits.items()
        newcomers = [took for when, took in self.looked_in if within(when)]
        return {
            "moves": len(found),
            **_cuts(found),
            **{kind: _cuts(one.within(windows, attacked)) for kind, one in waits},
            "lateness": _cuts([late for when, late in self.woken if within(when)]),
            "newcomers": len(newcomers),
            "locked_out": sum(took is None for took in newcomers),
            "thrown_out": sum(map(within, self.thrown_out)),
        }


def _cuts(seconds: list[float]) -> Figures:
    """Median and 99th percentile, where there are enough."""
    if len(seconds) < 2:
        return {"p50_ms": None, "p99_ms": None}
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return {"p50_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1)}


def _ratios(was: Figures, now: Figures) -> Figures:
    """How many times longer it took; None where too little was measured."""
    return {
        f"{cut}_ratio": round(now[f"{cut}_ms"] / was[f"{cut}_ms"], 2) if was[f"{cut}_ms"] and now[f"{cut}_ms"] else None
        for cut in ("p50", "p99")
    }


def is_met(name: str, told: Figures) -> bool:
    """Whether all that players noticed of an attack is within what is promised."""
    ratios = [one[f"{cut}_ratio"] for one in (told, told["bot"], told["idea"]) for cut in ("p50", "p99")]
    during = told["during"]
    return (
        max(ratio or 0 for ratio in ratios) <= BOUND
        and ("flood" not in name or (told["p50_ratio"] or 0) <= FLOOD_BOUND)
        and not during["locked_out"] + during["thrown_out"]
    )


@dataclass
class Phase:
    """One attack in all its rounds: when its target was another server and when it was that of the players, what the
    attackers tried at each, and how much of a core the players' server used."""

    before: list[Window] = field(default_factory=list)
    during: list[Window] = field(default_factory=list)
    elsewhere: Counter[str] = field(default_factory=Counter)
    attackers: Counter[str] = field(default_factory=Counter)
    core_before: list[float] = field(default_factory=list)
    core_used: list[float] = field(default_factory=list)

    def told(self, crowd: Crowd) -> Figures:
        was, now = crowd.told(self.before, attacked=False), crowd.told(self.during, attacked=True)
        return {
            "before": was,
            "during": now,
            **_ratios(was, now),
            **{kind: _ratios(was[kind], now[kind]) for kind in crowd.bot_games.waits},
            "core_before": _mean(self.core_before),
            "core_used": _mean(self.core_used),
            "attackers_elsewhere": dict(self.elsewhere),
            "attackers": dict(self.attackers),
        }


def _mean(given: list[float]) -> float | None:
    return round(statistics.fmean(given), 2) if given else None


@dataclass
class Place:
    """A server and what attackers know of it."""

    server: Server
    target: attackers.Target


def measure(names: list[str], seconds: float, rounds: int, progress: Progress) -> Figures:
    with _started(progress) as (own, _), _started(progress) as (other, _):
        with ThreadPoolExecutor(2) as both:
            here, elsewhere = both.map(
                lambda server: Place(server, attackers.prepare(server.port, names)), (own, other)
            )
        _step_back(other)
        found = run_quickly(_measure(names, seconds, rounds, here, elsewhere, progress))
        for name, told in found["attacks"].items():
            told["met"] = is_met(name, told)
        return {"seconds": seconds, "rounds": rounds, **found}


def _started(progress: Progress) -> AbstractContextManager[tuple[Server, float]]:
    """A server that others can reach. The first has a core to itself, the second starts on what is left: where there
    are two cores, with the players and the attackers."""
    return started(None, progress, 1, DESCRIPTORS, usual_workers(), public=True)


async def _measure(
    names: list[str], seconds: float, rounds: int, own: Place, other: Place, progress: Progress
) -> Figures:
    """All attacks in turn, and again: whatever else the machine does in the meantime hits times with and without them
    alike. First each attack has another server as its target, so that attackers and what they cost the machine are
    always there; the difference is what the players' own server makes of it."""
    server = own.server
    crowd = Crowd(server, server.visit().components(HONEST.game))
    playing = asyncio.create_task(crowd.play())
    progress("waiting for bots")
    async with asyncio.timeout(PREPARING):
        while not crowd.bot_games.began():
            await asyncio.sleep(AGAIN)
    await asyncio.sleep(SETTLING)
    phases = {name: Phase() for name in names}
    quiet: list[Window] = []
    for number in range(rounds):
        progress("undisturbed")
        quiet.append((await _while(server, asyncio.sleep(seconds)))[0])
        for name, phase in phases.items():
            progress(f"{name}: elsewhere")
            (before, core), counts = await _while_attacked(name, other.target, seconds, number, server)
            phase.before.append(before)
            phase.core_before += core
            phase.elsewhere.update(counts)
            progress(name)
            (during, core), counts = await _while_attacked(name, own.target, seconds, number, server)
            phase.during.append(during)
            phase.core_used += core
            phase.attackers.update(counts)
            progress(f"{name}: after")
            await _recover(crowd)
    crowd.end = 0
    for table in crowd.tables:
        table.end = 0
    await asyncio.wait((playing,), timeout=RECOVERING)
    playing.cancel()
    return {
        "undisturbed": crowd.told(quiet, attacked=False),
        "attacks": {name: phase.told(crowd) for name, phase in phases.items()},
    }


async def _while(server: Server, work: Any) -> tuple[Window, list[float]]:
    """When it was, and how much of a core the server used, where the system tells."""
    used, begun = server.work(), time.perf_counter()
    await work
    more, end = server.work(), time.perf_counter()
    core = [] if used is None or more is None else [(more - used) / (end - begun)]
    return (begun, end), core


async def _while_attacked(
    name: str, target: attackers.Target, seconds: float, number: int, server: Server
) -> tuple[tuple[Window, list[float]], dict[str, int]]:
    """An attack in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attack, args=(name, target, seconds, number, theirs), daemon=True)
    process.start()
    theirs.close()
    await asyncio.to_thread(ours.recv)  # it begins
    noticed = await _while(server, asyncio.sleep(seconds))
    counts: dict[str, int] = {}
    if await asyncio.to_thread(ours.poll, attackers.PATIENCE * 2):
        counts = ours.recv()
    process.terminate()
    await asyncio.to_thread(process.join)
    return noticed, counts


def _attack(name: str, target: attackers.Target, seconds: float, number: int, line: Any) -> None:
    raise_descriptors()
    line.send(None)
    _step_back()
    line.send(attackers.run(name, target, seconds, number))


def _step_back(server: Server | None = None) -> None:
    """Attackers, and the server that they attack first, would be on machines of their own. Here they share a core with
    those who measure, and get what these leave of it: what they compute is not what players notice."""
    if sys.platform == "linux":
        for thread in [0] if server is None else server.threads():
            os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
    elif server is None and hasattr(os, "nice"):
        os.nice(NICE)


async def _recover(crowd: Crowd) -> None:
    """Until a newcomer is served again."""
    end = time.perf_counter() + RECOVERING
    seen = len(crowd.looked_in)
    while time.perf_counter() < end:
        await asyncio.sleep(0.3)
        if any(took is not None and took < 0.5 for _, took in crowd.looked_in[seen:]):
            break
    await asyncio.sleep(0.5)
