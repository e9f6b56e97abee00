"""What one person may have on the disk of a server: tables and positions in a day, and bytes; then a clear refusal."""

import asyncio
import socket
from pathlib import Path

import httpx
import pytest

import nyhavn
from nyhavn.server import limits
from nyhavn.server.app import make_app
from nyhavn.server.settings import DAY, Settings
from nyhavn.store import open_store
from nyhavn.table import commands
from tests.client.stage import Stage
from tests.server.clocks import Clocks
from tests.server.serving import Person, Refused, Server

TABLES = "/api/v1/tables"
SOLO = {"game": "copenhagen", "seats": [{"kind": "me"}, {"kind": "me"}]}


async def asked(http: httpx.AsyncClient, path: str, body: object) -> tuple[int, str]:
    answer = await http.post(path, json=body)
    return answer.status_code, answer.json().get("code", "")


def test_one_person_makes_so_much_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "rematch_seats", lambda table, person: [{"person": person, "name": ""}] * 2)
    clocks = Clocks()
    settings = Settings(
        limits=0.5, tables_a_day=6, positions_a_day=4, megabytes=2, now=clocks.wall, steady=clocks.steady
    )

    async def talk() -> None:
        app = make_app(settings, open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=("192.0.2.1", 9))
            async with (
                httpx.AsyncClient(transport=transport, base_url="http://localhost") as ann,
                httpx.AsyncClient(transport=transport, base_url="http://localhost") as bob,
            ):
                table = (await ann.post(TABLES, json=SOLO)).json()["id"]
                assert await asked(ann, "/api/v1/lessons", {"lesson": "copenhagen"}) == (201, "")
                assert await asked(ann, TABLES, SOLO) == (201, "")
                assert await asked(ann, TABLES, SOLO) == (429, "tables a day")
                assert await asked(ann, "/api/v1/lessons", {"lesson": "copenhagen"}) == (429, "tables a day")
                assert await asked(ann, f"{TABLES}/{table}/rematch", {}) == (429, "tables a day")
                assert await asked(bob, TABLES, SOLO) == (201, "")
                share = f"{TABLES}/{table}/positions"
                for _ in range(2):
                    assert await asked(ann, share, {"seat": 0}) == (201, "")
                assert await asked(ann, share, {"seat": 0}) == (429, "positions a day")
                clocks.go(DAY + 1)
                while app.state.context.hub.now() < clocks.at:  # maintenance looks at the clock
                    await asyncio.sleep(0.05)
                assert await asked(ann, TABLES, SOLO) == (201, "")
                person = app.state.context.persons.read(ann.cookies["nyhavn"])
                app.state.store.put_document("position large", "x" * 1_000_000, clocks.at - DAY, person)
                assert await asked(ann, TABLES, SOLO) == (429, "no room")
                assert await asked(ann, share, {"seat": 0}) == (429, "no room")
                assert await asked(bob, TABLES, SOLO) == (201, "")

    asyncio.run(talk())


def test_one_address_creates_and_keeps_so_much_under_whatever_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a cookie each request comes from somebody new, who has nothing yet."""
    settings = Settings(tables_a_day=2, positions_a_day=1)
    app = make_app(settings, open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
    monkeypatch.setattr(app.state.limits, "_now", lambda: 0)  # nothing fills up meanwhile
    record = nyhavn.new_game("copenhagen", seed=1).record()
    lay = {"position": {"record": record}, "seats": [{"kind": "me"}] * 2}

    async def ask(path: str, body: object, address: str = "192.0.2.1") -> tuple[int, str]:
        transport = httpx.ASGITransport(app, client=(address, 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as somebody:
            return await asked(somebody, path, body)

    async def talk() -> None:
        async with app.router.lifespan_context(app):
            told = [(await ask(TABLES, SOLO))[0] for _ in range(2 * int(limits.TOGETHER) + 1)]
            assert told == [201] * (len(told) - 1) + [429]
            assert await ask("/api/v1/lessons", {"lesson": "copenhagen"}) == (429, "slow down")
            assert await ask(TABLES, SOLO, "192.0.2.2") == (201, "")
            monkeypatch.setitem(limits.RATES, "stored", (5.0 * len(record), 0.001))
            told = [(await ask(TABLES, lay, "192.0.2.3"))[0] for _ in range(3)]
            assert told == [201, 201, 429]
            assert await ask(TABLES, SOLO, "192.0.2.3") == (201, "")
            monkeypatch.setitem(limits.RATES, "stored", (2.0 * limits.JUDGED_BYTES * len(record), 0.001))
            reviews = [{"record": record + "\n" * number} for number in range(3)]
            told = [(await ask("/api/v1/reviews", wanted, "192.0.2.4"))[0] for wanted in reviews]
            assert told == [201, 429, 429]

    asyncio.run(talk())


def test_one_address_fills_so_much_of_the_list_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's list of open tables has fifty lines: nobody pushes the tables of others out of it."""
    app = make_app(Settings(), open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
    monkeypatch.setattr(app.state.limits, "_now", lambda: 0)  # nothing fills up meanwhile
    monkeypatch.setitem(limits.RATES, "listed", (3.0, 0.001))

    async def lay(address: str, listed: bool = True) -> int:
        transport = httpx.ASGITransport(app, client=(address, 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as somebody:
            return (await asked(somebody, TABLES, {"game": "copenhagen", "listed": listed}))[0]

    async def talk() -> None:
        async with app.router.lifespan_context(app):
            assert [await lay("192.0.2.1") for _ in range(5)] == [201] * 3 + [429] * 2
            assert await lay("192.0.2.1", listed=False) == 201
            assert await lay("192.0.2.2") == 201
            assert len(app.state.store.open_tables()) == 4

    asyncio.run(talk())


def test_one_address_takes_so_many_seats_of_others_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise somebody sits down at every table that waits for players, and plays at none."""
    app = make_app(Settings(), open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
    monkeypatch.setattr(app.state.limits, "_now", lambda: 0)  # nothing fills up meanwhile
    monkeypatch.setitem(limits.RATES, "guest", (3.0, 0.001))

    async def talk() -> None:
        async with app.router.lifespan_context(app):
            people = [
                httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 9)), base_url="http://localhost")
                for address in ("192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.3")
            ]
            ann, eve, eve_again, bob = people

            async def lay(listed: bool) -> str:
                wanted = {"game": "copenhagen", "players": 4, "listed": listed}
                return f"{TABLES}/{(await ann.post(TABLES, json=wanted)).json()['id']}/seats"

            listed = [await lay(True) for _ in range(3)]
            assert [await asked(eve, f"{one}/1", {"name": "Eve"}) for one in listed[:2]] == [(200, "")] * 2
            assert await asked(eve, f"{listed[0]}/1", {"name": "Eva"}) == (200, ""), "to be called something else, too"
            for somebody in (eve, eve_again):
                assert await asked(somebody, f"{listed[2]}/1", {"name": "Evi"}) == (429, "slow down")
            assert await asked(eve, f"{await lay(False)}/1", {"name": "Eve"}) == (200, ""), "who was invited may come"
            assert await asked(ann, f"{listed[2]}/0", {"name": "Anna"}) == (200, "")
            assert await asked(bob, f"{listed[2]}/1", {"name": "Bob"}) == (200, "")
            for one in people:
                await one.aclose()

    asyncio.run(talk())


def test_one_address_writes_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever people call themselves: moves and undos for ever would fill any disk."""
    monkeypatch.setitem(limits.RATES, "entry", (3.0, 0.001))
    with Stage(limits=1.0) as stage:
        ada = Person(stage.url, "Ada")
        table = ada.make(seats=[{"kind": "me"}, {"kind": "me"}])["id"]
        live = ada.live(table, 0)
        for on in (True, False, True):
            live.do(confirming=on)
        with pytest.raises(Refused, match="slow down"):
            live.do(confirming=False)
        live.close()
        ada.close()


def test_connections_of_one_address_are_told_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred that look at one table would multiply everything that is done there."""
    monkeypatch.setitem(limits.RATES, "told", (20.0, 0.001))
    with Stage(limits=1.0) as stage:
        ada = Person(stage.url, "Ada")
        elsewhere = Person(stage.url, "Bo", {"X-Forwarded-For": "192.0.2.7"})
        table = ada.make(seats=[{"kind": "me"}, {"kind": "open"}])["id"]
        looking = [elsewhere.live(table) for _ in range(5)]
        live = ada.live(table, 0)
        for number in range(10):  # spectators from elsewhere cost nothing
            live.do(confirming=number % 2 == 0)
        looking += [ada.live(table) for _ in range(4)]  # 1 + 2 + 3 + 4 of the 10 that are left
        with pytest.raises(Refused, match="slow down"):
            live.do(confirming=True)
        assert ada.http.post(f"{TABLES}/{table}/seats/0", json={"name": "Eve"}).json()["code"] == "slow down"
        for one in (live, *looking):
            one.close()
        ada.close()
        elsewhere.close()


@pytest.mark.slow
def test_nonsense_writes_nothing_into_the_log(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, "--limits", "0").start()
    said = server.log.read_text()
    head = b"POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n"
    for nonsense in (
        b"\x00\x01\r\n\r\n",
        head + b"Upgrade: tea\r\nConnection: Upgrade\r\n\r\n",
        head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",  # its answer is already being made
    ):
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", server.port), 5) as line:
                line.sendall(nonsense)
                line.recv(4096)
    counted = httpx.get(f"{server.url}/metrics").text
    assert server.log.read_text() == said
    assert 'nyhavn_refusals_total{code="malformed"} 60.0' in counted
    server.stop()


def test_records_are_counted_by_their_size(tmp_path: Path) -> None:
    """A table made from a record has it in its log."""
    record = nyhavn.new_game("copenhagen", seed=1).record()

    async def talk() -> None:
        app = make_app(Settings(), open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app, client=("192.0.2.1", 9))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as ann:
                made = {"position": {"record": record}, "seats": [{"kind": "me"}] * 2}
                assert (await ann.post(TABLES, json=made)).status_code == 201
                person = app.state.context.persons.read(ann.cookies["nyhavn"])
                assert app.state.store.holdings(person, 0).size > 2 * (len(record) - 100)

    asyncio.run(talk())
