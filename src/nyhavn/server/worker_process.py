"""A worker process, seen from the server: started when needed, asked one thing at a time, and killed when it takes too
long. Requests are pickled; answers are JSON and nothing else, because some processes run code that strangers wrote."""

import asyncio
import os
import pickle
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import orjson

MODULE = "nyhavn.server.worker"
MOST_BYTES = 4 * 1024 * 1024
"""Of one answer."""
START_SECONDS = 60.0
"""Until a process has started, loaded what it needs and begun to think."""
END_SECONDS = 5.0
QUICK, PATIENT = 10, 15
"""How far processes step back: players come first, then those who wait for a hint."""
KEPT = (
    *("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "USERPROFILE", "LOCALAPPDATA"),
    *("XDG_CACHE_HOME", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "NYHAVN_CACHE_DIR", "NUMBA_DISABLE_JIT"),
    *("NYHAVN_PREBUILT_DIR", "NUMBA_CPU_NAME"),
)
"""The environment variables that a process with third-party code sees."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


class ThoughtError(Exception):
    """There is no answer: it took too long (`time`), failed (`error`), or its process ended (`ended`)."""

    def __init__(self, why: str, sentence: str) -> None:
        super().__init__(sentence)
        self.why = why


class WorkerProcess:
    """One process. `source` names the third-party code that it runs; without it, it is one of ours. Quick ones go
    before the others."""

    def __init__(self, source: Sequence[str] = (), quick: bool = False) -> None:
        self.source = tuple(source)
        self.quick = quick
        self.used = time.monotonic()
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._folder: str | None = None
        """Where third-party code may write while the process lives."""
        self._ended: list[tuple[asyncio.subprocess.Process, str | None]] = []

    @property
    def pid(self) -> int | None:
        """None: it does not run."""
        return None if self._process is None else self._process.pid

    @property
    def is_asked(self) -> bool:
        """Whether it is thinking, or getting ready for that."""
        return self._turn.locked()

    async def ask(self, task: str, arguments: dict[str, Any], seconds: float) -> Any:
        """What comes of a task, after those that were asked before. The seconds count from when the process begins to
        think; ThoughtError if nothing comes of it, after which the process is gone unless it said so itself."""
        async with self._turn:
            return await self._ask(task, arguments, seconds)

    async def _ask(self, task: str, arguments: dict[str, Any], seconds: float) -> Any:
        content = pickle.dumps((task, arguments))
        try:
            async with asyncio.timeout(START_SECONDS):
                process = await self._started()
                self._let_run(process, True)
                assert process.stdin is not None
                process.stdin.write(len(content).to_bytes(4, "big") + content)
                await process.stdin.drain()
                told = await self._told(process)
            if "begun" in told:
                async with asyncio.timeout(seconds):
                    told = await self._told(process)
            self._let_run(process, False)
        except TimeoutError:
            await self.end()
            raise ThoughtError("time", f"no answer within {seconds:g} s") from None
        except (OSError, EOFError, ValueError) as error:
            await self.end()
            raise ThoughtError("ended", f"its process ended: {type(error).__name__}") from None
        except asyncio.CancelledError:
            self._kill()
            raise
        finally:
            self.used = time.monotonic()
        if "failed" in told:
            raise ThoughtError("error", str(told["failed"])[:200])
        return told.get("answer")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            outside = bool(self.source)
            kept = dict(os.environ)
            if outside:
                self._folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="nyhavn-bot-")
                kept = {name: os.environ[name] for name in KEPT if name in os.environ}
                kept |= dict.fromkeys(("TMPDIR", "TEMP"), self._folder)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-P", "-m", MODULE, *self.source),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL if outside else None,
                limit=MOST_BYTES,
                env=kept | ONE_THREAD,
                cwd=self._folder,
                start_new_session=True,  # Ctrl-C is for the server, and those that it starts end with it
            )
            if hasattr(os, "setpriority"):
                with suppress(ProcessLookupError):
                    own = os.getpriority(os.PRIO_PROCESS, 0)
                    os.setpriority(os.PRIO_PROCESS, self._process.pid, own + (QUICK if self.quick else PATIENT))
        return self._process

    def _let_run(self, process: asyncio.subprocess.Process, on: bool) -> None:
        """Third-party code runs while it is asked for something, and is paused in between."""
        if self.source and hasattr(os, "killpg"):
            _tell_all(process, signal.SIGCONT if on else signal.SIGSTOP)

    async def _told(self, process: asyncio.subprocess.Process) -> dict[str, Any]:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        told = orjson.loads(line)
        if not isinstance(told, dict):
            raise ValueError("this isn't an answer")
        return told

    def _kill(self) -> None:
        """End it at once, with all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        self._ended.append((process, self._folder))
        if hasattr(os, "killpg"):
            _tell_all(process, signal.SIGKILL)
        else:
            with suppress(ProcessLookupError):
                process.kill()
        if process.stdin is not None:
            process.stdin.close()

    async def end(self) -> None:
        """End it, and wait until it is gone."""
        self._kill()
        while self._ended:
            process, folder = self._ended.pop()
            with suppress(TimeoutError):  # something of it that got away may hold the line
                await asyncio.wait_for(process.wait(), END_SECONDS)
            if folder is not None:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def _tell_all(process: asyncio.subprocess.Process, number: int) -> None:
    """A signal to a process and to all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
