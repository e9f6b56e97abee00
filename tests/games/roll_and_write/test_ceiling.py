"""Who knows every roll to come wins nearly always; who tries one way only plays as the planner does."""

import pytest

from nyhavn.games.roll_and_write.bots.ceiling import ceiling


@pytest.mark.slow
def test_a_cheat_wins_nearly_always() -> None:
    assert ceiling(2, seed=3, first=0, seeds=5, tries=40) >= 9


@pytest.mark.slow
def test_without_tries_it_is_a_planner_among_planners() -> None:
    assert ceiling(2, seed=3, first=0, seeds=20, tries=1) == 20  # of 40, as each plays the other's game
