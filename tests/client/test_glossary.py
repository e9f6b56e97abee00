"""The glossary is kept: words and rulebooks of a language use its terms, and none of those that it rules out."""

import re
from functools import cache
from typing import NamedTuple

import pytest

from tests.client.messages import LANGUAGES, WORDS, entries, filled, read, variants

GLOSSARY = (WORDS / "glossary.md").read_text(encoding="utf-8")
GAMES = WORDS.parent / "games"
NONE = "–"


class Term(NamedTuple):
    english: str
    term: str
    grammar: str
    source: str
    ruled_out: str


def rows(text: str) -> list[list[str]]:
    """The rows of a table, without its heading."""
    found = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in found[2:]]


@cache
def sections() -> dict[str, str]:
    """The parts of the page by language, and under "" what comes before."""
    first, *others = re.split(r"^## (?=\w+$)", GLOSSARY, flags=re.MULTILINE)
    return {"": first} | {other.partition("\n")[0]: other for other in others}


@cache
def terms(language: str) -> list[Term]:
    return [Term(*row) for row in rows(sections()[language])]


@cache
def words(language: str) -> dict[str, str]:
    """Every text of the interface by its key; forms count as several, and have a number."""
    return {
        f"{key} {number or ''}".strip(): text
        for key, message in entries(language).items()
        for number, text in enumerate(variants(read(message)))
    }


@cache
def texts(language: str) -> dict[str, str]:
    """Everything that a player reads: words by key, rulebooks by file."""
    books = {
        str(book.relative_to(GAMES)): " ".join(book.read_text(encoding="utf-8").split())
        for book in GAMES.glob(f"*/rules/{language}.md")
    }
    return {where: re.sub(r"\{\w+\}", "", text) for where, text in (words(language) | books).items()}


def test_every_language_has_its_table() -> None:
    assert sorted(sections()) == ["", *LANGUAGES]
    english = [term.english for term in terms("en")]
    assert len(english) == len(set(english)) > 25
    for language in LANGUAGES:
        assert [term.english for term in terms(language)] == english, language
        assert {term.source for term in terms(language)} <= {"box", "ours"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_used(language: str) -> None:
    said = " ".join(texts(language).values()).lower()
    assert [term.term for term in terms(language) if term.term.lower() not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_that_are_a_text_of_their_own_are_spelt_alike(language: str) -> None:
    by_english = {term.english: term.term for term in terms(language)}
    keys = [(english, key.strip("`")) for english, key in rows(sections()[""])]
    said = {english: filled(read(entries(language)[key]), {"form": ""}) for english, key in keys}
    assert {english: term for english, term in said.items() if term.lower() != by_english[english].lower()} == {}


def pattern(ruled_out: str) -> re.Pattern[str]:
    """A word, or all that begin with what stands before an ellipsis."""
    start = ruled_out.removesuffix("…")
    end = r"(?!\w)" if start == ruled_out else ""
    return re.compile(rf"(?<!\w){re.escape(start)}{end}", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_what_is_ruled_out(language: str) -> None:
    ruled_out = [one.strip() for term in terms(language) if term.ruled_out != NONE for one in term.ruled_out.split(",")]
    assert ruled_out
    said = {
        (one, where): text for one in ruled_out for where, text in texts(language).items() if pattern(one).search(text)
    }
    assert said == {}


def test_a_term_that_is_ruled_out_is_found() -> None:
    assert pattern("quais").search("Les quais, les pontons")
    assert not pattern("quais").search("le quai")
    assert pattern("különleges…").search("egy Különlegeset")
    assert not pattern("elem").search("az elemzés")


def test_french_signs_keep_to_their_words() -> None:
    """A colon, semicolon, exclamation or question mark has a no-break space before it, and guillemets inside."""
    assert {key: text for key, text in words("fr").items() if re.search(r" [:;!?»]|« ", text)} == {}
