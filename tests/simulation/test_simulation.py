"""The whole server in made-up time: what must hold, holds whatever goes wrong; and where it does not, that is found."""

import os
import random
import subprocess
import sys
from math import ceil
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.simulation.plants import PLANTS
from tests.simulation.simulation import MINUTES, TABLES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FEW, MANY = 70, 2_000
"""Minutes of tables, all together, in `make test` and in `make verify`."""
FOUND_WITHIN = 6
"""Seeds until a planted mistake is found."""


def simulate(*arguments: object, hashes: int = 0) -> tuple[bool, list[str]]:
    """Whether all went well, and what was told. `hashes` changes the order of Python's sets."""
    command = [sys.executable, "-m", "tests.simulation", *map(str, arguments)]
    environment = os.environ | {"PYTHONHASHSEED": str(hashes)}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode == 0, done.stdout.splitlines()


def simulate_minutes(minutes: float, seed: int) -> list[dict[str, Any]]:
    """Runs of which each has another seed, until there are enough minutes of tables."""
    well, told = simulate(seed, "--runs", ceil(minutes / TABLES / MINUTES))
    assert well, "\n".join(told)
    results = [orjson.loads(line) for line in told]
    assert sum(result["minutes"] for result in results) >= minutes
    count = {name: sum(result[name] for result in results) for name in ("minutes", "moves", "faults", "seconds")}
    print(f"{len(results)} runs from seed {seed}: {count}")
    return results


def test_nothing_is_lost_doubled_told_wrongly_or_stuck() -> None:
    results = simulate_minutes(FEW, seed=1)
    for kind in ("acknowledged", "bot_moves", "faults", "reviews", "hints"):
        assert sum(result[kind] for result in results) > (0 if kind in ("reviews", "hints") else FEW)


@pytest.mark.long
def test_nothing_is_lost_however_long_it_goes_on() -> None:
    simulate_minutes(MANY, seed=random.randrange(1 << 31))


def test_the_same_seed_is_the_same_run() -> None:
    runs = simulate(3, hashes=1), simulate(3, hashes=2), simulate(4)
    traces = [orjson.loads(told[-1])["trace"] for _, told in runs]
    assert traces[0] == traces[1]
    assert traces[0] != traces[2]


@pytest.mark.spread(3)
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_mistake_is_found_and_found_again(plant: str) -> None:
    well, told = simulate(1, "--runs", FOUND_WITHIN, "--plant", plant)
    assert not well
    assert told[-1].startswith("again: ")
    well, again = simulate(*told[-1].partition("tests.simulation ")[2].split(), hashes=5)
    assert not well
    assert told[-len(again) :] == again
