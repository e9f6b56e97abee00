"""Limits: buckets that fill slowly and empty with every request, one for each kind and sender; and open connections."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nyhavn.table.entries import Refusal

RATES = {
    # kind: (at once, and then so many a second)
    "request": (120.0, 20.0),
    "create": (20.0, 0.2),
    "code": (20.0, 0.2),
    "link": (10.0, 0.1),
    "connect": (60.0, 2.0),
    "message": (80.0, 20.0),
    "chat": (8.0, 0.5),
    "chat address": (16.0, 1.0),
    "chat table": (20.0, 1.0),
    "hint": (20.0, 0.5),
    "review": (6.0, 0.05),
}
MOST_SENDERS = 20_000
MOST_CONNECTIONS = 200
"""Live connections of one sender at a time."""


class Limits:
    """The buckets of one server process."""

    def __init__(self, factor: float, now: Callable[[], int]) -> None:
        self._factor = factor
        self._now = now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()
        self._connected: Counter[str] = Counter()

    def spend(self, kind: str, sender: str) -> None:
        """Take one out of a bucket; Refusal if it is empty."""
        if self._factor == 0:
            return
        most, rate = (number * self._factor for number in RATES[kind])
        now = self._now()
        level, since = self._buckets.pop((kind, sender), (most, now))
        level = min(most, level + rate * max(0, now - since) / 1000)
        self._buckets[kind, sender] = (level - 1 if level >= 1 else level, now)  # what is refused costs nothing
        if len(self._buckets) > MOST_SENDERS:
            self._buckets.popitem(last=False)
        if level < 1:
            wait = round((1 - level) / rate + 0.5)
            raise Refusal("slow down", f"that is too much at once: try again in {wait} s", seconds=wait)

    @contextmanager
    def connected(self, sender: str) -> Iterator[None]:
        """While somebody is connected; Refusal if they are too often."""
        if self._factor and self._connected[sender] >= MOST_CONNECTIONS * self._factor:
            raise Refusal("slow down", f"that is too much at once: at most {MOST_CONNECTIONS} connections", seconds=60)
        self._connected[sender] += 1
        try:
            yield
        finally:
            self._connected[sender] -= 1
            if not self._connected[sender]:
                del self._connected[sender]
