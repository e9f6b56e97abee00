"""What more processes bring and cost: groups of them on one PostgreSQL behind nginx, and simulated people who play
there, alone and while bots and reviews have every worker busy."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any

from nyhavn.bench.groups import Group, Seconds, grouped
from nyhavn.bench.postgres import Postgres
from nyhavn.bench.rules import machine
from nyhavn.bench.server import WARM_UP, Load, Progress, measure_memory, measure_play, play, run_quickly
from nyhavn.bench.thinking import Thinking
from nyhavn.client import Json
from nyhavn.machine import cores
from nyhavn.server.descriptors import raise_descriptors

TABLES_EACH, REVIEWS_EACH = 5, 1
"""Tables with slow bots for each process that thinks, and reviews for each worker: more than it can do at a time."""
PREPARING = 120.0
ENDING = 20.0
KB = 1000


def measure(web: Sequence[int], workers: int, load: Load, rate: float, progress: Progress) -> Json:
    """Figures of groups with so many web processes each. `rate` is the moves a second of all people together when it is
    measured how long they wait."""
    raise_descriptors()
    progress("starting PostgreSQL")
    groups = []
    with ExitStack() as stack:
        postgres = Postgres()
        stack.callback(postgres.remove)
        for many in web:
            with grouped(postgres, many, workers, progress) as group:
                groups.append(run_quickly(_measure(group, load, rate, many == min(web), progress)))
    return {
        "machine": machine(),
        "game": load.game,
        "tables": load.tables,
        "players": load.players,
        "seconds": load.seconds,
        "rate": rate,
        "groups": groups,
        "cost_ratio": cost_ratio(groups),
    }


def cost_ratio(groups: Sequence[Json]) -> float | None:
    """How many times more of the processor a move costs the web processes of a group with two than one alone."""
    costs = {one["web"]: one["full"]["work_ms_per_move"] for one in groups}
    one, two = costs.get(1), costs.get(2)
    return round(two / one, 2) if one and two else None


async def _measure(group: Group, load: Load, rate: float, memory: bool, progress: Progress) -> Json:
    components = group.visit().components(load.game)
    name = f"{len(group.web)} web, {len(group.workers)} workers"
    progress(f"{name}: warming up")
    await play(load, group, components, WARM_UP)
    kept: Json = {}
    if memory:
        before = group.database_bytes()
        kept = await measure_memory(load, group, progress)
        kept["database_kb_per_table"] = round((group.database_bytes() - before) / KB / load.idle, 1)
    progress(f"{name}: as many moves as possible")
    used, own, begun = group.parts(), time.process_time(), time.perf_counter()
    full = await measure_play(load, group, components)
    took, people = time.perf_counter() - begun, time.process_time() - own
    shares = _shares(used, group.parts(), took)
    full["all_ms_per_move"] = _all_work(shares, took, full["moves"])
    progress(f"{name}: {rate:g} moves a second")
    calm = await measure_play(replace(load, rate=rate), group, components)
    busy = await _while_thinking(replace(load, rate=rate), group, components, progress) if group.workers else None
    return {
        "web": len(group.web),
        "workers": len(group.workers),
        "full": full,
        "cores": _gathered(shares) | {"people": round(people / took, 2)},
        "calm": calm,
        "thinking": busy,
        **{f"{cut}_ratio": busy and round(busy[f"{cut}_ms"] / calm[f"{cut}_ms"], 2) for cut in ("p50", "p99")},
        "memory": kept or None,
    }


async def _while_thinking(load: Load, group: Group, components: Json, progress: Progress) -> Json:
    """What people notice while all workers think."""
    each = min(cores(), 4)  # as many processes as a worker has, unless told otherwise
    tables, reviews = TABLES_EACH * each * len(group.workers), REVIEWS_EACH * len(group.workers)
    thinking = Thinking(group, load.game, components, tables, reviews)
    running = asyncio.create_task(thinking.run())
    progress("waiting for bots")
    async with asyncio.timeout(PREPARING):
        while not thinking.began():
            await asyncio.sleep(0.1)
    progress(f"{load.rate:g} moves a second while {tables} bots and {reviews} reviews think")
    used, begun = group.parts(), time.perf_counter()
    found = await measure_play(load, group, components)
    end = time.perf_counter()
    waiting = await asyncio.to_thread(lambda: max(worker.metric("nyhavn_thoughts_waiting") for worker in group.workers))
    found |= {
        "waiting": round(waiting),
        "bot_moves": thinking.bot_moves(begun, end),
        "reviews": thinking.reviews_done(begun, end),
        "cores": _gathered(_shares(used, group.parts(), end - begun)),
    }
    thinking.end = 0
    await asyncio.wait((running,), timeout=ENDING)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return found


def _shares(before: Seconds, after: Seconds, took: float) -> Seconds:
    """How much of a core each part used."""
    return {name: (after[name] - before[name]) / took for name in before if name in after}


def _gathered(shares: Seconds) -> dict[str, Any]:
    """By kind: the web processes and workers one by one, the others as one each."""
    told: dict[str, Any] = {"web": [], "worker": []}
    for name, share in shares.items():
        kind, _, number = name.partition(" ")
        if number:
            told[kind].append(round(share, 2))
        else:
            told[kind] = round(share, 2)
    return told


def _all_work(shares: Seconds, took: float, moves: int) -> float | None:
    """Milliseconds of a processor that a move costs in all that is not the people."""
    return round(sum(shares.values()) * took / moves * 1000, 3) if shares else None
