"""How bots think: with the kernels of their game, in slices short enough to keep to a budget."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from nyhavn import compiled
from nyhavn.bots.budgets import Budget
from nyhavn.bots.elimination import Race
from nyhavn.bots.observations import Observation
from nyhavn.games import bots_of, find_game, note, rules_of
from nyhavn.kernels.batch import Ints
from nyhavn.luck import start_streams
from nyhavn.machine import cores
from nyhavn.parts import Way
from nyhavn.rules import Memory, integers

if TYPE_CHECKING:  # their kernels are made where bots think, and not by everybody who knows bots
    from nyhavn.kernels.bot_entries import Floats, Thinking, Work, Workspace

SLICE = 0.004
"""Seconds that a kernel is let run until the clock is looked at."""
SPARE = 0.0015
"""Seconds of a budget that are left for what comes before and after thinking."""

MOST_ROUNDS = 1000
"""Rounds of work that are done at once: what they find is kept until it is looked at, and budgets may be huge."""

_compiling = threading.Lock()


def compile_bots(game: str, progress: Callable[[str], None]) -> None:
    """Compile the kernels of a game's bots if this machine has not done so yet."""
    package = find_game(game).package
    if not compiled.is_compiled(package, "bots"):
        compiled.compile_entries(package, game, bots_of(game).thinking.calls(), progress, "bots")
        progress("")


@cache
def _load(game: str) -> "Thinking":
    rules_of(game)
    compile_bots(game, note)
    thinking = bots_of(game).thinking
    thinking.units.load()
    return thinking


def thinking_of(game: str) -> "Thinking":
    """The kernels of a game's bots, loaded (and compiled, the first time) when the first of them thinks."""
    with _compiling:
        return _load(game)


@cache
def _threads() -> ThreadPoolExecutor:
    """Those that think beside the one that was asked, where they may."""
    return ThreadPoolExecutor(cores())


class _Workspaces(threading.local):
    """Memory to think in, kept for each thread by game and players: making it each time would take a millisecond."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int], Workspace] = {}


_workspaces = _Workspaces()


def workspace_of(game: str, players: int) -> "Workspace":
    """The memory that this thread thinks in."""
    key = game, players
    if key not in _workspaces.made:
        _workspaces.made[key] = thinking_of(game).new_workspace(players)
    return _workspaces.made[key]


@contextmanager
def judging_by(game: str, players: int, work: "Work") -> Iterator[None]:
    """What this thread thinks with meanwhile, in place of what the game has in use."""
    own = workspace_of(game, players)
    kept, own.work = own.work, work
    try:
        yield
    finally:
        own.work = kept


def forecast(game: str, players: int, memory: Memory, rounds: int, seed: int, turns: int) -> "Floats":
    """The shares of a win of all seats in a position as it lies, hands and all, by playouts: a row each."""
    own, found = workspace_of(game, players), np.empty((rounds, players))
    own.integers[0] = integers(memory)
    thinking_of(game).forecast(own.states, own.integers, own.fits, own.work, found, own.shares, own.luck, seed, turns)
    return found


class Thought:
    """A seat's thinking about one decision: its observation put into the workspace of this thread, and the budget."""

    def __init__(self, observation: Observation, budget: Budget, rng: random.Random) -> None:
        self.deadline = budget.deadline() - SPARE
        self.thinking = thinking_of(observation.game)
        self.workspace = workspace_of(observation.game, observation.players)
        self.observation, self.nodes, self.cores = observation, budget.nodes, budget.cores
        self.seat = observation.seat
        self.past = observation.past.copy()  # kernels work in a part of it
        self.seed = rng.getrandbits(62)
        self.workspace.integers[0] = np.frombuffer(observation.position, np.int64)
        self.begun = time.perf_counter()
        self.done = self.used = 0

    def plan(self, most: int) -> "tuple[Ints, Floats]":
        """The best moves by the planner, best first, with the shares of a win that it expects of them."""
        own = self.workspace
        start_streams(own.lucks, self.seed)
        found = self.thinking.plan_moves(
            own.states, own.integers, own.fits, own.work, self.past, own.ids, own.values, own.luck, self.seat, most
        )
        return own.ids[:found].copy(), own.values[:found].copy()

    def slices(self, part: float, width: int = 1) -> Iterator[tuple[int, int]]:
        """Numbers of rounds of work to do now, the first one and how many, until so large a part of the budget is used;
        a round takes `width` nodes. With a budget of work they do not depend on the clock."""
        if self.nodes is not None:
            rounds = max(1, int((part * self.nodes - self.used) / width))
            self.used += rounds * width
            for begun in range(0, rounds, MOST_ROUNDS):
                yield self._next(min(MOST_ROUNDS, rounds - begun))
            return
        until = self.begun + part * (self.deadline - self.begun)
        rounds, now = 1, time.perf_counter()
        while now < until or self.done == 0:
            yield self._next(rounds)
            before, now = now, time.perf_counter()
            took = (now - before) / rounds
            if until - now < took:
                break
            rounds = max(1, int(min(SLICE, until - now) / took))

    def _next(self, rounds: int) -> tuple[int, int]:
        self.done += rounds
        return self.done - rounds, rounds

    def play_out(self, moves: Ints, first: int, rounds: int, turns: int) -> "Floats":
        """Rounds of playouts, each with the same luck for all moves: what they lead to, a row a round. A round depends
        on its number only, so it does not matter how many cores share them."""
        parts = min(self.cores, rounds)
        bounds = [first + rounds * part // parts for part in range(parts + 1)]

        def play(part: int, own: "Workspace") -> "Floats":
            found = np.empty((bounds[part + 1] - bounds[part], len(moves)))
            self.thinking.compare(
                own.states, own.integers, own.fits, own.work, self.past.copy(), moves, found, own.shares, own.luck,
                self.seat, self.seed, bounds[part], turns,
            )  # fmt: skip
            return found

        others = [_threads().submit(play, part, self.workspace.helper(part)) for part in range(1, parts)]
        own = play(0, self.workspace)
        return np.concatenate([own, *(other.result() for other in others)]) if others else own

    def compare(self, moves: Ints, values: "Floats", way: Way) -> int:
        """The move that playouts find best."""
        return self.race(moves, values, way).best()

    def race(self, moves: Ints, values: "Floats", way: Way) -> Race:
        """Compare moves by playouts: all of them are tried, then at most half of them, and so on, with an equal part of
        the budget each time; it is not used up where one move is clearly the best."""
        if way.glance:
            values = self.play_out(moves, 0, 1, way.glance)[0]
            self.used += len(moves)
        race = Race(moves, values, way.planned, way.spread)
        stages = max(1, (len(moves) - 1).bit_length())
        for stage in range(stages):
            race.give_up(-(-len(moves) >> stage))
            for first, rounds in self.slices((stage + 1) / stages, len(race.moves)):
                if len(race.moves) == 1:
                    return race
                race.add(self.play_out(race.moves, first, rounds, way.turns))
                race.give_up(len(race.moves))
        return race

    def text(self, move: int) -> str:
        """A move as text."""
        return self.observation.text(move)
