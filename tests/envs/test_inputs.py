"""Whatever is wrong with what a caller gives is one sentence, and no trouble of a kernel."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import nyhavn
import nyhavn.envs.gym
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.envs.pettingzoo import copenhagen_v0
from tests.conftest import sentence

Game = Any
"""Arguments are wrong on purpose here, in their types as well."""


def batch() -> Game:
    return BatchEnv("copenhagen", games=4, seed=1)


def cards() -> Game:
    return encoding_of("copenhagen")


def seeing() -> Game:
    return observing_of("copenhagen")


def memory(game: str = "copenhagen") -> Game:
    return nyhavn.new_game(game, seed=1).memory


def raw(begun: bool = True, **given: Any) -> Game:
    table: Game = copenhagen_v0.raw_env(**given)
    if begun:
        table.reset(seed=1)
    return table


def alone(begun: bool = True, **given: Any) -> Game:
    env: Game = gymnasium.make("nyhavn/Copenhagen-v0", **given).unwrapped
    if begun:
        env.reset(seed=1)
    return env


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: BatchEnv("copenhagen", games=1.5), "games is a whole number from 1"),  # type: ignore[arg-type]
    (lambda: BatchEnv("copenhagen", 2, seed="x"), "a seed is a whole number"),  # type: ignore[arg-type]
    (lambda: BatchEnv("copenhagen", 2, seed=1 << 63), r"below 2\*\*63"),
    (lambda: BatchEnv("copenhagen", 2, players=5), "played by 2, 3, 4 players"),
    (lambda: batch().step([0, 0]), "one for each of 4 games"),
    (lambda: batch().step([[0], [0, 1]]), "one for each of 4 games"),
    (lambda: batch().step(["take 1 2"] * 4), "whole numbers"),
    (lambda: batch().step([1 << 40] * 4), "not allowed in row 0"),
    (lambda: batch().play([0.5] * 4), "moves are whole numbers"),
    (lambda: batch().observe([0.5] * 4), "seats are whole numbers"),
    (lambda: batch().observe([0] * 3), "one for each of 4 games"),
    (lambda: batch().observe([2] * 4), "from 0 to 1"),
    (lambda: batch().wander(-1), "steps is a whole number from 0"),
    (lambda: batch().wander("x"), "steps is a whole number from 0"),
    (lambda: encoding_of(["copenhagen"]), "there is no game"),  # type: ignore[arg-type]
    (lambda: cards().text_to_action(7), "a move is a str, not int"),
    (lambda: cards().action_to_text(5), "a list of whole numbers"),
    (lambda: cards().action_to_text([1430, 183.0]), "a list of whole numbers"),
    (lambda: cards().action_to_text([[1]]), "a list of whole numbers"),
    (lambda: cards().move_to_action(-1), "not the number of a move"),
    (lambda: cards().move_to_action(1 << 40), "not the number of a move"),
    (lambda: cards().move_to_action("x"), "not the number of a move"),
    (lambda: cards().stage_mask("x"), "plain memory"),
    (lambda: cards().stage_mask(memory("roll-and-write")), "a position of copenhagen"),
    (lambda: cards().stage_mask(memory(), "x"), "a list of whole numbers"),
    (lambda: observing_of("chess"), "there is no game 'chess'"),
    (lambda: seeing().size(5), "played by 2, 3, 4 players, not 5"),
    (lambda: seeing().observe(memory(), "x"), "seats are the numbers from 0 to 1"),
    (lambda: seeing().observe(memory(), 0.5), "seats are the numbers from 0 to 1"),
    (lambda: seeing().observe(memory("roll-and-write"), 0), "a position of copenhagen"),
    (lambda: seeing().split(np.zeros(10)), "not 10"),
    (lambda: seeing().split(np.zeros(873), 3), "not 873"),
    (lambda: raw(shaping="x"), "shaping is what a point is worth"),
    (lambda: raw(shaping=float("nan")), "shaping is what a point is worth"),
    (lambda: raw().reset(seed="x"), "a seed is a whole number"),
    (lambda: raw().step(3361), "not allowed here"),
    (lambda: raw().step(1.5), "an action is a whole number"),
    (lambda: raw().step(None), "an action is a whole number"),
    (lambda: raw().observe("player_9"), "there is no agent 'player_9'"),
    (lambda: raw(begun=False).step(0), "call reset"),
    (lambda: raw(begun=False).observe("player_0"), "no game yet"),
    (lambda: alone(opponents=3), "bots by their names"),
    (lambda: alone(opponents=[3]), "bots by their names"),
    (lambda: alone(opponents=[]), "2, 3, 4 players, not 1"),
    (lambda: alone(seat=0.0), "seats are 0 to 1"),
    (lambda: alone().step("x"), "an action is a whole number"),
    (lambda: alone(begun=False).step(0), "call reset"),
    (lambda: alone(begun=False, render_mode="ansi").render(), "call reset"),
]


@pytest.mark.parametrize(("given", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_wrong_is_a_sentence(given: Callable[[], object], reason: str) -> None:
    with pytest.raises((ValueError, TypeError, gymnasium.error.ResetNeeded), match=reason) as refused:
        given()
    sentence(refused.value)


def test_who_steps_after_the_end_is_told_to_reset() -> None:
    table = raw()
    for agent in table.agent_iter():
        _, _, ended, cut, info = table.last()
        table.step(None if ended or cut else table.action_space(agent).sample(info["action_mask"]))
    with pytest.raises(ValueError, match="call reset") as refused:
        table.step(0)
    sentence(refused.value)


def test_a_batch_without_a_seed_tells_which_one_it_took() -> None:
    some, other = (BatchEnv("copenhagen", 2, seed=None) for _ in range(2))
    assert some.seed != other.seed
    assert BatchEnv("copenhagen", 2, seed=some.seed).states.tobytes() == some.states.tobytes()


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    assert cards().action_to_text(np.array([1430, 183])) == "build Y4 a1 b1* b2 c2 pay YYG"
    table = raw()
    table.step(np.int64(0))
    assert {"seat": 0, "move": "take 1 2"} in table.table.state.history
