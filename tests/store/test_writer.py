"""Group commit: many at once, each told for itself, nobody lost when it ends or when one cannot be written."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from nyhavn.store import Append, Entry, Store, StoreError, Writer, open_store
from nyhavn.store.writer import LARGEST
from tests.store import added, summary


class Watched(Store):
    """A store that can be held up, and that remembers how much it was asked to write at once."""

    def __init__(self, url: str) -> None:
        inner = open_store(url)
        super().__init__(inner._engine, inner._release)
        self.sizes: list[int] = []
        self.go_on = threading.Event()
        self.go_on.set()

    def append(self, appends: list[Append]) -> list[bool]:  # type: ignore[override]
        self.go_on.wait(10)
        self.sizes.append(len(appends))
        return super().append(appends)


def held(store: Watched, writer: Writer) -> Future[bool]:
    """Hold the store up with a first append, so that what is submitted next gathers."""
    store.go_on.clear()
    first = writer.submit(added("first", 1))
    while not first.running():
        time.sleep(0.001)
    return first


@pytest.fixture
def watched(url: str) -> Watched:
    return Watched(url)


def test_each_is_told_for_itself(store: Store) -> None:
    writer = Writer(store)
    tries = [added("a", 1), added("b", 1), added("a", 1), added("a", 3), added("b", 2)]
    assert [writer.submit(append).result(10) for append in tries] == [True, True, False, False, True]
    writer.close()


def test_what_gathers_is_written_at_once(watched: Watched) -> None:
    writer = Writer(watched)
    first = held(watched, writer)
    futures = [writer.submit(added(f"t{number}", 1)) for number in range(LARGEST + 50)]
    watched.go_on.set()
    assert first.result(10)
    assert all(future.result(10) for future in futures)
    assert watched.sizes == [1, LARGEST, 50]
    writer.close()
    watched.close()


def test_closing_writes_what_is_queued(watched: Watched) -> None:
    writer = Writer(watched)
    held(watched, writer)
    futures = [writer.submit(added("a", n)) for n in range(1, 600)]
    closing = threading.Thread(target=writer.close)
    closing.start()
    watched.go_on.set()
    closing.join(10)
    assert all(future.done() and future.result() for future in futures)
    assert len(watched.read("a")) == 599
    with pytest.raises(StoreError, match="stopping"):
        writer.submit(added("a", 600))
    writer.close()
    watched.close()


def test_one_that_cannot_be_written_does_not_stop_the_others(watched: Watched) -> None:
    writer = Writer(watched)
    held(watched, writer)
    bad = Append("b", (Entry(1, 1, "x", {"what": object()}),), summary(), "me")
    appends = [added("a", 1), bad, added("c", 1), added("d", 1, host="\ud800")]
    futures = [writer.submit(append) for append in appends]
    watched.go_on.set()
    assert futures[0].result(10)
    assert isinstance(futures[1].exception(10), TypeError)
    assert futures[2].result(10)
    assert isinstance(futures[3].exception(10), ValueError)
    assert writer.submit(added("a", 2)).result(10)
    writer.close()
    watched.close()


def test_one_that_was_cancelled_in_time_is_not_written(watched: Watched) -> None:
    writer = Writer(watched)
    first = held(watched, writer)
    second = writer.submit(added("a", 1))
    third = writer.submit(added("b", 1))
    assert second.cancel()
    assert not first.cancel()
    watched.go_on.set()
    assert third.result(10)
    assert watched.read("a") == []
    writer.close()
    watched.close()


def test_a_store_that_fails_is_told_to_all_and_the_writer_goes_on(watched: Watched) -> None:
    writer = Writer(watched)
    held(watched, writer)
    futures = [writer.submit(added("a", n)) for n in (1, 2, 3)]
    watched._closed = True
    watched.go_on.set()
    for future in futures:
        assert isinstance(future.exception(10), StoreError)
    watched._closed = False
    assert writer.submit(added("a", 1)).result(10)
    writer.close()
    watched.close()


@pytest.mark.slow
def test_fifty_who_write_at_once_are_written_quickly(tmp_path: Path) -> None:
    """The disk decides, with `synchronous=FULL`: some thousands on an idle laptop, and this on a busy old one."""
    store = open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}")
    writer = Writer(store)
    each = 100

    def play(number: int) -> bool:
        return all(writer.submit(added(f"t{number}", n, updated=n)).result(30) for n in range(1, each + 1))

    begun = time.perf_counter()
    with ThreadPoolExecutor(50) as pool:
        assert all(pool.map(play, range(50)))
    rate = 50 * each / (time.perf_counter() - begun)
    print(f"{rate:,.0f} appends/s")
    assert store.count() == {"open": 50}
    assert rate > 400
    writer.close()
    store.close()
