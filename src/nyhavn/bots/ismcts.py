"""`ismcts-plain`: plain information-set tree search with uniform random playouts, to be measured against."""

import random
from collections.abc import Iterator

import numpy as np

from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.observations import Observation
from nyhavn.bots.registry import register
from nyhavn.kernels.batch import Ints
from nyhavn.kernels.ismcts import NODE, ROOT, TREE

MOST_NODES = 400_000


@register("ismcts-plain")
def choose(observation: Observation, budget: Budget, rng: random.Random) -> str:
    if observation.only:
        return observation.only
    thought = Thought(observation, budget, rng)
    own = thought.workspace
    nodes = np.empty(min(MOST_NODES, thought.nodes or MOST_NODES) + 1, NODE)
    tree = np.empty(1, TREE)
    for first, rounds in thought.slices(1.0):
        thought.thinking.grow(
            own.states, own.integers, own.fits, own.work, thought.past, own.ids, nodes, tree, own.shares, own.luck,
            thought.seat, thought.seed, first, rounds,
        )  # fmt: skip
    children = list(_children(nodes["child"], nodes["next"]))
    return thought.text(int(nodes["move"][max(reversed(children), key=nodes["visits"].__getitem__)]))


def _children(child: Ints, following: Ints) -> Iterator[int]:
    """Those of the root, the newest first."""
    node = int(child[ROOT])
    while node:
        yield node
        node = int(following[node])
