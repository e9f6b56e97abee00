"""Games keep apart: nothing outside `games/` names a game, and no game names another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import nyhavn
from nyhavn.games import find_game, game_names

PACKAGE = Path(nyhavn.__file__).parent
GAMES = PACKAGE / "games"
FOLDERS = sorted(path.parent.name for path in GAMES.glob("*/game.py"))
OURS = [game for game in map(find_game, game_names()) if game.identifier in FOLDERS]
NAMES = {word for game in OURS for word in (game.name, game.identifier, game.title)}
FIXED = [PACKAGE / "envs" / "pettingzoo" / f"{folder}_v0.py" for folder in FOLDERS]
"""Modules whose names the public contract fixes: each is about one game."""


def docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """Texts that stand by themselves: what a module, a class, a function or a name is for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def named(source: str) -> Iterator[tuple[int, str]]:
    """Lines of a module that name a game, and what they say: imports, names, and texts that are no docstrings."""
    tree = ast.parse(source)
    apart = set(docstrings(tree))
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            words = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in apart:
            words = [node.value]
        elif isinstance(node, ast.Name | ast.Attribute | ast.keyword | ast.arg | ast.FunctionDef | ast.ClassDef):
            words = [str(next(getattr(node, key) for key in ("id", "attr", "arg", "name") if hasattr(node, key)))]
        for word in words:
            if any(name in word for name in NAMES):
                yield getattr(node, "lineno", 0), word


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def test_the_games_of_this_package_are_found() -> None:
    assert FOLDERS == ["copenhagen", "roll_and_write"]
    assert {"copenhagen", "roll-and-write", "roll_and_write"} <= NAMES


def test_nothing_outside_games_names_a_game() -> None:
    outside = [path for path in modules(PACKAGE) if not path.is_relative_to(GAMES) and path not in FIXED]
    outside.append(GAMES / "__init__.py")
    assert len(outside) > 100
    for path in outside:
        assert not [f"line {line}: {word}" for line, word in named(path.read_text())], path


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_game_names_another(folder: str) -> None:
    others = [f"nyhavn.games.{other}" for other in FOLDERS if other != folder]
    for path in modules(GAMES / folder):
        for line, word in named(path.read_text()):
            assert not any(other in word for other in others), f"{path.name}:{line}: {word}"


NAMING = """\
from nyhavn.games.copenhagen import facts
import nyhavn.games.roll_and_write.rules
from nyhavn.games import copenhagen
if game == "roll-and-write": pass
TABLE = {"copenhagen": 1}
f(copenhagen=1)
games.roll_and_write.rules
f"python_copenhagen({players})"
title = "Tables for Copenhagen"
"""


@pytest.mark.parametrize("line", NAMING.splitlines())
def test_what_names_a_game_is_noticed(line: str) -> None:
    assert list(named(line))


def test_a_docstring_may_give_an_example() -> None:
    assert not list(named('"""As in `new_game("copenhagen")`."""\nTURNS = 4\n"""Not in roll-and-write."""'))


# What is State's own

OWN = {*vars(nyhavn.State), *vars(nyhavn.new_game(game_names()[0]))}
PRIVATE = {name for name in OWN if re.fullmatch("_[a-z].*[a-z]", name)}
PLAY = PACKAGE / "play.py"


def own_names(source: str) -> set[str]:
    """Private names that classes of a module use of themselves."""
    reached = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]
    return {node.attr for node in reached if ast.unparse(node.value) in ("self", "cls") and node.attr in PRIVATE}


SHARED = {name for path in modules(PACKAGE) if path != PLAY for name in own_names(path.read_text())}
"""Those that other classes have too: they are a State's only in what is called a state."""


def broken_open(source: str) -> list[str]:
    """Where a module reaches for what is a State's own, in something that is not itself."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in PRIVATE:
            whose = ast.unparse(node.value)
            if whose not in ("self", "cls") and (node.attr not in SHARED or whose.endswith("state")):
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_nobody_reaches_into_a_state() -> None:
    """All that others need of a State is public: see "Tools" in the API."""
    for path in [*modules(PACKAGE), *modules(Path(__file__).parent)]:
        assert path == PLAY or not broken_open(path.read_text()), path


@pytest.mark.parametrize(
    "line", ["state._memory", "self.state._chance = f", "table.state._rules.name", "state._write(a)"]
)
def test_reaching_into_a_state_is_noticed(line: str) -> None:
    assert broken_open(line)
