from typing import Any

import pytest

from nyhavn.table import commands, visibility
from nyhavn.table.clocks import LAG, RETURNING, Timing
from tests.table.tables import ANN, BOB, START, Log, everything, kinds, lay, lay_open, play_out, refusal, step

SECOND = 1000


def per_move(seconds: int = 10, at_zero: str = "bot") -> dict[str, Any]:
    return {"move": seconds, "bank": None, "increment": 0, "at_zero": at_zero}


def bank(seconds: int = 100, increment: int = 0, at_zero: str = "bot") -> dict[str, Any]:
    return {"move": None, "bank": seconds, "increment": increment, "at_zero": at_zero}


def left(table: Log, seat: int, at: int | None = None) -> int:
    assert table.clocks is not None
    return table.clocks.at(seat, table.at if at is None else at)


def test_no_clock_never_wakes_and_grants_nothing() -> None:
    table = lay()
    assert (table.clocks, table.wake, visibility.clock(table), Timing.read(None)) == (None, None, None, None)
    commands.time_out(table, START + 10**12)
    commands.grant(table, START, SECOND)
    assert not table.pending


def test_no_clock_runs_before_the_start() -> None:
    table = lay_open(clock=per_move())
    assert (table.clocks, table.wake) == (None, None)


def test_each_turn_has_its_time_with_a_clock_per_move() -> None:
    table = lay(clock=per_move(10))
    assert table.wake == START + LAG + 10 * SECOND
    assert visibility.clock(table) == {"left": [10_000, 10_000], "running": 0, "at": START}
    step(table, "take 1 2", START + 6 * SECOND)
    assert left(table, 0) == 4 * SECOND + LAG
    assert table.wake == START + 6 * SECOND + LAG + 10 * SECOND
    step(table, "take 1 2", START + 7 * SECOND)
    assert left(table, 0) == 10 * SECOND


def test_a_bank_runs_down_and_gets_its_increment() -> None:
    table = lay(clock=bank(100, 3))
    step(table, "take 1 2", START + 40 * SECOND + LAG)
    assert left(table, 0) == 63 * SECOND
    step(table, "take 1 2", table.at + LAG)
    assert left(table, 1) == 103 * SECOND
    assert left(table, 0, table.at + LAG + SECOND) == 62 * SECOND


def test_lag_is_not_counted() -> None:
    table = lay(clock=bank())
    assert left(table, 0, START + LAG) == 100 * SECOND
    assert left(table, 0, START + LAG + 1) == 100 * SECOND - 1
    assert left(table, 0, START - 5) == 100 * SECOND


def test_steps_of_a_turn_and_chat_do_not_stop_the_clock() -> None:
    table = lay(clock=bank(100, 50))
    commands.set_confirming(table, START + SECOND, ANN, 0, True, "1")
    commands.play(table, START + 2 * SECOND, ANN, 0, ["take 1 2"], "2")
    commands.undo(table, START + 3 * SECOND, ANN, 0, False, "3")
    commands.chat(table, START + 4 * SECOND, BOB, 1, "hurry", None, "4")
    assert table.clocks is not None
    assert (table.clocks.running, table.clocks.since) == (0, START)


def test_nothing_happens_before_zero() -> None:
    table = lay(clock=per_move(10))
    assert table.wake is not None
    commands.time_out(table, table.wake - 1)
    assert not table.pending
    commands.time_out(table, table.wake)
    assert kinds(table.write()) == ["standin"]


@pytest.mark.parametrize("clock", [per_move(), bank()])
def test_at_zero_a_bot_plays_on(clock: dict[str, Any]) -> None:
    table = lay(clock=clock)
    commands.time_out(table, table.wake or 0)
    (entry,) = table.write()
    assert entry.body == {"seat": 0, "bot": commands.standin(table.game), "why": "time"}
    assert (table.bot, table.thinking) == (commands.standin(table.game), None)
    assert table.clocks is not None
    assert (table.clocks.running, table.clocks.left[0]) == (None, 0)
    commands.time_out(table, table.at + 10**9)
    assert not table.pending
    step(table, "take 1 2")
    assert table.thinking == 1
    assert everything(table.again()) == everything(table)


def test_who_comes_back_after_zero_has_some_time_again() -> None:
    table = lay(clock=bank(100))
    commands.time_out(table, table.wake or 0)
    step(table, "take 1 2")
    commands.come_back(table, table.at, ANN, 0, "1")
    assert left(table, 0) == 100 * SECOND // RETURNING
    table.write()
    assert everything(table.again()) == everything(table)


def test_nobody_gains_time_by_letting_it_run_out_again_and_again() -> None:
    table = lay(clock=per_move(10))
    commands.time_out(table, table.wake or 0)
    table.write()
    assert refusal(commands.come_back, table, table.at, ANN, 0, "1").code == "late"


def test_there_is_no_increment_for_time_that_has_run_out() -> None:
    table = lay(clock=bank(100, 30))
    commands.time_out(table, table.wake or 0)
    assert left(table, 0) == 0


def test_nobody_gains_time_by_leaving_and_coming_back() -> None:
    table = lay(clock=bank(100))
    commands.leave(table, START + 99 * SECOND, ANN, 0)
    commands.come_back(table, START + 99 * SECOND, ANN, 0, "1")
    assert left(table, 0) == SECOND + LAG
    step(table, "take 1 2", START + 99 * SECOND)
    commands.stand_in(table, table.at, BOB, 0, False, "2")
    commands.come_back(table, table.at, ANN, 0, "3")
    assert left(table, 0) == SECOND + LAG


def test_in_a_game_of_two_who_forfeits_has_lost() -> None:
    table = lay(clock=per_move(10, "forfeit"))
    commands.time_out(table, table.wake or 0)
    assert kinds(table.write()) == ["forfeit", "over"]
    assert table.status == "over"
    assert table.result is not None
    assert (table.result["winners"], table.result["ranking"]) == ([1], [[1], [0]])
    assert table.result["forfeited"] == [0]
    told = visibility.result(table)
    assert told is not None
    assert (told["ending"], told["tie_break"]) == ({"reason": "time", "seats": [0]}, None)
    assert (table.turn, table.wake) == (None, None)
    assert table.time_used == [10 * SECOND + LAG, 0]
    assert everything(table.again()) == everything(table)


def test_among_more_the_game_goes_on_and_who_forfeits_is_last() -> None:
    table = lay("roll-and-write", players=3, clock=per_move(10, "forfeit"))
    commands.time_out(table, table.wake or 0)
    assert kinds(table.write()) == ["forfeit"]
    assert (table.status, table.bot) == ("playing", commands.standin(table.game))
    play_out(table)
    assert table.result is not None
    assert table.result["ranking"][-1] == [0]
    assert 0 not in table.result["winners"]
    assert sorted(seat for group in table.result["ranking"] for seat in group) == [0, 1, 2]
    told = visibility.result(table)
    assert told is not None
    assert told["ending"]["reason"] == "goal"  # the others have played it to its end


def test_the_last_who_has_not_forfeited_wins_at_once() -> None:
    table = lay(players=3, clock=per_move(10, "forfeit"))
    commands.time_out(table, table.wake or 0)
    step(table, "take 1 2", table.at)
    commands.time_out(table, table.wake or 0)
    assert kinds(table.write()) == ["forfeit", "over"]
    assert table.result is not None
    assert table.result["ranking"] == [[2], [0, 1]]


def test_time_without_a_server_is_given_back() -> None:
    table = lay(clock=per_move(10))
    commands.grant(table, START + 60 * SECOND, 58 * SECOND)
    (entry,) = table.write()
    assert entry.body == {"seat": 0, "granted": 58 * SECOND}
    assert left(table, 0) == 8 * SECOND + LAG
    assert table.wake == START + 68 * SECOND + LAG
    step(table, "take 1 2", START + 61 * SECOND)
    assert table.time_used == [3 * SECOND, 0]
    assert everything(table.again()) == everything(table)


def test_no_time_is_given_to_bots() -> None:
    table = lay(seats=[{"bot": "random", "name": ""}, {"person": BOB, "name": ""}], clock=per_move())
    commands.grant(table, START, SECOND)
    assert not table.pending
    assert visibility.clock(table) == {"left": [10_000, 10_000], "running": None, "at": START}


def test_time_used_is_what_each_seat_thought() -> None:
    table = lay()
    step(table, "take 1 2", START + 5 * SECOND)
    step(table, "take 1 2", START + 7 * SECOND)
    step(table, "take 1 2", START + 17 * SECOND)
    assert table.time_used == [15 * SECOND, 2 * SECOND]


def test_clocks_stop_when_the_game_is_over() -> None:
    table = play_out(lay("roll-and-write", clock=bank(10**6)))
    assert table.clocks is not None
    assert (table.clocks.running, table.clocks.deadline, table.wake) == (None, None, None)
