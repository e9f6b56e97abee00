"""The rules as players read them: the same in every language, with every rule in them, in `docs` as in the client."""

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.test_rule_numbers import RULES, rulebook

ROOT = Path(__file__).parent.parent
SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "rules.py"))
blocks, source = SCRIPT["blocks"], SCRIPT["source"]
LETTERS = {"copenhagen": "C", "roll-and-write": "W"}
LANGUAGES = sorted(path.stem for path in (ROOT / "client" / "src" / "words").glob("*.json"))
TEXTS = [(game, language) for game in LETTERS for language in LANGUAGES]
IN_THE_CLIENT = {"outside", "unaffordable"}
"""What the client itself says about a piece that cannot lie where it is."""


def structure(game: str, language: str) -> list[tuple[Any, ...]]:
    """What must be the same in every language: blocks, the rules that their parts name, pictures, columns of tables."""
    return [
        (
            block.kind,
            [sorted(rules) for rules in block.rules],
            re.findall(r"\]\(([\w-]+)\)", block.text),
            [part.count("|") for part in block.parts] if block.kind == "table" else [],
        )
        for block in blocks(game, language)
    ]


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_every_rule_is_told_in_every_language(game: str, language: str) -> None:
    told = {rule for block in blocks(game, language) for part in block.rules for rule in part}
    wanted = rulebook(LETTERS[game])
    assert [rule for rule in wanted if rule not in told] == []
    assert told <= set(wanted)


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_languages_have_the_same_structure(game: str, language: str) -> None:
    for english, other in zip(structure(game, "en"), structure(game, language), strict=True):
        assert other == english


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_texts_are_in_their_own_language(game: str, language: str) -> None:
    """No paragraph was left untranslated."""
    if language == "en":
        return
    long = {block.text for block in blocks(game, "en") if len(block.text) > 60 and block.kind != "#"}
    assert [block.text for block in blocks(game, language) if block.text in long] == []


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_every_paragraph_of_rules_names_them(game: str, language: str) -> None:
    """But for what introduces a list, and the story at the beginning."""
    story = next(number for number, block in enumerate(blocks(game, language)) if block.kind == "##")
    told = [block for block in blocks(game, language)[story:] if block.kind in ("p", "ul")]
    assert [block.text for block in told if not any(block.rules) and not block.text.endswith(":")] == []


@pytest.mark.parametrize(("game", "language"), TEXTS)
def test_signs_come_in_pairs(game: str, language: str) -> None:
    for block in blocks(game, language):
        for part in block.parts:
            assert part.count("**") % 2 == 0, part
            assert part.count("*") % 2 == 0, part
            assert part.count("`") == 0, part


def test_no_break_spaces_survive() -> None:
    block = SCRIPT["Block"]("ul", "- «\u00a0un\u00a0»\n  deux\u202f!\n- trois\u00a0: quatre")
    assert block.parts == ["- «\u00a0un\u00a0» deux\u202f!", "- trois\u00a0: quatre"]


@pytest.mark.parametrize("game", LETTERS)
def test_french_signs_keep_to_their_words(game: str) -> None:
    """A colon, semicolon, exclamation or question mark has a no-break space before it, and guillemets inside."""
    text = source(game, "fr.md").read_text(encoding="utf-8")
    assert re.findall(r".{0,20}(?:[ \n][:;!?»](?!\[)|«[ \n]).{0,10}", text) == []


@pytest.mark.slow
def test_pages_and_positions_are_current() -> None:
    for file, text in SCRIPT["made"]():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is out of date: run docs/rules.py"


@pytest.mark.parametrize("game", LETTERS)
def test_every_picture_has_a_position(game: str) -> None:
    shown = {name for block in blocks(game) for name in re.findall(r"!\[[^\]]+\]\(([\w-]+)\)", block.text)}
    assert shown <= set(json.loads(source(game, "pictures.json").read_text(encoding="utf-8"))["positions"])


@pytest.mark.parametrize("game", LETTERS)
def test_every_refusal_of_the_engine_leads_to_a_rule(game: str) -> None:
    """Only what is no move in any position has none: that is a matter of spelling."""
    folder = RULES[LETTERS[game]][0]
    files = [ROOT / "src" / "nyhavn" / folder / "reasons.py", ROOT / "src" / "nyhavn" / "shared_refusals.py"]
    code = "".join(file.read_text(encoding="utf-8") for file in files)
    refusals: dict[str, str] = json.loads(source(game, "refusals.json").read_text(encoding="utf-8"))
    assert set(refusals) - IN_THE_CLIENT == set(re.findall(r'\billegal\(\s*"([^"]+)"', code))
    assert set(refusals.values()) <= set(rulebook(LETTERS[game]))
