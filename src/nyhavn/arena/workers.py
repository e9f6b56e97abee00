"""Games played by several processes, each of which loads kernels and bots once and then plays game after game."""

import multiprocessing
import random
import signal
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from nyhavn.arena.matches import Line, Match, Slot, load_all
from nyhavn.bots import observe
from nyhavn.bots.programs import make_player
from nyhavn.games import rules_of
from nyhavn.play import new_game


class Failed(NamedTuple):
    """Sent instead of a game: a sentence."""

    sentence: str


@dataclass(frozen=True)
class Processes:
    """A cluster of this machine's processes; one alone is this process itself."""

    jobs: int = 1

    def play(self, match: Match, slots: Sequence[Slot]) -> Generator[Line, None, None]:
        if self.jobs == 1:
            yield from (match.play(slot) for slot in slots)
        else:
            yield from _spread(match, slots, self.jobs)


def _spread(match: Match, slots: Sequence[Slot], jobs: int) -> Generator[Line, None, None]:
    warm_up(match)
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of threads that run here
    waiting = iter(slots)
    processes = []
    lines: list[Connection] = []
    try:
        for slot in islice(waiting, jobs):
            own, other = context.Pipe()
            process = context.Process(target=_work, args=(match, other), daemon=True)
            process.start()
            other.close()
            own.send(slot)
            processes.append(process)
            lines.append(own)
        while lines:
            for line in wait(lines):
                assert isinstance(line, Connection)
                try:
                    found: Line | Failed = line.recv()
                except (EOFError, OSError):
                    raise ValueError("a worker process ended unexpectedly: is there enough memory?") from None
                if isinstance(found, Failed):
                    raise ValueError(found.sentence)
                slot_or_end = next(waiting, None)
                line.send(slot_or_end)
                if slot_or_end is None:
                    lines.remove(line)
                yield found
    finally:
        for process in processes:
            process.terminate()
            process.join()


def warm_up(match: Match) -> None:
    """Let each bot choose a move here, so that kernels that are not compiled yet are compiled once, and not by each
    process at the same time."""
    state = new_game(match.game, players=len(match.tables[0]), seed=match.seed, **match.options)
    for spec in dict.fromkeys(match.players):
        with suppress(Exception):  # a bot that fails is told about in its game
            make_player(spec).choose(observe(state, state.turn or 0), random.Random(0))


def _work(match: Match, line: Connection) -> None:
    """What a process does: games, until it is told to end or nobody is left to tell it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is told to all; the process that began decides
    with suppress(EOFError, BrokenPipeError):
        try:
            rules_of(match.game)
            load_all(match.code)
            while (slot := line.recv()) is not None:
                line.send(match.play(slot))
        except (ValueError, OSError) as error:
            line.send(Failed(str(error)))
