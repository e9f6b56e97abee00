"""Limits of several processes together: what somebody does at one counts at all of them."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle

import httpx
import pytest

from nyhavn.client import Live, Person, Refused
from nyhavn.server.limits import (
    IN_ONE,
    MANY_CONNECTIONS,
    MOST_CONNECTIONS,
    MOST_TOLD,
    RATES,
    UNTOLD,
    UNTOLD_RATE,
    Limits,
)
from nyhavn.table.entries import Refusal
from tests.databases import new_database
from tests.server.serving import Server

EVE, ADA = "203.0.113.1", "203.0.113.2"
PATIENCE = 30.0
LARGEST = 7000
"""Bytes: a notification of PostgreSQL's has less than 8000."""


class Processes:
    """The limits of several, which tell each other what they must, each second."""

    def __init__(self, count: int) -> None:
        self.now = 0
        self.all = [Limits(1.0, lambda: self.now) for _ in range(count)]
        self.told = 0
        for limits in self.all:
            limits.shared = True

    def exchange(self) -> None:
        news = [(str(number), limits.news()) for number, limits in enumerate(self.all)]
        for origin, told in news:
            for piece in told:
                self.told += 1
                text = json.dumps({"origin": "0123456789ab", **piece})
                assert len(text) < LARGEST
                for number, limits in enumerate(self.all):
                    if str(number) != origin:
                        limits.hear(origin, json.loads(text))

    def allowed(self, kind: str, seconds: int, wanted: int, sender: str = EVE) -> int:
        """How often somebody may do something who wants to do it so many times a second, at one after the other."""
        got, there = 0, cycle(self.all)
        for _ in range(seconds):
            for _ in range(wanted):
                self.now += 1000 // wanted
                got += not next(there).take(kind, sender)
            self.exchange()
        return got


@pytest.mark.parametrize("kind", ["message", "chat", "create", "request"])
@pytest.mark.parametrize("count", [2, 4])
def test_going_to_several_processes_brings_hardly_more_than_going_to_one(kind: str, count: int) -> None:
    alone, several = (Processes(number).allowed(kind, 120, 200) for number in (1, count))
    most, rate = RATES[kind]
    at_once = count * most + rate  # until they have heard of one another
    assert several <= 1.05 * max(alone, at_once) + count * UNTOLD * most
    assert several >= 0.9 * alone, "nobody is punished for it"


def test_what_is_taken_slowly_everywhere_is_bounded_too() -> None:
    """Each process is asked for so little that it tells nobody."""
    four, (_, rate) = Processes(4), RATES["message"]
    assert four.allowed("message", 300, 4 * int(UNTOLD_RATE * rate)) <= 300 * 4 * UNTOLD_RATE * rate
    assert four.told == 0, "as little as honest people do, of whom there are many"


def test_others_are_told_of_few_and_of_the_worst_first() -> None:
    two = Processes(2)
    here, there = two.all
    most = RATES["message"][0]
    for number in range(2 * MOST_TOLD):
        here.take("message", f"2001:db8:{number:x}:1111::/64", most / 2)
    here.take("message", EVE, most)
    two.exchange()
    assert two.told == -(-MOST_TOLD // IN_ONE)
    assert there.take("message", EVE)
    for _ in range(3):
        two.exchange()
    each = -(-MOST_TOLD // IN_ONE)
    assert two.told == 2 * each + 1, "the others come later, and only once"


def test_what_a_process_of_another_version_tells_does_no_harm() -> None:
    limits = Limits(1.0, lambda: 0)
    limits.hear("another", {"kind": "of a later version", "spent": [[EVE, 5]]})
    limits.hear("another", {"news": True})
    assert not limits.take("message", EVE)


def test_connections_count_at_all_processes_as_long_as_they_are_heard_of() -> None:
    two = Processes(2)
    here, there = two.all
    few = int(MANY_CONNECTIONS * MOST_CONNECTIONS)

    def connect(limits: Limits, count: int) -> list[object]:
        held = [limits.connected(EVE) for _ in range(count)]
        for one in held:
            one.__enter__()
        return [*held]

    held = connect(here, few)
    two.exchange()
    assert two.told == 0
    held += connect(here, MOST_CONNECTIONS - few)
    two.exchange()
    with pytest.raises(Refusal, match="too many connections"), there.connected(EVE):
        pass
    with there.connected(ADA):
        pass
    for one in held:
        one.__exit__(None, None, None)  # type: ignore[attr-defined]
    two.exchange()
    with there.connected(EVE):
        pass
    connect(here, MOST_CONNECTIONS)
    two.exchange()
    two.now += 60_000  # and nothing more is heard of that process
    with there.connected(EVE):
        pass


# Real processes


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two, with the limits that everybody has."""
    folder = tmp_path_factory.mktemp("pair")
    with new_database("postgresql", folder) as url:
        servers = Server(url, folder).start(), Server(url, folder).start()
        yield servers
        for server in servers:
            server.stop()


def refused(live: Live) -> bool:
    try:
        live.do(ping=True)
    except Refused as refusal:
        return refusal.code == "slow down"
    return False


@pytest.mark.slow
def test_messages_at_a_table_count_at_both_processes(pair: tuple[Server, Server]) -> None:
    here, there = pair
    with closing(Person(here.url, "Eve", {"X-Forwarded-For": EVE})) as eve:
        table = eve.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        with closing(eve.live(table, 0)) as live, closing(eve.live(table, 0, url=there.url)) as other:
            deadline = time.monotonic() + PATIENCE
            while not refused(other):  # asked so rarely that by itself it would never refuse
                assert time.monotonic() < deadline
                while not refused(live):
                    pass
                time.sleep(5 / RATES["message"][1])
    with closing(Person(there.url, "Ada", {"X-Forwarded-For": ADA})) as ada:
        table = ada.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        with closing(ada.live(table, 0)) as live:
            assert not refused(live), "somebody else has lost nothing"


@pytest.mark.slow
def test_requests_count_at_both_processes(pair: tuple[Server, Server]) -> None:
    here, there = pair
    most = RATES["code"][0]
    with httpx.Client(headers={"X-Forwarded-For": "203.0.113.3"}) as http:

        def ask(server: Server) -> int:
            return http.post(f"{server.url}/api/v1/codes", json={"code": "NOBODY"}).status_code

        assert [ask(here) for _ in range(int(most))].count(404) == most
        got = 0
        while ask(there) == 404:
            got += 1
            time.sleep(0.5)
        assert got < most / 2
