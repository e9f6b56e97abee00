"""Weights for judging positions of the dice game, fitted to the results of games that bots play against themselves.

    python -m nyhavn.games.roll_and_write.bots.tuning --players 2

Each round plays games with the weights found so far, with some moves that are not the best ones, and fits new weights
to who won (logistic regression over the seats, by Adam). New ones are kept if they win more than the old ones on other
seeds. Houses and their mirror images are taken for alike.
"""

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from nyhavn.facade.cells import WIDTH
from nyhavn.games.roll_and_write.bots.kernels import layout, tuning_games, weight_matches
from nyhavn.games.roll_and_write.bots.kernels.entries import WEIGHTS, load_weights, rounded, thinking, work_with
from nyhavn.games.roll_and_write.components import GOAL
from nyhavn.luck import fast

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BATCH = 8192
CHUNK = 100_000
# How far weights may lie from 0, about: those of rare features are to stay small.
LIKELY = np.full(layout.FEATURES, 0.5)
LIKELY[layout.ROW : layout.ANY_ROW] = 0.12
LIKELY[layout.ANY_ROW : layout.PAIR] = 0.25
LIKELY[layout.PAIR : layout.COLUMN] = 0.08
HELD_OUT = 0.1


def _mirrored_row(cells: int) -> int:
    return int(f"{cells:0{WIDTH}b}"[::-1], 2)


def mirrored(feature: int) -> int:
    """The feature that a sheet has in the mirror in place of one."""
    if feature >= layout.COLUMN:
        return feature
    cells = feature % layout.PATTERNS
    above = (feature - layout.PAIR) // layout.PATTERNS if feature >= layout.PAIR else 0
    moved = _mirrored_row(cells) - cells + (_mirrored_row(above) - above) * layout.PATTERNS
    return feature + moved


ALIKE: Ints = np.array([min(feature, mirrored(feature)) for feature in range(layout.FEATURES)])
"""Of each feature the first one that is its mirror image, or itself."""


def play_games(
    weights: Floats, players: int, seed: int, positions: int, wild: float, quickly: float, trust: float
) -> Any:
    """Positions before turns, from games with these weights: features, how near the end is, what each seat can
    expect."""
    own, work = thinking.new_workspace(players), work_with(weights)
    described, results = np.zeros((CHUNK, players, layout.ACTIVE + 1), np.int64), np.zeros((CHUNK, players))
    found: list[Any] = []
    first = 0
    for _ in range(0, positions, CHUNK):
        number, first = tuning_games.sample(
            own.states, own.integers, own.fits, work, own.ids, own.values, fast(seed)[0],
            seed, first, wild, quickly, trust, players, described, results,
        )  # fmt: skip
        features = ALIKE.astype(np.int16)[described[:number, :, :-1]]
        found.append((features, described[:number, 0, -1] / GOAL, results[:number].copy()))
    return *(np.concatenate(each) for each in zip(*found, strict=True)), first


def win_shares(weights: Floats, others: Floats, players: int, seed: int, count: int) -> float:
    """The part of the wins that planning with these weights gets against others, so many seeds from every seat; as good
    as they are is 1 / players."""
    own, won = thinking.new_workspace(players), np.zeros(players)
    work = np.concatenate([work_with(weights), *[work_with(others)] * (players - 1)])
    weight_matches.contest(
        own.states, own.integers, work, own.ids, own.values, own.shares, fast(0, 3),
        seed, 0, count, players, won,
    )  # fmt: skip
    return float(won[0] / won.sum())


def _chances(weights: Floats, features: Any, near: Floats) -> Any:
    taken = weights[features].sum(axis=2)
    odds = taken[..., 0] + near[:, None] * taken[..., 1]
    odds = np.exp(odds - odds.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fit(weights: Floats, positions: Any, epochs: int, console: Console, fastest: float = 0.02) -> Floats:
    """Weights that tell the results of positions best, starting from others."""
    features, near, results, played = positions
    decay = (1 / (played * LIKELY**2))[:, None]
    held = int(len(features) * (1 - HELD_OUT))  # positions stand by games: the last games are held out
    rng = np.random.default_rng(1)
    weights = weights[ALIKE]
    mean, square, step = np.zeros_like(weights), np.zeros_like(weights), 0
    steps = epochs * (held // BATCH)
    for epoch in range(epochs):
        order = rng.permutation(held)
        for start in range(0, held - BATCH + 1, BATCH):
            which = order[start : start + BATCH]
            error = _chances(weights, features[which], near[which]) - results[which]
            places = features[which].ravel().astype(np.intp)
            early = np.repeat(error.ravel(), layout.ACTIVE)
            late = np.repeat((error * near[which, None]).ravel(), layout.ACTIVE)
            slope = np.stack([np.bincount(places, each, layout.FEATURES) for each in (early, late)], axis=1) / BATCH
            slope += decay * weights
            step += 1
            mean += (slope - mean) * 0.1
            square += (slope * slope - square) * 0.001
            speed = fastest * (1 - step / (steps + 1))
            weights -= speed * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-6)
        told = _chances(weights, features[held:], near[held:])
        loss = -(results[held:] * np.log(told + 1e-12)).sum(axis=1).mean()
        console.print(f"  epoch {epoch + 1}: loss on held-out games {loss:.4f}")
    return weights[ALIKE]


Players = Annotated[int, typer.Option(help="How many play.")]
Positions = Annotated[int, typer.Option(help="Positions of each round.")]
Seed = Annotated[int, typer.Option(help="Games differ with it.")]


def tune(
    players: Players = 2,
    rounds: Annotated[int, typer.Option(help="How often games are played and weights fitted.")] = 3,
    positions: Positions = 300_000,
    epochs: Annotated[int, typer.Option(help="How often each position is looked at.")] = 8,
    trust: Annotated[float, typer.Option(help="How much what was judged later counts against the result.")] = 0.2,
    begin: Annotated[int | None, typer.Option(help="Begin with the weights for so many players.")] = None,
    file: Annotated[Path, typer.Option(help="The weights, which are read and written.")] = WEIGHTS,
    seed: Seed = 1,
) -> None:
    """Tune the weights of the dice game."""
    console = Console()
    weights = load_weights(file, begin or players)
    for number in range(rounds):
        console.print(f"round {number + 1}: playing")
        found = play_games(weights, players, 1000 * seed + number, positions, 0.1, 0.1, trust)
        console.print(f"  {found[-1]} games")
        new = rounded(fit(weights, found, epochs, console))
        share = win_shares(new, weights, players, 1_000_000 + 1000 * seed + number, 1000)
        console.print(f"  new weights win {share:.1%} against the old ones")
        if share > 1 / players:
            weights = new
            kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
            kept[str(players)] = [[int(one) for one in np.round(column * 1000)] for column in weights.T]
            file.write_text(json.dumps(kept, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(tune)
