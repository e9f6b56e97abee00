"""What may happen to a database: killed writers, full disks, a server that stops, freezes and comes back."""

import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from nyhavn.store import Store, StoreError, Writer, open_store
from tests.conftest import sentence
from tests.databases import Cluster
from tests.store import added
from tests.waiting import until

ENOUGH = 10.0


def process(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.store.append_process", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def works(store: Store) -> bool:
    try:
        store.check()
    except StoreError:
        return False
    return True


# Several processes


def test_what_could_not_be_serialized_is_tried_again(postgresql_url: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(postgresql_url)["dbname"]
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'".encode())
    store = open_store(postgresql_url)
    store.append([added("a", 1)])
    with ThreadPoolExecutor(4) as pool:
        for n in range(2, 22):
            assert sum(won for [won] in pool.map(store.append, [[added("a", n)]] * 4)) == 1
    assert len(store.read("a")) == 21
    store.close()


@pytest.mark.slow
def test_two_processes_that_race_for_a_number_have_one_winner(postgresql_url: str) -> None:
    rounds = 200
    racers = [process("race", postgresql_url, name, str(rounds)) for name in ("ida", "bo")]
    won = {}
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for name, racer in zip(("ida", "bo"), racers, strict=True):
        won[name] = int(racer.communicate(timeout=60)[0])
    store = open_store(postgresql_url)
    kinds = [entry.kind for table in "ab" for entry in store.read(table)]
    store.close()
    assert len(kinds) == 2 * rounds
    assert {name: kinds.count(name) for name in won} == won


@pytest.mark.slow
def test_what_a_killed_process_acknowledged_is_there(url: str) -> None:
    luck = random.Random(5)
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        with process("load", url) as writing:
            assert writing.stdout is not None
            lines = [writing.stdout.readline()]  # it is at work
            time.sleep(luck.uniform(0.05, 0.3))
            writing.kill()
            lines += writing.stdout.read().splitlines()
        whole = [line.split() for line in lines if line.count(" ") == 1]
        for table, n in whole[:-1]:  # the last line may be cut off
            acknowledged[table] = max(int(n), acknowledged.get(table, 0))
        store = open_store(url)
        for table, last in acknowledged.items():
            numbers = [entry.n for entry in store.read(table)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= last
            assert len(numbers) % 2 == 0, "half an append"
            assert store.append([added(table, len(numbers) + 1, len(numbers) + 2)]) == [True]
        store.close()
    assert len(acknowledged) > 1
    assert sum(acknowledged.values()) > 20


# Full disks


def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nyhavn.db'}"
    store = open_store(f"{url}?max_page_count=60")
    store.check()
    written = 0

    def fill() -> None:
        nonlocal written
        while written < 10_000:
            assert store.append([added(f"t{written}", *range(1, 30), status="over", updated=written)]) == [True]
            written += 1

    with pytest.raises(StoreError, match="full") as told:
        fill()
    sentence(told.value)
    assert written > 0
    with pytest.raises(StoreError, match="full"):
        store.check()
    writer = Writer(store)
    assert isinstance(writer.submit(added("late", *range(1, 30))).exception(ENOUGH), StoreError)
    assert [len(store.read(f"t{number}")) for number in range(written + 1)] == [29] * written + [0]
    assert store.count() == {"over": written}

    assert store.expire({"over": written}, 1, 1) == 1, "there is room for a mark"
    assert store.remove(2, written) == 1, "deleting makes room"
    store.expire({"over": written}, 1, written // 2)
    store.remove(2, written)
    store.check()
    assert writer.submit(added("late", *range(1, 30))).result(ENOUGH)
    assert len(store.read("late")) == 29
    writer.close()
    store.close()

    store = open_store(url)  # a larger disk
    assert store.append([added("later", *range(1, 5000))]) == [True]
    store.close()


# A server that is gone


class Line:
    """The line to a PostgreSQL. It can be cut when a commit goes through: before it arrives, or before the answer."""

    def __init__(self, port: int) -> None:
        self.cut: str | None = None
        self._port = port
        self._entrance = socket.create_server(("127.0.0.1", 0))
        self.port = self._entrance.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._entrance.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here = self._entrance.accept()[0]
                there = socket.create_connection(("127.0.0.1", self._port))
                for ends in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(*ends, ends[0] is here), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, asking: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                cut = self.cut if asking and b"COMMIT" in data.replace(b"COMMITTED", b"") else None
                if cut == "before":
                    break
                if cut == "after":
                    source.shutdown(socket.SHUT_RDWR)
                target.sendall(data)
                if cut:
                    break
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.mark.parametrize(("cut", "written"), [("before", 1), ("after", 2)])
def test_a_commit_without_an_answer_is_not_known(postgresql_url: str, cut: str, written: int) -> None:
    port = psycopg.conninfo.conninfo_to_dict(postgresql_url)["port"]
    line = Line(int(str(port)))
    store = open_store(postgresql_url.replace(f":{port}", f":{line.port}"))
    assert store.append([added("a", 1)]) == [True]
    line.cut = cut
    refused(lambda: store.append([added("a", 2)]))
    line.cut = None
    until(lambda: len(store.read("a")) == written)
    assert store.append([added("a", 2)]) == [written == 1]
    store.close()
    line.close()


@pytest.fixture(scope="module")
def machine() -> Iterator[Cluster]:
    """A PostgreSQL that nobody else uses: it is stopped and frozen."""
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture
def remote_url(machine: Cluster) -> Iterator[str]:
    with machine.database() as url:
        yield url


@pytest.fixture
def remote(remote_url: str) -> Iterator[Store]:
    store = open_store(remote_url)
    yield store
    store.close()


def refused(ask: Callable[[], object]) -> float:
    """How long it takes to be told that the database is gone."""
    begun = time.monotonic()
    with pytest.raises(StoreError, match="cannot be used now") as told:
        ask()
    sentence(told.value)
    return time.monotonic() - begun


@pytest.mark.slow
def test_a_database_that_stops_is_told_and_comes_back_by_itself(
    machine: Cluster, remote: Store, remote_url: str
) -> None:
    heard: list[str] = []
    stop = remote.listen(heard.append)
    remote.follow("a")
    writer = Writer(remote)
    assert writer.submit(added("a", 1)).result(ENOUGH)
    until(lambda: heard)
    heard.clear()
    machine.stop()
    lost = writer.submit(added("a", 2))
    assert isinstance(lost.exception(ENOUGH), StoreError)
    for ask in (lambda: remote.read("a"), remote.check, lambda: remote.tell("x"), lambda: open_store(remote_url)):
        assert refused(ask) < 6
    machine.start()
    assert works(remote)
    assert [entry.n for entry in remote.read("a")] == [1]
    assert writer.submit(added("a", 2)).result(ENOUGH)
    until(lambda: "" in heard)
    remote.tell("again")
    until(lambda: "again" in heard)  # what was written meanwhile may come before it
    writer.close()
    stop()


@pytest.mark.slow
def test_a_database_that_freezes_is_given_up_in_time(machine: Cluster, remote: Store, remote_url: str) -> None:
    heard: list[str] = []
    stop = remote.listen(heard.append)
    assert remote.append([added("a", 1)]) == [True]
    with machine.frozen():
        assert refused(lambda: remote.append([added("a", 2)])) < 8
        assert refused(lambda: open_store(remote_url)) < 5
    until(lambda: works(remote))
    after = len(remote.read("a"))
    assert after in (1, 2), "nobody knows: it may have been on its way"
    assert remote.append([added("a", after + 1)]) == [True]
    remote.tell("thawed")
    until(lambda: "thawed" in heard)
    stop()
