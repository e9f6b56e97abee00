"""The kernels of environments, loaded (and compiled, the first time) when those of a game are wanted."""

from collections.abc import Callable
from functools import cache

import numpy as np

from nyhavn import compiled
from nyhavn.compiled import Entries
from nyhavn.envs.arrays import new_arrays, new_choices
from nyhavn.games import environment_of, find_game, note, rules_of
from nyhavn.kernels.environments import ANEW, EnvKernels

PART = "envs"


@cache
def kernels_of(game: str) -> EnvKernels:
    """The kernels of a game by its name; ValueError if there is none of that name."""
    rules_of(game)
    compile_envs(game, note)
    return environment_of(game).kernels


def compile_envs(game: str, progress: Callable[[str], None]) -> None:
    """Compile them if this machine has not done so yet."""
    package = find_game(game).package
    if find_game(game).has("environment") and not compiled.is_compiled(package, PART):
        compiled.compile_entries(package, game, calls(game), progress, PART)
        progress("")


def calls(game: str) -> Entries:
    """Every entry kernel called once, with the types it is compiled for, on games that are thrown away; those of the
    rules that play many games at once among them."""
    kernels, batch = environment_of(game).kernels, rules_of(game).batch
    one = new_arrays(batch, kernels.given["MASK_INTEGERS"], 1, 2)
    choices = new_choices(batch, kernels.given["MASK_INTEGERS"])
    seen, starts, move = np.zeros((1, 4096), np.uint8), np.array([0, 1]), np.zeros(1, np.int64)
    return [
        *batch.array_calls(),
        ("mask", lambda: kernels.write_mask(one.states, -1, -1, one.fits, one.masks[0])),
        ("enter", lambda: kernels.enter(one.states, -1, -1, one.fits, one.masks[0], choices)),
        ("act", lambda: kernels.act(one.states, -1, -1, -1, one.fits, one.masks[0], choices)),
        ("actions", lambda: kernels.listed(one.masks[0], one.actions)),
        ("steps", lambda: kernels.run(*one.rows(), ANEW, 1, 1, 1, 2, 0)),
        ("observe", lambda: kernels.observe(one.states, one.numbers, one.prefix, seen)),
        ("sample", lambda: kernels.sample(one.masks, one.picks, one.actions)),
        ("refused", lambda: kernels.refused(one.masks, one.actions)),
        ("moves", lambda: kernels.play_each(one.integers, starts, move, one.states, one.integers)),
    ]
