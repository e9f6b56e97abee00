"""A small value function of a game, learned from nothing by playing against itself, with NumPy alone. A game takes part
whose environment reads features off positions.

It judges positions after a move and before chance: how likely the seat that moved is to win. All seats of all games of
a batch play the move with the highest value, or now and then any move; when a game ends, every position that a seat
chose is a sample of how that ended for it.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.bots import Observation, make_bot, observe
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.kernels import kernels_of
from nyhavn.games import environment_of, rules_of
from nyhavn.kernels.batch import Ints, States
from nyhavn.play import new_game

HIDDEN = 48
BATCH = 256
LEARNING_RATE, FIRST_MOMENT, SECOND_MOMENT, TINY = 1e-3, 0.9, 0.999, 1e-8
Floats = npt.NDArray[np.float32]
Features = npt.NDArray[np.float32]


@dataclass
class Value:
    """One hidden layer, and the chance to win; learned by logistic regression with Adam."""

    game: str
    rng: np.random.Generator
    weights: list[Floats] = field(default_factory=list)
    moments: list[tuple[Floats, Floats]] = field(default_factory=list)
    steps: int = 0

    def _make(self, inputs: int) -> None:
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,)]
        scale = [inputs**-0.5, 0.0, 0.1 * HIDDEN**-0.5, 0.0]
        self.weights = [
            (self.rng.standard_normal(shape) * size).astype(np.float32)
            for shape, size in zip(shapes, scale, strict=True)
        ]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]

    def __call__(self, features: Features) -> Floats:
        if not self.weights:
            self._make(features.shape[1])
        into, shift, out, bias = self.weights
        worth: Floats = np.tanh(features @ into + shift) @ out + bias
        return worth.ravel()

    def learn(self, features: Features, shares: Floats, rate: float) -> None:
        """One step of gradient descent towards the shares of wins that positions led to."""
        into, shift, out, bias = self.weights
        inner = np.tanh(features @ into + shift)
        error = (1 / (1 + np.exp(-(inner @ out + bias).ravel())) - shares)[:, None] / len(shares)
        back = error @ out.T * (1 - inner * inner)
        gradients = [features.T @ back, back.sum(axis=0), inner.T @ error, error.sum(axis=0)]
        self.steps += 1
        for weight, gradient, (first, second) in zip(self.weights, gradients, self.moments, strict=True):
            first += (1 - FIRST_MOMENT) * (gradient - first)
            second += (1 - SECOND_MOMENT) * (gradient * gradient - second)
            corrected = first / (1 - FIRST_MOMENT**self.steps)
            weight -= rate * corrected / (np.sqrt(second / (1 - SECOND_MOMENT**self.steps)) + TINY)


def features_of(game: str) -> Any:
    """How features are read off positions of a game; ValueError if they are not."""
    reading = environment_of(game).features
    if reading is None:
        raise ValueError(f"positions of {game} have no features to learn from")
    return reading


def judged(value: Value, roots: States, starts: Ints, after: States) -> tuple[Features, Floats]:
    """Positions that moves of the seats to move lead to, as features, and what they are worth."""
    counts, reading = np.diff(starts), features_of(value.game)
    seats = np.repeat(roots["turn"], counts)
    others = np.repeat(reading.other_features(roots, roots["turn"]), counts, axis=0)
    features = np.concatenate([reading.own_features(after, seats), others], axis=1)
    worth = value(features)
    worth[(after["phase"] == rules_of(value.game).over) & (after["turn"] == seats)] = np.inf  # the goal is reached
    return features, worth


def best_of_each(worth: Floats, starts: Ints) -> Ints:
    """Where the best move of each row stands."""
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    order = np.lexsort((worth, rows))
    return order[starts[1:] - 1]


def choose(value: Value, observation: Observation) -> str:
    """The best move by a value function, as a bot plays it."""
    batch, memory = rules_of(value.game).batch, observation.memory
    starts, ids = np.array([0, len(observation.numbers)]), np.array(observation.numbers)
    after = batch.new_states(int(starts[1]))
    integers = after.view(np.int64).reshape(len(after), -1)
    kernels_of(value.game).play_each(memory.view(np.int64).reshape(1, -1), starts, ids, after, integers)
    return observation.text(observation.numbers[int(judged(value, memory, starts, after)[1].argmax())])


@dataclass
class Training:
    """Games of a batch against itself, and what is learned from them."""

    game: str
    players: int = 2
    games: int = 128
    seed: int = 1
    exploring: float = 0.05
    passes: int = 3
    rate: float = LEARNING_RATE

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.value = Value(self.game, self.rng)
        self.env = BatchEnv(self.game, self.games, self.players, self.seed)
        self.played = 0
        self._chosen: list[list[tuple[int, Features]]] = [[] for _ in range(self.games)]
        self._samples: list[tuple[Features, Floats]] = []

    def play(self, games: int) -> None:
        """Play until so many games have ended, and learn from all of them, as often as enough have gathered."""
        goal = self.played + games
        while self.played < goal:
            self._move()

    def _move(self) -> None:
        env, roots = self.env, self.env.states
        starts, moves, after = env.look_ahead()
        features, worth = judged(self.value, roots, starts, after)
        counts = np.diff(starts)
        any_move = starts[:-1] + self.rng.integers(0, counts)
        explored = self.rng.random(self.games) < self.exploring
        chosen = np.where(explored, any_move, best_of_each(worth, starts))
        for row, both in enumerate(zip(roots["turn"].tolist(), features[chosen], strict=True)):
            self._chosen[row].append(both)
        rewards, done = env.play(moves[chosen])
        for row in np.flatnonzero(done).tolist():
            seats = np.array([seat for seat, _ in self._chosen[row]])
            self._samples.append(
                (np.stack([seen for _, seen in self._chosen[row]]), rewards[row][seats].astype(np.float32))
            )
            self._chosen[row] = []
            self.played += 1
        if len(self._samples) >= self.games:
            self._learn()

    def _learn(self) -> None:
        features, shares = (np.concatenate(both) for both in zip(*self._samples, strict=True))
        self._samples = []
        for _ in range(self.passes):
            order = self.rng.permutation(len(shares))
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                self.value.learn(features[part], shares[part], self.rate)


def win_share(value: Value, against: str, games: int, players: int = 2, seed: int = 0) -> float:
    """The share of the wins of one seat that plays by a value function, all others being a bot, each deal played once
    from every seat."""
    bot, rng, share = make_bot(against), random.Random(seed), 0.0
    for number in range(games):
        state, own = new_game(value.game, players=players, seed=seed + number // players), number % players
        while state.turn is not None:
            seen = observe(state, state.turn)
            state.play(choose(value, seen) if state.turn == own else bot.choose(seen, rng))
        share += (own in state.winners) / len(state.winners)
    return share / games


def save_value(value: Value, path: Path) -> None:
    """Keep what was learned, as a file of NumPy."""
    with path.open("wb") as file:
        np.savez_compressed(file, *value.weights)


def load_value(game: str, path: Path) -> Value:
    """What was kept of a game, ready to judge and to learn more."""
    with np.load(path) as kept:
        weights = [kept[name] for name in kept.files]
    return Value(game, np.random.default_rng(), weights, [(np.zeros_like(one), np.zeros_like(one)) for one in weights])
