import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nyhavn.table.plain_text import CHAT_LENGTH, JOINER, MARKS_IN_A_ROW, clean_chat

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Søren Åkesson", "Søren Åkesson"),
        ("ליאת", "ליאת"),
        ("李小龍", "李小龍"),
        ("क्षितिज", "क्षितिज"),
        ("  a\t b\r\nc\u2028d\u00a0 e ", "a b c d e"),
        ("a\u202eb\u2066c\u200fd\ufeffe", "abcde"),
        ("a\u200bb\u200cc\u2060d\u00ade", "abcde"),
        ("a\x00b\x1bc\x7fd\ue000e\ud800f", "abcdef"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("x" + "\u0302" * 40 + "y", "x" + "\u0302" * MARKS_IN_A_ROW + "y"),
        ("\u0301\u0302x", "x"),
        ("a \u0301", "a"),
        ("\u3164\u2800\u115f", ""),
        ("\ufe0f", ""),
        (FAMILY, FAMILY),
        ("❤\ufe0f\u200d\U0001f525", "❤\ufe0f\u200d\U0001f525"),
        ("\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f469\U0001f3fd\u200d\U0001f680"),
        ("1\ufe0f\u20e3 \U0001f1e9\U0001f1f0", "1\ufe0f\u20e3 \U0001f1e9\U0001f1f0"),
        ("a\u200db", "ab"),
        ("\u200d\U0001f468\u200d\u200d", "\U0001f468"),
        ('<b>"\\&', '<b>"\\&'),
    ],
)
def test_what_can_be_read_is_kept(typed: str, kept: str) -> None:
    assert clean_chat(typed) == kept


def test_long_texts_are_cut() -> None:
    assert clean_chat("x" * 1000) == "x" * CHAT_LENGTH
    assert clean_chat("x" * (CHAT_LENGTH - 1) + " y") == "x" * (CHAT_LENGTH - 1)
    assert not clean_chat(FAMILY * 100).endswith(JOINER)


@given(text=st.text(max_size=400) | st.text("a \u0301\u200d\U0001f468\ufe0f\u202e\u1100\u1161\u3164", max_size=60))
def test_any_text_becomes_one_line_that_stays_what_it_is(text: str) -> None:
    kept = clean_chat(text)
    assert kept == clean_chat(kept)
    assert len(kept) <= CHAT_LENGTH
    assert kept == kept.strip()
    assert all(letter == JOINER or unicodedata.category(letter)[0] != "C" for letter in kept)
    assert all(letter == " " or unicodedata.category(letter)[0] != "Z" for letter in kept)
    kept.encode()
