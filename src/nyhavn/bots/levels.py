"""Levels for people: `gentle`, `easy`, `medium`, `hard`, `master`. Each wins about three of four games against the one
before it.

They are `search` and `planner` with less to think with: fewer playouts, and slips, the more of them the gentler. A
slip is a move that the planner finds nearly as good as the best one; how much worse it may be is the level's
`warmth`, in shares of a win. A move that wins at once is never missed, and one that is much worse than the best never
played."""

import math
import random
from dataclasses import dataclass, replace

from nyhavn.bots.budgets import Budget
from nyhavn.bots.mc import CERTAIN, compared
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import Choose, register
from nyhavn.bots.search import WAYS
from nyhavn.bots.thinking import Thought

MOST = 16
LIMIT = 4.0
"""A slip is at the most so many times the warmth worse than the best move."""


@dataclass(frozen=True)
class Level:
    """How a level plays: with playouts of so many moves, so many of them or as many as its time allows, or without, and
    then with slips."""

    playouts: int | None = None
    most: int = MOST
    warmth: float | None = None


LEVELS: dict[str, dict[str, Level]] = {
    "gentle": {"copenhagen": Level(warmth=0.045), "roll-and-write": Level(warmth=0.1)},
    "easy": {"copenhagen": Level(warmth=0.03), "roll-and-write": Level(warmth=0.045)},
    "medium": {"copenhagen": Level(warmth=0.012), "roll-and-write": Level(warmth=0.0235)},
    "hard": {"copenhagen": Level(playouts=20, most=8), "roll-and-write": Level(warmth=0.004)},
    "master": {"copenhagen": Level(), "roll-and-write": Level()},
}


def slip(observation: Observation, budget: Budget, rng: random.Random, warmth: float) -> str:
    """One of the moves that the planner finds good, the better ones more often."""
    thought = Thought(observation, budget, rng)
    moves, values = thought.plan(MOST)
    if values[0] >= CERTAIN:
        return thought.text(int(moves[0]))
    losses = [(values[0] - value) / warmth for value in values]
    weights = [math.exp(-loss) if loss <= LIMIT else 0.0 for loss in losses]
    return thought.text(int(rng.choices(moves.tolist(), weights)[0]))


def _make(levels: dict[str, Level]) -> Choose:
    def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
        level = levels[observation.game]
        if len(observation.moves) == 1:
            return observation.moves[0]
        if level.warmth is not None:
            return slip(observation, budget, rng, level.warmth)
        work = Budget(nodes=level.playouts) if level.playouts else budget
        return compared(observation, work, rng, replace(WAYS[observation.game], most=level.most))

    return choose


for name, levels in LEVELS.items():
    register(name, games=tuple(levels))(_make(levels))
