"""A player who knows every roll to come nearly always wins; one that tries a single way plays as the planner does."""

import subprocess
import sys

import pytest

from nyhavn.games.roll_and_write.bots.luck_bound import ceiling


@pytest.mark.slow
def test_a_cheat_wins_nearly_always() -> None:
    assert ceiling(2, seed=3, first=0, seeds=5, tries=40) >= 9


@pytest.mark.slow
def test_without_tries_it_is_a_planner_among_planners() -> None:
    assert ceiling(2, seed=3, first=0, seeds=20, tries=1) == 20  # of 40, as each plays the other's game


@pytest.mark.slow
def test_kernels_that_come_later_find_those_that_were_loaded_before() -> None:
    """Units are joined by name when they are loaded: one whose name nobody told would crash the process."""
    code = (
        "from nyhavn.games.roll_and_write.bots.kernels.entries import thinking; thinking.new_workspace(2);"
        "from nyhavn.games.roll_and_write.bots.luck_bound import ceiling; print(ceiling(2, 3, 0, 1, 1))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "1.0\n"
