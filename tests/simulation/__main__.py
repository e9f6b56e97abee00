"""Runs of the simulation, each in a process of its own, until one is broken: `python -m tests.simulation SEED`."""

import argparse
import os
import sys
import time
import traceback
from dataclasses import asdict
from typing import Any

import orjson

from tests.simulation.loops import Broken
from tests.simulation.plants import PLANTS, planted
from tests.simulation.simulation import MINUTES, TABLES, prepare, run


def apart(seed: int, more: dict[str, Any], plant: str | None) -> int:
    """One run in a process that is gone afterwards; how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        began = time.process_time()
        with planted(plant):
            told = asdict(run(seed, **more))
        print(orjson.dumps({**told, "seconds": round(time.process_time() - began, 2)}).decode())
        status = 0
    except Broken as broken:
        given = {**more, **({} if plant is None else {"plant": plant})}
        options = "".join(f" --{name} {value}" for name, value in given.items())
        print(f"{broken}\nagain: .venv/bin/python -m tests.simulation {seed}{options}")
    except BaseException:  # noqa: BLE001 - whatever it is, this process must end here
        traceback.print_exc(file=sys.stdout)
    finally:
        sys.stdout.flush()
        os._exit(status)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("seed", type=int)
    parser.add_argument("--runs", type=int, default=1, help="so many seeds, one after the other")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--plant", choices=PLANTS, help="a mistake that should be found")
    given = parser.parse_args()
    prepare()
    more = {"tables": given.tables, "minutes": given.minutes}
    return next((1 for seed in range(given.seed, given.seed + given.runs) if apart(seed, more, given.plant)), 0)


if __name__ == "__main__":
    sys.exit(main())
