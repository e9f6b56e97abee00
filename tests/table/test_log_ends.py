"""A log has an end: what changes nothing is not written, and so much is written at a table and no more."""

import random

import pytest

from nyhavn.table import commands, table, visibility
from tests.table.tables import PERSONS, START, Log, in_turn, kinds, lay, lay_open, pick, play_out, refusal, step

ANN, BOB, CEM, *_ = PERSONS
AT = START + 10**6
GAMES = ("copenhagen", "roll-and-write")


def test_what_changes_nothing_is_not_written() -> None:
    laid = lay("copenhagen")
    waiting = lay_open()
    lesson = Log()
    commands.create_lesson(lesson, START, ANN, "copenhagen", ["Ida"])
    for given in (laid, waiting, lesson):
        given.write()
    commands.set_confirming(laid, AT, ANN, 0, False, "1")
    commands.set_chatting(laid, AT, ANN, "players", "2")
    commands.sit(waiting, AT, ANN, 0, "Ann")
    commands.take_step(lesson, AT, ANN, 0, 0, "3")
    assert not any(given.write() for given in (laid, waiting, lesson))
    commands.set_confirming(laid, AT, ANN, 0, True, "4")
    commands.set_chatting(laid, AT, ANN, "nobody", "5")
    commands.sit(waiting, AT, ANN, 0, "Anna")
    commands.take_step(lesson, AT, ANN, 0, 1, "6")
    assert [kinds(given.write()) for given in (laid, waiting, lesson)] == [
        ["confirming", "chatting"],
        ["sit"],
        ["step"],
    ]


def test_a_step_that_was_begun_can_be_begun_again() -> None:
    lesson = Log()
    commands.create_lesson(lesson, START, ANN, "copenhagen", ["Ida"])
    commands.take_step(lesson, AT, ANN, 0, 1, "1")
    commands.play(lesson, AT, ANN, 0, ["take 3 4"], "2")
    lesson.write()
    commands.take_step(lesson, AT, ANN, 0, 1, "3")
    assert kinds(lesson.write()) == ["step"]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_full_is_played_to_the_end(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = in_turn(game, 1)
    monkeypatch.setattr(table, "MOST_ENTRIES", laid.n)
    seat = laid.turn
    assert seat is not None
    person = PERSONS[seat]
    assert refusal(commands.undo, laid, AT, person, seat, False, "1").code == "full"
    assert refusal(commands.chat, laid, AT, person, seat, "hello", None, "2").code == "full"
    assert refusal(commands.set_confirming, laid, AT, person, seat, True, "3").code == "full"
    assert refusal(commands.set_chatting, laid, AT, ANN, "nobody", "4").code == "full"
    assert refusal(commands.leave, laid, AT, person, seat).code == "full"
    assert play_out(laid).again().status == "over"


def test_people_who_wait_at_a_full_table_can_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    laid = lay_open()
    monkeypatch.setattr(table, "MOST_ENTRIES", laid.n)
    assert refusal(commands.sit, laid, AT, BOB, 1, "Bob").code == "full"
    commands.leave(laid, AT, ANN, 0)
    assert laid.status == "closed"


def test_a_guest_does_not_fill_the_log_of_a_table_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    most, why = table.MOST_OF_KIND["confirming"]
    assert most + table.MOST_OF_KIND["chat"][0] < table.MOST_ENTRIES / 1.5
    laid = lay_open(players=3)
    commands.sit(laid, AT, BOB, 1, "Bob")
    monkeypatch.setitem(table.MOST_OF_KIND, "confirming", (3, why))
    for number in range(3):
        commands.set_confirming(laid, AT, BOB, 1, number % 2 == 0, str(number))
    assert refusal(commands.set_confirming, laid, AT, BOB, 1, False, "3").code == "full"
    commands.sit(laid, AT, CEM, 2, "Cem")
    assert laid.status == "playing"


def test_so_much_is_said_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    most, why = table.MOST_OF_KIND["chat"]
    assert most < table.MOST_ENTRIES
    laid = lay("copenhagen")
    monkeypatch.setitem(table.MOST_OF_KIND, "chat", (3, why))
    for number in range(3):
        commands.chat(laid, AT, ANN, 0, f"line {number}", None, str(number))
    laid.write()
    assert refusal(commands.chat, laid, AT, ANN, 0, "more", None, "4").code == "chat full"
    assert laid.again().counts["chat"] == 3
    step(laid)


def test_nobody_goes_and_comes_back_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who work together could write two entries every half minute, for ever."""
    most, why = table.MOST_OF_KIND["back"]
    assert 2 * most < table.MOST_ENTRIES
    laid = lay("copenhagen")
    monkeypatch.setitem(table.MOST_OF_KIND, "back", (3, why))
    for number in range(3):
        commands.stand_in(laid, AT, BOB, 0, False, f"gone {number}")
        commands.come_back(laid, AT, ANN, 0, f"back {number}")
    commands.stand_in(laid, AT, BOB, 0, False, "gone")
    assert refusal(commands.come_back, laid, AT, ANN, 0, "back").code == "full"
    assert refusal(commands.stand_in, laid, AT, BOB, 0, False, "gone again").code == "standin"
    laid.write()
    assert laid.again().counts["standin"] == 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [1, 2, 7])
def test_pages_tell_what_the_whole_tells(game: str, most: int) -> None:
    """Wherever a log is cut: moves and what took them back are on one page."""
    laid, luck = lay(game, 2, seed=3), random.Random(most)
    for number in range(120):
        if laid.status != "playing":
            break
        seat = laid.turn
        assert seat is not None
        if laid.earlier and luck.random() < 0.5:
            commands.undo(laid, laid.at, PERSONS[seat], seat, luck.random() < 0.3, f"undo-{number}")
            laid.write()
        else:
            step(laid, pick(laid, luck))
    assert "undo" in kinds(laid.log)
    for eyes in (0, 1, None):
        told, since = [], 0
        while since < laid.n:
            page = visibility.page(laid, laid.log[since:], most)
            assert page
            told += visibility.events(laid, page, eyes)
            since = page[-1].n
        assert told == visibility.events(laid, laid.log, eyes)
