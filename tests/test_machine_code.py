"""Machine code that is loaded without the compiler: the same games, nothing of the compiler in memory, and nothing
loaded that is not what it should be."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nyhavn
from nyhavn import compiled, machine_code
from nyhavn.games import find_game, game_names, rules_of
from tests.conftest import GAMES, everything, play_on

pytestmark = pytest.mark.skipif(not machine_code.suits(), reason="such code is loaded on Linux and x86-64 only")

ROOT = Path(__file__).parents[1]
RULES = {game: find_game(game).package for game in game_names()}
WITHOUT = """
import json, sys
from nyhavn import compiled
from nyhavn.games import find_game, game_names
went = compiled.go_without([find_game(game).package for game in game_names()])
"""


def without(code: str, **environment: str) -> Any:
    """What a process prints that goes without the compiler, if it can."""
    command = [sys.executable, "-W", "error", "-c", WITHOUT + code]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def digests() -> list[str]:
    """A game at every table, all that is to see of it on the way and where it ends."""
    found = []
    for number, (game, options) in enumerate(GAMES):
        state, luck, total = nyhavn.new_game(game, seed=number, **options), random.Random(number), hashlib.sha256()
        while not state.over:
            state = play_on(state, 10, luck)
            total.update(repr(everything(state)).encode())
            rules, past = rules_of(game), state.rules.batch.new_past()
            for seat in range(state.players):
                other = state.memory.copy()
                assert rules.batch.erase_all(other, seat)
                total.update(other.tobytes() + past.tobytes())
        found.append(total.hexdigest())
    return found


@pytest.fixture(scope="module")
def codes() -> dict[str, machine_code.Code]:
    """The entry kernels of the card game by their short names."""
    rules_of("copenhagen")
    kept = machine_code.read(compiled.directory(RULES["copenhagen"]))
    return {code.name.rpartition(".")[2]: code for code in kept}


@pytest.mark.slow
def test_games_are_the_same_without_the_compiler() -> None:
    for game in game_names():
        rules_of(game)
    code = """
from tests.test_machine_code import digests
print(json.dumps([went, compiled.compiles(), "numba" in sys.modules or "llvmlite" in sys.modules, digests()]))
"""
    assert without(code) == [True, False, False, digests()]


def test_every_kernel_that_a_table_needs_is_kept(codes: dict[str, machine_code.Code]) -> None:
    called = {name.replace(" ", "_") for name, _ in rules_of("copenhagen").batch.calls()}
    assert called == set(codes)


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_other_ways_to_run_kernels_need_the_compiler(setting: str, tmp_path: Path) -> None:
    told = 'print(json.dumps([went, compiled.compiles(), "numba" in sys.modules]))'
    assert without(told, **{setting: "1"}) == [False, True, False]


def test_without_code_from_before_there_is_the_compiler(tmp_path: Path) -> None:
    told = 'print(json.dumps([went, compiled.compiles(), "llvmlite" in sys.modules]))'
    assert without(told, NYHAVN_CACHE_DIR=str(tmp_path)) == [False, True, False]


@pytest.mark.parametrize("left", [slice(0), slice(40), slice(-1), slice(1, None)], ids=str)
def test_a_damaged_file_is_refused(left: slice, tmp_path: Path) -> None:
    content = (compiled.directory(RULES["copenhagen"]) / machine_code.FILE).read_bytes()
    (tmp_path / machine_code.FILE).write_bytes(content)
    assert machine_code.read(tmp_path)
    (tmp_path / machine_code.FILE).write_bytes(content[left])
    with pytest.raises(machine_code.UnknownCode, match="damaged"):
        machine_code.read(tmp_path)


def test_arrays_of_another_kind_are_refused(codes: dict[str, machine_code.Code]) -> None:
    """Compiled code would read and write beyond them."""
    batch, legal = rules_of("copenhagen").batch, machine_code.load(codes["legal"])
    states, fits, ids = batch.new_states(), batch.new_fits(), batch.new_ids()
    assert batch.begin(states, 2, 0)
    assert legal(states, fits, ids) == batch.legal(states, fits, ids)
    locked = ids.copy()
    locked.flags.writeable = False
    for wrong in (ids.astype(np.int32), ids.astype(np.float64), ids[::2], ids.reshape(-1, 1), locked, list(ids), None):
        with pytest.raises(TypeError, match=r"legal was compiled for other arguments"):
            legal(states, fits, wrong)
    with pytest.raises(TypeError, match="other arguments"):
        legal(np.zeros(1, np.int64), fits, ids)
    with pytest.raises(TypeError, match="expected 3 arguments, got 2"):
        legal(states, fits)
    assert legal(states, fits, ids) == batch.legal(states, fits, ids)


def test_code_of_another_kind_is_refused(codes: dict[str, machine_code.Code]) -> None:
    code = codes["play"]
    refused = {
        "this is no object file": b"MZ" + code.object[2:],
        "there is no PyArg_UnpackThing": code.object.replace(b"PyArg_UnpackTuple", b"PyArg_UnpackThing"),
        "Numba has no numba_adapt_nothing": code.object.replace(b"numba_adapt_ndarray", b"numba_adapt_nothing"),
    }
    for reason, content in refused.items():
        assert len(content) == len(code.object)
        with pytest.raises(machine_code.UnknownCode, match=reason):
            machine_code.load(code._replace(object=content))
    with pytest.raises(machine_code.UnknownCode, match="is missing"):
        machine_code.load(code._replace(symbol="elsewhere"))


def test_addresses_of_another_kind_are_refused(
    codes: dict[str, machine_code.Code], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another processor, or another model of memory, has others."""
    monkeypatch.setattr(machine_code, "ADDRESS", machine_code.ADDRESS + 1)
    with pytest.raises(machine_code.UnknownCode, match="an address is of type 1"):
        machine_code.load(codes["play"])


def test_bots_cannot_think_in_such_a_process() -> None:
    code = """
from nyhavn.bots.deliberation import thinking_of
from nyhavn.bots import bot_names
names = [bot_names(game) for game in game_names()]
try:
    thinking_of("copenhagen")
except RuntimeError as error:
    print(json.dumps([went, all("search" in each for each in names), str(error)]))
"""
    assert without(code) == [True, True, "this process goes without the compiler"]
