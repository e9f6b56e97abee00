"""How a server is run."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from nyhavn.server.lan import LOCAL_HOSTS, Lan
from nyhavn.server.worker_process import WorkerProcess
from nyhavn.table.table import GivenChance

DAY = 24 * 60 * 60 * 1000
MOST_OF_ADDRESS = 200
"""Connections of one address at a time."""
PROXY_SECONDS = 2.0
"""How long a proxy has to notice that a process is about to end."""
OWN_THINKING, STRANGERS_THINKING = 5.0, 2.0
"""Seconds for a move that a bot may be given on one's own machine, and where others come."""


ROLES = ("all", "web", "worker")
"""What a process does: serve people, think, or both."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Settings:
    """What `nyhavn serve` was told, and what tests change."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = ""
    role: str = "all"  # of `ROLES`
    public_url: str = ""  # where people reach it, if that is through a proxy
    limits: float = 1.0  # multiplies every rate limit; 0: none
    connections: int | None = None  # in all; None: as many as the system has descriptors for
    per_address: int = MOST_OF_ADDRESS  # connections of one address, multiplied by `limits`
    tables_a_day: int = 100  # that one person may make, multiplied by `limits`, as are the next two
    positions_a_day: int = 100  # that one person may share
    megabytes: int = 100  # that are kept for one person
    bot_pause: float = 0.6  # seconds between a move and a bot's answer, so that people can follow
    workers: int | None = None  # processes that think; None: as many as there are cores, four at most
    most_bot_seconds: float | None = None  # that a bot may be given for a move; None: see `thinking_seconds`
    bot_grace: float = 5.0  # seconds that a bot may think longer than it was given, until another one plays
    code: tuple[str, ...] = ()  # files with third-party bots
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None  # where metrics are told to others; None: nowhere
    drain: float | None = None  # seconds between the signal to end and the end; None: see `drain_seconds`
    gone_after: int = 30_000  # milliseconds without a connection until somebody counts as gone
    keep: dict[str, int] = field(
        # How long a table stays untouched before it is removed.
        default_factory=lambda: {
            "open": 7 * DAY,
            "closed": DAY,
            "playing": 90 * DAY,
            "frozen": 365 * DAY,
            "over": 365 * DAY,
        }
    )
    now: Callable[[], int] = wall_clock  # this machine's clock, where the database has none of its own
    steady: Callable[[], float] = time.monotonic  # seconds that nobody can set
    chance: GivenChance | None = None
    thinker: Callable[..., WorkerProcess] = WorkerProcess  # a process of ours that thinks
    lan: Lan = field(default_factory=Lan)  # a door that can be opened later

    @property
    def thinking_seconds(self) -> float:
        """How long bots may think about a move: those of strangers not so long."""
        return self.most_bot_seconds or (OWN_THINKING if self.local else STRANGERS_THINKING)

    @property
    def drain_seconds(self) -> float:
        """How long people are let in after the signal to end: none wait for a proxy where there is none."""
        if self.drain is not None:
            return self.drain
        return PROXY_SECONDS if self.public_url else 0.0

    @property
    def local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.is_for_machine and self.lan.base is None

    @property
    def at_home(self) -> bool:
        """Whether it serves only this machine, and thinks for no other process that may serve more."""
        return self.local and self.role != "worker"

    @property
    def is_for_machine(self) -> bool:
        """Whether it was started for this machine only."""
        return self.host in LOCAL_HOSTS and not self.public_url

    def is_secure(self, scheme: str) -> bool:
        """Whether a request came by HTTPS, to here or to the proxy in front."""
        return scheme in ("https", "wss") or self.public_url.startswith("https:")

    @property
    def path(self) -> str:
        """Where cookies belong to: the path of the public address."""
        return urlsplit(self.public_url).path.rstrip("/") + "/" if self.public_url else "/"
