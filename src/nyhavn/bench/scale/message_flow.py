"""Who hears of whose moves: a simulation of groups that are too large for one machine.

Tables have random names, as on a server. nginx sends each to a process by its consistent hash (the same ring of points
that nginx makes), and what is written at a table is told on its channel, to all processes that have a table of that
channel in memory. Some tables are in the memory of a second process for a while: somebody made them there, or came
another way.
"""

import random
import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_letters, digits

from nyhavn.store.channels import LETTERS, channel_of

POINTS = 160
"""Of each server on nginx's ring."""
ALPHABET = ascii_letters + digits + "-_"
NAME = 22
"""Letters in the name of a table."""

Key = Callable[[str], str]
"""What of a table's name nginx or the channels go by."""
WAYS: dict[str, tuple[Key, Key]] = {
    # name: (what nginx chooses the process by, what chooses the channel)
    "one channel": (lambda table: table, lambda table: ""),
    "channels by letters, processes by the whole name": (lambda table: table, channel_of),
    "channels and processes by letters": (lambda table: table[:LETTERS], channel_of),
}
"""Ways to tell; the last is ours."""


@dataclass(frozen=True)
class Flow:
    """What came of it."""

    heard: float  # processes that a note goes to, on average over all moves
    fullest: float  # tables of the process that has most, in times of the average
    busiest: float  # share of all notes that the process hears that hears most


def ring(servers: list[str]) -> list[tuple[int, int]]:
    """The points of nginx's `hash … consistent` for servers, each HOST:PORT, with the number of the server."""
    points = set()
    for number, server in enumerate(servers):
        host, _, port = server.rpartition(":")
        base, last = f"{host}\0{port}".encode(), bytes(4)
        for _ in range(POINTS):
            point = zlib.crc32(base + last)
            last = point.to_bytes(4, "little")
            points.add((point, number))
    return sorted(points)


def server_of(points: list[tuple[int, int]], key: str) -> int:
    """The number of the server that nginx sends a key to."""
    place = bisect_left(points, (zlib.crc32(key.encode()), -1))
    return points[place % len(points)][1]


def simulate(way: str, processes: int, tables: int, moves: int, strays: float, seed: int = 0) -> Flow:
    """Let people move at tables chosen at random. `strays` is the share of tables that a second process has."""
    process_key, channel_key = WAYS[way]
    luck = random.Random(f"nyhavn flow {seed}")
    points = ring([f"10.0.{number // 250}.{number % 250 + 1}:8000" for number in range(processes)])
    names = ["".join(luck.choices(ALPHABET, k=NAME)) for _ in range(tables)]
    homes = {name: server_of(points, process_key(name)) for name in names}
    listening: dict[str, set[int]] = defaultdict(set)
    has = [0] * processes
    for name, home in homes.items():
        listening[channel_key(name)].add(home)
        has[home] += 1
        if luck.random() < strays:
            listening[channel_key(name)].add(luck.randrange(processes))
    if way == "one channel":
        listening[""] = set(range(processes))
    heard = [0] * processes
    for name in luck.choices(names, k=moves):
        for process in listening[channel_key(name)]:
            heard[process] += 1
    return Flow(sum(heard) / moves, max(has) * processes / tables, max(heard) / moves)


def commits(rate: float, took: float, seconds: float = 60.0, seed: int = 0) -> float:
    """Commits a second of one process at which so many moves a second come in: its writer takes all that wait into one
    transaction, which takes so many seconds."""
    luck = random.Random(f"nyhavn commits {seed}")
    now, done, arrival = 0.0, 0, luck.expovariate(rate)
    while now < seconds:
        now = max(now, arrival) + took
        while arrival <= now - took:
            arrival += luck.expovariate(rate)
        done += 1
    return done / now
