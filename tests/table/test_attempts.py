"""A move on its way through a table: tried once, and then played as it was tried."""

from unittest.mock import patch

import pytest

from nyhavn.table import commands, visibility
from tests.table.tables import PERSONS, START, lay


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_a_move_is_read_and_checked_once(game: str) -> None:
    table = lay(game)
    seat = table.turn
    assert seat is not None
    rules, move = table.playing.rules, table.playing.moves()[0]
    with (
        patch.object(rules.moves, "find_move", wraps=rules.moves.find_move) as find,
        patch.object(rules.batch, "play", wraps=rules.batch.play) as check,
        patch.object(rules.batch, "allowed", wraps=rules.batch.allowed) as check_only,
    ):
        commands.play(table, START + 1, PERSONS[seat], seat, [move], "once")
        told = visibility.events(table, table.write(), None)
    assert told[0]["event"]["move"] == move
    assert (find.call_count, check.call_count, check_only.call_count) == (1, 1, 0)
