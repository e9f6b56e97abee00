"""The games there are: a folder each, with everything that is about that game, found through the entry point group
`nyhavn.games`, so that another package can bring one. Loaded (and compiled, the first time) when one is wanted.

Games never import each other. Nothing outside this folder names one.
"""

import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nyhavn.parts import Bots, Environment, Game
    from nyhavn.rules import Rules

GROUP = "nyhavn.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    """Ours first, then those of other packages, which cannot take the name of one of ours."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: (not entry.value.startswith("nyhavn."), entry.name))
    entries: dict[str, EntryPoint] = {}
    for entry in found:
        entries.setdefault(entry.name, entry)
    return entries


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_entries())


def default_game() -> str:
    """The game that is played where none is asked for."""
    return game_names()[0]


@cache
def _load(name: str) -> "Game":
    game: Game = _entries()[name].load()
    if game.name != name:
        raise ValueError(f"the entry point {name!r} of the group {GROUP} leads to a game called {game.name!r}")
    return game


def find_game(name: str) -> "Game":
    """A game by its name; ValueError if there is none of that name."""
    if type(name) is not str or name not in _entries():
        raise ValueError(f"there is no game {str(name)[:40]!r}: choose {' or '.join(_entries())}")
    return _load(name)


@cache
def _rules(name: str) -> "Rules":
    compile_game(name, note)
    return _load(name).rules


def rules_of(name: str) -> "Rules":
    """The rules of a game by its name; ValueError if there is none of that name."""
    return _rules(find_game(name).name)


def bots_of(name: str) -> "Bots":
    """What bots of a game think with; ValueError if there is no game of that name."""
    return find_game(name).bots


def environment_of(name: str) -> "Environment":
    """A game for researchers; ValueError if it is no environment."""
    environment = find_game(name).environment
    if environment is None:
        raise ValueError(f"{name} has no environment")
    return environment


def components_of(name: str) -> dict[str, Any]:
    """What a game is played with: tiles in all orientations, coats of arms, cards or dice; ready for JSON."""
    return deepcopy(_components(find_game(name).name))


@cache
def _components(name: str) -> dict[str, Any]:
    return rules_of(name).components()


def compile_game(name: str, progress: Callable[[str], None]) -> None:
    """Compile the kernels of a game if this machine has not done so yet."""
    from nyhavn import compiled

    game = _load(name)
    if not compiled.is_compiled(game.package):
        compiled.compile_entries(game.package, name, game.rules.batch.calls(), progress)
        progress("")


def note(text: str) -> None:
    """Progress on standard error: one line that is overwritten on a screen, and the first note only in a log."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text and 'nyhavn: '}{text}")
    elif text and ": 1 of" in text:
        sys.stderr.write(f"nyhavn: {text}\n")
    sys.stderr.flush()
