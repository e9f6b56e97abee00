"""Group commit: one thread that writes whatever has gathered while the commit before was on its way to the disk."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

from nyhavn.store.model import Append, StoreError

if TYPE_CHECKING:
    from nyhavn.store.store import Store

LARGEST = 256
"""Appends in one transaction, so that nobody waits for a crowd."""

Job = tuple[Append, Future[bool]]


class Writer:
    """Takes appends from any thread and says of each when it is committed: True, or False if another was first."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._join = self._start()

    def submit(self, append: Append) -> Future[bool]:
        """Queue an append. Its future gives what `Store.append` says of it; StoreError if the outcome is not known."""
        future: Future[bool] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("nothing more is written: the server is stopping")
            self._jobs.put((append, future))
        return future

    @property
    def waiting(self) -> int:
        """Appends that nobody has begun to write."""
        return self._jobs.qsize()

    def close(self) -> None:
        """Write what is queued, then end."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._join()

    def _start(self) -> Callable[[], None]:
        """Begin to write; gives what waits until all is written."""
        thread = threading.Thread(target=self._run, name="nyhavn-write", daemon=True)
        thread.start()
        return thread.join

    def _run(self) -> None:
        while self._write_next():
            pass

    def _write_next(self) -> bool:
        """Write what has gathered, or what comes next; False: nothing more will come."""
        jobs = [self._jobs.get()]
        while jobs[-1] and len(jobs) < LARGEST and not self._jobs.empty():
            jobs.append(self._jobs.get())
        # One that was cancelled in time is not written; the others can no longer be.
        self._write([job for job in jobs if job and job[1].set_running_or_notify_cancel()])
        return jobs[-1] is not None

    def _write(self, jobs: list[Job]) -> None:
        if not jobs:
            return
        try:
            won = self._store.append([append for append, _ in jobs])
        except StoreError as error:
            for _, future in jobs:
                future.set_exception(error)
        except BaseException as error:  # noqa: BLE001 - the thread must go on for the others
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
            else:  # one that cannot be written must not stop those beside it
                for job in jobs:
                    self._write([job])
        else:
            for (_, future), taken in zip(jobs, won, strict=True):
                future.set_result(taken)
