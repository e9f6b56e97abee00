"""The processes of the server: started, ended in order, stopped for a while, or killed in the middle of anything."""

import asyncio
from collections.abc import Coroutine
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from nyhavn.server.app import make_app
from nyhavn.server.settings import Settings
from nyhavn.store import Store, StoreError
from nyhavn.table.entries import Refusal
from tests.simulation.database import Database, ProcessStore
from tests.simulation.loops import Loop, World
from tests.simulation.thinking import Thinking

if TYPE_CHECKING:
    from tests.simulation.network import Line


BOT_PAUSE = 2.0
"""Seconds: bots are as quick as people, and not most of what happens."""
START_SECONDS = 1.0
"""Until a process is started again that could not start."""


@cache
def routes(worker: bool) -> list[Any]:
    """What an application can be asked. FastAPI works it out when it is first asked, which takes longer than all else
    that a process does here before it dies; it is the same in every life."""
    app = make_app(Settings(role="worker" if worker else "web"), cast(Store, None))
    for kind in ("http", "websocket"):
        for route in app.router.routes:
            route.matches({"type": kind, "method": "GET", "path": "/api/v1/nothing", "root_path": "", "headers": []})
    return app.router.routes


class Process:
    """One `nyhavn serve`, which may be started again and again."""

    def __init__(
        self, world: World, people: Loop, database: Database, thinking: Thinking, name: str, role: str
    ) -> None:
        self.world, self.people, self.database, self.thinking = world, people, database, thinking
        self.name, self.role = name, role
        self.lives = 0
        self.is_up = False
        self.lines: dict[Line, None] = {}
        self.buried: list[Any] = []
        """What is left of earlier lives: kept until the end, so that none of it tidies up after itself."""
        self.begin()

    @property
    def serves(self) -> bool:
        """Whether people can come to it."""
        return self.is_up and self.role != "worker" and not self.loop.is_dead

    def begin(self) -> None:
        self.lives += 1
        self.loop = Loop(self.world, f"{self.name}.{self.lives}")
        self.loop.died = self._died
        world = self.world
        settings = Settings(
            role=self.role,
            limits=0,
            workers=4,
            bot_grace=2.0,
            now=self.database.now,
            steady=lambda: world.now,
            thinker=self.thinking.start,
            drain=0.5,
            bot_pause=BOT_PAUSE,
        )
        self.store = ProcessStore(self.database, self.loop)
        self.app = make_app(settings, self.store)
        self.app.router.routes[:] = routes(self.role == "worker")
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []
        self.start(self._live())
        world.note(self.loop.name, "begins")

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Let the process do something."""
        if self.loop.is_dead:
            work.close()
            return
        task = self.loop.create_task(work)
        self._tasks = [one for one in self._tasks if not one.done()]
        self._tasks.append(task)
        task.add_done_callback(self._look)

    def _look(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None and not self.loop.is_dead:
            self.world.failures.append(f"{self.name}: {task.exception()!r}")

    async def _live(self) -> None:
        try:
            async with self.app.router.lifespan_context(self.app):
                self.is_up = True
                self.world.note(self.loop.name, "is up")
                await self._ending.wait()
                await self.app.state.drain.run()
                self.is_up = False
                for line in list(self.lines):
                    line.cut()
        except (Refusal, StoreError) as error:  # it cannot start without a database
            if self.is_up:
                raise
            self.world.note(self.loop.name, "cannot start", error)
            self.begin_after(START_SECONDS)
        self.loop.die()

    def begin_after(self, seconds: float) -> None:
        """Begin another life, as systemd does, unless it has begun by then."""

        def begin(life: int) -> None:
            if self.lives == life:
                self.loop.die()
                self.begin()

        self.people.call_later(seconds, begin, self.lives)

    def end(self) -> None:
        """As an operator would."""
        self.world.note(self.loop.name, "is to end")
        self.loop.call_soon(self._ending.set)

    def kill(self, after: int) -> None:
        """After so many more steps, wherever that may be."""
        self.world.note(self.loop.name, "is killed after", after)
        self.loop.left = after
        self.loop.call_later(0.5, self.loop.die)  # if it has nothing to do

    def _died(self) -> None:
        self.is_up = False
        self.world.note(self.loop.name, "is gone")
        for line in list(self.lines):
            line.cut()
        self.lines.clear()
        self.buried.append((self.loop, self.app, self.store, self._tasks))

    def pause(self, seconds: float, people: Loop) -> None:
        """Nothing runs here for a while, as if the machine stood still."""
        loop = self.loop
        loop.is_paused = True
        self.world.note(loop.name, "stands still for", seconds)
        people.call_later(seconds, setattr, loop, "is_paused", False)
