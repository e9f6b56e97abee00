"""Compiled kernels are kept, and never older than their sources; and nothing is compiled before it is needed."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nyhavn.compiled import PACKAGE, SOURCES

# A kernel of `batch` that calls a function of `turns`, which has a number of `components` in it: three files.
TINY = """
import json
from nyhavn.copenhagen.kernels.batch import batch
states = batch.new_states()
batch.begin(states, 2, 0)
hits, misses = (sum(count.values()) for count in (batch.begin.stats.cache_hits, batch.begin.stats.cache_misses))
print(json.dumps({"specials": int(states["specials"][0]), "loaded": hits, "compiled": misses}))
"""


def run(code: str, **environment: str) -> Any:
    """What a process of its own prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


class Copy:
    """A copy of the package with a cache of its own. No bytecode: Python's own cache looks at whole seconds."""

    def __init__(self, place: Path) -> None:
        self.package, self.cache = place / "nyhavn", place / "cache"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        self.environment = {
            "PYTHONPATH": str(place),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NYHAVN_CACHE_DIR": str(self.cache),
        }

    def run(self) -> Any:
        return run(TINY, **self.environment)

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a source, of the same length and with the same date, so that only its content tells."""
        path = self.package / file
        before = path.stat()
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def kept(self) -> dict[Path, tuple[int, int]]:
        """The files of the cache, and when they were written."""
        return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in self.cache.rglob("*.nb?")}


@pytest.mark.slow
def test_an_edit_in_another_file_is_seen_and_no_edit_compiles_nothing(tmp_path: Path) -> None:
    """Numba alone looks at the file of the entry kernel only: it would go on with the old code."""
    copy = Copy(tmp_path)
    assert copy.run() == {"specials": 12, "loaded": 0, "compiled": 1}
    kept = copy.kept()
    assert kept
    assert copy.run() == {"specials": 12, "loaded": 1, "compiled": 0}
    assert copy.kept() == kept
    copy.edit("copenhagen/components.py", "SPECIALS = 12", "SPECIALS = 11")
    assert copy.run() == {"specials": 11, "loaded": 0, "compiled": 1}
    copy.edit("copenhagen/kernels/turns.py", "S.specials = SPECIALS", "S.specials = DOCKS + 3")
    assert copy.run() == {"specials": 10, "loaded": 0, "compiled": 1}
    copy.edit("copenhagen/kernels/turns.py", "S.specials = DOCKS + 3", "S.specials = SPECIALS")
    copy.edit("copenhagen/components.py", "SPECIALS = 11", "SPECIALS = 12")
    assert copy.run() == {"specials": 12, "loaded": 1, "compiled": 0}


@pytest.mark.parametrize("game", ["copenhagen", "rollwrite"])
def test_kernels_are_made_of_the_digested_sources_only(game: str) -> None:
    """Beyond the packages they lie in, importing them loads no file of ours that the cache does not look at."""
    code = f"""
import json, pkgutil, sys
import nyhavn.{game}
before = set(sys.modules)
import nyhavn.{game}.kernels
for module in pkgutil.iter_modules(nyhavn.{game}.kernels.__path__):
    __import__("nyhavn.{game}.kernels." + module.name)
names = [name for name in sys.modules if name.startswith("nyhavn") and name not in before]
print(json.dumps([sys.modules[name].__file__ for name in names]))
"""
    loaded = {Path(file) for file in run(code)}
    digested = {path for pattern in SOURCES["rules"] for path in PACKAGE.glob(pattern)}
    assert len(loaded) > 5
    assert loaded - digested == set()


def test_the_kernels_of_bots_import_digested_sources_only() -> None:
    """Their package imports more, hence the imports of each file one by one."""
    digested = {path for pattern in SOURCES["bots"] for path in PACKAGE.glob(pattern)}
    for file in PACKAGE.glob("bots/kernels/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nyhavn."):
                place = PACKAGE.joinpath(*node.module.split(".")[1:])
                names = [place / f"{alias.name}.py" for alias in node.names] if place.is_dir() else []
                for path in [path for path in names if path.exists()] or [place.with_suffix(".py")]:
                    assert path in digested, f"{file.name} imports {path}"


def test_importing_the_package_loads_neither_numba_nor_numpy() -> None:
    loaded = run("import json, sys, nyhavn; print(json.dumps(sorted(sys.modules)))")
    assert {"nyhavn", "nyhavn.errors"} <= set(loaded)
    assert {"numba", "numpy", "llvmlite", "nyhavn.play"} & set(loaded) == set()
