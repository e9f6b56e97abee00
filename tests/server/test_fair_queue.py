"""Who thinks next: fair between addresses, persons and tables, whatever each of them wants. Time is made up."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from nyhavn.server.fair_queue import HALF_LIFE, FairQueue, Kind, Places, Turn
from nyhavn.server.jobs import hint_job, turn_of
from nyhavn.server.reviews import Wanted, judge_by
from nyhavn.server.workers import Workers
from nyhavn.table.table import Table


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def queue(places: int = 1) -> tuple[FairQueue, Clock]:
    clock = Clock()
    return FairQueue(places, clock), clock


def bot(address: str, table: str = "t", seconds: float = 0.1, person: str = "") -> Turn:
    return Turn(Kind.BOT, address, person or address, table, seconds)


def order(waiting: FairQueue, clock: Clock, turns: list[Turn], took: float = 0.1) -> list[Turn]:
    """In which order turns are taken that all wait, one after the other."""
    names = {waiting.add(turn): turn for turn in turns}
    found = []
    while (number := waiting.next()) is not None:
        found.append(names[number])
        clock.now += took
        waiting.done(names[number], took)
    return found


def test_a_table_does_not_wait_behind_twenty_of_one_other_person() -> None:
    waiting, clock = queue()
    many = [bot("eve", f"table {number}") for number in range(20)]
    found = order(waiting, clock, [*many, bot("ada")])
    assert bot("ada") in found[:2]


def test_addresses_take_turns_and_so_do_their_tables() -> None:
    waiting, clock = queue()
    turns = [bot(address, table) for address in ("a", "b") for table in ("1", "2") for _ in range(2)]
    found = [f"{turn.address}{turn.table}" for turn in order(waiting, clock, turns)]
    assert found == ["a1", "b1", "a2", "b2", "a1", "b1", "a2", "b2"]


def test_persons_behind_one_address_take_turns() -> None:
    waiting, clock = queue()
    crowd = [bot("school", f"table {number}", person="eve") for number in range(5)]
    found = order(waiting, clock, [*crowd, bot("school", "own", person="ada")])
    assert [turn.person for turn in found[:3]] == ["eve", "ada", "eve"]


def test_ideas_come_before_bots_and_bots_before_reviews() -> None:
    waiting, clock = queue()
    turns = [Turn(kind, kind.name, "p", "t") for kind in (Kind.REVIEW, Kind.BOT, Kind.IDEA)]
    assert [turn.kind for turn in order(waiting, clock, turns)] == [Kind.IDEA, Kind.BOT, Kind.REVIEW]


def test_an_address_that_had_much_waits_even_with_ideas_until_that_is_forgotten() -> None:
    waiting, clock = queue()
    order(waiting, clock, [bot("eve", seconds=0.4)] * 20, took=0.5)
    idea = Turn(Kind.IDEA, "eve", "eve", "t")
    assert order(waiting, clock, [idea, bot("ada")]) == [bot("ada"), idea]
    clock.now += 10 * HALF_LIFE
    assert order(waiting, clock, [bot("ada"), idea]) == [idea, bot("ada")]


def test_a_review_is_worked_on_only_when_nobody_else_waits() -> None:
    waiting, clock = queue()
    order(waiting, clock, [bot("ada")] * 100, took=1)
    review = Turn(Kind.REVIEW, "new", "new", "review")
    assert order(waiting, clock, [review, bot("ada")]) == [bot("ada"), review]


@pytest.mark.parametrize("places", [2, 4])
def test_long_thoughts_leave_a_place_for_short_ones(places: int) -> None:
    waiting, _ = queue(places)
    for number in range(10):
        waiting.add(bot(f"address {number}", seconds=5))
    begun = [waiting.next() for _ in range(places)]
    assert begun.count(None) == 1, "one place stays free"
    short = waiting.add(bot("ada"))
    assert waiting.next() == short


def test_explanations_leave_a_place_for_short_ones() -> None:
    """They say how long they take, as bots do."""
    waiting, _ = queue(2)
    for turn in asked_for_explanations() * 3:
        assert turn.kind is Kind.REVIEW
        waiting.add(turn)
    assert [waiting.next(), waiting.next()].count(None) == 1
    assert waiting.add(bot("ada")) == waiting.next()


@pytest.mark.parametrize("places", [1, 2, 4])
def test_ideas_and_bots_do_not_wait_for_one_another(places: int) -> None:
    waiting, _ = queue(places)
    for number in range(10):
        waiting.add(bot(f"address {number}", seconds=0.1))
    assert all(waiting.next() for _ in range(places))
    assert waiting.next() is None
    ideas = [waiting.add(turn) for turn in asked_for_ideas() * 3]
    assert [waiting.next() for _ in range(3)] == [*ideas[: max(1, places // 2)], None, None][:3]


def test_bots_have_all_their_places_while_ideas_are_thought_of() -> None:
    waiting, _ = queue(2)
    waiting.add(asked_for_ideas()[0])
    assert waiting.next()
    assert [waiting.add(bot("ada")), waiting.add(bot("bob"))] == [waiting.next(), waiting.next()]


class Thinkers:
    """Workers that note whom they think for."""

    count = 2

    def __init__(self) -> None:
        self.turns: dict[str, list[Turn]] = {}

    async def think(self, turn: Turn, seconds: float, task: str, game: str = "", **given: Any) -> Any:
        self.turns.setdefault(task, []).append(turn)
        found: dict[str, Any] = {"decisions": given.get("decisions"), "costliest": []}
        if task == "costliest" and len(self.turns[task]) == 1:
            found["costliest"] = [1, 2]
        return found if task == "costliest" else given.get("decision") or {"number": given.get("number")}


def asked_for_explanations() -> list[Turn]:
    workers = Thinkers()
    wanted = Wanted("copenhagen", "", 2, Turn(Kind.REVIEW, "eve", "eve", "review"))
    asyncio.run(judge_by(cast(Workers, workers), wanted, lambda done: None))
    assert not any(turn.long for turn in workers.turns["decision"])
    return workers.turns["explanation"]


def asked_for_ideas() -> list[Turn]:
    table = cast(Table, SimpleNamespace(id="table", decision=7, game="copenhagen"))
    return [turn_of(hint_job("hint", table, "eve", 0, "eve"))]


def test_with_one_place_long_thoughts_have_it_too() -> None:
    waiting, _ = queue()
    assert waiting.add(bot("ada", seconds=5)) == waiting.next()
    waiting.add(bot("bob"))
    assert waiting.next() is None


def test_giving_up_leaves_no_hole() -> None:
    async def story() -> None:
        places = Places(1)
        done: list[str] = []

        async def think(name: str) -> None:
            async with places.taken(bot(name)):
                await asyncio.sleep(0.01)
                done.append(name)

        first, second, third = (asyncio.create_task(think(name)) for name in ("a", "b", "c"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert done == ["a", "c"]
        assert not places.queue.running
        fourth = asyncio.create_task(think("d"))
        await asyncio.sleep(0)
        fourth.cancel()  # in the moment in which its turn has come
        await asyncio.gather(fourth, return_exceptions=True)
        assert not places.queue.running

    asyncio.run(story())
