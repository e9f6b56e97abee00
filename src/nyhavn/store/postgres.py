"""PostgreSQL: connections that give up in time, and a thread that hears what other processes wrote."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from sqlalchemy import URL, Engine, create_engine

from nyhavn.store.model import JITTER, OVERFLOW, POOL

CHANNEL = "nyhavn"
SERVING = 0x6E79686177
"""The advisory lock that every listening server shares, so that `restore` notices them."""
PATIENCE = 3.0
"""Seconds that a statement may take: long for a table of cards, short for players who wait."""
CONNECTING = 2
IDLE = 0.2
PING = 5.0
LONGEST_PAUSE = 2.0

logger = logging.getLogger(__name__)


class Connection(psycopg.Connection[Any]):
    """A connection that is given up when an answer takes too long: a frozen machine never says that it is gone."""

    patience: float | None = None

    def wait(self, gen: PQGen[RV], *args: Any, **kwargs: Any) -> RV:
        return super().wait(gen if self.patience is None else self._limited(gen, self.patience), *args, **kwargs)

    def _limited(self, gen: PQGen[RV], patience: float) -> PQGen[RV]:
        deadline = time.monotonic() + patience
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and time.monotonic() > deadline:
                    self.close()
                    raise psycopg.OperationalError(f"no answer within {patience:g} s")
                state = gen.send(ready)
        except StopIteration as done:
            found: RV = done.value
            return found


def make_engine(url: URL, *, patience: float | None = PATIENCE) -> Engine:
    """An engine; with no patience given statements may take as long as they take."""
    return create_engine(
        url,
        creator=lambda: connect(url, patience),
        use_native_hstore=False,  # costs a question at every connect
        pool_pre_ping=True,
        pool_size=POOL,
        max_overflow=OVERFLOW,
        pool_timeout=PATIENCE,
    )


def connect(url: URL, patience: float | None) -> Connection:
    """A connection with the time-outs and the durability that every statement of ours relies on."""
    arguments: dict[str, Any] = {"application_name": "nyhavn", "connect_timeout": CONNECTING}
    arguments |= url.get_dialect()().create_connect_args(url)[1]
    settings = {"synchronous_commit": "on"}
    if patience is not None:
        milliseconds = int(patience * 1000)
        # What a client gave up must not hold locks for ever.
        settings |= {
            "statement_timeout": f"{milliseconds}",
            "idle_in_transaction_session_timeout": f"{2 * milliseconds}",
        }
        arguments.setdefault("tcp_user_timeout", milliseconds)
    options = " ".join([arguments.pop("options", ""), *(f"-c {name}={value}" for name, value in settings.items())])
    connection = Connection.connect(**arguments, options=options.strip())
    connection.patience = patience
    return connection


def listen(url: URL, heard: Callable[[str], None]) -> Callable[[], None]:
    """Call `heard` with every payload from now on, in a thread, until the function that is returned is called.

    After any time without a connection it is called with "": something may have been missed.
    """
    stopped = threading.Event()
    listening = threading.Event()

    def tell(payload: str) -> None:
        try:
            heard(payload)
        except Exception:  # a listener that fails once must hear the next one
            logger.exception("what was heard could not be handled")

    def hear(connection: Connection) -> None:
        asked = time.monotonic()
        while not stopped.is_set():
            for note in connection.notifies(timeout=IDLE):
                tell(note.payload)
            if time.monotonic() > asked + PING:
                connection.execute("SELECT 1")
                asked = time.monotonic()

    def run() -> None:
        pause = 0.05
        missed = False
        while not stopped.is_set():
            try:
                with connect(url, PATIENCE) as connection:
                    connection.autocommit = True
                    connection.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])
                    connection.execute(f"LISTEN {CHANNEL}")
                    pause = 0.05
                    listening.set()
                    if missed:
                        tell("")
                    hear(connection)
            except psycopg.Error as error:
                logger.warning("not listening to the database: %s", str(error).partition("\n")[0])
                missed = True
                stopped.wait(pause * JITTER.uniform(0.5, 1))
                pause = min(2 * pause, LONGEST_PAUSE)

    def stop() -> None:
        stopped.set()
        thread.join()

    thread = threading.Thread(target=run, name="nyhavn-listen", daemon=True)
    thread.start()
    listening.wait(PATIENCE)  # so that a caller who reads after this misses nothing
    return stop
