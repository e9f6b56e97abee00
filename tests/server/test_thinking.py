"""Nobody keeps others from thinking: strangers with sixty connections, with reviews without end, with slow bots."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import nyhavn
from nyhavn.client import Live, Person, Refused
from nyhavn.server import hub as hubs
from nyhavn.server.bot_turns import Players
from nyhavn.server.fair_queue import UNATTENDED, Turn
from nyhavn.server.hub import Hub
from nyhavn.server.limits import MOST_WAITING
from nyhavn.server.maintenance import Maintenance
from nyhavn.server.settings import Settings
from nyhavn.store import Job, open_store
from nyhavn.table import commands
from tests.client.stage import Stage
from tests.server.clocks import START, Clocks
from tests.server.serving import FEW_THOUGHTS, Json, Server
from tests.table.tables import made

pytestmark = pytest.mark.slow
GAME = "copenhagen"
EVE, ADA = "203.0.113.1", "203.0.113.2"
CONNECTIONS = 60


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With its usual limits, and one process that thinks, so that waiting can be observed."""
    folder = tmp_path_factory.mktemp("thinking")
    options = ("--bot-pause", "0", "--workers", "1")
    server = Server(f"sqlite:///{folder / 'nyhavn.db'}", folder, *options).start()
    try:
        yield server
    finally:
        server.stop()
    log = server.log.read_text()
    assert "Traceback" not in log, log[-2000:]
    assert '"level": "error"' not in log, log[-2000:]


@contextmanager
def visiting(server: Server, address: str) -> Iterator[Person]:
    person = Person(server.url, "Ada", {"X-Forwarded-For": address})
    try:
        yield person
    finally:
        person.close()


def at_table(stack: ExitStack, person: Person, *seats: Json, seat: int = 0) -> Live:
    table = person.make(GAME, len(seats), seats=list(seats), order="seated")["id"]
    return connected(stack, person, table, seat)


def connected(stack: ExitStack, person: Person, table: str, seat: int) -> Live:
    live = person.live(table, seat, 0)
    stack.callback(live.close)
    return live


def bot(name: str) -> Json:
    return {"kind": "bot", "bot": name, "name": "Ida"}


ME: Json = {"kind": "me"}


def answers(server: Server, address: str, name: str = "medium") -> bool:
    """Whether few thoughts come before a bot has moved at a new table of somebody, however many have waited for
    longer."""
    with ExitStack() as stack:
        person, before = stack.enter_context(visiting(server, address)), server.thoughts
        live = at_table(stack, person, bot(name), ME, seat=1)
        while live.turn != 1:
            frame = live.receive(30)
            assert frame.get("event", {}).get("kind") != "failed"
        return 0 < server.thoughts - before <= FEW_THOUGHTS


def record(seed: int, moves: int = 1000) -> str:
    state, luck = nyhavn.new_game(GAME, players=4, seed=seed), random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state.play(luck.choice(state.moves()))
    return state.record()


def test_sixty_connections_that_want_ideas_get_few_at_a_time(place: Server) -> None:
    """However many people one calls oneself: here twelve, with five connections each."""
    with ExitStack() as stack:
        lives = []
        for _ in range(CONNECTIONS // 5):
            eve = stack.enter_context(visiting(place, EVE))
            live = at_table(stack, eve, ME, bot("greedy"))
            lives += [live, *(connected(stack, eve, live.table["id"], 0) for _ in range(4))]
        for one in lives:
            one.send({"id": "hint", "hint": True})
        assert answers(place, ADA)
        told = Counter(_answer(one) for one in lives)
        assert told["ideas"] >= MOST_WAITING
        assert told["waiting"] >= CONNECTIONS / 2, told


def _answer(live: Live) -> str:
    while True:
        frame = live.receive(30)
        if "ideas" in frame:
            return "ideas"
        if "refused" in frame:
            return str(frame["code"])


def ask(server: Server, address: str, text: str, cookie: str = "") -> httpx.Response:
    headers = {"X-Forwarded-For": address} | ({"Cookie": cookie} if cookie else {})
    return httpx.post(f"{server.url}/api/v1/reviews", json={"record": text}, headers=headers)


def test_one_address_cannot_fill_the_reviews_and_no_bot_waits_for_them(place: Server) -> None:
    with visiting(place, EVE) as eve:
        first = ask(place, EVE, record(1), eve.cookie)
        assert first.status_code == 201
        name = first.json()["review"]
        told = eve.get(f"/api/v1/reviews/{name}")
        assert told["total"] > 50, "how much there is to do is known at once"
        again = ask(place, EVE, record(2), eve.cookie)
        assert (again.status_code, again.json()["code"]) == (409, "waiting"), "one at a time"
        assert ask(place, EVE, record(1), eve.cookie).json()["review"] == name
    codes = Counter(ask(place, EVE, record(seed)).status_code for seed in range(3, 12))
    assert codes == {201: MOST_WAITING - 1, 409: 9 - MOST_WAITING + 1}, "under whatever names"
    assert answers(place, ADA)
    assert answers(place, "203.0.113.3", "search:500ms")
    with visiting(place, ADA) as ada:
        other = ask(place, ADA, record(20, 6), ada.cookie)
        assert other.status_code == 201
        short, deadline = other.json()["review"], time.monotonic() + 60
        while not (told := ada.get(f"/api/v1/reviews/{short}"))["analysis"]:
            assert time.monotonic() < deadline
            time.sleep(0.3)
        assert len(told["analysis"]["decisions"]) == 6
        assert ada.get(f"/api/v1/reviews/{name}")["analysis"] is None, "a short one does not wait for long ones"


def test_slow_bots_of_one_person_keep_no_other_bot_waiting(place: Server) -> None:
    with ExitStack() as stack:
        eve = stack.enter_context(visiting(place, "203.0.113.7"))
        slow = [bot("ismcts-plain:2s")] * 3
        for _ in range(2 * FEW_THOUGHTS):  # at each a thought of two seconds waits
            at_table(stack, eve, *slow, ME, seat=3)
        for number in range(3):
            assert answers(place, f"203.0.113.{20 + number}")


def test_strangers_bots_get_no_more_than_the_server_lets_them(tmp_path: Path) -> None:
    options = ("--public-url", "http://localhost", "--most-bot-seconds", "0.3")
    server = Server(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path, *options).start()
    try:
        headers = {"Host": "localhost"}
        for name, status in (("search:300ms", 201), ("search:400ms", 422), ("search:5000n", 422)):
            body = {"game": GAME, "seats": [ME, bot(name)]}
            assert httpx.post(f"{server.url}/api/v1/tables", json=body, headers=headers).status_code == status
    finally:
        server.stop()


def test_tables_that_were_left_share_one_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise somebody could create tables under many names, leave, and when the clocks have run out each would have
    a turn of its own."""
    monkeypatch.setattr(hubs, "IDLE_SECONDS", -1.0)
    seats: list[Json] = [{"person": "me"}, {"bot": "greedy"}, {"bot": "greedy"}]
    clock = {"move": 10, "bank": None, "increment": 0, "at_zero": "bot"}
    jobs: list[Job] = []

    async def story() -> None:
        clocks = Clocks()
        settings = Settings(bot_pause=0, now=clocks.wall, steady=clocks.steady)
        hub = Hub(settings, open_store(f"sqlite:///{tmp_path / 'nyhavn.db'}"))
        players = Players(hub)
        maintenance = Maintenance(hub, players)
        hub.ready.set()

        for name in "abc":
            hub.lay(name, EVE)
            table = made(GAME, clock=clock)
            own = [one | {"person": name} if "person" in one else dict(one) for one in seats]
            await hub.run(name, lambda laid, at, n=name, s=own, t=table: commands.create(laid, at, n, s, **t), new=True)  # type: ignore[misc]
        hub.tidy()
        assert not hub.rooms, "it is nobody's turn but theirs, and nobody looks"
        hub.time.set(START + 11_000, clocks.steady())
        for name in "abc":
            await maintenance._wake(name)
        jobs.extend(hub.store.jobs.waiting(hub.now(), hub.now()))
        await hub.close()
        hub.store.close()

    asyncio.run(story())
    assert {job.person for job in jobs} == set("abc")
    assert {job.address for job in jobs} == {UNATTENDED}


def test_whoever_leaves_still_waits_for_the_idea(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is thought out all the same: otherwise coming back would begin one more each time."""
    ended = asyncio.Event()
    begun: list[Turn] = []

    async def think(turn: Turn, *_: Any, **given: Any) -> list[Json]:
        begun.append(turn)
        await ended.wait()
        return []

    with Stage(limits=1.0) as stage:
        monkeypatch.setattr(stage.context.hub.workers, "think", think)
        ada = Person(stage.url, "Ada")
        table = ada.make(GAME, 2, seats=[ME, bot("greedy")], order="seated")["id"]
        first = ada.live(table, 0)
        first.send({"id": "1", "hint": True})
        while not begun:
            time.sleep(0.01)
        first.close()
        again = ada.live(table, 0)  # the first one is told of it, and found to be gone
        deadline = time.monotonic() + 20
        while len(stage.context.hub.rooms[table].connections) > 1:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        with pytest.raises(Refused) as refused:
            again.do(hint=True)
        assert refused.value.code == "waiting"
        stage._loop.call_soon_threadsafe(ended.set)
        while True:
            try:
                assert again.do(hint=True)["ideas"] == []
                break
            except Refused:  # it is just ending
                time.sleep(0.01)
        again.close()
        ada.close()
    assert len(begun) == 2
