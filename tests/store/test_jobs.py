"""Jobs in the database: taken once, held by a lease, given back, set aside. Time is made up."""

import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from sqlalchemy import text

from nyhavn.store import Job, Store, open_store
from nyhavn.store.jobs import LEASE_AHEAD, WINDOW
from nyhavn.store.schema_version import migrate
from nyhavn.store.startup import make_engine, read_url
from tests.store import added

NOW, LEASE = 1_000_000, 6_000
IDEA, BOT, REVIEW = range(3)


def job(name: str, kind: int = BOT, address: str = "a", person: str = "p", due: int = 0) -> Job:
    return Job(name, kind, address, person, name, due=due, body={"of": name})


def put(store: Store, *jobs: Job) -> None:
    for one in jobs:
        store.jobs.put(one, "web")


def claim(store: Store, process: str, *names: str, now: int = NOW) -> list[str]:
    return sorted(one.name for one in store.jobs.claim(names, process, now, now + LEASE))


def waiting(store: Store, now: int = NOW) -> list[str]:
    return [one.name for one in store.jobs.waiting(now, now)]


def test_a_job_is_written_with_the_entries_that_make_it_necessary_or_not_at_all(store: Store) -> None:
    asked = job("bot t")
    assert store.append([replace(added("t", 1), job=asked)]) == [True]
    assert store.jobs.find("bot t") == asked
    assert store.append([replace(added("t", 1), dropped="bot t")]) == [False]
    assert store.jobs.find("bot t"), "another was first: nothing of it is done"
    store.jobs.claim(["bot t"], "w", NOW, NOW + LEASE)
    assert store.append([replace(added("t", 2), job=replace(asked, n=2))]) == [True]
    found = store.jobs.find("bot t")
    assert found is not None
    assert (found.n, found.tries) == (2, 0), "another turn, that nobody works on yet"
    assert claim(store, "x", "bot t") == ["bot t"]
    assert store.append([replace(added("t", 3), dropped="bot t")]) == [True]
    assert store.jobs.find("bot t") is None


def test_a_job_is_held_until_its_lease_runs_out(store: Store) -> None:
    put(store, job("one"))
    assert claim(store, "a", "one") == ["one"]
    assert not waiting(store)
    assert not claim(store, "b", "one", now=NOW + LEASE - 1)
    store.jobs.renew(["one"], "a", NOW + 2 * LEASE)
    assert not claim(store, "b", "one", now=NOW + LEASE)
    assert waiting(store, NOW + 2 * LEASE) == ["one"]
    assert claim(store, "b", "one", now=NOW + 2 * LEASE) == ["one"]
    found = store.jobs.find("one")
    assert found is not None
    assert found.tries == 2
    store.jobs.finish(found, "a")
    assert store.jobs.find("one"), "it is no longer a's to end"
    store.jobs.finish(found, "b")
    assert store.jobs.find("one") is None


def test_a_lease_from_before_the_clock_was_set_back_holds_nothing(store: Store) -> None:
    put(store, job("one"))
    claim(store, "a", "one")
    assert waiting(store, NOW - LEASE_AHEAD) == ["one"]
    assert claim(store, "b", "one", now=NOW - LEASE_AHEAD) == ["one"]


def test_a_job_whose_taker_never_heard_of_it_goes_to_another(store: Store) -> None:
    """The answer to a claim can be lost: the process goes on with its other jobs, and not with this one."""
    put(store, job("one"), job("two"))
    claim(store, "a", "one", "two")
    store.jobs.renew(["two"], "a", NOW + 2 * LEASE)
    assert claim(store, "b", "one", "two", now=NOW + LEASE) == ["one"]


def test_when_the_clock_is_set_back_nothing_waits_for_it(store: Store) -> None:
    put(store, job("held"), job("later", due=NOW + 5_000))
    claim(store, "a", "held")
    back = NOW - 45_000
    assert waiting(store, back) == []
    store.jobs.set_back(back, back + LEASE)
    assert waiting(store, back) == ["later"]
    assert claim(store, "b", "held", now=back + LEASE - 1) == []
    assert claim(store, "b", "held", now=back + LEASE) == ["held"]


def test_what_a_process_gives_back_was_not_tried(store: Store) -> None:
    put(store, job("one"), job("two"))
    claim(store, "a", "one", "two")
    store.jobs.release("a")
    assert sorted(waiting(store)) == ["one", "two"]
    assert [one.tries for one in store.jobs.waiting(NOW, NOW)] == [0, 0]


def test_of_many_that_take_at_once_each_job_has_one(store: Store) -> None:
    names = [f"job {number}" for number in range(20)]
    put(store, *map(job, names))
    taken: dict[str, list[str]] = {}
    together = threading.Barrier(4)

    def take(process: str) -> None:
        together.wait()
        taken[process] = claim(store, process, *names)

    threads = [threading.Thread(target=take, args=(f"process {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(name for own in taken.values() for name in own) == sorted(names)


def test_hints_come_first_and_one_with_very_many_tables_hides_nobody(store: Store) -> None:
    crowd = [job(f"eve {number}", address="eve", person=f"{number % 3}", due=1) for number in range(WINDOW + 20)]
    put(store, *crowd, job("ada", address="ada", due=2), job("idea", IDEA, due=3), job("review", REVIEW))
    found = waiting(store)
    assert found[0] == "idea"
    assert "ada" in found[1:3], "address by address"
    assert len({name for name in found[1:6] if name.startswith("eve")}) >= 3
    assert len(found) == WINDOW


def test_jobs_wait_until_they_are_due(store: Store) -> None:
    put(store, job("now", due=NOW), job("later", due=NOW + 1))
    assert waiting(store) == ["now"]
    assert waiting(store, NOW + 1) == ["now", "later"]
    (found,) = store.jobs.claim(["now"], "a", NOW, NOW + LEASE)
    store.jobs.retry(found, "a", NOW + 500, "it failed")
    assert waiting(store, NOW + 499) == ["later"]
    assert waiting(store, NOW + 500) == ["later", "now"]


def test_who_asks_again_or_too_much_is_known(store: Store) -> None:
    put(store, job("one", IDEA, person="ada"), job("other kind", person="bo"))

    def refuse(pending: Sequence[tuple[str, str]]) -> None:
        assert pending == [("ada", "a")]
        raise LookupError

    with pytest.raises(LookupError):
        store.jobs.put(job("two", IDEA), "web", refuse)
    assert store.jobs.find("two") is None
    claim(store, "w", "one")
    store.jobs.put(job("one", IDEA), "web", refuse)  # that was asked for already
    found = store.jobs.find("one")
    assert found is not None
    assert (found.person, found.tries) == ("ada", 1)


def test_an_answer_is_fetched_once(store: Store) -> None:
    put(store, job("one", IDEA))
    assert store.jobs.take("one") is None
    (found,) = store.jobs.claim(["one"], "w", NOW, NOW + LEASE)
    store.jobs.answer(found, "another", {"n": 0}, NOW)
    assert store.jobs.take("one") is None, "only who holds it answers"
    store.jobs.answer(found, "w", {"n": 7}, NOW)
    assert not waiting(store, NOW + 10 * LEASE)
    assert store.jobs.pending(IDEA) == []
    taken = store.jobs.take("one")
    assert taken is not None
    assert taken.answer == {"n": 7}
    assert store.jobs.find("one") is None


def test_what_nobody_can_do_is_set_aside_with_its_reason_and_another_takes_its_place(store: Store) -> None:
    put(store, job("bot t"), job("review r", REVIEW))
    for found in store.jobs.claim(["bot t", "review r"], "w", NOW, NOW + LEASE):
        instead = replace(found, body={"standin": True}) if found.kind == BOT else None
        store.jobs.set_aside(found, "w", "it ends everybody", NOW, instead)
    assert sorted((one.name, one.reason, one.tries) for one in store.jobs.aside()) == [
        ("bot t 0", "it ends everybody", 1),
        ("review r", "it ends everybody", 1),
    ]
    assert [one.body for one in store.jobs.waiting(NOW, NOW)] == [{"standin": True}]
    put(store, job("review r", REVIEW))
    assert sorted(waiting(store)) == ["bot t", "review r"], "it can be asked for again"


def test_what_is_no_longer_wanted_is_forgotten(store: Store) -> None:
    put(store, job("one", IDEA), job("two"))
    one, two = sorted(store.jobs.claim(["one", "two"], "w", NOW, NOW + LEASE), key=lambda each: each.name)
    store.jobs.answer(one, "w", {}, NOW)
    store.jobs.set_aside(two, "w", "it failed", NOW)
    store.jobs.tidy(NOW, NOW)
    assert store.jobs.find("one")
    store.jobs.tidy(NOW + 1, NOW)
    assert store.jobs.find("one") is None
    assert store.jobs.find("two")
    store.jobs.tidy(NOW + 1, NOW + 1)
    assert store.jobs.find("two") is None


def test_games_of_an_older_database_are_looked_at(url: str) -> None:
    engine = make_engine(read_url(url))
    with engine.begin() as connection:
        migrate(connection, "0006")
        columns = "id, last, game, players, status, listed, host, seats, vacant, created, updated, wake"
        for name, status, wake in (("a", "playing", "5100"), ("b", "playing", "NULL"), ("c", "open", "5100")):
            row = f"'{name}', 7, 'copenhagen', 2, '{status}', false, 'ida', '[]', false, 100, 100, {wake}"
            connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({row})"))
    engine.dispose()
    with closing(open_store(url)) as store:
        (found,) = store.jobs.waiting(NOW, NOW)
    assert found == Job("bot a", BOT, "ida", "ida", "a", game="copenhagen")
