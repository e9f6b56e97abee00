"""One run: people at tables, faults, calm in between in which everything has to go on, and the end, at which everything
is compared."""

import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from sqlalchemy import text

from nyhavn.bots import observe
from nyhavn.bots.budgets import USUAL
from nyhavn.games import game_names
from nyhavn.play import new_game
from nyhavn.server import api, worker
from nyhavn.server.fair_queue import Kind
from nyhavn.server.worker_process import ThoughtError
from nyhavn.table import visibility, written_choices
from nyhavn.table.table import Table
from tests.simulation.checks import STUCK_SECONDS, Checks
from tests.simulation.database import Database, databases, empty, log_of
from tests.simulation.faults import Faults
from tests.simulation.loops import Broken, Loop, World
from tests.simulation.people import Company, House
from tests.simulation.processes import Process, routes
from tests.simulation.thinking import Thinking

TABLES = 8
MINUTES = 3.0
WARM_MOVES = 12
STORM_SECONDS, STRIKE_SECONDS = (20.0, 60.0), (0.5, 8.0)
CALM_SECONDS = 12.0
REST_SECONDS = 30.0
WAYS = (
    ("postgresql", ("all", "all")),
    ("postgresql", ("web", "web", "worker")),
    ("postgresql", ("web", "all", "worker", "worker")),
    ("sqlite", ("all",)),
)
EXPECTED = {"bot failed", "job failed", "job set aside", "no ideas"}
"""What a server complains of when thinking fails."""


@dataclass
class Result:
    """What a run was, for those who count."""

    seed: int
    trace: str
    minutes: float
    happened: int
    moves: int
    bot_moves: int
    acknowledged: int
    faults: int
    reviews: int
    hints: int


class Complaints(logging.Handler):
    """A server has nothing to complain about but what was done to it."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info and record.exc_info[1]
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        if record.getMessage() not in EXPECTED or not isinstance(error, ThoughtError | None):
            self.world.failures.append(f"a server says: {record.getMessage()}: {error!r}")


class Simulation:
    """One run."""

    def __init__(self, seed: int, tables: int = TABLES, minutes: float = MINUTES) -> None:
        self.world = World(seed)
        self.tables, self.minutes = tables, minutes
        self.luck = random.Random(self.world.luck.getrandbits(64))

    def run(self) -> Result:
        """Broken if anything did not hold."""
        kind, roles = self.luck.choice(WAYS)
        self.world.note(kind, roles)
        with self.world.chance(), surroundings(self.world), databases(self.world, kind == "postgresql") as database:
            try:
                checks = self._story(database, roles)
            finally:
                for loop in list(self.world.loops):
                    loop.die()
        return Result(
            seed=self.world.seed,
            trace=self.world.trace,
            minutes=self.tables * self.world.now / 60,
            happened=self.world.happened,
            moves=checks.moves,
            bot_moves=checks.bot_moves,
            acknowledged=sum(len(player.acknowledged) for player in self.house.players),
            faults=self.faults.count,
            reviews=sum(state == "done" for state in self.house.reviews.values()),
            hints=self.house.hints,
        )

    def _story(self, database: Database, roles: tuple[str, ...]) -> Checks:
        self._begin(database, roles)
        self._storms()
        self._rest()
        checks = Checks(self.world, database, self.house)
        checks.all()
        self._look()
        return checks

    def _begin(self, database: Database, roles: tuple[str, ...]) -> None:
        world = self.world
        self.people = Loop(world, "people")
        self.thinking = Thinking(world)
        self.database = database
        self.processes = [
            Process(world, self.people, database, self.thinking, f"{role}{number}", role)
            for number, role in enumerate(roles)
        ]
        self.house = House(world, self.people, self.processes, roaming=self.luck.choice([0.0, 0.3, 1.0]))
        self.faults = Faults(world, self.people, database, self.house, self.thinking)
        self._tasks = [self.people.create_task(Company(self.house, number).run()) for number in range(self.tables)]

    def _look(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()
        if self.world.failures:
            raise Broken(self.world.failures[0])

    def _storms(self) -> None:
        """Faults and calm by turns, until the time is over."""
        world, until = self.world, 60 * self.minutes
        world.run(3.0)
        while world.now < until:
            ends = world.now + self.luck.uniform(*STORM_SECONDS)
            while world.now < ends:
                self.faults.strike()
                world.run(world.now + self.luck.uniform(*STRIKE_SECONDS))
                self._look()
            world.run(max(world.now, self.faults.over))
            self._calm()

    def _calm(self) -> None:
        """Nothing goes wrong for a while: what waits must come to an end."""
        world = self.world
        world.note("calm")
        began, waiting = world.now, self._turns()
        world.run(began + CALM_SECONDS)
        self._look()
        if stuck := waiting & self._turns():
            with self.database.asked() as connection:
                jobs = connection.execute(text("SELECT * FROM jobs WHERE name = :name"), {"name": min(stuck)[0]}).all()
            world.failures.append(f"at {self.database.now()} nobody plays the turns {sorted(stuck)}: {jobs}")
        for player in self.house.players:
            if player.unanswered is not None and world.now - max(began, player.since) > STUCK_SECONDS:
                player.fail(f"no answer to {player.unanswered} since {player.since:.1f}")
            gone = player.line is None and not player.is_away and not player.ended.is_set()
            if gone and world.now - max(began, player.left) > STUCK_SECONDS:
                player.fail(f"cannot come back since {player.left:.1f}")
        self._behind(began)
        self._look()

    def _behind(self, began: float) -> None:
        """Whoever looked all the time knows what was written long ago."""
        with self.database.asked() as connection:
            last = dict(map(tuple, connection.execute(text("SELECT id, last FROM tables"))))
        old = min(began, self.world.now - STUCK_SECONDS)
        for player in self.house.players:
            if player.line is None or player.came > old or player.n >= last[player.table]:
                continue
            entries = log_of(self.database, player.table)
            table = Table(player.table, entries)
            told = visibility.events(table, entries, player.seat)
            missed = [event["n"] for event in told if event["n"] > player.n]
            if missed and self.database.written[player.table, missed[0]] < old:
                player.fail(
                    f"was not told of {missed}, written at {self.database.written[player.table, missed[0]]:.1f}"
                )

    def _turns(self) -> set[tuple[str, int]]:
        """The turns of bots that are still to be played."""
        asked = text("SELECT name, n FROM jobs WHERE kind = :kind AND ended IS NULL")
        with self.database.asked() as connection:
            return {(name, n) for name, n in connection.execute(asked, {"kind": int(Kind.BOT)})}

    def _rest(self) -> None:
        """People do nothing more; what is under way comes to its end, and everybody knows the same."""
        world = self.world
        self.house.resting = True
        world.run(world.now + REST_SECONDS)
        self._look()
        with self.database.asked() as connection:
            last = dict(map(tuple, connection.execute(text("SELECT id, last FROM tables"))))
        for player in self.house.players:
            if player.unanswered is not None:
                player.fail(f"no answer to {player.unanswered}")
            if player.line is not None and player.n < last[player.table] - 3 and not self._goes_on(player.table):
                player.fail(f"knows {player.n} of {last[player.table]} entries")
        for review, state in self.house.reviews.items():
            if state == "asked":
                world.failures.append(f"review {review} never comes")
        self._look()

    def _goes_on(self, table: str) -> bool:
        """Whether bots still play there."""
        written = [at for (name, _), at in self.database.written.items() if name == table]
        return self.world.now - max(written) < STUCK_SECONDS


@contextmanager
def surroundings(world: World) -> Iterator[None]:
    """What a run finds around it: kernels that are compiled, and somebody who hears what servers complain of."""
    log = logging.getLogger("nyhavn.server")
    handler, level, passes = Complaints(world), log.level, log.propagate
    log.addHandler(handler)
    log.setLevel(logging.ERROR)
    log.propagate = False
    try:
        with mock.patch("nyhavn.compiled.is_compiled", return_value=True):
            yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        log.propagate = passes


def prepare() -> None:
    """Load what every run needs."""
    empty()
    api.components()
    for only_thinks in (True, False):
        routes(only_thinks)
    for game in game_names():
        state = new_game(game, players=2, seed=1)
        for _ in range(WARM_MOVES):
            seen = observe(state, state.turn or 0).in_numbers()
            state.play(worker.choose(lambda: None, "random", seen, 1, USUAL))
            written_choices.tell(state.offer(0), state.rules.tile, None)
            for seat in (0, None):
                state.look(seat)
                state.shared_events(0, seat)


def run(seed: int, **more: Any) -> Result:
    """One run; Broken says what was, and what came before it. What is left of processes that died must not tidy up:
    a run belongs into a process that ends with it."""
    simulation = Simulation(seed, **more)
    try:
        return simulation.run()
    except Exception as error:
        told = str(error) if isinstance(error, Broken) else f"somebody could make nothing of it: {error!r}"
        raise Broken("\n".join([*simulation.world.lines, told])) from error
