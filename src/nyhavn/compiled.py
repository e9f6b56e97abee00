"""How kernels are compiled and where the result is kept.

Numba's own cache looks only at the file a function stands in, so an edit to a table or to a function in another
file would go unnoticed and old code would run. Here the cache directory is named by a digest of every file that
kernels are made of: whatever changes, the old code is simply not found any more. Each game has directories of its own,
and so has each part of a game: working on a bot does not compile the rules again, nor those of another game.

The compiler is loaded when the first kernel is made. A process that only calls entry kernels can go without it, if they
were compiled before: see `go_without`.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np
import platformdirs

from nyhavn import machine_code
from nyhavn.machine import Processor, choose_processor, host_processor, remembered_processor

PACKAGE = Path(__file__).parent
RULES = (
    *("machine.py", "machine_code.py", "compiled.py", "luck.py"),
    *("kernels/batch.py", "kernels/binding.py", "kernels/requirements.py"),
    *(
        f"facade/{name}.py"
        for name in ("bits", "cells", "colours", "kinds", "lines", "anchors", "numbering", "ranking", "shapes")
    ),
)
SHARED = {
    "rules": RULES,
    "bots": (
        *RULES,
        *(f"kernels/{name}.py" for name in ("units", "rows", "bot_entries", "playouts", "ismcts", "nets", "patterns")),
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

Function = TypeVar("Function", bound=Callable[..., Any])
Entries = list[tuple[str, Callable[[], object]]]
"""Entry kernels by name, each with a call that compiles it."""


_entries: dict[tuple[str, str], list[Any]] = defaultdict(list)
"""Those that were made, by the game's package and the part."""
_without: tuple[Processor, dict[str, Callable[..., Any]]] | None = None
"""In a process without the compiler: its processor, and the entry kernels that were loaded, by their full names."""


@cache
def compiler() -> Any:
    """Numba, made ready for our kernels. Its settings are made at run time, unknown to type checkers."""
    if _without is not None:
        raise RuntimeError("this process goes without the compiler")
    import numba

    config: Any = numba.config
    choose_processor(config, host_processor()[1])
    _load_arrays()
    return numba


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


def compiles() -> bool:
    """Whether kernels are compiled in this process, or were loaded without the compiler."""
    return _without is None


def go_without(packages: Iterable[str]) -> bool:
    """Load what was compiled of the rules of games before, and never the compiler: it takes a hundred megabytes.
    Other kernels are then functions of Python. False, and nothing is done, if something is missing, or if there are
    kernels already. Bots cannot think in such a process."""
    global _without
    if _without is not None:
        return True
    wanted = any(os.environ.get(name, "0") not in ("", "0") for name in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"))
    if not machine_code.suits() or wanted or "numba" in sys.modules:
        return False
    try:
        _without = remembered_processor(home()), {}
        for package in (NO_GAME, *packages):
            _without[1].update({code.name: machine_code.load(code) for code in machine_code.read(directory(package))})
    except (OSError, ValueError, machine_code.UnknownCode):
        _without = None
        digest.cache_clear()
        directory.cache_clear()
        return False
    return True


def _config() -> Any:
    """Numba's settings; those that we read, where it is not there."""
    if _without is None:
        return compiler().config
    named = {name: os.environ.get(f"NUMBA_{name}") for name in ("CPU_NAME", "CPU_FEATURES")}
    config = SimpleNamespace(**named, DISABLE_JIT=0, BOUNDSCHECK=None)
    choose_processor(config, _without[0][1])
    return config


def processor() -> tuple[str, str]:
    """The processor that kernels are compiled for, and its features; Numba would look in vain for what was compiled for
    another one."""
    config, (name, features) = _config(), host_processor() if _without is None else _without[0]
    own = ",".join(sorted(feature for feature, there in features.items() if there))
    return config.CPU_NAME or name, own if config.CPU_FEATURES is None else config.CPU_FEATURES


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
    versions = (sys.version, version("numba"), np.__version__, *processor(), str(bool(_config().BOUNDSCHECK)))
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
def _cached_for(package: str, part: str) -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; other users of Numba keep theirs."""
    config = compiler().config
    before, config.CACHE_DIR = config.CACHE_DIR, str(directory(package, part))
    try:
        yield
    finally:
        config.CACHE_DIR = before


def kernel(function: Function) -> Function:
    """A function of the rules, called by other kernels only and compiled into them (inlined: a fifth faster)."""
    if not compiles():
        return function
    return cast(Function, compiler().njit(nogil=True, error_model="numpy", forceinline=True)(function))


def entry(function: Function, part: str | None = None, allocates: bool = False) -> Function:
    """A kernel that Python calls: compiled for the types it is first called with, kept on disk, without the GIL. It
    belongs to the part of its module, or to the one that is given: the kernels of a small game stand in one file.
    Unless it allocates arrays, nobody counts who holds which (`_nrt`): that takes a tenth of a random game's time."""
    if _without is not None:
        return cast(Function, _without[1].get(f"{function.__module__}.{function.__name__}", function))
    package, own = _place(function.__module__)
    with _cached_for(package, part or own):
        made = compiler().njit(nogil=True, cache=True, error_model="numpy", _nrt=allocates)(function)
    _entries[package, part or own].append(made)
    return cast(Function, made)


def plain(function: Function) -> Function:
    """A function that kernels call and Python does, which stays what it is."""
    return cast(Function, compiler().extending.register_jitable(function)) if compiles() else function


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
    return bool(_config().DISABLE_JIT) or (directory(package, part) / "ready").exists()


def compile_entries(
    package: str, name: str, entries: Entries, progress: Callable[[str], None], part: str = "rules"
) -> None:
    """Call every entry kernel of a game once, which compiles it or loads it from the cache."""
    for number, (what, call) in enumerate(entries, 1):
        progress(f"compiling the {part} of {name} for this machine, once: {number} of {len(entries)} ({what})")
        call()
    if part == "rules":
        for place in (package, NO_GAME):
            machine_code.keep(directory(place), _entries[place, part])
    (directory(package, part) / "ready").touch()
