"""How kernels are compiled and where the result is kept.

Numba's own cache looks only at the file a function stands in, so an edit to a table or to a function in another
file would go unnoticed and old code would run. Here the cache directory is named by a digest of every file that
kernels are made of: whatever changes, the old code is simply not found any more. Each game has directories of its own,
and so has each part of a game: working on a bot does not compile the rules again, nor those of another game.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs

config: Any = numba.config  # its settings are made at run time, unknown to type checkers

PACKAGE = Path(__file__).parent
RULES = (
    *("compiled.py", "luck.py", "kernels/batch.py", "kernels/binding.py", "kernels/requirements.py"),
    *(
        f"facade/{name}.py"
        for name in ("bits", "cells", "colours", "kinds", "lines", "anchors", "numbering", "ranking", "shapes")
    ),
)
SHARED = {
    "rules": RULES,
    "bots": (*RULES, *(f"kernels/{name}.py" for name in ("units", "rows", "bot_entries", "playouts", "ismcts"))),
    "envs": (*RULES, *(f"kernels/{name}.py" for name in ("environments", "masks", "observations"))),
}
"""Our files that the kernels of a part are made of; a test checks that importing them loads no other file of ours."""
OWN_RULES = ("components.py", "kernels.py", "kernels/*.py")
OWN = {
    "rules": OWN_RULES,
    "bots": (*OWN_RULES, "bots.py", "bots/kernels.py", "bots/kernels/*.py"),
    "envs": (*OWN_RULES, "env.py", "env/kernels.py", "env/kernels/*.py"),
}
"""Likewise those of a game, in its package."""
NO_GAME = ""
PLACE = re.compile(r"(?P<package>.+?)\.(?:(?P<part>bots|env)\.)?kernels(?:\..+)?")
"""The package of a game and the part in it that a module of kernels belongs to."""

Function = TypeVar("Function", bound=Callable[..., Any])
Entries = list[tuple[str, Callable[[], object]]]
"""Entry kernels by name, each with a call that compiles it."""


def folder_of(package: str) -> Path:
    """Where the files of a package lie."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"there is no package {package}")
    return Path(spec.submodule_search_locations[0])


def sources(package: str, part: str = "rules") -> list[Path]:
    """Every file that the kernels of a game's part are made of; those of no game are our own files only."""
    shared = [PACKAGE / name for name in SHARED[part]]
    if package == NO_GAME:
        return shared
    own = folder_of(package)
    return shared + [path for pattern in OWN[part] for path in sorted(own.glob(pattern))]


@cache
def digest(package: str, part: str = "rules") -> str:
    """What the compiled code depends on: sources and where they lie (Numba asks), the compiler, bounds checks."""
    versions = (sys.version, numba.__version__, np.__version__, str(bool(config.BOUNDSCHECK)))
    total = hashlib.sha256("\n".join(versions).encode())
    for path in sources(package, part):
        total.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]


def home() -> Path:
    """Where all compiled kernels are kept: `NYHAVN_CACHE_DIR`, else the user's cache."""
    chosen = os.environ.get("NYHAVN_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("nyhavn", appauthor=False)) / "kernels"


@cache
def directory(package: str, part: str = "rules") -> Path:
    """Where the compiled kernels of a game's part are kept; a temporary place if `home` cannot be written."""
    place = home() / digest(package, part)
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place
    except OSError:
        return Path(tempfile.mkdtemp(prefix="nyhavn-kernels-"))


def _place(module: str) -> tuple[str, str]:
    """The game, by its package, and the part whose kernels stand in a module."""
    if place := PLACE.fullmatch(module):
        return place["package"], {"bots": "bots", "env": "envs"}.get(place["part"], "rules")
    if f"{module.removeprefix('nyhavn.').replace('.', '/')}.py" in RULES:
        return NO_GAME, "rules"
    raise ValueError(f"{module} is no module of a game's kernels: nothing would tell what its code depends on")


@contextmanager
def _cached_for(module: str, part: str | None) -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; other users of Numba keep theirs."""
    before, (package, own) = config.CACHE_DIR, _place(module)
    config.CACHE_DIR = str(directory(package, part or own))
    try:
        yield
    finally:
        config.CACHE_DIR = before


def kernel(function: Function) -> Function:
    """A function of the rules, called by other kernels only and compiled into them (inlined: a fifth faster)."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def entry(function: Function, part: str | None = None) -> Function:
    """A kernel that Python calls: compiled for the types it is first called with, kept on disk, without the GIL. It
    belongs to the part of its module, or to the one that is given: the kernels of a small game stand in one file."""
    with _cached_for(function.__module__, part):
        return cast(Function, numba.njit(nogil=True, cache=True, error_model="numpy")(function))


@cache
def uncompiled(function: Function) -> Function:
    """A kernel as plain Python, with the kernels that it calls: quicker to have where it is called once in a while."""
    plain = getattr(function, "py_func", None)
    if plain is None:
        return function
    names = {name: value for name, value in plain.__globals__.items() if name in plain.__code__.co_names}
    called = {name: uncompiled(value) for name, value in names.items() if hasattr(value, "py_func")}
    parts = plain.__code__, names | called, plain.__name__, plain.__defaults__, plain.__closure__
    return cast(Function, FunctionType(*parts))


def is_compiled(package: str, part: str = "rules") -> bool:
    """Whether the kernels of a game were compiled before, so that loading them takes a moment only."""
    return bool(config.DISABLE_JIT) or (directory(package, part) / "ready").exists()


def compile_entries(
    package: str, name: str, entries: Entries, progress: Callable[[str], None], part: str = "rules"
) -> None:
    """Call every entry kernel of a game once, which compiles it or loads it from the cache."""
    for number, (what, call) in enumerate(entries, 1):
        progress(f"compiling the {part} of {name} for this machine, once: {number} of {len(entries)} ({what})")
        call()
    (directory(package, part) / "ready").touch()
