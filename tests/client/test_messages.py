"""What the tests read messages with agrees with what the client is built with."""

import json
import re

import pytest

from tests.client.messages import LANGUAGES, WORDS, entries, filled, read, variants, written

TWO = "{points, plural, one {# point} other {# points}}, {cards, plural, =0 {no cards} one {# card} other {# cards}}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_read_and_written_back(language: str) -> None:
    assert {key: written(read(message)) for key, message in entries(language).items()} == entries(language)


def test_forms_are_chosen_by_their_values() -> None:
    assert filled(read(TWO), {"points": 1, "cards": 3}) == "1 point, 3 cards"
    assert filled(read(TWO), {"points": 2, "cards": 0}) == "2 points, no cards"
    assert [*variants(read(TWO))][:2] == ["{points} point, no cards", "{points} point, {cards} card"]


@pytest.mark.parametrize("text", ["{name", "{n, plural, one {x} other {y}", "x}"])
def test_braces_belong_together(text: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        read(text)


def comments() -> dict[str, str]:
    """What translators are told about each message."""
    english = json.loads((WORDS / "en.json").read_text(encoding="utf-8"))
    return {key[1:]: about["description"] for key, about in english.items() if key.startswith("@")}


def test_every_message_has_a_comment_of_its_own() -> None:
    assert comments().keys() == entries("en").keys()
    assert len({*comments().values()}) == len(comments())


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_keep_to_the_length_that_translators_are_told(language: str) -> None:
    """A hole counts as two characters."""
    limits = {
        key: int(found[1]) for key, text in comments().items() if (found := re.search(r"At most (\d+) char", text))
    }
    assert len(limits) > 200
    longest = {
        key: max(len(re.sub(r"\{\w+\}", "00", text)) for text in variants(read(entries(language)[key])))
        for key in limits
    }
    assert {key: long for key, long in longest.items() if long > limits[key]} == {}
