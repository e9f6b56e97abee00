"""Who is there, and for how long somebody must be gone before a bot may play for them."""

import json
import time
from collections.abc import Iterator

import pytest

from nyhavn.server import hub, maintenance
from nyhavn.server.database_time import DOWN
from nyhavn.server.presence import LARGEST, NOBODY, SILENT_SECONDS, Here, Presence
from tests.client.stage import Stage
from tests.server.clocks import GONE_AFTER, SECOND, Clocks
from tests.server.serving import Live, Person, Refused

ADA: Here = (frozenset({"ada"}), 0)


# What processes tell each other


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


def process(name: str, clocks: Clocks) -> Presence:
    return Presence(name, False, GONE_AFTER / 1000, clocks.steady)


def tell(one: Presence, other: Presence) -> set[str]:
    """What has gathered at one is heard by the other; the tables at which something has changed."""
    return {table for message in one.messages() for table in other.hear(json.loads(message))}


def test_a_thousand_tables_are_told_in_few_messages(clocks: Clocks) -> None:
    here, there = process("here", clocks), process("there", clocks)
    persons = frozenset("p" * 20 + str(number) for number in range(4))
    for number in range(1000):
        here.change(f"table-{number:016}", (persons, number))
    messages = here.messages()
    assert len(messages) < 40
    assert all(len(message.encode()) < LARGEST + 1000 for message in messages)
    assert not here.messages(), "once"
    for message in messages:
        there.hear(json.loads(message))
    assert there.elsewhere(f"table-{999:016}") == (set(persons), 999)
    here.say("alive")
    assert len(here.messages()) == 1, "that a process is still there takes one message, whatever it serves"


def test_who_comes_and_goes_at_another_process(clocks: Clocks) -> None:
    here, there = process("here", clocks), process("there", clocks)
    clocks.go(100 * SECOND)
    here.change("a", (frozenset({"ada", "bo"}), 2))
    assert tell(here, there) == {"a"}
    assert there.elsewhere("a") == ({"ada", "bo"}, 2)
    here.change("a", ADA)
    assert tell(here, there) == {"a"}
    assert there.elsewhere("a") == ({"ada"}, 0)
    assert there.away("a", "bo") == 0
    clocks.go(10 * SECOND)
    assert there.away("a", "bo") == 10
    here.change("a", NOBODY)
    assert tell(here, there) == {"a"}
    assert there.elsewhere("a") == (set(), 0)


def test_a_process_that_says_nothing_is_gone_with_its_people(clocks: Clocks) -> None:
    here, there = process("here", clocks), process("there", clocks)
    here.change("a", ADA)
    tell(here, there)
    for _ in range(3):
        clocks.go(40 * SECOND)
        here.say("alive")
        tell(here, there)
        assert there.tidy() == set()
    assert there.elsewhere("a") == ({"ada"}, 0)
    clocks.go(int(SILENT_SECONDS + 1) * SECOND)
    assert there.tidy() == {"a"}
    assert there.elsewhere("a") == (set(), 0)
    assert there.away("a", "ada") == SILENT_SECONDS + 1, "since it was last heard of"
    assert there.hear({"origin": "other", "presence": {"b": [["bo"], 0]}}) == {"b"}
    clocks.go(SECOND)
    assert there.hear({"origin": "other", "left": True}) == {"b"}
    assert there.away("b", "bo") == 0, "a process that ends in order takes nobody's time"


def test_nobody_is_gone_for_longer_than_the_process_is_there(clocks: Clocks) -> None:
    here = process("here", clocks)
    assert here.away("a", "ada") == 0
    clocks.go(5 * SECOND)
    assert here.away("a", "ada") == 5
    here.leave("a", "ada")
    assert here.away("a", "ada") == 0
    clocks.go(GONE_AFTER + 1)
    here.tidy()
    assert here.away("a", "ada") * 1000 >= GONE_AFTER, "what was forgotten did not matter any more"
    assert not here._left


def test_a_process_that_is_alone_keeps_nothing_to_tell(clocks: Clocks) -> None:
    alone = Presence("alone", True, 1, clocks.steady)
    alone.change("a", ADA)
    alone.say("alive")
    assert alone.messages() == []


# Stand-ins


@pytest.fixture
def stage(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A server that has been there for an hour, and lets go of what nobody looks at."""
    monkeypatch.setattr(maintenance, "TICK", 0.005)
    monkeypatch.setattr(hub, "IDLE_SECONDS", 0.0)
    with Stage(now=clocks.wall, steady=clocks.steady) as running:
        go(running, clocks, 60 * SECOND)
        yield running


def go(stage: Stage, clocks: Clocks, milliseconds: int) -> None:
    """Time passes while the server is there."""
    while milliseconds > 0:
        part = min(milliseconds, DOWN - SECOND)
        clocks.go(part)
        milliseconds -= part
        deadline = time.monotonic() + 20
        while stage.context.hub.time.told != clocks.at:
            assert time.monotonic() < deadline
            time.sleep(0.005)


def refuse(live: Live, seat: int) -> str:
    with pytest.raises(Refused) as refused:
        live.do(standin=seat)
    return refused.value.code


def test_a_guest_who_was_never_seen_is_not_gone_at_once(stage: Stage, clocks: Clocks) -> None:
    """The seat of somebody who has just sat down, and whose page is only loading, cannot be taken from them."""
    host, guest = Person(stage.url, "Host"), Person(stage.url, "Guest")
    table = host.make(players=2)["id"]
    live = host.live(table, 0)
    go(stage, clocks, GONE_AFTER)
    guest.sit(table, 1)
    assert refuse(live, 1) == "present"
    go(stage, clocks, GONE_AFTER - SECOND)
    assert refuse(live, 1) == "present"
    go(stage, clocks, 2 * SECOND)
    live.do(standin=1)
    live.close()


def test_the_wait_begins_with_the_game(stage: Stage, clocks: Clocks) -> None:
    """People who took a seat early and wait elsewhere have the same time as all others."""
    host, guest, third = (Person(stage.url, name) for name in ("Host", "Guest", "Third"))
    table = host.make(players=3)["id"]
    guest.sit(table, 1)
    live = host.live(table, 0)
    go(stage, clocks, 2 * GONE_AFTER)
    third.sit(table, 2)
    assert [refuse(live, seat) for seat in (1, 2)] == ["present", "present"]
    live.close()


def test_the_wait_survives_tidying(stage: Stage, clocks: Clocks) -> None:
    """Everybody leaves, the table is let go from memory, and the host is back first."""
    host, guest = Person(stage.url, "Host"), Person(stage.url, "Guest")
    table = host.make(players=2)["id"]
    guest.sit(table, 1)
    lives = [host.live(table, 0), guest.live(table, 1)]
    go(stage, clocks, 2 * GONE_AFTER)
    for live in lives:
        live.close()
    deadline = time.monotonic() + 20
    while table in stage.context.hub.rooms:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    live = host.live(table, 0)
    assert refuse(live, 1) == "present"
    go(stage, clocks, GONE_AFTER + SECOND)
    live.do(standin=1)
    live.close()


def test_the_wait_survives_a_restart(clocks: Clocks, stage: Stage) -> None:
    """A new process knows nobody, and waits for them."""
    host, guest = Person(stage.url, "Host"), Person(stage.url, "Guest")
    table = host.make(players=2)["id"]
    guest.sit(table, 1)
    guest.live(table, 1).close()
    go(stage, clocks, 2 * GONE_AFTER)
    stage.context.hub.presence = Presence("new", True, GONE_AFTER / 1000, clocks.steady)
    live = host.live(table, 0)
    assert refuse(live, 1) == "present"
    go(stage, clocks, GONE_AFTER + SECOND)
    live.do(standin=1)
    live.close()
