"""What processes on one PostgreSQL hear of each other."""

import json
import time
from collections.abc import Callable

import pytest

from nyhavn.store import Store, open_store
from tests.store import added


def heard_by(store: Store, *doing: Callable[[], object], expected: int) -> list[str]:
    """What is heard while something is done."""
    heard: list[str] = []
    stop = store.listen(heard.append)
    for do in doing:
        do()
    deadline = time.monotonic() + 10
    while len(heard) < expected and time.monotonic() < deadline:
        time.sleep(0.01)
    stop()
    return heard


def test_every_append_that_was_written_is_heard_of(postgresql_url: str) -> None:
    store, other = open_store(postgresql_url), open_store(postgresql_url)
    batch = [added("b", 1, 2, 3), added("a", 2), added("a", 1)]
    heard = heard_by(store, lambda: other.append(batch), expected=2)
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
