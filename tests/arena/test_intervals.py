"""Intervals hold the true value in 95 of 100 cases, whatever games of one seed have to do with each other."""

import math
import random
from collections.abc import Callable

import pytest

from nyhavn.arena.intervals import mean_of, share_of, student

TIMES = 1500
SEEDS = 60


@pytest.mark.parametrize(
    ("freedom", "reach"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984), (10**6, 1.960)],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, reach: float) -> None:
    assert student(freedom) == pytest.approx(reach, abs=0.012 if freedom == 3 else 0.0035)


def alike(luck: random.Random) -> list[int]:
    """Two games that a deal decides more than the players do: win shares spread around 60 %."""
    share = luck.betavariate(0.6, 0.4)
    return [luck.random() < share for _ in range(2)]


def opposite(luck: random.Random) -> list[int]:
    """Two games of which the good seat wins one nearly always: 55 %."""
    good = luck.random() < 0.9
    return [1, 0] if good and luck.random() < 0.9 else [luck.random() < 0.763 for _ in range(2)]


def strong(luck: random.Random) -> list[int]:
    """Three games of a player that wins 97 %, now and then none of a seed."""
    if luck.random() < 0.01:
        return [0, 0, 0]
    return [luck.random() < 0.97 / 0.99 for _ in range(3)]


@pytest.mark.parametrize(("games", "share"), [(alike, 0.6), (opposite, None), (strong, 0.97)])
def test_intervals_of_shares_cover(games: Callable[[random.Random], list[int]], share: float | None) -> None:
    luck = random.Random(7)
    if share is None:
        many = [sum(games(luck)) for _ in range(200_000)]
        share = sum(many) / 2 / len(many)
    covered = 0
    for _ in range(TIMES):
        clusters = [games(luck) for _ in range(SEEDS)]
        found = share_of([sum(it) for it in clusters], [len(it) for it in clusters])
        assert 0 <= found.low <= found.value <= found.high <= 1
        covered += found.low <= share <= found.high
    assert 0.93 <= covered / TIMES <= 0.985


def test_intervals_that_do_not_know_the_seeds_would_not() -> None:
    luck = random.Random(8)
    covered = 0
    for _ in range(TIMES):
        wins = [won for _ in range(SEEDS) for won in alike(luck)]
        found = share_of(wins, [1] * len(wins))
        covered += found.low <= 0.6 <= found.high
    assert covered / TIMES < 0.92


def test_intervals_of_means_cover() -> None:
    luck = random.Random(9)
    covered = 0
    for _ in range(TIMES):
        sums = []
        for _ in range(12):
            deal = luck.gauss(9, 3)
            sums.append(sum(luck.gauss(deal, 2) for _ in range(3)))
        found = mean_of(sums, [3] * 12)
        covered += found.low <= 9 <= found.high
    assert 0.935 <= covered / TIMES <= 0.965


def test_pairs_that_balance_each_other_are_worth_more_than_games_that_do_not() -> None:
    balanced = share_of([1.0] * 50 + [2.0, 0.0] * 5, [2] * 60)
    loose = share_of([2.0, 0.0] * 30, [2] * 60)
    assert balanced.value == loose.value == 0.5
    assert balanced.high - balanced.low < 0.5 * (loose.high - loose.low)


def test_too_little_is_told_as_such() -> None:
    assert math.isnan(share_of([], []).value)
    once = share_of([1.0], [2])
    assert once.low < 0.05
    assert once.high > 0.95
    assert mean_of([20], [2])[1:] == (-math.inf, math.inf)
    won = share_of([2.0] * 50, [2] * 50)
    assert won.high == 1
    assert 0.95 < won.low < 0.97  # as for a hundred independent games
    equal = share_of([1.0] * 10, [2] * 10)
    assert 0.02 < equal.high - equal.low < 0.2
