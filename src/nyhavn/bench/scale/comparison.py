"""What more processes bring and cost: groups of them on one PostgreSQL behind nginx, and simulated people who play
there, alone and while bots and reviews have every worker busy."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace

from nyhavn.bench.postgres import Postgres
from nyhavn.bench.scale import notes
from nyhavn.bench.scale.groups import Group, Seconds, grouped
from nyhavn.bench.server.busy_workers import Thinking
from nyhavn.bench.server.load import WARM_UP, Load, Progress, measure_memory, measure_play, play, run_quickly
from nyhavn.bench.speed.rules import machine
from nyhavn.client import Json
from nyhavn.machine import cores
from nyhavn.server.descriptors import raise_descriptors

TABLES_EACH, REVIEWS_EACH = 5, 1
"""Tables with slow bots for each process that thinks, and reviews for each worker: more than it can do at a time."""
PREPARING = 120.0
ENDING = 20.0
KB = 1000


class Meter:
    """What all parts of a group use while people play, and what is written."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self.begun = self.ended = 0.0
        self._people = 0.0
        self._parts: Seconds = {}
        self._written = (0, 0)

    def __enter__(self) -> None:
        self._written, self._parts = self._group.written(), self._group.parts()
        self._people, self.begun = time.process_time(), time.perf_counter()

    def __exit__(self, *failed: object) -> None:
        self.ended, self._people = time.perf_counter(), time.process_time() - self._people
        after = self._group.parts()
        self._parts = {name: after[name] - used for name, used in self._parts.items() if name in after}
        stored, logged = self._group.written()
        self._written = stored - self._written[0], logged - self._written[1]

    def cores(self) -> Json:
        """How much of a core each part used: the web processes and workers one by one, the others as one each."""
        took = self.ended - self.begun
        told: Json = {"web": [], "worker": [], "people": round(self._people / took, 2)}
        for name, seconds in self._parts.items():
            kind, _, number = name.partition(" ")
            share = round(seconds / took, 2)
            if number:
                told[kind].append(share)
            else:
                told[kind] = share
        return told

    def per_move(self, moves: int) -> Json:
        """Milliseconds of a processor in all that is not the people, in PostgreSQL and in nginx; bytes that are kept,
        and bytes of PostgreSQL's own log."""

        def milliseconds(names: Iterable[str]) -> float | None:
            return round(sum(self._parts[name] for name in names) / moves * 1000, 3) if self._parts else None

        return {
            "all_ms_per_move": milliseconds(self._parts),
            "postgresql_ms_per_move": milliseconds(["postgresql"]),
            "nginx_ms_per_move": milliseconds(["nginx"]),
            "stored_bytes_per_move": round(self._written[0] / moves),
            "wal_bytes_per_move": round(self._written[1] / moves),
        }


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
        progress("notes between processes")
        told = notes.measure(postgres)
    return {
        "machine": machine(),
        "game": load.game,
        "tables": load.tables,
        "players": load.players,
        "seconds": load.seconds,
        "rate": rate,
        "groups": groups,
        "notes": told,
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
        before, _ = group.written()
        kept = await measure_memory(load, group, progress)
        after, _ = group.written()
        kept["database_kb_per_table"] = round((after - before) / KB / load.idle, 1)
    progress(f"{name}: as many moves as possible")
    meter = Meter(group)
    full = await measure_play(load, group, components, meter)
    full |= meter.per_move(full["moves"]) | {"commit_ms": _commit_ms(group)}
    progress(f"{name}: {rate:g} moves a second")
    calm = await measure_play(replace(load, rate=rate), group, components)
    busy = await _while_thinking(replace(load, rate=rate), group, components, progress) if group.workers else None
    return {
        "web": len(group.web),
        "workers": len(group.workers),
        "full": full,
        "cores": meter.cores(),
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
    meter = Meter(group)
    found = await measure_play(load, group, components, meter)
    waiting = await asyncio.to_thread(lambda: max(worker.metric("nyhavn_thoughts_waiting") for worker in group.workers))
    found |= {
        "waiting": round(waiting),
        "bot_moves": thinking.bot_moves(meter.begun, meter.ended),
        "reviews": thinking.reviews_done(meter.begun, meter.ended),
        "cores": meter.cores(),
    }
    thinking.end = 0
    await asyncio.wait((running,), timeout=ENDING)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return found


def _commit_ms(group: Group) -> float | None:
    """How long a commit took on average, since the group was started."""
    count = group.metric("nyhavn_commit_seconds_count")
    return round(group.metric("nyhavn_commit_seconds_sum") / count * 1000, 2) if count else None
