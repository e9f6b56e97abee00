"""Bots that give no move: another one plays, and everybody at the table is told."""

from nyhavn.table import commands
from tests.table.tables import PERSONS, START, everything, lay, step


def test_where_a_bot_fails_another_one_plays_and_the_table_is_told() -> None:
    bots = [{"bot": "wild", "name": ""}, {"bot": "random", "name": ""}]
    table = lay(seats=[*bots, {"person": PERSONS[1], "name": "Bob"}])
    failure = commands.Failure("wild", "time", "greedy")
    table.write()
    for times in range(1, commands.MOST_FAILURES + 1):
        assert table.bot == "wild"
        commands.bot_play(table, START, 0, table.playing.moves()[0], failure)
        failed, move, *_ = table.write()
        last = times == commands.MOST_FAILURES
        assert failed.kind == "failed"
        assert failed.body == {"seat": 0, "bot": "wild", "why": "time", "plays": "greedy", "rest": last}
        assert move.kind == "move"
        while table.turn != 0:
            step(table)
            table.write()
    assert (table.bot, table.seats[0].bot) == ("greedy", "wild"), "it does not come back in this game"
    assert everything(table.again()) == everything(table)
