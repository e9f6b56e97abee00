"""`ismcts-plain`: plain information-set tree search with uniform random playouts, to be measured against."""

import random

import numpy as np

from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.kernels.ismcts import CHILD, MOVE, NEXT, NODE, PATH, VISITS

MOST_NODES = 400_000


@register("ismcts-plain")
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    if len(observation.moves) == 1:
        return observation.moves[0]
    thought = Thought(observation, budget, rng)
    desk = thought.desk
    nodes = np.empty((min(MOST_NODES, thought.nodes or MOST_NODES) + PATH + 2, NODE), np.int64)
    won = np.empty(len(nodes))
    for first, rounds in thought.slices(1.0):
        thought.thinking.grow(
            desk.states, desk.words, desk.fits, desk.room, thought.past, desk.ids, nodes, won, desk.shares, desk.luck,
            thought.seat, thought.seed, first, rounds,
        )  # fmt: skip
    best, child = 0, int(nodes[0, CHILD])
    while child:
        if best == 0 or nodes[child, VISITS] >= nodes[best, VISITS]:
            best = child
        child = int(nodes[child, NEXT])
    return thought.text(int(nodes[best, MOVE]))
