"""Non-interference: what a receiver must not know changes no byte that is sent to them.

Two tables are played side by side, action by action. Their chance is given: it differs in what somebody may not know,
in cards on other hands and in cards and dice that are still to come. As long as the logs of both, without what is
hidden from a receiver, are the same, everything that this receiver gets must be the same, to the byte: live frames,
answers, refusals, ideas, what a late-comer catches up with from any number, every answer over HTTP, and what somebody
is shown with whom a position is shared. Only the names of the two tables and what is promised about their seeds
differ. Time stands still unless the test moves it.
"""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI, WebSocket

from nyhavn.play import Source
from nyhavn.server import bot_turns
from nyhavn.server.app import make_app
from nyhavn.server.context import Context
from nyhavn.server.jobs import bot_job_name
from nyhavn.server.live import Live
from nyhavn.server.settings import Settings
from nyhavn.store import open_store
from nyhavn.table import hints
from nyhavn.table.table import Table

COLOURS = "RYGBP"
FIRST_DECK = 60
DOCKS = 7
PAIRS = 40
EVERY_NUMBER = 0.2
"""So many pairs end with somebody who catches up from every number."""

Receiver = int | None
Action = tuple[str, Any, Any]
"""How, who (a seat, or None for somebody who watches) and what; if that is a pair, then another in each game."""


class World:
    """What chance will bring: a first deck of cards, and a stream of draws for all that comes later."""

    def __init__(self, deck: Sequence[str], later: str, since: int) -> None:
        self.deck = deck
        self.later = later
        self.since = since  # the first draw that `later` decides in the dice game

    def source(self) -> Source:
        drawn = 0

        def draw(kind: str, outcomes: dict[str, int]) -> str:
            nonlocal drawn
            drawn += 1
            if kind != "roll" and drawn <= FIRST_DECK:
                return self.deck[drawn - 1]
            stream = self.later if drawn > self.since else "common"
            luck = random.Random(f"{stream} {drawn}")
            possible = [name for name, weight in outcomes.items() if weight]
            return luck.choices(possible, [outcomes[name] for name in possible])[0]

        return draw


def two_worlds(game: str, players: int, rng: random.Random) -> tuple[World, World]:
    """Equal for some, different for others."""
    deck = [colour for colour in COLOURS for _ in range(FIRST_DECK // len(COLOURS))]
    rng.shuffle(deck)
    other = deck.copy()
    if game == "roll-and-write":
        since = rng.randrange(5, 150)
        return World(deck, "one", since), World(deck, "other", since)
    hands = range(DOCKS, DOCKS + 2 * players)
    rest = range(DOCKS + 4 * players, FIRST_DECK)  # more than all starting cards
    kind = rng.choice(["hands", "deck", "future"])
    while other == deck:
        if kind == "future":
            place = rng.choice(rest)
            other[place:] = rng.sample(other[place:], FIRST_DECK - place)
        else:
            here, there = rng.choice(hands), rng.choice(hands if kind == "hands" else rest)
            other[here], other[there] = other[there], other[here]
    return World(deck, "one", FIRST_DECK), World(other, rng.choice(["one", "other"]), FIRST_DECK)


class Game:
    """One of the two tables, with somebody at every seat and somebody who watches."""

    def __init__(self, app: FastAPI, table: str, persons: list[str], http: httpx.AsyncClient) -> None:
        self.context: Context = app.state.context
        self.table = table
        self.persons = persons
        self.http = http
        self.lives: dict[Receiver, Live] = {seat: self.connect(seat) for seat in (*range(len(persons) - 1), None)}
        self.written = 0
        self.secrets: list[bytes] = []
        self.present: dict[Receiver, bytes] = {}

    def connect(self, seat: Receiver) -> Live:
        person = self.persons[-1 if seat is None else seat]
        there = self.context.hub, self.context.limits, self.context.hints
        live = Live(*there, cast(WebSocket, None), self.table, person)
        live.connection.invite = lambda: {"link": None, "hint": "local"}
        return live

    @property
    def folded(self) -> Table:
        table = self.context.hub.rooms[self.table].table
        assert table is not None
        return table

    async def say(self, live: Live, **message: Any) -> None:
        await live._answer(json.dumps({"id": "m", **message}))

    async def act(self, action: Action, number: int) -> int | str:
        """Do something; over HTTP, what is answered."""
        how, who, what = action
        if how == "say":
            await self.say(self.lives[who], **what | {"id": f"m{number}"})
        else:
            answer = await self.ask(who, how, f"/api/v1/tables/{self.table}/seats/{who}", what)
            return answer.decode()
        return ""

    async def ask(self, who: Receiver, method: str, path: str, body: Any = None) -> bytes:
        token = self.context.persons.token(self.persons[-1 if who is None else who])
        answer = await self.http.request(method, path, json=body, headers={"Cookie": f"nyhavn={token}"})
        kept = sorted((name, value) for name, value in answer.headers.items() if name != "content-length")
        return self.masked(f"{answer.status_code} {kept} ".encode() + answer.content)

    async def settle(self) -> None:
        """Until no bot thinks."""
        hub = self.context.hub
        while await hub.ask(lambda: hub.store.jobs.find(bot_job_name(self.table))) is not None:
            await asyncio.sleep(0.002)
        async with hub.open(self.table):
            pass  # what was written last has been told

    def frames(self, live: Live) -> list[bytes]:
        """What was sent since the last time. Who is here is told again by a clock on the wall: the last word counts."""
        found: list[bytes] = []
        present: list[bytes] = []
        while not live.connection.queue.empty():
            frame = live.connection.queue.get_nowait()
            assert frame is not None
            (present if frame.startswith(b'{"presence') else found).append(self.masked(frame))
        if present:
            self.present[live.connection.seat] = present[-1]
        return [*found, self.present.get(live.connection.seat, b"")]

    def masked(self, sent: bytes) -> bytes:
        for name in self.secrets:
            sent = sent.replace(name, b"#")
        return sent

    def news(self) -> list[dict[str, Any]]:
        """What was written since the last time, straight from the database."""
        entries = self.context.hub.store.read(self.table, self.written)
        self.written += len(entries)
        return [{"n": one.n, "at": one.at, "kind": one.kind, **one.body} for one in entries]


def known_to(receiver: Receiver, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a receiver may know of entries, said a second time, apart from the server: no cards that another seat was
    dealt, no move that another seat holds, no seed."""
    told = []
    for entry in entries:
        kept = {name: entry[name] for name in entry if name not in ("seed", "by", "id", "host", "code", "replay")}
        chance = str(entry.get("chance", ""))
        if chance.startswith("hand ") and chance.split()[1] != str(receiver):
            kept["chance"] = "hidden"
        if entry["kind"] == "hold" and entry["seat"] != receiver:
            kept["move"] = "hidden"
        if entry["kind"] == "create":
            kept["seats"] = len(entry["seats"])
        told.append(kept)
    return told


def first_difference(one: list[bytes], other: list[bytes]) -> tuple[bytes, bytes]:
    """Where two lists of frames part, to help find out why."""
    for left, right in zip([*one, b""], [*other, b""], strict=False):
        if left != right:
            place = next((n for n, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), 0)
            return left[max(0, place - 150) : place + 80], right[max(0, place - 150) : place + 80]
    return b"", b""


class Pair:
    """Two games and those for whom they are still the same."""

    def __init__(self, games: tuple[Game, Game], rng: random.Random, longest: int, thinking: bool) -> None:
        self.games = games
        self.longest = longest
        self.thinking = thinking  # whether ideas are asked for where they are had, which takes its time
        self.rng = rng
        self.same: set[Receiver] = set(games[0].lives)
        self.compared: Counter[str] = Counter()
        self.number = 0

    async def play(self) -> None:
        for receiver in self.games[0].lives:
            for game in self.games:
                await game.say(game.lives[receiver], subscribe={"seat": receiver, "since": 0})
        await self.compare(None)
        while self.number < self.longest and self.same and self.games[0].folded.status == "playing":
            self.number += 1
            if self.rng.random() < 0.08:
                await self.look()
            action = self.choose()
            how, who, what = action
            for number, game in enumerate(self.games):
                game.context.hub.now.step(self.number)  # type: ignore[attr-defined]
                await game.act((how, who, what[number] if isinstance(what, tuple) else what), self.number)
            await self.compare(action)
        await self.look()
        if self.same and self.rng.random() < EVERY_NUMBER:
            await self.catch_up(range(self.games[0].folded.n + 1))

    def choose(self) -> Action:
        """Mostly a move that is legal in both, so that they stay alike for long; and now and then something else."""
        rng, table = self.rng, self.games[0].folded
        seats = list(range(table.players))
        people = [seat for seat in seats if table.seats[seat].person]
        dice = rng.random()
        if dice < 0.04:
            return "say", rng.choice([*people, None]), {"chat": f"line {self.number}"}
        if dice < 0.07:
            return "say", rng.choice(people), {"confirming": rng.random() < 0.7}
        if dice < 0.09:
            return "say", rng.choice(people), {"undo": rng.choice(["step", "turn"])}
        if dice < 0.11:
            return "DELETE", rng.choice(people), None
        if dice < 0.14:
            return "say", rng.choice(people), {"standin": rng.choice(seats)}
        if dice < 0.20:
            return "say", rng.choice(people), {"back": True}
        if dice < (0.32 if self.thinking else 0.23) and (curious := self.curious(people)) is not None:
            return "say", curious, {"hint": True}
        turn = table.turn
        if turn is None or turn not in people:
            return "say", None, {"ping": True}
        other = self.games[1].folded
        if table.held:
            again = table.held != other.held or rng.random() < 0.3
            return "say", turn, {"undo": "step"} if again else {"confirm": True}
        own = table.playing.moves()
        if table.seats[turn].confirm and other.turn == turn and rng.random() < 0.2:
            last = [move for move in own if table.playing.ends_turn(move)]
            lasts = [move for move in other.playing.moves() if other.playing.ends_turn(move)]
            if last and lasts:  # what is held is hidden from all others: here it differs
                return "say", turn, ({"move": last[0]}, {"move": lasts[-1]})
        both = set(other.state.moves()) if other.state is not None and other.turn == turn else set()
        shared = [move for move in own if move in both] or own
        building = [move for move in shared if move.startswith(("build", "draw"))]
        move = rng.choice(building if building and rng.random() < 0.7 else shared)
        if dice < 0.3:
            return "say", rng.choice([*people, None]), {"explain": rng.choice(own)}
        return "say", turn, {"moves": [move]} if dice < 0.35 else {"move": move}

    def curious(self, people: list[int]) -> int | None:
        """Who asks for an idea: the seat to move, or somebody who gets none."""
        table = self.games[0].folded
        refused = [seat for seat in people if not hints.allowed(table, table.seats[seat].person) or seat != table.turn]
        if self.thinking and table.turn in people:
            return table.turn
        return self.rng.choice(refused) if refused else None

    async def compare(self, action: Action | None) -> None:
        """What everybody has been sent since the last time."""
        for game in self.games:
            await game.settle()
        news = [game.news() for game in self.games]
        over = any(entry["kind"] == "over" for entry in news[0])
        self.compared["to the end"] += over and bool(self.same)
        for receiver in list(self.games[0].lives):
            one, other = (game.frames(game.lives[receiver]) for game in self.games)
            if receiver not in self.same:
                continue
            if over or known_to(receiver, news[0]) != known_to(receiver, news[1]):
                self.same.discard(receiver)  # something was revealed; at the end everything is
                continue
            if receiver is not None and action and action[1] == receiver and action[0] == "say" and not news[0]:
                self.compared["refusals"] += 1
            assert one == other, (action, receiver, first_difference(one, other))
            self.compared["frames"] += len(one) - 1
            self.compared["ideas"] += sum(b'"ideas"' in frame for frame in one)
            self.compared["no ideas"] += sum(b'"no ideas"' in frame for frame in one)

    async def look(self) -> None:
        """What one can ask for, by everybody for whom both are the same."""
        for receiver in sorted(self.same, key=str):
            path = self.rng.choice(["", "/statistics", "/record", "/rematch"])
            method = "POST" if path == "/rematch" else "GET"
            one, other = [await game.ask(receiver, method, f"/api/v1/tables/{game.table}{path}") for game in self.games]
            assert one == other, (receiver, path)
            lists = [await game.ask(receiver, "GET", "/api/v1/me/tables") for game in self.games]
            assert len({self.line(told) for told in lists}) == 1, receiver
            self.compared["answers"] += 2
        if self.same:
            await self.share(self.rng.choice(sorted(self.same, key=str)))
            await self.pry(self.rng.choice(sorted(self.same, key=str)))
            last = self.games[0].folded.n
            await self.catch_up(self.rng.sample(range(last + 1), 2))

    async def share(self, receiver: Receiver) -> None:
        """A position is shared by a seat, or by somebody who has none, and shown to somebody else."""
        told = []
        for game in self.games:
            path = f"/api/v1/tables/{game.table}/positions"
            shared = await game.ask(receiver, "POST", path, {"seat": receiver or 0})
            if found := re.search(rb'"position":"([^"]+)"', shared):
                game.secrets.append(found[1])
                shown = await game.ask(None, "GET", f"/api/v1/positions/{found[1].decode()}")
                assert shown.startswith(b"200")
                assert str(game.folded.seed).encode() not in shown
                shared = game.masked(shared) + shown
                self.compared["positions"] += 1
            told.append(shared)
        assert told[0] == told[1], (receiver, first_difference([told[0]], [told[1]]))

    async def pry(self, receiver: Receiver) -> None:
        """Nobody gets a replay, a review or a position of a game that is not over, by whatever name."""
        if self.games[0].folded.status != "playing":
            return
        for path, body in (
            ("reviews", {"replay": 0}),
            ("tables", {"position": {"replay": 0, "moves": 1}, "seats": [{"kind": "me"}]}),
            ("replays", None),
        ):
            told = []
            for game in self.games:
                token = game.folded.made["replay"]
                wanted = json.loads(json.dumps(body).replace(": 0", f': "{token}"', 1)) if body else None
                where = path if body else f"{path}/{token}"
                told.append(await game.ask(receiver, "POST" if body else "GET", f"/api/v1/{where}", wanted))
            assert told[0] == told[1], (path, receiver)
            assert told[0].startswith(b"404"), told[0]
            self.compared["pried"] += 1

    def line(self, told: bytes) -> bytes:
        """The line of a table in a list."""
        return next((line for line in re.split(rb"[{}]", told) if line.startswith(b'"id":"#"')), b"")

    async def catch_up(self, numbers: Sequence[int]) -> None:
        """Somebody comes late, or back."""
        for since in numbers:
            receiver = self.rng.choice(sorted(self.same, key=str))
            told = []
            for game in self.games:
                late = game.connect(receiver)
                await game.say(late, subscribe={"seat": receiver, "since": since})
                game.context.hub.depart(late.connection)
                told.append(game.frames(late))
            assert told[0] == told[1], (receiver, since)
            self.compared["late"] += 1


class Time:
    """Stands still until it is told."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at

    def step(self, number: int) -> None:
        self.at = 1_700_000_000_000 + number * 1000


async def play_pair(app: FastAPI, http: httpx.AsyncClient, seed: int, longest: int, thinking: bool) -> Pair:
    rng = random.Random(seed)
    game = rng.choice(["copenhagen", "copenhagen", "roll-and-write"])
    players = rng.randint(2, 4)
    context: Context = app.state.context
    persons = [f"{seed:-<20}{seat:02}" for seat in range(players + 1)]  # the last one watches
    bots = rng.sample(range(1, players), rng.randint(0, 1))
    known = {"show_known": True} if rng.random() < 0.3 else {}
    games = []
    for world in two_worlds(game, players, rng):
        app.state.world = world
        context.hub.now.step(0)  # type: ignore[attr-defined]
        token = {"Cookie": f"nyhavn={context.persons.token(persons[0])}"}
        made = (
            await http.post(
                "/api/v1/tables",
                json={
                    "game": game,
                    "players": players,
                    "seats": [{"kind": "bot", "bot": "greedy"} if seat in bots else {} for seat in range(players)],
                    "clock": {"bank": 3600, "increment": 2} if seed % 3 == 0 else None,
                    "chat": "anyone",
                    "hints": thinking or seed % 4 == 1,
                    "order": "seated",  # both worlds alike
                    **known,
                },
                headers=token,
            )
        ).json()
        for seat in set(range(1, players)) - set(bots):
            sitting = {"Cookie": f"nyhavn={context.persons.token(persons[seat])}"}
            await http.post(f"/api/v1/tables/{made['id']}/seats/{seat}", json={"name": f"P{seat}"}, headers=sitting)
        one = Game(app, made["id"], persons, http)
        for seat in bots:
            del one.lives[seat]
        async with context.hub.open(made["id"]) as (_, table):
            assert table.status == "playing"
            one.secrets = [
                text.encode() for text in (table.id, table.made["code"], table.made["replay"], table.commitment or "")
            ]
        games.append(one)
    pair = Pair((games[0], games[1]), rng, longest, thinking)
    await pair.play()
    for one in games:
        for live in one.lives.values():
            context.hub.depart(live.connection)
    return pair


async def play_pairs(folder: Path, seeds: range, longest: int, thinking: bool = False) -> Counter[str]:
    """Many pairs, one after the other, at one server."""
    mapped: dict[str, World] = {}

    def chance(table: Table) -> Source:
        return mapped.setdefault(table.id, app.state.world).source()

    settings = Settings(limits=0, bot_pause=0, chance=chance)
    app = make_app(settings, open_store(f"sqlite:///{folder / 'nyhavn.db'}"))
    total: Counter[str] = Counter()
    async with app.router.lifespan_context(app):
        app.state.context.hub.now = Time()
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            for seed in seeds:
                try:
                    pair = await play_pair(app, http, seed, longest, thinking)
                except AssertionError as error:
                    raise AssertionError(f"pair {seed}: {error}") from error
                total += pair.compared
                total["pairs"] += 1
                total["actions"] += pair.number
    return total


@pytest.fixture(autouse=True)
def _same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that see the same do the same."""
    monkeypatch.setattr(bot_turns, "new_seed", lambda: 1)


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.long)])
def test_what_is_hidden_changes_no_byte(tmp_path: Path, part: int) -> None:
    told = asyncio.run(play_pairs(tmp_path, range(part * PAIRS, (part + 1) * PAIRS), longest=40))
    assert told["frames"] > PAIRS * 50, told
    assert told["answers"] > PAIRS * 5, told
    assert told["refusals"] > PAIRS, told
    assert told["late"] > PAIRS * 3, told
    assert told["positions"] > PAIRS, told
    assert told["pried"] > PAIRS, told
    assert told["no ideas"] > PAIRS / 10, told


@pytest.mark.long  # the kernels that bots think with are compiled first
@pytest.mark.parametrize("part", range(4))
def test_ideas_are_the_same_whatever_is_hidden(tmp_path: Path, part: int) -> None:
    seeds = range(500 + part * PAIRS, 500 + part * PAIRS + PAIRS // 3)
    told = asyncio.run(play_pairs(tmp_path, seeds, longest=80, thinking=True))
    assert told["ideas"] > PAIRS / 3, told


@pytest.mark.long
@pytest.mark.parametrize("part", range(38))
def test_what_is_hidden_changes_no_byte_in_thousands_of_games(tmp_path: Path, part: int) -> None:
    told = asyncio.run(play_pairs(tmp_path, range(1000 + part * PAIRS, 1000 + (part + 1) * PAIRS), longest=400))
    assert told["frames"] > PAIRS * 100, told
