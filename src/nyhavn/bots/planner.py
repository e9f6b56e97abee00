"""`planner`: the move with which the own turn, played to its end, leads to the position that is judged best."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.bots.search import way_of

MOST = 32
"""Moves that are looked at more closely."""


@register("planner", games=lambda game: way_of(game) is not None)
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    if observation.only:
        return observation.only
    thought = Thought(observation, budget, rng)
    return thought.text(int(thought.plan(MOST)[0][0]))
