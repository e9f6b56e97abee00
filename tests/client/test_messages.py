"""What the tests read messages with agrees with what the client is built with."""

import pytest

from tests.client.messages import LANGUAGES, entries, filled, read, variants, written

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
