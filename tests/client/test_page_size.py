"""What a page costs before it can be used: all its JavaScript and CSS, as gzip makes them, in every language."""

import gzip
import re
from pathlib import Path

import pytest

from client.build import STATIC
from tests.client.messages import LANGUAGES

FIRST_PAGE, TABLE_PAGE = 95_000, 130_000
"""Bytes at most."""
IMPORTED = re.compile(r"""(?:from|import)\s*["'](\./[^"']+\.js)["']""")


def one(pattern: str) -> Path:
    (found,) = (STATIC / "assets").glob(pattern)
    return found


def with_imports(*files: Path) -> set[Path]:
    """Files and all that they import before they run."""
    found: set[Path] = set()
    waiting = [*files]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [file.parent / name for name in IMPORTED.findall(file.read_text(encoding="utf-8"))]
    return found


def size(files: set[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def page(language: str, *files: Path) -> set[Path]:
    return with_imports(one("index-*.js"), one(f"words.{language}-*.js"), *files) | {one("style-*.css")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_small(client: None, language: str) -> None:
    assert size(page(language, one("HomePage-*.js"))) <= FIRST_PAGE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "other"), [("copenhagen", "roll-and-write"), ("roll-and-write", "copenhagen")])
def test_a_table_is_small_and_has_nothing_of_the_other_game(client: None, game: str, other: str, language: str) -> None:
    files = page(language, one("TablePage-*.js"), one(f"{game}.parts-*.js"), one(f"{game}.words.{language}-*.js"))
    assert not [file.name for file in files if file.name.startswith(other)]
    assert size(files) <= TABLE_PAGE


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_are_needed_later_come_later(client: None, language: str) -> None:
    at_once, later = (one(f"{use}words.{language}-*.js").read_text(encoding="utf-8") for use in ("", "later."))
    for key in (
        "settings.theme",
        "copenhagen.help.points",
        "learn.copenhagen.goal",
        "stats.coats",
        "review.costliest",
        "rules.search",
    ):
        assert key in later
        assert key not in at_once
