"""`greedy`: the move that leads at once to the position that is worth most, whatever comes after it.

What positions are worth stands in a file for each game. They are judged before chance: no card is turned and no die is
rolled for it.
"""

import random
from collections.abc import Callable, Sequence

import numpy as np

from nyhavn.bots.budgets import Budget
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.games import find_game, rules_of
from nyhavn.kernels.batch import Batch, Ints, States
from nyhavn.rules import Memory

Worth = Callable[[Batch, Memory, States, int], Ints]


def worth_of(game: str) -> Worth | None:
    """What positions of a game are worth; None if the game does not say."""
    return find_game(game).bots.worth


def afterstates(batch: Batch, memory: Memory, moves: Sequence[int]) -> States:
    """The position after each of these legal moves, up to the next chance event or decision."""
    after = np.repeat(memory, len(moves))
    for number, move in enumerate(moves):
        batch.play(after[number : number + 1], move)
    return after


def worths(observation: Observation) -> Ints:
    """What each of the observation's moves is worth, in their order."""
    batch, memory = rules_of(observation.game).batch, observation.memory
    worth = worth_of(observation.game)
    assert worth is not None
    return worth(batch, memory, afterstates(batch, memory, observation.numbers), observation.seat)


@register("greedy", games=lambda game: worth_of(game) is not None)
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    if observation.only:
        return observation.only
    found = worths(observation)
    return observation.text(observation.numbers[rng.choice(np.flatnonzero(found == found.max()).tolist())])
