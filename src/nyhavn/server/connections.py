"""Open connections, before anything is read from them: how many there are, from which addresses, and how long the
server waits for each. Nobody can lock others out with connections that say nothing: those are the first to go."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Literal, Protocol

from nyhavn.server.limits import Limits
from nyhavn.server.metrics import CUT, OPEN, OPEN_MOST, TURNED_AWAY

Reason = Literal["flood", "slow", "crowd"]
"""Why a connection was cut: it sent too much, it took too long, or somebody else needed the place."""
Refused = Literal["deaf", "rate", "address", "full"]
"""Why a connection was refused: its address is not listened to, comes too often or has too many; or all are taken."""

SWEEP_SECONDS = 0.5
FLOODS = 20
"""Refusals that a cut for flooding counts as."""
PACE_SECONDS = 0.004
"""Between two newcomers who are heard, if several want to be."""
MOST_WAITING = 150
"""Newcomers of one address who wait to be heard. A crowd that may be here is not taken for an attack because all of it
comes back in the same moment."""


class Line(Protocol):
    """A connection."""

    address: str
    deadline: float | None
    """When it is cut, while the server waits for it; None while it need not say anything."""

    def cut(self, reason: Reason) -> None: ...


class Entrance:
    """Where newcomers who have said something are heard, one after the other and address by address: however many come
    at once, those who are inside are served between them."""

    def __init__(self, most: float = MOST_WAITING) -> None:
        self._most = most  # of one address
        self._waiting: OrderedDict[str, deque[Callable[[], bool]]] = OrderedDict()
        self._next = 0.0

    def come(self, address: str, hear: Callable[[], bool]) -> bool:
        """Let somebody be heard, now or in their turn; `hear` gives False if they are gone by then. False: too many of
        the same address wait already."""
        now = time.monotonic()
        if not self._waiting and now >= self._next:
            self._next = now + PACE_SECONDS
            hear()
            return True
        own = self._waiting.setdefault(address, deque())
        if len(own) >= self._most:
            return False
        own.append(hear)
        if len(self._waiting) == len(own) == 1:
            asyncio.get_running_loop().call_later(PACE_SECONDS, self._go_on)
        return True

    def _go_on(self) -> None:
        heard = False
        while self._waiting and not heard:
            address, own = self._waiting.popitem(last=False)
            heard = own.popleft()()
            if own:
                self._waiting[address] = own  # behind all others
        self._next = time.monotonic() + PACE_SECONDS
        if self._waiting:
            asyncio.get_running_loop().call_later(PACE_SECONDS, self._go_on)


class Connections:
    """All connections of a server process."""

    def __init__(
        self, limits: Limits, most: int, most_of_address: int, is_proxy: Callable[[str], bool] = lambda address: False
    ) -> None:
        self.limits = limits
        self.is_proxy = is_proxy
        self.most = most
        self.most_of_address = most_of_address * limits.factor if limits.factor else float("inf")
        self.entrance = Entrance(MOST_WAITING * limits.factor)
        self._lines: dict[str, dict[Line, None]] = {}
        self._count = 0
        self._sweeping = False
        OPEN_MOST.set(most)

    def __len__(self) -> int:
        return self._count

    def refuse(self, address: str, proxy: bool = False) -> Refused | None:
        """Why a new connection may not stay, if it may not. A proxy stands for many people, and is not counted as
        one."""
        reason = self._refuse(address, proxy)
        if reason is not None:
            TURNED_AWAY.labels(reason).inc()
        return reason

    def turn_away(self, address: str, reason: Refused) -> None:
        """A connection may not stay after all."""
        TURNED_AWAY.labels(reason).inc()
        self.limits.warn(address)

    def _refuse(self, address: str, proxy: bool) -> Refused | None:
        own = self._lines.get(address, {})
        if not proxy:
            if self.limits.is_deaf(address):
                return "deaf"
            if self.limits.take("line", address):
                self.limits.warn(address)
                return "rate"
            if len(own) >= self.most_of_address and not self._make_room(own):
                self.limits.warn(address)
                return "address"
        if self._count >= self.most:
            busiest = max(self._lines.values(), key=len)
            if not self._make_room(busiest, any_will_do=len(busiest) > len(own) + 1):
                return "full"
        return None

    def _make_room(self, lines: dict[Line, None], any_will_do: bool = False) -> bool:
        """Cut the connection that has kept the server waiting longest; if none does, perhaps the oldest."""
        waiting = [line for line in lines if line.deadline is not None]
        if not waiting and not any_will_do:
            return False
        line = min(waiting, key=lambda one: one.deadline or 0) if waiting else next(iter(lines))
        self.cut(line, "crowd")
        return True

    def enter(self, line: Line) -> None:
        self._lines.setdefault(line.address, {})[line] = None
        self._count += 1
        OPEN.set(self._count)
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def leave(self, line: Line) -> None:
        """A connection was closed. Saying so twice does no harm."""
        own = self._lines.get(line.address, {})
        if line in own:
            del own[line]
            self._count -= 1
            OPEN.set(self._count)
            if not own:
                del self._lines[line.address]

    def move(self, line: Line, address: str) -> None:
        """A proxy has told the address that a connection comes from."""
        if address != line.address:
            self.leave(line)
            line.address = address
            self.enter(line)

    def cut(self, line: Line, reason: Reason) -> None:
        CUT.labels(reason).inc()
        self.leave(line)
        line.cut(reason)
        if reason == "flood":
            self.limits.warn(line.address, FLOODS)

    def _sweep(self) -> None:
        """Cut connections that take too long."""
        now = time.monotonic()
        late = [
            line
            for lines in self._lines.values()
            for line in lines
            if line.deadline is not None and line.deadline < now
        ]
        for line in late:
            self.cut(line, "slow")
        self._sweeping = self._count > 0
        if self._sweeping:
            asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
