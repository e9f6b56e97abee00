"""`mc`: flat Monte Carlo. The moves that the planner likes are played out to the end of the game, again and again,
with sensible moves of all; all of them meet the same cards or dice, and those that fall behind are given up."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.kernels.playouts import WHOLE_GAME
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.bots.thinking import KERNELS, Thought

MOST = 16
CERTAIN = 1 - 1e-9
PLANNED = {"copenhagen": 10.0, "roll-and-write": 70.0}
"""What the planner expects of a move counts as so many playouts."""


@register("mc", games=tuple(KERNELS))
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return compared(observation, budget, rng, MOST, WHOLE_GAME, PLANNED[observation.game])


def compared(
    observation: Observation, budget: Budget, rng: random.Random, most: int, turns: int, planned: float
) -> str:
    """The move that playouts of so many turns find best; one that wins at once needs none."""
    if len(observation.moves) == 1:
        return observation.moves[0]
    thought = Thought(observation, budget, rng)
    moves, values = thought.plan(most)
    if len(moves) == 1 or values[0] >= CERTAIN:
        return thought.text(int(moves[0]))
    return thought.text(thought.compare(moves, values, turns, planned))
