"""Players who are away for a while, and tables that play once more."""

from typing import Any

from nyhavn.table import commands
from tests.table.tables import (
    ANN,
    BOB,
    CEM,
    Log,
    everything,
    lay,
    made,
    play_out,
)
from tests.table.test_commands import AT, BOT, late

# Absence


def test_a_bot_plays_for_the_absent_until_they_are_back() -> None:
    table = lay()
    commands.leave(table, AT, ANN, 0)
    commands.stand_in(table, AT, BOB, 0, False, "1")
    assert (table.bot, table.thinking) == (commands.standin(table.game), None)
    commands.bot_play(table, AT, 0, "take 1 2")
    commands.come_back(table, AT, ANN, 0, "2")
    assert (table.seats[0].standin, table.seats[0].left) == (None, False)
    table.write()
    assert everything(table.again()) == everything(table)


def test_whose_time_ran_out_is_back_after_that_turn() -> None:
    table = late(BOT)
    commands.bot_play(table, AT, 0, "take 1 2")
    commands.come_back(table, AT, ANN, 0, "1")
    assert table.seats[0].player is None


# A rematch


def test_a_rematch_begins_with_the_next_and_keeps_the_others_seats() -> None:
    seats: list[dict[str, Any]] = [
        {"person": ANN, "name": "Ann", "confirm": True},
        {"bot": "random", "name": "Robo"},
        {"person": BOB, "name": "Bob"},
        {"person": CEM, "name": "Cem"},
    ]
    table = lay("roll-and-write", seats=seats)
    commands.leave(table, AT, CEM, 3)
    table.write()
    play_out(table)
    assert commands.rematch_seats(table, ANN) == [
        {"bot": "random", "name": "Robo"},
        {"reserved": BOB, "name": "Bob"},
        {},
        {"person": ANN, "name": "Ann", "confirm": True},
    ]
    again = Log("again")
    commands.create(again, AT, ANN, commands.rematch_seats(table, ANN), **made("roll-and-write"))
    assert again.status == "open"
    assert again.seats[3].confirm
    table.add(table.at, "rematch", table="again")
    table.write()
    assert table.again().rematch == "again"
