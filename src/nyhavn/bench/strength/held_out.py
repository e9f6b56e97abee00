"""Games between strong bots that nothing was trained on, and work on them until the time is up.

They are dealt as matches of the arena are, by hashing the seed: no training deals so.
"""

import multiprocessing
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeVar

from nyhavn.arena.games import play_game, replay_game
from nyhavn.arena.matches import Match, Slot
from nyhavn.arena.runs import wins
from nyhavn.bots import Observation, Player, observe
from nyhavn.games import rules_of

Task = TypeVar("Task")
Found = TypeVar("Found")

AHEAD = 2
"""Tasks of each process that are given out at a time."""


class Decision(NamedTuple):
    """What a seat saw that had a choice, and what it played."""

    seen: Observation
    move: str


@dataclass(frozen=True)
class Sample:
    """Games of a bot against itself, as many as there is time for, but not many more decisions than that; and how many
    processes work on them."""

    game: str
    players: int
    bot: str
    seed: int
    seconds: float
    jobs: int
    most: int

    @property
    def match(self) -> Match:
        return Match(self.game, (self.bot,) * self.players, self.seed, rotated=False)


def decisions(match: Match, number: int) -> tuple[list[Decision], list[float]]:
    """A game's decisions between several moves, and the part of the win that each seat had in the end."""
    line = play_game(match, Slot(number, tuple(range(len(match.players))), 0))
    state, found = replay_game(match, line), []
    for move in line["moves"]:
        seen = observe(state, state.turn or 0)
        if len(seen.numbers) > 1:
            found.append(Decision(seen, move))
        state.play(move)
    return found, wins(line)


def choose(player: Player, seen: Observation, rng: random.Random) -> int:
    """The move of a bot, as a number."""
    move = rules_of(seen.game).moves.find_move(player.choose(seen, rng))
    assert move is not None
    return move


def until(
    seconds: float, work: Callable[[Task], Found], tasks: Iterable[Task], jobs: int = 1
) -> Iterator[tuple[Found, float]]:
    """What comes of tasks, in their order, with the part of the time that has passed; none is begun after that, but
    one is done in any case."""
    begun = time.monotonic()

    def passed() -> float:
        return (time.monotonic() - begun) / seconds

    if jobs == 1:
        for task in tasks:
            yield work(task), passed()
            if passed() >= 1:
                return
        return
    waiting = iter(tasks)
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        doing: deque[Future[Found]] = deque()
        try:
            while passed() < 1 or not doing:
                doing += [pool.submit(work, task) for task in islice(waiting, AHEAD * jobs - len(doing))]
                if not doing:
                    return
                yield doing.popleft().result(), passed()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
