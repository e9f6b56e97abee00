"""`random`: any legal move, all equally likely."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register


@register("random")
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    return observation.text(rng.choice(observation.numbers))
