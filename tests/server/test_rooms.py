"""A connection looks from the seat that its person has, whatever happens to seats."""

import asyncio
import random
from pathlib import Path
from typing import Any, cast

import orjson
import pytest
from fastapi import WebSocket

from nyhavn.server.hints import Hints
from nyhavn.server.hub import MOST_TOGETHER, Hub
from nyhavn.server.limits import DRAWING, RATES, Limits
from nyhavn.server.live import Live as LiveConnection
from nyhavn.server.presence import Presence
from nyhavn.server.rooms import Connection, Room
from nyhavn.server.settings import Settings
from nyhavn.store import Store, open_store
from nyhavn.table import commands, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.table import Table
from tests.server.conftest import Meet
from tests.server.playing import step
from tests.server.serving import Live, Refused

MADE = {"game": "copenhagen", "options": {}, "watch": "anyone", "listed": False, "show_known": False}
MADE |= {"order": "seated", "clock": None}


def room_of(*persons: str) -> tuple[Table, Room]:
    """A table that these persons sit at, in memory."""
    table = Table("table", [])
    commands.create(table, 0, persons[0], [{"person": one, "name": one.title()} for one in persons], **MADE)
    room = Room("table", Presence("here", True, 30, lambda: 0.0))
    room.table = table
    return table, room


def hand(live: Live) -> str:
    assert live.view is not None
    return str(live.view.get("hand"))


def test_with_random_order_everybody_goes_on_from_their_own_seat(meet: Meet) -> None:
    for _ in range(6):
        ann, bob = meet("Ann"), meet("Bob")
        table = ann.make(players=2, order="random")["id"]
        seen = [ann.live(table, 0), bob.live(table)]
        bob.sit(table, 1)
        for live in seen:
            while live.view is None:
                live.receive()
        for live in seen[:1]:
            mine = next(seat["seat"] for seat in live.table["seats"] if seat["yours"])
            assert live.view is not None
            assert live.view["seat"] == mine
            again = ann.live(table, mine)
            assert hand(live) == hand(again)
            again.close()
        for live in seen:
            live.close()


def test_who_has_left_a_seat_does_not_look_from_it(meet: Meet) -> None:
    ann, bob, cem = (meet(name) for name in ("Ann", "Bob", "Cem"))
    table = ann.make(players=3)["id"]
    bob.sit(table, 1)
    live = bob.live(table, 1)
    bob.ask("DELETE", f"/api/v1/tables/{table}/seats/1")
    cem.sit(table, 1)
    ann.sit(table, 2)
    while live.view is None:
        live.receive()
    assert live.view["seat"] is None
    assert "hand" not in live.view
    assert live.choices is None
    with pytest.raises(Refused, match="not seated"):
        live.do(move="take 1 2")
    live.close()


def test_what_is_said_tells_nobody_the_position_again(meet: Meet) -> None:
    ann, bob = meet("Ann"), meet("Bob")
    table = ann.make(players=2)["id"]
    bob.sit(table, 1)
    seats = [ann.live(table, 0), bob.live(table, 1)]
    known = [(live.view, live.choices, live.undo) for live in seats]
    seats[0].do(chat="hello")
    seats[1].do(phrase="well-played")
    for live in seats:
        live.until(seats[1].n)
        said = [frame for frame in live.frames if frame.get("event", {}).get("kind") == "chat"]
        assert [frame.keys() for frame in said] == [{"n", "event", "effects"}] * 2
    assert [(live.view, live.choices, live.undo) for live in seats] == known
    for live in seats:
        live.close()


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_patches_of_choices_lead_to_what_others_are_told_whole(game: str, meet: Meet) -> None:
    ann, bob = meet("Ann"), meet("Bob")
    table = ann.make(game)["id"]
    bob.sit(table, 1)
    seats = [ann.live(table, 0), bob.live(table, 1)]
    whole = [ann.live(table, 0), bob.live(table, 1)]
    for live in whole:
        live.subscribe(int(live is whole[1]), patches=False)
    rng = random.Random(5)
    for _ in range(60):
        going_on = step(game, seats, rng)
        for live, other in zip(seats, whole, strict=True):
            live.until(max(seat.n for seat in seats))
            other.until(live.n)
            assert live.choices == other.choices
        if not going_on:
            break
    assert any("choices_patch" in frame for frame in seats[0].frames)
    told = [sum(len(str(frame)) for frame in live.frames) for live in (seats[0], whole[0])]
    assert told[0] < 0.8 * told[1]
    for live in (*seats, *whole):
        assert all(("choices" in frame) + ("choices_patch" in frame) == ("undo" in frame) for frame in live.frames)
        live.close()


def test_whoever_has_just_sat_down_elsewhere_is_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has not heard of it reads the news before it says that a seat is another's."""
    monkeypatch.setattr(Store, "shared", True)  # two processes, which hear nothing of each other

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}")
        here, there = Hub(Settings(), store), Hub(Settings(), store)
        seats = [{"person": "ann", "name": "Ann"}, {}]
        await here.run("table", lambda laid, at: commands.create(laid, at, "ann", seats, **MADE), new=True)
        async with there.open("table") as (_, table):
            assert table.seats_of("bob") == []
        await here.run("table", lambda laid, at: commands.sit(laid, at, "bob", 1, "Bob"))
        bob = Connection("bob")
        await there.subscribe("table", bob, None, 1, "first")
        assert bob.seat == 1
        with pytest.raises(Refusal, match="not your seat"):
            await there.subscribe("table", Connection("eve"), None, 1, "first")
        await here.close()
        await there.close()
        store.close()

    asyncio.run(story())


def test_pictures_are_drawn_once_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longer than all else that a move costs: clients that have had too many get none for a while."""
    drawings: list[int | None] = []

    def draw(table: Table, seat: int | None) -> str:
        drawings.append(seat)
        return f"picture {len(drawings)}"

    monkeypatch.setattr("nyhavn.server.rooms.visibility.picture", draw)
    limits = Limits(1.0, lambda: 0)
    table, room = room_of("ann", "ann")

    def connect(person: str, address: str) -> Connection:
        nobody = cast(Hub, None), limits, cast(Hints, None), cast(WebSocket, None)
        made = LiveConnection(*nobody, "table", person, address).connection
        made.picture, made.seat = True, 0
        return made

    looking = [connect("ann", "192.0.2.1") for _ in range(2)]
    for connection in looking:
        room.enter(connection)
        assert room.subscribed(connection, "first", [])["picture"] == "picture 1"
    assert drawings == [0], "one for both, as long as nothing happens"
    most = int(RATES["work"][0] / DRAWING)
    for _ in range(most + 5):
        commands.chat(table, 0, "ann", 0, "hello", None, f"{table.n}")
        told = room.subscribed(looking[0], "again", [])
    assert len(drawings) == most
    assert "picture" not in told
    assert room.subscribed(connect("ann", "192.0.2.2"), "first", [])["picture"]


def test_what_strangers_are_told_of_a_table_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are. Its players are told about themselves, and links depend on how one came."""
    infos: list[str | None] = []
    told = visibility.info

    def count(table: Table, person: str | None, *given: Any) -> Any:
        infos.append(person)
        return told(table, person, *given)

    monkeypatch.setattr("nyhavn.server.rooms.visibility.info", count)
    table, room = room_of("ann", "bob")
    people = ["ann", "bob", *(f"stranger {number}" for number in range(40))]
    looking = [Connection(person) for person in people]
    for seat, connection in enumerate(looking):
        connection.seat = seat if seat < 2 else None
        connection.invite = lambda near=connection is looking[-1]: {"link": "near" if near else "far", "hint": ""}  # type: ignore[misc]
        room.enter(connection)
    table.written()
    commands.set_confirming(table, 0, "ann", 0, True, "1")
    room.tell(table.written())
    assert len(infos) == 4, infos
    frames = [orjson.loads(connection.queue.get_nowait() or b"") for connection in looking]
    assert [frame["table"]["host"] for frame in frames[:3]] == [True, False, False]
    assert [seat["yours"] for seat in frames[1]["table"]["seats"]] == [False, True]
    assert frames[2] == frames[3]
    assert [frame["table"]["invite"]["link"] for frame in frames[-2:]] == ["far", "near"]


async def hub_with_a_table(store: Store) -> Hub:
    """Ann waits for somebody."""
    hub = Hub(Settings(), store)
    seats = [{"person": "ann", "name": "Ann"}, {}]
    await hub.run("table", lambda laid, at: commands.create(laid, at, "ann", seats, **MADE), new=True)
    return hub


def test_whoever_sat_down_at_another_process_has_their_seat_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if this one has not heard of it yet."""

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}")
        here, there = await hub_with_a_table(store), Hub(Settings(), store)
        monkeypatch.setattr(Store, "shared", property(lambda self: True))
        await there.run("table", lambda table, at: commands.sit(table, at, "bob", 1, "Bob"))
        bob = Connection("bob", "192.0.2.2")
        await here.subscribe("table", bob, None, 1, "first")
        assert bob.seat == 1
        monkeypatch.undo()
        await here.close()
        await there.close()
        store.close()

    asyncio.run(story())


def test_so_many_of_one_address_look_at_a_table_and_no_more(tmp_path: Path) -> None:
    """People are charged only for spectators from their own address, so those from another must be few."""

    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}")
        hub = await hub_with_a_table(store)

        async def come(person: str, address: str, seat: int | None = None) -> Connection:
            connection = Connection(person, address)
            await hub.subscribe("table", connection, None, seat, "first")
            return connection

        for person, seat in (("eve", None), ("ann", 0)):
            here = [await come(person, "192.0.2.1", seat) for _ in range(MOST_TOGETHER)]
            with pytest.raises(Refusal, match="too many connections"):
                await come(person, "192.0.2.1", seat)
            await hub.subscribe("table", here[0], None, seat, "again")
            await come(person, "192.0.2.2", seat)
        hub.depart(here[1])
        await come("ann", "192.0.2.1", 0)
        await hub.close()
        store.close()

    asyncio.run(story())
