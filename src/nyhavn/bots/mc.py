"""`mc`: flat Monte Carlo. The moves that the planner likes are played out to the end of the game, again and again,
with sensible moves of all; all of them meet the same cards or dice, and those that fall behind are given up."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.games import bots_of
from nyhavn.parts import Way

CERTAIN = 1 - 1e-9


@register("mc")
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return compared(observation, budget, rng, bots_of(observation.game).mc)


def compared(observation: Observation, budget: Budget, rng: random.Random, way: Way) -> str:
    """The move that playouts find best; one that wins at once needs none."""
    if observation.only:
        return observation.only
    thought = Thought(observation, budget, rng)
    moves, values = thought.plan(way.most)
    if len(moves) == 1 or values[0] >= CERTAIN:
        return thought.text(int(moves[0]))
    return thought.text(thought.compare(moves, values, way))
