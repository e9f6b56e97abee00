"""The server's time: the clock of the database, followed evenly.

All processes share the database's clock, so no clock of a single machine decides a game. Between two looks at it time
goes on by itself, but only for a few seconds: a process that has lost its database, or stood still, has no time of its
own, and what it missed is given back to the players.
"""

from collections.abc import Callable, Sequence

DOWN = 5_000
"""Time that differs from what was expected by this many milliseconds has jumped, or no server was running."""
SKIPPED = 60 * 60 * 1000
"""Jumps of at least this many milliseconds are remembered: they make no table older."""


class ServerTime:
    """Milliseconds since 1970, as this process knows them."""

    def __init__(self, now: int, steady: Callable[[], float]) -> None:
        self._steady = steady
        self.set(now, steady())

    def now(self) -> int:
        passed = int(1000 * (self._steady() - self._looked))
        return self.told + max(0, min(passed, DOWN))

    def is_uneven(self, told: int, looked: float) -> bool:
        """Whether the clock was set since it was last looked at."""
        return abs(told - self.told - 1000 * (looked - self._looked)) >= DOWN

    def set(self, told: int, looked: float) -> None:
        """What the database's clock said, and when it was looked at."""
        self.told, self._looked = told, looked


def served_since(now: int, duration: int, skipped: Sequence[tuple[int, int]]) -> int:
    """The moment since which servers have run for this long: skipped time is left out."""
    for since, end in sorted(skipped, reverse=True):
        until = min(end, now)  # the clock may have been set back into it
        if until <= since or now - until >= duration:
            continue
        duration -= now - until
        now = since
    return now - duration
