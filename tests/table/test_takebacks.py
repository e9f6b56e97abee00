"""Taking back a turn that is over, if the others agree."""

from collections.abc import Callable
from typing import Any

import pytest

from nyhavn.table import commands, takebacks, visibility
from nyhavn.table.table import Table
from tests.table.tables import (
    ANN,
    BOB,
    CEM,
    DAG,
    LATER,
    PERSONS,
    STRANGER,
    Json,
    Log,
    everything,
    kinds,
    lay,
    play_until,
    refusal,
    step,
)

GAMES = ("copenhagen", "roll-and-write")
BLITZ = {"move": None, "bank": 100, "increment": 10, "at_zero": "bot"}


def after_a_turn(game: str, players: int = 2, **other: Any) -> Log:
    """Ann has just ended a turn that showed nothing."""

    def ended(table: Log) -> bool:
        return table.last_turn is not None and table.last_turn.seat == 0

    return play_until(lay(game, players, **other), ended)


def ask(table: Log, name: str = "ask") -> list[str]:
    takebacks.ask(table, LATER, ANN, name)
    return kinds(table.write())


def answer(table: Log, person: str, yes: bool) -> list[str]:
    takebacks.answer(table, LATER, person, PERSONS.index(person), yes, f"answer-{table.n}")
    return kinds(table.write())


def told(table: Table) -> Json | None:
    return visibility.takeback(table, 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_taken_back_when_all_agree(game: str) -> None:
    table = after_a_turn(game, 3)
    assert table.last_turn is not None
    before, moves = table.last_turn.before.record(), len(table.playing.history)
    assert told(table) == {"seat": 0, "asked": False, "awaited": []}
    assert ask(table) == ["takeback"]
    assert told(table) == {"seat": 0, "asked": True, "awaited": [1, 2]}
    assert answer(table, BOB, yes=True) == ["takeback"]
    assert told(table) == {"seat": 0, "asked": True, "awaited": [2]}
    assert everything(table.again()) == everything(table)
    assert answer(table, CEM, yes=True) == ["takeback", "undo"]
    assert table.turn == 0
    assert table.playing.record() == before
    assert len(table.numbers) == len(table.playing.history) == moves - 1
    assert told(table) is None
    again = table.again()
    assert again.frozen is None
    assert everything(again) == everything(table)
    step(table)


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_before_can_be_undone_again(game: str) -> None:
    def ended(table: Log) -> bool:
        return table.last_turn is not None and table.last_turn.seat == 0 and len(table.last_turn.earlier) > 0

    table = play_until(lay(game, seed=14), ended)
    ask(table)
    answer(table, BOB, yes=True)
    assert visibility.undoable(table, 0) > 0
    commands.undo(table, LATER, ANN, 0, True, "undo")
    table.write()
    assert everything(table.again()) == everything(table)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_was_revealed_is_taken_back(game: str) -> None:
    """Neither after chance nor where somebody paid with cards that nobody had seen."""
    table = lay(game, 2)
    luck, seen = 0, {"chance": 0, "hidden": 0, "back": 0}
    while table.status == "playing" and luck < 400:
        luck += 1
        seat = table.turn
        before = table.playing.copy()
        entries = step(table)
        if table.turn == seat:
            continue
        last = entries[-1] if entries[-1].kind != "over" else entries[-2]
        if last.kind == "chance":
            assert table.last_turn is None
            seen["chance"] += 1
        elif table.status == "playing" and table.last_turn is None:
            assert game == "copenhagen"
            shown = before.view(1 - (seat or 0))["seats"][seat or 0]["known"]
            paid = last.body["move"].split("pay ")[-1].split()[0]
            assert any(paid.count(card) > shown.get(card, 0) for card in paid)
            seen["hidden"] += 1
        else:
            seen["back"] += 1
    assert seen["chance"] > 0
    assert seen["back"] > 0
    assert (seen["hidden"] > 0) == (game == "copenhagen")


def test_one_no_is_enough_and_one_may_ask_again() -> None:
    table = after_a_turn("copenhagen", 3)
    ask(table)
    answer(table, BOB, yes=True)
    assert answer(table, CEM, yes=False) == ["takeback"]
    assert told(table) == {"seat": 0, "asked": False, "awaited": []}
    assert table.turn == 1
    ask(table, "again")
    assert table.awaited == [1, 2]  # who has agreed is asked again
    assert everything(table.again()) == everything(table)


def test_a_request_is_withdrawn_and_ends_with_the_next_move() -> None:
    table = after_a_turn("copenhagen", 2)
    ask(table)
    assert refusal(takebacks.ask, table, LATER, ANN, "-").code == "takeback asked"
    assert refusal(takebacks.withdraw, table, LATER, BOB, "-").code == "not asked"
    takebacks.withdraw(table, LATER, ANN, "withdraw")
    assert kinds(table.write()) == ["takeback"]
    assert refusal(takebacks.answer, table, LATER, BOB, 1, True, "-").code == "not asked"
    ask(table, "again")
    step(table)
    assert refusal(takebacks.answer, table, LATER, BOB, 1, True, "-").code == "not asked"
    assert table.last_turn is None or table.last_turn.seat == 1
    assert everything(table.again()) == everything(table)


def test_nobody_asks_for_another_or_too_often() -> None:
    table = after_a_turn("copenhagen", 2)
    for person in (BOB, STRANGER):
        assert refusal(takebacks.ask, table, LATER, person, "-").code == "no takeback"
    assert refusal(takebacks.answer, table, LATER, BOB, 1, True, "-").code == "not asked"
    for number in range(takebacks.MOST):
        ask(table, f"ask-{number}")
        assert refusal(takebacks.answer, table, LATER, ANN, 0, True, "-").code == "not asked"
        assert refusal(takebacks.answer, table, LATER, STRANGER, 1, True, "-").code == "not yours"
        answer(table, BOB, yes=False)
    assert refusal(takebacks.ask, table, LATER, ANN, "-").code == "takeback full"


def test_bots_and_those_at_my_device_always_agree() -> None:
    for other in ({"bot": "greedy", "name": "Bot"}, {"person": ANN, "name": "Bea"}):
        table = after_a_turn("copenhagen", seats=[{"person": ANN, "name": "Ann"}, other])
        assert ask(table) == ["takeback", "undo"]
        assert table.turn == 0
        assert everything(table.again()) == everything(table)


@pytest.mark.parametrize("goes", [commands.leave, None], ids=["leaves", "is replaced"])
def test_who_goes_is_not_waited_for(goes: Callable[..., None] | None) -> None:
    table = after_a_turn("copenhagen", 2)
    ask(table)
    if goes is None:
        commands.stand_in(table, LATER, ANN, 1, False, "gone")
    else:
        goes(table, LATER, BOB, 1)
    assert kinds(table.write())[-1] == "undo"
    assert table.turn == 0
    assert everything(table.again()) == everything(table)


def test_who_is_replaced_takes_nothing_back() -> None:
    table = after_a_turn("copenhagen", 2)
    commands.stand_in(table, LATER, BOB, 0, False, "gone")
    table.write()
    assert refusal(takebacks.ask, table, LATER, ANN, "-").code == "no takeback"


def test_nobody_wins_time_by_it() -> None:
    table = after_a_turn("copenhagen", 2, clock=BLITZ)
    assert table.clocks is not None
    left = table.clocks.left.copy()
    takebacks.ask(table, table.at, ANN, "ask")
    takebacks.answer(table, table.at, BOB, 1, True, "yes")
    table.write()
    assert table.clocks.running == 0
    assert table.clocks.left[0] <= left[0] - BLITZ["increment"] * 1000  # type: ignore[operator]
    assert table.clocks.left[1] <= left[1]
    assert everything(table.again()) == everything(table)


def test_what_others_see_follows() -> None:
    """Who was there, and who comes later."""
    table = after_a_turn("copenhagen", 2, watch="players")
    ask(table)
    answer(table, BOB, yes=True)
    whole = visibility.events(table, table.log, 1)
    assert [one["event"]["what"] for one in whole if one["event"]["kind"] == "takeback"] == ["ask", "grant"]
    assert len([one for one in whole if one["event"]["kind"] == "move"]) == len(
        [entry for entry in table.playing.history if "move" in entry]
    )
    last = visibility.events(table, table.log[-1:], 1)
    assert [(one["event"]["kind"], one["event"].get("moves")) for one in last] == [("undo", 1)]
    assert visibility.takeback(table, None) is None
    assert DAG not in repr(whole)
    assert ANN not in repr(whole)
