"""`search`: the strongest of ours."""

import random

from nyhavn.bots.budgets import Budget
from nyhavn.bots.mc import compared
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.games import find_game
from nyhavn.parts import Way


def way_of(game: str) -> Way | None:
    """How a game is searched; None if it is not."""
    return find_game(game).bots.search


@register("search", games=lambda game: way_of(game) is not None)
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    way = way_of(observation.game)
    assert way is not None
    return compared(observation, budget, rng, way)
