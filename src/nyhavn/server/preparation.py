"""What is compiled on a machine before its first game, while the server already answers: the rules of every game, then
its bots, in separate processes. People see the progress instead of a page that hangs.

    python -m nyhavn.server.preparation GAME PART

is such a process: it compiles a part of a game's kernels and prints a line for every kernel that is done.
"""

import asyncio
import logging
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from nyhavn import compiled
from nyhavn.bots.deliberation import compile_bots
from nyhavn.games import compile_game, find_game, game_names, rules_of
from nyhavn.machine import cores
from nyhavn.server.errors import FAILED
from nyhavn.table.entries import Refusal

log = logging.getLogger("nyhavn.server")

WEB_PARTS = ("rules",)
PARTS = (*WEB_PARTS, "bots")
"""What is compiled, in this order: games can begin with their rules."""
USUAL_SECONDS = {"rules": 12.0, "bots": 16.0}
"""How long a part takes on a usual machine: said before the first kernel shows how quick this one is."""


@dataclass
class Work:
    """The kernels of one part of a game."""

    game: str
    part: str
    ready: asyncio.Event
    begun: float | None = None
    done: int = 0
    of: int = 0

    @property
    def progress(self) -> float:
        """How much of it is done."""
        return 1.0 if self.ready.is_set() else self.done / self.of if self.of else 0.0

    def seconds(self) -> float:
        """How long it will take from now on."""
        if self.ready.is_set():
            return 0.0
        usual = USUAL_SECONDS[self.part]
        if self.begun is None or not self.done:
            return usual
        # The further it is, the more counts how quick this machine has been.
        expected = usual * (1 - self.progress) + time.monotonic() - self.begun
        return max(1.0, expected * (1 - self.progress))


class Preparation:
    """Gets every game ready. Until its rules are there, the server says `preparing` instead of letting people wait."""

    def __init__(self, parts: Sequence[str] = PARTS, processes: int | None = None) -> None:
        self.works = [Work(game, part, asyncio.Event()) for part in parts for game in game_names()]
        self.playable = asyncio.Event()
        """The rules of all games are loaded."""
        self._processes = asyncio.Semaphore(processes or cores())
        self._running: set[asyncio.subprocess.Process] = set()
        self._failed = False

    @property
    def is_quick(self) -> bool:
        """Whether the rules were compiled before, so that they only have to be loaded."""
        return all(
            compiled.is_compiled(find_game(work.game).package, work.part) for work in self.works if work.part == "rules"
        )

    async def run(self) -> None:
        """Compile what is missing, then load the rules."""
        for work in self.works:
            if compiled.is_compiled(find_game(work.game).package, work.part):
                work.ready.set()
        missing = [work for work in self.works if not work.ready.is_set()]
        if missing:
            log.info("preparing", extra={"kernels": [f"{work.game} {work.part}" for work in missing]})
        tasks = [asyncio.create_task(self._compile(work)) for work in missing]
        try:
            for work in self.works:
                if work.part == "rules":
                    await work.ready.wait()
                    await self._load(work.game)
            self.playable.set()
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            for process in self._running:
                with suppress(ProcessLookupError):  # it has ended
                    process.kill()

    async def _load(self, game: str) -> None:
        try:
            await asyncio.to_thread(rules_of, game)
        except Exception:
            self._failed = True  # people are told so, instead of to wait
            log.exception("rules not loaded", extra={"game": game})
            raise

    async def _compile(self, work: Work) -> None:
        async with self._processes:
            work.begun = time.monotonic()
            try:
                failure = await self._run(work)
            except Exception as error:  # noqa: BLE001 - it cannot even be started, or says something else
                failure = repr(error)
            if failure:  # the first process that needs them compiles them: late, but still
                log.error("not compiled", extra={"game": work.game, "part": work.part, "code": failure})
            work.ready.set()

    async def _run(self, work: Work) -> int | str:
        """Compile in a process of its own; how it ended, 0 if it did well."""
        command = (sys.executable, "-m", __name__, work.game, work.part)
        process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        self._running.add(process)
        assert process.stdout is not None
        async for line in process.stdout:
            work.done, work.of = map(int, line.split())
        return await process.wait()

    def bots(self, game: str) -> asyncio.Event:
        """Set when the bots of a game can think."""
        return next(work.ready for work in self.works if work.game == game and work.part == "bots")

    def tell(self) -> dict[str, object]:
        """How far it is, for people who wait."""
        return {
            "playable": self.playable.is_set(),
            "steps": [
                {
                    "game": work.game,
                    "part": work.part,
                    "share": round(work.progress, 2),
                    "seconds": round(work.seconds()),
                }
                for work in self.works
            ],
        }

    def refusal(self) -> Refusal:
        """The refusal of people who want to play already."""
        if self._failed:
            return FAILED
        seconds = max(1, round(max(work.seconds() for work in self.works if work.part == "rules")))
        return Refusal("preparing", f"the games are being prepared: about {seconds} seconds", seconds=seconds)


def compile_part(game: str, part: str) -> None:
    """In a process of its own."""
    found = find_game(game)
    compile, entries = {
        "rules": (compile_game, found.rules.batch.calls),
        "bots": (compile_bots, found.bots.thinking.calls),
    }[part]
    numbers, of = count(), len(entries())
    compile(game, lambda _: print(next(numbers), of, flush=True))


if __name__ == "__main__":
    compile_part(*sys.argv[1:])
