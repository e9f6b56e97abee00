"""Budgets: time or work, in one spelling."""

import math
import time

import pytest

from nyhavn.bots import Budget
from tests.conftest import sentence


@pytest.mark.parametrize(
    ("text", "budget", "spelling"),
    [
        ("500ms", Budget(seconds=0.5), "500ms"),
        ("2s", Budget(seconds=2), "2s"),
        ("2.0s", Budget(seconds=2), "2s"),
        ("1.5s", Budget(seconds=1.5), "1500ms"),
        ("0.25ms", Budget(seconds=0.00025), "0.25ms"),
        ("3000ms", Budget(seconds=3), "3s"),
        ("2000n", Budget(nodes=2000), "2000n"),
        ("007n", Budget(nodes=7), "7n"),
        ("1.5s@2", Budget(seconds=1.5, cores=2), "1500ms@2"),
        ("2000n@16", Budget(nodes=2000, cores=16), "2000n@16"),
        ("20ms@1", Budget(seconds=0.02), "20ms"),
    ],
)
def test_budgets_are_read_and_written(text: str, budget: Budget, spelling: str) -> None:
    assert Budget.parse(text) == budget
    assert str(budget) == spelling
    assert Budget.parse(spelling) == budget


@pytest.mark.parametrize(
    "text",
    [
        "",
        "500",
        "ms",
        "0s",
        "0.0ms",
        "0n",
        "-1s",
        "1.5n",
        "2 s",
        "2S",
        "1e3n",
        "٣s",
        "2s3s",
        "9" * 30 + "n",
        "0s@2",
        "2s@",
        "2s@0",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        Budget.parse(text)
    assert "isn't a valid budget" in sentence(caught.value)


@pytest.mark.parametrize(
    "given", [{}, {"seconds": 1.0, "nodes": 1}, {"seconds": 0.0}, {"nodes": -1}, {"seconds": math.inf}]
)
def test_a_budget_is_one_of_both_and_more_than_nothing(given: dict[str, float]) -> None:
    with pytest.raises(ValueError) as caught:
        Budget(**given)  # type: ignore[arg-type]
    assert sentence(caught.value)


def test_a_deadline_is_as_far_away_as_the_budget_says() -> None:
    before = time.perf_counter()
    deadline = Budget(seconds=5).deadline()
    assert before + 5 <= deadline <= time.perf_counter() + 5
    assert Budget(nodes=5).deadline() == math.inf
