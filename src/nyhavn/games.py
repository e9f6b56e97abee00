"""The games there are, loaded (and compiled, the first time) when one is wanted."""

import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import Any

from nyhavn import compiled
from nyhavn.batch import Batch
from nyhavn.rules import Rules

GAMES = {
    "copenhagen": ("nyhavn.copenhagen", "Copenhagen"),
    "roll-and-write": ("nyhavn.rollwrite", "RollAndWrite"),
}


@cache
def _load(game: str) -> Rules:
    compile_game(game, note)
    package, name = GAMES[game]
    rules: Rules = getattr(import_module(f"{package}.game"), name)()
    return rules


def rules_of(game: str) -> Rules:
    """A game by its name; ValueError if there is none of that name."""
    if type(game) is not str or game not in GAMES:
        raise ValueError(f"there is no game {str(game)[:40]!r}: choose {' or '.join(GAMES)}")
    return _load(game)


def components_of(game: str) -> dict[str, Any]:
    """With what a game is played: tiles in all orientations, coats of arms, cards or dice; ready for JSON."""
    return deepcopy(_components(rules_of(game)))


@cache
def _components(rules: Rules) -> dict[str, Any]:
    return rules.components()


def compile_game(game: str, progress: Callable[[str], None]) -> None:
    """Compile the kernels of a game if this machine has not done so yet."""
    if not compiled.is_compiled(game):
        batch: Batch = import_module(f"{GAMES[game][0]}.kernels.batch").batch
        compiled.compile_entries(game, batch.calls(), progress)
        progress("")


def note(text: str) -> None:
    """Progress on standard error: one line that is overwritten on a screen, and the first note only in a log."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text and 'nyhavn: '}{text}")
    elif text and ": 1 of" in text:
        sys.stderr.write(f"nyhavn: {text}\n")
    sys.stderr.flush()
