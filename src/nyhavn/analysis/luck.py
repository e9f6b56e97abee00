"""What chance gave and took: how all seats stood before cards were dealt or dice rolled, and how they stood after it.

A finished game is judged with all hands open here. What comes before and after is judged alike, so that luck is nothing
on average.
"""

import random

import numpy as np

from nyhavn.analysis.moves import Floats, error_of
from nyhavn.bots import Budget
from nyhavn.bots.deliberation import forecast
from nyhavn.games import bots_of
from nyhavn.play import State
from nyhavn.rules import Memory

PART = 0.2
"""Of the playouts of a decision, for each of the two positions."""
LEAST = 24
CLEAR = 2.0


def luck_of(position: State, move: str, after: State, budget: Budget, rng: random.Random) -> list[float] | None:
    """By how much the shares of a win of all seats changed with the chance that followed a move; 0 where that may be
    noise, None if no chance followed. `after` is the position that it led to."""
    step = position.attempt(move)
    if position.rules.waiting(step.memory) is None:
        return None
    rounds = max(LEAST, int(PART * (budget.nodes or bots_of(position.game).review_playouts)))
    seed = rng.getrandbits(62)
    before, since = (_standing(position, memory, rounds, seed) for memory in (step.memory, after.memory))
    changes = since.mean(axis=0) - before.mean(axis=0)
    errors = [float(np.hypot(error_of(one), error_of(other))) for one, other in zip(before.T, since.T, strict=True)]
    return [
        round(float(change), 4) if abs(change) > CLEAR * error else 0.0
        for change, error in zip(changes, errors, strict=True)
    ]


def _standing(state: State, memory: Memory, rounds: int, seed: int) -> Floats:
    """The shares of a win of all seats in a position, a row a playout."""
    return forecast(state.game, state.players, memory, rounds, seed, bots_of(state.game).review_turns)
