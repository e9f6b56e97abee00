"""Random games at a table: everybody does anything at any time, and all that must hold is looked at after each."""

import random
import re
from unittest.mock import patch

import orjson

from nyhavn.server.live_messages import EventMessage, Subscribed
from nyhavn.table import commands, takebacks, visibility
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.patches import apply, difference
from nyhavn.table.plain_text import PHRASES
from nyhavn.table.table import Table
from tests.table.tables import NAMES, PERSONS, START, STRANGER, Json, Log, everything, made, pick, seeded

CLOCKS: tuple[Json | None, ...] = (
    None,
    None,
    {"move": 5, "bank": None, "increment": 0, "at_zero": "bot"},
    {"move": 10, "bank": None, "increment": 0, "at_zero": "forfeit"},
    {"move": None, "bank": 60, "increment": 2, "at_zero": "bot"},
    {"move": None, "bank": 90, "increment": 0, "at_zero": "forfeit"},
)
SECRET = re.compile(rb"person-|message-")
INVITE: Json = {"code": None, "link": None, "hint": "local"}


class Client:
    """Somebody who looks from a seat and knows what they were told."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.view: Json | None = None
        self.messages: list[Json] = []

    def tell(self, table: Table, entries: list[Entry]) -> None:
        """What is written down, told as the server tells it."""
        messages = visibility.events(table, entries, self.seat)
        new = visibility.look(table, self.seat)
        if messages and self.view is None:
            messages[-1]["view"] = self.view = new
        elif messages and new is not None:
            messages[-1]["patch"] = difference(self.view, new)
            self.view = apply(self.view, messages[-1]["patch"])
        self.messages += messages
        assert orjson.dumps(self.view, option=orjson.OPT_SORT_KEYS) == orjson.dumps(new, option=orjson.OPT_SORT_KEYS)
        for message in messages:
            EventMessage.model_validate(message)

    def catch_up(self, table: Table, log: list[Entry], since: int) -> list[Json]:
        """Somebody who saw everything up to a number comes back, and knows the same as those who were there."""
        missing = visibility.events(table, log[since:], self.seat)
        knew = happened([message for message in self.messages if message["n"] <= since])
        assert happened(missing, knew) == happened(self.messages)
        assert all(message["n"] > since for message in missing)
        return missing

    def subscribed(self, table: Table, missing: list[Json]) -> Json:
        choices = visibility.choices(table, self.seat)
        return {
            "ack": "id",
            "n": table.n,
            "table": info(table, self.person(table)),
            "events": missing,
            "view": visibility.look(table, self.seat),
            "held": visibility.held(table, self.seat),
            "undo": visibility.undoable(table, self.seat),
            "takeback": visibility.takeback(table, self.seat),
            "choices": choices and orjson.loads(orjson.dumps(choices.whole())),
            "clock": visibility.clock(table),
        }

    def person(self, table: Table) -> str | None:
        return None if self.seat is None else table.seats[self.seat].person


def info(table: Table, person: str | None) -> Json:
    return {**visibility.info(table, person, [True] * table.players), "invite": INVITE}


def happened(messages: list[Json], before: list[Json] | None = None) -> list[Json]:
    """What stands of the game, for somebody who folds events."""
    found = list(before or ())
    for message in messages:
        event = message["event"]
        if event["kind"] in ("move", "chance"):
            found.append({"n": message["n"], "event": event, "effects": message["effects"]})
        elif event["kind"] == "undo":
            gone = event["moves"]
            assert all(one["event"]["kind"] == "move" for one in found[len(found) - gone :])
            del found[len(found) - gone :]
    return found


class RandomTable:
    """A table with random people, driven by a number."""

    def __init__(self, number: int) -> None:
        self.luck = luck = random.Random(number)
        self.number = number
        self.game = luck.choice(("copenhagen", "roll-and-write"))
        self.players = luck.choice((2, 2, 3, 4))
        self.table = Log()
        self.follower = Table("table")  # another process that reads what this one writes
        self.clients: list[Client] = []
        self.done: dict[tuple[str, str], int] = {}
        self.refused: set[str] = set()
        self.at = START

    def run(self, commands_: int = 400) -> "RandomTable":
        with seeded(self.number), patch("secrets.SystemRandom", lambda: self.luck):
            self.lay()
            for _ in range(commands_):
                self.something()
                if self.table.status in ("over", "closed") and self.luck.random() < 0.1:
                    break
        self.end()
        return self

    def lay(self) -> None:
        luck = self.luck
        seats: list[Json] = [{"person": PERSONS[0], "name": NAMES[0], "confirm": luck.random() < 0.5}]
        for seat in range(1, self.players):
            reserved = {"reserved": PERSONS[seat], "name": NAMES[seat]}
            person = {"person": PERSONS[seat], "name": NAMES[seat]}
            seats.append(luck.choice(({}, {}, reserved, {"bot": "random", "name": ""}, person)))
        options = made(
            self.game,
            watch=luck.choice(("anyone", "anyone", "nobody")),
            order=luck.choice(("lot", "seated", "random")),
            clock=luck.choice(CLOCKS),
        )
        commands.create(self.table, self.at, PERSONS[0], seats, **options)
        self.clients = [Client(seat) for seat in (None, *range(self.players))]
        self.written(None)

    # Doing something

    def something(self) -> None:
        """A command of somebody, at some time; refused, it changes nothing."""
        table, luck = self.table, self.luck
        self.at += luck.choice((0, 10, 300, 2000, 2000, 8000))
        person, seat = luck.choice((*PERSONS[: self.players], STRANGER)), luck.randrange(self.players)
        turn = table.turn
        if turn is not None and luck.random() < 0.9 and table.seats[turn].person is not None:
            person, seat = table.seats[turn].person or "", turn
        message = f"message-{luck.randrange(40 if luck.random() < 0.05 else 10**9)}"
        if (person, message) in table.accepted:
            assert table.accepted[person, message] == self.done[person, message]
            return
        before = everything(table)
        try:
            asked = self.do(person, seat, message)
        except Refusal as refusal:
            assert everything(table) == before
            self.refused.add(refusal.code)
            return
        self.written((person, message) if asked else None)

    def do(self, person: str, seat: int, message: str) -> bool:
        """True if it is something that is asked for with a message."""
        table, luck, at = self.table, self.luck, self.at
        if table.status == "open":
            return self.do_before(person, seat, message)
        choice = luck.random()
        if table.bot is not None and choice < 0.8:
            failure = commands.Failure(table.bot, "error", "greedy") if luck.random() < 0.1 else None
            commands.bot_play(table, at, table.turn or 0, pick(table, luck), failure)
            return False
        if choice < 0.55:
            commands.play(table, at, person, seat, self.moves(), message)
        elif choice < 0.62:
            commands.undo(table, at, person, seat, luck.random() < 0.3, message)
        elif choice < 0.65:
            self.take_back(person, seat, message)
        elif choice < 0.75:
            commands.confirm(table, at, person, seat, message)
        elif choice < 0.79:
            commands.set_confirming(table, at, person, seat, luck.random() < 0.8, message)
        elif choice < 0.82:
            text, phrase = luck.choice((("hello", None), ("", None), ("", PHRASES[0]), ("", "rude")))
            commands.chat(table, at, person, luck.choice((seat, None)), text, phrase, message)
        elif choice < 0.84:
            commands.stand_in(table, at, person, luck.randrange(self.players), luck.random() < 0.5, message)
        elif choice < 0.90:
            away = [one for one in table.seats_of(person) if table.seats[one].standin or table.seats[one].left]
            commands.come_back(table, at, person, luck.choice(away or [seat]), message)
        elif choice < 0.91:
            commands.leave(table, at, person, seat)
            return False
        elif choice < 0.95:
            if luck.random() < 0.5 and table.wake is not None:
                self.at = max(self.at, table.wake)
            commands.time_out(table, self.at)
            return False
        elif choice < 0.97:
            commands.grant(table, at, luck.choice((1000, 60_000)))
            return False
        elif choice < 0.98:
            commands.explain(table, person, seat, self.moves()[0])
            return False
        elif table.status == "over" and table.rematch is None:
            commands.rematch_seats(table, person)
            table.add(at, "rematch", table="another")
            return False
        else:
            commands.sit(table, at, person, seat, "late")
        return True

    def do_before(self, person: str, seat: int, message: str) -> bool:
        table, luck, at = self.table, self.luck, self.at
        choice = luck.random()
        if choice < 0.7:
            commands.sit(table, at, person, seat, luck.choice(NAMES), luck.choice((None, None, "random")))
        elif choice < 0.8:
            commands.leave(table, at, person, seat)
        elif choice < 0.9:
            commands.chat(table, at, person, luck.choice((seat, None)), "hello", None, message)
            return True
        else:
            commands.set_confirming(table, at, person, seat, True, message)
            return True
        return False

    def moves(self) -> list[str]:
        """One or several moves, mostly legal ones."""
        table, luck = self.table, self.luck
        if table.state is None or luck.random() < 0.05:
            return [luck.choice(("pass", "take 1 2", "nonsense", "draw R4"))]
        state = table.state.copy()
        moves: list[str] = []
        while not state.over and len(moves) < luck.choice((1, 1, 1, 2, 3)):
            moves.append(luck.choice(state.moves()))
            state.play(moves[-1])
        return moves or ["pass"]

    def take_back(self, person: str, seat: int, message: str) -> None:
        table, luck, at = self.table, self.luck, self.at
        if table.awaited and luck.random() < 0.8:
            takebacks.answer(table, at, person, seat, luck.random() < 0.7, message)
        elif table.last_turn is not None and table.last_turn.asked:
            takebacks.withdraw(table, at, person, message)
        else:
            takebacks.ask(table, at, person, message)

    # What must hold

    def written(self, asked: tuple[str, str] | None) -> None:
        """After each command: everybody is told, and all agree."""
        table, luck = self.table, self.luck
        entries = table.write()
        if asked is not None and entries:
            self.done[asked] = table.n
            assert table.accepted[asked] == table.n
        self.follower.fold(entries)
        assert everything(self.follower) == everything(table)
        if luck.random() < 0.05:
            assert everything(table.again()) == everything(table)
        for client in self.clients:
            client.tell(table, entries)
            if luck.random() < 0.1:
                self.look(client, luck.randrange(table.n + 1))

    def look(self, client: Client, since: int) -> None:
        """Everything that one receiver gets is of the protocol's types, and nothing in it is another's."""
        table = self.table
        told = client.subscribed(table, client.catch_up(table, table.log, since))
        Subscribed.model_validate(told)
        secret = [table.made["code"].encode(), table.made["host"].encode()]
        if table.status != "over":
            secret += [table.made["replay"].encode()]
            secret += [str(table.seed).encode()] if table.seed is not None and table.seed > 10**6 else []
        sent = orjson.dumps([told, client.messages])
        assert not SECRET.search(sent)
        assert not any(one in sent for one in secret)
        for seat in range(table.players):
            assert seat == client.seat or f"hand {seat}".encode() not in sent
        for effect in (effect for message in told["events"] for effect in message["effects"]):
            if effect["effect"] == "deal" and effect.get("seat") not in (None, client.seat):
                assert "cards" not in effect
        for event in (message["event"] for message in (*told["events"], *client.messages)):
            assert event["kind"] != "hold" or event["seat"] == client.seat
        if told["view"] is not None:
            assert told["view"]["seat"] == client.seat
            assert "hand" not in told["view"] or client.seat is not None
        if table.made["watch"] == "nobody" and client.seat is None:
            assert told["view"] is None
            assert told["table"]["replay"] is None
            assert {message["event"]["kind"] for message in told["events"]} <= set(visibility.WAITING)
        if table.held is not None and table.held[0] != client.seat:
            assert told["held"] is None

    def end(self) -> None:
        """The whole log from the beginning, and every receiver from many numbers on."""
        table = self.table
        assert everything(table.again()) == everything(table)
        assert [entry.n for entry in table.log] == list(range(1, table.n + 1))
        for client in self.clients:
            for since in range(self.luck.randrange(7), table.n + 1, 7):
                client.catch_up(table, table.log, since)
            self.look(client, 0)
            self.look(client, table.n)
