"""Connections before anything is read from them: floods, silence, crowds. Counts are compared, never times."""

import asyncio
import socket
import sys
import threading
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import pairwise
from typing import Any

import orjson
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.frames import Frame, Opcode

from nyhavn.bench.server.attackers import MORE, PING, PONG, TEXT, frame, message
from nyhavn.server import transport
from nyhavn.server.addresses import Proxies, network_of, same_origin
from nyhavn.server.connections import MOST_WAITING, Connections, Entrance
from nyhavn.server.descriptors import RESERVE, raise_descriptors, room_for_connections
from nyhavn.server.lan import serve_with
from nyhavn.server.limits import RATES, Limits
from nyhavn.server.settings import MOST_OF_ADDRESS, Settings, wall_clock
from nyhavn.server.transport import MOST_PIECES, OWN_PIECES, Door, Frames, LiveProtocol, Meter
from tests.waiting import until

ENOUGH = 10.0
ELSEWHERE = "127.0.0.77"
needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address")


async def tiny(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads what it is told and says so; a live connection counts its messages."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        count = 0
        while (await receive())["type"] == "websocket.receive":
            count += 1
            await send({"type": "websocket.send", "text": str(count)})
        return
    while (await receive()).get("more_body"):
        pass
    size = 30_000_000 if scope["path"] == "/large" else 2
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
    await send({"type": "http.response.body", "body": b"o" * size})


@contextmanager
def served(house: Connections) -> Iterator[int]:
    """A server in a thread, with our transport in front of a tiny application."""
    listening = socket.create_server(("127.0.0.1", 0))
    http: Any = partial(Door, house=house)
    live: Any = partial(LiveProtocol, house=house)
    server = uvicorn.Server(uvicorn.Config(tiny, http=http, ws=live, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until(lambda: server.started)
    try:
        yield int(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(ENOUGH)


def house(most: int = 100, of_address: int = 50, factor: float = 1, proxy: str = "") -> Connections:
    return Connections(Limits(factor, wall_clock), most, of_address, Proxies(proxy).__contains__)


def cuts(reason: str) -> float:
    return REGISTRY.get_sample_value("nyhavn_connections_cut_total", {"reason": reason}) or 0


def refusals(reason: str) -> float:
    return REGISTRY.get_sample_value("nyhavn_connections_refused_total", {"reason": reason}) or 0


def line(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), ENOUGH, (address, 0))


def ask(port: int, address: str = "127.0.0.1") -> bytes:
    with line(port, address) as own:
        own.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return rest(own)


def rest(own: socket.socket) -> bytes:
    """Everything until the end, however it comes."""
    found = b""
    try:
        while piece := own.recv(65536):
            found += piece
    except ConnectionError:
        pass
    return found


def live(port: int, address: str = "127.0.0.1", forwarded: str = "") -> socket.socket:
    own = line(port, address)
    key = b64encode(bytes(16)).decode()
    more = f"X-Forwarded-For: {forwarded}\r\n" if forwarded else ""
    own.sendall(
        f"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    found = b""
    while b"\r\n\r\n" not in found:
        found += own.recv(1)
    assert b" 101 " in found
    return own


# Floods


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the events that live connections parse."""
    counted: Counter[str] = Counter()
    original = LiveProtocol.handle_events

    def counting(self: LiveProtocol) -> None:
        counted["events"] += len(self.conn.events)
        original(self)

    monkeypatch.setattr(LiveProtocol, "handle_events", counting)
    return counted


@pytest.mark.parametrize(
    ("first", "again"),
    [(b"", frame(PING)), (b"", frame(PONG)), (frame(TEXT, False), frame(MORE, False))],
    ids=["ping", "pong", "continuation"],
)
def test_a_flood_of_control_frames_is_cut(first: bytes, again: bytes, parsed: Counter[str]) -> None:
    """Without parsing more of it than a budget allows, and with a close frame that says so."""
    before = cuts("flood")
    with served(house()) as port:
        with live(port) as own:
            own.sendall(first + again * 20_000)
            told = rest(own)
        until(lambda: cuts("flood") == before + 1)
        assert b" 200 " in ask(port)
    assert (transport.TOO_MUCH).to_bytes(2, "big") + b"flood" in told
    assert parsed["events"] <= OWN_PIECES[0], "what is over is not even parsed"


def test_a_flood_that_waits_until_a_frame_may_come_again_is_cut(parsed: Counter[str]) -> None:
    """Its frames are all counted, not only as many as were left when the last one came."""
    before = cuts("flood")
    with served(house()) as port:
        with live(port) as own:
            own.sendall(frame(PING) * int(OWN_PIECES[0] - 1))
            until(lambda: parsed["events"] >= OWN_PIECES[0] - 1)
            time.sleep(3 / OWN_PIECES[1])  # three more may come by now
            with suppress(OSError):
                own.sendall(frame(PING) * 10_000)
            rest(own)
        until(lambda: cuts("flood") == before + 1)
    assert parsed["events"] < 2 * OWN_PIECES[0]


def test_players_are_not_cut_off() -> None:
    before = cuts("flood")
    with served(house()) as port, live(port) as own:
        for number in range(50):
            own.sendall(message({"id": str(number), "ping": True}) + frame(PING))
        told = b""
        while b"50" not in told:
            told += own.recv(65536)
    assert cuts("flood") == before


@needs_addresses
def test_one_connection_after_the_other_does_not_help() -> None:
    """Three floods, and the address is not listened to for a while; others are."""
    own = house()
    refused = refusals("deaf")
    with served(own) as port:
        for _ in range(4):
            with live(port, ELSEWHERE) as flooding:
                flooding.sendall(frame(PING) * 1000)
                rest(flooding)
        assert ask(port, ELSEWHERE) == b""
        assert refusals("deaf") > refused
        assert b" 200 " in ask(port)


def test_many_connections_of_one_address_have_one_budget() -> None:
    limits = Limits(1.0, lambda: 0)
    meters = [Meter(limits) for _ in range(100)]
    sent = 0
    while all(meter.take("192.0.2.1", 10, 100) for meter in meters):
        sent += 1000
    assert sent <= RATES["piece"][0]
    assert Meter(limits).take("192.0.2.2", 10, 100)
    assert all(Meter(Limits(0, lambda: 0)).take("192.0.2.1", 1_000_000, 1) for _ in range(2)), "no limits"


def test_bytes_are_counted_too() -> None:
    before = cuts("flood")
    with served(house()) as port, line(port) as own:
        own.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n")
        with suppress(OSError):
            while cuts("flood") == before:
                own.sendall(bytes(100_000))
    assert cuts("flood") == before + 1


def test_many_connections_of_one_address_share_its_bytes() -> None:
    limits, sent = Limits(1, lambda: 0), 0
    while Meter(limits).take(ELSEWHERE, 1, 400_000):
        sent += 400_000
    assert 0 < sent <= RATES["byte"][0]
    assert Meter(limits).take("127.0.0.78", 1, 400_000)


def test_a_body_in_crumbs_is_cut() -> None:
    """A proxy passes them on: they are counted no matter who sends them."""
    before = cuts("flood")
    with served(house(proxy="127.0.0.1")) as port, line(port) as own:
        own.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        own.sendall(b"1\r\nx\r\n" * (MOST_PIECES + 1))
        assert rest(own) == b""
    assert cuts("flood") == before + 1


def test_behind_a_proxy_floods_count_by_who_sent_them() -> None:
    own = house(proxy="127.0.0.1")
    refused = cuts("flood")
    with served(own) as port:
        with live(port, forwarded="192.0.2.9") as flooding, live(port, forwarded="192.0.2.8") as playing:
            flooding.sendall(frame(PING) * 10_000)
            rest(flooding)
            playing.sendall(message({"ping": True}))
            assert playing.recv(100)
        until(lambda: not len(own))
        assert cuts("flood") == refused + 1
        # uvicorn believes 127.0.0.1 here as `nyhavn serve` does.
        assert ("refusal", "192.0.2.9") in own.limits._buckets
        assert ("refusal", "192.0.2.8") not in own.limits._buckets
        assert ("refusal", "127.0.0.1") not in own.limits._buckets


@given(lengths=st.lists(st.sampled_from([0, 1, 5, 125, 126, 300, 65_535, 65_536, 70_000]), max_size=12), data=st.data())
def test_frames_are_counted_however_they_are_cut(lengths: list[int], data: st.DataObject) -> None:
    frames = Frames()
    whole = b"".join(Frame(Opcode.BINARY, bytes(length)).serialize(mask=True) for length in lengths)
    cut = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=20)))
    found = [frames.count(whole[a:b], 1000) for a, b in pairwise([0, *cut, len(whole)])]
    assert sum(found) == len(lengths)


# Silence


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ("HEAD_SECONDS", b""),
        ("HEAD_SECONDS", b"GET / HTTP/1.1\r\nX-Slow: 1\r\n"),
        ("HEAD_SECONDS", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT"),
        ("BODY_SECONDS", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"),
        ("READ_SECONDS", b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ],
    ids=["nothing", "headers", "second headers", "body", "does not read"],
)
def test_slow_clients_are_cut_off(seconds: str, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(transport, name, 0.2 if name == seconds else 1000.0)
    before = cuts("slow")
    with served(house()) as port:
        own = socket.socket()
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        own.connect(("127.0.0.1", port))
        with own:
            own.sendall(said)
            until(lambda: cuts("slow") == before + 1)
        assert b" 200 " in ask(port)


def test_nothing_is_made_for_whoever_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a server that stops does not wait for them."""
    made: list[transport.HttpProtocol] = []
    original = transport.HttpProtocol.connection_made

    def counting(self: transport.HttpProtocol, line: asyncio.Transport) -> None:
        made.append(self)
        original(self, line)

    monkeypatch.setattr(transport.HttpProtocol, "connection_made", counting)
    own = house()
    with ExitStack() as stack:
        with served(own) as port:
            silent = [stack.enter_context(line(port)) for _ in range(5)]
            until(lambda: len(own) == 5)
            assert not made
            assert b" 200 " in ask(port)
            assert len(made) == 1
            begun = time.monotonic()
        assert time.monotonic() - begun < transport.HEAD_SECONDS
        assert [one.recv(10) for one in silent] == [b""] * 5
    assert len(own) == 0


def test_a_live_connection_has_to_say_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "SUBSCRIBE_SECONDS", 0.3)
    before = cuts("slow")
    own = house()
    with served(own) as port, live(port) as talking, live(port):
        talking.sendall(message({"subscribe": {}}))
        until(lambda: cuts("slow") == before + 1)
        talking.sendall(message({"ping": True}))
        assert talking.recv(100)
        assert len(own) == 1


# Crowds


@needs_addresses
def test_an_address_has_so_many_connections_and_silent_ones_go_first() -> None:
    own, refused, cut = house(of_address=5), refusals("address"), cuts("crowd")
    with served(own) as port, ExitStack() as stack:
        silent = [stack.enter_context(line(port, ELSEWHERE)) for _ in range(5)]
        until(lambda: len(own) == 5)
        assert b" 200 " in ask(port, ELSEWHERE), "the one that was silent for longest makes room"
        until(lambda: cuts("crowd") == cut + 1)
        assert silent[0].recv(10) == b""
        for one in silent:
            one.close()
        until(lambda: not len(own))
        for _ in range(5):
            playing = stack.enter_context(live(port, ELSEWHERE))
            playing.sendall(message({"ping": True}))
            assert playing.recv(100)
        assert b" 429 " in ask(port, ELSEWHERE)
        assert refusals("address") == refused + 1
        assert b" 200 " in ask(port), "others are not held up"


@needs_addresses
def test_nobody_is_locked_out_of_a_full_house() -> None:
    own, cut = house(most=20, of_address=15), cuts("crowd")
    with served(own) as port, ExitStack() as stack:
        for number in range(60):
            stack.enter_context(line(port, f"127.0.1.{number % 4 + 1}"))
        until(lambda: len(own) == 20)
        for _ in range(5):
            assert b" 200 " in ask(port)
        assert cuts("crowd") >= cut + 40
        assert len(own) <= 20


def test_a_full_house_is_shared_by_address() -> None:
    """If everybody is at play, the client with the most connections gives one up for one that has none."""

    class Line:
        deadline: float | None = None

        def __init__(self, address: str) -> None:
            self.address, self.reason = address, ""
            made.append(self)

        def cut(self, reason: str) -> None:
            self.reason = reason

    made: list[Line] = []

    async def fill() -> None:
        own = house(most=10, of_address=100)
        for number in range(10):
            address = "many" if number < 7 else f"one {number}"
            assert own.refuse(address) is None
            own.enter(Line(address))
        assert own.refuse("new") is None
        own.enter(Line("new"))
        assert [one.address for one in made if one.reason] == ["many"]
        assert own.refuse("many") == "full"
        assert len(own) == 10
        for one in made:
            own.leave(one)
            own.leave(one)
        assert len(own) == 0

    asyncio.run(fill())


def test_new_connections_of_an_address_come_at_a_rate() -> None:
    own = house()
    most = int(RATES["line"][0])
    refused = [own.refuse("192.0.2.1") for _ in range(most + 100)]
    assert refused.count(None) <= most + 10
    assert refused[-1] == "deaf", "a client that does not stop is not listened to"
    assert own.refuse("192.0.2.2") is None
    assert own.refuse("127.0.0.1", proxy=True) is None


def test_whoever_is_turned_away_can_read_why() -> None:
    """The length is the true one: clients would wait for the rest."""
    head, _, body = transport.TURNED_AWAY.partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in head
    assert orjson.loads(body)["code"] == "slow down"


def test_newcomers_are_heard_one_by_one_and_address_by_address() -> None:
    heard: list[str] = []

    def somebody(name: str, here: bool = True) -> Callable[[], bool]:
        def hear() -> bool:
            heard.append(name) if here else None
            return here

        return hear

    async def story() -> None:
        entrance = Entrance(50)
        taken = [entrance.come("many", somebody(f"many {number}", number % 2 == 0)) for number in range(60)]
        assert heard == ["many 0"], "the others wait"
        assert taken == [True] * 51 + [False] * 9
        assert entrance.come("few", somebody("few"))
        while len(heard) < 2 + 50 // 2:
            await asyncio.sleep(0.001)
        assert entrance.come("late", somebody("late"))
        while "late" not in heard:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(story(), ENOUGH))
    assert heard[:3] == ["many 0", "few", "many 2"], "whoever is gone takes nobody's turn"


@needs_addresses
def test_a_crowd_that_talks_at_once_is_heard_in_turn() -> None:
    """A school whose connections were lost comes back as a whole, and is not taken for an attack."""
    own = house(most=200, of_address=150)
    with served(own) as port, ExitStack() as stack:
        crowd = [stack.enter_context(line(port, ELSEWHERE)) for _ in range(100)]
        until(lambda: len(own) == 100)
        for one in crowd:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b" 200 " in ask(port, "127.0.0.78")
        told = [rest(one) for one in crowd]
    assert [one[:12] for one in told] == [b"HTTP/1.1 200"] * 100


def test_whoever_is_refused_once_is_still_listened_to() -> None:
    """However many connections an address may have: one that all come at once does not end in deafness."""
    assert RATES["refusal"][0] > MOST_OF_ADDRESS - MOST_WAITING


def test_a_door_that_is_opened_later_counts_like_the_first() -> None:
    """People from the local network have the same deadlines and limits."""
    own = house(of_address=2)

    async def story() -> None:
        config = uvicorn.Config(tiny, http=partial(Door, house=own), log_config=None, lifespan="off")  # type: ignore[arg-type]
        config.load()
        server = uvicorn.Server(config)
        server.lifespan, server.servers = config.lifespan_class(config), []
        listening = socket.create_server(("127.0.0.1", 0))
        door = await serve_with(server)(listening)
        lines = [await asyncio.open_connection(*listening.getsockname()) for _ in range(3)]
        assert await lines[0][0].read() == b"", "the first of three that say nothing has to go"
        assert len(own) == 2
        door.close()
        for _, writer in lines:
            writer.transport.abort()
        while len(own):
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), ENOUGH))


# Addresses


def test_addresses_as_they_are_counted() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::4") != network_of("2001:db8:1:2::4")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert len(network_of("x" * 1000)) == 80


@pytest.mark.parametrize("public", ["", "https://games.example"])
def test_a_page_is_our_own_by_its_scheme_too(public: str) -> None:
    settings = Settings(public_url=public)
    for scheme in ("https", "wss"):
        assert same_origin(settings, "https://games.example", "games.example", scheme)
        assert not same_origin(settings, "http://games.example", "games.example", scheme)
    assert same_origin(settings, "http://localhost:8000", "localhost:8000", "http")
    assert not same_origin(settings, "https://localhost:8000", "localhost:8000", "ws")


def test_proxies_are_addresses_and_never_everybody() -> None:
    trusted = Proxies("127.0.0.1, 10.88.0.0/16,::1")
    believed, others = ("127.0.0.1", "10.88.3.4", "::1"), ("127.0.0.2", "10.89.0.1", "", "somebody")
    for one in (trusted, ProxyHeadersMiddleware(tiny, str(trusted)).trusted_hosts):  # type: ignore[arg-type]
        assert all(address in one for address in (*believed, "::ffff:127.0.0.1", "::ffff:10.88.3.4"))
        assert not any(address in one for address in (*others, "::ffff:127.0.0.2", "::ffff:10.89.0.1", "::2"))
    for wrong in ("*", "localhost", "0.0.0.0/0", "::/0", "10.0.0.1/8"):
        with pytest.raises(ValueError, match="--trust"):
            Proxies(wrong)


def test_descriptors_are_raised_and_some_are_kept() -> None:
    assert raise_descriptors() >= 256
    assert room_for_connections(1024) == 1024 - RESERVE
    assert room_for_connections(256) == 128
