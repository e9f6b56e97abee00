"""The network that judges positions of the dice game, learned from games that it plays against itself.

    python -m nyhavn.games.roll_and_write.bots.training --players 2

Each round plays games with the network found so far, on both cores, with some moves that are not the best ones. Then it
learns what each position of these and of the rounds before led to, with the luck of the dice taken out of it. Houses
and their mirror images are taken for alike.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from nyhavn.games.roll_and_write.bots.kernels import layout, training_games, weight_matches
from nyhavn.games.roll_and_write.bots.kernels.entries import NETS, WEIGHTS, load_net, load_weights, thinking, work_with
from nyhavn.games.roll_and_write.bots.kernels.net import SMALLEST
from nyhavn.games.roll_and_write.bots.tuning import Players, Positions, Seed, mirrored
from nyhavn.luck import fast
from nyhavn.machine import cores

Floats = npt.NDArray[np.float64]
Net = npt.NDArray[np.float32]

CHUNK = 25_000
BATCH = 256
EPOCHS = 3
REMEMBERED = 5
"""Rounds that are learned from, the last ones."""
SPEED, DECAY = 0.0007, 1e-4
HELD_OUT = 0.05
WILD = 0.1
MATCHES = 500


def _mirrors() -> npt.NDArray[np.int64]:
    """All numbers that can be seen, and those of their mirror images."""
    alike = np.arange(layout.NET_ROWS)
    features = np.array([mirrored(feature) for feature in range(layout.FEATURES)])
    return np.array([alike, np.concatenate([features, layout.OTHERS + features, alike[layout.GONE :]])])


def new_net(seed: int) -> Net:
    """A network that has learned nothing, and corrects nearly nothing."""
    net = np.random.default_rng(seed).normal(0, 0.05, (layout.NET_ROWS, layout.HIDDEN))
    net[layout.LAST] *= 0.4
    return net.astype(np.float32)


def net_from(file: Path, begin: int, players: int) -> Net:
    """A network to begin with, that for another number of players: as many others together count what they did."""
    net = load_net(file, begin).astype(np.float32)
    net[layout.OTHERS : layout.GONE] *= (begin - 1) / (players - 1)
    return net


def as_kept(net: Net) -> npt.NDArray[np.float16]:
    return net.astype(np.float16)


def play_games(net: Net, players: int, seed: int, positions: int, trust: float) -> Any:
    """Positions before turns, from games with this network: what is seen, what was judged, what can be expected."""
    work = work_with(load_weights(WEIGHTS, players), as_kept(net).astype(np.float64))
    size, width = min(CHUNK, positions), layout.ACTIVE * players + layout.BESIDE + 1

    def play(part: int) -> Any:
        own = thinking.new_workspace(players)
        seen = np.zeros((size, players, width), np.int16)
        judged, results = np.zeros((size, players)), np.zeros((size, players))
        found, _ = training_games.sample(
            own.states, own.integers, own.fits, work.copy(), own.ids, own.values, own.shares, fast(0, 3),
            seed * 10_000 + part, 0, WILD, trust, players, seen, judged, results,
        )  # fmt: skip
        return seen[:found], np.maximum(SMALLEST, judged[:found]), results[:found]

    with ThreadPoolExecutor(cores()) as threads:
        parts = list(threads.map(play, range(-(-positions // size))))
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))


def learn(net: Net, positions: Any, rng: np.random.Generator, console: Console) -> Net:
    """A network that tells better what positions led to."""
    seen, judged, results = positions
    held = int(len(seen) * (1 - HELD_OUT))
    net, slope, mean, square = net.copy(), *(np.zeros_like(net) for _ in range(3))
    steps, step, mirrors = EPOCHS * (held // BATCH), 0, _mirrors()
    for epoch in range(EPOCHS):
        flips = rng.integers(0, 2, len(seen))
        step, loss = training_games.learn(
            net, slope, mean, square, seen, judged, results, rng.permutation(held), flips, mirrors,
            BATCH, step, steps, SPEED, DECAY,
        )  # fmt: skip
        rest = np.arange(held, len(seen))
        _, told = training_games.learn(
            net.copy(), slope.copy(), mean.copy(), square.copy(), seen, judged, results, rest, flips, mirrors,
            BATCH, 0, 1, 0.0, 0.0,
        )  # fmt: skip
        console.print(f"  epoch {epoch + 1}: squared error {loss:.5f}, in games held out {told:.5f}")
    net[(square == 0).all(axis=1)] = 0  # nothing is known about what was never seen
    return net


def win_share(net: Net, players: int, seed: int, count: int) -> float:
    """What this network, one turn ahead, wins against planners, as a part of all; so many seeds from every seat."""
    own, won = thinking.new_workspace(players), np.zeros(players)
    weights = load_weights(WEIGHTS, players)
    work = np.concatenate([work_with(weights, as_kept(net).astype(np.float64)), *[work_with(weights)] * (players - 1)])
    weight_matches.contest(
        own.states, own.integers, own.fits, work, own.ids, own.values, own.shares, fast(0, 3),
        seed, 0, count, players, True, won,
    )  # fmt: skip
    return float(won[0] / won.sum())


def main(
    players: Players = 2,
    rounds: Annotated[int, typer.Option(help="How often games are played and learned from.")] = 8,
    positions: Positions = 500_000,
    trust: Annotated[float, typer.Option(help="How much what is thought of the next turn counts.")] = 0.5,
    begin: Annotated[int | None, typer.Option(help="Begin with the network for so many players; 0: with none.")] = None,
    file: Annotated[Path, typer.Option(help="The networks, which are read and written.")] = NETS,
    seed: Seed = 1,
) -> None:
    """Let the network of the dice game learn."""
    console, rng = Console(), np.random.default_rng(seed)
    begin = players if begin is None else begin
    net = net_from(file, begin, players) if begin and file.exists() else new_net(seed)
    remembered: list[Any] = []
    for number in range(rounds):
        console.print(f"round {number + 1}: playing")
        remembered = [*remembered, play_games(net, players, 1000 * seed + number, positions, trust)][-REMEMBERED:]
        net = learn(net, [np.concatenate(each) for each in zip(*remembered, strict=True)], rng, console)
        share = win_share(net, players, 1_000_000 + 1000 * seed + number, MATCHES)
        console.print(f"  one turn ahead, it wins {share:.1%} against planners")
        kept: dict[str, Any] = dict(np.load(file)) if file.exists() else {}
        np.savez_compressed(file, **(kept | {str(players): as_kept(net)}))


if __name__ == "__main__":
    typer.run(main)
