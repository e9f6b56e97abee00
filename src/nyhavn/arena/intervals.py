"""Intervals that hold what they promise when games are not independent.

Games with one seed share deck or dice, and bots change seats between them, so they are alike or opposite by design. The
seed is what was drawn at random: it is the unit, and games of one seed count together (a cluster, as in surveys).
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval reaches to each side when the error itself is estimated: the quantile of
    Student's distribution (exact for 1 and 2 degrees of freedom, an expansion that is right to three digits above)."""
    part = (1 + confidence) / 2
    if freedom == 1:
        return math.tan(math.pi * (part - 0.5))
    if freedom == 2:
        return (2 * part - 1) * math.sqrt(2 / (4 * part * (1 - part)))
    z = NormalDist().inv_cdf(part)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def _error(sums: Sequence[float], counts: Sequence[int], mean: float) -> float:
    """The variance of a mean over clusters, given each cluster's sum and count: that of a ratio, linearised."""
    clusters, total = len(sums), sum(counts)
    spread = sum((part - mean * count) ** 2 for part, count in zip(sums, counts, strict=True))
    return spread * clusters / (clusters - 1) / total**2


def mean_of(sums: Sequence[float], counts: Sequence[int]) -> Interval:
    """The mean of something counted in clusters, such as points by seed; infinitely uncertain with a single one."""
    total = sum(counts)
    if not total:
        return Interval(math.nan, -math.inf, math.inf)
    mean = sum(sums) / total
    if len(sums) < 2:
        return Interval(mean, -math.inf, math.inf)
    reach = student(len(sums) - 1) * math.sqrt(_error(sums, counts, mean))
    return Interval(mean, mean - reach, mean + reach)


def share_of(sums: Sequence[float], counts: Sequence[int]) -> Interval:
    """A share of wins counted in clusters: Wilson's interval for as many independent games as would be as uncertain.

    What the spread between clusters says of itself is uncertain, most of all where few of them differ, so one more is
    counted that has the spread of independent games. If all games were won, or none, they count as independent.
    """
    total, clusters = sum(counts), len(sums)
    if not total:
        return Interval(math.nan, 0.0, 1.0)
    share = min(1.0, max(0.0, sum(sums) / total))
    spread = share * (1 - share)
    games = float(total)
    if spread:
        games = spread / (spread / total / clusters + (_error(sums, counts, share) if clusters > 1 else spread))
    reach = student(max(1, clusters - 1))
    bent = reach**2 / games
    centre = (share + bent / 2) / (1 + bent)
    half = reach / (1 + bent) * math.sqrt(spread / games + bent / games / 4)
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))
