"""What thinks for bots, hints and reviews here, in place of processes: it plays at random, says of every decision that
it was a decision, takes its time, and sometimes fails as such a process would."""

import asyncio
import random
from typing import Any

from nyhavn.bots import Budget
from nyhavn.server import worker
from nyhavn.server.worker_process import ThoughtError, WorkerProcess
from tests.simulation.loops import World

MOVE_SECONDS, DECISION_SECONDS = (0.02, 0.3), (0.005, 0.05)
WAYS = ("ended", "error", "time")
HANGING_SECONDS = 3.0


class Thinking:
    """How thinking goes at present."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.failing = 0.0
        """The share of thoughts that fail."""
        self.failed = 0

    def start(self, quick: bool) -> "Thinker":
        return Thinker(self, quick)


class Thinker(WorkerProcess):
    """A process that thinks, without the process."""

    def __init__(self, thinking: Thinking, quick: bool) -> None:
        super().__init__(quick=quick)
        self.thinking = thinking
        self._runs = False

    @property
    def pid(self) -> int | None:
        return 1 if self._runs else None

    async def ask(self, task: str, arguments: dict[str, Any], seconds: float) -> Any:
        self._runs = True
        luck = self.thinking.world.luck
        await asyncio.sleep(luck.uniform(*(MOVE_SECONDS if task in ("choose", "ideas") else DECISION_SECONDS)))
        if luck.random() < self.thinking.failing:
            self.thinking.failed += 1
            why = luck.choice(WAYS)
            if why == "time":
                await asyncio.sleep(min(seconds, HANGING_SECONDS))
            self._runs = why == "error"
            raise ThoughtError(why, f"a failure that was wanted: {why}")
        return TASKS[task](luck, arguments)

    async def end(self) -> None:
        self._runs = False


def choose(luck: random.Random, given: dict[str, Any]) -> str:
    budget: Budget = given["budget"]
    observation = given["observation"]
    return worker.choose(lambda: None, "random", observation, luck.getrandbits(32), budget)


def ideas(luck: random.Random, given: dict[str, Any]) -> list[Any]:
    return [{"move": luck.choice(given["observation"].moves), "reasons": []}]


TASKS: dict[str, Any] = {
    "prepare": lambda _, __: None,
    "choose": choose,
    "ideas": ideas,
    "decision": lambda _, given: {"number": given["number"]},
    "costliest": lambda _, given: {"decisions": given["decisions"], "costliest": []},
    "review": lambda _, given: {"decisions": given["decisions"]},
}
