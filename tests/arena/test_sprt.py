"""The test that stops early errs as rarely as it says, also where the two games of a pair depend on each other."""

import math

import numpy as np
import pytest

from nyhavn.arena.sprt import RESULTS, RISK, Course, Floats, Sprt, _likeliest, elo_of_share, share_of_elo

TIMES = 250
MOST = 400

PAIRS = {
    "independent": lambda share: [(1 - share) ** 2, 0, 2 * share * (1 - share), 0, share**2],
    "balanced": lambda share: [0.55 - share, 0.15, 0.6, 0.15, share - 0.45],
    "alike": lambda share: [0.8 - share, 0, 0.4, 0, share - 0.2],
}
"""How results of pairs are spread with some share of wins: if games of a pair do not depend on each other, if a good
deal wins, if good luck of a seed lasts."""


def errors(sprt: Sprt, weights: Floats, better: bool) -> float:
    """How often the wrong thing is decided, over many matches at once."""
    luck = np.random.default_rng(11)
    counts = np.zeros((TIMES, 5))
    wrong = 0
    for _ in range(MOST):
        counts[np.arange(len(counts)), luck.choice(5, p=weights, size=len(counts))] += 1
        ratio = sprt.ratio(counts)
        wrong += int(((ratio <= -sprt.bound) if better else (ratio >= sprt.bound)).sum())
        counts = counts[np.abs(ratio) < sprt.bound]
    assert len(counts) < TIMES / 50, "more games would have been needed"
    return wrong / TIMES


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["independent", *(pytest.param(it, marks=pytest.mark.long) for it in ("balanced", "alike"))]
)
@pytest.mark.parametrize("better", [False, True])
def test_errors_are_as_rare_as_promised(kind: str, better: bool) -> None:
    sprt = Sprt(-20, 30) if kind == "balanced" else Sprt(0, 100)
    share = share_of_elo(sprt.high if better else sprt.low)
    weights = np.array(PAIRS[kind](share))
    assert float(weights @ RESULTS) == pytest.approx(share)
    assert errors(sprt, weights, better) <= RISK + 3 * math.sqrt(RISK * (1 - RISK) / TIMES)


def test_the_likeliest_distribution_has_the_share_asked_for() -> None:
    seen = np.array([0.1, 0.05, 0.5, 0.15, 0.2])
    for share in (0.4, 0.5, 0.6):
        found = _likeliest(seen, share)
        assert float(found.sum()) == pytest.approx(1)
        assert float(found @ RESULTS) == pytest.approx(share)
    assert _likeliest(seen, float(seen @ RESULTS)) == pytest.approx(seen)


def test_with_two_outcomes_it_is_the_plain_ratio() -> None:
    sprt = Sprt(-50, 50)
    low, high = share_of_elo(-50), share_of_elo(50)
    plain = 30 * math.log(high / low) + 20 * math.log((1 - high) / (1 - low))
    assert float(sprt.ratio([20, 0, 0, 0, 30])) == pytest.approx(plain, abs=0.01)


def test_a_course_decides_once_it_is_clear() -> None:
    course = Course(Sprt(0, 100))
    while course.decided is None:
        course.add(1.0 if course.pairs % 3 else 0.5)
    assert course.decided == "better"
    assert course.found()["pairs"] == course.pairs < 40
    worse = Course(Sprt(0, 100))
    while worse.decided is None:
        worse.add(0.25)
    assert worse.decided == "not better"
    assert worse.found()["outcomes"] == [0, worse.pairs, 0, 0, 0]


def test_elo_and_shares() -> None:
    assert share_of_elo(0) == 0.5
    assert elo_of_share(share_of_elo(123)) == pytest.approx(123)
    assert elo_of_share(1) == math.inf
    assert elo_of_share(0) == -math.inf


@pytest.mark.parametrize("text", ["", "15", "15,0", "0,0", "0,15,30", "a,b", "0,nan", "0,inf"])
def test_bounds_that_make_no_sense(text: str) -> None:
    with pytest.raises(ValueError, match="such as 0,15"):
        Sprt.parse(text)
