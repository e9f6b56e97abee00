"""Boathouse as an environment, and solved by OpenSpiel's own algorithms as they come."""

import json
import random
import warnings
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy
from pettingzoo.test import api_test

import nyhavn.envs.gym  # noqa: F401 - registers it
from nyhavn.bots import make_bot, observe
from nyhavn.cli import main
from nyhavn.envs import pettingzoo
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.openspiel import solver
from nyhavn.play import new_game

VALUE = 6 / 35
"""What the first seat wins, if both play well."""
UNIFORM = 0.8923809523809523


@cache
def game() -> Any:
    return solver.load("boathouse")


def test_thousands_of_games_at_once() -> None:
    env = BatchEnv("boathouse", games=256, seed=1)
    ended, wins = env.wander(60)
    assert ended == 256 * 10
    assert wins.sum() == ended
    moves = [encoding_of("boathouse").action_to_text([action]) for action in env.sample()]
    assert {move.split()[0] for move in moves} == {"take", "build"}
    rewards, done = env.step(env.sample())
    assert not done.any()
    assert env.observe().shape == (256, env.observing.size(2))
    assert rewards.shape == (256, 2)


def test_pettingzoo() -> None:
    env = pettingzoo.env("boathouse")
    assert env.metadata["name"] == "boathouse_v0"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders about observations with a mask
        api_test(env, num_cycles=300)


def test_gymnasium() -> None:
    import gymnasium

    env = gymnasium.make("nyhavn/Boathouse-v0", opponents=["random"])
    _, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert reward in (-1, 0, 1)


def test_openspiel_plays_it() -> None:
    pyspiel.random_sim_test(game(), num_sims=30, serialize=True, verbose=False)
    state = game().new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["hand 0 R", "hand 0 Y"]
    for action in (0, 1, 0):
        state.apply_action(action)
    assert state.information_state_string(0) == "seat 0 began with R\n> ?\n> ?\n> R\n"
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["take", "build R1 a1"]


def test_openspiel_deals_what_is_hidden_anew() -> None:
    state, rng, seen = game().new_initial_state(), random.Random(1), set()
    for action in (0, 1, 0, 0, 0):
        state.apply_action(action)
    for _ in range(50):
        other = state.resample_from_infostate(1, rng.random)
        assert other.information_state_string(1) == state.information_state_string(1)
        seen.add(other.information_state_string(0).splitlines()[0])
    assert seen == {"seat 0 began with R", "seat 0 began with Y"}


def test_openspiel_searches_it() -> None:
    import nyhavn.envs.openspiel.bots  # noqa: F401 - registers its searchers

    for name in ("openspiel-mcts", "openspiel-ismcts"):
        state, rng = new_game("boathouse", seed=2), random.Random(1)
        while (seat := state.turn) is not None:
            state.play(make_bot(f"{name}:40n").choose(observe(state, seat), rng))


def test_its_size() -> None:
    assert solver.size_of(game()) == (8983, 999, 4954, 2496)


def test_its_value() -> None:
    found = solver.solve(game(), 400)
    assert found.value == pytest.approx(VALUE, abs=1e-3)
    assert 0 <= found.exploitability < 1e-4


def test_exact_algorithms_run_on_it_unmodified() -> None:
    assert exploitability.exploitability(game(), UniformRandomPolicy(game())) == pytest.approx(UNIFORM)
    solver = cfr.CFRPlusSolver(game())
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game(), solver.average_policy()) < UNIFORM / 3


def test_what_a_bot_gives_away(capsys: pytest.CaptureFixture[str]) -> None:
    policy = solver.policy_of(game(), "mc:50n", asked=3)
    assert np.allclose(policy.action_probability_array.sum(axis=1), 1)
    assert 0 < solver.exploitability_of(game(), policy) < UNIFORM / 2
    solver.main(["boathouse", "--iterations", "50", "--asked", "2"])
    told = json.loads(capsys.readouterr().out)
    assert told["information_states"] == 2496
    assert told["bots"]["random"] == pytest.approx(UNIFORM, abs=0.1)


def test_what_is_too_large_is_not_solved() -> None:
    with pytest.raises(ValueError, match="too large"):
        solver.load("copenhagen")


def test_bench_strength_says_what_bots_give_away(capsys: pytest.CaptureFixture[str]) -> None:
    """From the command to the figures; with no time, for the first bot only."""
    given = ("--game", "boathouse", "--only", "solved", "--seconds", "0.1", "--budget", "50n", "--json")
    assert main(["bench", "strength", *given]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"]["boathouse"]["solved"]["exploitability"] == {"random": pytest.approx(UNIFORM, abs=0.05)}
