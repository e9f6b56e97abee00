"""What a learner wins against a bot that does not change: `nyhavn bench strength --only response`.

The learner thinks as the bot does, about the few best moves, and adds to each what it has learned: a weighted sum of
what it observes after the move, fitted to the results of its games against that very bot. So it begins as the bot's
equal, and finds what the bot misjudges, as far as a sum can tell and the games are enough: what it wins is a lower
bound of what a perfect answer would win, no more.
"""

import random
import time
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nyhavn.arena.intervals import share_of
from nyhavn.bench.strength.calibration import logit
from nyhavn.bench.strength.decision_losses import judging, told
from nyhavn.bench.strength.held_out import until
from nyhavn.bots import Budget, Observation, make_bot, observe
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.greedy import afterstates
from nyhavn.envs.observations import observing_of
from nyhavn.games import rules_of
from nyhavn.kernels.batch import Ints
from nyhavn.kernels.bot_entries import Floats
from nyhavn.play import new_game

Features = npt.NDArray[np.float32]

OPTIONS = 4  # moves between which what was learned decides
GLANCE = 0.25  # the part of the budget that finds them
EXPLORING, DARING = 0.15, 0.03
"""How often any option is played that is not worse by more than this share of a win."""
FIRST_FIT, NEXT_FIT = 40, 1.25
"""Games before the first fit, and how many times as many before each next one."""
RIDGE = 100.0
"""Weights are supposed to be about a tenth, before anything is known."""
WORTH_OF_A_GAME = 2.0
"""All decisions of a game have one result: together they count as so many that are independent."""
STEPS = 4


class Learned(NamedTuple):
    """A learner's game: what it observed after each of its moves, what share it expected, and what it won."""

    features: Features
    shares: Floats
    won: float


class Task(NamedTuple):
    """Two games with one deal, the learner in either seat, to test it."""

    game: str
    rival: str
    nodes: int
    weights: Floats
    seed: int


def inputs(seen: Observation, moves: Ints) -> Features:
    """What the seat observes after each move, from 0 to 1, and a constant."""
    observing, seat = observing_of(seen.game), seen.seat
    after = afterstates(rules_of(seen.game).batch, seen.memory, moves.tolist())
    rows = [observing.observe(after[number : number + 1], seat) for number in range(len(moves))]
    scaled = np.stack(rows) / np.maximum(1, observing.most(seen.players))
    return np.concatenate([scaled, np.ones((len(rows), 1))], axis=1).astype(np.float32)


def options(seen: Observation, nodes: int, rng: random.Random) -> tuple[Ints, Floats]:
    """The moves that look best after a part of the budget, and what share of a win they are worth after the rest."""
    way, thought = judging(seen.game), Thought(seen, Budget(nodes=nodes), rng)
    moves, values = thought.plan(way.most)
    rounds = max(1, int(GLANCE * nodes / len(moves)))
    glanced = thought.play_out(moves, 0, rounds, way.turns).sum(axis=0)
    means = (way.planned * values + glanced) / (way.planned + rounds)
    best = np.argsort(-means, kind="stable")[:OPTIONS]
    more = max(1, int((1 - GLANCE) * nodes / len(best)))
    played = thought.play_out(moves[best], rounds, more, way.turns).sum(axis=0)
    return moves[best], (way.planned * values[best] + glanced[best] + played) / (way.planned + rounds + more)


def play(game: str, rival: str, nodes: int, weights: Floats, seed: int, own: int, exploring: float) -> Learned:
    """A game of the learner against the bot."""
    rng, bot, state = random.Random(f"nyhavn response {seed} {own}"), make_bot(rival), new_game(game, 2, seed)
    features, shares = [], []
    while (seat := state.turn) is not None:
        seen = observe(state, seat)
        if seat != own or seen.only:
            state.play(seen.only or bot.choose(seen, rng))
            continue
        moves, worth = options(seen, nodes, rng)
        known = inputs(seen, moves)
        place = int((logit(worth) + known @ weights).argmax())
        if rng.random() < exploring:
            place = rng.choice(np.flatnonzero(worth >= worth.max() - DARING).tolist())
        features.append(known[place])
        shares.append(worth[place])
        state.play(seen.text(int(moves[place])))
    return Learned(np.array(features), np.array(shares), (own in state.winners) / len(state.winners))


def fit(games: Sequence[Learned], weights: Floats) -> Floats:
    """The weights that make the results most likely, beside what was expected, by Newton's method."""
    known, expected, won, counted = (
        np.concatenate(parts)
        for parts in zip(
            *(
                (one.features, logit(one.shares), [one.won] * len(one.shares), [1 / len(one.shares)] * len(one.shares))
                for one in games
                if len(one.shares)
            ),
            strict=True,
        )
    )
    counted = WORTH_OF_A_GAME * counted
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(expected + known @ weights)))
        slope = known.T @ (counted * (chances - won)) + RIDGE * weights
        scaled = known * np.sqrt(counted * chances * (1 - chances))[:, None].astype(np.float32)
        bend = (scaled.T @ scaled).astype(np.float64) + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def learn(game: str, rival: str, nodes: int, seed: int, seconds: float, progress: Any) -> tuple[Floats, int]:
    """What comes of playing against the bot for so long, and how many games that were."""
    begun, games, next_fit = time.monotonic(), list[Learned](), FIRST_FIT
    weights: Floats = np.zeros(observing_of(game).size(2) + 1)
    while (passed := time.monotonic() - begun) < seconds or not games:
        games.append(play(game, rival, nodes, weights, seed + len(games) // 2, len(games) % 2, EXPLORING))
        if len(games) >= next_fit:
            weights, next_fit = fit(games, weights), int(NEXT_FIT * next_fit)
        progress(f"{game}: the learner has played {len(games)} games, {min(1, passed / seconds):.0%} of the time")
    return fit(games, weights), len(games)


def tested(task: Task) -> float:
    """What the learner wins of two games."""
    game, rival, nodes, weights, seed = task
    return sum(play(game, rival, nodes, weights, seed, own, 0.0).won for own in range(2))


def measure(
    game: str, rival: str, nodes: int, seed: int, learning: float, seconds: float, jobs: int, progress: Any
) -> dict[str, Any]:
    """Learn for so long, then test for so long, on deals that it has not learned from: what it wins with what it has
    learned, and without it."""
    weights, games = learn(game, rival, nodes, seed << 32, learning, progress)
    found: dict[str, Any] = {"rival": rival, "learning_seconds": learning, "learning_games": games}
    for name, used in (("before", 0 * weights), ("after", weights)):
        tasks = (Task(game, rival, nodes, used, (seed + 1 << 32) + number) for number in count())
        won: list[float] = []
        for one, passed in until(seconds / 2, tested, tasks, jobs):
            won.append(one)
            progress(f"{game}: {name} learning, {2 * len(won)} games, {min(1, passed):.0%} of the time")
        found[name] = {"games": 2 * len(won), "share": told(share_of(won, [2] * len(won)))}
    return found
