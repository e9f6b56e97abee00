from dataclasses import replace
from typing import Any

import pytest

from nyhavn.table import commands, visibility
from nyhavn.table.entries import Entry
from nyhavn.table.table import Table
from tests.table.random_tables import happened, info
from tests.table.tables import (
    ANN,
    BOB,
    LATER,
    PERSONS,
    Log,
    in_turn,
    kinds,
    lay,
    lay_open,
    play_out,
    seeded,
    step,
)

BLITZ = {"move": 10, "bank": None, "increment": 0, "at_zero": "bot"}


def _replaced(table: Log, kind: str, **body: Any) -> list[Entry]:
    """The log with the first entry of a kind altered."""
    place = kinds(table.log).index(kind)
    return [
        replace(entry, body=entry.body | body) if number == place else entry for number, entry in enumerate(table.log)
    ]


def _played_some() -> Log:
    table = in_turn("roll-and-write", 1)
    seat = table.turn
    assert seat is not None
    commands.set_confirming(table, LATER, PERSONS[seat], seat, True, "1")
    last = next(move for move in table.playing.moves() if table.playing.ends_turn(move))
    commands.play(table, LATER, PERSONS[seat], seat, [last], "2")
    commands.undo(table, LATER, PERSONS[seat], seat, True, "3")
    commands.chat(table, LATER, ANN, 0, "hello", None, "4")
    table.write()
    return table


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("start", {"rules": "from tomorrow"}, "rules"),
        ("start", {"seed": "2"}, "replay"),
        ("start", {"seed": "x"}, "replay"),
        ("move", {"move": "pass"}, "replay"),
        ("move", {"move": 7}, "replay"),
        ("move", {"seat": 1}, "replay"),
        ("move", {"seat": 9}, "replay"),
        ("chance", {"chance": "roll RRRRR"}, "replay"),
        ("chance", {"unknown": 1}, "replay"),
        ("hold", {"move": "pass away"}, "replay"),
        ("hold", {"seat": 3}, "replay"),
        ("undo", {"moves": 9}, "replay"),
        ("undo", {"moves": -1}, "replay"),
        ("create", {"seats": [{"future": 1}]}, "replay"),
    ],
)
def test_what_cannot_be_replayed_freezes_the_table(kind: str, body: dict[str, Any], why: str) -> None:
    table = _played_some()
    log = _replaced(table, kind, **body)
    before = repr(log)
    frozen = Table("table", log)
    assert (frozen.status, frozen.frozen) == ("frozen", why)
    assert repr(log) == before
    assert frozen.n == table.n
    _is_quiet(frozen, log)


def _is_quiet(frozen: Table, log: list[Entry]) -> None:
    """Nothing happens at a frozen table, and it can be shown."""
    assert (frozen.turn, frozen.bot, frozen.thinking, frozen.wake) == (None, None, None, None)
    assert (frozen.state, frozen.held, frozen.clocks) == (None, None, None)
    assert frozen.summary.status == "frozen"
    assert info(frozen, ANN)["frozen"] == frozen.frozen
    assert info(frozen, ANN)["seed"] is None
    for seat in (None, 0):
        assert visibility.look(frozen, seat) is None
        assert visibility.choices(frozen, seat) is None
        assert visibility.undoable(frozen, seat) == 0
        told = visibility.events(frozen, log, seat)
        assert happened(told) == []
        assert "hello" in [message["event"].get("text") for message in told]
    commands.time_out(frozen, LATER + 10**9)
    commands.grant(frozen, LATER, 1)
    assert not frozen.pending


def test_an_unknown_kind_of_entry_freezes_the_table() -> None:
    table = _played_some()
    log = [*table.log, Entry(table.n + 1, LATER, "dance", {"seat": 0})]
    frozen = Table("table", log)
    assert (frozen.status, frozen.frozen, frozen.n) == ("frozen", "replay", table.n + 1)
    _is_quiet(frozen, log)


def test_chance_that_was_not_written_down_freezes_the_table() -> None:
    table = lay()
    step(table, "take 1 2")
    assert table.log[-1].kind == "chance"
    assert Table("table", table.log[:-1]).frozen == "replay"
    chat = Entry(table.n, LATER, "chat", {"seat": 0, "text": "hello", "by": ANN, "id": "1"})
    assert Table("table", [*table.log[:-1], chat]).frozen == "replay"
    assert Table("table", [*table.log, replace(table.log[-1], n=table.n + 1)]).frozen == "replay"


def test_a_frozen_clock_stands_still() -> None:
    table = lay(clock=BLITZ)
    frozen = Table("table", _replaced(table, "start", rules="0"))
    assert (frozen.clocks, frozen.wake) == (None, None)


def test_a_game_that_is_over_stays_over_under_other_rules() -> None:
    table = play_out(lay("roll-and-write", order="random"))
    table.add(LATER, "rematch", table="again")
    table.write()
    log = _replaced(table, "start", rules="0")
    frozen = Table("table", log)
    assert (frozen.status, frozen.frozen, frozen.state) == ("over", "rules", None)
    assert frozen.result == table.result
    assert (frozen.seed, frozen.commitment, frozen.rematch) == (table.seed, table.commitment, "again")
    assert frozen.seats == table.seats
    assert frozen.accepted == table.accepted
    assert frozen.summary == table.summary
    assert commands.rematch_seats(frozen, ANN) == commands.rematch_seats(table, ANN)
    commands.chat(frozen, LATER, ANN, None, "well", None, "more")
    again = Table("table", [*log, *frozen.written()])
    assert again.accepted == frozen.accepted


def test_a_frozen_table_takes_in_what_another_version_goes_on_to_write() -> None:
    table = lay_open()
    table.log.append(Entry(2, LATER, "dance", {}))
    frozen = table.again()
    sitting = Log("table")
    sitting.fold(table.log[:1])
    with seeded(1):
        commands.sit(sitting, LATER, BOB, 1, "Bob")
    frozen.fold([replace(entry, n=entry.n + 1) for entry in sitting.written()])
    assert (frozen.status, frozen.frozen) == ("frozen", "replay")
    assert [seat.name for seat in frozen.seats] == ["Ann", "Bob"]
    assert frozen.commitment == sitting.commitment


def test_a_closed_table_stays_closed() -> None:
    table = lay_open()
    commands.leave(table, LATER, ANN, 0)
    table.write()
    assert Table("table", [*table.log, Entry(table.n + 1, LATER, "dance", {})]).status == "closed"
