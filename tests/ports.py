"""Ports for servers that tests start."""

import random
import socket
from contextlib import suppress

FIRST, LAST = 20_000, 32_000
"""Below those that the system gives to connections: one of these would be taken, now and then, by a connection of
another test before its server has started."""


def free_port() -> int:
    """A port that nobody listens at."""
    while True:
        port = random.SystemRandom().randrange(FIRST, LAST)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
