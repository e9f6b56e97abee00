"""What the server lets nobody do: too much, too large, from elsewhere, as somebody else; and what it does not say."""

import asyncio
import random
import re
import signal
import socket
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from nyhavn.server.app import HEADERS, MOST_BYTES, POLICY, make_app
from nyhavn.server.limits import DEAF_SECONDS, MOST_CONNECTIONS, MOST_SENDERS, RATES, Limits
from nyhavn.server.persons import Persons, new_key
from nyhavn.server.settings import Settings
from nyhavn.store import open_store
from nyhavn.table.entries import Refusal
from tests.ports import free_port
from tests.server.conftest import Meet
from tests.server.playing import end_of, play_out, step
from tests.server.serving import Live, Person, Refused, Server

pytestmark = pytest.mark.slow

TABLES = "/api/v1/tables"
STOP_SECONDS = 5.0
ADDRESSES = count(1)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits, as people run it."""
    folder = tmp_path_factory.mktemp("guarded")
    server = Server(f"sqlite:///{folder / 'nyhavn.db'}", folder, "--log", "debug").start()
    yield server
    server.stop()


@pytest.fixture
def web(server: Server) -> Iterator[httpx.Client]:
    """Somebody whom nobody knows, and who keeps no cookies."""
    with httpx.Client(base_url=server.url) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield http


# Too much


def test_limits_fill_up_again() -> None:
    now = [0]
    limits = Limits(1.0, lambda: now[0])
    most, rate = RATES["chat"]
    for _ in range(int(most)):
        limits.spend("chat", "Ada")
    with pytest.raises(Refusal) as caught:
        limits.spend("chat", "Ada")
    assert caught.value.code == "slow down"
    limits.spend("chat", "Bo")
    limits.spend("create", "Ada")
    now[0] += int(1000 / rate)
    limits.spend("chat", "Ada")
    with pytest.raises(Refusal):
        limits.spend("chat", "Ada")
    now[0] -= 100_000  # a clock that is set back takes nothing away
    with pytest.raises(Refusal):
        limits.spend("chat", "Ada")


def test_a_refusal_costs_nothing() -> None:
    """Asking again and again gets through as soon as the bucket has something in it."""
    now = [0]
    limits = Limits(1.0, lambda: now[0])
    got = 0
    for _ in range(1000):
        now[0] += 100
        with suppress(Refusal):
            limits.spend("create", "Ada")
            got += 1
    assert got == pytest.approx(RATES["create"][0] + 100 * RATES["create"][1], abs=1)


def test_connections_of_one_sender_at_a_time() -> None:
    limits = Limits(1.0, lambda: 0)
    with ExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            stack.enter_context(limits.connected("Ada"))
        with pytest.raises(Refusal), limits.connected("Ada"):
            pass
        with limits.connected("Bo"):
            pass
    with limits.connected("Ada"):
        pass
    assert not limits._connected


def test_limits_do_not_grow() -> None:
    limits = Limits(1.0, lambda: 0)
    for sender in range(MOST_SENDERS + 100):
        limits.spend("request", str(sender))
    assert len(limits._buckets) == MOST_SENDERS


def test_a_day_does_not_begin_anew_for_a_crowd() -> None:
    limits = Limits(1.0, lambda: 0)
    limits.spend("tables a day", "192.0.2.1")
    for sender in range(MOST_SENDERS):
        limits.spend("request", str(sender))
    with pytest.raises(Refusal):
        limits.spend("tables a day", "192.0.2.1")


def test_no_limits() -> None:
    limits = Limits(0, lambda: 0)
    for _ in range(1000):
        limits.spend("chat", "Ada")


@pytest.mark.slow
def test_too_many_requests(guarded: Server) -> None:
    """The limits of one sender; each test has an address of its own, as a proxy would tell it."""
    with httpx.Client(base_url=guarded.url, headers={"X-Forwarded-For": "192.0.2.1"}) as http:
        http.get("/api/v1/me")
        made = [http.post(TABLES, json={"game": "copenhagen"}) for _ in range(30)]
        assert {answer.status_code for answer in made} == {201, 429}
        refused = next(answer for answer in made if answer.status_code == 429)
        assert refused.json()["code"] == "slow down"
        assert int(refused.headers["retry-after"]) == refused.json()["details"]["seconds"] > 0
        codes = [http.post("/api/v1/codes", json={"code": f"AAA{number:03}"}).status_code for number in range(30)]
        assert codes.count(404) == RATES["code"][0]
        assert set(codes) == {404, 429}
        owners = [http.post("/api/v1/links/owner", json={"code": "A" * 10}).status_code for _ in range(3)]
        assert set(owners) == {429}, "guessing codes is as slow here"
        links = [http.post("/api/v1/me/links").status_code for _ in range(15)]
        assert set(links) == {200, 429}
        answers = [http.get("/api/v1/bots").status_code for _ in range(400)]
        assert 429 in answers
    with httpx.Client(base_url=guarded.url, headers={"X-Forwarded-For": "192.0.2.2"}) as http:
        assert http.get("/api/v1/bots").status_code == 200, "others are not held up"
        assert http.get("/healthz").status_code == 200


def somewhere() -> dict[str, str]:
    """An address that no other test, and no other try of this one, has."""
    return {"X-Forwarded-For": f"198.51.100.{next(ADDRESSES)}"}


@pytest.mark.slow
def test_too_many_messages(guarded: Server) -> None:
    ada = Person(guarded.url, "Ada", somewhere())
    table = ada.make(seats=[{"kind": "me"}] * 2)["id"]
    live = ada.live(table, 0)
    said = []
    for number in range(12):
        try:
            live.do(chat=f"line {number}")
            said.append(number)
        except Refused as refusal:
            if refusal.code != "slow down":
                raise
    assert RATES["chat"][0] <= len(said) < 12
    with suppress(ConnectionClosed):
        for number in range(400):
            live.send({"id": f"ping-{number}", "ping": True})
    assert end_of(live) == 1008
    assert sum("ack" in frame for frame in live.frames) < 200
    live.close()
    deadline = time.monotonic() + 2 * DEAF_SECONDS
    while True:  # an address that floods is not listened to for a while
        time.sleep(1)
        try:
            again = ada.live(table, 0)
        except (Refused, ConnectionClosed, InvalidStatus):
            assert time.monotonic() < deadline
        else:
            break
    assert again.do(ping=True)
    again.close()
    ada.http.close()


@pytest.mark.slow
def test_chat_is_limited_by_address_and_by_table(guarded: Server) -> None:
    """Taking a new name for every line makes nobody quicker, and spectators do not silence the players."""
    ada = Person(guarded.url, "Ada", somewhere())
    tables = [ada.make(seats=[{"kind": "me"}] * 2, chat="anyone")["id"] for _ in range(3)]

    def talk(table: str, address: str) -> int:
        """How many lines newcomers from an address get through."""
        said = 0
        for number in range(6):
            eve = httpx.Client(base_url=guarded.url, headers={"X-Forwarded-For": address})
            eve.get("/api/v1/me")
            cookie = f"nyhavn={eve.cookies['nyhavn']}"
            live = Live(guarded.url, table, cookie, None, None, headers={"X-Forwarded-For": address})
            for line in range(int(RATES["chat"][0])):
                with suppress(Refused):
                    live.do(chat=f"{number} {line}")
                    said += 1
            live.close()
            eve.close()
        return said

    most = RATES["chat address"][0]
    assert most <= talk(tables[0], "192.0.2.31") < most + 10
    assert talk(tables[1], "192.0.2.31") < 10, "at another table too"
    most = RATES["chat table"][0]
    assert most <= sum(talk(tables[2], f"192.0.2.{number}") for number in range(40, 43)) < most + 20
    player = ada.live(tables[2], 0)
    player.do(chat="that is enough")
    player.close()
    ada.http.close()


@pytest.mark.slow
def test_too_many_connections(guarded: Server) -> None:
    address = f"ws://127.0.0.1:{guarded.port}/api/v1/tables/nowhere/live"
    opened, refused = 0, 0
    for _ in range(80):
        try:
            with connect(address, additional_headers={"X-Forwarded-For": "192.0.2.9"}) as socket:
                assert socket.recv(5)
                opened += 1
        except InvalidStatus:
            refused += 1
    assert opened >= RATES["connect"][0]
    assert refused > 0


# Too large


def test_a_body_that_is_too_large(web: httpx.Client) -> None:
    body = b'{"game": "copenhagen", "name": "' + b"x" * MOST_BYTES + b'"}'

    def pieces() -> Iterator[bytes]:
        for place in range(0, len(body), 1000):
            yield body[place : place + 1000]

    for content in (body, pieces()):
        answer = web.post(TABLES, content=content)
        assert (answer.status_code, answer.json()["code"]) == (413, "too large")


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 5000, "x"])
def test_a_length_that_is_none(server: Server, length: str) -> None:
    sent = f"POST {TABLES} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n{{}}"
    assert 400 <= raw(server, sent.encode()) < 500


def raw(server: Server, sent: bytes) -> int:
    """The status with which bytes are answered."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as line:
        line.sendall(sent)
        return int(line.recv(4000).split()[1])


def test_a_frame_that_is_too_large(meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make(seats=[{"kind": "me"}] * 2)["id"]
    live = ada.live(table, 0)
    live.send('{"id": "1", "chat": "' + "x" * 20_000 + '"}')
    assert end_of(live) == 1009
    assert ada.live(table, 0).do(ping=True)


# From elsewhere


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "http://[", "", "file://"])
def test_pages_of_other_servers(meet: Meet, server: Server, origin: str) -> None:
    ada = meet("Ada")
    table = ada.make()["id"]
    answer = ada.http.post(TABLES, json={"game": "copenhagen"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    answer = ada.http.delete(f"{TABLES}/{table}/seats/0", headers={"Origin": origin})
    assert answer.status_code == 403
    assert ada.get(f"{TABLES}/{table}")["status"] == "open"
    address = f"{server.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(address, additional_headers={**cookie_of(ada), "Origin": origin}),
    ):
        pass
    assert caught.value.response.status_code == 403


def test_the_own_page_by_another_scheme(meet: Meet, server: Server) -> None:
    answer = meet("Ada").http.post(
        TABLES, json={"game": "copenhagen"}, headers={"Origin": server.url.replace("http:", "https:")}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_the_own_page(meet: Meet, server: Server) -> None:
    ada = meet("Ada")
    origin = {"Origin": server.url}
    made = ada.http.post(TABLES, json={"game": "copenhagen"}, headers=origin)
    assert made.status_code == 201
    address = f"{server.url.replace('http', 'ws')}/api/v1/tables/{made.json()['id']}/live"
    with connect(address, additional_headers={**cookie_of(ada), **origin}) as socket:
        assert socket.recv(5)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "0.0.0.0"])
def test_names_that_are_not_ours(web: httpx.Client, server: Server, host: str) -> None:
    """A page elsewhere may let its own name point to this machine (DNS rebinding)."""
    for path in ("/api/v1/me", "/", "/healthz"):
        answer = web.get(path, headers={"Host": host})
        assert answer.status_code == 400
        assert "set-cookie" not in answer.headers
    assert web.get("/healthz", headers={"Host": f"localhost:{server.port}"}).status_code == 200


# Headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/api/v1/me", 200),
        ("GET", "/api/v1/tables/none", 404),
        ("GET", "/nothing", 404),
        ("GET", "/api/v1/nothing", 404),
        ("POST", "/healthz", 405),
        ("POST", "/api/v1/tables", 422),
        ("GET", "/api/v1/me/tables", 401),
        ("GET", "/metrics", 200),
    ],
)
def test_every_answer_has_its_headers(web: httpx.Client, method: str, path: str, status: int) -> None:
    answer = web.request(method, path)
    assert answer.status_code == status
    policy = answer.headers[POLICY]
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS | {POLICY: policy}
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers, "plain HTTP"
    if path.startswith("/api/"):
        assert answer.headers["cache-control"] == "no-store"
    assert policy.startswith(HEADERS[POLICY])
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy
    # Of scripts in a page only those run that it was built with.
    scripts = re.findall("<script>(.*?)</script>", answer.text, re.DOTALL) if path == "/" else []
    digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = policy.removeprefix(HEADERS[POLICY]).removeprefix("; script-src 'self'").split()
    assert allowed == [f"'sha256-{digest}'" for digest in digests]


def test_refusals_of_the_guard_have_them_too(web: httpx.Client) -> None:
    answers = [
        web.get("/", headers={"Host": "evil.example"}),
        web.post(TABLES, headers={"Origin": "https://evil.example"}),
        web.post(TABLES, content=b"x" * (MOST_BYTES + 1)),
    ]
    assert [answer.status_code for answer in answers] == [400, 403, 413]
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_what_people_write_comes_back_as_json_only(meet: Meet, server: Server) -> None:
    evil = "<script>alert(1)</script>"
    ada = meet("Ada")
    table = ada.make(name=evil, listed=True)["id"]
    for path in (f"{TABLES}/{table}", TABLES, f"/api/v1/tables/{evil}", f"/{evil}", f"/?{evil}"):
        answer = ada.http.get(path)
        kind = answer.headers["content-type"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert kind == "application/json" or evil not in answer.text, path


# Files


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/assets/../../app.py",
        "/assets/..%2f..%2fapp.py",
        "/..%5capp.py",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/%00",
        "/a%00b",
        "/" + "a" * 300,
        "/" + "a/" * 3000,
        "/%ff%fe",
        "/.",
        "/assets",
    ],
)
def test_files_outside_are_not_given_out(server: Server, path: str) -> None:
    status = raw(server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    assert 400 <= status < 500


# Who is who


def cookie_of(person: Person) -> dict[str, str]:
    return {"Cookie": f"nyhavn={person.http.cookies['nyhavn']}"}


def test_the_cookie(web: httpx.Client) -> None:
    cookie = web.get("/api/v1/me").headers["set-cookie"]
    flags = {part.strip().partition("=")[0].lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite", "path", "max-age"} <= flags
    assert "SameSite=lax" in cookie
    assert "secure" not in flags  # plain HTTP on this machine
    proxied = web.get("/api/v1/me", headers={"X-Forwarded-Proto": "https"})
    assert "Secure" in proxied.headers["set-cookie"]
    assert proxied.headers["set-cookie"].startswith("__Host-nyhavn=")
    plain = cookie.partition(";")[0]
    again = web.get("/api/v1/me", headers={"X-Forwarded-Proto": "https", "Cookie": plain})
    assert "set-cookie" in again.headers, "a cookie that a page without HTTPS could have set is nobody's"
    good = proxied.headers["set-cookie"].partition(";")[0]
    assert "set-cookie" not in web.get("/api/v1/me", headers={"X-Forwarded-Proto": "https", "Cookie": good}).headers


def test_metrics_name_bots_without_their_budgets(meet: Meet, web: httpx.Client) -> None:
    ada = meet("Ada")
    for budget in ("11ms", "12ms"):
        table = ada.make(seats=[{"kind": "bot", "bot": f"greedy:{budget}"}, {"kind": "me"}])["id"]
        live = ada.live(table, 1)
        while not live.choices or live.choices["plan"]:
            live.receive()
    told = web.get("/metrics").text
    assert 'bot="greedy"' in told
    assert 'ms"' not in told


def test_forged_cookies(web: httpx.Client, meet: Meet) -> None:
    ada = meet("Ada")
    table = ada.make()["id"]
    good = str(ada.http.cookies["nyhavn"])
    person, _, signature = good.partition(".")
    foreign = Persons(new_key()).token(person)
    forged = [
        "", ".", person, f"{person}.", f"{person}.{signature[:-1]}", f"{person}.{signature[:-1]}{'x'}",
        f"{person}.{signature.upper()}", f"{person}x.{signature}", f"x{person[1:]}.{signature}", foreign,
        f"{good}.", f'"{good}', "é" * 22 + "." + signature, "x" * 5000,
    ]  # fmt: skip
    for token in forged:
        sent = {b"Cookie": f"nyhavn={token}".encode()}
        told = web.get(f"{TABLES}/{table}", headers=sent)
        assert not told.json()["host"], token
        assert web.get("/api/v1/me/tables", headers=sent).status_code == 401
        assert "set-cookie" in web.get("/api/v1/me", headers=sent).headers
    assert web.get(f"{TABLES}/{table}", headers={"Cookie": f"nyhavn={good}"}).json()["host"]


# Logs


@pytest.mark.slow
def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    """At the most talkative level, with two whole games, chat, links, refusals and a replay."""
    options = ("--bot-pause", "0", "--limits", "0", "--log", "debug")
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, *options).start()
    people = [Person(server.url, name) for name in ("Adalovelace", "Bohrniels")]
    secrets: list[str] = ["Adalovelace", "Bohrniels", "rosebud"]
    for person in people:
        secrets += str(person.http.cookies["nyhavn"]).split(".")
    for game in ("copenhagen", "roll-and-write"):
        made = people[0].make(game, 3, seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}])
        people[1].post("/api/v1/codes", {"code": made["invite"]["code"]})
        people[1].sit(made["id"], 1)
        lives = [people[0].live(made["id"], 0, since=0), people[1].live(made["id"], 1)]
        lives[0].do(chat="rosebud")
        for bad in ({"move": "rosebud"}, {"undo": "rosebud"}, {"rosebud": True}):
            with pytest.raises(Refused):
                lives[0].do(**bad)
        lives[0].send("rosebud")
        while "refused" not in lives[0].receive():
            pass
        play_out(game, lives, seed=11)
        after = people[0].get(f"{TABLES}/{made['id']}")
        people[0].get(f"/api/v1/replays/{after['replay']}")
        link = people[0].post("/api/v1/me/links")
        people[1].http.post("/api/v1/links", json={"code": f"{link['code']}X"})
        people[1].http.get(f"{TABLES}/rosebud")
        people[1].http.get(f"/rosebud/{after['replay']}?rosebud")
        secrets += [made["id"], made["invite"]["code"], after["replay"], after["seed"], link["code"]]
        for live in lives:
            live.close()
    for person in people:
        person.http.close()
    with socket.create_connection(("127.0.0.1", server.port), 5) as line:
        line.sendall(b"rosebud\r\n\r\n")
        line.recv(1000)
    assert server.stop() == 0
    log = server.log.read_text()
    assert '"event": "request"' in log
    assert "Traceback" not in log
    found = [secret for secret in secrets if secret in log]
    assert not found, [line for line in log.splitlines() if any(secret in line for secret in found)][:5]


# The end


@pytest.mark.slow
def test_a_server_that_is_told_to_stop(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, "--limits", "0").start()
    ada = Person(server.url, "Ada")
    table = ada.make("copenhagen", 2, seats=[{"kind": "me"}, {"kind": "bot", "bot": "greedy"}])["id"]
    lives: list[Live] = [ada.live(table, seat) for seat in (0, None, 0)]
    silent = socket.create_connection(("127.0.0.1", server.port), 5)  # says nothing at all
    step("copenhagen", lives[:1], random.Random(1))
    started = time.monotonic()
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    for live in lives:
        assert end_of(live) == 1012
    assert server.process.wait(10) == 0
    assert time.monotonic() - started < STOP_SECONDS
    silent.close()
    ada.http.close()
    for live in lives:
        live.close()


@pytest.mark.slow
def test_servers_that_cannot_start(tmp_path: Path, server: Server) -> None:
    def run(*options: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "nyhavn", "serve", "--no-open", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.stdout == ""
        return done.returncode, done.stderr

    (tmp_path / "no.db").write_text("this is not a database, and a long text it is" * 100)
    good = f"sqlite:///{tmp_path / 'good.db'}"
    port = str(free_port())
    for wrong in (
        ("--port", str(server.port), "--db", good),
        ("--port", "70000", "--db", good),
        ("--port", port, "--db", f"sqlite:///{tmp_path / 'no.db'}"),
        ("--port", port, "--db", good, "--public-url", "ftp://x"),
        ("--port", port, "--db", good, "--log", "loud"),
    ):
        code, said = run(*wrong)
        assert code == 2, (wrong, said)
        assert len(said.strip().splitlines()) == 1, (wrong, said)


def test_an_error_of_ours_is_told_as_one(tmp_path: Path) -> None:
    """Something breaks inside: a 500 of the usual shape, with all headers, and nothing about what it was."""

    async def ask() -> httpx.Response:
        app = make_app(Settings(), open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))

        def broken(*_: Any) -> Any:
            raise ZeroDivisionError("rosebud")

        async with app.router.lifespan_context(app):
            app.state.store.open_tables = broken
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                return await http.get(TABLES)

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert "rosebud" not in answer.text
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
