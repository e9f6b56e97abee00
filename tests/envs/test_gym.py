"""Gymnasium's own check, and that its environments play the games that `nyhavn` plays."""

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import nyhavn
import nyhavn.envs.gym
from nyhavn.bots import make_bot, observe
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from tests.bots.test_observations import exchanged
from tests.conftest import sentence
from tests.envs.examples import run_example

IDS = ["nyhavn/Copenhagen-v0", "nyhavn/RollAndWrite-v0"]
every_id = pytest.mark.parametrize("name", IDS)


def make(name: str, **arguments: Any) -> Any:
    return gymnasium.make(name, **arguments)


def random_action(info: dict[str, Any], luck: random.Random) -> int:
    return int(luck.choice(np.flatnonzero(info["action_mask"])))


@every_id
@pytest.mark.parametrize("opponents", [["greedy"], ["random", "greedy", "random"]])
def test_the_api_is_that_of_gymnasium(name: str, opponents: list[str]) -> None:
    check_env(make(name, opponents=opponents, render_mode="ansi").unwrapped)  # a warning is an error here


@every_id
def test_games_are_those_of_nyhavn_against_its_bots(name: str) -> None:
    env, luck = make(name, opponents=["random", "greedy"], seat=1), random.Random(4)
    seen, info = env.reset(seed=12)
    game = env.unwrapped.game
    state, encoding, observing = nyhavn.new_game(game, players=3, seed=12), encoding_of(game), observing_of(game)
    bots, chance = {0: make_bot("random"), 2: make_bot("greedy")}, random.Random(12)
    over, begun = False, list[int]()
    while not over:
        while state.turn != 1:
            assert state.turn is not None
            state.play(bots[state.turn].choose(observe(state, state.turn), chance))
        assert np.array_equal(seen, observing.observe(state.memory, 1, begun))
        assert np.array_equal(info["action_mask"], encoding.stage_mask(state.memory, begun))
        begun.append(random_action(info, luck))
        seen, reward, over, truncated, info = env.step(begun[-1])
        if encoding.is_complete(begun):
            state.play(encoding.action_to_text(begun))
            begun = []
        assert not truncated
        assert reward == 0 or over
    while state.turn is not None:
        state.play(bots[state.turn].choose(observe(state, state.turn), chance))
    assert env.unwrapped.table.state == state
    assert (reward > 0) == (1 in state.winners)
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_points_can_be_worth_something_at_once() -> None:
    env, luck, total, over = make(IDS[1], opponents=["greedy"], shaping=0.5), random.Random(1), 0.0, False
    _, info = env.reset(seed=1)
    while not over:
        _, reward, over, _, info = env.step(random_action(info, luck))
        total += reward
    own, other = env.unwrapped.table.state.scores
    assert own < other
    assert total == pytest.approx(-1 + 0.5 * (own - other))


def test_a_seat_can_be_drawn_for_every_game() -> None:
    env = make(IDS[0], opponents=["random", "random"], seat=None)
    env.reset(seed=0)
    seats = []
    for _ in range(20):
        env.reset()
        seats.append(env.unwrapped.seat)
        assert env.unwrapped.table.state.turn == env.unwrapped.seat
    assert set(seats) == {0, 1, 2}


def test_what_the_agent_cannot_know_makes_no_difference() -> None:
    env, luck = make(IDS[0], opponents=["random", "random"]).unwrapped, random.Random(2)
    seen, info = env.reset(seed=2)
    while env.table.prefix or len(env.table.state.history) < 20:
        seen, *_, info = env.step(random_action(info, luck))
    env.table.state = exchanged(state := env.table.state, 0, luck)
    assert env.table.state != state
    assert np.array_equal(env._observed(), seen)


@every_id
def test_an_action_that_is_not_allowed_loses(name: str) -> None:
    env = make(name)
    _, info = env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


@every_id
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_by_themselves(name: str, copied: Any) -> None:
    env = make(name, opponents=["greedy"]).unwrapped
    _, info = env.reset(seed=3)
    for _ in range(6):
        _, _, _, _, info = env.step(random_action(info, random.Random(1)))
    other, before = copied(env), env.table.state.record()
    told = info
    for _ in range(6):
        *_, told = other.step(random_action(told, random.Random(1)))
    assert env.table.state.record() == before
    for _ in range(6):
        *_, info = env.step(random_action(info, random.Random(1)))
    assert env.table.state == other.table.state
    assert np.array_equal(env.reset()[0], other.reset()[0])


@pytest.mark.parametrize("mode", ["ansi", "svg", "human"])
def test_tables_can_be_rendered(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(IDS[0], render_mode=mode)
    env.reset(seed=1)
    drawn = capsys.readouterr().out if mode == "human" else env.render()
    assert drawn.startswith("<svg" if mode == "svg" else "Copenhagen, 2 players, seen by seat 0")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"opponents": ["nobody"]}, "nobody"),
        ({"opponents": ["random"] * 4}, "5"),
        ({"seat": 2}, "seat 2"),
        ({"mirror": True}, "mirror"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        nyhavn.envs.gym.SolitaryEnv("copenhagen", **arguments)
    sentence(refused.value)


def test_the_example_is_a_whole_game() -> None:
    made = run_example(nyhavn.envs.gym)
    assert made["terminated"]
    assert "illegal" not in made["info"]
