"""OpenSpiel's searchers at our tables: what they believe, how they play out, and that they keep to their budgets."""

import random
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import nyhavn
from nyhavn.bots import load_code, make_bot, observe, registry
from nyhavn.envs.openspiel import resampling
from nyhavn.envs.openspiel.playouts import Playouts
from nyhavn.games import rules_of
from tests.conftest import play_on
from tests.envs.test_openspiel import BOTS, NAMES, TABLES, act, midway
from tests.odds import assert_follows


@pytest.mark.parametrize(("game", "players"), [("copenhagen", 2), ("copenhagen", 4), ("roll-and-write", 3)])
def test_bots_believe_what_they_see(game: str, players: int) -> None:
    """The state that a bot searches could be the one that it sees, and is made of what it sees only."""
    luck = random.Random(players)
    listed = pyspiel.load_game(
        dict(zip(["copenhagen", "roll-and-write"], NAMES, strict=True))[game], {"players": players}
    )
    for moves in (0, 11, 60):
        state = play_on(nyhavn.new_game(game, players=players, seed=moves), moves, luck)
        if state.turn is None:
            continue
        observation = observe(state, state.turn)
        for _ in range(3):
            believed = resampling.believed(listed, observation, luck.random)
            assert rules_of(game).knowledge.erase(believed.memory, state.turn).tobytes() == observation.position
            assert believed.current_player() == state.turn


@pytest.fixture
def searchers() -> Iterator[list[str]]:
    """OpenSpiel's bots, loaded as a command does it; afterwards all bots are as they were."""
    before = dict(registry._bots)
    for name in [name for name in before if name.startswith("openspiel")]:
        del registry._bots[name]
    yield load_code(BOTS)
    registry._bots.clear()
    registry._bots.update(before)


@pytest.mark.slow
def test_searchers_play_at_our_tables(searchers: list[str]) -> None:
    assert searchers == ["openspiel-mcts", "openspiel-ismcts"]
    for name, game in [(searchers[0], "copenhagen"), (searchers[0], "roll-and-write"), (searchers[1], "copenhagen")]:
        bot, luck = make_bot(f"{name}:8n"), random.Random(1)
        state = play_on(nyhavn.new_game(game, players=3, seed=1), 30, luck)
        for _ in range(2):
            assert state.turn is not None
            observation = observe(state, state.turn)
            move = bot.choose(observation, random.Random(2))
            assert bot.choose(observation, random.Random(2)) == move  # nothing else is left to chance
            state.play(move)


def test_searchers_keep_to_a_time(searchers: list[str]) -> None:
    state = play_on(nyhavn.new_game("copenhagen", seed=1), 50, random.Random(1))
    assert state.turn is not None
    bot, observation = make_bot(f"{searchers[1]}:300ms"), observe(state, state.turn)
    began = time.process_time()
    bot.choose(observation, random.Random(2))
    assert time.process_time() - began < 0.6


def test_searchers_find_a_win(searchers: list[str]) -> None:
    state, greedy, luck = nyhavn.new_game("copenhagen", seed=15), make_bot("greedy"), random.Random(15)
    while not state.over:
        before = state.copy()
        assert state.turn is not None
        state.play(greedy.choose(observe(state, state.turn), luck))
    seat = before.turn
    assert seat is not None
    assert state.scores[seat] >= 12
    for name in searchers:
        other = before.copy()
        other.play(make_bot(f"{name}:100n").choose(observe(before, seat), random.Random(1)))
        assert other.winners == (seat,)


@pytest.mark.parametrize("name", TABLES[:3])
def test_worlds_for_searchers_are_those_that_a_replay_gives(name: str) -> None:
    """Also in the middle of a build, which only worlds allow in which it can be paid."""
    luck, differ, building = random.Random(1), 0, 0
    state = midway(name, 15, luck)
    while state.move_number() < 60:
        building += bool(state.prefix)
        for seat in range(state.num_players()) if not state.is_chance_node() else ():
            seed = state.move_number()
            replayed = resampling.resampled(state, seat, random.Random(seed).random)
            other = resampling.exchanged(state, seat, random.Random(seed).random)
            assert other.memory.tobytes() == replayed.memory.tobytes()
            assert other.openings == replayed.openings
            assert other.information_state_string(seat) == state.information_state_string(seat)
            differ += other.openings != state.openings
        act(state, luck)
    assert differ
    assert building


@pytest.mark.long
@pytest.mark.parametrize("name", ["python_copenhagen", "python_copenhagen(players=3)", "python_roll_and_write"])
def test_playouts_end_as_those_of_openspiel(name: str) -> None:
    """From a decision, from the middle of a move and from a card or die to come, with all winners as likely."""
    state, luck = midway(name, 90, random.Random(9)), random.Random(9)
    theirs = RandomRolloutEvaluator(random_state=np.random.RandomState(1))
    ours = Playouts(state.game_name, state.num_players(), np.random.RandomState(2))
    wanted = [lambda: not state.prefix and not state.is_chance_node(), lambda: state.prefix, state.is_chance_node]
    for stage in wanted:
        while not stage():
            act(state, luck)
        before = state.serialize()
        often = Counter(tuple(ours.evaluate(state)) for _ in range(3000))
        assert state.serialize() == before
        likely = {returns: count for returns, count in often.items() if count > 400}
        assert len(likely) > 1
        assert_follows([found for _ in range(100) if (found := tuple(theirs.evaluate(state))) in likely], likely)


def test_a_playout_that_the_end_card_ends_is_counted() -> None:
    """C19: the last card of the deck of two players can only be the End card."""
    state, luck = midway("python_copenhagen", 60, random.Random(3)), random.Random(3)
    while not (state.is_chance_node() and state.legal_actions() == [5]):
        if state.is_chance_node():
            cards = [card for card in state.legal_actions() if card != 5]
            state.apply_action(luck.choice(cards or [5]))
        else:
            takes = [action for action in state.legal_actions() if action < 56]
            state.apply_action(luck.choice(takes or state.legal_actions()))
    returns = Playouts("copenhagen", 2, np.random.RandomState(1)).evaluate(state)
    state.apply_action(5)
    assert state.is_terminal()
    assert list(returns) == state.returns()
