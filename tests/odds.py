"""What chance must be: the chi-square test, and both generators once more, from their descriptions alone.

A test with `assert_follows` fails if a result as far off as the one seen, or further, has a probability below one in
a million. That was the risk of refusing a correct generator when the seeds of the test were chosen; as they are
fixed, the test gives the same answer every time.
"""

import hashlib
import hmac
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

RISK = 1e-6
FEWEST = 5  # expected of each outcome, or the chi-square test means nothing


def tail(statistic: float, freedom: int) -> float:
    """The probability that chi-square with so many degrees of freedom is at least this."""
    if statistic == 0:
        return 1.0
    half = statistic / 2
    order, total = (0.5, math.erfc(math.sqrt(half))) if freedom % 2 else (1.0, math.exp(-half))
    while order < freedom / 2:
        total += math.exp(order * math.log(half) - half - math.lgamma(order + 1))
        order += 1
    return total


def assert_follows(seen: Iterable[Hashable], weights: Mapping[Any, float]) -> None:
    """What was seen follows these weights, and nothing else was seen."""
    counts = Counter(seen)
    assert counts.keys() <= weights.keys()
    scale = counts.total() / sum(weights.values())
    assert min(weights.values()) * scale >= FEWEST
    statistic = sum((counts[key] - weight * scale) ** 2 / (weight * scale) for key, weight in weights.items())
    assert tail(statistic, len(weights) - 1) > RISK, counts


def seeded_below(seed: int, kind: str, number: int, total: int) -> int:
    """The generator of games: HMAC-SHA256, the seed's hexadecimal digits as key, of "kind:number:attempt"."""
    for attempt in count():
        block = hmac.new(f"{seed:x}".encode(), f"{kind}:{number}:{attempt}".encode(), hashlib.sha256).digest()
        value = int.from_bytes(block[:8], "big")
        if value // total < 2**64 // total:
            break
    return value % total


def fast_words(seed: int, stream: int) -> Iterator[int]:
    """The fast generator: sfc32, without its first twelve words."""
    a, b, c, counter = seed % 2**32, seed // 2**32, stream, 1
    for drawn in count():
        word = (a + b + counter) % 2**32
        a, b, c = b ^ b >> 9, c * 9 % 2**32, ((c << 21 | c >> 11) + word) % 2**32
        counter = (counter + 1) % 2**32
        if drawn >= 12:
            yield word


def fast_below(words: Iterator[int], total: int) -> int:
    """Lemire's method: every result keeps the same number of words, those that are too many are rejected."""
    while True:
        result, rest = divmod(next(words) * total, 2**32)
        if rest >= 2**32 % total:
            return result
