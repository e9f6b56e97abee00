"""People: they lay tables, sit down, play, talk, take back, ask for hints and reviews, go away and come back, and never
forget what they were told. What they are told is checked at once; the rest, against the logs, in `checks`."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import orjson

from nyhavn.client import random_move
from nyhavn.table.patches import apply
from tests.choice_client import components
from tests.simulation.loops import Loop, World
from tests.simulation.network import Line, LostError, ask
from tests.simulation.processes import Process

Json = dict[str, Any]
ANSWER_SECONDS, QUIET_SECONDS = 4.0, 8.0
"""Until a message has its answer, and until somebody who hears nothing asks whether the line carries."""
PAUSE = 0.2, 0.8
LOOKED = 0.2
"""How many of the views that somebody has had are compared with the log."""
TRY_AGAIN = ("store", "busy", "preparing")
"""Refusals after which the same message is sent again."""
MAY_BE = {
    *("not your turn", "held", "nothing held", "nothing to undo", "no takeback", "takeback asked", "takeback full"),
    *("not asked", "no stand-in", "standin", "present", "late", "forfeited", "over", "waiting", "no ideas", "closed"),
    *("tile", "cells", "cost", "docks", "dice", "phase", "unknown", "hint"),
}
"""Refusals of people who were late, or did not know better."""


def digest(view: object) -> str:
    return sha256(orjson.dumps(view, option=orjson.OPT_SORT_KEYS)).hexdigest()


@dataclass
class House:
    """Where people are, and which processes they find."""

    world: World
    people: Loop
    processes: list[Process]
    roaming: float
    resting: bool = False
    players: "list[Player]" = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    reviews: "dict[str, str]" = field(default_factory=dict)
    hints: int = 0

    def find(self, name: str, tried: int = 0) -> Process:
        """As a proxy does: the process of a table, or another one if that is gone; and some people come elsewhere."""
        there = [process for process in self.processes if process.serves]
        if not there:
            raise LostError
        own = there[int(sha256(name.encode()).hexdigest(), 16) % len(there)]
        if tried or self.world.luck.random() < self.roaming:
            return self.world.luck.choice(there)
        return own

    async def patiently(
        self, person: "Person", method: str, path: str, body: Json | None = None, fine: Sequence[str] = ()
    ) -> tuple[int, Json]:
        """Ask until there is an answer that does not say to try again."""
        tried = 0
        while True:
            try:
                process = self.find(path, tried)
                status, headers, told = await ask(process, method, path, body, person.cookie, person.address)
            except LostError:
                status = 0
            else:
                if "set-cookie" in headers:
                    person.cookie = headers["set-cookie"].partition(";")[0]
                if status < 400 or told["code"] in fine:
                    self.world.note(person.name, method, path, status)
                    return status, told
                if told["code"] not in TRY_AGAIN:
                    self.world.failures.append(f"{person.name} {method} {path}: {told}")
            tried += 1
            await asyncio.sleep(self.world.luck.uniform(*PAUSE))


class Person:
    """Somebody with a browser."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address, self.cookie = name, address, ""


class Player:
    """Somebody at a table: at a seat, or watching."""

    def __init__(self, house: House, person: Person, table: str, game: str, seat: int | None, pace: float) -> None:
        self.house, self.person, self.table, self.game, self.seat = house, person, table, game, seat
        self.world, self.luck = house.world, random.Random(house.world.luck.getrandbits(64))
        self.pace = pace
        self.line: Line | None = None
        self.n = 0
        self.view: Any = None
        self.choices: Any = None
        self.info: Json = {}
        self.takeback: Json | None = None
        self.held: str | None = None
        self.undo: Any = None
        self.numbers: list[int] = []
        self.chances: dict[int, str | None] = {}
        self.looked: dict[int, str] = {}  # by number: a digest of the view
        self.sent: dict[str, Json] = {}
        self.acknowledged: dict[str, int] = {}
        self.unanswered: Json | None = None
        self.since = 0.0  # when it was first sent
        self.hint: str | None = None
        self.hint_since = 0.0
        self.changed = 0.0  # when something was last told
        self.is_away = False
        self.came = self.left = self.world.now  # when the last line began, and when one ended
        self.ended = asyncio.Event()
        house.players.append(self)

    def fail(self, what: object) -> None:
        self.world.failures.append(f"{self.person.name} at {self.table} seat {self.seat} entry {self.n}: {what}")

    @property
    def over(self) -> bool:
        return self.info.get("status") in ("over", "closed") and self.unanswered is None

    async def run(self) -> None:
        """Until the game is over and all is answered."""
        tried = 0
        while not self.ended.is_set():
            line = None
            try:
                line = Line(self.world, self.house.find(self.table, tried), self.house.people)
                await line.open(self.table, self.person.cookie, self.person.address)
                tried = 0
                await self._talk(line)
            except LostError as lost:
                self.world.note(self.person.name, "lost", lost.code)
                if lost.code == 1008:
                    self.fail("cut off for what was sent or left unread")
            finally:
                self.left = self.left if self.line is None else self.world.now
                self.line = None
            tried += 1
            if line is not None and self.is_away:
                line.close()
                await asyncio.sleep(self.luck.choice([2.0, 10.0, 45.0]))
                self.is_away = False
                self.left = self.world.now
            await asyncio.sleep(self.luck.uniform(*PAUSE))

    # Talking

    async def _talk(self, line: Line) -> None:
        if not await self._subscribe(line):
            return
        self.line, self.came = line, self.world.now
        if self.unanswered is not None:
            line.send(self.unanswered)
        acts = self.world.now + self._think()
        asked: float | None = None if self.unanswered is None else self.world.now
        heard = self.world.now
        while not self.ended.is_set():
            now = self.world.now
            if asked is not None and now - asked >= ANSWER_SECONDS:
                line.close()
                return
            if asked is None and now - heard >= QUIET_SECONDS:
                line.send({"id": "ping", "ping": True})
                asked = now
            if now >= acts:
                if self.unanswered is None and not self.house.resting:
                    asked = self._act(line) or asked
                    if self.is_away:
                        return
                acts = now + self._think()
            wait = min(acts, heard + QUIET_SECONDS, float("inf") if asked is None else asked + ANSWER_SECONDS) - now
            told = await line.receive(max(wait, 0.01))
            if told is None:
                continue
            heard = self.world.now
            again = self._hear(told)
            if again:
                await asyncio.sleep(self.luck.uniform(*PAUSE))
                if self.unanswered is not None:
                    line.send(self.unanswered)
                    asked = self.world.now
            elif self.unanswered is None:
                asked = None
            if self.over and not self.house.resting:
                self.ended.set()
        line.close()

    def _think(self) -> float:
        return self.luck.uniform(0.2, 1.8) * self.pace

    async def _subscribe(self, line: Line) -> bool:
        since = self.n
        wanted = {"since": since, "seat": self.seat, "patches": self.luck.random() < 0.5}
        line.send({"id": "come", "subscribe": wanted})
        began = self.world.now
        while True:
            told = await line.receive(ANSWER_SECONDS)
            if told is None or self.world.now - began > 2 * ANSWER_SECONDS:
                line.close()
                return False
            if "view" in told and told.get("ack") == "come":
                break
            if "refused" in told:
                if told["code"] not in TRY_AGAIN:
                    self.fail(f"may not look: {told}")
                line.close()
                return False
            if "event" in told:
                self.fail("told before the subscription was answered")
        numbers = [event["n"] for event in told["events"]]
        if numbers != sorted(set(numbers)) or not all(since < n <= told["n"] for n in numbers):
            self.fail(f"told {numbers} after {since} up to {told['n']}")
        for event in told["events"]:
            self._note_event(event)
        self.n = told["n"]
        self.view, self.choices, self.info = told["view"], told["choices"], told["table"]
        self.takeback, self.held, self.undo = told["takeback"], told["held"], told["undo"]
        self._look(always=True)
        self.changed = self.world.now
        return True

    def _note_event(self, told: Json) -> None:
        self.numbers.append(told["n"])
        event = told["event"]
        if event["kind"] == "chance":
            self.chances[told["n"]] = event.get("chance")
        if event["kind"] == "hold" and event["seat"] != self.seat:
            self.fail(f"was told of another's held move: {told}")

    def _look(self, always: bool = False) -> None:
        """Remember what was seen, to compare it with the log."""
        if always or self.luck.random() < LOOKED:
            self.looked[self.n] = digest(self.view)
        self.world.note(self.person.name, self.table, self.n)

    def _hear(self, told: Json) -> bool:
        """Take in a message. Whether what was asked is to be asked again."""
        if "event" in told:
            self._take(told)
        elif "presence" in told:
            for seat, present in zip(self.info["seats"], told["presence"], strict=True):
                seat["present"] = seat["bot"] is not None or present
        elif "ideas" in told:
            self._hinted(told["ack"])
        elif "ack" in told:
            self._acknowledge(told)
        elif "refused" in told:
            return self._refused(told)
        return False

    def _take(self, told: Json) -> None:
        if told["n"] <= self.n:
            self.fail(f"told {told['n']} again")
        self.n = told["n"]
        self.changed = self.world.now
        self._note_event(told)
        if told.get("table"):
            self.info = told["table"]
        if told.get("view") is not None:
            self.view = told["view"]
        elif "patch" in told:
            self.view = apply(self.view, told["patch"])
        if "undo" in told:
            self.undo, self.takeback, self.held = told["undo"], told["takeback"], told["held"]
            if "choices" in told:
                self.choices = told["choices"]
            else:
                self.choices = apply(self.choices, told["choices_patch"])
            self._look()

    def _acknowledge(self, told: Json) -> None:
        name = told["ack"]
        if name in ("ping", "come"):
            return
        if self.acknowledged.setdefault(name, told["n"]) != told["n"]:
            self.fail(f"{name} was acknowledged as {self.acknowledged[name]}, then as {told['n']}")
        if self.unanswered is not None and self.unanswered["id"] == name:
            self.unanswered = None
        self.world.note(self.person.name, "acknowledged", name, told["n"])

    def _refused(self, told: Json) -> bool:
        name, code = told["refused"], told["code"]
        self.world.note(self.person.name, "refused", name, code)
        if name == self.hint:
            self._hinted(name)
            return False
        if name in self.acknowledged:
            self.fail(f"{name} was acknowledged, then refused: {told}")
        if self.unanswered is None or self.unanswered["id"] != name:
            return False
        if code in TRY_AGAIN:
            return True
        if code not in MAY_BE:
            self.fail(f"{self.sent.get(name)} was refused: {told}")
        self.unanswered = None
        return False

    def _hinted(self, name: str) -> None:
        if name != self.hint:
            self.fail(f"a hint that was answered is answered again: {name}")
        self.hint = None

    # Doing something

    def _act(self, line: Line) -> float | None:
        """Send something, perhaps; gives the time, if an answer is to come."""
        message = self._choose()
        if message is None:
            return None
        name = f"{self.luck.getrandbits(48):012x}"
        self.sent[name] = message
        told = {"id": name, **message}
        if "hint" in message:
            self.hint, self.hint_since = name, self.world.now
            self.house.hints += 1
            line.send(told)
            return None
        self.unanswered, self.since = told, self.world.now
        line.send(told)
        if self.luck.random() < 0.1:  # twice at once
            line.send(told)
        return self.since

    def _choose(self) -> Json | None:
        """What somebody wants to do now, if anything."""
        luck, own = self.luck, {} if self.seat is None else self.info["seats"][self.seat]
        if luck.random() < 0.01:
            self.is_away = True
            return None
        may_chat = self.seat is not None or self.info["chat"] == "anyone"
        if may_chat and luck.random() < 0.02:
            return {"phrase": "hello"} if luck.random() < 0.3 else {"chat": f"line {luck.randrange(100)}"}
        if self.seat is None or self.info["status"] != "playing":
            return None
        if own["standin"] or own["left"]:
            return None if own["forfeited"] else {"back": True}
        for seat in self.info["seats"]:
            if seat["kind"] == "person" and not seat["present"] and not seat["standin"] and luck.random() < 0.2:
                return {"standin": seat["seat"]}
        if self.takeback is not None and self.seat in self.takeback["awaited"] and self.takeback["asked"]:
            return {"takeback": luck.choice(["grant", "grant", "refuse"])}
        if self.takeback is not None and self.takeback["seat"] == self.seat and luck.random() < 0.1:
            return {"takeback": "withdraw" if self.takeback["asked"] else "ask"}
        if luck.random() < 0.01:
            return {"confirming": not own["confirm"]}
        if self.choices is None or self.choices["plan"]:
            return None
        if self.held is not None:
            return {"confirm": True} if luck.random() < 0.8 else {"undo": "step"}
        if self.undo and luck.random() < 0.1:
            return {"undo": luck.choice(["step", "turn"])}
        if self.hint is None and luck.random() < 0.03:
            return {"hint": True}
        return {"move": random_move(components(self.game), self.choices, luck)}


class Company:
    """People who stay together: they play at one table, and then at the next."""

    def __init__(self, house: House, number: int) -> None:
        self.house, self.number = house, number
        self.luck = random.Random(house.world.luck.getrandbits(64))
        self.persons = [
            Person(f"{name}{number}", f"10.0.{number}.{place + 1}") for place, name in enumerate(("Ada", "Bo", "Cy"))
        ]
        self.watcher = Person(f"Di{number}", f"10.1.{number}.1")
        self.pace = self.luck.choice([4.0, 12.0, 40.0])

    async def run(self) -> None:
        while True:
            await self._play()

    async def _play(self) -> None:
        luck, house = self.luck, self.house
        game = luck.choice(["copenhagen", "roll-and-write"])
        people = luck.choice([1, 2, 2, 3])
        bots = luck.randint(1 if people == 1 else 0, min(4 - people, 2))
        seats: list[Json] = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "bot", "bot": luck.choice(["greedy", "random"])} for _ in range(bots)]
        clocks: list[Json | None] = [
            None,
            {"bank": 60, "at_zero": "forfeit"},
            {"move": 10},
            {"bank": 120, "increment": 2},
        ]
        made = {
            "game": game,
            "players": len(seats),
            "name": self.persons[0].name,
            "seats": seats,
            "order": "seated",
            "hints": True,
            "clock": luck.choice(clocks),
            "chat": luck.choice(["players", "anyone"]),
        }
        for person in self.persons[:people]:
            if not person.cookie:
                await house.patiently(person, "GET", "/api/v1/me")
        _, info = await house.patiently(self.persons[0], "POST", "/api/v1/tables", made)
        table = info["id"]
        for seat in range(1, people):
            await self._sit(table, seat)
        house.tables.add(table)
        players = [
            Player(house, person, table, game, seat, self.pace) for seat, person in enumerate(self.persons[:people])
        ]
        if luck.random() < 0.3:
            players.append(Player(house, self.watcher, table, game, None, self.pace))
        await asyncio.gather(*(player.run() for player in players))
        if luck.random() < 0.4:
            await self._review(table)

    async def _sit(self, table: str, seat: int) -> None:
        person = self.persons[seat]
        body = {"name": person.name}
        path = f"/api/v1/tables/{table}/seats/{seat}"
        # Whoever hears nothing of it asks again, and may have the seat already in a game that has begun.
        await self.house.patiently(person, "POST", path, body, fine=("started",))

    async def _review(self, table: str) -> None:
        house, person = self.house, self.persons[0]
        _, info = await house.patiently(person, "GET", f"/api/v1/tables/{table}")
        if info["replay"] is None:
            return
        wanted = {"replay": info["replay"]}
        status, told = await house.patiently(person, "POST", "/api/v1/reviews", wanted, fine=("waiting", "message"))
        if status >= 400:
            return
        review = told["review"]
        house.reviews[review] = "asked"
        while True:
            status, told = await house.patiently(person, "GET", f"/api/v1/reviews/{review}", fine=("review failed",))
            if status >= 400 or told["analysis"] is not None:
                house.reviews[review] = "failed" if status >= 400 else "done"
                return
            await asyncio.sleep(1.0)
