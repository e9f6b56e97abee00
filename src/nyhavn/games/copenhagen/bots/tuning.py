"""Find the weights of `judge` from games that it plays against itself: `python -m nyhavn.games.copenhagen.bots.tuning`.

In each round whole games are played in kernels by the policy that the weights of the moment make, some positions of
them are described, and the weights under which the seats that won were the most likely to win are found: a
conditional logit, by Newton's method. Slightly random play makes sure that unusual positions are among them."""

import argparse
import json
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from nyhavn.games.copenhagen.bots.kernels.entries import WEIGHTS, thinking
from nyhavn.games.copenhagen.bots.kernels.layout import FEATURES, NAMES, STAGES
from nyhavn.games.copenhagen.bots.kernels.training_games import sample
from nyhavn.kernels.bot_entries import Floats, Workspace

CHUNK = 10_000
STEPS, HALVINGS, ENOUGH = 12, 6, 1e-5
POOLED = 3  # the last rounds, which are looked at together
WILD = 0.04  # moves that are random
RIDGE = 3.0  # pulls weights of what hardly ever happens towards nothing


def samples(own: Workspace, players: int, positions: int, seed: int, wild: float) -> Iterator[Any]:
    """Chunks of described positions of self-play, with the shares of the win that their games brought."""
    first = 0
    while positions > 0:
        described = np.zeros((CHUNK, players, FEATURES + STAGES - 1))
        results, games = np.zeros((CHUNK, players)), np.zeros(CHUNK, np.int64)
        found = sample(
            own.states,
            own.integers,
            own.fits,
            own.work,
            described,
            results,
            games,
            own.luck,
            seed,
            first,
            wild,
            players,
        )
        first = int(games[found - 1]) + 1
        positions -= found
        yield described[:found], results[:found]


def expanded(described: Floats) -> Floats:
    """Every feature once for each stage, as float32: it is a lot."""
    own = described[..., :FEATURES]
    stages = [own, *(own * described[..., [FEATURES + number]] for number in range(STAGES - 1))]
    return np.concatenate(stages, axis=-1).astype(np.float32)


def chances_of(rows: Any, weights: Floats) -> Floats:
    """The share of a win of every seat under these weights."""
    sums = rows @ weights.astype(np.float32)
    chances: Floats = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def loss_of(chances: Floats, results: Floats, weights: Floats) -> float:
    likely = -(results * np.log(np.maximum(chances, 1e-9))).sum()
    return float(likely + RIDGE / 2 * (weights**2).sum()) / len(results)


def fit(rows: Any, results: Floats, start: Floats) -> tuple[Floats, float]:
    """The weights that make the results most likely, and the loss under them."""
    weights = start.astype(np.float64)
    chances = chances_of(rows, weights)
    loss = loss_of(chances, results, weights)
    for _ in range(STEPS):
        slope = np.einsum("nsf,ns->f", rows, (chances - results).astype(np.float32)) + RIDGE * weights
        middle = np.einsum("nsf,ns->nf", rows, chances.astype(np.float32))
        bend = RIDGE * np.eye(len(weights))
        for seat in range(rows.shape[1]):
            apart = (rows[:, seat] - middle) * np.sqrt(chances[:, seat, None]).astype(np.float32)
            bend += apart.T @ apart
        step = np.linalg.solve(bend, slope)
        before = loss
        for _ in range(HALVINGS):  # a whole step may lead too far
            chances = chances_of(rows, weights - step)
            loss = loss_of(chances, results, weights - step)
            if loss < before:
                break
            step /= 2
        else:
            break
        weights -= step
        if before - loss < ENOUGH:
            break
    return weights, loss


def tune(players: int, rounds: int, positions: int, seed: int, report: Any = print) -> Floats:
    """The weights after so many rounds, by feature, with one column for each stage."""
    own = thinking.new_workspace(players)
    kept: Floats = own.work["weights"][0]
    pool: deque[tuple[Any, Floats]] = deque(maxlen=POOLED)
    for number in range(rounds):
        parts = [
            (expanded(described), results)
            for described, results in samples(own, players, positions, seed + number, WILD)
        ]
        pool.append((np.concatenate([rows for rows, _ in parts]), np.concatenate([results for _, results in parts])))
        rows, results = (np.concatenate(part) for part in zip(*pool, strict=True))
        weights, loss = fit(rows, results, kept.ravel())
        kept[:] = weights.reshape(STAGES, FEATURES)
        report(f"{players} players, round {number + 1} of {rounds}: loss {loss:.4f}")
    return kept.T


def main() -> None:
    parser = argparse.ArgumentParser(description="Find the weights of the card game's evaluation by self-play.")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--positions", type=int, default=200_000, help="described in each round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for players in given.players:
        found = tune(players, given.rounds, given.positions, given.seed).round(4).tolist()
        kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        kept[str(players)] = dict(zip(NAMES, found, strict=True))
        lines = [
            f' "{number}": {{\n'
            + ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
            + "\n }"
            for number, rows in kept.items()
        ]
        WEIGHTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
