"""Whatever is refused has words in every language: a sentence for each code, whose holes the details fill."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.client.messages import LANGUAGES, entries, read, variants
from tests.games.copenhagen.refusals import ILLEGAL as CARD_ILLEGAL
from tests.games.copenhagen.refusals import UNREADABLE as CARD_UNREADABLE
from tests.games.roll_and_write.refusals import ILLEGAL as DICE_ILLEGAL
from tests.games.roll_and_write.refusals import UNREADABLE as DICE_UNREADABLE
from tests.refusals import PACKAGE, Case, codes

CASES: list[Case] = [*CARD_ILLEGAL, *CARD_UNREADABLE, *DICE_ILLEGAL, *DICE_UNREADABLE]


@cache
def sentences(language: str) -> dict[str, str]:
    """What is said for each code."""
    said = entries(language).items()
    return {key.removeprefix("refused."): text for key, text in said if key.startswith("refused.")}


def refusals_of_the_server() -> Iterator[str]:
    """The codes with which tables and the server refuse something."""
    for file in [*(PACKAGE / "table").glob("*.py"), *(PACKAGE / "server").glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                code = node.args[0] if node.args else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["copenhagen", "roll_and_write"])
def test_every_refusal_of_the_rules_has_a_sentence(game: str, language: str) -> None:
    assert codes(game) - sentences(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_server_has_a_sentence(language: str) -> None:
    found = set(refusals_of_the_server())
    assert {"not your turn", "lesson other", "no ideas", "review failed"} <= found
    assert found - sentences(language).keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_sentence_leaves_open_is_among_the_details(language: str) -> None:
    said = sentences(language)
    open_ones = {
        (case.code, hole)
        for case in CASES
        for text in variants(read(said[case.code]))
        for hole in re.findall(r"\{(\w+)\}", text)
        if hole.partition("_")[0] not in case.details
    }
    assert open_ones == set()
