"""What processes on one PostgreSQL hear of each other."""

import json
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from nyhavn.store import Job, Store, open_store
from nyhavn.store.listening import SPARE
from tests.store import added


def heard_by(store: Store, *doing: Callable[[], object], expected: int, follow: Iterable[str] = ()) -> list[str]:
    """What is heard while something is done by somebody who follows some tables."""
    heard: list[str] = []
    stop = store.listen(heard.append)
    for table in follow:
        store.follow(table)
    for do in doing:
        do()
    deadline = time.monotonic() + 10
    while len(heard) < expected and time.monotonic() < deadline:
        time.sleep(0.01)
    stop()
    return heard


def test_every_append_that_was_written_at_a_followed_table_is_heard_of(postgresql_url: str) -> None:
    store, other = open_store(postgresql_url), open_store(postgresql_url)
    batch = [added("b", 1, 2, 3), added("a", 2), added("a", 1)]
    heard = heard_by(store, lambda: other.append(batch), expected=2, follow=["a", "b"])
    assert [json.loads(payload) for payload in heard] == [
        {"table": "a", "n": 1, "origin": "me"},
        {"table": "b", "n": 3, "origin": "me"},
    ]
    store.close()
    other.close()


def test_what_is_told_is_heard_by_all_in_order(postgresql_url: str) -> None:
    store, other = open_store(postgresql_url), open_store(postgresql_url)
    telling = [lambda: other.tell('{"here": "ida ☕"}'), lambda: store.tell("own"), lambda: other.tell("x" * 7000)]
    assert heard_by(store, *telling, expected=3) == ['{"here": "ida ☕"}', "own", "x" * 7000]
    store.close()
    other.close()


def test_nothing_is_heard_after_the_end(postgresql_url: str) -> None:
    store = open_store(postgresql_url)
    heard: list[str] = []
    stop = store.listen(heard.append)
    stop()
    stop()
    store.tell("late")
    time.sleep(0.1)
    assert heard == []
    store.close()


def test_a_listener_that_fails_hears_the_next(postgresql_url: str, caplog: pytest.LogCaptureFixture) -> None:
    store = open_store(postgresql_url)
    heard = []

    def fail_once(payload: str) -> None:
        heard.append(payload)
        if len(heard) == 1:
            raise ZeroDivisionError

    stop = store.listen(fail_once)
    store.tell("one")
    store.tell("two")
    deadline = time.monotonic() + 10
    while len(heard) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    stop()
    assert heard == ["one", "two"]
    assert "could not be handled" in caplog.text
    store.close()


def test_a_file_has_nobody_else_to_hear_of(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    assert heard_by(store, lambda: store.append([added("a", 1)]), lambda: store.tell("x"), expected=0) == []
    store.close()


def test_nothing_is_heard_of_tables_that_nobody_follows(postgresql_url: str) -> None:
    """Beginnings of names choose channels: whoever follows `a-one` hears of `a-two`, and not of `b-one`."""
    store, other = open_store(postgresql_url), open_store(postgresql_url)

    def write() -> None:
        for name in ("b-one", "a-two", "B-one", "a-one"):
            assert other.append([added(name, 1)]) == [True]
        other.tell("to all")

    heard = heard_by(store, write, expected=3, follow=["a-one"])
    assert [json.loads(payload)["table"] for payload in heard[:-1]] == ["a-two", "a-one"]
    assert heard[-1] == "to all"
    store.close()
    other.close()


def test_a_job_is_told_to_everybody(postgresql_url: str) -> None:
    store, other = open_store(postgresql_url), open_store(postgresql_url)
    with_jobs = [replace(added(name, 1), job=Job(name, 1, "", "", name)) for name in ("a", "b")]
    heard = heard_by(store, lambda: other.append(with_jobs), lambda: other.tell("end"), expected=2)
    assert [payload for payload in heard if payload != "end"] == ['{"origin":"me","job":true}'], "once for both"
    store.close()
    other.close()


def test_what_is_followed_between_reading_and_writing_is_never_missed(postgresql_url: str) -> None:
    """Tables are followed and given up again and again, while others write to them: whatever was not there when it was
    read is heard of."""
    store, other = open_store(postgresql_url), open_store(postgresql_url)
    heard: list[str] = []
    stop = store.listen(heard.append)
    names = [f"{first}{second}" for first in "abcdefghijkl" for second in "abcdefghijkl"]
    assert len(names) > 2 * SPARE
    luck = random.Random(1)
    for name in luck.choices(names, k=300):
        store.follow_only([name])
        store.follow(name)
        n = store.length(name)
        assert other.append([added(name, n + 1)]) == [True]
        wanted = f'{{"table":"{name}","n":{n + 1},"origin":"me"}}'
        deadline = time.monotonic() + 10
        while wanted not in heard:
            assert time.monotonic() < deadline
            time.sleep(0.0002)
    stop()
    store.close()
    other.close()


def test_whoever_closes_waits_for_nobody(postgresql_url: str) -> None:
    store = open_store(postgresql_url)
    stop = store.listen(lambda payload: None)
    begun = time.monotonic()
    stop()
    assert time.monotonic() < begun + 0.5, "the thread is woken"
    store.close()
