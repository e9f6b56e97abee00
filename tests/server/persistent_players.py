"""Simulated players who never give up: they come back when a server dies, and send again what nobody has confirmed."""

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from nyhavn.store import Store
from nyhavn.table import visibility
from nyhavn.table.entries import Entry
from nyhavn.table.patches import apply
from nyhavn.table.table import Table
from tests.server.protocol_checks import CheckedPerson
from tests.server.serving import Person, Server, some_move

Json = dict[str, Any]
Where = Callable[[], str]
"""Tells the address of a server to try next."""

Visit = Callable[..., CheckedPerson]
"""Somebody new at a server."""
Launch = Callable[..., Server]
"""A new server process on a database."""

OPTIONS = ("--bot-pause", "0", "--limits", "0")
ANSWER_SECONDS = 15.0
PAUSE = 0.05
LONGEST_THOUGHT = 0.1
REST = 0.5
LONGEST_REST = 30.0
TWICE = 0.2
"""How often a message is sent twice at once."""
LATER = ("store", "busy")
"""Refusals after which the same message is sent again."""


@dataclass
class Player:
    """One seat of a table, or somebody who watches."""

    table: str
    game: str
    cookie: str
    seat: int | None
    where: Where
    luck: random.Random
    n: int = 0
    view: Json | None = None
    choices: Json | None = None
    status: str = ""
    numbers: list[int] = field(default_factory=list)
    unconfirmed: Json | None = None
    confirmed: dict[str, int] = field(default_factory=dict)
    moves: dict[str, str] = field(default_factory=dict)
    connected: int = 0
    resent: int = 0
    playing: bool = True

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            address = f"{self.where().replace('http', 'ws', 1)}/api/v1/tables/{self.table}/live"
            try:
                async with connect(
                    address, additional_headers={"Cookie": self.cookie}, open_timeout=ANSWER_SECONDS, max_size=None
                ) as line:
                    await self._talk(line)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(PAUSE)

    async def _talk(self, line: ClientConnection) -> None:
        since = self.n
        await line.send(orjson.dumps({"id": "come", "subscribe": {"since": since, "seat": self.seat}}).decode())
        while "view" not in (told := await self._receive(line)):
            if told.get("code") in LATER:
                return
            assert "refused" not in told, told
        self.connected += 1
        numbers = [event["n"] for event in told["events"]]
        assert numbers == sorted(set(numbers)), "in order, and nothing twice"
        assert all(since < n <= told["n"] for n in numbers), "exactly what is missing"
        assert told["n"] >= since, "nothing that was told is gone"
        self.numbers += numbers
        self.n, self.view, self.choices = told["n"], told["view"], told["choices"]
        self.status = told["table"]["status"]
        if self.unconfirmed is not None:
            self.resent += 1
            await self._send(line)
        while True:
            await self._move(line)
            told = await self._receive(line)
            if "event" in told:
                self._take(told)
            elif "ack" in told:
                self._confirm(told["ack"], told["n"])
            elif "refused" in told:
                assert told["code"] in LATER, told
                await asyncio.sleep(PAUSE)
                await self._send(line)

    async def _receive(self, line: ClientConnection) -> Json:
        told: Json = orjson.loads(await line.recv())
        return told

    def _take(self, told: Json) -> None:
        assert told["n"] > self.n, "in order, and nothing twice"
        self.n = told["n"]
        self.numbers.append(self.n)
        self.status = told["table"]["status"] if told.get("table") else self.status
        if told.get("view") is not None:
            self.view = told["view"]
        else:
            self.view = apply(self.view, told.get("patch", []))
        if "undo" in told:
            self.choices = told["choices"]

    def _confirm(self, name: str, n: int) -> None:
        assert self.confirmed.setdefault(name, n) == n, "the same answer every time"
        if self.unconfirmed and self.unconfirmed["id"] == name:
            self.unconfirmed = None

    async def _move(self, line: ClientConnection) -> None:
        if self.unconfirmed or self.choices is None or self.choices["plan"] or not self.playing:
            return
        name = f"{self.luck.getrandbits(64):x}"
        self.moves[name] = some_move(self.game, self.choices, self.luck)
        self.unconfirmed = {"id": name, "move": self.moves[name]}
        await asyncio.sleep(self.luck.uniform(0, LONGEST_THOUGHT))
        await self._send(line)
        if self.luck.random() < TWICE:
            await self._send(line)

    async def _send(self, line: ClientConnection) -> None:
        if self.unconfirmed is not None:
            await line.send(orjson.dumps(self.unconfirmed).decode())


def gather(url: str, where: Where, luck: random.Random, bots: Sequence[bool] = (False, True)) -> list[Player]:
    """Tables of both games, with or without a bot, each with two persons and somebody who watches."""
    players = []
    for game in ("copenhagen", "roll-and-write"):
        for bot in bots:
            people = [Person(url, name) for name in ("Ada", "Bo", "Cy")]
            seats = [{"kind": "me"}, {"kind": "open"}, *([{"kind": "bot", "bot": "greedy"}] if bot else [])]
            table = people[0].make(game, len(seats), seats=seats)["id"]
            people[1].sit(table, 1)
            for seat, person in enumerate(people):
                cookie = person.cookie
                person.http.close()
                own = seat if seat < 2 else None
                players.append(Player(table, game, cookie, own, where, random.Random(luck.random())))
    return players


async def settled(players: Sequence[Player], url: str) -> None:
    """Wait until everybody knows the last entry of their table, nobody waits for an answer and no bot goes on."""
    person = Person(url)
    async with asyncio.timeout(LONGEST_REST):
        resting = False
        while not resting:
            before = [player.n for player in players]
            tables = {player.table for player in players}
            last = {name: await asyncio.to_thread(person.get, f"/api/v1/tables/{name}") for name in tables}
            await asyncio.sleep(REST)
            resting = before == [player.n for player in players] == [last[player.table]["n"] for player in players]
            resting = resting and not any(player.unconfirmed for player in players)
            # One whose process was killed waits for another to take its turn.
            resting = resting and not any(_waits_for_bot(player, last[player.table]) for player in players)
    person.http.close()


def _waits_for_bot(player: Player, table: Json) -> bool:
    seat = table["seats"][player.view["turn"]] if player.view and table["status"] == "playing" else {}
    return bool(seat.get("bot") or seat.get("standin"))


def check(store: Store, players: Sequence[Player]) -> int:
    """What must hold when the load is over; gives the number of moves."""
    moves = 0
    for name in {player.table for player in players}:
        entries = store.read(name)
        table = Table(name, entries)
        assert [entry.n for entry in entries] == list(range(1, len(entries) + 1)), "no gap"
        assert table.frozen is None, "the log replays in the engine"
        written = [entry for entry in entries if "id" in entry.body]
        ids = [entry.body["id"] for entry in written]
        assert len(ids) == len(set(ids)), "nothing is done twice"
        assert table.state is not None
        assert [entry["move"] for entry in table.state.history if "move" in entry] == [
            entry.body["move"] for entry in entries if entry.kind == "move"
        ]
        for player in (player for player in players if player.table == name):
            _check_player(player, table, entries)
        moves += sum(entry.kind == "move" for entry in entries)
    return moves


def _check_player(player: Player, table: Table, entries: Sequence[Entry]) -> None:
    by_id = {entry.body["id"]: entry for entry in entries if "id" in entry.body}
    for name, n in player.confirmed.items():
        assert by_id[name].body["move"] == player.moves[name], "what was confirmed is in the log"
        assert by_id[name].n <= n
        assert all(entry.kind in ("chance", "over") for entry in entries[by_id[name].n : n]), "and made these entries"
    assert player.n == table.n
    assert player.view == orjson.loads(orjson.dumps(visibility.look(table, player.seat))), "all have the same position"
    assert player.numbers == sorted(set(player.numbers))
    told = {event["n"] for event in visibility.events(table, entries, player.seat)}
    assert set(player.numbers) == told, "everything was told once, live or on coming back"


@contextmanager
def visiting() -> Iterator[Visit]:
    """People who close everything when they go."""
    with ExitStack() as stack:

        def visit(server: Server, name: str = "Ada") -> CheckedPerson:
            person = CheckedPerson(server.url, name)
            stack.callback(person.go)
            return person

        yield visit


@contextmanager
def launching(folder: Path) -> Iterator[Launch]:
    """Server processes that end with the test, and have nothing to complain about."""
    servers: list[Server] = []

    def launch(url: str, *options: str, wait: bool = True) -> Server:
        servers.append(Server(url, folder, *OPTIONS, *options))
        return servers[-1].start(wait)

    try:
        yield launch
    finally:
        for server in servers:
            server.stop()
    for server in servers:
        log = server.log.read_text()
        assert "Traceback" not in log, log[-4000:]
        assert '"level": "error"' not in log, log[-4000:]
