"""PettingZoo's own conformance tests, and that its environments play the games that `nyhavn` plays."""

import copy
import pickle
import random
import re
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import nyhavn
import nyhavn.envs.pettingzoo
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.envs.pettingzoo import copenhagen_v0, roll_and_write_v0
from tests.bots.test_observations import exchanged
from tests.conftest import play_on, sentence
from tests.envs.examples import run_example

MODULES = [copenhagen_v0, roll_and_write_v0]
EXPECTED = {
    # PettingZoo keeps a list of its own environments that may have a mask beside the observation; others are told this.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
every_module = pytest.mark.parametrize("module", MODULES)


def random_action(env: Any, luck: random.Random) -> int:
    return int(luck.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])))


@every_module
@pytest.mark.parametrize("players", [2, 4])
def test_the_api_is_that_of_pettingzoo(module: ModuleType, players: int) -> None:
    env = module.env(players=players)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)  # it samples actions from there
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env, num_cycles=1000)
    assert {str(warning.message) for warning in told} == EXPECTED


@every_module
def test_a_seed_gives_the_same_game_again(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=100)


@every_module
def test_tables_can_be_rendered(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    drawings = {
        "ansi": lambda drawn: drawn.startswith("Copenhagen"),
        "svg": lambda drawn: drawn.startswith("<svg") and drawn.rstrip().endswith("</svg>"),
    }
    render_test(module.env, custom_tests=drawings)
    assert capsys.readouterr().out.count("2 players, seen by seat") > 5  # by the mode `human`


@every_module
@pytest.mark.parametrize("players", [2, 3])
def test_games_are_those_of_nyhavn_move_for_move(module: ModuleType, players: int) -> None:
    env, luck = module.raw_env(players=players), random.Random(players)
    env.reset(seed=77)
    state, encoding = nyhavn.new_game(env.game, players=players, seed=77), encoding_of(env.game)
    begun: list[int] = []
    while not state.over:
        assert env.agent_selection == f"player_{state.turn}"
        moves = [encoding.text_to_action(move) for move in state.moves()]
        following = {move[len(begun)] for move in moves if move[: len(begun)] == begun}
        seen = env.observe(env.agent_selection)
        assert set(np.flatnonzero(seen["action_mask"]).tolist()) == following
        assert np.array_equal(seen["observation"], observing_of(env.game).observe(state.memory, state.turn or 0, begun))
        begun.append(random_action(env, luck))
        env.step(begun[-1])
        if encoding.is_complete(begun):
            state.play(encoding.action_to_text(begun))
            begun = []
    assert env.table.state == state
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert [seat for seat in range(players) if env.rewards[f"player_{seat}"] > 0] == list(state.winners)
    assert max(env.rewards.values()) == pytest.approx((players / len(state.winners) - 1) / (players - 1))


def test_points_can_be_worth_something_at_once() -> None:
    total = dict.fromkeys(["player_0", "player_1", "player_2"], 0.0)
    env, luck = roll_and_write_v0.env(players=3, shaping=0.25), random.Random(5)
    env.reset(seed=5)
    for _ in env.agent_iter():
        over = env.last()[2]
        env.step(None if over else random_action(env, luck))
        for agent, reward in env.rewards.items():
            total[agent] += reward
    state = env.unwrapped.table.state
    (winner,) = state.winners
    for seat, points in enumerate(state.scores):
        others = (sum(state.scores) - points) / 2
        won = 1 if seat == winner else -1 / 2
        assert total[f"player_{seat}"] == pytest.approx(won + 0.25 * (points - others))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_an_agent_cannot_know_makes_no_difference(players: int) -> None:
    env, luck, different = copenhagen_v0.raw_env(players=players), random.Random(players), 0
    for moves in (0, 7, 25):
        env.reset(seed=moves)
        env.table.state = state = play_on(env.table.state, moves, luck)
        seen = [env.observe(agent)["observation"] for agent in env.agents]
        for seat, agent in enumerate(env.agents):
            env.table.state = exchanged(state, seat, luck)
            assert np.array_equal(env.observe(agent)["observation"], seen[seat])
            different += env.table.state != state
    assert different > players


@every_module
def test_others_do_not_see_a_move_that_is_only_begun(module: ModuleType) -> None:
    env, luck = module.raw_env(), random.Random(3)
    env.reset(seed=3)
    while not env.table.prefix:
        before = [env.observe(agent)["observation"] for agent in env.agents]
        env.step(random_action(env, luck))
    turn = env.table.state.turn
    changed = [
        not np.array_equal(env.observe(agent)["observation"], before[seat]) for seat, agent in enumerate(env.agents)
    ]
    assert changed == [seat == turn for seat in range(2)]


@every_module
def test_an_action_that_is_not_allowed_loses(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    env = module.env()
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.infos["player_0"]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())
    raw = module.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match=f"action {illegal} is not allowed here") as refused:
        raw.step(illegal)
    sentence(refused.value)
    assert raw.table.state == nyhavn.new_game(raw.game, seed=1)


@every_module
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_by_themselves(module: ModuleType, copied: Any) -> None:
    env, luck = module.env(players=3), random.Random(9)
    env.reset(seed=9)
    for _ in env.agent_iter(25):
        env.step(random_action(env, luck))
    other, before = copied(env), env.unwrapped.table.state.record()
    for _ in range(25):
        other.step(random_action(other, random.Random(1)))
    assert env.unwrapped.table.state.record() == before
    for _ in range(25):
        env.step(random_action(env, random.Random(1)))
    assert env.unwrapped.table.state == other.unwrapped.table.state
    assert env.unwrapped.table.prefix == other.unwrapped.table.prefix
    env.reset()
    other.reset()
    assert env.unwrapped.table.state == other.unwrapped.table.state


@every_module
def test_the_documentation_says_what_there_is(module: ModuleType) -> None:
    page, env = module.__doc__ or "", module.env()
    observing, game = observing_of(env.unwrapped.game), env.unwrapped.game
    rows = re.findall(r"^\| `(\w+)`(, by seat)? \| ([\w× ]+) \| (\d+) \|", page, re.MULTILINE)
    assert [
        (name, bool(by_seat), tuple(4 if size == "players" else int(size) for size in shape.split(" × ")), int(most))
        for name, by_seat, shape, most in rows
    ] == [(field.name, field.by_seat, field.shape, field.most) for field in observing.fields(4)]
    assert f"Discrete({env.action_space('player_0').n})" in page
    assert "({},), ({},) or ({},)".format(*(observing.size(players) for players in (2, 3, 4))) in page
    assert f"0 to {observing.most(2).max()}, `uint8`" in page
    assert f"* v{env.metadata['name'][-1]}: " in page
    encoding = encoding_of(game)
    for first, last, verb in re.findall(r"^\| (\d+) to (\d+) \| `(\w+)", page, re.MULTILINE):
        told = {encoding.describe(action).split()[0] for action in (int(first), int(last))}
        assert told == {verb}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [({"players": 5}, "5"), ({"render_mode": "rgb_array"}, "human, ansi, svg")],
)
@every_module
def test_what_cannot_be_played_is_refused(module: ModuleType, arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refused:
        module.env(**arguments)
    sentence(refused.value)


def test_the_example_is_a_whole_game() -> None:
    env = run_example(nyhavn.envs.pettingzoo)["env"]
    assert env.agents == []
    assert env.unwrapped.table.state.over
