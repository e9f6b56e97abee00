"""What moves are worth: the share of a win that a seat can expect after each, from what the seat knows and no more.

What it cannot know is imagined, with the odds that it leaves, and the game is played on from there, by the bots' quick
policy or as `search` does it, as far as each game says (`bots`). Each of the moves meets the same imagined cards and
the same random numbers, so that they compare well even where the shares themselves are uncertain. A budget of work
counts playouts, and gives the same shares every time. Moves are numbers in here; text is made for those who are told.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nyhavn.bots import Budget, Observation
from nyhavn.bots.deliberation import Thought
from nyhavn.games import bots_of

SLICES = 16
"""Parts of a budget that are looked at by themselves: their spread tells how uncertain the whole is."""
MOST_SUGGESTED = 6

Floats = npt.NDArray[np.float64]


class Worth(NamedTuple):
    """A move by its number, and the share of a win that its seat can expect after it, with the standard error of that
    figure."""

    move: int
    win_share: float
    error: float


def random_numbers(observation: Observation, seed: int = 0) -> random.Random:
    """Those that go with what a seat knows: whoever asks the same question gets the same answer."""
    known = sha256(observation.position + observation.past.tobytes()).hexdigest()
    return random.Random(f"nyhavn question {seed} {observation.game} {known}")


def play_out(
    observation: Observation, moves: Sequence[int], budget: Budget, rng: random.Random, turns: int | None = None
) -> Floats:
    """Playouts of each of some legal moves, as long as usual or of so many turns: the share of a win of the seat, a row
    for each part of the budget, a column for each move."""
    thought = Thought(observation, budget, rng)
    ids = np.array(moves, np.int64)
    turns = bots_of(observation.game).judging_turns if turns is None else turns
    parts = []
    many = SLICES if budget.nodes is None else max(1, min(SLICES, budget.nodes // len(moves)))
    for part in range(1, many + 1):
        slices = thought.slices(part / many, len(moves))
        found = [thought.play_out(ids, first, rounds, turns) for first, rounds in slices]
        if found:
            parts.append(np.concatenate(found).mean(axis=0))
    return np.array(parts)


def share_of(parts: Floats) -> float:
    """A share of a win; without luck, single playouts may be outside of what is possible."""
    return min(1.0, max(0.0, float(parts.mean())))


def error_of(parts: Floats) -> float:
    """The standard error of the mean of parts of equal size; nothing is known from a single one."""
    return float(parts.std(ddof=1) / len(parts) ** 0.5) if len(parts) > 1 else 0.5


def assess(observation: Observation, moves: Sequence[int], budget: Budget, rng: random.Random) -> list[Worth]:
    """What each of some legal moves of the seat to move is worth, in the order given."""
    rounds = play_out(observation, moves, budget, rng)
    return [Worth(move, share_of(column), error_of(column)) for move, column in zip(moves, rounds.T, strict=True)]


class Gain(NamedTuple):
    """What one move is worth and another one, and by how much the other one is better, with the error of that."""

    win_share: float
    error: float
    other_share: float
    gained: float
    gain_error: float


def gain(
    observation: Observation, move: int, other: int, budget: Budget, rng: random.Random, turns: int | None = None
) -> Gain:
    """Compare two moves, playout by playout."""
    rounds = play_out(observation, (move, other), budget, rng, turns)
    own, others = rounds.T
    return Gain(share_of(own), error_of(own), share_of(others), float((others - own).mean()), error_of(others - own))


def suggestions(observation: Observation, rng: random.Random, most: int = MOST_SUGGESTED) -> list[int]:
    """A few promising moves, judged by the planner, the best ones first."""
    found, _ = Thought(observation, Budget(nodes=1), rng).plan(most)
    numbers: list[int] = found.tolist()
    return numbers
