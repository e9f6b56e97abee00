"""Tests wait for what has to happen, not for a time."""

import time
from collections.abc import Callable

ENOUGH = 20.0
"""Seconds after which it will not happen: only what never comes takes so long, and a busy machine may be slow."""


def until(done: Callable[[], object], seconds: float = ENOUGH) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
