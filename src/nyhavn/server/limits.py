"""Limits: buckets that fill slowly and empty with every request, one for each kind and sender; open connections; and
addresses that are not listened to for a while, because they did not heed any of it.

Processes on the same database tell each other, once a second, what has been taken out of their buckets, and take it out
of their own (`shared_limits`). What honest people take is not worth telling: somebody takes no more from several
processes than from one but for what nobody tells, and what is taken in the second until the others hear of it.

A sender is a person or an address. Addresses are what `network_of` makes of them. People are free to call themselves
somebody new, and so whatever is counted by person is counted by address too, more generously.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from heapq import nlargest
from typing import Any, TypeVar

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
TOGETHER = 5.0
"""People behind one address may together do this many times as much as one of them."""
RATES |= {
    f"{kind} together": (TOGETHER * RATES[kind][0], TOGETHER * RATES[kind][1]) for kind in ("message", "hint", "link")
}
WAITS = {
    "hint": "the last hint you asked for is still on its way",
    "review": "the last review you asked for isn't ready yet: try again when it is",
}
MOST_WAITING = 3
"""Ideas, and likewise reviews, that people behind one address wait for at a time; each person for one."""
UNTOLD, UNTOLD_RATE = 1 / 16, 1 / 8
"""What is not worth telling other processes: to take this part of what there is at once, and all the time this part of
what comes in."""
MOST_TOLD = 300
"""Buckets, and likewise senders with many connections, that others are told of at a time, the fullest first."""
IN_ONE = 80
"""Of these, in one notification."""
MANY_CONNECTIONS = 1 / 10
"""Of those that a sender may have: fewer are not worth telling."""
HELD_SECONDS = 30
"""How long connections that another process has told of count, unless it tells of them again."""
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

Json = dict[str, Any]
Key = tuple[str, str]
Bucket = tuple[float, int, float, float]
"""How much is in it, and since when; what was taken here since others were told, or since it was not worth telling; and
what of that is worth telling, which becomes less with time."""
Buckets = OrderedDict[Key, Bucket]
T = TypeVar("T")


class Limits:
    """The buckets of one server process. Less is in them than there ever was if other processes have told of more."""

    def __init__(self, factor: float, now: Callable[[], int]) -> None:
        self._factor = factor
        self._now = now
        self.shared = False
        """Whether there are other processes to be told."""
        self._buckets: Buckets = OrderedDict()
        self._lasting: Buckets = OrderedDict()  # apart: a crowd that passes by makes nobody's day begin anew
        self._deaf: OrderedDict[str, int] = OrderedDict()
        self._connected: Counter[str] = Counter()
        self._untold: dict[Key, None] = {}  # buckets of which enough was taken to tell others
        self._told: dict[str, int] = {}  # the connections of senders that others know of
        self._elsewhere: dict[Key, tuple[int, int]] = {}  # by process and sender: connections, and when that was told

    @property
    def factor(self) -> float:
        """The factor of every limit; 0: there are none."""
        return self._factor

    def spend(self, kind: str, sender: str, cost: float = 1) -> None:
        """Take something out of a bucket; Refusal if there is not enough in it."""
        wait = self.take(kind, sender, cost)
        if wait:
            raise Refusal("slow down", f"too many requests: try again in {wait} s", seconds=wait)

    def spend_both(self, kind: str, person: str, address: str, cost: float = 1) -> None:
        """The same by person and by address."""
        self.spend(kind, person, cost)
        self.spend(f"{kind} together", address, cost)

    def take(self, kind: str, sender: str, cost: float = 1) -> int:
        """Take something out of a bucket; gives 0, or how many seconds to wait if there is not enough in it."""
        if self._factor == 0:
            return 0
        key, buckets = (kind, sender), self._lasting if kind in LASTING else self._buckets
        most, rate = self._most(kind)
        cost = min(cost, most)
        level, now, taken, worth = self._poured(buckets.pop(key, None), most, rate)
        enough = level >= cost
        if enough:  # what is refused costs nothing
            level, taken, worth = level - cost, taken + cost, worth + cost
            if self.shared and worth > UNTOLD * most:
                self._untold[key] = None
        self._keep(buckets, key, (level, now, taken, worth))
        return 0 if enough else round((cost - level) / rate + 0.5)

    def _most(self, kind: str) -> tuple[float, float]:
        most, rate = RATES[kind]
        return most * self._factor, rate * self._factor

    def _poured(self, bucket: Bucket | None, most: float, rate: float) -> Bucket:
        """What a bucket has become by now; none is a full one."""
        now = self._now()
        if bucket is None:
            return most, now, 0.0, 0.0
        level, at, taken, worth = bucket
        more = rate * max(0, now - at) / 1000
        worth -= UNTOLD_RATE * more
        return min(most, level + more), now, taken if worth > 0 else 0.0, max(0.0, worth)

    def _keep(self, buckets: Buckets, key: Key, bucket: Bucket) -> None:
        buckets[key] = bucket
        if len(buckets) > MOST_SENDERS:
            self._untold.pop(buckets.popitem(last=False)[0], None)

    def _kept(self, key: Key) -> Buckets:
        return self._lasting if key[0] in LASTING else self._buckets

    # Other processes

    def news(self) -> list[Json]:
        """What other processes are to be told by now, in pieces that each name one kind and few senders."""
        told: dict[str, list[tuple[str, float]]] = {}
        for key in nlargest(MOST_TOLD, self._untold, lambda key: self._kept(key)[key][2] / self._most(key[0])[0]):
            del self._untold[key]
            level, at, taken, _ = self._kept(key)[key]
            self._kept(key)[key] = level, at, 0.0, 0.0
            told.setdefault(key[0], []).append((key[1], round(taken, 3)))
        pieces = [{"kind": kind, "spent": part} for kind, spent in told.items() for part in _parts(spent)]
        return [*pieces, *({"held": part} for part in _parts(self._held()))]

    def _held(self) -> list[tuple[str, int]]:
        """Senders with many connections here, and those who had them."""
        few = MANY_CONNECTIONS * MOST_CONNECTIONS * self._factor
        now = {sender: count for sender, count in self._connected.most_common(MOST_TOLD) if count > few}
        gone = [(sender, 0) for sender in self._told if sender not in now]
        self._told = now
        return [*now.items(), *gone]

    def hear(self, origin: str, told: Json) -> None:
        """Take in what another process has told, which may be of another version."""
        kind, now = told.get("kind", ""), self._now()
        if kind in RATES and self._factor:
            buckets = self._kept((kind, ""))
            for sender, spent in told.get("spent", []):
                level, at, taken, worth = self._poured(buckets.pop((kind, sender), None), *self._most(kind))
                self._keep(buckets, (kind, sender), (level - spent, at, taken, worth))
        for sender, count in told.get("held", []):
            self._elsewhere[origin, sender] = count, now
        since = now - 1000 * HELD_SECONDS
        self._elsewhere = {who: held for who, held in self._elsewhere.items() if held[0] and held[1] >= since}

    def _connected_elsewhere(self, sender: str) -> int:
        since = self._now() - 1000 * HELD_SECONDS
        there = self._elsewhere.items()
        return sum(count for (_, one), (count, told) in there if one == sender and told >= since)

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
        there = self._connected[sender] + self._connected_elsewhere(sender)
        if self._factor and there >= MOST_CONNECTIONS * self._factor:
            raise Refusal("slow down", f"too many connections: at most {MOST_CONNECTIONS} connections", seconds=60)
        self._connected[sender] += 1
        try:
            yield
        finally:
            self._connected[sender] -= 1
            if not self._connected[sender]:
                del self._connected[sender]


def _parts(given: Sequence[T]) -> Iterator[Sequence[T]]:
    """Small enough for a notification each."""
    for first in range(0, len(given), IN_ONE):
        yield given[first : first + IN_ONE]
