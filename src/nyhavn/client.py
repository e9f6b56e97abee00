"""The protocol from Python: somebody who sits at tables of a server. Load tests, tests and bots from outside use it.

    ada = Person("http://127.0.0.1:8000", "Ada")
    table = ada.make(players=2, seats=[{"kind": "me"}, {"kind": "bot", "bot": "medium"}])
    live = ada.live(table["id"], seat=0)
    live.do(move=live.choices["moves"][0])

A client holds no rule: what can be played, the server's choices say (`placements` spells them out). `docs/protocol.md`
explains the messages.
"""

import random
import secrets
import weakref
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx
import orjson
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import ClientConnection, connect

from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.table.patches import apply

Json = dict[str, Any]

ANSWER_SECONDS = 20.0
PLACING = 0.8
"""How often `random_move` places a tile where that is possible."""


class Refused(ValueError):
    """What the server would not do: its `code`, and the whole `answer`."""

    def __init__(self, answer: Json) -> None:
        super().__init__(f"{answer['code']}: {answer.get('sentence', '')}")
        self.code: str = answer["code"]
        self.answer = answer


class Person:
    """Somebody with a cookie, and what one can ask for with it."""

    def __init__(self, url: str, name: str = "", headers: Mapping[str, str] | None = None) -> None:
        self.name, self.headers = name, dict(headers or {})
        self.http = httpx.Client(base_url=url, timeout=ANSWER_SECONDS, headers=self.headers)
        weakref.finalize(self, self.http.close)  # whoever is forgotten leaves no connection open
        try:
            self.get("/api/v1/me")
        except BaseException:
            self.close()
            raise

    @property
    def cookie(self) -> str:
        return "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """An answer, as JSON or text; `Refused` if the server refuses."""
        response = self.http.request(method, path, json=body)
        if response.is_error:
            raise Refused(response.json())
        return response.json() if "json" in response.headers["content-type"] else response.text

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, {} if body is None else body)

    def make(self, game: str | None = None, players: int = 2, **more: Any) -> Json:
        """A table; the server's first game if none is named."""
        named = {} if game is None else {"game": game}
        made: Json = self.post("/api/v1/tables", {**named, "players": players, "name": self.name, **more})
        return made

    def sit(self, table: str, seat: int) -> Json:
        told: Json = self.post(f"/api/v1/tables/{table}/seats/{seat}", {"name": self.name})
        return told

    def components(self, game: str) -> Json:
        """What a game is played with."""
        told: Json = self.get("/api/v1/games")["games"][game]
        return told

    def live(self, table: str, seat: int | None = None, since: int | None = None, url: str | None = None) -> "Live":
        """A live connection to a table, at a seat or watching."""
        return Live(url or str(self.http.base_url), table, self.cookie, seat, since, headers=self.headers)

    @asynccontextmanager
    async def live_async(
        self, table: str, seat: int | None = None, keep_view: bool = True
    ) -> "AsyncIterator[AsyncLive]":
        """The same for programs that wait for many."""
        address = live_address(str(self.http.base_url), table)
        headers = {"Cookie": self.cookie, **self.headers}
        async with connect_async(address, additional_headers=headers, max_size=None, compression=None) as line:
            live = AsyncLive(line, keep_view)
            await live.subscribe(seat)
            yield live

    def close(self) -> None:
        self.http.close()


def live_address(url: str, table: str) -> str:
    return f"{url.rstrip('/').replace('http', 'ws', 1)}/api/v1/tables/{table}/live"


class Follower:
    """A table as one who follows it knows it: kept by patches only, as in the browser, or without the view, which is
    left as it was first told."""

    def __init__(self, keep_view: bool = True) -> None:
        self.keep_view = keep_view
        self.events: list[Json] = []
        self.view: Json | None = None
        self.choices: Json | None = None
        self.table: Json = {}
        self.n = 0
        self.undo = 0
        self.held: str | None = None
        self.picture: str | None = None
        self.presence: Json = {}

    def take(self, frame: Json) -> None:
        """What the server tells."""
        if "presence" in frame:
            self.presence = frame
        elif "event" in frame:
            self._take_event(frame)
        elif "more" in frame:
            self.n = frame["n"]
            self.events += frame["events"]
        elif "view" in frame:
            self.n = frame["n"]
            self.events += frame["events"]
            self.table, self.view, self.choices = frame["table"], frame["view"], frame["choices"]
            self.undo, self.held, self.picture = frame["undo"], frame["held"], frame.get("picture")

    def _take_event(self, frame: Json) -> None:
        self.n = frame["n"]
        self.events.append(frame)
        self.table = frame.get("table") or self.table
        self.picture = frame.get("picture") or self.picture
        if frame.get("view") is not None:
            self.view = frame["view"]
        elif self.view is not None and self.keep_view:
            self.view = apply(self.view, frame.get("patch", []))
        if "undo" in frame:
            self.undo, self.held = frame["undo"], frame["held"]
        if "choices" in frame:
            self.choices = frame["choices"]
        elif "choices_patch" in frame:
            self.choices = apply(self.choices, frame["choices_patch"])

    @property
    def turn(self) -> int | None:
        return None if self.view is None else self.view["turn"]

    @property
    def must_decide(self) -> bool:
        """Whether it is this seat's turn."""
        return self.choices is not None and not self.choices["plan"]


class Live(Follower):
    """A live connection that waits for each answer."""

    def __init__(
        self,
        url: str,
        table: str,
        cookie: str,
        seat: int | None,
        since: int | None,
        subscribe: bool = True,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.socket: ClientConnection = connect(
            live_address(url, table),
            additional_headers={"Cookie": cookie, **(headers or {})},
            open_timeout=ANSWER_SECONDS,
            max_size=None,
            max_queue=None,
        ).__enter__()  # it wants to be a context manager; `close` is its end
        self.frames: list[Json] = []
        self.n = since or 0
        self.sent = 0
        self.names = secrets.token_hex(8)  # the server remembers ids, also those of earlier connections
        try:
            self.hello = self.receive()
            if subscribe:
                self.subscribe(seat, since)
        except BaseException:
            self.close()
            raise

    def receive(self, timeout: float | None = ANSWER_SECONDS) -> Json:
        """The next frame, taken in; None waits for as long as it takes."""
        frame: Json = orjson.loads(self.socket.recv(timeout))
        self.frames.append(frame)
        self.take(frame)
        return frame

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else orjson.dumps(message).decode())

    def subscribe(
        self, seat: int | None = None, since: int | None = None, picture: bool = False, patches: bool = True
    ) -> Json:
        """Look from a seat, or watch; with a picture of every position, if one is wanted."""
        wanted = {"seat": seat, "picture": picture, "patches": patches}
        while "more" in (told := self.do(subscribe={"since": since, **wanted})):
            since = told["n"]
        return told

    def do(self, name: str | None = None, **message: Any) -> Json:
        """Send a message and wait for its answer; what happens meanwhile is taken in."""
        self.sent += 1
        name = name or f"{self.names}-{self.sent}"
        self.send({"id": name, **message})
        while True:
            frame = self.receive()
            if frame.get("ack") == name:
                return frame
            if "refused" in frame and frame["refused"] in (name, None):
                raise Refused(frame)

    def position(self) -> str:
        """What the seat knows of the position, as a line."""
        told: str = self.do(position=True)["position"]
        return told

    def until(self, n: int) -> None:
        """Take in events up to a number."""
        while self.n < n:
            self.receive()

    def close(self) -> None:
        self.socket.close()


class AsyncLive(Follower):
    """A live connection for programs that wait for many."""

    def __init__(self, line: AsyncConnection, keep_view: bool = True) -> None:
        super().__init__(keep_view)
        self.line = line
        self.bytes = 0  # that came, without the heads of frames

    async def receive(self) -> Json:
        """The next frame, taken in."""
        told = await self.line.recv(decode=False)
        self.bytes += len(told)
        frame: Json = orjson.loads(told)
        self.take(frame)
        return frame

    async def send(self, message: Mapping[str, Any]) -> None:
        await self.line.send(orjson.dumps(message).decode())

    async def subscribe(self, seat: int | None = None, since: int = 0) -> Json:
        await self.send({"id": "subscribe", "subscribe": {"since": since, "seat": seat, "patches": True}})
        while "view" not in (frame := await self.receive()):
            if "refused" in frame:
                raise Refused(frame)
            if "more" in frame:
                return await self.subscribe(seat, frame["n"])
        return frame


class Placement(NamedTuple):
    """A tile of the choices in one place, with the number of its mark (-1: none)."""

    tile: Json
    shape: Json
    anchor: int
    mark: int

    def payments(self) -> list[str]:
        """The ways to pay there."""
        kind = "touching" if self.shape["touching"] >> self.anchor & 1 else "payments"
        return [way["pay"] for way in self.tile[kind]]


def orientation(components: Json, tile: str, number: int) -> Json:
    """An orientation of a tile as the components tell it."""
    shapes: list[Json] = next(it["shapes"] for it in components["tiles"] if it["tile"] == tile)
    return shapes[number]


def _marks(components: Json, tile: Json, shape: Json) -> range:
    marks = orientation(components, tile["tile"], shape["shape"])["marks"]
    return range(-1 if tile["without_mark"] else 0, len(marks))


def placements(components: Json, choices: Json, kind: str = "legal") -> Iterator[Placement]:
    """Every place of a kind, with every mark."""
    for tile in choices["tiles"]:
        for shape in tile["shapes"]:
            for anchor in cells_of(shape[kind]):
                for mark in _marks(components, tile, shape):
                    yield Placement(tile, shape, anchor, mark)


def placing_move(components: Json, place: Placement, pay: str) -> str:
    """The text of placing a tile."""
    shape = orientation(components, place.tile["tile"], place.shape["shape"])
    cells = [NAMES[place.anchor + x + components["width"] * y] for x, y in shape["cells"]]
    if place.mark >= 0:
        cells[shape["marks"][place.mark]] += "*"
    verb, word = components["placing"]
    return " ".join([verb, place.tile["tile"], *cells, word, pay])


def random_move(components: Json, choices: Json, rng: random.Random) -> str:
    """One of the moves that are offered, mostly one that places a tile."""
    shapes = [(tile, shape) for tile in choices["tiles"] for shape in tile["shapes"] if shape["legal"]]
    if not shapes or (choices["moves"] and rng.random() > PLACING):
        return str(rng.choice(choices["moves"]))
    tile, shape = rng.choice(shapes)
    marks = _marks(components, tile, shape)
    place = Placement(tile, shape, rng.choice(cells_of(shape["legal"])), rng.choice(marks))
    return placing_move(components, place, rng.choice(place.payments()))
