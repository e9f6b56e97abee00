"""Reviews that do not go well: they fail, the server ends in the middle, too many are wanted. None hangs or is lost."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import nyhavn
from nyhavn.analysis.games import analyse
from nyhavn.server import reviews
from nyhavn.server.app import make_app
from nyhavn.server.job_runner import MOST_LOSSES
from nyhavn.server.reviews import MOST_WAITING, Progress, Wanted
from nyhavn.server.settings import Settings
from nyhavn.store import Store, open_store
from tests.databases import KINDS, new_database
from tests.server.serving import Person, served

Json = dict[str, Any]
Judge = Callable[[Wanted, Progress], Awaitable[Json]]
MOVES = 6

pytestmark = pytest.mark.slow


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as made:
        yield made


def game(seed: int = 3, moves: int = MOVES) -> str:
    state = nyhavn.new_game("copenhagen", players=2, seed=seed)
    for _ in range(moves):
        state.play(state.moves()[0])
    return state.record()


async def at_once(wanted: Wanted, progress: Progress) -> Json:
    """Judges nothing, but goes through all moves."""
    for number in range(1, MOVES + 1):
        progress(number)
    told: Json = {"game": wanted.game, "players": 2, "options": {}, "names": ["a", "b"], "budget": "1n", "seed": 0}
    return told | {"bot": None, "decisions": [], "turning_points": [], "lost": [0, 0], "over": False, "winners": []}


async def never(wanted: Wanted, progress: Progress) -> Json:
    """Goes on until the server ends."""
    while True:
        progress(2)
        await asyncio.sleep(0.005)


async def broken(wanted: Wanted, progress: Progress) -> Json:
    progress(1)
    raise RuntimeError("this cannot be judged")


@asynccontextmanager
async def serving(url: str, judge: Judge) -> AsyncIterator[httpx.AsyncClient]:
    """A server whose reviews are made by somebody else."""
    app = make_app(Settings(limits=0), open_store(url))
    async with app.router.lifespan_context(app):
        app.state.context.reviews.judge = judge
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield http


async def ask(http: httpx.AsyncClient, text: str) -> httpx.Response:
    return await http.post("/api/v1/reviews", json={"record": text})


async def begin(http: httpx.AsyncClient, text: str) -> str:
    name: str = (await ask(http, text)).json()["review"]
    return name


async def look(http: httpx.AsyncClient, name: str, until: Callable[[Json], object]) -> Json:
    """What is told of a review as soon as that is so."""
    for _ in range(2000):
        told: Json = (await http.get(f"/api/v1/reviews/{name}")).json()
        if until(told):
            return told
        await asyncio.sleep(0.01)
    raise AssertionError(f"it stays like this: {told}")


def failed(told: Json) -> bool:
    return told.get("code") == "review failed"


def whole(told: Json) -> bool:
    return bool(told.get("analysis"))


def test_a_review_that_fails_says_so_until_it_is_asked_for_again(url: str) -> None:
    async def story() -> None:
        async with serving(url, broken) as http:
            name = await begin(http, game())
            told = await look(http, name, failed)
            assert told["sentence"] == "this game couldn't be analysed completely; it was logged, and you can ask again"
            assert failed((await http.get(f"/api/v1/reviews/{name}")).json())
        async with serving(url, at_once) as http:
            assert failed((await http.get(f"/api/v1/reviews/{name}")).json()), "looking does not begin it again"
            assert await begin(http, game()) == name
            assert (await look(http, name, whole))["done"] == 0

    asyncio.run(story())


def test_a_server_that_ends_in_the_middle_begins_again(url: str) -> None:
    async def story() -> None:
        async with serving(url, never) as http:
            name = await begin(http, game())
            assert (await look(http, name, lambda told: told["done"]))["total"] >= MOVES
            ended = time.monotonic()
        assert time.monotonic() - ended < 5, "the server does not wait for reviews"
        async with serving(url, at_once) as http:
            told = await look(http, name, whole)
            assert len(told["replay"]["steps"]) > MOVES

    asyncio.run(story())


def test_a_review_counts_as_its_first_askers_and_holds_no_padding(url: str) -> None:
    """Otherwise one could fill the disk with blanks that belong to nobody; not even a new start forgets whose it is."""

    async def story() -> None:
        for judge in (never, at_once):
            async with serving(url, judge) as http:
                app = http._transport.app  # type: ignore[attr-defined]
                if judge is never:
                    name = await begin(http, game() + "\n" * 20_000)
                    person = app.state.context.persons.read(http.cookies["nyhavn"])
                    continue
                await look(http, name, whole)
                held = app.state.store.holdings(person, 0)
                assert len(game()) < held.size < 5_000
                assert held.positions == 0

    asyncio.run(story())


def test_a_game_with_which_servers_end_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'nyhavn.db'}"

    async def story() -> None:
        name = ""
        for number in range(MOST_LOSSES + 1):
            async with serving(url, never) as http:
                store: Store = http._transport.app.state.store  # type: ignore[attr-defined]
                store.jobs.release = lambda process: None  # type: ignore[method-assign]  # it ends without a word
                name = name or await begin(http, game())

                def tried(times: int, store: Store = store, name: str = name) -> bool:
                    job = store.jobs.find(f"review {name}")
                    return job is not None and job.tries == times

                if number < MOST_LOSSES:
                    await look(http, name, lambda told, times=number + 1: tried(times))  # type: ignore[misc]
                    assert not store.jobs.aside()
                    continue
                await look(http, name, failed)
                assert [job.reason for job in store.jobs.aside()] == ["every process that took it ended"]

    asyncio.run(story())


def test_a_game_may_be_begun_by_any_number_of_servers_that_end_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        name = ""
        for _ in range(MOST_LOSSES + 2):
            async with serving(f"sqlite:///{tmp_path / 'nyhavn.db'}", never) as http:
                name = name or await begin(http, game())
                await look(http, name, lambda told: told["done"])

    asyncio.run(story())


def test_only_so_many_wait(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(f"sqlite:///{tmp_path / 'nyhavn.db'}", never) as http:
            names = {await begin(http, game(seed)) for seed in range(MOST_WAITING)}
            assert len(names) == MOST_WAITING
            assert await begin(http, game(0)) in names
            refused = await ask(http, game(MOST_WAITING))
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")

    asyncio.run(story())


def test_a_game_that_is_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_DECISIONS", MOVES - 1)

    async def story() -> None:
        async with serving(f"sqlite:///{tmp_path / 'nyhavn.db'}", never) as http:
            refused = await ask(http, game())
            assert (refused.status_code, refused.json()["code"]) == (413, "too large")

    asyncio.run(story())


@pytest.mark.long  # the kernels that bots think with are compiled first
def test_a_review_outlives_its_server(tmp_path: Path) -> None:
    """Killed in the middle of the work, as by a power cut."""
    with served(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path) as server:
        ada = Person(server.url, "Ada")
        name = ada.post("/api/v1/reviews", {"record": game()})["review"]
        deadline = time.monotonic() + 600
        killed = False
        while not (told := ada.get(f"/api/v1/reviews/{name}"))["analysis"]:
            assert time.monotonic() < deadline, "the review does not come"
            if told["done"] and not killed:
                server.kill()
                server.start()
                killed = True
            time.sleep(0.02)
        ada.http.close()
        assert killed
        assert len(told["analysis"]["decisions"]) == MOVES


@pytest.mark.long
def test_progress_is_told_and_all_processes_find_what_one_finds(tmp_path: Path) -> None:
    """How much there is to do is known at once, it never goes back, and the judgement is that of `nyhavn analyse`."""
    text = game(moves=24)
    with served(f"sqlite:///{tmp_path / 'nyhavn.db'}", tmp_path) as server:
        ada = Person(server.url, "Ada")
        name = ada.post("/api/v1/reviews", {"record": text})["review"]
        told, seen = ada.get(f"/api/v1/reviews/{name}"), []
        deadline = time.monotonic() + 600
        while not told["analysis"]:
            assert time.monotonic() < deadline, "the review does not come"
            seen.append((told["done"], told["total"]))
            time.sleep(0.02)
            told = ada.get(f"/api/v1/reviews/{name}")
        ada.http.close()
    assert all(24 <= total >= done for done, total in seen)
    assert seen == sorted(seen)
    assert len({done for done, _ in seen}) > 1, "progress is seen"
    assert told["analysis"] == json.loads(json.dumps(analyse(nyhavn.parse_record(text))))
