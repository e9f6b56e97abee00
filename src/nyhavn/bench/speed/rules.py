"""How speed is measured: the best of a few chunks after a warm-up, so that a busy moment has no effect."""

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from nyhavn.games import rules_of
from nyhavn.kernels.batch import Batch
from nyhavn.luck import fast
from nyhavn.machine import cores
from nyhavn.play import new_game

CHUNKS = 3
SEED = 20190822
PICKS = 1 << 14
MOST_ROUNDS = 1 << 30
NO_OPTION = 0


class Rate(NamedTuple):
    """Rounds of something in a second, and how many moves were made in them."""

    per_second: float
    moves_per_second: float


Run = Callable[[int], int]
"""Does a number of rounds and gives the number of moves made."""


def timed(run: Run, rounds: int) -> Rate:
    begun = time.perf_counter()
    moves = run(rounds)
    seconds = max(time.perf_counter() - begun, 1e-9)
    return Rate(rounds / seconds, moves / seconds)


def enough(run: Run, seconds: float) -> int:
    """How many rounds take about this long; finding out is the warm-up."""
    rounds = 1
    while True:
        rate = max(timed(run, rounds).per_second for _ in range(CHUNKS))
        if rate * seconds <= 4 * rounds or rounds >= MOST_ROUNDS:
            return min(max(1, int(rate * seconds)), MOST_ROUNDS)
        rounds *= 4


def best(run: Run, seconds: float) -> Rate:
    """The best of a few chunks that together take this long."""
    rounds = enough(run, seconds / CHUNKS)
    return max(timed(run, rounds) for _ in range(CHUNKS))


class Bench:
    """One game's kernels with the memory they work in. Every game offers them under the same names."""

    def __init__(self, game: str, players: int) -> None:
        self.batch: Batch = rules_of(game).batch
        self.states = self.batch.new_states()
        self.game, self.players = game, players
        self.integers = self.states.view(np.int64)
        self.fits, self.ids = self.batch.new_fits(), self.batch.new_ids()
        self.luck = fast(SEED)
        chance = random.Random(SEED)
        self.picks = [chance.random() for _ in range(PICKS)]
        self.next_game = 0

    def state_bytes(self) -> int:
        return int(self.states.itemsize)

    def games(self, rounds: int) -> int:
        """Uniform random games in a kernel."""
        first, self.next_game = self.next_game, self.next_game + rounds
        done = self.batch.random_games(
            self.states, self.integers, self.fits, self.luck[0], SEED, first, rounds, self.players, NO_OPTION
        )
        return int(done[0])

    def steps(self, rounds: int) -> int:
        """Uniform random moves, each chosen by Python among the ids of the step before."""
        batch, states, fits, ids, luck = self.batch, self.states, self.fits, self.ids, self.luck[0]
        count = 0
        for pick in islice(cycle(self.picks), rounds):
            if not count:
                self.integers[:] = 0
                batch.begin_all(states, self.players, NO_OPTION, self.luck)
                count = batch.legal(states, fits, ids)
            count = batch.step(states, ids.item(int(pick * count)), luck, fits, ids)
        return rounds

    def decisions(self, rounds: int) -> int:
        """Uniform random moves in the text API: `moves` and `play`, game after game."""
        chance = random.Random(SEED)
        state = new_game(self.game, self.players, seed=SEED)
        for number in range(rounds):
            if state.over:
                state = new_game(self.game, self.players, seed=number)
            state.play(chance.choice(state.moves()))
        return rounds

    def copies(self, rounds: int) -> int:
        """Copies of a state in a kernel."""
        self.batch.copy_often(self.integers, np.zeros_like(self.integers), rounds)
        return rounds


def threads_ratio(game: str, players: int, seconds: float) -> float:
    """What two threads play in the time in which one plays one share; both measured in turn."""
    one, two = Bench(game, players), Bench(game, players)
    rounds = enough(one.games, seconds / CHUNKS / 2)

    def both(rounds: int) -> int:
        other = Thread(target=two.games, args=(rounds,))
        other.start()
        one.games(rounds)
        other.join()
        return 0

    alone, together = [], []
    for _ in range(CHUNKS):
        alone.append(timed(one.games, rounds).per_second)
        together.append(2 * timed(both, rounds).per_second)
    return max(together) / max(alone)


# In a process of its own


def python(code: str, longest: float | None = None, **environment: str) -> tuple[float, str]:
    """Run a piece of Python: seconds from start to end of the process, and what it printed."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=longest,
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise ValueError(f"a process that was measured failed: {last[0]}")
    return time.perf_counter() - begun, done.stdout


def import_seconds() -> float:
    code = "import time; begun = time.perf_counter(); import nyhavn; print(time.perf_counter() - begun)"
    return min(float(python(code)[1]) for _ in range(CHUNKS))


def first_game_seconds(game: str) -> float:
    """A process that starts, loads compiled kernels, and plays a move."""
    code = f"import nyhavn; state = nyhavn.new_game({game!r}, seed=1); state.play(state.moves()[0])"
    return min(python(code)[0] for _ in range(2))


def compile_seconds(game: str, longest: float) -> float | None:
    """A process that starts with no kernel compiled, and compiles them all; None if that takes too long."""
    code = f"from nyhavn.games import compile_game; compile_game({game!r}, lambda text: None)"
    with tempfile.TemporaryDirectory(prefix="nyhavn-bench-") as place:
        try:
            return round(python(code, longest, NYHAVN_CACHE_DIR=place)[0], 2)
        except subprocess.TimeoutExpired:
            return None


def compile_each(games: list[str], longest: float) -> dict[str, float | None]:
    """The same for several games, side by side if there are cores for it."""
    with ThreadPoolExecutor(min(len(games), cores())) as pool:
        return dict(zip(games, pool.map(lambda game: compile_seconds(game, longest), games), strict=True))


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    import numba

    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"
