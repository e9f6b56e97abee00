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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
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
    "bots": (
        *RULES,
        *(f"kernels/{name}.py" for name in ("units", "rows", "bot_entries", "playouts", "ismcts", "nets")),
    ),
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
BLAS = "scipy.linalg.cython_blas"
PLACE = re.compile(r"(?P<package>.+?)\.(?:(?P<part>bots|env)\.)?kernels(?:\..+)?")
"""The package of a game and the part in it that a module of kernels belongs to."""

LEVELS = {
    "x86-64-v2": ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"),
    "x86-64-v4": ("avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"),
}
"""Common levels of processors, each with what it has beyond those before it, in LLVM's words."""

Function = TypeVar("Function", bound=Callable[..., Any])
Entries = list[tuple[str, Callable[[], object]]]
"""Entry kernels by name, each with a call that compiles it."""


def has_level(level: str, features: Mapping[str, bool]) -> bool:
    """Whether a processor with these features can run what is compiled for a level."""
    levels = list(LEVELS)
    return all(features.get(name, False) for one in levels[: levels.index(level) + 1] for name in LEVELS[one])


def choose_processor(settings: Any, features: Mapping[str, bool]) -> None:
    """What is compiled for a level (`NUMBA_CPU_NAME=x86-64-v3`) runs on every machine that has it, so it can be
    compiled where an image is built. A machine that has not would crash, and compiles for itself instead."""
    if settings.CPU_NAME in LEVELS:
        suits = has_level(settings.CPU_NAME, features)
        settings.CPU_NAME = settings.CPU_NAME if suits else None
        settings.CPU_FEATURES = "" if suits else None  # else those of the machine that compiles would be used as well


def _features() -> Mapping[str, bool]:
    """Of the processor of this machine, where LLVM knows them."""
    try:
        return cast(Mapping[str, bool], llvm.get_host_cpu_features())
    except RuntimeError:
        return {}


choose_processor(config, _features())


def _load_arrays() -> None:
    """Load Numba's arrays, as the first kernel would. It looks whether SciPy's linear algebra is there by loading it,
    which takes a third of a second and 20 MB, and none of our kernels needs it. Here it sees only that it is there;
    kernels of others that multiply matrices load it when they are compiled."""
    absent = BLAS not in sys.modules and find_spec("scipy") is not None
    if absent:
        sys.modules[BLAS] = ModuleType(BLAS)
    try:
        import_module("numba.np.arraymath")
    finally:
        if absent:
            del sys.modules[BLAS]


_load_arrays()


def processor() -> tuple[str, str]:
    """The processor that kernels are compiled for, and its features; Numba would look in vain for what was compiled for
    another one."""
    own = ",".join(sorted(name for name, there in _features().items() if there))
    return config.CPU_NAME or llvm.get_host_cpu_name(), own if config.CPU_FEATURES is None else config.CPU_FEATURES


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
    """What the compiled code depends on: sources and where they lie (Numba asks), the compiler, the processor, bounds
    checks."""
    versions = (sys.version, numba.__version__, np.__version__, *processor(), str(bool(config.BOUNDSCHECK)))
    total = hashlib.sha256("\n".join(versions).encode())
    for path in sources(package, part):
        total.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()[:20]


def home() -> Path:
    """Where all compiled kernels are kept: `NYHAVN_CACHE_DIR`, else the user's cache."""
    chosen = os.environ.get("NYHAVN_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("nyhavn", appauthor=False)) / "kernels"


def place_of(package: str, part: str = "rules") -> Path:
    """Where the compiled kernels of a game's part belong: where they came with an image (`NYHAVN_PREBUILT_DIR`) if
    they fit, else in `home`."""
    name, prebuilt = digest(package, part), os.environ.get("NYHAVN_PREBUILT_DIR")
    if prebuilt and (Path(prebuilt) / name).is_dir() and _is_writable(Path(prebuilt) / name):
        return Path(prebuilt) / name
    return home() / name


@cache
def directory(package: str, part: str = "rules") -> Path:
    """Where they are kept; a temporary place if nothing can be written where they belong."""
    place = place_of(package, part)
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
    return place if _is_writable(place) else Path(tempfile.mkdtemp(prefix="nyhavn-kernels-"))


def _is_writable(place: Path) -> bool:
    """Numba uses no folder that it cannot write to."""
    try:
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


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


def entry(function: Function, part: str | None = None, allocates: bool = False) -> Function:
    """A kernel that Python calls: compiled for the types it is first called with, kept on disk, without the GIL. It
    belongs to the part of its module, or to the one that is given: the kernels of a small game stand in one file.
    Unless it allocates arrays, nobody counts who holds which (`_nrt`): that takes a tenth of a random game's time."""
    with _cached_for(function.__module__, part):
        compile: Any = numba.njit  # its types do not know the last of these
        return cast(Function, compile(nogil=True, cache=True, error_model="numpy", _nrt=allocates)(function))


def allocating(function: Function) -> Function:
    """An entry that makes arrays of its own, as training does."""
    return entry(function, allocates=True)


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
