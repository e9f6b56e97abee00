"""How fast environments play, each in the loop that its users write: uniformly sampled actions, in decisions a second.

A decision is one move of the game, however many stages it takes.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import Thread
from typing import Any

from nyhavn.bench.speed.rules import CHUNKS, SEED, Bench, Run, enough, machine
from nyhavn.envs.batch import BatchEnv
from nyhavn.envs.encoding import encoding_of
from nyhavn.games import find_game, game_names
from nyhavn.machine import cores

Figures = dict[str, Any]
Progress = Callable[[str], None]
Loop = Callable[[str, int, int], Run]


def engine(game: str, players: int, rows: int) -> Run:
    """Random games in a kernel, without masks or stages, on as many threads as the batch environment."""
    benches = [Bench(game, players) for _ in range(cores())]

    def run(rounds: int) -> int:
        moves: list[int] = []
        threads = [Thread(target=lambda one=one: moves.append(one.games(rounds))) for one in benches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(moves)

    return run


def _moves(env: BatchEnv, work: Callable[[], object]) -> int:
    before = env.moves
    work()
    return env.moves - before


def wandering(game: str, players: int, rows: int) -> Run:
    """The batch environment, sampling and stepping in compiled code."""
    env = BatchEnv(game, rows, players, SEED)
    return lambda rounds: _moves(env, lambda: env.wander(rounds))


def stepping(game: str, players: int, rows: int) -> Run:
    """The batch environment, with every step and every sample asked for by Python."""
    env = BatchEnv(game, rows, players, SEED)
    return lambda rounds: _moves(env, lambda: [env.step(env.sample()) for _ in range(rounds)])


def observing(game: str, players: int, rows: int) -> Run:
    """The same, with what the seat to move sees before every step."""
    env = BatchEnv(game, rows, players, SEED)

    return lambda rounds: _moves(env, lambda: [(env.observe(), env.step(env.sample())) for _ in range(rounds)])


class Decisions:
    """Counts moves by their actions."""

    def __init__(self, game: str) -> None:
        self.stage_count, self.left, self.made = encoding_of(game).stage_count, 0, 0

    def begin(self) -> None:
        self.left, self.made = 0, 0

    def count(self, action: int) -> None:
        self.left = (self.left or self.stage_count(action)) - 1
        self.made += self.left == 0


class Plain(Decisions):
    """Where every action is a move."""

    def __init__(self) -> None:
        self.stage_count, self.left, self.made = (lambda first: 1), 0, 0


def pettingzoo(game: str, players: int, rows: int) -> Run:
    env, decisions = import_module("nyhavn.envs.pettingzoo").env(game, players=players), Decisions(game)
    return _agents(env, decisions)


def _agents(env: Any, decisions: Decisions) -> Run:
    """The loop that users of PettingZoo write."""
    rng = random.Random(SEED)
    env.reset(seed=SEED)

    def run(rounds: int) -> int:
        decisions.begin()
        while decisions.made < rounds:
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset(seed=rng.getrandbits(32))
                decisions.left = 0
                continue
            allowed = observation["action_mask"].nonzero()[0]
            action = int(allowed[rng.randrange(len(allowed))])
            env.step(action)
            decisions.count(action)
        return decisions.made

    return run


def openspiel(game: str, players: int, rows: int) -> Run:
    import_module("nyhavn.envs.openspiel")
    return _states(f"python_{find_game(game).identifier}(players={players})", Decisions(game))


def _states(name: str, decisions: Decisions) -> Run:
    """The loop that users of OpenSpiel write."""
    import pyspiel

    spiel, rng = pyspiel.load_game(name), random.Random(SEED)
    playing = [spiel.new_initial_state()]

    def run(rounds: int) -> int:
        decisions.begin()
        while decisions.made < rounds:
            state = playing[0]
            if state.is_terminal():
                playing[0] = spiel.new_initial_state()
                decisions.left = 0
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                action = rng.choice(state.legal_actions())
                state.apply_action(action)
                decisions.count(action)
        return decisions.made

    return run


def connect_four() -> Run:
    return _agents(import_module("pettingzoo.classic.connect_four.connect_four").env(), Plain())


def backgammon() -> Run:
    return _states("backgammon", Plain())


LOOPS: dict[str, Loop] = {
    "engine": engine,
    "batch": wandering,
    "batch_stepped": stepping,
    "batch_observed": observing,
    "pettingzoo": pettingzoo,
    "openspiel": openspiel,
}
NEIGHBOURS: dict[str, Callable[[], Run]] = {"connect_four": connect_four, "backgammon": backgammon}
"""Games that PettingZoo and OpenSpiel bring themselves, in the same loops."""


def rate(run: Run, seconds: float) -> Figures:
    """The best of a few chunks, by the clock; and by the processor time of all, which a busy machine does not change
    much."""
    rounds = enough(run, seconds / CHUNKS)
    best, decisions, worked = 0.0, 0, time.process_time()
    for _ in range(CHUNKS):
        begun = time.perf_counter()
        made = run(rounds)
        best = max(best, made / (time.perf_counter() - begun))
        decisions += made
    return {
        "decisions_per_second": round(best),
        "decisions_per_processor_second": round(decisions / max(1e-9, time.process_time() - worked)),
    }


def _tried(loop: Callable[[], Run], seconds: float) -> Figures:
    try:
        return rate(loop(), seconds)
    except ImportError as missing:
        return {"missing": str(missing)}


def measure(players: int, rows: int, seconds: float, progress: Progress) -> Figures:
    """All loops of every game that is an environment. One that is not installed has a sentence in place of figures."""
    games = [game for game in game_names() if find_game(game).has("environment")]
    figures: Figures = {game: {} for game in games}
    for game in games:
        for name, loop in LOOPS.items():
            progress(f"{game}: {name}")
            figures[game][name] = _tried(partial(loop, game, players, rows), seconds)
    neighbours: Figures = {}
    for name, neighbour in NEIGHBOURS.items():
        progress(name)
        neighbours[name] = _tried(neighbour, seconds)
    return (
        figures
        | {"neighbours": neighbours}
        | {"players": players, "rows": rows, "threads": cores(), "machine": machine()}
    )
