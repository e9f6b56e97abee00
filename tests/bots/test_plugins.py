"""Bots of others, from files and from installed packages."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nyhavn.bots import bot_names, find_bot, load_code
from tests.bots.matches import match
from tests.conftest import sentence

BOT = """
from nyhavn.bots import register

@register({name!r})
def choose(observation, budget, rng):
    return observation.moves[-1]
"""


@pytest.fixture
def place(own_bots: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python imports from, for files of others; what was imported from there is forgotten."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def install(place: Path, name: str, code: str) -> None:
    """A package as an installer leaves it: a module, and what names it as an entry point."""
    (place / f"{name}.py").write_text(code, encoding="utf-8")
    told = place / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (told / "entry_points.txt").write_text(f"[nyhavn.bots]\nbots = {name}\n", encoding="utf-8")


def test_a_file_brings_its_bots(place: Path) -> None:
    path = place / "mine.py"
    path.write_text(BOT.format(name="last") + BOT.format(name="final"), encoding="utf-8")
    assert load_code(path) == ["last", "final"]
    assert bot_names() == ["random", "greedy", "last", "final"]
    assert match("copenhagen", ["last", "random"], seed=1).over


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("bad.py", "import nowhere_at_all", "ModuleNotFoundError, No module named 'nowhere_at_all' (line 1)"),
        ("bad.py", BOT.format(name="last") + "1 / 0", "ZeroDivisionError, division by zero (line 7)"),
        ("bad.py", BOT.format(name="greedy"), "there is already a bot called greedy (line 4)"),
        ("bad.py", "def", "SyntaxError, invalid syntax"),
        ("bad.py", "raise RuntimeError", "RuntimeError, it gives no reason (line 1)"),
        ("bad.py", "raise SystemExit", "SystemExit, it gives no reason (line 1)"),
        ("bad.py", "x = 1", "registers no bot"),
        ("bad.txt", BOT.format(name="last"), "isn't a Python file"),
    ],
)
def test_a_file_that_brings_none_says_why_and_changes_nothing(place: Path, name: str, code: str, said: str) -> None:
    (place / name).write_text(code, encoding="utf-8")
    before = set(sys.modules)
    with pytest.raises(ValueError) as caught:
        load_code(place / name)
    assert said in sentence(caught.value)
    assert name in str(caught.value)
    assert bot_names() == ["random", "greedy"]
    assert "nyhavn_code_bad" not in set(sys.modules) - before


def test_a_file_that_does_not_exist_is_named(place: Path) -> None:
    with pytest.raises(ValueError) as caught:
        load_code(place / "none.py")
    assert sentence(caught.value) == f"there is no file {place / 'none.py'}"


def test_an_installed_package_brings_its_bots(place: Path) -> None:
    install(place, "their_bots", BOT.format(name="theirs"))
    assert bot_names() == ["random", "greedy", "theirs"]
    assert find_bot("theirs").choose.__module__ == "their_bots"


def test_an_installed_package_that_fails_is_told_about_and_left_out(place: Path) -> None:
    install(place, "their_bots", BOT.format(name="theirs"))
    install(place, "broken_bots", BOT.format(name="half") + "1 / 0")
    with pytest.warns(
        RuntimeWarning, match="no bot could be loaded from broken_bots of broken_bots: ZeroDivisionError"
    ):
        names = bot_names()
    assert names == ["random", "greedy", "theirs"]
    assert bot_names() == names
