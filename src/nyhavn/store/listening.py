"""Hearing what other processes wrote: a thread with a connection to PostgreSQL of its own, which listens on the
channels of the tables that its process has in memory."""

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psycopg
from psycopg import sql
from sqlalchemy import URL

from nyhavn.store.channels import EVERYBODY, channel_of
from nyhavn.store.model import JITTER, StoreError
from nyhavn.store.postgres import PATIENCE, Connection, connect

SERVING = 0x6E79686177
"""The advisory lock that every listening server shares, so that `restore` notices them."""
PING = 5.0
LOOK = 1.0
LONGEST_PAUSE = 2.0
SPARE = 64
"""Channels beyond twice as many as are needed, before those that nobody needs are given up."""

logger = logging.getLogger(__name__)


class Listener:
    """Calls `heard` with every payload, in its thread, until it is closed. After any time without a connection it is
    called with "": something may have been missed."""

    def __init__(self, url: URL, heard: Callable[[str], None]) -> None:
        self._url, self._heard = url, heard
        self._stopped = self._hurried = False
        self._failures = 0  # connections that could not be made, or were lost
        self._change = threading.Condition()
        self._wanted = {EVERYBODY}
        self._ready: set[str] = set()  # those of the wanted that the connection listens on
        self._listening: set[str] = set()  # all that it listens on
        self._bell, self._ringing = socket.socketpair()
        self._bell.setblocking(False)
        self._ringing.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="nyhavn-listen", daemon=True)
        self._thread.start()
        with self._change:  # so that a caller who reads after this misses nothing
            self._change.wait_for(lambda: EVERYBODY in self._ready, PATIENCE)

    def follow(self, table: str) -> None:
        """Hear of a table from now on: what is read of it after this is followed by all that is written later."""
        channel = channel_of(table)
        with self._change:
            if channel in self._ready:
                return
            self._wanted.add(channel)
            self._ring()
            # Without a connection, one is tried at once: whoever asks is refused as soon as that fails, too.
            failed, self._hurried = self._failures, True
            self._change.notify_all()
            self._change.wait_for(lambda: channel in self._ready or self._stopped or self._failures > failed, PATIENCE)
            if channel not in self._ready:
                raise StoreError("the database cannot be used now: nothing can be heard of other processes")

    def keep(self, tables: Iterable[str]) -> None:
        """Only these are in memory: other channels may be given up, if there are many."""
        needed = {EVERYBODY, *map(channel_of, tables)}
        with self._change:
            if len(self._wanted) > 2 * len(needed) + SPARE:
                self._wanted &= needed
                self._ready &= needed
                self._ring()

    def close(self) -> None:
        with self._change:
            if self._stopped:
                return
            self._stopped = True
            self._ring()
            self._change.notify_all()
        self._thread.join()
        self._bell.close()
        self._ringing.close()

    def _ring(self) -> None:
        """Wake the thread."""
        with suppress(BlockingIOError):  # it has been woken often enough
            self._ringing.send(b"!")

    # The thread

    def _run(self) -> None:
        pause, missed = 0.05, False
        while not self._stopped:
            try:
                with connect(self._url, PATIENCE) as connection:
                    connection.autocommit = True
                    connection.execute("SELECT pg_advisory_lock_shared(%s)", [SERVING])
                    self._follow_wanted(connection)
                    pause = 0.05
                    if missed:
                        self._tell("")
                    self._hear(connection)
            except psycopg.Error as error:
                logger.warning("not listening to the database: %s", str(error).partition("\n")[0])
                missed = True
            with self._change:
                self._ready, self._listening = set(), set()
                self._failures += 1
                self._hurried = False
                self._change.notify_all()
                self._change.wait_for(lambda: self._stopped or self._hurried, pause * JITTER.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hear(self, connection: Connection) -> None:
        asked = time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._bell, selectors.EVENT_READ)
            while not self._stopped:
                self._follow_wanted(connection)
                if time.monotonic() > asked + PING:
                    connection.execute("SELECT 1")
                    asked = time.monotonic()
                for note in connection.notifies(timeout=0):  # those, too, that came with the answers above
                    self._tell(note.payload)
                selector.select(LOOK)

    def _follow_wanted(self, connection: Connection) -> None:
        """Listen on all channels that are wanted, and on no other."""
        with suppress(BlockingIOError):
            self._bell.recv(4096)
        with self._change:
            wanted = set(self._wanted)
        given_up, new = self._listening - wanted, wanted - self._listening
        words = [f"UNLISTEN {_quoted(connection, one)}" for one in given_up]
        words += [f"LISTEN {_quoted(connection, one)}" for one in new]
        if words:
            connection.execute("; ".join(words).encode())
        with self._change:
            self._listening = wanted
            self._ready = wanted & self._wanted
            self._change.notify_all()

    def _tell(self, payload: str) -> None:
        try:
            self._heard(payload)
        except Exception:  # a listener that fails once must hear the next one
            logger.exception("what was heard could not be handled")


def _quoted(connection: Connection, channel: str) -> str:
    return sql.Identifier(channel).as_string(connection)
