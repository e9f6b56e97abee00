"""What may happen to a server: no room on the disk, no database, a restart, an upgrade. Players lose nothing by it."""

import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from nyhavn.store import open_store
from nyhavn.store.startup import read_url
from nyhavn.table.entries import Entry
from tests.cli import run
from tests.databases import KINDS, Cluster, new_database
from tests.server.persistent_players import Launch, Visit
from tests.server.playing import step
from tests.server.serving import ConnectionClosed, Live, Person, Refused, Server, some_move
from tests.waiting import ENOUGH, until

pytestmark = pytest.mark.slow

HOUR = 60 * 60 * 1000


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as made:
        yield made


def sql(url: str, *statements: str) -> None:
    """Do something to a database behind the server's back."""
    engine = create_engine(read_url(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def log_of(url: str, table: str) -> list[Entry]:
    store = open_store(url)
    entries = store.read(table)
    store.close()
    return entries


def health(server: Server) -> int:
    return httpx.get(f"{server.url}/healthz", timeout=ENOUGH).status_code


def sit(ada: Person, **made: Any) -> tuple[str, list[Live]]:
    """Somebody takes both seats of a table."""
    table = ada.make(seats=[{"kind": "me"}] * 2, **made)["id"]
    return table, [ada.live(table, seat, 0) for seat in range(2)]


def mover(seats: list[Live]) -> tuple[Live, str]:
    """The seat to move, and a move."""
    for seat in seats:
        if seat.choices and not seat.choices["plan"]:
            return seat, some_move("copenhagen", seat.choices, random.Random(1))
    raise AssertionError("nobody is to move")


def play(seats: list[Live], moves: int, seed: int = 5) -> int:
    luck = random.Random(seed)
    for _ in range(moves):
        step("copenhagen", seats, luck)
    last = max(seat.n for seat in seats)
    for seat in seats:
        seat.until(last)
    return last


def refused_then_accepted(
    server: Server,
    seats: list[Live],
    break_it: Callable[[], object],
    mend: Callable[[], object],
    come_back: Callable[[], Sequence[Live]] | None = None,
) -> None:
    """A move that cannot be saved is refused, nobody is told of it, and it is accepted when it can be saved again.
    People may have been sent away meanwhile, and come back."""
    play(seats, 6)
    break_it()
    live, move, name = play_until_refused(seats)
    n, views, place = live.n, [seat.view for seat in seats], seats.index(live)
    for _ in range(2):
        with pytest.raises((Refused, ConnectionClosed), match=r"store|1012"):
            live.do(name, move=move)
    assert health(server) == 503
    mend()
    until(lambda: health(server) == 200)
    if come_back is not None:
        seats[:] = come_back()
        live = seats[place]
    for seat in seats:
        seat.do(ping=True)
    assert [seat.n for seat in seats] == [n, n]
    assert [seat.view for seat in seats] == views
    told = live.do(name, move=move)
    assert live.do(name, move=move)["n"] == told["n"]
    play(seats, 6)
    assert [event["n"] for event in seats[0].events] == list(range(1, seats[0].n + 1))


def play_until_refused(seats: list[Live]) -> tuple[Live, str, str]:
    """Some moves may still find a place on a full disk. Players who move while it is missing are sent away."""
    for number in range(60):
        live, move = mover(seats)
        name = f"again-{number}"
        try:
            live.do(name, move=move)
        except (Refused, ConnectionClosed):
            return live, move, name
        for seat in seats:
            seat.until(live.n)
    raise AssertionError("nothing was refused")


def check_log(entries: list[Entry], last: int) -> None:
    """Every number once, every message once."""
    assert [entry.n for entry in entries] == list(range(1, last + 1))
    ids = [entry.body["id"] for entry in entries if "id" in entry.body]
    assert len(ids) == len(set(ids))


def test_a_full_disk_refuses_a_move_and_loses_none(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    url, pages = f"sqlite:///{tmp_path / 'nyhavn.db'}", 400
    server = launch(f"{url}?max_page_count={pages}")
    table, seats = sit(visit(server))
    filler = sqlite3.connect(tmp_path / "nyhavn.db", isolation_level=None)

    def fill() -> None:
        """All pages are taken, and some that the server may not have."""
        filler.execute("CREATE TABLE filler (bytes BLOB)")
        while filler.execute("PRAGMA page_count").fetchone()[0] < pages + 10:
            filler.execute("INSERT INTO filler VALUES (zeroblob(40000))")

    refused_then_accepted(server, seats, fill, lambda: filler.execute("DROP TABLE filler"))
    filler.close()
    server.stop()
    check_log(log_of(url, table), seats[0].n)


def test_a_database_that_is_gone_refuses_a_move_and_loses_none(launch: Launch, visit: Visit) -> None:
    machine = Cluster()
    try:
        with machine.database() as url:
            server = launch(url)
            ada = visit(server)
            table, seats = sit(ada)
            back = lambda: [ada.live(table, seat, 0) for seat in range(2)]  # noqa: E731
            refused_then_accepted(server, seats, machine.stop, machine.start, back)
            other = visit(launch(url)).live(table, None, 0)
            play(seats, 3)
            other.until(seats[0].n)  # both processes listen again
            check_log(log_of(url, table), seats[0].n)
            server.stop()
    finally:
        machine.remove()


@pytest.mark.parametrize(("kind", "graceful"), [("sqlite", True), ("sqlite", False), ("postgresql", False)])
def test_after_a_restart_everybody_gets_exactly_what_is_missing(
    kind: str, graceful: bool, launch: Launch, visit: Visit, tmp_path: Path
) -> None:
    with new_database(kind, tmp_path) as url:
        check_restart(url, graceful, launch, visit)


def check_restart(url: str, graceful: bool, launch: Launch, visit: Visit) -> None:
    server = launch(url)
    ada = visit(server)
    table, seats = sit(ada)
    missed = play(seats, 10)
    last = play(seats, 8)
    live, move = mover(seats)
    live.send({"id": "last-words", "move": move})
    if graceful:
        server.stop()
    else:
        server.kill()
    server.start()
    back = ada.live(table, 1, missed)
    assert [event["n"] for event in back.events] == list(range(missed + 1, back.n + 1))
    assert back.n >= last, "what was told is there"
    told = ada.live(table, seats.index(live), last).do("last-words", move=move)
    back.until(told["n"])
    seats = [ada.live(table, seat, 0) for seat in range(2)]
    assert [event["n"] for event in seats[0].events] == list(range(1, told["n"] + 1))
    assert seats[1].view == back.view
    n = play(seats, 10)
    server.stop()
    check_log(log_of(url, table), n)


def test_time_without_a_server_is_given_back_once(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nyhavn.db'}"
    server = launch(url)
    ada = visit(server)
    table, seats = sit(ada, clock={"bank": 600})
    play(seats, 7)
    other = ada.make(seats=[{"kind": "me"}] * 2)
    before = seats[0].events[-1]["clock"]
    server.kill()
    pass_time(url)
    for _ in range(2):  # it dies once more before anybody has moved
        server.start()
        granted = [it["event"] for it in ada.live(table, 0, 0).events if it["event"]["kind"] == "clock"]
        assert abs(granted[0]["granted"] - HOUR) < 60_000
        assert all(event["granted"] < 60_000 for event in granted[1:]), "where starting again takes its time"
        assert ada.get(f"/api/v1/tables/{other['id']}")["n"] == other["n"], "it has no clock"
        server.kill()
    server.start()
    seats = [ada.live(table, seat, 0) for seat in range(2)]
    play(seats, 2)
    clock, seat = seats[0].events[-1]["clock"], before["running"]
    assert before["left"][seat] - 120_000 < clock["left"][seat] <= before["left"][seat]
    assert not any(it["standin"] for it in ada.get(f"/api/v1/tables/{table}")["seats"])


def pass_time(url: str) -> None:
    """An hour in which no server is there."""
    sql(
        url,
        f"UPDATE entries SET at = at - {HOUR}",
        f"UPDATE tables SET wake = wake - {HOUR}, updated = updated - {HOUR}",
        f"UPDATE processes SET at = at - {HOUR}",
    )


def test_two_processes_that_start_at_once_give_time_back_once(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    with new_database("postgresql", tmp_path) as url:
        first = launch(url)
        ada = visit(first)
        tables = [ada.make(seats=[{"kind": "me"}] * 2, clock={"bank": 600})["id"] for _ in range(30)]
        first.kill()
        pass_time(url)
        servers = [first.start(wait=False), launch(url, wait=False)]
        for server in servers:
            server.wait()
        for table in tables:
            kinds = [it["event"]["kind"] for it in ada.live(table, 0, 0).events]
            assert kinds.count("clock") == 1
        for server in servers:
            server.stop()


def test_a_game_of_other_rules_is_frozen_and_not_altered(url: str, launch: Launch, visit: Visit) -> None:
    server = launch(url)
    ada = visit(server)
    table, seats = sit(ada, clock={"bank": 10})
    play(seats, 10)
    other = ada.make(seats=[{"kind": "me"}] * 2, clock={"move": 5})["id"]
    server.stop()
    start = next(entry for entry in log_of(url, table) if entry.kind == "start")
    old, new = f'"rules":"{start.body["rules"]}"', '"rules":"0.9"'
    sql(url, f"UPDATE entries SET body = replace(body, '{old}', '{new}') WHERE table_id = '{table}'")
    before = log_of(url, table)
    assert next(entry for entry in before if entry.kind == "start").body["rules"] == "0.9"
    server.start()
    info = ada.get(f"/api/v1/tables/{table}")
    assert (info["status"], info["frozen"]) == ("frozen", "rules")
    assert {line["id"]: line["status"] for line in ada.get("/api/v1/me/tables")["tables"]}[table] == "frozen"
    live = ada.live(table, 0, 0)
    assert live.view is None
    assert live.choices is None
    for message in ({"move": "take 1 2"}, {"undo": True}, {"confirm": True}):
        with pytest.raises(Refused, match="frozen") as refusal:
            live.do(**message)
        assert "older version" in refusal.value.answer["sentence"]
    playing = ada.live(other, 0, 0)
    while "standin" not in [event["event"]["kind"] for event in playing.events]:
        playing.receive()  # maintenance does not stay with tables that are frozen
    server.stop()
    assert log_of(url, table) == before


def test_a_backup_of_a_running_server_is_what_it_was(url: str, launch: Launch, visit: Visit, tmp_path: Path) -> None:
    server = launch(url)
    ada = visit(server)
    table, seats = sit(ada)
    last = play(seats, 12)
    done = run("backup", tmp_path / "friday.db", "--db", url)
    assert done.returncode == 0, done.stderr
    views = [seat.view for seat in seats]
    n = play(seats, 5)  # it goes on, and the backup does not
    server.stop()
    other = f"sqlite:///{tmp_path / 'other.db'}"
    done = run("restore", tmp_path / "friday.db", "--db", other)
    assert done.returncode == 0, done.stderr
    server = launch(other)
    seats = [ada.live(table, seat, 0, server.url) for seat in range(2)]  # it has the keys of the first one
    assert [seat.n for seat in seats] == [last, last]
    assert [seat.view for seat in seats] == views
    play(seats, 5, seed=6)
    server.stop()
    entries = log_of(url, table)
    check_log(entries, n)
    assert log_of(other, table)[:last] == entries[:last]
