"""The value function that learns by itself: it learns, it keeps secrets, and it can be kept."""

import random
from pathlib import Path

import numpy as np
import pytest

import nyhavn
from nyhavn.bots import observe
from nyhavn.envs.value_function import Training, choose, judged, load_value, save_value, win_share
from nyhavn.games.copenhagen.env.features import other_features, own_features
from tests.conftest import play_on


@pytest.mark.slow
def test_after_a_few_games_it_beats_random_play(tmp_path: Path) -> None:
    training = Training("copenhagen", games=32, seed=3)
    training.play(160)
    assert win_share(training.value, "random", 20, seed=1) > 0.8
    save_value(training.value, tmp_path / "value.npz")
    seen = observe(play_on(nyhavn.new_game("copenhagen", seed=5), 20, random.Random(5)), 0)
    again = load_value("copenhagen", tmp_path / "value.npz")
    if seen.moves:
        assert choose(again, seen) == choose(training.value, seen)
    assert win_share(again, "random", 4, seed=9) == win_share(training.value, "random", 4, seed=9)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_judges_by_what_the_seat_may_know(players: int) -> None:
    """The same numbers from the whole position and from what the seat sees of it."""
    luck = random.Random(players)
    state = nyhavn.new_game("copenhagen", players=players, seed=players)
    while not state.over:
        for seat in range(players):
            whole, seen, seats = state.memory, observe(state, seat).memory, np.array([seat])
            assert own_features(whole, seats).tolist() == own_features(seen, seats).tolist()
            assert other_features(whole, seats).tolist() == other_features(seen, seats).tolist()
        play_on(state, 11, luck)


def test_a_move_that_wins_is_worth_most() -> None:
    training = Training("copenhagen", games=2)
    starts, _, after = training.env.look_ahead()
    after["phase"][3] = 7
    _, worth = judged(training.value, training.env.states, starts, after)
    assert worth.argmax() == 3
