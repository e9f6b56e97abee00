"""Stopping early: the sequential probability ratio test between two strengths, on pairs of games.

A pair is two games with one seed and seats exchanged. Its result, from 0 to 1 in quarters, is drawn from a distribution
of five outcomes, of which nothing is assumed: the likelihood of a strength is the largest that any distribution with
that expected result gives to what was seen (the generalised test). Games of a pair may so depend on each other in any
way.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RESULTS = np.arange(5) / 4
"""What one player may get from a pair, counted as a share of its two games."""
RISK = 0.05
NEVER_SEEN = 1e-3
"""The count of an outcome that was not seen yet: it could have been."""
HALVINGS = 50


def share_of_elo(elo: float) -> float:
    """The share of wins that a difference in Elo stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_share(share: float) -> float:
    """The difference in Elo that a share of wins stands for; infinite at 0 and 1."""
    if share in (0, 1):
        return math.copysign(math.inf, share - 0.5)
    return -400 * math.log10(1 / share - 1)


def _likeliest(seen: Floats, share: float) -> Floats:
    """The distributions with this expected result under which what was seen (shares of outcomes, along the last axis)
    is most likely: each outcome is weighed by 1 / (1 + tilt × its distance), and the tilt is found by halving."""
    distance = RESULTS - share
    low = np.full(seen.shape[:-1], -1 / distance[-1])
    high = np.full(seen.shape[:-1], -1 / distance[0])
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        too_small = (seen * distance / (1 + tilt[..., None] * distance)).sum(axis=-1) > 0
        low, high = np.where(too_small, tilt, low), np.where(too_small, high, tilt)
    likeliest: Floats = seen / (1 + ((low + high) / 2)[..., None] * distance)
    return likeliest


def log_likelihood_ratio(counts: npt.ArrayLike, low: float, high: float) -> Floats:
    """How much more likely what was seen (pairs by outcome, along the last axis) is with the share `high` than with the
    share `low`, as a logarithm."""
    pairs = np.maximum(np.asarray(counts, np.float64), NEVER_SEEN)
    total = pairs.sum(axis=-1, keepdims=True)
    seen = pairs / total
    ratio: Floats = (pairs * np.log(_likeliest(seen, high) / _likeliest(seen, low))).sum(axis=-1)
    return ratio


@dataclass(frozen=True)
class Sprt:
    """Is the first player better than the second by `high` Elo, or only by `low`? Either error happens once in 20."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError("the first of the two Elo bounds must be the lower one")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """`0,15`."""
        try:
            low, high = map(float, text.split(","))
            if not -1000 <= low < high <= 1000:
                raise ValueError
        except ValueError:
            raise ValueError(
                f"{text[:40]!r} isn't a pair of bounds: give two Elo values, the lower one first, such as 0,15"
            ) from None
        return cls(low, high)

    @property
    def bound(self) -> float:
        """Where the ratio decides, on both sides."""
        return math.log((1 - RISK) / RISK)

    def ratio(self, counts: npt.ArrayLike) -> Floats:
        return log_likelihood_ratio(counts, share_of_elo(self.low), share_of_elo(self.high))


class Course:
    """A test as it goes, pair after pair, until it has decided."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.counts = np.zeros(len(RESULTS))
        self.pairs = 0
        self.ratio = 0.0
        self.decided: str | None = None

    def add(self, result: float) -> None:
        """One more pair: the share of its two games that the first player won."""
        self.counts[round(4 * result)] += 1
        self.pairs += 1
        self.ratio = float(self.sprt.ratio(self.counts))
        if abs(self.ratio) >= self.sprt.bound:
            self.decided = "better" if self.ratio > 0 else "not better"

    def found(self) -> dict[str, Any]:
        return {
            "low": self.sprt.low,
            "high": self.sprt.high,
            "pairs": self.pairs,
            "outcomes": [int(count) for count in self.counts],
            "llr": self.ratio,
            "bound": self.sprt.bound,
            "decided": self.decided,
        }
