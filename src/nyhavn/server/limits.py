"""Limits: buckets that fill slowly and empty with every request, one for each kind and sender; open connections; and
addresses that are not listened to for a while, because they did not heed any of it.

A sender is a person or an address. Addresses are what `network_of` makes of them. People are free to call themselves
somebody new, and so whatever is counted by person is counted by address too, more generously.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from nyhavn.table.entries import Refusal

RATES = {
    # kind: (at once, and then so many a second)
    "request": (120.0, 20.0),
    "page": (600.0, 60.0),
    "create": (20.0, 0.2),
    # Tables shown to everybody, by address: whoever fills the list pushes those of others out of it.
    "listed": (20.0, 1 / 300),
    # Seats at listed tables of others, by address: whoever took them all would leave nobody anything to play.
    "guest": (10.0, 1 / 60),
    "code": (20.0, 0.2),
    "link": (10.0, 0.1),
    "connect": (60.0, 2.0),
    "message": (80.0, 20.0),
    "chat": (8.0, 0.5),
    "chat address": (16.0, 1.0),
    "chat table": (20.0, 1.0),
    "hint": (20.0, 0.5),
    # What is written down, by address: a day of it is about 250 MB.
    "entry": (5_000.0, 10.0),
    # What is told to connections of the same address, of what somebody there did: one message each.
    "told": (4_000.0, 400.0),
    "review": (6.0, 0.05),
    # What people behind one address may create or share in a day: all of it at once.
    "tables a day": (1.0, 1 / 86_400),
    "positions a day": (1.0, 1 / 86_400),
    # Bytes kept of what they bring, beside entries: a day of it is about 200 MB.
    "stored": (20_000_000.0, 2_000.0),
    # Milliseconds of work with whole games: replays, records, positions.
    "work": (800.0, 40.0),
    # Before anything is read, by address: new connections, frames and pieces of bodies, bytes.
    "line": (300.0, 30.0),
    "piece": (3_000.0, 400.0),
    "byte": (4_000_000.0, 400_000.0),
    # Refusals that somebody may run into before they are not listened to any more.
    "refusal": (60.0, 1.0),
}
LASTING = {kind for kind, (most, rate) in RATES.items() if most / rate > 3600}
"""What takes more than an hour to fill up again."""
WAITS = {
    "hint": "the last hint you asked for is still on its way",
    "review": "the last review you asked for isn't ready yet: try again when it is",
}
MOST_WAITING = 3
"""Ideas, and likewise reviews, that people behind one address wait for at a time; each person for one."""
TOGETHER = 5.0
"""People behind one address may together do this many times as much as one of them."""
MOST_SENDERS = 20_000
MOST_CONNECTIONS = 200
"""Live connections of one sender at a time."""
DEAF_SECONDS = 15
"""Seconds for which an address is not listened to."""
READING, RETRACING = 0.006, 0.03
"""Milliseconds for each letter of a record: to read it, and to tell every step of it."""
OPENING, OPENED = 15.0, 0.1
"""For a table that is not in memory: its log is read and played again; at least, and for each entry."""
TOLD = 0.03
"""For each entry that is sent to somebody who has missed it."""
SENDING = 0.00002
"""For each byte of an answer that is kept ready."""
DRAWING = 20.0
"""For a picture of a position."""
COUNTING = 0.1
"""And for each entry of a table, to count what happened."""
JUDGED_BYTES = 60
"""Bytes kept of a review, for each letter of its record, about."""

Buckets = OrderedDict[tuple[str, str], tuple[float, int]]
"""By kind and sender: how much is in it, and since when."""


class Limits:
    """The buckets of one server process."""

    def __init__(self, factor: float, now: Callable[[], int]) -> None:
        self._factor = factor
        self._now = now
        self._buckets: Buckets = OrderedDict()
        self._lasting: Buckets = OrderedDict()  # apart: a crowd that passes by makes nobody's day begin anew
        self._deaf: OrderedDict[str, int] = OrderedDict()
        self._connected: Counter[str] = Counter()

    @property
    def factor(self) -> float:
        """The factor of every limit; 0: there are none."""
        return self._factor

    def spend(self, kind: str, sender: str, cost: float = 1, together: float = 1) -> None:
        """Take something out of a bucket; Refusal if there is not enough in it."""
        wait = self.take(kind, sender, cost, together)
        if wait:
            raise Refusal("slow down", f"too many requests: try again in {wait} s", seconds=wait)

    def spend_both(self, kind: str, person: str, address: str, cost: float = 1) -> None:
        """The same by person and by address."""
        self.spend(kind, person, cost)
        self.spend(kind, address, cost, TOGETHER)

    def take(self, kind: str, sender: str, cost: float = 1, together: float = 1) -> int:
        """Take something out of a bucket; gives 0, or how many seconds to wait if there is not enough in it."""
        if self._factor == 0:
            return 0
        most, rate = (number * self._factor * together for number in RATES[kind])
        cost = min(cost, most)
        now, buckets = self._now(), self._lasting if kind in LASTING else self._buckets
        level, since = buckets.pop((kind, sender), (most, now))
        level = min(most, level + rate * max(0, now - since) / 1000)
        enough = level >= cost
        buckets[kind, sender] = (level - cost if enough else level, now)  # what is refused costs nothing
        if len(buckets) > MOST_SENDERS:
            buckets.popitem(last=False)
        return 0 if enough else round((cost - level) / rate + 0.5)

    # Clients that ignore refusals

    def warn(self, address: str, cost: float = 1) -> None:
        """A client was refused or cut off. If that happens too often, its address is not listened to for a while."""
        if self.take("refusal", address, cost):
            self._deaf.pop(address, None)
            self._deaf[address] = self._now() + DEAF_SECONDS * 1000
            if len(self._deaf) > MOST_SENDERS:
                self._deaf.popitem(last=False)

    def is_deaf(self, address: str) -> bool:
        """Whether an address is not listened to now."""
        until = self._deaf.get(address)
        if until is None:
            return False
        left = until - self._now()
        if 0 < left <= DEAF_SECONDS * 1000:  # or the clock was set back
            return True
        del self._deaf[address]
        return False

    # What is under way

    def check_waiting(self, kind: str, person: str, address: str, pending: Sequence[tuple[str, str]]) -> None:
        """Refuse one more of what takes long to those who wait for some already, at any process. `pending` are the
        person and the address of each that is on its way."""
        persons, addresses = [one for one, _ in pending], [one for _, one in pending]
        most = max(1, MOST_WAITING * self._factor)
        if self._factor and (person in persons or addresses.count(address) >= most):
            raise Refusal("waiting", WAITS[kind])

    @contextmanager
    def connected(self, sender: str) -> Iterator[None]:
        """While somebody is connected; Refusal if they have too many connections."""
        if self._factor and self._connected[sender] >= MOST_CONNECTIONS * self._factor:
            raise Refusal("slow down", f"too many connections: at most {MOST_CONNECTIONS} connections", seconds=60)
        self._connected[sender] += 1
        try:
            yield
        finally:
            self._connected[sender] -= 1
            if not self._connected[sender]:
                del self._connected[sender]
