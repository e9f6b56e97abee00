"""People who play while strangers attack a server with its default limits, and what they notice."""

import asyncio
import multiprocessing
import os
import random
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from nyhavn.bench import attackers
from nyhavn.bench.server import Load, Progress, Server, Table, started
from nyhavn.server.descriptors import raise_descriptors

Figures = dict[str, Any]
Window = tuple[float, float]

HONEST = Load(tables=6, players=2, rate=60)
SETTLING = 2.0
RECOVERING = 30.0
NEWCOMER_SECONDS = 2.0
"""A newcomer who waits longer was locked out."""
DESCRIPTORS = 1024
"""What a process has where nobody thought of it."""
NICE = 15
"""Attackers share a core with those who measure: the latter come first."""


@dataclass
class Crowd:
    """People who play all the time, and newcomers who look in."""

    server: Server
    components: dict[str, Any]
    end: float = float("inf")
    tables: list[Table] = field(default_factory=list)
    looked_in: list[tuple[float, float | None]] = field(default_factory=list)  # when, and how long it took if it did
    thrown_out: list[float] = field(default_factory=list)

    async def play(self) -> None:
        await asyncio.gather(*(self._play(number) for number in range(HONEST.tables)), self._look_in())

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
                if table is not None:  # what was never answered took at least so long
                    table.latencies += [(now, now - sent) for sent in table.sent.values()]
                await asyncio.sleep(0.1)

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

    def told(self, window: Window) -> Figures:
        """What they noticed in a time: moves count by when they were sent."""
        begin, end = window
        waiting = [
            (sent, time.perf_counter() - sent) for table in self.tables for sent in table.sent.values()
        ]  # unless somebody was thrown out, in which case they are among the others
        answered = [(when - took, took) for table in self.tables for when, took in table.latencies]
        found = [took for sent, took in answered + waiting if begin <= sent < end]
        if len(found) < 2:
            raise ValueError("too few moves were played to tell anything: give more --seconds")
        cuts = statistics.quantiles(found, n=100)
        newcomers = [took for when, took in self.looked_in if begin <= when < end]
        return {
            "moves": len(found),
            "p50_ms": round(cuts[49] * 1000, 1),
            "p99_ms": round(cuts[98] * 1000, 1),
            "newcomers": len(newcomers),
            "locked_out": sum(took is None for took in newcomers),
            "thrown_out": sum(begin <= when < end for when in self.thrown_out),
        }


def measure(names: list[str], seconds: float, progress: Progress) -> Figures:
    with started(None, progress, limits=1, descriptors=DESCRIPTORS) as (server, _):
        target = attackers.prepare(server.port)
        return {"seconds": seconds, "attacks": asyncio.run(_measure(names, seconds, server, target, progress))}


async def _measure(
    names: list[str], seconds: float, server: Server, target: attackers.Target, progress: Progress
) -> Figures:
    crowd = Crowd(server, server.visit().components(HONEST.game))
    playing = asyncio.create_task(crowd.play())
    await asyncio.sleep(SETTLING)
    windows: dict[str, tuple[Window, Window, dict[str, int], float | None]] = {}
    for name in names:
        progress(f"{name}: before")
        before = await _while(asyncio.sleep(seconds))
        progress(name)
        work = server.work()
        during, counts = await _while_attacked(name, target, seconds)
        used = server.work()
        core = None if work is None or used is None else round((used - work) / seconds, 2)
        windows[name] = (before, during, counts, core)
        progress(f"{name}: after")
        await _recover(crowd)
    crowd.end = 0
    for table in crowd.tables:
        table.end = 0
    await asyncio.wait((playing,), timeout=RECOVERING)
    playing.cancel()
    figures: Figures = {}
    for name, (before, during, counts, core) in windows.items():
        was, now = crowd.told(before), crowd.told(during)
        figures[name] = {
            "before": was,
            "during": now,
            "p50_ratio": round(now["p50_ms"] / was["p50_ms"], 2),
            "p99_ratio": round(now["p99_ms"] / was["p99_ms"], 2),
            "core_used": core,
            "attackers": counts,
        }
    return figures


async def _while(work: Any) -> Window:
    begun = time.perf_counter()
    await work
    return begun, time.perf_counter()


async def _while_attacked(name: str, target: attackers.Target, seconds: float) -> tuple[Window, dict[str, int]]:
    """An attack in a process of its own."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attack, args=(name, target, seconds, theirs), daemon=True)
    process.start()
    theirs.close()
    await asyncio.to_thread(ours.recv)  # it begins
    begun = time.perf_counter()
    await asyncio.sleep(seconds)
    window = begun, time.perf_counter()
    counts: dict[str, int] = {}
    if await asyncio.to_thread(ours.poll, attackers.PATIENCE * 2):
        counts = ours.recv()
    process.terminate()
    await asyncio.to_thread(process.join)
    return window, counts


def _attack(name: str, target: attackers.Target, seconds: float, line: Any) -> None:
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(NICE)
    raise_descriptors()
    line.send(None)
    line.send(attackers.run(name, target, seconds))


async def _recover(crowd: Crowd) -> None:
    """Until a newcomer is served again."""
    end = time.perf_counter() + RECOVERING
    seen = len(crowd.looked_in)
    while time.perf_counter() < end:
        await asyncio.sleep(0.3)
        if any(took is not None and took < 0.5 for _, took in crowd.looked_in[seen:]):
            break
    await asyncio.sleep(0.5)
