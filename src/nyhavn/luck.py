"""Chance, from two generators. Both are specified here to the bit and give the same numbers on every machine.

`Seeded` is the one that games are played with. Event number n of a kind draws from HMAC-SHA256, keyed by the whole
seed (as hexadecimal text, because HMAC takes keys that differ in trailing zero bytes for the same), of the text
"kind:n:k" (k = 0, and 1, 2, … after rejected values). The first eight bytes, highest first, are the value; it is
rejected if it lies above the last multiple of the number of outcomes. Nobody can compute the seed, and so the
deck, from what was dealt openly, and an event does not depend on what else was drawn.

The fast one is sfc32 (four 32-bit words, additions, shifts and xors only), for playouts, benchmarks and batches. Its
words live in int64, where nothing can overflow, so that it runs the same compiled and not.
"""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.compiled import entry, kernel

Luck = npt.NDArray[np.int64]
"""State of the fast generator: a, b, c and the counter, then room that fills a cache line: threads that wrote into one
line would wait for each other."""

LUCK_SIZE = 8
MASK = 0xFFFFFFFF
WARM_UP = 12
BLOCK = 1 << 64
HALF = 1 << 32
KEY_BLOCK = 64
AHEAD = 8
"""So many events of a stream are drawn together, if more of it is to come."""


def new_seed() -> int:
    """A seed of 256 bits from the operating system."""
    return secrets.randbits(256)


class Seeded:
    """Chance of a real game: a function of the seed, the kind and the number of an event, and nothing else."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        key = f"{seed:x}".encode()
        block = (key if len(key) <= KEY_BLOCK else sha256(key).digest()).ljust(KEY_BLOCK, b"\0")
        # HMAC with its two keyed halves made once: a third of the time that the module `hmac` takes for each event.
        self._inner = sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in block))
        self._ahead = "", 0, np.zeros((0, 2), np.int64)  # replaced as a whole: threads may share a generator

    def below(self, kind: str, number: int, total: int) -> int:
        """A whole number from 0 to total - 1, all equally likely."""
        limit = BLOCK - BLOCK % total
        attempt = 0
        while True:
            value = int.from_bytes(self._block(f"{kind}:{number}:{attempt}"), "big")
            if value < limit:
                return value % total
            attempt += 1

    def _block(self, event: str) -> bytes:
        """The first eight bytes that are drawn for an event."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(event.encode())
        outer.update(inner.digest())
        return outer.digest()[:8]

    def ahead(self, kind: str, number: int, left: int) -> npt.NDArray[np.int64]:
        """The values of some events of a kind from a number on, of which so many can come, each as its two halves of 32
        bits, for kernels that deal by them (`drawn_below`)."""
        known, first, drawn = self._ahead
        if kind != known or not first <= number < first + len(drawn):
            blocks = [self._block(f"{kind}:{number + more}:0") for more in range(min(left, AHEAD))]
            drawn = np.frombuffer(b"".join(blocks), ">u4").astype(np.int64).reshape(-1, 2)
            self._ahead, first = (kind, number, drawn), number
        return drawn[number - first :]

    def choose(self, kind: str, number: int, outcomes: Mapping[str, int]) -> str:
        """One of the outcomes, by their weights, counted through in the order given."""
        place = self.below(kind, number, sum(outcomes.values()))
        for outcome, weight in outcomes.items():
            if place < weight:
                return outcome
            place -= weight
        raise AssertionError("weights add up to their sum")


@kernel
def next_number(luck: Luck) -> Any:
    """The next 32 bits of the fast generator."""
    word = (luck[0] + luck[1] + luck[3]) & MASK
    luck[3] = (luck[3] + 1) & MASK
    luck[0] = luck[1] ^ (luck[1] >> 9)
    luck[1] = (luck[2] + (luck[2] << 3)) & MASK
    luck[2] = ((((luck[2] << 21) & MASK) | (luck[2] >> 11)) + word) & MASK
    return word


@kernel
def below(luck: Luck, total: int) -> Any:
    """A whole number from 0 to total - 1 (total < 2**31), all equally likely: by multiplication, with rejection."""
    product = next_number(luck) * total
    if (product & MASK) < total:
        threshold = (MASK + 1 - total) % total
        while (product & MASK) < threshold:
            product = next_number(luck) * total
    return product >> 32


@kernel
def drawn_below(high: int, low: int, total: int) -> Any:
    """What `Seeded.below` makes of a value, given as its halves (total < 2**31); -1 if the value is rejected."""
    rest = (HALF % total) * (HALF % total) % total
    if high == MASK and low > MASK - rest:
        return -1
    return ((high % total << 32) + low) % total


@kernel
def start(luck: Luck, seed: int, stream: int) -> None:
    """Set the fast generator to the beginning of a stream (its low 32 bits count) of a seed (0 to 2**63 - 1)."""
    luck[0] = seed & MASK
    luck[1] = (seed >> 32) & MASK
    luck[2] = stream & MASK
    luck[3] = 1
    for _ in range(WARM_UP):
        next_number(luck)


@kernel
def fraction(luck: Luck) -> Any:
    """A number from 0 to 1, not 1 itself."""
    return next_number(luck) / (MASK + 1.0)


@kernel
def saved_luck(luck: Luck) -> Any:
    """Where the generator stands."""
    return luck[0], luck[1], luck[2], luck[3]


@kernel
def go_back(luck: Luck, saved: Any) -> None:
    """Let the generator go on from where it, or another one, stood."""
    luck[0], luck[1], luck[2], luck[3] = saved


@entry
def start_streams(rows: Luck, seed: int) -> None:
    """Set row n to the beginning of stream n of a seed."""
    for stream in range(len(rows)):
        start(rows[stream], seed, stream)


def fast(seed: int, streams: int = 1) -> Luck:
    """The fast generator at the beginning of streams 0, 1, … of a seed, a row each."""
    rows = np.zeros((streams, LUCK_SIZE), np.int64)
    start_streams(rows, seed & 0x7FFFFFFFFFFFFFFF)
    return rows
