"""A process that is told to end lets nobody down: what has arrived is answered, everybody moves to another process, and
one after the other can be restarted while people play."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from nyhavn.server.cancellation import cancel_all
from nyhavn.server.rooms import COME_BACK
from nyhavn.store import open_store
from tests.databases import new_database
from tests.server.persistent_players import Launch, Player, Visit, check, gather, launching, settled
from tests.server.playing import end_of
from tests.server.serving import ConnectionClosed, Server, some_move

pytestmark = pytest.mark.slow

PATIENCE = 60.0
AT_ONCE = 6


def tell(server: Server, number: int = signal.SIGTERM) -> None:
    """Ask a process to end."""
    assert server.process is not None
    os.kill(server.process.pid, number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_has_arrived_is_answered_before_people_move(
    number: int, launch: Launch, visit: Visit, tmp_path: Path
) -> None:
    server = launch(f"sqlite:///{tmp_path}/a.db")
    ada, bo = visit(server, "Ada"), visit(server, "Bo")
    table = ada.make("copenhagen", 2)["id"]
    bo.sit(table, 1)
    lines = [ada.live(table, 0, 0), bo.live(table, 1, 0)]
    silent = ada.live(table, None, 0)
    assert lines[0].choices
    names = [[f"{seat}-{count}" for count in range(AT_ONCE)] for seat in range(2)]
    lines[0].send({"id": names[0][0], "move": some_move("copenhagen", lines[0].choices, random.Random(1))})
    for live, own in zip(lines, names, strict=True):
        for name in own[0 if live is lines[1] else 1 :]:
            live.send({"id": name, "chat": name})
    tell(server, number)
    for live, own in zip(lines, names, strict=True):
        assert end_of(live) == COME_BACK
        assert [frame["ack"] for frame in live.frames if frame.get("ack") in own] == own
        assert not [frame for frame in live.frames if "refused" in frame]
    assert end_of(silent) == COME_BACK
    assert server.process is not None
    assert server.process.wait(10) == 0


def test_a_proxy_has_the_time_to_notice(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    server = launch(f"sqlite:///{tmp_path}/a.db", "--drain", "2")
    ada = visit(server)
    table = ada.make("copenhagen", 2)["id"]
    first = ada.live(table, 0)
    begun = time.monotonic()
    tell(server)
    while (told := httpx.get(f"{server.url}/healthz")).status_code == 200:
        assert time.monotonic() < begun + 2
    assert (told.status_code, told.json()["sentence"]) == (503, "this process is stopping: reconnect to another one")
    assert told.headers["connection"] == "close", "a proxy does not keep it for the next request"
    assert ada.get(f"/api/v1/tables/{table}")["id"] == table, "nobody is refused while the proxy may still send people"
    second = ada.live(table, 0)
    second.do(chat="still here")
    for live in (first, second):
        assert end_of(live) == COME_BACK
    assert time.monotonic() > begun + 2
    assert server.process is not None
    assert server.process.wait(10) == 0


def test_who_is_asked_twice_does_not_wait(launch: Launch, tmp_path: Path) -> None:
    server = launch(f"sqlite:///{tmp_path}/a.db", "--drain", "60")
    tell(server)
    while httpx.get(f"{server.url}/healthz").status_code == 200:
        pass
    tell(server)
    assert server.process is not None
    assert server.process.wait(10) == 0


def test_nobody_new_comes_to_a_process_while_its_people_move(launch: Launch, visit: Visit, tmp_path: Path) -> None:
    """Somebody who never pauses is let go on for a while; meanwhile a proxy asks another process for newcomers."""
    server = launch(f"sqlite:///{tmp_path}/a.db")
    ada = visit(server)
    table = ada.make("copenhagen", 2)["id"]
    busy = ada.live(table, 0)
    tell(server)
    refused: set[int] = set()

    def go_on() -> None:
        while True:
            busy.do(ping=True)
            with suppress(OSError):  # in the end its port is closed
                try:
                    ada.live(table, 0)
                except InvalidStatus as error:
                    refused.add(error.response.status_code)

    with pytest.raises(ConnectionClosed) as ended:
        go_on()
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == COME_BACK
    assert refused == {503}


async def roll(servers: Sequence[Server], luck: random.Random) -> list[Player]:
    """Restart one process after the other while people play; everybody who took part."""
    players = gather(servers[0].url, lambda: luck.choice(servers).url, luck)
    tasks = [asyncio.create_task(player.run()) for player in players]

    async def played() -> None:
        before = sum(len(player.confirmed) for player in players)
        async with asyncio.timeout(PATIENCE):
            while sum(len(player.confirmed) for player in players) < before + AT_ONCE and any(
                player.status != "over" for player in players
            ):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    for server in servers:
        await played()
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)
    await played()
    for player in players:
        player.playing = False
    await settled(players, servers[0].url)
    await cancel_all(tasks)
    return players


@pytest.mark.parametrize("rounds", [2, pytest.param(40, marks=pytest.mark.long)])
def test_a_rolling_restart_loses_and_doubles_no_move(rounds: int, tmp_path: Path) -> None:
    luck = random.Random(rounds)
    with new_database("postgresql", tmp_path) as url:
        with launching(tmp_path) as launch:
            servers = [launch(url, wait=False) for _ in range(2)]
            for server in servers:
                server.wait()
            players = [player for _ in range(rounds) for player in asyncio.run(roll(servers, luck))]
        store = open_store(url)
        moves = check(store, players)
        store.close()
    confirmed = sum(len(player.confirmed) for player in players)
    again = sum(player.connected for player in players) - len(players)
    assert moves >= confirmed > 0
    assert again >= rounds, "people moved"
