"""Bots that no server should run in its own process; installed as somebody else's package by the tests."""

import ctypes
import gc
import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

from nyhavn.bots import Budget, Observation, register

if notes := os.environ.get("STRANGE_BOTS_NOTES"):
    with suppress(OSError):  # confined
        (Path(notes) / str(os.getpid())).touch()  # says where this was imported


@register("fine")
def fine(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return observation.moves[0]


@register("quits")
def quits(observation: Observation, budget: Budget, rng: random.Random) -> str:
    sys.exit("I have had enough")


@register("dies")
def dies(observation: Observation, budget: Budget, rng: random.Random) -> str:
    os._exit(3)


@register("fails")
def fails(observation: Observation, budget: Budget, rng: random.Random) -> str:
    raise RuntimeError("nothing comes to mind")


@register("cheats")
def cheats(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return "win"


@register("hangs")
def hangs(observation: Observation, budget: Budget, rng: random.Random) -> str:
    while True:
        pass


@register("stuck")
def stuck(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """Where Python has no say: in C, with its lock."""
    ctypes.PyDLL(None).sleep(1000)
    return observation.moves[0]


@register("prints")
def prints(observation: Observation, budget: Budget, rng: random.Random) -> str:
    print('{"answer": "all your base"}', flush=True)
    print("a word to the log", file=sys.stderr, flush=True)
    for place in (1, 2):
        os.write(place, b'{"begun": true}\n')
    assert sys.stdin.read() == ""
    return observation.moves[0]


@register("pries")
def pries(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """Looks through all that this process holds for games of others, or more of its own than its seat may know, and
    fails unless it finds one table, one seat and no game."""
    time.sleep(0.2)  # somebody else thinks, too
    found = []
    for frame in sys._current_frames().values():
        step = frame
        while step is not None:
            found += [value for value in step.f_locals.values() if isinstance(value, Observation)]
            step = step.f_back  # type: ignore[assignment]
    found += [one for one in gc.get_objects() if isinstance(one, Observation)]
    games = {type(one).__name__ for one in gc.get_objects() if type(one).__name__ in ("Table", "State", "Hub")}
    tables = {tuple(one.view["history"][0].items()) for one in found}
    if (len(tables), len({one.seat for one in found}), games) != (1, 1, set()):
        raise LookupError(f"{len(tables)} tables, {len({one.seat for one in found})} seats, {games}")
    return observation.moves[0]
