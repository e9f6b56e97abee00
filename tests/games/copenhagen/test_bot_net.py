"""The network of the card game: shares are what its weights add up to, and it learns down the slope of its errors."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from nyhavn.games.copenhagen.bots.kernels import layout
from nyhavn.games.copenhagen.bots.kernels.entries import NETS, thinking, work_with
from nyhavn.games.copenhagen.bots.kernels.training_games import learn
from nyhavn.games.copenhagen.bots.training import improve, new_net, play
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import OVER
from nyhavn.kernels.batch import States
from nyhavn.kernels.bot_entries import Workspace
from nyhavn.kernels.nets import Net, Positions, adapt, load_net
from nyhavn.luck import fast
from tests.bots.kernel_callers import callers
from tests.bots.networks import follow_from_seeds, listed, looked_down, shares_of, told

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


def test_steps_go_down_the_slope_of_what_results_cost() -> None:
    found = play(None, 2, 5, 400)
    found.results[:] = 1, 0
    hidden = net(2).hidden
    rows = ((0, 0, 0), (0, 5, 7), (1, 30, 40), (2, 0, 3))
    assert looked_down(learn, net(2), found, (3, 50, 90), rows, ((3, 2), (hidden, 5), (hidden + 1, 6))) > 4


def test_learning_tells_positions_better() -> None:
    """By steps over the same positions again and again: what they cost falls."""
    told: list[str] = []
    improve(new_net(2, 1), [play(None, 2, 9, 8_000)], np.random.default_rng(1), told.append)
    costs = [float(one.split(": ")[1].split(",")[0]) for one in told]
    assert costs[-1] < costs[0] - 0.001


def test_games_follow_from_their_seed() -> None:
    assert follow_from_seeds(lambda seed: play(net(3), 3, seed, 300))


def test_what_seats_can_expect_adds_up_to_one_win() -> None:
    found: Positions = play(net(2), 2, 6, 300)
    assert found.results.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert len(np.unique(found.results)) > 50
