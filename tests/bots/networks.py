"""What a network tells, in plain NumPy, and whether it learns down the slope of what results cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from nyhavn.kernels.nets import NOTHING_SEEN, Net, Positions

Places = Sequence[tuple[int, int]]


def listed(numbers: Any) -> Any:
    """Those of a list, up to its end; what lies behind it is left from others."""
    (ends,) = np.nonzero(numbers == NOTHING_SEEN)
    return numbers[: ends[0]] if len(ends) else numbers


def told(net: Net, lists: Any) -> Any:
    """Strengths of seats by their lists, the last one that of the table."""
    sums = [net.table[listed(one)].sum(axis=0) for one in lists]
    found = []
    for seat in range(len(sums) - 1):
        others = sum(one[net.hidden :] for place, one in enumerate(sums[:-1]) if place != seat)
        hidden = sums[seat][: net.hidden] + sums[-1][: net.hidden] + others
        inner = np.maximum(0, np.maximum(0, hidden) @ net.dense[: net.hidden] + net.dense[net.hidden])
        found.append(hidden[0] + inner @ net.dense[net.hidden + 1])
    return np.array(found)


def shares_of(strengths: Any) -> Any:
    odds = np.exp(strengths - strengths.max())
    return odds / odds.sum()


def cost_of(net: Net, position: Positions) -> float:
    return float(-(position.results * np.log(shares_of(position.judged + told(net, position.seen)))).sum())


def looked_down(
    learn: Any, net: Net, found: Positions, numbers: Iterable[int], rows: Iterable[tuple[int, int, int]], dense: Places
) -> int:
    """The slope that one step begins with, compared with one found by trying: of the rows that stand so far down which
    lists, by column, and of some weights of the dense layer. Gives how many of them mattered."""
    one = Net(net.table.astype(np.float64), net.dense.astype(np.float64))
    looked = 0
    for number in numbers:
        position = Positions(found.seen[number], found.judged[number], found.results[number])
        weights = one.table.astype(np.float32), one.dense.astype(np.float32)
        memory = [np.zeros_like(weights[0]) for _ in range(3)]
        means = np.zeros((2, *one.dense.shape), np.float32)
        seen = found.seen, found.judged, found.results, np.array([number])
        learn(*weights, *memory, means, *seen, 1, 0, 1, 1e-9, 0.0)
        slopes, dense_slopes = memory[1] * 10, means[0] * 10
        for place, which, column in rows:
            row = position.seen[place, which]
            looked += compare(slopes[row, column], one, one.table, (row, column), position)
        for row, column in dense:
            looked += compare(dense_slopes[row, column], one, one.dense, (row, column), position)
    return looked


def compare(slope: float, net: Net, weights: Any, place: tuple[int, int], position: Positions) -> bool:
    before, costs = weights[place], []
    for change in (1e-5, -1e-5):
        weights[place] = before + change
        costs.append(cost_of(net, position))
    weights[place] = before
    tried = (costs[0] - costs[1]) / 2e-5
    assert slope == pytest.approx(tried, abs=1e-3, rel=1e-2)
    return abs(tried) > 1e-3


def follow_from_seeds(play: Callable[[int], Positions]) -> bool:
    """Whether games are the same with the same seed, and others with another."""
    first, again, other = (play(seed) for seed in (4, 4, 5))
    same = bool((first.seen == again.seen).all() and (first.results == again.results).all())
    return same and (first.seen.shape != other.seen.shape or bool((first.seen != other.seen).any()))
