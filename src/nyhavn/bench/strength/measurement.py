"""How far bots are from best play: what `nyhavn bench strength` measures, part by part, each as long as it is given.

Nothing here was trained on, and the same seed and work give the same games; how many of them there are, the time
decides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from nyhavn.bench.speed import bots as bench_bots
from nyhavn.bench.speed.rules import machine
from nyhavn.bench.strength import alone, best_response, calibration, decision_losses, exploitability
from nyhavn.bench.strength.held_out import Sample
from nyhavn.bots import Budget, find_bot, make_bot
from nyhavn.bots.budgets import USUAL
from nyhavn.bots.deliberation import thinking_of
from nyhavn.bots.levels import level_of
from nyhavn.bots.search import way_of
from nyhavn.games import find_game, game_names

Progress = Callable[[str], None]
Figures = dict[str, Any]

BOTS = ("random", "greedy", "planner", "mc", "search")
"""Those that are measured where none are named: with the budget, if they need one."""
WITH_BUDGET = ("mc", "search")
MEASURING_SECONDS = 1.0
SOURCE_PART, LEAST_SOURCE = 10, 20
"""The bots whose games are looked at have the budget divided by this, but not fewer nodes than that."""


@dataclass(frozen=True)
class Wanted:
    """What to measure, and with how much of everything."""

    parts: Sequence[str] = ()
    games: Sequence[str] = ()
    players: int = 2
    bots: Sequence[str] = ()
    budget: Budget = USUAL
    work: int = 100
    """How many times as much the judge thinks."""
    most: int = 10**9
    """Decisions that are judged, or that something is announced of."""
    seconds: float = 60.0
    learning: float = 60.0
    """Seconds that the learner has before it is tested."""
    seed: int = 7301
    jobs: int = 1


class Part(NamedTuple):
    """One thing to measure of a game."""

    name: str
    title: str
    measure: Callable[[Wanted, str, int, Progress], Figures | None]
    """Given what is wanted, a game, and how many nodes `search` has there; None where a game has no such thing."""


def losses(wanted: Wanted, game: str, nodes: int, progress: Progress) -> Figures:
    return decision_losses.measure(sample(wanted, game, nodes), bots_for(wanted, game), wanted.work * nodes, progress)


def announced(wanted: Wanted, game: str, nodes: int, progress: Progress) -> Figures:
    return calibration.measure(sample(wanted, game, nodes), nodes, progress)


def response(wanted: Wanted, game: str, nodes: int, progress: Progress) -> Figures | None:
    if wanted.players != 2 or not find_game(game).has("environment"):
        return None
    few = nodes_of_source(nodes)
    rival = f"{'master' if level_of('master', game) else 'search' if way_of(game) else 'mc'}:{few}n"
    return best_response.measure(game, rival, few, wanted.seed, wanted.learning, wanted.seconds, wanted.jobs, progress)


def solved(wanted: Wanted, game: str, nodes: int, progress: Progress) -> Figures | None:
    if not exploitability.may_be_solved(game):
        return None
    return exploitability.measure(game, wanted.seconds, progress)


def clocked(wanted: Wanted, game: str, nodes: int, progress: Progress) -> Figures | None:
    return alone.measure(game, bots_for(wanted, game), wanted.seed, wanted.seconds, wanted.most, progress)


PARTS = (
    Part("losses", "loss of win share per decision", losses),
    Part("calibration", "calibration of announced win shares", announced),
    Part("response", "what a learner wins against the strongest bot", response),
    Part("solved", "exploitability in games that can be solved", solved),
    Part("alone", "turns alone against the clock", clocked),
)


def bots_for(wanted: Wanted, game: str) -> list[str]:
    """Those that were asked for, or the usual ones, as far as they play the game; with as many nodes as they look at
    within the budget on a core that does nothing else."""
    usual = [f"{name}:{nodes_of(game, wanted.budget, name)}n" if name in WITH_BUDGET else name for name in BOTS]
    return [bot for bot in wanted.bots or usual if find_bot(bot.partition(":")[0]).plays(game)]


def sample(wanted: Wanted, game: str, nodes: int) -> Sample:
    """Games of a strong bot that plays the same on every machine."""
    bot = f"{'search' if way_of(game) else 'mc'}:{nodes_of_source(nodes)}n"
    return Sample(game, wanted.players, bot, wanted.seed, wanted.seconds, wanted.jobs, wanted.most)


def nodes_of_source(nodes: int) -> int:
    return max(LEAST_SOURCE, nodes // SOURCE_PART)


@cache
def nodes_of(game: str, budget: Budget, bot: str = "search") -> int:
    """How many nodes a bot looks at within a budget, on this machine; `mc` where it does not play the game."""
    if budget.nodes is not None:
        return budget.nodes
    playing = bot if find_bot(bot).plays(game) else "mc"
    rate = bench_bots.nodes_per_second(playing, bench_bots.positions(game), MEASURING_SECONDS)
    return max(LEAST_SOURCE, round(rate * (budget.seconds or 0.0)))


def chosen(parts: Sequence[str]) -> list[Part]:
    """Parts by their names, all if none is named; ValueError for one that does not exist."""
    names = [part.name for part in PARTS]
    for name in parts:
        if name not in names:
            raise ValueError(f"{name[:40]!r} is no part of this: choose from {', '.join(names)}")
    return [part for part in PARTS if not parts or part.name in parts]


def plan(wanted: Wanted) -> list[str]:
    """What will be measured and how long it takes at most, as sentences; ValueError for what does not exist."""
    for game in wanted.games:
        find_game(game)
    for bot in wanted.bots:
        make_bot(bot)
    many = len(wanted.games or game_names())
    told = [f"{part.title}: {many} × {wanted.seconds:g} s, about" for part in chosen(wanted.parts)]
    return [f"{one}, and {wanted.learning:g} s to learn" if "learner" in one else one for one in told]


def measure(wanted: Wanted, progress: Progress) -> Figures:
    """All figures, by game and part."""
    parts = chosen(wanted.parts)
    figures: Figures = {}
    for game in wanted.games or game_names():
        progress(f"{game}: loading")
        thinking_of(game)
        nodes = nodes_of(game, wanted.budget)
        figures[game] = {"nodes": nodes}
        for part in parts:
            progress(f"{game}: {part.title}")
            figures[game][part.name] = part.measure(wanted, game, nodes, progress)
    asked = {"players": wanted.players, "budget": str(wanted.budget), "work": wanted.work, "seconds": wanted.seconds}
    return {"games": figures, **asked, "seed": wanted.seed, "jobs": wanted.jobs, "machine": machine()}
