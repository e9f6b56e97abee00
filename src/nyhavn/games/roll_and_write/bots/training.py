"""How the network of the dice game learns: games that it plays against itself, and what it learns them with.

Houses and their mirror images are taken for alike: of every other position, the mirror image is learned from.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from nyhavn.facade.cells import HEIGHT, WIDTH
from nyhavn.games.roll_and_write.bots.kernels import layout
from nyhavn.games.roll_and_write.bots.kernels.entries import NETS, WEIGHTS, load_weights, thinking, work_with
from nyhavn.games.roll_and_write.bots.kernels.training_games import learn, sample
from nyhavn.games.roll_and_write.bots.tuning import mirrored
from nyhavn.kernels import nets
from nyhavn.kernels.bot_entries import Work
from nyhavn.kernels.nets import Net, Pace, Positions, adapt, collect, keep_net, load_net, teach
from nyhavn.luck import fast
from nyhavn.parts import Learning

WILD, TRUST = 0.1, 0.5
"""The part of the moves that are any of the best few, and how much the next thought counts."""
PACE = Pace(epochs=2, speed=0.001)


def mirror_images() -> npt.NDArray[np.int16]:
    """Of everything that is seen, what is seen in its place in the mirror image of the house."""
    images = np.arange(layout.NET_ROWS)
    for feature in range(layout.FEATURES):
        images[layout.SEEN_SHEET + feature] = layout.SEEN_SHEET + mirrored(feature)
    columns = np.arange(WIDTH * 2 << HEIGHT).reshape(WIDTH, -1)
    images[layout.SEEN_COLUMNS : layout.SEEN_SURFACE] = layout.SEEN_COLUMNS + columns[::-1].ravel()
    steps = np.arange((WIDTH - 1) * (HEIGHT + 1) ** 2).reshape(WIDTH - 1, HEIGHT + 1, HEIGHT + 1)
    images[layout.SEEN_SURFACE : layout.SEEN_TURN] = layout.SEEN_SURFACE + steps[::-1].swapaxes(1, 2).ravel()
    return images.astype(np.int16)


def work(net: Net | None, players: int) -> Work:
    return work_with(load_weights(WEIGHTS, players), net)


def new_net(players: int, seed: int) -> Net:
    return nets.new_net(layout.NET_ROWS, seed, layout.HIDDEN)


def play(
    net: Net | None, players: int, seed: int, positions: int, wild: float = WILD, trust: float = TRUST
) -> Positions:
    """Positions of games with a network, or without one."""

    def fill(number: int, found: Positions) -> int:
        own = thinking.new_workspace(players)
        count, _ = sample(
            own.states, own.integers, own.fits, work(net, players), own.ids, own.values, own.shares, fast(0, 3),
            seed * 10_000 + number, 0, wild, trust, players, found.seen, found.judged, found.results,
        )  # fmt: skip
        return int(count)

    whole = collect(fill, positions, players, layout.SEEN_WIDTH)
    whole.seen[1::2] = mirror_images()[whole.seen[1::2]]
    return whole


def improve(
    net: Net, rounds: Sequence[Positions], rng: np.random.Generator, tell: Callable[[str], None]
) -> tuple[Net, float]:
    return teach(learn, net, rounds, rng, PACE, tell)


LEARNING = Learning(new_net, play, improve, work, NETS, load_net, adapt, keep_net)
