"""PostgreSQL: connections that give up in time."""

import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from sqlalchemy import URL, Engine, create_engine

from nyhavn.store.model import OVERFLOW, POOL

PATIENCE = 3.0
"""Seconds that a statement may take: long for a table of cards, short for players who wait."""
CONNECTING = 2


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
