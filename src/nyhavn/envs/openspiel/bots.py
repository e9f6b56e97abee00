"""OpenSpiel's own searchers as players at our tables: `openspiel-mcts` and `openspiel-ismcts`.

Importing this registers them; it is not done by itself, so that nobody waits for OpenSpiel who does not want it. For a
command, name this file: `nyhavn arena --code …/nyhavn/envs/openspiel/bots.py`.

Both are OpenSpiel's Python code as it comes, with UCT and random playouts; nothing in them knows these games. What it
lets others provide is compiled here, the playouts (`playouts`), or quicker than by replaying a game, other worlds
(`resampling.exchanged`). They see what every bot sees. A budget of work is the number of playouts for a move. A move of
several actions is searched action by action, each with half of what is left of the budget. OpenSpiel's searchers cannot
stop in time: a budget of time becomes a number of playouts, by how long the first ones take, which is the least that
they do.
"""

import nyhavn.envs.openspiel  # noqa: F401 - registers the games; first, because it tells who has no OpenSpiel

# isort: split
import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot

from nyhavn.bots import Budget, Observation, register
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.openspiel.playouts import Playouts
from nyhavn.envs.openspiel.resampling import believed, exchanged
from nyhavn.games import find_game

UCT = 1.4
FEWEST = 2
"""Playouts of the shortest search: with one only no move would have been tried."""
CAUTION = 0.8
"""The part of a time that is planned for: no two playouts take equally long."""


@cache
def _game(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Any:
    return pyspiel.load_game(f"python_{find_game(name).identifier}", {"players": players, **dict(options)})


def _searched(observation: Observation, budget: Budget, rng: random.Random, kind: Callable[..., Any]) -> str:
    """The move that a searcher finds, action by action."""
    game = _game(observation.game, observation.players, tuple(observation.options.items()))
    encoding, luck = encoding_of(observation.game), np.random.RandomState(rng.getrandbits(32))
    bot = kind(game, Playouts(observation.game, observation.players, luck), luck)
    state = believed(game, observation, rng.random)
    actions: list[int] = []
    while not encoding.is_complete(actions):
        legal = state.legal_actions()
        part = 0.5 ** (len(actions) + 1)
        actions.append(_step(bot, state, budget, part) if len(legal) > 1 else legal[0])
        state.apply_action(actions[-1])
    return encoding.action_to_text(actions)


def _step(bot: Any, state: Any, budget: Budget, part: float) -> int:
    """One action, found with a part of a budget."""
    if budget.seconds is None:
        return _search(bot, state, int((budget.nodes or 0) * part))
    began = time.perf_counter()
    action = _search(bot, state, FEWEST)
    spent = time.perf_counter() - began
    more = int((budget.seconds * part - spent) / spent * FEWEST * CAUTION)
    return _search(bot, state, more) if more > FEWEST else action


def _search(bot: Any, state: Any, playouts: int) -> int:
    bot.max_simulations = bot._max_simulations = max(playouts, FEWEST)  # the two searchers name it differently
    return int(bot.step(state))


def _mcts(game: Any, evaluator: Any, luck: Any) -> Any:
    return MCTSBot(game, UCT, FEWEST, evaluator, random_state=luck)


def _ismcts(game: Any, evaluator: Any, luck: Any) -> Any:
    bot = ISMCTSBot(game, evaluator, UCT, FEWEST, random_state=luck)
    bot.set_resampler(lambda state, player: exchanged(state, player, luck.random_sample))
    return bot


def _hides(game: str) -> bool:
    return find_game(game).has("environment") and find_game(game).rules.knowledge.HIDES


@register("openspiel-mcts", games=lambda game: find_game(game).has("environment"))
def mcts(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """MCTS. It takes everything for known: in the card game it searches one world of those that are possible."""
    return _searched(observation, budget, rng, _mcts)


@register("openspiel-ismcts", games=_hides)
def ismcts(observation: Observation, budget: Budget, rng: random.Random) -> str:
    """Information set MCTS, with a new world for every playout. OpenSpiel has it for games that hide something only."""
    return _searched(observation, budget, rng, _ismcts)
