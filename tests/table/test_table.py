from typing import Any

import pytest

import nyhavn
from nyhavn.table import commands
from nyhavn.table.table import Table
from tests.table.random_tables import RandomTable
from tests.table.tables import (
    ANN,
    BOB,
    MINUTE,
    START,
    everything,
    lay,
    lay_open,
    step,
)


def test_an_entry_is_never_earlier_than_the_one_before() -> None:
    table = lay_open()
    commands.chat(table, START - MINUTE, ANN, 0, "hello", None, "1")
    assert table.at == START


def test_the_date_of_a_record_is_the_day_the_game_began() -> None:
    assert lay().playing.tags["Date"] == "2023-11-14"


def test_a_gap_in_the_log_is_an_error_of_the_program() -> None:
    table = lay()
    with pytest.raises(AssertionError, match="entry 3 after 1"):
        Table("table", [table.log[0], *table.log[2:]])


def test_the_card_tells_lists_what_they_need() -> None:
    table = lay_open(listed=True)
    summary = table.summary
    assert (summary.status, summary.listed, summary.host, summary.players) == ("open", True, ANN, 2)
    assert summary.seats == ((ANN, False), (None, True))
    assert (summary.created, summary.updated, summary.wake) == (START, START, None)


def test_a_bot_decides_after_an_entry_of_the_log_and_wakes_nobody() -> None:
    table = lay(seats=[{"bot": "random", "name": ""}, {"person": BOB, "name": ""}])
    decision = table.decision
    assert (table.bot, decision, table.wake) == ("random", table.n, None)
    commands.chat(table, START, BOB, 1, "hello", None, "m")
    assert table.decision == decision, "what is said is not decided about"
    step(table)
    assert table.decision > decision


def test_given_chance_takes_the_place_of_the_seed() -> None:
    def last(kind: str, outcomes: dict[str, int]) -> str:
        return [outcome for outcome, weight in outcomes.items() if weight][-1]

    table = lay(chance=lambda table: last)
    step(table, "take 1 2")
    assert table.state == _played(last)
    assert table.playing.seed is None
    assert everything(table.again()) == everything(table)


def _played(chance: Any) -> nyhavn.State:
    state = nyhavn.new_game("copenhagen", 2, chance=chance)
    state.play("take 1 2")
    return state


# Everything at once


@pytest.mark.parametrize("number", range(4))
def test_whatever_happens_all_agree(number: int) -> None:
    RandomTable(10**20 + number).run(150)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4, 24))
def test_whatever_happens_all_agree_for_longer(number: int) -> None:
    RandomTable(10**20 + number).run(300)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_whatever_happens_all_agree_many_times(block: int) -> None:
    for number in range(25):
        RandomTable(10**30 + 25 * block + number).run(600)
