"""Nonsense of every kind over live connections: an answer to each message, no crash, no hang, no growth; and the table
is played on afterwards."""

import random
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from nyhavn.server.live import MOST_REFUSALS
from nyhavn.server.rooms import QUEUE
from tests.server.playing import play_out, step
from tests.server.protocol_checks import CheckedPerson, check, kind_of
from tests.server.random_messages import some_frame, some_text
from tests.server.serving import ConnectionClosed, Live, Refused, Server, served_without_complaint

GROWTH = 24 * 1024
"""Kilobytes that a server may be larger after all of it: allocators keep some."""
BATCH = 40


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, whose log is read at the end."""
    with served_without_complaint(tmp_path_factory.mktemp("fuzzed")) as server:
        yield server


def dropped(server: Server) -> int:
    """How many connections were cut because too much was waiting in them."""
    told = httpx.get(f"{server.url}/metrics").text
    return int(float(re.findall(r"^nyhavn_dropped_total (\S+)$", told, re.MULTILINE)[0]))


def fuzz(person: CheckedPerson, table: str, messages: int, seed: int) -> int:
    """Send nonsense, and count the answers: one to each message."""
    rng = random.Random(seed)
    live = person.live(table, rng.choice([0, 1, None]) if person.name == "Ada" else None)
    sent = 0
    while sent < messages:
        moves = [*(live.choices["moves"] if live.choices else []), "take 1 2", "pass", "end", "mark -", some_text(rng)]
        moves = [move[:200] or "end" for move in moves]
        names: list[str | None] = []
        for _ in range(BATCH):
            frame, name = some_frame(rng, moves, sent)
            live.send(frame)
            names.append(name)
            sent += 1
        live.send({"id": "last", "ping": True})
        answers = answers_until(live, "last")
        assert len(answers) == len(names) + 1
        assert [name for name, answer in zip(names, answers, strict=False) if name and name != answer] == []
    live.close()
    return sent


def answers_until(live: Live, last: str) -> list[str | None]:
    """The ids of all answers, in their order, up to one."""
    found: list[str | None] = []
    while True:
        frame = live.receive()
        if "ack" in frame or "refused" in frame:
            found.append(frame.get("ack", frame.get("refused")))
            if frame.get("ack") == last or (frame.get("refused") == last and frame["code"] == "subscribe first"):
                return found


def fuzz_server(server: Server, rounds: int, messages: int) -> None:
    """A table for each round, which is played to its end after all that was said at it."""
    people = [CheckedPerson(server.url, "Ada"), CheckedPerson(server.url, "Bo")]
    kinds = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "random"}]
    sizes = []
    for number in range(rounds):
        game = ("copenhagen", "roll-and-write")[number % 2]
        table = people[0].make(game, 3, seats=kinds)["id"]
        for person in people:
            assert fuzz_one(person, table, messages, number) == messages
        lives = [people[0].live(table, seat, since=0) for seat in (0, 1)]
        for live, seat in zip(lives, (0, 1), strict=True):
            if live.table["seats"][seat]["standin"] or live.table["seats"][seat]["left"]:
                with suppress(Refused):  # over by now
                    live.do(back=True)
            if live.held:
                live.do(confirm=True)
            live.do(confirming=False)
        play_out(game, lives, seed=number)
        assert lives[0].table["status"] == "over"
        sizes.append(server.memory)
    assert sizes[-1] - sizes[1] < GROWTH, sizes
    for person in people:
        person.go()


def fuzz_one(person: CheckedPerson, table: str, messages: int, seed: int) -> int:
    """Too many unreadable messages in a row cut the line, which is as good an answer; then all begins again."""
    for attempt in range(20):
        with suppress(ConnectionClosed):
            return fuzz(person, table, messages, seed * 100 + attempt)
    return 0


@pytest.mark.slow
def test_nonsense(fuzzed: Server) -> None:
    fuzz_server(fuzzed, rounds=4, messages=400)


@pytest.mark.long
def test_much_nonsense(fuzzed: Server) -> None:
    fuzz_server(fuzzed, rounds=60, messages=2000)


def test_unreadable_messages_cut_the_line(fuzzed: Server) -> None:
    person = CheckedPerson(fuzzed.url, "Ada")
    table = person.make()["id"]
    live = person.live(table, 0)
    with suppress(ConnectionClosed):
        for _ in range(MOST_REFUSALS * 2):
            live.send("nonsense")
    with pytest.raises(ConnectionClosed):
        answers_until(live, "never")
    again = person.live(table, 0)
    assert again.do(ping=True)
    person.go()


@pytest.mark.slow
def test_lines_that_are_half_open(fuzzed: Server) -> None:
    """Clients that say nothing, stop in the middle, never read, or vanish."""
    person = CheckedPerson(fuzzed.url, "Ada")
    table = person.make(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    handshake = (
        f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    frame = b"\x81\xfe\x00\xff" + b"1234"  # promises 255 bytes
    rng = random.Random(2)
    lines = []
    for _ in range(120):
        line = socket.create_connection(("127.0.0.1", fuzzed.port), 5)
        sent = rng.choice([b"", handshake[: rng.randrange(1, len(handshake))], handshake, handshake + frame])
        line.sendall(sent + (rng.randbytes(30) if sent.startswith(handshake) and rng.random() < 0.3 else b""))
        lines.append(line)
    live = person.live(table, 0)
    other = person.live(table, 1)
    for _ in range(30):
        step("copenhagen", [live, other], rng)
    for line in lines:
        if rng.random() < 0.5:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # a reset
        line.close()
    assert live.do(ping=True)
    deadline = time.monotonic() + 10
    while live.presence.get("watchers", 0) and time.monotonic() < deadline:
        live.receive()
    assert not live.presence.get("watchers", 0)
    person.go()


@pytest.mark.slow
def test_a_receiver_who_never_reads(fuzzed: Server) -> None:
    """Nobody waits for a slow one; it is cut off when too much is waiting."""
    person = CheckedPerson(fuzzed.url, "Ada")
    table = person.make(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    slow = socket.create_connection(("127.0.0.1", fuzzed.port), 5)
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    cookie = f"nyhavn={person.http.cookies['nyhavn']}"
    slow.sendall(
        f"GET /api/v1/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
    )
    subscribe = b'{"id":"1","subscribe":{"since":0,"seat":0}}'
    slow.sendall(bytes([0x81, 0x80 | len(subscribe)]) + b"\0\0\0\0" + subscribe)
    seats = [person.live(table, 0), person.live(table, 1)]
    rng = random.Random(3)
    for _ in range(60):
        step("copenhagen", seats, rng)
    before, already = fuzzed.memory, dropped(fuzzed)
    slow.settimeout(0.5)
    with suppress(TimeoutError):  # the server stops listening to who does not listen
        for _ in range(1500):
            slow.sendall(bytes([0x81, 0x80 | len(subscribe)]) + b"\0\0\0\0" + subscribe)
    time.sleep(0.5)
    assert dropped(fuzzed) == already, "nothing was made that cannot be sent"
    for number in range(QUEUE + 100):
        seats[1].do(chat=f"line {number}")
    assert dropped(fuzzed) == already + 1
    assert fuzzed.memory - before < GROWTH
    slow.close()
    person.go()


@pytest.mark.slow
def test_many_connections(fuzzed: Server) -> None:
    person = CheckedPerson(fuzzed.url, "Ada")
    table = person.make(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
    for _ in range(2):  # the first time, pools and caches fill
        before = fuzzed.memory
        lives = [person.live(table, rng) for rng in (0, 1, None) for _ in range(30)]
        step("copenhagen", lives[::30], random.Random(1))
        n = max(live.n for live in lives)
        for live in lives:
            live.until(n)
            check(kind_of(live.frames[-1]), live.frames[-1])
        for live in lives:
            live.close()
        person.lives.clear()
    assert fuzzed.memory - before < GROWTH
    person.go()
