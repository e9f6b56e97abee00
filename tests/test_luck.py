"""Both generators, to the bit: as specified, the same compiled and not, frozen, and without bias."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nyhavn.compiled import kernel, uncompiled
from nyhavn.luck import MASK, Luck, Seeded, below, drawn_below, fast
from tests.odds import assert_follows, fast_below, fast_words, seeded_below, tail

ROOT = Path(__file__).parent.parent
SEEDS = (0, 1, 2**32, 2**63 - 1)
TOTALS = (1, 2, 5, 7, 70, 1000, 3 * 2**29, 2**31 - 1) * 25


def test_the_chi_square_test_knows_its_table() -> None:
    table = {(3.841459, 1): 0.05, (18.307038, 10): 0.05, (42.979820, 24): 0.01, (23.928127, 1): 1e-6}
    assert {key: tail(*key) for key in table} == pytest.approx(table, rel=1e-4)
    with pytest.raises(AssertionError):
        assert_follows([0] * 400 + [1] * 600, {0: 1, 1: 1})


@pytest.mark.parametrize("seed", [0, 1, 255, 256, 2**64, 2**300 + 17], ids="{:.3g}".format)
@pytest.mark.parametrize("total", [1, 2, 70, 2**32 - 1, 2**63 + 1], ids="{:.3g}".format)
def test_seeded_chance_is_as_specified(seed: int, total: int) -> None:
    """With the last total every other value is rejected."""
    numbers = [Seeded(seed).below("deck 1", number, total) for number in range(20)]
    assert numbers == [seeded_below(seed, "deck 1", number, total) for number in range(20)]


def test_values_drawn_ahead_are_those_of_single_events() -> None:
    chance = Seeded(42)
    for total in (1, 2, 5, 70, 2**31 - 1):
        for first, left in ((0, 5), (3, 2), (4, 90), (11, 60), (2, 1)):  # with values that were drawn before, and not
            drawn = chance.ahead("deck 1", first, left).tolist()
            expected = [Seeded(42).below("deck 1", first + more, total) for more in range(len(drawn))]
            assert drawn
            assert [uncompiled(drawn_below)(high, low, total) for high, low in drawn] == expected


def test_values_that_are_rejected_are_drawn_again() -> None:
    for total in (1, 2, 3, 70, 2**31 - 1):
        limit = 2**64 - 2**64 % total
        for value in {0, limit - 1, limit, 2**64 - 1} - {2**64}:
            expected = value % total if value < limit else -1
            assert uncompiled(drawn_below)(value >> 32, value & MASK, total) == expected


def test_every_seed_has_chance_of_its_own() -> None:
    """Small ones, and those that differ in trailing zero bytes only, which HMAC would take for the same key."""
    seeds = [*range(1000), *(digit << 8 * zeros for digit in (1, 7, 0x30, 0x61) for zeros in range(2, 70))]
    numbers = {tuple(Seeded(seed).below("deck 1", number, 2**60) for number in range(2)) for seed in seeds}
    assert len(numbers) == len(set(seeds))


def test_seeded_chance_is_frozen() -> None:
    assert [Seeded(42).below("deck 1", number, 70) for number in range(12)] == [
        47,
        60,
        64,
        25,
        17,
        15,
        39,
        13,
        46,
        16,
        59,
        64,
    ]
    assert Seeded(2**256 - 1).below("deck 2", 5, 10**18) == 295671954768779127
    assert Seeded(0).choose("deck 1", 0, {"R": 14, "Y": 14, "G": 14, "B": 14, "P": 14}) == "P"


def fast_numbers() -> list[list[int]]:
    """Numbers below small and large totals, from streams of small and large seeds."""
    return [[int(below(luck, total)) for total in TOTALS] for seed in SEEDS for luck in fast(seed, 3)]


def test_the_fast_generator_is_as_specified() -> None:
    streams = [fast_words(seed, stream) for seed in SEEDS for stream in range(3)]
    assert fast_numbers() == [[fast_below(words, total) for total in TOTALS] for words in streams]


@pytest.mark.slow
def test_the_fast_generator_is_the_same_without_compilation() -> None:
    code = "import json; from tests.test_luck import fast_numbers; print(json.dumps(fast_numbers()))"
    command = [sys.executable, "-W", "error", "-c", code]
    uncompiled = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, cwd=ROOT, env=uncompiled, check=True, capture_output=True, text=True)
    assert json.loads(run.stdout) == fast_numbers()


def test_the_fast_generator_is_frozen() -> None:
    assert fast_numbers()[0][:8] == [0, 0, 0, 6, 15, 580, 1486650033, 1045976196]
    assert fast_numbers()[-1][:8] == [0, 0, 2, 3, 4, 886, 521141218, 1995321033]


@kernel
def draw_many(luck: Luck, total: int, out: Luck) -> None:
    for number in range(len(out)):
        out[number] = below(luck, total)


@pytest.mark.parametrize(("total", "groups"), [(2, 2), (6, 6), (7, 7), (70, 70), (3 * 2**29, 3)])
def test_the_fast_generator_has_no_bias(total: int, groups: int) -> None:
    """A million numbers. Without rejection every third number below 3 * 2**29 would be rarer than the others."""
    numbers = np.zeros(1_000_000, np.int64)
    draw_many(fast(total)[0], total, numbers)
    assert numbers.min() >= 0
    assert numbers.max() < total
    assert_follows((numbers % groups).tolist(), dict.fromkeys(range(groups), 1))
