import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nyhavn.table import commands, visibility
from nyhavn.table.entries import Refusal
from nyhavn.table.names import NAME_LENGTH, numbered, read_name, skeleton
from tests.table.tables import ANN, BOB, CEM, DAG, START, Log, lay_open, made, refusal

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Søren Åkesson", "Søren Åkesson"),
        ("  Ann \u00a0 B ", "Ann B"),
        ("ליאת", "ליאת"),
        ("李小龍", "李小龍"),
        ("Ann 李", "Ann 李"),
        ("カタカナのひと", "カタカナのひと"),
        ("क्षितिज", "क्षितिज"),
        ("Ольга 7", "Ольга 7"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("\U0001d4d0nn", "Ann"),
        ("e\u0301", "é"),
        (FAMILY, FAMILY),
        ("❤\ufe0f\u200d\U0001f525", "❤\ufe0f\u200d\U0001f525"),
        ("1\ufe0f\u20e3 \U0001f1e9\U0001f1f0", "1\ufe0f\u20e3 \U0001f1e9\U0001f1f0"),
        ("x" * 1000, "x" * NAME_LENGTH),
        ('<b>"\\&', '<b>"\\&'),
        ("", ""),
        ("Ann\n", "Ann"),
    ],
)
def test_names_that_are_fine(typed: str, kept: str) -> None:
    assert read_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "A\u200bnn", "A\u200dnn", "A\u200cnn", "A\u202enn", "A\u2066nn", "A\u00adnn", "A\ufeffnn", "A\u2060nn",
        "A\u061cnn", "A\nnn", "A\x00nn", "A\x1bnn", "A\ue000nn", "A\ud800nn", "A\u034fnn", "A\ufe0fnn",
        "A\ufe00nn", "A\U000e0101nn",
        "A\u3164nn", "\u2800", "A\U000e0041nn", "\u200d\U0001f468", "A\u17b5nn",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_name(typed)
    assert (refused.value.code, refused.value.details["why"]) == ("name", "unseen")


@pytest.mark.parametrize(
    "typed", ["\u0410nn", "An\u03bd", "Ol\u0433a", "\u0391\u0430", "Ann \u05d0", "\u0421\u0441c", "\u13aann"]
)
def test_letters_of_several_scripts_are_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_name(typed)
    assert (refused.value.code, refused.value.details["why"]) == ("name", "scripts")


@pytest.mark.parametrize(
    "typed", ["\ua4ee\ua4e0\ua4e0", "\u13aa\u13a2", "\u2c9f\u2ca7\u2ca7\u2c9f", "\u1455\u142f", "\U00010400"]
)
def test_letters_of_scripts_that_are_hardly_used_are_refused(typed: str) -> None:
    """Lisu, Cherokee, Coptic, Canadian syllabics and Deseret look like Latin letters, even alone."""
    with pytest.raises(Refusal) as refused:
        read_name(typed)
    assert (refused.value.code, refused.value.details["why"]) == ("name", "scripts")


@given(text=st.text(max_size=60) | st.text("aA \u0301\u200d\U0001f468\ufe0f\u202e\u0430\u1161\u3164", max_size=40))
def test_any_name_is_refused_or_stays_what_it_is(text: str) -> None:
    try:
        kept = read_name(text)
    except Refusal:
        return
    assert len(kept) <= NAME_LENGTH
    assert kept == kept.strip()
    assert all(letter == "\u200d" or unicodedata.category(letter)[0] != "C" for letter in kept)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "A n n"),
        ("Ann", "Ann."),
        ("Ann", "Ann`"),
        ("Ann", "Ann^"),
        ("Ann", "Ann\u02bc"),
        ("Bill", "Bi1l"),
        ("Bill", "BIll"),
        ("Otto", "0tto"),
        ("Arne", "Ame"),
        ("Max", "\u041c\u0430\u0445"),
        ("Poc", "\u0440\u043e\u0441"),
        ("Kot", "\u039a\u03bf\u03c4"),
        ("Ann", "\u1d00\u0274\u0274"),
        ("Bob", "\u0299\u1d0f\u0299"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_do_not() -> None:
    names = ["Ann", "Anna", "Änn", "Bob", "Rob", "Ольга", "李", "7", "8", "?", "!"]
    assert len({skeleton(name) for name in names}) == len(names)


# At a table


def test_nobody_takes_the_name_of_another() -> None:
    table = lay_open(players=4)
    for name in ("Ann", "ANN", "A nn", "Ann!"):
        assert refusal(commands.sit, table, START, BOB, 1, name).code == "name taken"
    commands.sit(table, START, BOB, 1, "Bob")
    assert refusal(commands.sit, table, START, CEM, 2, "\u0412\u043e\u042c").code == "name taken"
    assert refusal(commands.sit, table, START, ANN, 0, "bob").code == "name taken"
    commands.sit(table, START, ANN, 0, "ann")  # one's own
    commands.sit(table, START, ANN, 2, "Ann")  # and at another seat of one's own
    commands.sit(table, START, CEM, 3, "")


def test_nobody_is_called_as_those_without_a_name_are_shown() -> None:
    """In any language that somebody at the table may read."""
    table = lay_open(players=4)
    commands.sit(table, START, BOB, 1, "")
    words = sorted(Path(__file__).parents[2].glob("client/src/words/*.json"))
    assert len(words) >= 6
    for file in words:
        shown = json.loads(file.read_text(encoding="utf-8"))["player"]
        for seat in range(1, 5):
            name = shown.replace("{n}", str(seat))
            assert refusal(commands.sit, table, START, CEM, 2, name).code == "name taken", name
    assert refusal(commands.sit, table, START, CEM, 2, "PLAYER  2").code == "name taken"
    commands.sit(table, START, CEM, 2, "Player One")
    commands.sit(table, START, DAG, 3, "Player 25")


def test_nobody_without_a_name_is_in_the_way() -> None:
    table = lay_open(players=3)
    commands.sit(table, START, BOB, 1, "")
    commands.sit(table, START, CEM, 2, "")
    assert table.status == "playing"


def test_a_name_is_kept_for_whom_a_seat_is_kept() -> None:
    table = Log()
    seats = [{"person": ANN, "name": "Ann"}, {"reserved": BOB, "name": "Bob"}, {}]
    commands.create(table, START, ANN, seats, **made())
    table.write()
    assert refusal(commands.sit, table, START, CEM, 2, "Bob").code == "name taken"
    commands.sit(table, START, BOB, 2, "Bob")


def test_bots_of_one_name_are_numbered() -> None:
    table = Log()
    bots = [{"bot": "greedy", "name": "Ida"}, {"bot": "greedy", "name": "Ida"}]
    commands.create(table, START, ANN, [{"person": ANN, "name": "Ida"}, *bots, {}], **made())
    assert [seat.name for seat in table.seats] == ["Ida", "Ida 2", "Ida 3", ""]
    commands.sit(table, START, ANN, 3, "Ida", "greedy")
    assert table.seats[3].name == "Ida 4"
    assert numbered("x" * NAME_LENGTH, ["x" * NAME_LENGTH]) == "x" * (NAME_LENGTH - 2) + " 2"


def test_a_person_on_two_seats_is_told_as_one() -> None:
    table = lay_open(players=4)
    commands.sit(table, START, BOB, 2, "Bob")
    commands.sit(table, START, ANN, 3, "Ben")
    commands.sit(table, START, ANN, 1, "Ida", "greedy")
    for person in (ANN, BOB, DAG, None):
        told = visibility.info(table, person, [True] * 4)
        assert [seat["person"] for seat in told["seats"]] == [0, None, 2, 0]
