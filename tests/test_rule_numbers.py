"""Every rule has a test that names it: `test_C12_…` proves C12, `test_C24_C23_…` both."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = {"C": ("games/copenhagen", 42), "W": ("games/roll_and_write", 30)}
"""The letter of a rulebook: the folder with its tests, and its last rule."""

NUMBERS = re.compile(r"test((?:_[A-Z]\d+)+)(?:_|$)")


def names_in(source: str) -> Iterator[str]:
    """The names of the tests in a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name


def rules_named(test: str) -> list[str]:
    match = NUMBERS.match(test)
    return match[1].split("_")[1:] if match else []


@cache
def proven(folder: str) -> dict[str, list[str]]:
    """The rules that the tests of a folder name, with these tests."""
    found: dict[str, list[str]] = {}
    for module in sorted((TESTS / folder).glob("test_*.py")):
        for test in names_in(module.read_text(encoding="utf-8")):
            for rule in rules_named(test):
                found.setdefault(rule, []).append(f"{module.name}::{test}")
    return found


def rulebook(letter: str) -> list[str]:
    return [f"{letter}{number}" for number in range(1, RULES[letter][1] + 1)]


@pytest.mark.parametrize("rule", [rule for letter in RULES for rule in rulebook(letter)])
def test_every_rule_has_a_test_that_names_it(rule: str) -> None:
    folder = RULES[rule[0]][0]
    assert proven(folder).get(rule), f"no test in tests/{folder} begins with test_{rule}_"


@pytest.mark.parametrize("letter", RULES)
def test_no_test_names_a_rule_that_is_not_there(letter: str) -> None:
    strange = {rule: tests for rule, tests in proven(RULES[letter][0]).items() if rule not in rulebook(letter)}
    assert strange == {}


def test_names_are_read_as_meant() -> None:
    source = "def test_C1_one(): ...\ndef helper_C2(): ...\nclass T:\n    def test_C3_C41_two(self): ...\n"
    assert [rules_named(test) for test in names_in(source)] == [["C1"], ["C3", "C41"]]
    assert rules_named("test_C12") == ["C12"]
    assert rules_named("test_the_C12_way") == []
