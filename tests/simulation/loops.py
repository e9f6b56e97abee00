"""Time and order. Every process has an event loop of its own, as it would have; all of them run here, one handle at a
time, and time goes on only when nobody has anything left to do at this moment."""

import asyncio
import heapq
import random
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from hashlib import sha256
from itertools import count
from typing import Any
from unittest import mock

THREAD_SECONDS = 0.0002, 0.004
"""Until a thread does what it was asked for, and likewise until it has said so."""
LAST_LINES = 60


class Broken(AssertionError):
    """Something that must always hold did not."""


class World:
    """Time, chance and the order of everything, from one number."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = random.Random(seed)
        self.now = 0.0
        self.loops: list[Loop] = []
        self.lines: deque[str] = deque(maxlen=LAST_LINES)
        self.happened = 0
        self.failures: list[str] = []
        self._trace = sha256()
        self._timers: list[tuple[float, int, Loop, asyncio.TimerHandle]] = []
        self._count = count()
        self._system = random.Random(self.luck.getrandbits(64))

    # What has happened

    def note(self, *told: object) -> None:
        """Something has happened: it belongs to the trace by which two runs are compared."""
        line = f"{self.now:.6f} {' '.join(map(str, told))}"
        self._trace.update(line.encode())
        self.lines.append(line[:200])
        self.happened += 1

    @property
    def trace(self) -> str:
        """A digest of all that has happened."""
        return self._trace.hexdigest()

    # Time

    def schedule(self, when: float, loop: "Loop", handle: asyncio.TimerHandle) -> None:
        heapq.heappush(self._timers, (when, next(self._count), loop, handle))

    def run(self, until: float) -> None:
        """Let everything happen up to a moment."""
        while True:
            if self.failures:
                raise Broken(self.failures[0])
            busy = [loop for loop in self.loops if loop._ready and not loop.is_paused]
            if busy:
                (busy[0] if len(busy) == 1 else self.luck.choice(busy)).turn()
            elif self._timers and self._timers[0][0] <= until:
                when, _, loop, handle = heapq.heappop(self._timers)
                self.now = max(self.now, when)
                loop.wake(handle)
            else:
                break
        self.now = max(self.now, until)

    @contextmanager
    def chance(self) -> Iterator[None]:
        """The operating system's chance comes from the seed, and the collector of garbage is left as it is."""
        system = self._system
        with (
            mock.patch.object(secrets, "token_bytes", lambda count=None: system.randbytes(count or 32)),
            mock.patch.object(secrets, "_sysrand", system),
            mock.patch.object(secrets, "choice", system.choice),
            mock.patch.object(secrets, "randbits", system.getrandbits),
            mock.patch.object(secrets, "SystemRandom", return_value=system),
            mock.patch.object(random, "SystemRandom", return_value=system),
            mock.patch("gc.freeze"),
            mock.patch("gc.set_threshold"),
        ):
            yield


class Loop(asyncio.BaseEventLoop):
    """The event loop of one process, whose threads do what they are asked for at one moment each."""

    _ready: deque[asyncio.Handle]

    def __init__(self, world: World, name: str) -> None:
        super().__init__()
        self.world = world
        self.name = name
        self.is_dead = False
        self.is_paused = False
        self.left: int | None = None  # handles until it dies
        self.died: Callable[[], None] = lambda: None
        self._busy: dict[Any, float] = {}  # until when threads that do one thing after the other are busy
        world.loops.append(self)

    def turn(self) -> None:
        """Run what is ready."""
        asyncio._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                if self.left is not None:
                    if self.left <= 0:
                        self.die()
                        return
                    self.left -= 1
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
                if not self._ready:
                    return
        finally:
            asyncio._set_running_loop(None)

    def die(self) -> None:
        """Nothing runs here any more, not even what would tidy up."""
        if not self.is_dead:
            self.is_dead = True
            self._ready.clear()
            self.world.loops.remove(self)
            self.died()

    def wake(self, handle: asyncio.TimerHandle) -> None:
        """A moment has come."""
        if not self.is_dead and not handle.cancelled():
            self._ready.append(handle)

    # What a loop has to offer

    def time(self) -> float:
        return self.world.now

    def call_at(  # type: ignore[override]  # as it is called
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.is_dead:
            self.world.schedule(when, self, handle)
        return handle

    def call_later(  # type: ignore[override]  # as it is called
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.world.now + delay, callback, *args, context=context)

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]  # as it is called
        handle = asyncio.Handle(callback, args, self, context)
        if not self.is_dead:
            self._ready.append(handle)
        return handle

    def call_soon_threadsafe(  # type: ignore[override]  # as it is called
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]  # as it is called
        answer: asyncio.Future[Any] = self.create_future()
        luck = self.world.luck
        begins = self.world.now + luck.uniform(*THREAD_SECONDS)
        if executor is not None and executor._max_workers == 1:
            begins = self._busy[executor] = max(begins, self._busy.get(executor, 0.0) + 1e-6)

        def work() -> None:
            settle: Callable[[Any], None]
            try:
                found, settle = func(*args), answer.set_result
            except BaseException as error:  # noqa: BLE001 - the asker gets it
                found, settle = error, answer.set_exception

            def tell() -> None:
                if not answer.done():
                    settle(found)

            self.call_later(luck.uniform(*THREAD_SECONDS), tell)

        self.call_at(begins, work)
        return answer

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_dead:
            told = f"{context.get('message')}: {context.get('exception')!r} in {context.get('future')}"
            self.world.failures.append(f"{self.name}: {told}")

    def __del__(self, _warn: object = None) -> None:
        """It was never run in the usual way, and has nothing to close."""
