"""How the network of the card game learns: games that it plays against itself, and what it learns them with."""

from collections.abc import Callable, Sequence

import numpy as np

from nyhavn.games.copenhagen.bots.kernels.entries import NETS, thinking, work_with
from nyhavn.games.copenhagen.bots.kernels.layout import NET_ROWS, SEEN_WIDTH
from nyhavn.games.copenhagen.bots.kernels.training_games import learn, play_games
from nyhavn.kernels import nets
from nyhavn.kernels.nets import Net, Pace, Positions, adapt, collect, keep_net, load_net, teach
from nyhavn.parts import Learning

MOST, WILD, TRUST, EVERY = 8, 0.15, 0.35, 1
"""Moves that are thought about, the part of them that are any, how much the next thought counts; every position."""
PACE = Pace(epochs=2, speed=0.001)


def new_net(players: int, seed: int) -> Net:
    return nets.new_net(NET_ROWS, seed)


def play(
    net: Net | None, players: int, seed: int, positions: int,
    most: int = MOST, wild: float = WILD, trust: float = TRUST, every: int = EVERY,
) -> Positions:  # fmt: skip
    """Positions of games with a network, or without one."""

    def fill(number: int, found: Positions) -> int:
        own = thinking.new_workspace(players)
        count, _ = play_games(
            own.states, own.integers, own.fits, work_with(net, players), own.luck, seed * 10_000 + number, 0, players,
            most, wild, trust, every, found.seen, found.judged, found.results,
        )  # fmt: skip
        return int(count)

    return collect(fill, positions, players, SEEN_WIDTH)


def improve(
    net: Net, rounds: Sequence[Positions], rng: np.random.Generator, tell: Callable[[str], None]
) -> tuple[Net, float]:
    return teach(learn, net, rounds, rng, PACE, tell)


LEARNING = Learning(new_net, play, improve, work_with, NETS, load_net, adapt, keep_net)
