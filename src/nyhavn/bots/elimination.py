"""Which of some moves is the best, while playouts of them come in: a race, in which those are given up that will
hardly win it any more."""

import math
from typing import TYPE_CHECKING

import numpy as np

from nyhavn.kernels.batch import Ints

if TYPE_CHECKING:
    from nyhavn.kernels.bot_entries import Floats

WORTHWHILE = 0.00003
"""A move stays in the race as long as knowing more of it may gain this share of a win."""
SUPPOSED = 4.0
"""The usual spread of playouts counts as this many of them."""


def hope(behind: float, error: float) -> float:
    """What is gained, on average, by knowing the difference of two moves exactly, if the second is behind by so much
    with such an error: how much better it turns out, where it does."""
    distance = behind / error
    density = math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi)
    return error * density - behind * math.erfc(distance / math.sqrt(2)) / 2


class Race:
    """Moves with the playouts that were made of all of them. What was expected before counts as `planned` playouts;
    `spread` is how far two moves differ from one playout to another, as long as few were seen."""

    def __init__(self, moves: Ints, expected: "Floats", planned: float, spread: float) -> None:
        self.moves, self.expected, self.planned, self.spread = moves, expected, planned, spread
        self.playouts = 0
        self.sums, self.products = np.zeros(len(moves)), np.zeros((len(moves), len(moves)))

    def add(self, found: "Floats") -> None:
        """Playouts that all moves had the same luck in, a row each."""
        self.playouts += len(found)
        self.sums += found.sum(axis=0)
        self.products += found.T @ found

    def means(self) -> "Floats":
        """What each of the moves is worth by all that is known."""
        means: Floats = (self.planned * self.expected + self.sums) / (self.planned + self.playouts)
        return means

    def best(self) -> int:
        """The move that leads."""
        return int(self.moves[np.argmax(self.means())])

    def errors(self, leader: int) -> "Floats":
        """How uncertain it is by how much each move is behind another one. As they had the same luck, this is much less
        than the uncertainty of each."""
        count, products = self.playouts, self.products
        squares = np.diag(products) + products[leader, leader] - 2 * products[leader]
        squares -= (self.sums[leader] - self.sums) ** 2 / max(1, count)
        variances = (np.maximum(0.0, squares) + SUPPOSED * self.spread**2) / (SUPPOSED + count)
        errors: Floats = np.sqrt(variances / (self.planned + count))
        return errors

    def give_up(self, most: int) -> None:
        """Keep at most this many moves, the best first, and of these only such as may still win the race."""
        means = self.means()
        order = np.argsort(-means, kind="stable")
        leader = int(order[0])
        errors = self.errors(leader)
        kept = [leader] + [
            int(place) for place in order[1:most] if hope(means[leader] - means[place], errors[place]) > WORTHWHILE
        ]
        self.moves, self.expected, self.sums = self.moves[kept], self.expected[kept], self.sums[kept]
        self.products = self.products[np.ix_(kept, kept)]
