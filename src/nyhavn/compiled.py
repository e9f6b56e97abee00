"""How kernels are compiled and where the result is kept.

Numba's own cache looks only at the file a function stands in, so an edit to a table or to a function in another
file would go unnoticed and old code would run. Here the cache directory is named by a digest of every file that
kernels are made of (`SOURCES`): whatever changes, the old code is simply not found any more. Kernels that build on the
rules (those of bots, say) have a directory of their own, so that working on them does not compile the rules again.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs

config: Any = numba.config  # its settings are made at run time, unknown to type checkers

PACKAGE = Path(__file__).parent
RULES = (
    *("compiled.py", "luck.py", "batch.py", "facade/*.py", "*/components.py"),
    *("copenhagen/kernels/*.py", "rollwrite/kernels/*.py"),
)
SOURCES = {"rules": RULES, "bots": (*RULES, "bots/kernels/*.py"), "envs": (*RULES, "envs/kernels/*.py")}
"""Files that the kernels of a room are made of; a test checks that importing them loads no other file of ours."""

Function = TypeVar("Function", bound=Callable[..., Any])
Entries = list[tuple[str, Callable[[], object]]]
"""Entry kernels by name, each with a call that compiles it."""


@cache
def digest(room: str = "rules") -> str:
    """What the compiled code depends on: our sources and where they lie (Numba asks), the compiler, bounds checks."""
    versions = (sys.version, numba.__version__, np.__version__, str(bool(config.BOUNDSCHECK)), str(PACKAGE))
    total = hashlib.sha256("\n".join(versions).encode())
    for pattern in SOURCES[room]:
        for path in sorted(PACKAGE.glob(pattern)):
            total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]


@cache
def directory(room: str = "rules") -> Path:
    """Where compiled kernels are kept: `NYHAVN_CACHE_DIR`, else the user's cache; a temporary place if neither can
    be written."""
    chosen = os.environ.get("NYHAVN_CACHE_DIR")
    place = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("nyhavn", appauthor=False)) / "kernels"
    try:
        (place / digest(room)).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place / digest(room)):
            return place / digest(room)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="nyhavn-kernels-"))


@contextmanager
def _cached_here(module: str) -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; other users of Numba keep theirs."""
    before = config.CACHE_DIR
    room = [*module.split("."), ""][1]
    config.CACHE_DIR = str(directory(room if room in SOURCES else "rules"))
    try:
        yield
    finally:
        config.CACHE_DIR = before


def kernel(function: Function) -> Function:
    """A function of the rules, called by other kernels only and compiled into them (inlined: a fifth faster)."""
    return cast(Function, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def entry(function: Function) -> Function:
    """A kernel that Python calls: compiled for the types it is first called with, kept on disk, without the GIL."""
    with _cached_here(function.__module__):
        return cast(Function, numba.njit(nogil=True, cache=True, error_model="numpy")(function))


def is_compiled(game: str, room: str = "rules") -> bool:
    """Whether the kernels of a game were compiled before, so that loading them takes a moment only."""
    return bool(config.DISABLE_JIT) or (directory(room) / f"{game}.ready").exists()


def mark_compiled(game: str, room: str = "rules") -> None:
    (directory(room) / f"{game}.ready").touch()


def compile_entries(game: str, entries: Entries, progress: Callable[[str], None], room: str = "rules") -> None:
    """Call every entry kernel of a game once, which compiles it or loads it from the cache."""
    for number, (name, call) in enumerate(entries, 1):
        progress(f"compiling the {room} of {game} for this machine, once: {number} of {len(entries)} ({name})")
        call()
    mark_compiled(game, room)
