"""The attacks of `nyhavn bench attack` in short, on a server as people run it: what counts is how many connections were
cut and how many requests refused, and that newcomers are served meanwhile."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import httpx
import pytest

from nyhavn.bench.server import attackers
from nyhavn.client import Person
from tests.server.serving import FEW_THOUGHTS, Server

SECONDS = 1.5
PATIENCE = 60.0
PREPARED = ("costly requests", "costly messages", "slow bots", "ideas", "reviews")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, attackers.Target]]:
    folder = tmp_path_factory.mktemp("attacked")
    server = Server(f"sqlite:///{folder / 'nyhavn.db'}", folder, "--connections", "300", "--per-address", "100").start()
    try:
        yield server, attackers.prepare(server.port, PREPARED)
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


def count(server: Server, name: str, reason: str) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    label = f'nyhavn_connections_{name}_total{{reason="{reason}"}} '
    return sum(float(line.split()[1]) for line in lines if line.startswith(label))


def refused(server: Server, code: str = "slow down") -> float:
    """Requests and messages that were refused, usually because they came too fast."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    label = f'nyhavn_refusals_total{{code="{code}"}} '
    return sum(float(line.split()[-1]) for line in lines if line.startswith(label))


def reviews_taken(server: Server) -> float:
    """Reviews that somebody works on or has worked on, and those that wait."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    labels = tuple(f'nyhavn_{name}{{kind="review"}} ' for name in ("thought_wait_seconds_count", "thoughts_waiting"))
    return sum(float(line.split()[-1]) for line in lines if line.startswith(labels))


def serves(server: Server) -> None:
    """Somebody new gets a page, a table and a health."""
    with httpx.Client(base_url=server.url, headers={"X-Forwarded-For": "198.51.100.1"}) as http:
        assert http.get("/healthz").status_code == 200
        assert http.post("/api/v1/tables", json={"game": "copenhagen"}).status_code == 201


def attacked(name: str, target: attackers.Target, enough: Callable[[Counter[str]], bool]) -> Counter[str]:
    """Attack until something has come of it: on a busy machine attackers, too, do little in a second. Those who come
    from one address come from the same again, the others from new ones."""
    found: Counter[str] = Counter()
    deadline, again = time.monotonic() + PATIENCE, 0
    while not enough(found):
        assert time.monotonic() < deadline, found
        found.update(attackers.run(name, target, SECONDS, again))
        again += name not in attackers.ALONE
    return found


def bot_answers(server: Server, address: str) -> None:
    """Somebody else's bot moves, and few thoughts come before it, however many have waited for longer."""
    before = server.thoughts
    person = Person(server.url, "Ada", {"X-Forwarded-For": address})
    seats = [{"kind": "bot", "bot": "medium"}, {"kind": "me"}]
    live = person.live(person.make(None, 2, seats=seats, order="seated")["id"], 1, 0)
    deadline = time.monotonic() + PATIENCE
    while live.turn != 1:
        assert live.receive(max(0.1, deadline - time.monotonic())).get("event", {}).get("kind") != "failed"
    assert 0 < server.thoughts - before <= FEW_THOUGHTS
    live.close()
    person.close()


@pytest.mark.parametrize(
    "name", ["ping flood", "pong flood", "continuation flood", "patient flood", "bodies in crumbs"]
)
def test_floods_are_cut(name: str, place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    before = count(server, "cut", "flood")
    found = attacked(name, target, lambda _: count(server, "cut", "flood") >= before + attackers.FEW)
    serves(server)
    assert found["cut"] > 0, "and they have noticed"


@pytest.mark.parametrize("name", ["silent connections", "slow headers", "slow bodies"])
def test_those_who_say_nothing_lock_nobody_out(name: str, place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    before = count(server, "cut", "crowd")
    attacked(name, target, lambda found: found["connections"] > 300)
    serves(server)
    assert count(server, "cut", "crowd") > before


def test_costly_requests_are_refused(place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    found = attacked("costly requests", target, lambda found: found["429"] > 0)
    serves(server)
    assert found["200"] + found["201"] <= 400
    assert not any(status.startswith("5") for status in found)


def test_costly_messages_are_refused(place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    before = refused(server)
    found = attacked("costly messages", target, lambda found: refused(server) > before)
    serves(server)
    assert found["messages"] > 0


def test_slow_bots_of_one_person_are_few_and_keep_nobody_waiting(place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    found = attacked("slow bots", target, lambda found: found["429"] > 0)
    serves(server)
    assert 0 < found["201"] <= 25
    bot_answers(server, "198.51.100.2")


def test_ideas_for_sixty_connections_are_given_one_by_one(place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    before = refused(server, "waiting")
    attacked("ideas", target, lambda found: found["messages"] >= 60)
    serves(server)
    assert refused(server, "waiting") >= before + 30
    bot_answers(server, "198.51.100.3")


def test_reviews_for_one_address_are_few(place: tuple[Server, attackers.Target]) -> None:
    server, target = place
    attacked("reviews", target, lambda found: found["201"] > 0 and found["409"] + found["429"] > 10)
    serves(server)
    taken = reviews_taken(server)
    assert 0 < taken <= attackers.RECORDS / 2, "three at a time, and six at once, however often they are asked for"
    bot_answers(server, "198.51.100.4")
