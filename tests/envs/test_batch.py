"""Batches: each row is a game of the engine, whatever the size of the batch and however it is played."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import nyhavn
from nyhavn import luck as generators
from nyhavn.envs.batch import BatchEnv
from nyhavn.games import rules_of
from tests.conftest import sentence

below: Callable[[Any, int], int] = getattr(generators.below, "py_func", generators.below)


def source(seed: int, number: int) -> Callable[[str, dict[str, int]], str]:
    """The chance of game `number` of a batch, for a game of the public API: the End card first, then by colour."""
    row = generators.fast(seed, number + 1)[number]

    def draw(kind: str, outcomes: dict[str, int]) -> str:
        ordered = sorted(outcomes, key="End RYGBPW".index)
        place = below(row, sum(outcomes.values()))
        for outcome in ordered:
            if place < outcomes[outcome]:
                return outcome
            place -= outcomes[outcome]
        raise AssertionError

    return draw


def test_rows_are_games_of_the_engine(table: tuple[str, dict[str, Any]]) -> None:
    """The same decisions one by one, with the same cards or dice: equal positions, masks, ends and rewards."""
    game, options = table
    env, luck = BatchEnv(game, games=3, seed=5, threads=2, **options), random.Random(6)
    numbers = [0, 1, 2]
    states = [nyhavn.new_game(game, chance=source(5, number), **options) for number in numbers]
    ended = 0
    while ended < 4:
        for row, state in enumerate(states):
            prefix = [action for action in env.prefix[row].tolist() if action >= 0]
            assert env.states[row : row + 1].tobytes() == state.memory.tobytes()
            assert env.mask[row].tolist() == env.encoding.packed_mask(state.memory, prefix).tolist()
            assert env.turn[row] == state.turn
        begun = env.prefix.copy()
        allowed = env.unpacked_mask()
        actions = [luck.choice(np.flatnonzero(allowed[row]).tolist()) for row in range(3)]
        rewards, done = env.step(actions)
        for row, action in enumerate(actions):
            whole = [*(one for one in begun[row].tolist() if one >= 0), action]
            state = states[row]
            if env.encoding.is_complete(whole):
                state.play(env.encoding.action_to_text(whole))
            assert done[row] == state.over
            shares = [(seat in state.winners) / max(1, len(state.winners)) for seat in range(state.players)]
            assert rewards[row].tolist() == shares
            if state.over:
                ended += 1
                numbers[row] += 3
                assert env.points[row].tolist() == list(state.scores)
                states[row] = nyhavn.new_game(game, chance=source(5, numbers[row]), **options)
        assert env.numbers.tolist() == numbers


def random_play(env: BatchEnv, steps: int) -> dict[int, list[Any]]:
    """What happens in each game that ends, by its number: how many steps it took, who won, who had how many points."""
    ended, begun = {}, dict.fromkeys(env.numbers.tolist(), 0)
    for time in range(1, steps + 1):
        before = env.numbers.copy()
        rewards, done = env.step(env.sample())
        for row in np.flatnonzero(done):
            number = int(before[row])
            ended[number] = [time - begun[number], rewards[row].tolist(), env.points[row].tolist()]
            begun[int(env.numbers[row])] = time
    return ended


def test_a_game_is_the_same_in_every_batch(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    steps = 700
    whole = random_play(BatchEnv(game, games=12, seed=9, threads=1, **options), steps)
    threaded = random_play(BatchEnv(game, games=12, seed=9, threads=3, **options), steps)
    assert threaded == whole
    parts: dict[int, list[Any]] = {}
    for first, games in ((0, 1), (1, 4), (5, 7)):
        parts |= random_play(BatchEnv(game, games=games, seed=9, first=first, stride=12, **options), steps)
    assert parts == whole
    assert len(whole) > 12
    smaller = random_play(BatchEnv(game, games=5, seed=9, **options), steps)
    both = whole.keys() & smaller.keys()
    assert len(both) >= 5
    assert {number: whole[number] for number in both} == {number: smaller[number] for number in both}
    other = random_play(BatchEnv(game, games=12, seed=10, **options), steps)
    assert any(other[number] != whole[number] for number in other.keys() & whole.keys())


def test_wandering_is_sampling_and_stepping(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    stepped, wandered = (BatchEnv(game, games=20, seed=3, threads=2, **options) for _ in range(2))
    wins, ended = np.zeros(stepped.players), 0
    for _ in range(400):
        rewards, done = stepped.step(stepped.sample())
        wins += rewards.sum(axis=0)
        ended += int(done.sum())
    games, shares = wandered.wander(400)
    assert (games, wandered.moves) == (ended, stepped.moves)
    assert shares == pytest.approx(wins)
    assert ended > 0
    for name in ("states", "mask", "prefix", "numbers", "points"):
        assert getattr(wandered, name).tobytes() == getattr(stepped, name).tobytes()


def test_all_allowed_actions_are_sampled_equally_often() -> None:
    env = BatchEnv("copenhagen", games=20_000, players=2, seed=1)
    first = np.flatnonzero(env.unpacked_mask()[0])
    chosen = np.concatenate([env.sample().copy() for _ in range(3)])
    takes = np.bincount(chosen[chosen < 56], minlength=56)
    assert set(np.flatnonzero(takes)) <= set(range(56))
    allowed = np.flatnonzero(env.unpacked_mask().all(axis=0))  # by all rows: the takes that any hand may do
    counts = np.array([(chosen == action).sum() for action in allowed])
    assert set(allowed) <= set(first)
    expected = 3 * (1 / env.unpacked_mask().sum(axis=1)).sum()
    assert ((counts - expected) ** 2 / expected).sum() < len(allowed) + 6 * (2 * len(allowed)) ** 0.5


def test_a_refused_action_changes_nothing() -> None:
    env = BatchEnv("copenhagen", games=4, seed=2, threads=2)
    before = env.states.tobytes(), env.mask.tobytes(), env.numbers.tolist()
    actions = env.sample().copy()
    actions[2] = 111  # nothing was taken yet, so the turn cannot end
    with pytest.raises(ValueError) as refusal:
        env.step(actions)
    assert sentence(refusal.value) == "action 111 is not allowed in row 2 of the batch"
    for wrong in (-1, env.encoding.action_count, 2**40):
        actions[2] = wrong
        with pytest.raises(ValueError):
            env.step(actions)
    for shape in (actions[:3], actions.astype(float), 0):
        with pytest.raises(ValueError):
            env.step(shape)
    assert (env.states.tobytes(), env.mask.tobytes(), env.numbers.tolist()) == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "go"},
        {"players": 5},
        {"games": 0},
        {"seed": -1},
        {"seed": 2**63},
        {"first": -1},
        {"stride": 0},
        {"threads": 0},
        {"mirror": True},
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as refusal:
        BatchEnv(**{"game": "copenhagen", **wrong})
    assert sentence(refusal.value)


def test_reset_begins_again_and_with_another_seed_anew() -> None:
    env = BatchEnv("roll-and-write", games=5, players=3, seed=1)
    begun = env.states.tobytes()
    env.wander(50)
    env.reset()
    assert (env.states.tobytes(), env.moves) == (begun, 0)
    env.reset(seed=2)
    assert env.states.tobytes() == BatchEnv("roll-and-write", games=5, players=3, seed=2).states.tobytes() != begun


def test_looking_ahead_gives_every_legal_move_and_where_it_leads(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    env, rules = BatchEnv(game, games=6, seed=4, threads=2, **options), rules_of(game)
    env.wander(45)
    starts, moves, after = env.look_ahead()
    for row in range(6):
        position = env.states[row : row + 1]
        own = slice(starts[row], starts[row + 1])
        assert rules.moves.format_moves(moves[own].tolist()) == rules.legal(position.copy())
        for move, led_to in zip(moves[own].tolist(), after[own], strict=True):
            copy = position.copy()
            assert rules.apply(copy, move)
            assert copy.tobytes() == led_to.tobytes()


def test_whole_moves_are_their_stages(table: tuple[str, dict[str, Any]]) -> None:
    game, options = table
    whole, staged, luck = (
        BatchEnv(game, games=1, seed=7, **options),
        BatchEnv(game, games=1, seed=7, **options),
        random.Random(1),
    )
    ended = False
    while not ended:
        _, moves, _ = whole.look_ahead()
        move = luck.choice(moves.tolist())
        rewards, done = whole.play([move])
        for action in staged.encoding.move_to_action(move):
            shares, over = staged.step([action])
        ended = bool(done[0])
        assert (shares.tolist(), over.tolist(), staged.moves) == (rewards.tolist(), done.tolist(), whole.moves)
        assert (staged.states.tobytes(), staged.mask.tobytes()) == (whole.states.tobytes(), whole.mask.tobytes())


def test_a_refused_move_changes_nothing() -> None:
    env = BatchEnv("copenhagen", games=3, seed=2)
    starts, moves, _ = env.look_ahead()
    chosen = moves[starts[:-1]]
    before = env.states.tobytes(), env.mask.tobytes()
    for wrong in (111, -1, 2**40):
        chosen[1] = wrong
        with pytest.raises(ValueError) as refusal:
            env.play(chosen)
        assert sentence(refusal.value) == f"move {wrong} is not legal in row 1 of the batch"
    with pytest.raises(ValueError):
        env.play(chosen[:2])
    assert (env.states.tobytes(), env.mask.tobytes()) == before
    while (env.prefix < 0).all():
        env.step(env.sample())
    with pytest.raises(ValueError) as refusal:
        env.play(moves[starts[:-1]])
    assert sentence(refusal.value)
