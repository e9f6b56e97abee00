"""Ports for servers that tests start."""

import fcntl
import os
import random
import socket
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

FIRST, LAST = 20_000, 32_000
"""Below those that the system gives to connections: one of these would be taken, now and then, by a connection of
another test before its server has started."""
CLAIMED = Path(tempfile.gettempdir()) / f"nyhavn-test-ports-{os.getuid()}"
"""Byte by byte, the ports of all tests that run on this machine: each process holds a lock on those it has chosen until
it ends, also while nobody listens there because a server has not started yet, or was killed."""


def free_port() -> int:
    """A port at which nobody listens, and which no other test chooses as long as this process runs."""
    while True:
        port = random.SystemRandom().randrange(FIRST, LAST)
        with socket.socket() as probe, suppress(OSError):
            _claim(port)
            probe.bind(("127.0.0.1", port))
            return port


def _claim(port: int) -> None:
    """OSError if it was claimed before, here or by another process."""
    if port in _own():
        raise OSError(f"port {port} is claimed")
    fcntl.lockf(_file(os.getpid()), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    _own().add(port)


@cache
def _own() -> set[int]:
    """Those of this process, and of the one that it was forked from."""
    return set()


@cache
def _file(process: int) -> int:
    """Locks belong to the process that has them; the file is never closed, which would give all of them up."""
    return os.open(CLAIMED, os.O_RDWR | os.O_CREAT, 0o600)
