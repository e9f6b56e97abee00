"""A stage: the real server in this process, with tables brought to a position, for pictures and browser tests."""

import asyncio
import random
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn

from nyhavn.bots import make_bot, observe
from nyhavn.luck import Seeded
from nyhavn.play import Source, State
from nyhavn.server.app import make_app
from nyhavn.server.context import Context
from nyhavn.server.lan import serve_with
from nyhavn.server.persons import COOKIE
from nyhavn.server.settings import Settings
from nyhavn.store import open_store
from nyhavn.table import commands
from nyhavn.table.table import Table
from tests.ports import free_port
from tests.server.serving import Live

PREPARED = 300
"""Seconds in which a busy machine has compiled the rules, if they have changed."""
NAMES = ("Ada", "Ida", "Mads", "Bo")
Until = Callable[[State], bool]
Choose = Callable[[State, random.Random], str | None]


def greedily(state: State, rng: random.Random) -> str | None:
    """What the greedy bot would do."""
    assert state.turn is not None
    return make_bot("greedy").choose(observe(state, state.turn), rng)


def given(seed: int) -> Callable[[Table], Source]:
    """The same chance for every table."""

    def source(_: Table) -> Source:
        seeded, count = Seeded(seed), iter(range(1 << 30))
        return lambda kind, outcomes: seeded.choose(kind, next(count), outcomes)

    return source


class Stage:
    """`with Stage(seed) as stage:` serves at `stage.url`."""

    def __init__(self, seed: int = 1, **settings: Any) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.seed = seed
        self.rng = random.Random(seed)
        self._folder = tempfile.TemporaryDirectory(prefix="nyhavn-stage-")
        db = f"sqlite:///{Path(self._folder.name) / 'stage.db'}"
        given_settings = {"bot_pause": 0.2, "limits": 0.0, "chance": given(seed), **settings}
        self.settings = Settings(port=self.port, db=db, **given_settings)
        self._app = make_app(self.settings, open_store(db))
        config = uvicorn.Config(self._app, port=self.port, log_config=None, access_log=False, ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        self.settings.lan.serve = serve_with(self._server)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._loop: asyncio.AbstractEventLoop
        self._there: list[Live] = []

    def _serve(self) -> None:
        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve()

        asyncio.run(run())

    def __enter__(self) -> "Stage":
        self._thread.start()
        deadline = time.monotonic() + PREPARED
        while not self._server.started:
            assert time.monotonic() < deadline, "the stage does not start"
            time.sleep(0.02)
        while not (preparation := self.context.preparation).playable.is_set():
            assert time.monotonic() < deadline, preparation.refusal().sentence
            time.sleep(0.1)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for one in self._there:
            one.close()
        self._server.should_exit = True
        self._thread.join(15)
        self._folder.cleanup()

    def shut(self) -> None:
        """Let nobody in from the network any more."""
        asyncio.run_coroutine_threadsafe(self.settings.lan.close(), self._loop).result(30)

    @property
    def context(self) -> Context:
        context: Context = self._app.state.context
        return context

    def lay(
        self, game: str, players: int, until: Until, choose: Choose = greedily, **made: Any
    ) -> tuple[str, list[str]]:
        """A table at which people have played up to a position, always the same one: its name, and the persons by
        seat."""
        self.rng.seed(self.seed)
        persons = [self.context.persons.new() for _ in range(players)]
        seats = [{"person": person, "name": NAMES[seat]} for seat, person in enumerate(persons)]
        table = self._lay(persons[0], seats, game=game, **made)
        self.play(table, persons, until, choose)
        return table, persons

    def _lay(self, host: str, seats: list[dict[str, Any]], **made: Any) -> str:
        plain: dict[str, Any] = {"options": {}, "watch": "anyone", "listed": False, "show_known": False}
        plain |= {"order": "seated", "clock": None} | made
        table = commands.new_id()
        self._run(table, lambda laid, at: commands.create(laid, at, host, seats, **plain), new=True)
        return table

    def bots(self, game: str, person: str, players: int = 2, bot: str = "greedy", **made: Any) -> str:
        """A table at which one person plays against bots, who begin as soon as they may."""
        seats: list[dict[str, Any]] = [{"person": person, "name": NAMES[0]}]
        seats += [{"bot": bot, "name": NAMES[seat]} for seat in range(1, players)]
        return self._lay(person, seats, game=game, **made)

    def open(self, game: str, host: str, players: int) -> str:
        """A table that waits for players."""
        nobody: list[dict[str, Any]] = [{"name": ""} for _ in range(players - 1)]
        return self._lay(host, [{"person": host, "name": NAMES[0]}, *nobody], game=game)

    def bring(self, position: State, host: str) -> str:
        """A table that waits for players, to go on from a position."""
        nobody: list[dict[str, Any]] = [{"name": ""} for _ in range(position.players - 1)]
        plain: dict[str, Any] = {"watch": "anyone", "listed": True, "show_known": False, "clock": None}
        table, seats = commands.new_id(), [{"person": host, "name": NAMES[0]}, *nobody]
        self._run(table, lambda laid, at: commands.create_at(laid, at, host, seats, position, **plain), new=True)
        return table

    def device(self, game: str, person: str, players: int = 2, played: bool = True, **made: Any) -> str:
        """A table at which one screen is passed round, and the first has just played."""
        seats = [{"person": person, "name": NAMES[seat]} for seat in range(players)]
        table = self._lay(person, seats, game=game, **made)
        if played:
            self.play(table, [person] * players, lambda state: state.turn == 1)
        return table

    def play(self, table: str, persons: list[str], until: Until, choose: Choose = greedily) -> None:
        """Let everybody play, as the greedy bot would if nothing else is said, until a position is reached."""
        while (state := self.state(table)).turn is not None and not until(state):
            seat = state.turn
            move = choose(state, self.rng) or greedily(state, self.rng)
            name = str(self.rng.random())
            self._run(table, lambda laid, at, s=seat, m=move, i=name: commands.play(laid, at, persons[s], s, [m], i))  # type: ignore[misc]
        assert until(state), "the game ended before that"

    def substitute(self, table: str, persons: list[str], seat: int) -> None:
        """Somebody else at the table lets a bot play for a seat."""
        other = persons[1 - seat]
        self._run(table, lambda laid, at: commands.stand_in(laid, at, other, seat, False, "gone"))

    def attend(self, table: str, persons: list[str]) -> None:
        """Let people be there, and do nothing."""
        for seat, person in enumerate(persons):
            cookie = f"{COOKIE}={self.context.persons.token(person)}"
            self._there.append(Live(self.url, table, cookie, seat, None))

    def state(self, table: str) -> State:
        """A copy of the game at a table."""

        async def copy() -> State:
            async with self.context.hub.open(table) as (_, found):
                assert found.state is not None
                return found.state.copy()

        return asyncio.run_coroutine_threadsafe(copy(), self._loop).result(30)

    def moves(self, table: str) -> list[str]:
        """Every move that was made at a table."""
        return [entry["move"] for entry in self.state(table).history if "move" in entry]

    def _run(self, table: str, command: Callable[[Table, int], None], new: bool = False) -> None:
        asyncio.run_coroutine_threadsafe(self.context.hub.run(table, command, new=new), self._loop).result(30)

    def cookie(self, person: str) -> dict[str, str]:
        """What makes a browser this person."""
        return {"name": COOKIE, "value": self.context.persons.token(person), "url": self.url}
