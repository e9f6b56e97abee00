"""Thousands of games as one array: reset, step, mask, observe and sample all of them at once, in compiled code.

    env = BatchEnv("copenhagen", games=4096, players=2, seed=1)
    while env.moves < 1_000_000:
        rewards, done = env.step(env.sample())  # or actions of your own that `env.mask` allows

Game number n of a seed is the same whatever the size of the batch, the number of threads and what was played before
it: its cards or dice come from stream n of the fast generator. Row k begins with game `first + k`; where a game ends,
the next one of its row has a number that is higher by `stride`, which is the number of rows if not given.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.arguments import check_seed, whole_number
from nyhavn.envs.arrays import Arrays, new_arrays
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.inputs import whole_row
from nyhavn.envs.kernels import kernels_of
from nyhavn.envs.observations import observing_of
from nyhavn.games import rules_of
from nyhavn.kernels.environments import ANEW, GIVEN, PLAYED, SAMPLED, Bytes, Flags, Ints, Shares, States
from nyhavn.luck import new_seed
from nyhavn.machine import cores
from nyhavn.play import new_game

SEEDS = 1 << 63
STREAMS = 1 << 32
"""Games of a seed: those with higher numbers would be the first ones again."""


class BatchEnv:
    """Many games of one kind, a row each, that start over by themselves.

    `seed` None is any one, which `env.seed` tells. What properties and methods give are the environment's own arrays,
    which the next call overwrites: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        players: int = 2,
        seed: int | None = 0,
        first: int = 0,
        stride: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        state = new_game(game, players=players, seed=0, **options)  # refuses what cannot be played
        self.game, self.players, self.options = game, state.players, state.options
        self.games = _at_least(1, games, "games")
        self.first = _at_least(0, first, "first")
        self.stride = self.games if stride is None else _at_least(1, stride, "stride")
        self.encoding, self.observing = encoding_of(game), observing_of(game)
        self._rules, self._kernels = rules_of(game), kernels_of(game)
        self._option = sum(int(self.options[name]) << place for place, name in enumerate(self._rules.options))
        self._all = new_arrays(self._rules.batch, self.encoding.mask_bytes // 8, self.games, self.players)
        self.prefix: Ints = self._all.prefix
        """The actions of the move that each row has begun; -1 for none."""
        self.numbers: Ints = self._all.numbers
        """Which game of the seed each row plays."""
        self.points: Ints = self._all.points
        """By row and seat, the points of the row's last game that ended."""
        self.states: States = self._all.states
        """The positions as plain memory. It holds everything, the hidden too."""
        self._seen = np.zeros((self.games, self.observing.size(self.players)), np.uint8)
        threads = min(cores() if threads is None else _at_least(1, threads, "threads"), self.games)
        cuts = [self.games * number // threads for number in range(threads + 1)]
        self._cuts = [slice(*both) for both in pairwise(cuts)]
        self._parts = [self._all.part(cut.start, cut.stop) for cut in self._cuts]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.reset(new_seed() % SEEDS if seed is None else seed)

    # Playing

    def reset(self, seed: int | None = None) -> None:
        """Every row at the first decision of its first game; of another seed (0 to 2**63 - 1), if one is given."""
        if seed is not None:
            if check_seed(seed) >= SEEDS:
                raise ValueError("the seed of a batch must be below 2**63")
            self.seed = int(seed)
        self.moves = 0
        self._all.numbers[:] = self.first + np.arange(self.games)
        self._run(ANEW)
        self._all.points[:] = 0

    def step(self, actions: npt.ArrayLike) -> tuple[Shares, Flags]:
        """An action for every row. Gives the rewards, by row and seat: the share of the win where a game just ended,
        otherwise 0; and which games have ended. Their rows stand at the first decision of the next.

        ValueError, and nothing done, if an action is not allowed."""
        chosen = whole_row(actions, self.games, "actions")
        self._all.actions[:] = chosen
        refused = self._kernels.refused(self._all.masks, self._all.actions)
        if refused >= 0:
            raise ValueError(f"action {chosen[refused]} is not allowed in row {refused} of the batch")
        self._run(GIVEN)
        return self._all.shares, self._all.done

    def play(self, moves: npt.ArrayLike) -> tuple[Shares, Flags]:
        """A whole move for every row, by its number (see "Moves as numbers" in the API); else as `step`. ValueError,
        and nothing done, if a move is not legal or a row is in the middle of one."""
        chosen = whole_row(moves, self.games, "moves")
        if (self._all.prefix >= 0).any():
            raise ValueError("a row of the batch is in the middle of a move: continue with its stages")
        before = self._all.integers.copy(), self._all.luck.copy()
        done = np.zeros(self.games, np.int64)
        batch, chosen = self._rules.batch, chosen.astype(np.int64)
        self._each(lambda part, rows: batch.apply_all(part.states, chosen[rows], part.luck, done[rows]))
        if not done.all():
            self._all.integers[:], self._all.luck[:] = before
            row = int(np.argmin(done))
            raise ValueError(f"move {chosen[row]} is not legal in row {row} of the batch")
        self._run(PLAYED)
        return self._all.shares, self._all.done

    def sample(self) -> Ints:
        """An allowed action for every row, all equally likely, by a generator of the row's game."""
        self._each(lambda part, rows: self._kernels.sample(part.masks, part.picks, part.actions))
        return self._all.actions

    def wander(self, steps: int) -> tuple[int, Shares]:
        """So many times `step(sample())`, in compiled code without coming back in between. Gives how many games ended
        and, by seat, the shares of their wins."""
        return self._run(SAMPLED, _at_least(0, steps, "steps"))

    def _run(self, mode: int, steps: int = 1) -> tuple[int, Shares]:
        table = mode, steps, self.stride, self.seed, self.players, self._option
        for part in self._parts:
            part.wins[:] = 0
        ran = self._each(lambda part, rows: self._kernels.run(*part.rows(), *table))
        self.moves += sum(moves for moves, _ in ran)
        return sum(ended for _, ended in ran), np.sum([part.wins for part in self._parts], axis=0)

    # Looking

    @property
    def mask(self) -> Bytes:
        """Which actions each row allows, as bits: see `Encoding.packed_mask`."""
        return self._all.masks.view(np.uint8)

    def unpacked_mask(self) -> npt.NDArray[np.bool_]:
        """The same as bools, a copy."""
        return np.unpackbits(self.mask, axis=1, count=self.encoding.action_count, bitorder="little").view(np.bool_)

    @property
    def turn(self) -> Ints:
        """The seat that decides, of each row."""
        found: Ints = self._all.states["turn"]
        return found

    def observe(self, seats: npt.ArrayLike | None = None) -> Bytes:
        """What the seat that decides sees, of each row, or a seat of your choice: see `nyhavn.envs.observations`."""
        looking = np.array(self.turn if seats is None else whole_row(seats, self.games, "seats"), np.int64)
        if looking.min() < 0 or looking.max() >= self.players:
            raise ValueError(f"seats are the numbers from 0 to {self.players - 1}")
        self._each(lambda part, rows: self._kernels.observe(part.states, looking[rows], part.prefix, self._seen[rows]))
        return self._seen

    def look_ahead(self) -> tuple[Ints, Ints, States]:
        """Every legal move of every row and the position that it leads to, up to the next card, die or decision: where
        those of each row begin (and, at last, where all end), the moves by number, the positions as plain memory. What
        a seat may not know stands in these too."""
        batch = self._rules.batch
        counts = np.zeros(self.games, np.int64)
        self._each(lambda part, rows: batch.count_all(part.states, part.fits, counts[rows]))
        starts = np.concatenate([[0], np.cumsum(counts)])
        moves, after = np.zeros(starts[-1], np.int64), batch.new_states(int(starts[-1]))
        integers = after.view(np.int64).reshape(len(after), -1)

        def play_all(part: Arrays, rows: slice) -> None:
            own = starts[rows.start : rows.stop + 1]
            listed = np.empty(own[-1] - own[0] + batch.new_ids().size, np.int64)
            batch.legal_all(part.states, part.fits, np.empty_like(own), listed)
            moves[own[0] : own[-1]] = listed[: own[-1] - own[0]]
            self._kernels.play_each(part.integers, own, moves, after, integers)

        self._each(play_all)
        return starts, moves, after

    def _each(self, work: Callable[[Arrays, slice], Any]) -> list[Any]:
        """The same work on all rows, by all threads, this one among them."""
        if self._pool is None:
            return [work(self._parts[0], self._cuts[0])]
        others = [self._pool.submit(work, *both) for both in zip(self._parts[1:], self._cuts[1:], strict=True)]
        return [work(self._parts[0], self._cuts[0]), *(other.result() for other in others)]


def _at_least(least: int, value: object, name: str) -> int:
    number = whole_number(value)
    if number is None or not least <= number < STREAMS:
        raise ValueError(f"{name} is a whole number from {least}, not {str(value)[:40]}")
    return number
