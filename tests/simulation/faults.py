"""What goes wrong: one thing after another, each for a while, until it is calm again."""

import random
from collections.abc import Callable

from tests.simulation.database import Database
from tests.simulation.loops import Loop, World
from tests.simulation.people import House
from tests.simulation.processes import Process
from tests.simulation.thinking import HANGING_SECONDS, Thinking

DAY = 24 * 60 * 60 * 1000
JUMPS = (10_000, 45_000, 60 * 60 * 1000, 400 * DAY)
STEPS = 60
"""Steps of a process within which it is killed: somewhere in the middle of what it does then."""
START_SECONDS, END_SECONDS = (0.3, 4.0), 7.0


class Faults:
    """Everything that can go wrong, done by the people's loop."""

    def __init__(self, world: World, people: Loop, database: Database, house: House, thinking: Thinking) -> None:
        self.world, self.people, self.database, self.house, self.thinking = world, people, database, house, thinking
        self.luck = random.Random(world.luck.getrandbits(64))
        self.count = 0
        self.over = 0.0
        """When everything that went wrong is right again."""
        self.kinds: list[Callable[[], float]] = [
            *(self.kill, self.kill, self.kill, self.end, self.pause, self.cut_lines, self.cut_lines, self.stall),
            *(self.fill_disk, self.set_clock, self.fail_thoughts),
        ]
        if database.shared:
            self.kinds += [self.stop_database, self.cut_off, self.cut_off, self.silence, self.deafen]

    def strike(self) -> None:
        """One thing goes wrong."""
        self.count += 1
        kind = self.luck.choice(self.kinds)
        lasts = kind()
        self.world.note("fault", kind.__name__, f"{lasts:.3f}")
        self.over = max(self.over, self.world.now + lasts)

    def _process(self) -> Process:
        return self.luck.choice(self.house.processes)

    # Processes

    def kill(self) -> float:
        process, steps = self._process(), self.luck.randrange(STEPS)
        if process.loop.is_dead or process.loop.left is not None:
            return 0.0
        process.loop.is_paused = False
        process.kill(steps)
        pause = 0.6 + self.luck.uniform(*START_SECONDS)
        process.begin_after(pause)
        return pause + 1

    def end(self) -> float:
        process = self._process()
        if not process.is_up or process.loop.left is not None or process.loop.is_paused:
            return 0.0
        process.end()
        process.begin_after(END_SECONDS)  # whatever has not ended by then is made to
        return END_SECONDS + 1

    def pause(self) -> float:
        process, seconds = self._process(), self.luck.choice([0.5, 3.0, 8.0, 25.0])
        if process.loop.is_dead or process.loop.is_paused:
            return 0.0
        process.pause(seconds, self.people)
        return seconds

    # The network

    def cut_lines(self) -> float:
        share = self.luck.choice([0.2, 1.0])
        for process in self.house.processes:
            for line in list(process.lines):
                if self.luck.random() < share:
                    line.cut()
        return 3.0

    def stall(self) -> float:
        seconds = self.luck.choice([1.0, 6.0])
        for process in self.house.processes:
            for line in list(process.lines):
                if self.luck.random() < 0.2:
                    line.stall(seconds)
        return seconds

    # The database

    def stop_database(self) -> float:
        seconds = self.luck.choice([0.3, 2.0, 7.0, 15.0])
        self.database.is_down = True

        def start() -> None:
            self.database.is_down = False
            for loop in list(self.database.links):
                self.database.hear_again(loop)

        self.people.call_later(seconds, start)
        return seconds + 1

    def cut_off(self) -> float:
        return self._without("is_cut", [0.3, 2.0, 7.0, 15.0])

    def _without(self, fault: str, times: list[float]) -> float:
        """A fault of the line to the database, for one of these times."""
        process, seconds = self._process(), self.luck.choice(times)
        loop, link = process.loop, process.store.wire
        setattr(link, fault, True)

        def mend() -> None:
            setattr(link, fault, False)
            self.database.hear_again(loop)

        self.people.call_later(seconds, mend)
        return seconds + 1

    def silence(self) -> float:
        self._process().store.wire.silent_commits += self.luck.randint(1, 3)
        return 1.0

    def deafen(self) -> float:
        return self._without("is_deaf", [0.5, 4.0])

    def fill_disk(self) -> float:
        seconds = self.luck.choice([0.5, 3.0, 8.0])
        self.database.is_full = True
        self.people.call_later(seconds, setattr, self.database, "is_full", False)
        return seconds

    def set_clock(self) -> float:
        self.database.set_clock(self.luck.choice([1, -1]) * self.luck.choice(JUMPS))
        return 1.0

    # Thinking

    def fail_thoughts(self) -> float:
        seconds = self.luck.choice([2.0, 10.0])
        self.thinking.failing = self.luck.choice([0.1, 0.5, 1.0])
        self.people.call_later(seconds, setattr, self.thinking, "failing", 0.0)
        return seconds + 2 * HANGING_SECONDS
