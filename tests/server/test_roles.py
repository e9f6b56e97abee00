"""Processes that serve people and processes that think, on one PostgreSQL: whatever ends in between, each turn of a bot
is played once and each review done once, and nothing that thinks is started by a process that serves."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from nyhavn.server.job_runner import LOST, MOST_LOSSES
from nyhavn.server.jobs import bot_job_name
from nyhavn.store import Job, Store, open_beside
from tests.cli import one_line, run
from tests.databases import new_database
from tests.server.persistent_players import Launch, Visit
from tests.server.serving import Json, Live, Server, some_move
from tests.server.test_outside_bots import children
from tests.server.test_processes import count, until
from tests.server.test_thinking import record

pytestmark = pytest.mark.slow

GAME = "copenhagen"
ME: Json = {"kind": "me"}
ENOUGH = 60.0
THOUGHTS = r'nyhavn_bot_seconds_count\{bot="greedy"\}'


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as made:
        yield made


@pytest.fixture
def store(url: str, web: Server) -> Iterator[Store]:
    """The database, to look into."""
    with closing(open_beside(url)) as opened:
        yield opened


@pytest.fixture
def web(url: str, launch: Launch) -> Server:
    return launch(url, "--role", "web")


def bot(name: str = "greedy") -> Json:
    return {"kind": "bot", "bot": name}


def wait(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + ENOUGH
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def job_of(store: Store, live: Live) -> Job:
    """The turn of the bot at a table."""
    found = store.jobs.find(bot_job_name(live.table["id"]))
    assert found is not None
    return found


def play(lives: Sequence[Live], moves: int) -> None:
    """Somebody's moves at each of some tables, with bots in between."""
    luck = random.Random(5)
    for _ in range(moves):
        for live in lives:
            until(live, lambda live=live: live.turn in (0, None), ENOUGH)  # type: ignore[misc]
            if live.choices:
                live.do(move=some_move(GAME, live.choices, luck))
    for live in lives:
        until(live, lambda live=live: live.turn in (0, None), ENOUGH)  # type: ignore[misc]


def processes(server: Server) -> set[int]:
    assert server.process is not None
    return children(server.process.pid)


def test_a_process_that_serves_never_thinks_and_bots_move_when_one_comes_that_does(
    url: str, web: Server, store: Store, launch: Launch, visit: Visit
) -> None:
    ada = visit(web)
    live = ada.live(ada.make(GAME, 2, seats=[bot(), ME])["id"], 1, 0)
    other = ada.live(ada.make(GAME, 2, seats=[ME, ME])["id"], 0, 0)
    luck = random.Random(1)
    for _ in range(5):
        assert other.choices
        other.do(move=some_move(GAME, other.choices, luck))
        if other.turn != 0:
            break
    assert (live.turn, job_of(store, live).tries, processes(web)) == (0, 0, set())
    worker = launch(url, "--role", "worker")
    until(live, lambda: live.turn == 1, ENOUGH)
    assert processes(worker)
    assert not processes(web)
    assert count([web], THOUGHTS) == 0
    assert count([worker], THOUGHTS) > 0


def test_no_turn_is_thought_about_twice(url: str, web: Server, store: Store, launch: Launch, visit: Visit) -> None:
    """By two processes that think, one that does all and one that serves."""
    others = [launch(url, "--role", "worker"), launch(url, "--role", "worker"), launch(url)]
    ada = visit(web)
    lives = [ada.live(ada.make(GAME, 4, seats=[ME, *[bot()] * 3])["id"], 0, 0) for _ in range(4)]
    play(lives, 8)
    logs = [store.read(live.table["id"]) for live in lives]
    moves = sum(entry.kind == "move" and "by" not in entry.body for log in logs for entry in log)
    thoughts = [count([server], THOUGHTS) for server in others]
    print(f"{moves} moves of bots, {sum(thoughts)} thoughts: {thoughts}")
    assert moves > 50
    assert sum(thoughts) == moves
    assert count([web], THOUGHTS) == 0
    assert not any(entry.kind == "failed" for log in logs for entry in log)


def test_a_turn_whose_process_is_killed_is_played_once_by_another(
    url: str, web: Server, store: Store, launch: Launch, visit: Visit
) -> None:
    workers = [launch(url, "--role", "worker") for _ in range(2)]
    ada = visit(web)
    live = ada.live(ada.make(GAME, 2, seats=[bot("ismcts-plain:4s"), ME])["id"], 1, 0)
    wait(lambda: job_of(store, live).tries == 1)
    with psycopg.connect(url) as connection:
        ((process,),) = connection.execute("SELECT process FROM jobs").fetchall()
    (doomed,) = [worker for worker in workers if process in worker.log.read_text()]
    doomed.kill()
    assert live.turn == 0
    began = time.monotonic()
    until(live, lambda: live.turn == 1, ENOUGH)
    print(f"played {time.monotonic() - began:.1f} s after the process was killed, 4 s of which are the thought")
    log = store.read(live.table["id"])
    turns = [entry.body["seat"] for entry in log if entry.kind == "move"]
    assert turns
    assert set(turns) == {0}
    assert not any(entry.kind == "failed" for entry in log)
    assert store.jobs.find(bot_job_name(live.table["id"])) is None


def test_a_turn_that_ends_every_process_is_set_aside_and_the_table_is_told(
    url: str, web: Server, store: Store, launch: Launch, visit: Visit
) -> None:
    ada = visit(web)
    live = ada.live(ada.make(GAME, 2, seats=[bot("ismcts-plain:5s"), ME])["id"], 1, 0)
    doomed = launch(url, "--role", "worker")
    wait(lambda: job_of(store, live).tries == 1)
    doomed.kill()
    with psycopg.connect(url) as connection:  # and so do others
        connection.execute("UPDATE jobs SET lease = 0, tries = %s", [MOST_LOSSES])
    server = Server(url, web.log.parent, "--role", "worker").start()
    try:
        until(live, lambda: live.turn == 1, ENOUGH)
    finally:
        server.stop()
    failed = [event["event"] for event in live.events if event["event"]["kind"] == "failed"]
    assert [(event["bot"], event["why"], event["plays"]) for event in failed[:1]] == [
        ("ismcts-plain:5s", "error", "greedy")
    ]
    assert LOST in [job.reason for job in store.jobs.aside()]
    assert '"event": "job set aside"' in server.log.read_text()


def test_a_hint_is_found_elsewhere_and_told_to_nobody_else(
    url: str, web: Server, launch: Launch, visit: Visit, store: Store
) -> None:
    there = launch(url, "--role", "web")
    launch(url, "--role", "worker")
    ada, bo = visit(web, "Ada"), visit(there, "Bo")
    table = ada.make(GAME, 2, hints=True)["id"]
    bo.sit(table, 1)
    mine, same, other = ada.live(table, 0, 0), ada.live(table, 0, 0, there.url), bo.live(table, 1, 0)
    found = mine.do(hint=True)
    assert found["n"] == mine.n
    for idea in found["ideas"]:
        mine.do(explain=idea["move"])
    mine.do(move=found["ideas"][0]["move"])
    for live in (same, other):
        live.until(mine.n)
        assert not [frame for frame in live.frames if "ideas" in frame]
    assert not store.jobs.aside()
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT name FROM jobs").fetchall() == [], "nothing of it is left"


def test_a_review_is_seen_from_every_process_and_done_once(
    url: str, web: Server, store: Store, launch: Launch, visit: Visit
) -> None:
    there = launch(url, "--role", "web")
    workers = [launch(url, "--role", "worker") for _ in range(2)]
    ada, bo = visit(web, "Ada"), visit(there, "Bo")
    text = record(7, 30)
    name = ada.post("/api/v1/reviews", {"record": text})["review"]
    seen: list[int] = []
    told: Json = {}

    def finished() -> bool:
        nonlocal told
        told = bo.get(f"/api/v1/reviews/{name}")
        assert bo.post("/api/v1/reviews", {"record": text})["review"] == name
        job = store.jobs.find(f"review {name}")
        assert job is None or job.tries <= 1, "others do not begin it again"
        if told["analysis"] is None:
            seen.append(told["done"])
        return told["analysis"] is not None

    wait(finished)
    assert seen == sorted(seen)
    assert len(set(seen)) > 2, "it is seen to go on, where it was not asked for"
    assert len(told["analysis"]["decisions"]) == 30
    assert ada.get(f"/api/v1/reviews/{name}") == told
    assert store.jobs.find(f"review {name}") is None
    assert sum(bool(processes(worker)) for worker in workers) == 1


def test_a_process_that_ends_in_order_leaves_its_turn_to_another_at_once(
    url: str, web: Server, store: Store, launch: Launch, visit: Visit
) -> None:
    first = launch(url, "--role", "worker")
    ada = visit(web)
    live = ada.live(ada.make(GAME, 2, seats=[bot("ismcts-plain:5s"), ME])["id"], 1, 0)
    wait(lambda: job_of(store, live).tries == 1)
    assert first.stop() == 0
    assert job_of(store, live).tries == 0
    launch(url, "--role", "worker")
    until(live, lambda: live.turn == 1, ENOUGH)
    assert not [event for event in live.events if event["event"]["kind"] == "failed"]


@pytest.mark.parametrize("role", ["web", "worker", "waiter"])
def test_with_sqlite_one_process_does_everything(role: str, tmp_path: Path) -> None:
    refused = run("serve", "--no-open", "--role", role, "--db", f"sqlite:///{tmp_path / 'nyhavn.db'}")
    assert refused.returncode == 2
    assert ("needs PostgreSQL" if role != "waiter" else "--role is one of") in one_line(refused.stderr)
