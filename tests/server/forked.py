"""Server processes that need no second to begin: they are forked from a process that has imported all that they need.

What they do is what `python -m nyhavn serve` does, with real sockets, signals and databases; the start itself is tested
with commands.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

CHANGES = ("PYTEST_CURRENT_TEST", "PYGAME_HIDE_SUPPORT_PROMPT", "SDL_AUDIODRIVER")
"""What of the environment says nothing to a server: pytest and PettingZoo write it."""


def _surroundings() -> tuple[Mapping[str, str], Path]:
    return {name: value for name, value in os.environ.items() if name not in CHANGES}, Path.cwd()


SURROUNDINGS = _surroundings()
"""All forked processes have these: when modules are imported, no test has changed them."""


class Forked:
    """A process, asked as one of `subprocess` is."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if (code := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired("nyhavn serve", timeout or 0)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


@cache
def _forking() -> ForkServerContext:
    """Where processes are forked."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.server.forked_imports"])
    return context


def start(arguments: Sequence[str], log: Path) -> Forked | subprocess.Popen[bytes]:
    """The command `nyhavn`, its output in a file; an ordinary process where the surroundings were changed."""
    if _surroundings() == SURROUNDINGS:
        process = _forking().Process(target=_run, args=(list(arguments), log), daemon=False)
        process.start()
        return Forked(process)
    with log.open("ab") as output:
        return subprocess.Popen([sys.executable, "-m", "nyhavn", *arguments], stdout=output, stderr=output)


def _run(arguments: list[str], log: Path) -> None:
    from nyhavn.cli import main

    with log.open("ab") as output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output.fileno(), stream.fileno())
    sys.exit(main(arguments))
