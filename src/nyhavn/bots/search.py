"""`search`: the strongest of ours."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.mc import compared
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.bots.thinking import KERNELS

MOST = 16
TURNS = {"copenhagen": 6, "roll-and-write": 2}
PLANNED = {"copenhagen": 10.0, "roll-and-write": 2.0}
"""What the planner expects of a move counts as so many playouts. In the dice game luck is taken out of these, and a few
of them tell more."""


@register("search", games=tuple(KERNELS))
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return compared(observation, budget, rng, MOST, TURNS[observation.game], PLANNED[observation.game])
