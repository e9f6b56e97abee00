"""Clocks for tests: time is the one thing that may be made up."""

from nyhavn.server.settings import Settings

SECOND = 1000
HOUR = 60 * 60 * SECOND
START = 1_700_000_000_000


class Clocks:
    """A wall clock that can be set, and one that cannot."""

    def __init__(self) -> None:
        self.at = START
        self.passed = 0.0

    def wall(self) -> int:
        return self.at

    def steady(self) -> float:
        return self.passed

    def go(self, milliseconds: int) -> None:
        """Time passes."""
        self.at += milliseconds
        self.passed += milliseconds / 1000


GONE_AFTER = Settings().gone_after
