"""Compiled kernels are kept, and never older than their sources; and nothing is compiled before it is needed."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nyhavn import compiled, machine
from nyhavn.compiled import PACKAGE
from nyhavn.games import find_game, game_names

# A kernel of `batch` that calls a function of `turns`, which has a number of `components` in it: three files.
TINY = """
import json
from nyhavn.games.copenhagen.kernels.batch import batch
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
    copy.edit("games/copenhagen/components.py", "SPECIALS = 12", "SPECIALS = 11")
    assert copy.run() == {"specials": 11, "loaded": 0, "compiled": 1}
    copy.edit("games/copenhagen/kernels/turns.py", "S.specials = SPECIALS", "S.specials = DOCKS + 3")
    assert copy.run() == {"specials": 10, "loaded": 0, "compiled": 1}
    copy.edit("games/copenhagen/kernels/turns.py", "S.specials = DOCKS + 3", "S.specials = SPECIALS")
    copy.edit("games/copenhagen/components.py", "SPECIALS = 11", "SPECIALS = 12")
    assert copy.run() == {"specials": 12, "loaded": 1, "compiled": 0}


# A machine without the features named: what is compiled for more would crash it.
LACKING = """
import llvmlite.binding as llvm
own = llvm.get_host_cpu_features()
own.update(avx2=False, fma=False)
llvm.get_host_cpu_features = lambda: own
"""


@pytest.mark.parametrize(("missing", "level"), [("popcnt", None), ("fma", "x86-64-v2"), ("avx512f", "x86-64-v3")])
def test_a_processor_has_a_level_with_all_below_it(missing: str, level: str | None) -> None:
    features = {name: name != missing for names in machine.LEVELS.values() for name in names}
    reached = [one for one in machine.LEVELS if machine.has_level(one, features)]
    assert reached[-1:] == ([level] if level else [])


@pytest.mark.parametrize(
    ("wanted", "features", "chosen"),
    [
        ("x86-64-v2", machine.LEVELS["x86-64-v2"], ("x86-64-v2", "")),
        ("x86-64-v3", machine.LEVELS["x86-64-v2"], (None, None)),
        ("x86-64-v3", (), (None, None)),
        ("generic", (), ("generic", "")),
        (None, (), (None, "")),
    ],
)
def test_a_machine_that_lacks_a_level_compiles_for_itself(
    wanted: str | None, features: tuple[str, ...], chosen: tuple[str | None, str | None]
) -> None:
    settings = SimpleNamespace(CPU_NAME=wanted, CPU_FEATURES="")
    machine.choose_processor(settings, dict.fromkeys(features, True))
    assert chosen == (settings.CPU_NAME, settings.CPU_FEATURES)


@pytest.mark.slow
@pytest.mark.skipif(
    not machine.has_level("x86-64-v3", machine.host_processor()[1]), reason="this machine has not that level"
)
def test_kernels_that_came_with_an_image_are_used_where_they_fit(tmp_path: Path) -> None:
    level, image, own = {"NUMBA_CPU_NAME": "x86-64-v3"}, str(tmp_path / "image"), str(tmp_path / "own")
    built = {"specials": 12, "loaded": 0, "compiled": 1}
    assert run(TINY, **level, NYHAVN_CACHE_DIR=image) == built
    there = {"NYHAVN_PREBUILT_DIR": image, "NYHAVN_CACHE_DIR": own}
    assert run(TINY, **level, **there) == {"specials": 12, "loaded": 1, "compiled": 0}
    kept = sorted(Path(image).rglob("*"))
    assert run(LACKING + TINY, **level, **there) == built, "it fits no machine without the level"
    assert run(TINY, **there) == built, "and what is compiled for this machine alone is better"
    assert sorted(Path(image).rglob("*")) == kept
    assert len([*Path(own).iterdir()]) >= 2


@pytest.mark.parametrize("part", ["rules", "bots", "envs"])
@pytest.mark.parametrize("game", game_names())
def test_kernels_import_digested_sources_only(game: str, part: str) -> None:
    """Their packages import more, hence the imports of each file one by one."""
    package = find_game(game).package
    digested = set(compiled.sources(package, part))
    folder = compiled.folder_of(package)
    assert any(path.is_relative_to(folder) for path in digested)
    for file in digested:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nyhavn"):
                for path in _imported(node):
                    assert path in digested, f"{file.name} imports {path}"


def _imported(node: ast.ImportFrom) -> list[Path]:
    place = PACKAGE.joinpath(*str(node.module).split(".")[1:])
    names = [place / f"{alias.name}.py" for alias in node.names] if place.is_dir() else []
    found = [path for path in names if path.exists()]
    return found or ([] if place.is_dir() else [place.with_suffix(".py")])


def test_importing_the_package_loads_neither_numba_nor_numpy() -> None:
    loaded = run("import json, sys, nyhavn; print(json.dumps(sorted(sys.modules)))")
    assert {"nyhavn", "nyhavn.errors"} <= set(loaded)
    assert {"numba", "numpy", "llvmlite", "nyhavn.play"} & set(loaded) == set()
