"""Who is next: turns in a fair order. Addresses with heavy recent use wait for the others; then hints go before bots,
and bots before reviews; then those who have waited longest since their last turn, address by address, person by person,
table by table. Ideas, which somebody looks at the screen for, have places of their own; of the others, long tasks never
take the last place, so that a short one finds it free."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum

HALF_LIFE = 20.0
"""Seconds after which half of what an address has used is forgotten."""
LIGHT = 2.0
"""Use is counted in steps of this many seconds of thinking."""
LONG = 0.5
"""A thought that may take more seconds is a long one."""
MOST_KNOWN = 10_000
UNATTENDED = "unattended"
"""The address of all tables whose people are gone and whose bots play on: together they have one share."""


class Kind(IntEnum):
    """What is thought about, the most urgent first."""

    IDEA = 0
    BOT = 1
    REVIEW = 2


@dataclass(frozen=True)
class Turn:
    """A thought that is wanted: whom it is for, and how long it may take."""

    kind: Kind
    address: str
    person: str
    table: str
    seconds: float = 0.0

    @property
    def long(self) -> bool:
        return self.seconds > LONG

    @property
    def path(self) -> tuple[tuple[str, ...], ...]:
        return (self.address,), (self.address, self.person), (self.address, self.person, self.table)


def idea_places(places: int) -> int:
    """How many ideas are thought of at once, beside so many other turns."""
    return max(1, places // 2)


class FairQueue:
    """Turns that wait, and what each address has had. Nothing in here waits by itself."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self.places, self.idea_places = places, idea_places(places)
        self.running: list[Turn] = []
        self._now = now
        self._waiting: list[tuple[int, Turn]] = []
        self._count = 0
        self._served: OrderedDict[tuple[str, ...], int] = OrderedDict()  # the number of the last turn of each
        self._had: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds of thinking, and when that was so

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, turn: Turn) -> int:
        """Let a turn wait; gives its number."""
        self._count += 1
        self._waiting.append((self._count, turn))
        return self._count

    def remove(self, number: int) -> None:
        """Nobody wants it any more."""
        self._waiting = [one for one in self._waiting if one[0] != number]

    def clear(self) -> None:
        """Nobody wants any of them, for now."""
        self._waiting.clear()

    @property
    def has_room(self) -> bool:
        return len(self.running) < self.places + self.idea_places

    def next(self) -> int | None:
        """The number of the turn that begins now; None if there is none, or no place for it."""
        ideas = sum(turn.kind is Kind.IDEA for turn in self.running)
        others = len(self.running) - ideas
        long = sum(turn.long for turn in self.running if turn.kind is not Kind.IDEA)

        def has_place(turn: Turn) -> bool:
            if turn.kind is Kind.IDEA:
                return ideas < self.idea_places
            return others < self.places and (not turn.long or long < max(1, self.places - 1))

        possible = [one for one in self._waiting if has_place(one[1])]
        if not possible:
            return None
        number, turn = min(possible, key=self._order)
        self.remove(number)
        self.running.append(turn)
        for key in turn.path:
            self._count += 1
            self._served[key] = self._count
            self._served.move_to_end(key)
        while len(self._served) > MOST_KNOWN:
            self._served.popitem(last=False)
        return number

    def done(self, turn: Turn, seconds: float) -> None:
        """A turn is over, and took this long. Reviews cost nobody anything: they are done when nothing else is."""
        self.running.remove(turn)
        if turn.kind is Kind.REVIEW:
            return
        self._had[turn.address] = (self.had(turn.address) + seconds, self._now())
        self._had.move_to_end(turn.address)
        while len(self._had) > MOST_KNOWN:
            self._had.popitem(last=False)

    def had(self, address: str) -> float:
        """Seconds of thinking that an address had lately."""
        seconds, at = self._had.get(address, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._now() - at) / HALF_LIFE))

    def _order(self, waiting: tuple[int, Turn]) -> tuple[object, ...]:
        number, turn = waiting
        review = turn.kind is Kind.REVIEW
        much = 0 if review else int(self.had(turn.address) / LIGHT)
        return review, much, turn.kind, *(self._served.get(key, 0) for key in turn.path), number


class Places:
    """A number of things at once; the others wait in the order of the queue."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self.queue = FairQueue(places, now)
        self._now = now
        self._waiting: dict[int, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def taken(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for one's turn, and keep the place as long as it lasts."""
        number = self.queue.add(turn)
        begins = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._go_on()
        try:
            await begins
        except asyncio.CancelledError:
            self._waiting.pop(number, None)
            self.queue.remove(number)
            if begins.done() and not begins.cancelled():  # its turn came in the same moment
                self.queue.done(turn, 0)
                self._go_on()
            raise
        begun = self._now()
        try:
            yield
        finally:
            self.queue.done(turn, self._now() - begun)
            self._go_on()

    def _go_on(self) -> None:
        while (number := self.queue.next()) is not None:
            begins = self._waiting.pop(number)
            if not begins.done():
                begins.set_result(None)
