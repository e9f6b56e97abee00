"""Small games solved exactly, and how much bots give away in them, by OpenSpiel's own algorithms.

    python -m nyhavn.envs.openspiel.solver boathouse --bots random,mc:100n,ismcts-plain:100n

The equilibrium is found by CFR+ on the tree as Gambit writes it, which OpenSpiel reads back: so its compiled solver
needs no Python. What a policy gives away is its exploitability: half of what best responses to it gain from both seats.
A bot that draws random numbers is asked many times in every situation; how often it chose what is taken for its policy.
Only games of two in which every move is one action, with a few ten thousand positions at most.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import pyspiel
from open_spiel.python.algorithms import expected_game_score, exploitability, gambit
from open_spiel.python.policy import TabularPolicy

import nyhavn.envs.openspiel  # noqa: F401 - registers the games
from nyhavn.bots import make_bot, observe
from nyhavn.envs.encoding import encoding_of
from nyhavn.games import find_game
from nyhavn.play import State, new_game

ITERATIONS = 1000
ASKED = 20
"""How often a bot is asked in every situation."""


class Size(NamedTuple):
    """How many positions a game's tree has, chance and ends among them, and how many situations players can tell apart
    in which they decide."""

    histories: int
    chance: int
    ends: int
    information_states: int


class Solution(NamedTuple):
    """What the first seat gets if both play an equilibrium, and by how much what was found may be off."""

    value: float
    exploitability: float


def load(name: str) -> Any:
    """A game as OpenSpiel has it; ValueError if moves of it are more than one action."""
    if encoding_of(name).most_stages > 1:
        raise ValueError(f"{name} is too large to be solved: its moves are several actions")
    return pyspiel.load_game(f"python_{find_game(name).identifier}")


def size_of(game: Any) -> Size:
    """The size of the whole tree, which is walked through."""
    histories = chance = ends = 0
    known: set[str] = set()
    for state in _all(game.new_initial_state()):
        histories += 1
        ends += state.is_terminal()
        chance += state.is_chance_node()
        if not state.is_terminal() and not state.is_chance_node():
            known.add(state.information_state_string())
    return Size(histories, chance, ends, len(known))


def is_small(game: Any, most: int) -> bool:
    """Whether the tree has no more positions than that; no more of them are walked through."""
    return next(islice(_all(game.new_initial_state()), most, None), None) is None


def _all(state: Any) -> Iterator[Any]:
    yield state
    for action in state.legal_actions():
        yield from _all(state.child(action))


def solve(game: Any, iterations: int = ITERATIONS) -> Solution:
    """An equilibrium by CFR+."""
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(tree.new_initial_state(), [policy, policy])[0]
    return Solution(float(value), float(pyspiel.exploitability(tree, policy)))


def policy_of(game: Any, spec: str, asked: int = ASKED, seed: int = 0) -> TabularPolicy:
    """What a bot does in each situation, in shares of the times that it was asked."""
    bot, policy, encoding = make_bot(spec), TabularPolicy(game), encoding_of(game.game_name)
    for state in policy.states:
        known = state.information_state_string()
        seen = observe(replayed(state), state.current_player())
        shares = policy.policy_for_key(known)
        shares[:] = 0
        for time in range(asked):
            move = bot.choose(seen, random.Random(f"nyhavn solving {seed} {spec} {known} {time}"))
            shares[encoding.text_to_action(move)[0]] += 1 / asked
    return policy


def replayed(state: Any) -> State:
    """The same position in our own interface."""
    encoding, actions = encoding_of(state.game_name), iter(state.history())
    outcomes = encoding.chance_outcomes
    game = new_game(state.game_name, state.num_players(), chance=lambda kind, possible: outcomes[next(actions)])
    for action in actions:
        game.play(encoding.action_to_text([action]))
    return game


def exploitability_of(game: Any, policy: Any) -> float:
    return float(exploitability.exploitability(game, policy))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m nyhavn.envs.openspiel.solver", description="Solve a small game.")
    parser.add_argument("game")
    parser.add_argument("--bots", default="random", help="bots with their budgets, such as random,mc:100n")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="of CFR+")
    parser.add_argument("--asked", type=int, default=ASKED, help="how often a bot is asked in every situation")
    given = parser.parse_args(arguments)
    game = load(given.game)
    found: dict[str, Any] = {"game": given.game, **size_of(game)._asdict(), **solve(game, given.iterations)._asdict()}
    found["bots"] = {}
    for spec in given.bots.split(","):
        print(f"asking {spec}", file=sys.stderr)
        found["bots"][spec] = exploitability_of(game, policy_of(game, spec, given.asked))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
