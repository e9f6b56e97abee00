"""The network of the card game: shares are what its weights add up to, and it learns down the slope of its errors."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from nyhavn.games.copenhagen.bots.kernels import layout
from nyhavn.games.copenhagen.bots.kernels.entries import NETS, thinking, work_with
from nyhavn.games.copenhagen.bots.kernels.training_games import learn
from nyhavn.games.copenhagen.bots.training import adapt, improve, new_net, play
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import OVER
from nyhavn.kernels.batch import States
from nyhavn.kernels.bot_entries import Workspace
from nyhavn.kernels.nets import HIDDEN, Net, Positions, load_net
from nyhavn.luck import fast
from tests.bots.kernel_callers import callers

pytestmark = pytest.mark.slow

judge, quick_move, deal = callers(thinking)


@cache
def workspace(players: int) -> Workspace:
    own = thinking.new_workspace(players)
    own.work = work_with(net(players), players)
    return own


@cache
def net(players: int) -> Net:
    found = load_net(NETS, 2)
    assert found
    return adapt(found, 2, players)


def positions(players: int, seed: int) -> Iterator[States]:
    """Those of a game of quick moves, up to its end."""
    own, luck, states = workspace(players), fast(seed)[0], batch.new_states()
    batch.begin(states, players, 0)
    deal(states, luck)
    while states["phase"][0] != OVER:
        yield states
        assert batch.play(states, quick_move(states, own.fits, own.work, luck))
        deal(states, luck)


def listed(numbers: Any) -> Any:
    """Those of a list, up to its end."""
    return numbers[: int(np.argmin(numbers))]


def told(net: Net, lists: Any) -> Any:
    """Strengths of seats by their lists, the last one that of the table."""
    sums = [net.table[listed(one)].sum(axis=0) for one in lists]
    found = []
    for seat in range(len(sums) - 1):
        others = sum(one[HIDDEN:] for place, one in enumerate(sums[:-1]) if place != seat)
        hidden = sums[seat][:HIDDEN] + sums[-1][:HIDDEN] + others
        inner = np.maximum(0, np.maximum(0, hidden) @ net.dense[:HIDDEN] + net.dense[HIDDEN])
        found.append(hidden[0] + inner @ net.dense[HIDDEN + 1])
    return np.array(found)


def shares_of(strengths: Any) -> Any:
    odds = np.exp(strengths - strengths.max())
    return odds / odds.sum()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_are_what_the_weights_add_up_to(players: int) -> None:
    own, spread = workspace(players), []
    for states in positions(players, 3):
        judge(states, own.work, own.shares)
        lists = own.work["seen"][0, : players + 1]
        assert all(len(set(listed(one))) == len(listed(one)) for one in lists)
        plain = np.zeros(4)
        judge(states, work_with(None, players), plain)
        strengths = np.log(plain[:players]) + told(net(players), lists)
        assert own.shares[:players] == pytest.approx(shares_of(strengths), abs=1e-4)
        spread.append(own.shares[0])
    assert max(spread) - min(spread) > 0.2


def test_every_pattern_has_a_number_of_its_own() -> None:
    """What is seen of different houses differs, and nothing lies beyond the table."""
    own = workspace(2)
    houses: dict[tuple[int, ...], tuple[int, int]] = {}
    for seed in range(5):
        for states in positions(2, seed):
            judge(states, own.work, own.shares)
            seen = own.work["seen"][0, 0, :26]
            house = int(states["filled"][0, 0]), int(states["bricks"][0, 0])
            assert houses.setdefault(tuple(map(int, seen)), house) == house
            assert own.work["seen"][0].min() >= 0
            assert own.work["seen"][0].max() < layout.NET_ROWS
    assert len(houses) > 50


def cost_of(net: Net, position: Positions) -> float:
    return float(-(position.results * np.log(shares_of(position.judged + told(net, position.seen)))).sum())


def test_steps_go_down_the_slope_of_what_results_cost() -> None:
    """The slope that one step begins with, compared with one found by trying."""
    found = play(None, 2, 5, 400)
    found.results[:] = 1, 0
    one = Net(net(2).table.astype(np.float64), net(2).dense.astype(np.float64))
    looked = 0
    for number in (3, 50, 90):
        one_position = Positions(found.seen[number], found.judged[number], found.results[number])
        seen = one_position.seen
        table, dense = one.table.astype(np.float32), one.dense.astype(np.float32)
        memory = [np.zeros_like(table) for _ in range(3)]
        means = np.zeros((2, *dense.shape), np.float32)
        learn(
            table,
            dense,
            *memory,
            means,
            found.seen,
            found.judged,
            found.results,
            np.array([number]),
            1,
            0,
            1,
            1e-9,
            0.0,
        )
        slopes, dense_slopes = memory[1] * 10, means[0] * 10
        for row, column in ((seen[0, 0], 0), (seen[0, 5], 7), (seen[1, 30], 40), (seen[2, 0], 3)):
            looked += compare(slopes[row, column], one, one.table, (row, column), one_position)
        for row, column in ((3, 2), (HIDDEN, 5), (HIDDEN + 1, 6)):
            looked += compare(dense_slopes[row, column], one, one.dense, (row, column), one_position)
    assert looked > 4


def compare(slope: float, net: Net, weights: Any, place: tuple[int, int], position: Positions) -> bool:
    before, costs = weights[place], []
    for change in (1e-5, -1e-5):
        weights[place] = before + change
        costs.append(cost_of(net, position))
    weights[place] = before
    tried = (costs[0] - costs[1]) / 2e-5
    assert slope == pytest.approx(tried, abs=1e-3, rel=1e-2)
    return abs(tried) > 1e-3


def test_learning_tells_positions_better() -> None:
    """By steps over the same positions again and again: what they cost falls."""
    told: list[str] = []
    improve(new_net(2, 1), [play(None, 2, 9, 8_000)], np.random.default_rng(1), told.append)
    costs = [float(one.split(": ")[1].split(",")[0]) for one in told]
    assert costs[-1] < costs[0] - 0.001


def test_games_follow_from_their_seed() -> None:
    first, again, other = (play(net(3), 3, seed, 300) for seed in (4, 4, 5))
    assert (first.seen == again.seen).all()
    assert (first.results == again.results).all()
    assert first.seen.shape != other.seen.shape or (first.seen != other.seen).any()


def test_what_seats_can_expect_adds_up_to_one_win() -> None:
    found: Positions = play(net(2), 2, 6, 300)
    assert found.results.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert len(np.unique(found.results)) > 50
