"""The log and what lists show of it: what is written is read again, each append all or none, numbers without a gap."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nyhavn.store import Append, Entry, Store, StoreError, TableSummary, open_store
from nyhavn.store.model import WRONG, Holdings
from tests.conftest import share
from tests.store import added, summary

# The log


def test_what_was_appended_is_read(store: Store) -> None:
    body = {"text": "smørrebrød ☕ \0 '\"", "list": [1, None, True, 2.5, {"deep": []}], "big": 2**53}
    first = Append("a", (Entry(1, 1_700_000_000_000, "made", body), Entry(2, 5, "sat", {})), summary(), "me")
    assert store.append([first]) == [True]
    assert store.read("a") == list(first.entries)
    assert store.read("a", after=1) == [first.entries[1]]
    assert store.read("a", after=2) == []
    assert store.summary("a") == first.summary


def test_a_log_is_read_in_pages(store: Store) -> None:
    store.append([added("a", 1, 2, 3, 4)])
    assert [entry.n for entry in store.read("a", 1, 2)] == [2, 3]


def test_what_is_kept_for_a_person(store: Store) -> None:
    """Tables that somebody made and positions that they shared, since a moment; and the bytes of all of it."""
    assert store.holdings("ann", 0) == Holdings(0, 0, 0)
    for table, created in (("a", 10), ("b", 20)):
        entries = (Entry(1, 5, "made", {"x": "y" * 90}), Entry(2, 5, "sat", {}))
        store.append([Append(table, entries, summary(host="ann", created=created), "me")])
    store.append([Append("a", (Entry(3, 5, "said", {"é": ""}),), summary(host="ann", created=10), "me")])
    store.put_document("position x", "z" * 1000, 15, "ann")
    store.put_document("review x", "z" * 500, 15, "ann")
    store.put_document("review y", "z" * 1000, 15)
    size = 2 * (len('{"x":""}') + 90 + 2) + len('{"é":""}'.encode()) + 1500
    assert store.holdings("ann", 0) == Holdings(2, 1, size)
    assert store.holdings("ann", 16) == Holdings(1, 0, size)
    assert store.holdings("bob", 0) == Holdings(0, 0, 0)


def test_a_table_that_is_not_there_is_empty(store: Store) -> None:
    assert store.read("a") == []
    assert store.summary("a") is None


def test_entries_follow_one_another(store: Store) -> None:
    assert store.append([added("a", 1), added("a", 2, 3), added("a", 4, status="playing")]) == [True] * 3
    assert [entry.n for entry in store.read("a")] == [1, 2, 3, 4]
    assert store.summary("a") == summary(status="playing")


@pytest.mark.parametrize("numbers", [(2,), (2, 3), (1,), (1, 2, 3), (4,), (9, 10)])
def test_a_number_that_is_taken_or_leaves_a_gap_writes_nothing(store: Store, numbers: tuple[int, ...]) -> None:
    store.append([added("a", 1, 2)])
    before = store.read("a")
    assert store.append([added("a", *numbers, word="late", status="late", seats=(("eve", False),))]) == [False]
    assert store.read("a") == before
    assert store.summary("a") == summary()
    assert store.tables_of("eve") == []


def test_the_first_entry_of_a_table_is_number_1(store: Store) -> None:
    assert store.append([added("a", 2)]) == [False]
    assert store.summary("a") is None


def test_in_one_batch_each_append_wins_or_loses_for_itself(store: Store) -> None:
    store.append([added("b", 1)])
    batch = [added("c", 1), added("b", 1), added("a", 1), added("b", 2), added("b", 2), added("c", 3), added("a", 2)]
    assert store.append(batch) == [True, False, True, True, False, False, True]
    assert [len(store.read(table)) for table in "abc"] == [2, 2, 1]


def test_a_code_or_replay_token_belongs_to_one_table(store: Store) -> None:
    store.append([added("a", 1, code="KVNS", replay="r")])
    store.append([added("d", 1)])
    batch = [
        added("b", 1, code="KVNS", seats=(("eve", False),)),
        added("c", 1, code="OTHR"),
        added("d", 2, replay="r"),
        added("e", 1, code="SAME"),
        added("f", 1, code="SAME"),
    ]
    assert store.append(batch) == [False, True, False, True, False]
    assert [store.find_code(code) for code in ("KVNS", "OTHR", "SAME")] == ["a", "c", "e"]
    assert store.find_replay("r") == "a"
    assert [len(store.read(table)) for table in "abcdef"] == [1, 0, 1, 1, 1, 0]
    assert store.tables_of("eve") == []


def test_numbers_that_make_no_sense_are_refused(store: Store) -> None:
    for numbers in ((), (1, 3), (2, 1), (0,), (1, 1)):
        with pytest.raises(ValueError, match="one after the other"):
            store.append([added("a", *numbers)])


def test_a_body_that_is_not_json_is_refused_before_anything_is_written(store: Store) -> None:
    bodies: list[dict[Any, Any]] = [{"big": 2**70}, {"what": object()}, {1: "x"}, {"half": "\ud800"}]
    for body in bodies:
        with pytest.raises(TypeError):
            store.append([added("a", 1), Append("b", (Entry(1, 1, "x", body),), summary(), "me")])
        assert store.read("a") == []


def test_two_threads_that_race_for_a_number_have_one_winner(store: Store) -> None:
    rounds = 100
    start = threading.Barrier(2)

    def race(name: str) -> list[list[bool]]:
        won = []
        for n in range(1, rounds + 1):
            start.wait(30)
            pair = [added("a", n, word=name), added("b", n, word=name)]
            won.append(store.append(pair if name == "ida" else pair[::-1])[:: 1 if name == "ida" else -1])
        return won

    with ThreadPoolExecutor(2) as pool:
        ida, bo = pool.map(race, ["ida", "bo"])
    for n, (own, other) in enumerate(zip(ida, bo, strict=True), start=1):
        for table, first, second in zip("ab", own, other, strict=True):
            assert first != second, f"number {n} of {table}"
    for table, index in (("a", 0), ("b", 1)):
        assert [entry.kind for entry in store.read(table)] == ["ida" if won[index] else "bo" for won in ida]


def test_readers_see_whole_appends_while_others_write(store: Store) -> None:
    ended = threading.Event()

    def watch(_: int) -> list[int]:
        lengths = []
        while not ended.is_set():
            lengths.append(len(store.read("a")))
        return lengths

    with ThreadPoolExecutor(3) as pool:
        watching = pool.map(watch, range(3))
        for n in range(1, 100, 2):
            store.append([added("a", n, n + 1)])
        ended.set()
    for lengths in watching:
        assert lengths == sorted(lengths)
        assert all(length % 2 == 0 for length in lengths)
        assert lengths[-1] > lengths[0]


# Lists

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
TIME = st.integers(0, 2**53)
CARDS = st.builds(
    TableSummary,
    game=TEXT,
    players=st.integers(1, 4),
    status=TEXT,
    listed=st.booleans(),
    host=TEXT,
    wake=st.none() | TIME,
    seats=st.lists(st.tuples(st.none() | TEXT, st.booleans()), max_size=4).map(tuple),
    code=st.none(),
    replay=st.none(),
    created=TIME,
    updated=TIME,
)


@settings(
    max_examples=share(0.25),
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
    ],  # one store will do: it is emptied
)
@given(first=CARDS, second=CARDS, body=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), TIME))
def test_every_card_comes_back(store: Store, first: TableSummary, second: TableSummary, body: dict[str, Any]) -> None:
    second = summary(**{name: getattr(second, name) for name in TableSummary.__slots__} | {"created": first.created})
    store.expire(dict.fromkeys(store.count(), 2**60), 1, 10)
    store.remove(2, 10)
    for n, shown in enumerate([first, second], start=1):
        assert store.append([Append("a", (Entry(n, 1, "x", body),), shown, "me")]) == [True]
        assert store.summary("a") == shown
        assert store.read("a", n - 1)[0].body == body
        persons = {person for person, _ in shown.seats if person is not None}
        assert all(store.tables_of(person) == [("a", shown)] for person in persons)


def test_the_tables_of_a_person_are_newest_first(store: Store) -> None:
    bo = (("ida", False), ("bo", False))
    store.append([added("a", 1, updated=5), added("b", 1, updated=9, seats=bo), added("c", 1, updated=7)])
    assert [table for table, _ in store.tables_of("ida")] == ["b", "c", "a"]
    assert store.tables_of("ida", limit=1) == [("b", summary(updated=9, seats=bo))]
    assert [table for table, _ in store.tables_of("bo")] == ["b"]
    store.append([added("b", 2, seats=(("ida", False), (None, True))), added("a", 2, seats=(("ida", False),) * 2)])
    assert store.tables_of("bo") == []
    assert sorted(table for table, _ in store.tables_of("ida")) == ["a", "b", "c"]


def test_open_tables_are_listed_waiting_and_vacant(store: Store) -> None:
    full = (("ida", False), ("bo", False))
    store.append(
        [
            added("private", 1, listed=False),
            added("full", 1, seats=full),
            added("playing", 1, status="playing"),
            added("old", 1, created=1, updated=9),  # changes bring no table to the top
            added("new", 1, created=2, updated=2),
        ]
    )
    found = [("new", summary(created=2, updated=2)), ("old", summary(created=1, updated=9))]
    assert store.open_tables() == found
    assert [table for table, _ in store.open_tables(limit=1)] == ["new"]
    store.append([added("new", 2, seats=full), added("full", 2)])
    assert [table for table, _ in store.open_tables()] == ["full", "old"]


def test_tables_wake_in_time(store: Store) -> None:
    store.append([added("a", 1, wake=30), added("b", 1, wake=10), added("c", 1), added("d", 1, wake=31)])
    assert store.waking(9) == []
    assert store.waking(30) == ["b", "a"]
    assert store.waking(99, limit=2) == ["b", "a"]
    store.append([added("b", 2, wake=None)])
    assert store.waking(30) == ["a"]


def test_codes_are_found_as_long_as_they_hold(store: Store) -> None:
    store.append([added("a", 1, code="KVNS")])
    assert store.find_code("KVNS") == "a"
    assert store.find_code("kvns") is None
    store.append([added("a", 2, code=None, replay="token")])
    assert store.find_code("KVNS") is None
    assert store.find_replay("token") == "a"
    assert store.find_replay("") is None


def test_old_tables_expire_by_status_with_all_they_have(store: Store) -> None:
    over: dict[str, Any] = {"status": "over", "seats": (("ida", False), ("bo", False))}
    store.append([added("a", 1, 2, updated=10, **over), added("b", 1, updated=20, **over), added("c", 1, updated=5)])
    assert store.count() == {"over": 2, "open": 1}
    assert store.expire({}, 100, 10) == 0
    assert store.expire({"over": 10, "open": 5}, 100, 10) == 0
    assert store.expire({"over": 21}, 100, 1) == 1
    assert store.remove(100, 10) == 0
    assert store.read("a"), "it is only marked"
    assert store.remove(101, 10) == 1
    assert store.read("a") == []
    assert [table for table, _ in store.tables_of("bo")] == ["b"]
    assert store.expire({"over": 21, "open": 6}, 200, 10) == 2
    assert store.expire({"over": 21, "open": 6}, 300, 10) == 0, "once is enough"
    assert store.remove(201, 1) == 1
    assert store.remove(201, 10) == 1
    assert store.count() == {}
    assert store.append([added("a", 3)]) == [False]
    assert store.append([added("a", 1)]) == [True]
    assert len(store.read("a")) == 1


def test_a_mark_is_cleared_by_writing_and_by_keeping(store: Store) -> None:
    store.append([added("a", 1, updated=5), added("b", 1, updated=6)])
    store.put_document("position", "one", 5)
    assert store.expire({"open": 9}, 100, 10) == 2
    assert store.expire_documents(9, 100, 10) == 1
    store.append([added("a", 2, updated=200)])
    assert store.keep(300) == 1
    assert store.remove(1000, 10) == 0
    assert store.document("position") == "one"
    assert store.expire({"open": 300}, 400, 10) == 1
    assert store.expire_documents(300, 400, 10) == 0
    assert store.remove(1000, 10) == 1
    assert store.read("b"), "what was kept counts as new"


def test_times_that_were_skipped_are_joined(store: Store) -> None:
    assert store.skipped() == []
    store.skip(10, 20)
    store.skip(50, 60)
    store.skip(10, 20)
    assert store.skipped() == [(10, 20), (50, 60)]
    store.skip(15, 55)
    assert store.skipped() == [(10, 60)]
    for number in range(120):
        store.skip(100 * number + 1000, 100 * number + 1010)
    assert len(store.skipped()) == 100
    assert store.skipped()[0][0] == 10
    assert store.skipped()[-1] == (12900, 12910)


def test_what_was_skipped_of_the_future_has_yet_to_come(store: Store) -> None:
    store.skip(10, 20)
    store.skip(50, 90)
    store.set_back(60)
    assert store.skipped() == [(10, 20), (50, 60)]
    store.set_back(40)
    assert store.skipped() == [(10, 20)]
    store.set_back(40)
    assert store.skipped() == [(10, 20)]


# Settings, links, processes


def test_a_setting_is_made_once(store: Store) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda number: store.setting("key", lambda: f"secret {number}"), range(20)))
    assert len(found) == 1
    assert store.setting("key", lambda: "new") in found
    assert store.setting("other", lambda: "new") == "new"


def test_a_link_is_taken_once(store: Store) -> None:
    for number in range(10):
        store.put_link(f"digest {number}", "ida", expires=100)
        with ThreadPoolExecutor(4) as pool:
            taken = list(pool.map(lambda _: store.take_link(f"digest {number}", now=99), range(4)))  # noqa: B023
        assert sorted(taken, key=str) == [None, None, None, "ida"]


def test_a_link_ends_with_its_time(store: Store) -> None:
    store.put_link("a", "ida", expires=100)
    store.put_link("b", "bo", expires=200)
    assert store.take_link("a", now=100) is None
    assert store.take_link("a", now=1) is None, "it is gone"
    assert store.take_link("b", now=100) == "bo"
    assert store.take_link("c", now=100) is None
    store.put_link("d", "ida", expires=300, now=150)
    store.put_link("e", "bo", expires=400, now=300)
    assert store.link("d", now=1) is None, "nobody has to take one for old ones to go"


def test_heartbeats_of_others(store: Store) -> None:
    day = 24 * 60 * 60 * 1000
    assert store.last_alive("me") is None
    store.alive("me", 5)
    assert store.last_alive("me") is None
    store.alive("one", 7)
    store.alive("two", 6)
    assert store.last_alive("me") == 7
    store.alive("two", 9)
    assert store.last_alive("me") == 9
    store.alive("new", 10 * day)
    assert store.last_alive("new") == 9, "the last one is kept, however long ago"
    store.alive("early", 5 * day)
    assert store.last_alive("early") == 9, "time was set back, and the future is forgotten"


# The store itself


def test_a_store_that_can_write_is_healthy(store: Store) -> None:
    for _ in range(3):
        store.check()


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    for ask in (lambda: store.append([added("a", 1)]), lambda: store.read("a"), store.check):
        with pytest.raises(StoreError, match="closed"):
            ask()


def test_documents_are_kept_by_name_until_their_time(store: Store) -> None:
    store.put_document("position a", "one", 100)
    store.put_document("position a", "two", 200)
    store.put_document("position b", "three", 300)
    assert (store.document("position a"), store.document("position b"), store.document("c")) == ("two", "three", None)
    assert store.expire_documents(250, 400, 10) == 1
    assert store.document("position a") == "two"
    store.remove(401, 10)
    assert (store.document("position a"), store.document("position b")) == (None, "three")


def test_a_process_with_another_time_than_the_database_writes_nothing(postgresql_url: str) -> None:
    """Its entries would cost somebody all the time by which its clock is wrong."""
    store = open_store(postgresql_url)
    now = store.now()
    assert now is not None
    wrong = [replace(added(table, 1), at=now + by) for table, by in (("a", WRONG + 60_000), ("b", -WRONG))]
    right = replace(added("c", 1), at=now)
    assert store.append([*wrong, right, added("d", 1)]) == [False, False, True, True]
    assert [len(store.read(table)) for table in "abcd"] == [0, 0, 1, 1]
    store.close()


def test_when_the_clock_is_set_back_nobody_has_lived_in_the_future(store: Store) -> None:
    """Else a clock that is set forward again would not be noticed."""
    store.alive("own", 1_000_000)
    store.alive("dead", 3_600_000)
    assert store.last_alive("own") == 3_600_000
    store.set_back(1_000_000)
    assert store.last_alive("own") is None
    assert store.last_alive("another") == 1_000_000
