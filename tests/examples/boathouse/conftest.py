"""All games are compiled before anything is timed."""

import pytest

from nyhavn.games import game_names, rules_of


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    for game in game_names():
        rules_of(game)
