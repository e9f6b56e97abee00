"""Server processes killed at random moments under load: nothing that was confirmed is lost, nothing is done twice."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from nyhavn.store import open_store
from tests.databases import KINDS, new_database
from tests.server.persistent_players import Player, check, launching, settled
from tests.server.serving import Server
from tests.server.storms import PATIENCE, Storm

pytestmark = pytest.mark.slow

PROCESSES = {"sqlite": 1, "postgresql": 2}


async def storm(servers: Sequence[Server], kills: int, luck: random.Random) -> list[Player]:
    """Everybody who took part."""
    there = Storm(servers, luck)
    there.sit_down()
    there.sit_down()
    await there.kill(kills)
    there.sit_down()
    begun = {player.table: player.n for player in there.players if player.status == "playing"}
    for server in servers:
        await asyncio.to_thread(server.wait)
    async with asyncio.timeout(PATIENCE):  # games go on: a bot may first have to be missed
        while any(player.n <= begun.get(player.table, -1) for player in there.players):
            there.look()
            await asyncio.sleep(0.1)
    for player in there.players:
        player.playing = False
    await settled(there.players, servers[0].url)
    await there.leave(there.players)
    return there.before + there.players


def run(kind: str, folder: Path, kills: int, seed: int) -> None:
    with new_database(kind, folder) as url:
        with launching(folder) as launch:
            servers = [launch(url, wait=False) for _ in range(PROCESSES[kind])]
            for server in servers:
                server.wait()
            players = asyncio.run(storm(servers, kills, random.Random(seed)))
        store = open_store(url)
        moves = check(store, players)
        store.close()
    confirmed = sum(len(player.confirmed) for player in players)
    resent = sum(player.resent for player in players)
    again = sum(player.connected for player in players) - len(players)
    print(f"{kind}: {kills} kills, {moves} moves, {confirmed} confirmed, {resent} sent again, {again} came back")
    assert confirmed > kills
    assert again >= kills
    assert resent >= kills // 10  # few kills may all come between moves


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 6), ("postgresql", 6)])
def test_a_killed_server_loses_nothing(kind: str, kills: int, tmp_path: Path) -> None:
    run(kind, tmp_path, kills, seed=4)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_server_killed_hundreds_of_times_loses_nothing(kind: str, tmp_path: Path) -> None:
    run(kind, tmp_path, 250, seed=random.randrange(1 << 32))
