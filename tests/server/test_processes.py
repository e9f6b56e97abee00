"""Several server processes on one PostgreSQL: it does not matter which of them somebody is connected to."""

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from nyhavn.server.rooms import COME_BACK
from tests.client.proxy import Proxy
from tests.databases import new_database
from tests.server.persistent_players import Launch, Visit, launching
from tests.server.playing import end_of, step
from tests.server.serving import Json, Live, Person, Refused, Server, some_move

pytestmark = pytest.mark.slow

ROUNDS = 300
ENOUGH = 20.0
UNTOLD_SECONDS = 8.0
"""Until a process sees what nobody has told it of: it compares lengths every four seconds."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with new_database("postgresql", tmp_path_factory.mktemp("database")) as made:
        yield made


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes."""
    with launching(tmp_path_factory.mktemp("servers")) as launch:
        yield [launch(url), launch(url)]


def sit(visit: Visit, server: Server, game: str = "copenhagen", **made: object) -> tuple[str, Person, Person]:
    """A table at which two people sit."""
    ada, bo = visit(server, "Ada"), visit(server, "Bo")
    table = ada.make(game, 2, **made)["id"]
    bo.sit(table, 1)
    return table, ada, bo


def until(live: Live, done: Callable[[], object], seconds: float = ENOUGH) -> None:
    """Take in what comes until something is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, live.frames[-3:]
        live.receive(max(0.1, end - time.monotonic()))


def answer(live: Live, name: str) -> Json:
    """The answer to a message that was sent."""
    while True:
        frame = live.receive()
        if name in (frame.get("ack"), frame.get("refused")):
            return frame


def count(servers: list[Server], metric: str) -> int:
    found = [re.search(rf"^{metric} (\S+)$", httpx.get(f"{it.url}/metrics").text, re.MULTILINE) for it in servers]
    return sum(int(float(one[1])) for one in found if one)


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_players_at_different_processes_see_each_other_move(visit: Visit, servers: list[Server], game: str) -> None:
    here, there = servers
    table, ada, bo = sit(visit, here, game)
    seats = [ada.live(table, 0, 0), bo.live(table, 1, 0, there.url)]
    watching = ada.live(table, None, 0, there.url)
    luck = random.Random(1)
    for _ in range(40):
        if not step(game, seats, luck):
            break
    last = max(seat.n for seat in seats)
    for live in (*seats, watching):
        live.until(last)
    numbers = [[event["n"] for event in live.events] for live in (*seats, watching)]
    assert numbers[0] == numbers[1] == numbers[2] == list(range(1, last + 1))
    for process in servers:
        for live, person, seat in ((seats[0], ada, 0), (seats[1], bo, 1), (watching, ada, None)):
            fresh = person.live(table, seat, url=process.url)
            assert (fresh.n, fresh.view, fresh.choices) == (live.n, live.view, live.choices)
            fresh.close()


def test_presence_is_known_everywhere(visit: Visit, servers: list[Server]) -> None:
    here, there = servers
    table, ada, bo = sit(visit, here)
    first = ada.live(table, 0)
    second = bo.live(table, 1, url=there.url)
    for live in (first, second):
        until(live, lambda live=live: live.presence.get("presence") == [True, True])  # type: ignore[misc]
    bo.live(table, None, url=there.url)
    until(first, lambda: first.presence.get("watchers") == 1)
    with pytest.raises(Refused, match="present"):
        first.do(standin=1)
    second.close()
    until(first, lambda: first.presence.get("presence") == [True, False])
    with pytest.raises(Refused, match="present"):  # until a moment ago
        first.do(standin=1)
    again = bo.live(table, 1, url=there.url)
    until(again, lambda: again.presence.get("presence") == [True, True])
    until(first, lambda: first.presence.get("presence") == [True, True])


def test_of_two_processes_that_move_at_one_table_exactly_one_wins(visit: Visit, servers: list[Server]) -> None:
    luck = random.Random(2)
    conflicts = count(servers, "nyhavn_conflicts_total")
    rounds = won = 0
    while rounds < ROUNDS:
        table, ada, bo = sit(visit, servers[0])
        lines = [
            [person.live(table, seat, 0, server.url) for server in servers] for seat, person in enumerate((ada, bo))
        ]
        everybody = [live for pair in lines for live in pair]
        for _ in range(50):
            pair = lines[everybody[0].turn or 0]
            choices = pair[0].choices
            assert choices
            same = luck.random() < 0.5
            # Cards only: after a take nobody could take once more, so there is room for one winner.
            moves = luck.sample(choices["moves"], 2) if len(choices["moves"]) > 1 else choices["moves"] * 2
            names = [f"r{rounds}", f"r{rounds}" if same else f"s{rounds}"]
            sent = list(zip(luck.sample(pair, 2), names, [moves[0], moves[0] if same else moves[1]], strict=True))
            for live, name, move in sent:
                live.send({"id": name, "move": move})
            answers = [answer(live, name) for live, name, _ in sent]
            accepted = [frame for frame in answers if "ack" in frame]
            if same:
                assert len(accepted) == 2
                assert accepted[0]["n"] == accepted[1]["n"]
            elif moves[0] != moves[1]:
                assert len(accepted) == 1, answers
                won += accepted[0] is answers[0]
            for live in everybody:
                live.until(accepted[0]["n"])
            assert everybody[0].view == everybody[1].view
            assert everybody[2].view == everybody[3].view
            rounds += 1
            if everybody[0].turn is None:
                break
        numbers = [[event["n"] for event in live.events] for live in everybody]
        assert all(seen == list(range(1, everybody[0].n + 1)) for seen in numbers)
        for live in everybody:
            live.close()
    assert 0 < won < rounds, "it is a race"
    assert count(servers, "nyhavn_conflicts_total") > conflicts


def test_what_both_processes_say_stands_once_and_in_one_order(visit: Visit, servers: list[Server]) -> None:
    table, ada, bo = sit(visit, servers[0])
    lines = [ada.live(table, 0, 0), bo.live(table, 1, 0, servers[1].url)]

    def talk(live: Live, name: str) -> None:
        for number in range(40):
            live.do(f"{name}{number}", chat=f"{name} {number}")

    talking = [threading.Thread(target=talk, args=it) for it in zip(lines, ("ada", "bo"), strict=True)]
    for thread in talking:
        thread.start()
    for thread in talking:
        thread.join()
    last = max(live.n for live in lines)
    heard = []
    for live in lines:
        live.until(last)
        heard.append([event["event"]["text"] for event in live.events if event["event"]["kind"] == "chat"])
        live.close()
    assert heard[0] == heard[1]
    for name in ("ada", "bo"):
        assert [text for text in heard[0] if text.startswith(name)] == [f"{name} {number}" for number in range(40)]


def test_a_process_that_stops_says_that_its_people_are_gone(
    visit: Visit, servers: list[Server], url: str, launch: Launch
) -> None:
    third = launch(url)
    table, ada, bo = sit(visit, third)
    here = ada.live(table, 0, url=servers[0].url)
    bo.live(table, 1)
    until(here, lambda: here.presence.get("presence") == [True, True])
    third.stop()
    until(here, lambda: here.presence.get("presence") == [True, False])


def test_time_runs_out_once(visit: Visit, servers: list[Server]) -> None:
    tables = []
    for at_zero in ("bot", "forfeit"):
        for _ in range(5):
            table, ada, bo = sit(visit, servers[0], clock={"move": 5, "at_zero": at_zero})
            tables.append((ada.live(table, 0, 0), bo.live(table, 1, 0, servers[1].url)))
    time.sleep(7)
    for number, pair in enumerate(tables):
        kind = "standin" if number < 5 else "forfeit"
        for live in pair:
            until(live, lambda live=live, kind=kind: kind in [it["event"]["kind"] for it in live.events])  # type: ignore[misc]
        last = max(live.n for live in pair)
        for live in pair:
            live.until(last)
            found = [it["event"] for it in live.events if it["event"]["kind"] in ("standin", "forfeit")]
            assert [(event["kind"], event["seat"]) for event in found] == [(kind, 0)]
            live.close()


def test_a_process_without_its_database_sends_its_people_elsewhere(url: str, launch: Launch, visit: Visit) -> None:
    """Its connections end with the code that makes clients come back, new ones are refused with 503, and another
    process serves them all; when the database is there again, so is the process."""
    with through_proxy(url) as (proxy, own):
        here = launch(own)
        there = launch(url)
        table, ada, bo = sit(visit, here)
        lost, kept = ada.live(table, 0), bo.live(table, 1, url=there.url)
        proxy.cut()
        assert end_of(lost) == COME_BACK
        assert httpx.get(f"{here.url}/healthz").status_code == 503
        assert httpx.get(f"{here.url}/api/v1/tables").status_code == 503
        with pytest.raises(InvalidStatus) as refused:
            ada.live(table, 0)
        assert refused.value.response.status_code == 503
        seats = [ada.live(table, 0, 0, there.url), kept]
        for _ in range(5):
            step("copenhagen", seats, random.Random(1))
        proxy.mend()
        here.wait()
        again = ada.live(table, 0, 0)
        again.until(max(seat.n for seat in seats))


@pytest.mark.parametrize("bots", [0, 1])
def test_what_was_written_and_never_told_is_seen_by_others(
    bots: int, launch: Launch, visit: Visit, tmp_path: Path
) -> None:
    """A process is killed after a commit, when it is about to tell of it."""
    with new_database("postgresql", tmp_path) as url, through_proxy(url) as (proxy, own):
        here, there = launch(own), launch(url)
        ada = visit(here, "Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"} if bots else {"kind": "me"}]
        table = ada.make("copenhagen", 2, seats=seats)["id"]
        playing, watching = ada.live(table, 0, 0), ada.live(table, None, 0, there.url)
        untold: list[bytes] = []

        def stops(data: bytes) -> bool:
            if b"origin" in data and b"presence" not in data and table.encode() in data:
                untold.append(data)
                here.kill()
            return bool(untold)

        proxy.stops = stops
        assert playing.choices
        before, move = playing.n, some_move("copenhagen", playing.choices, random.Random(1))
        began = time.monotonic()
        playing.send({"id": "last-words", "move": move})
        until(watching, lambda: watching.n > before)
        took = time.monotonic() - began
        assert untold
        assert watching.events[-1]["event"]["kind"] in ("move", "chance")
        if bots:
            until(watching, lambda: any(event["event"].get("seat") == 1 for event in watching.events[before:]))
        proxy.stops = lambda data: False
        back = ada.live(table, 0, 0, there.url)
        told = back.do("last-words", move=move)
        watching.until(told["n"])
        moves = [one["event"] for one in watching.events if one["event"]["kind"] == "move"]
        assert [one["seat"] for one in moves].count(0) == 1, "it is in the log, and is not done again"
        assert took < UNTOLD_SECONDS


@contextmanager
def through_proxy(url: str) -> Iterator[tuple[Proxy, str]]:
    """A line to a database, and the URL by which it is reached over that."""
    parts = urlsplit(url)
    assert parts.port is not None
    with Proxy(parts.port) as proxy:
        yield proxy, parts._replace(netloc=parts.netloc.replace(str(parts.port), str(proxy.port))).geturl()


def test_a_process_at_which_nobody_looks_any_more_lets_go_of_a_table_that_is_played_elsewhere(
    tmp_path: Path, visit: Visit
) -> None:
    """It made the table, and hears of every move; but it reads none of them, and forgets the table."""
    with new_database("postgresql", tmp_path) as url, launching(tmp_path) as launch:
        here, there = launch(url), launch(url)
        table, ada, bo = sit(visit, here)
        seats = [ada.live(table, 0, 0, there.url), bo.live(table, 1, 0, there.url)]
        assert count([here], "nyhavn_rooms") == 1
        luck = random.Random(1)
        end = time.monotonic() + ENOUGH
        while count([here], "nyhavn_rooms"):
            assert time.monotonic() < end
            assert step("copenhagen", seats, luck)
            time.sleep(0.3)
        assert ada.live(table).n == max(seat.n for seat in seats), "asked again, it knows all"
