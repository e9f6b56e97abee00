"""Kernels of environments: kept under a digest of all that they are made of, and the same where nothing is compiled."""

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from nyhavn import compiled
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.kernels import compile_envs
from nyhavn.games import note

WALK = """
import hashlib, json
from nyhavn.envs.batch import BatchEnv
env = BatchEnv({game!r}, games=2, players=3, seed=5, threads=1)
for _ in range(30):
    env.step(env.sample())
seen = env.observe()
parts = (env.states, env.mask, env.prefix, seen)
print(json.dumps(hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()))
"""


def run(code: str, **environment: str) -> Any:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=os.environ | environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_who_waits_for_the_first_environment_is_told_why(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "is_compiled", lambda package, part="rules": part != "envs")  # they are
    told: list[str] = []
    compile_envs(game, told.append)
    assert [text.split(": ")[1].partition(" (")[0] for text in told if text] == [f"{n} of 16" for n in range(1, 17)]
    assert told[-1] == ""
    compile_envs(game, note)
    first = f"compiling the envs of {game} for this machine, once: 1 of 16 (begin all)"
    assert capsys.readouterr().err == f"nyhavn: {first}\n"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["copenhagen", "roll-and-write"])
def test_the_same_games_are_played_without_compiling(game: str) -> None:
    env = BatchEnv(game, games=2, players=3, seed=5)
    for _ in range(30):
        env.step(env.sample())
    parts = (env.states, env.mask, env.prefix, env.observe())
    digest = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()
    assert run(WALK.format(game=game), NUMBA_DISABLE_JIT="1") == digest
