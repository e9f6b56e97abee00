"""Levels for people, from `gentle` to `master`. Each wins about three of four games against the one before it; a game
in which skill counts more has more of them.

They are `search` and `planner` with less to think with: fewer playouts, and slips, the more of them the gentler. A
slip is a move that the planner finds nearly as good as the best one; how much worse it may be is the level's
`warmth`, in shares of a win. A move that wins at once is never missed, and only the gentlest play one that is much
worse than the best."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.mc import CERTAIN, compared
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import Choose, register
from nyhavn.bots.search import way_of
from nyhavn.games import find_game
from nyhavn.parts import Level

MOST = 16
LIMIT = 4.0
"""A slip is at most this many times the warmth worse than the best move."""


NAMES = ("gentle", "easy", "medium", "advanced", "hard", "expert", "master")


def slip(observation: Observation, budget: Budget, rng: random.Random, warmth: float) -> str:
    """One of the moves that the planner finds good, the better ones more often."""
    thought = Thought(observation, budget, rng)
    moves, values = thought.plan(MOST)
    if values[0] >= CERTAIN:
        return thought.text(int(moves[0]))
    losses = [(values[0] - value) / warmth for value in values]
    weights = [math.exp(-loss) if loss <= LIMIT else 0.0 for loss in losses]
    return thought.text(int(rng.choices(moves.tolist(), weights)[0]))


def level_of(name: str, game: str) -> Level | None:
    """How a level plays a game; None if the game has no such level."""
    return find_game(game).bots.levels.get(name)


def _make(name: str) -> Choose:
    def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
        level, way = level_of(name, observation.game), way_of(observation.game)
        assert level is not None
        if observation.only:
            return observation.only
        if level.warmth is not None:
            return slip(observation, budget, rng, level.warmth)
        assert way is not None
        work = Budget(nodes=level.playouts) if level.playouts else budget
        return compared(observation, work, rng, replace(way, most=level.most))

    return choose


def _plays(name: str) -> Callable[[str], bool]:
    return lambda game: level_of(name, game) is not None


for name in NAMES:
    register(name, games=_plays(name))(_make(name))
