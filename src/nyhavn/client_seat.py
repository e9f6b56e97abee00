"""A seat at a server's table, played from outside: taken like a person does, kept while connections break."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from nyhavn.bots import Observation, observe
from nyhavn.client import Live, Person, Refused
from nyhavn.play import parse_position
from nyhavn.position_text import read_line

MOST_REFUSALS = 5
"""So many refusals in a row, and the program has nothing to say that the server takes."""
LOST_SECONDS = 300.0
"""How long a server that is gone is looked for."""
PAUSES = (0.5, 1.0, 2.0, 5.0)


class Guest:
    """Somebody at a table of a server."""

    def __init__(self, server: str, place: str, name: str) -> None:
        try:
            self.person: Person = Person(server, name)
            kind, _, given = place.partition("/")
            self.table: str = self.person.post("/api/v1/codes", {"code": given})["table"] if kind == "c" else given
            self.game: str = self._info()["game"]
        except httpx.HTTPError as error:
            raise ValueError(f"{server} doesn't answer: {error}") from None
        self.live: Live | None = None
        self.refusals = 0  # in a row

    def _info(self) -> dict[str, Any]:
        told: dict[str, Any] = self.person.get(f"/api/v1/tables/{self.table}")
        return told

    @property
    def _seat(self) -> int | None:
        """Ours; it may change when the game starts."""
        return next((seat["seat"] for seat in self._info()["seats"] if seat["yours"]), None)

    def sit(self) -> str:
        """Take the first open seat, and say which."""
        free = [seat["seat"] for seat in self._info()["seats"] if seat["kind"] == "open" and not seat["reserved"]]
        if not free:
            raise ValueError("no seat is open at this table")
        self.person.sit(self.table, free[0])
        return f"{self.person.name} has seat {free[0]}"

    def decisions(self) -> Iterator[Observation]:
        """What the seat knows, whenever it has to decide, until the game is over."""
        while True:
            try:
                live = self.live or self._connect()
                if live.table["status"] not in ("open", "playing"):
                    return
                if live.held is not None:
                    live.do(confirm=True)
                elif live.must_decide:
                    yield observed(live)
                else:
                    live.receive(None)
            except Refused as error:
                self._take_refusal(error)
            except (OSError, WebSocketException):
                self._disconnect()

    def play(self, move: str) -> None:
        """Play a move. If it is lost on the way, the position says so, and it is asked for again."""
        assert self.live is not None
        try:
            self.live.do(move=move)
            self.refusals = 0
        except Refused as error:
            self._take_refusal(error)
        except (OSError, WebSocketException):
            self._disconnect()

    def _take_refusal(self, error: Refused) -> None:
        """Something else happened meanwhile, such as a clock that ran out; but not again and again."""
        self.refusals += 1
        if self.refusals > MOST_REFUSALS:
            raise ValueError(f"the server refuses: {error}") from None

    def result(self) -> str:
        """How the game ended."""
        info = self._info()
        if info["result"] is None:
            return "the table was closed"
        names = [info["seats"][seat]["name"] or f"seat {seat}" for seat in info["result"]["winners"]]
        return f"{' and '.join(names)} won, with {info['result']['scores']} points"

    def _disconnect(self) -> None:
        live, self.live = self.live, None
        if live is not None:
            live.close()

    def _connect(self) -> Live:
        started = time.monotonic()
        for pause in self._pauses():
            try:
                self.live = self.person.live(self.table, self._seat, since=0)
                return self.live
            except (OSError, WebSocketException, httpx.HTTPError) as error:
                if time.monotonic() - started > LOST_SECONDS:
                    raise ValueError(f"the server is gone: {error}") from None
                time.sleep(pause)
        raise AssertionError("unreachable")

    @staticmethod
    def _pauses() -> Iterator[float]:
        yield from PAUSES
        while True:
            yield PAUSES[-1]


def observed(live: Live) -> Observation:
    """What the seat of a connection knows, as a bot gets to see it: its position is asked for, its history followed."""
    text = live.position()
    seat = read_line(text).seat
    assert seat is not None
    seen = observe(parse_position(text, seed=0), seat)
    if live.table["position"] is not None:
        return seen  # what came before the table is not told
    return replace(seen, history=tuple(history(live.events)), begun=None)  # the game began as the rules say


def history(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened in a game, as views tell it, from what was told at its table."""
    found: list[dict[str, Any]] = []
    for event in (told["event"] for told in events):
        match event["kind"]:
            case "move":
                found.append({"seat": event["seat"], "move": event["move"]})
            case "chance" if "chance" in event:
                found.append({"chance": event["chance"]})
            case "undo":
                back = event["moves"]
                while back:
                    back -= "move" in found.pop()
    return found
