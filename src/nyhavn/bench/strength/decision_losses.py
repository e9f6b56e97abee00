"""What bots lose by their decisions: `nyhavn bench strength --only losses`.

The judge is `search` with many times the work and more moves to look at. It chooses twice, with different luck, and
then what it chose and what the bots chose is played out anew, all with the same luck, which had no part in finding any
of them: so the best of many guesses does not look better than it is, and a bot may even gain something. How much one
choice of the judge differs from the other is the floor: what is lost below that, nobody can see.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from nyhavn.arena.intervals import Interval, mean_of, share_of
from nyhavn.arena.matches import Match
from nyhavn.arena.results import tidy
from nyhavn.bench.strength.held_out import Sample, choose, decisions, until
from nyhavn.bots import Budget, Observation, make_bot
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.search import way_of
from nyhavn.games import bots_of
from nyhavn.kernels.batch import Ints
from nyhavn.kernels.bot_entries import Floats
from nyhavn.parts import Way

Estimate = Callable[[Sequence[float], Sequence[int]], Interval]

MOST_CANDIDATES = 48
"""Moves that the planner names to the judge; those that bots chose are added."""
PER_GAME = 2
"""Decisions of a game that are judged."""
ROUNDS = 64
ENOUGH = 4
EXACT, PART = 0.0005, 0.02
"""A difference of two moves is known well enough with this standard error, or with this part of itself: no more
playouts are made."""


class Task(NamedTuple):
    """One game: some of its decisions are judged."""

    match: Match
    number: int
    bots: tuple[str, ...]
    nodes: int


class Verdict(NamedTuple):
    """One decision: what each bot lost, how far the judge's two choices are apart, whether they are the same move, and
    for each bot whether it is one of them."""

    losses: list[float]
    apart: float
    same: bool
    found: list[bool]


def judging(game: str) -> Way:
    """How the judge plays moves out: as `search` does, or `mc` where there is none."""
    return way_of(game) or bots_of(game).mc


def candidates(seen: Observation, chosen: Sequence[int], rng: random.Random) -> tuple[Ints, Floats]:
    """All moves that may matter, with what the planner expects of them."""
    moves, values = Thought(seen, Budget(nodes=1), rng).plan(MOST_CANDIDATES)
    others = [move for move in dict.fromkeys(chosen) if move not in moves]
    return np.append(moves, others).astype(np.int64), np.append(values, [values.min()] * len(others))


def measured(seen: Observation, moves: Sequence[int], nodes: int, rng: random.Random) -> Floats:
    """What some moves are worth, all with the same luck, until their differences are known well enough."""
    thought, ids, turns = Thought(seen, Budget(nodes=nodes), rng), np.array(moves, np.int64), judging(seen.game).turns
    rows: list[Floats] = []
    for first in range(0, max(ROUNDS, nodes // len(ids)), ROUNDS):
        rows.append(thought.play_out(ids, first, ROUNDS, turns))
        found = np.concatenate(rows)
        apart = found - found[:, :1]
        error = apart.std(axis=0) / len(found) ** 0.5
        if len(rows) >= ENOUGH and (error < np.maximum(EXACT, PART * np.abs(apart.mean(axis=0)))).all():
            break
    worth: Floats = np.concatenate(rows).mean(axis=0)
    return worth


def judge(seen: Observation, chosen: Sequence[int], nodes: int, rng: random.Random) -> Verdict:
    """What bots lose that chose these moves."""
    moves, values = candidates(seen, chosen, rng)
    picks = [Thought(seen, Budget(nodes=nodes), rng).compare(moves, values, judging(seen.game)) for _ in range(2)]
    compared = list(dict.fromkeys((*picks, *chosen)))
    if len(compared) == 1:
        return Verdict([0.0] * len(chosen), 0.0, True, [True] * len(chosen))
    worth = dict(zip(compared, measured(seen, compared, nodes, rng).tolist(), strict=True))
    first, second = (worth[move] for move in picks)
    losses = [(first + second) / 2 - worth[move] for move in chosen]
    return Verdict(losses, abs(first - second) / 2, picks[0] == picks[1], [move in picks for move in chosen])


def judge_game(task: Task) -> list[Verdict]:
    """Some decisions of a game, at random."""
    match = task.match
    rng = random.Random(f"nyhavn strength losses {match.seed} {task.number}")
    every, _ = decisions(match, task.number)
    verdicts = []
    for one in rng.sample(every, min(PER_GAME, len(every))):
        chosen = [choose(make_bot(bot), one.seen, random.Random(rng.getrandbits(62))) for bot in task.bots]
        verdicts.append(judge(one.seen, chosen, task.nodes, rng))
    return verdicts


def measure(sample: Sample, bots: Sequence[str], nodes: int, progress: Any) -> dict[str, Any]:
    """What each bot loses by a decision, on average."""
    tasks = (Task(sample.match, number, tuple(bots), nodes) for number in count())
    by_game: list[list[Verdict]] = []
    for verdicts, passed in until(sample.seconds, judge_game, tasks, sample.jobs):
        by_game.append(verdicts)
        done = sum(map(len, by_game))
        progress(f"{sample.game}: {done} decisions judged, {min(1, passed):.0%} of the time")
        if done >= sample.most:
            break
    counts = [len(verdicts) for verdicts in by_game]

    def averaged(estimate: Estimate, value: Callable[[Verdict], float]) -> dict[str, float | None]:
        return told(estimate([sum(map(value, verdicts)) for verdicts in by_game], counts))

    return {
        "decisions": sum(counts),
        "games": len(counts),
        "source": sample.bot,
        "judge_nodes": nodes,
        "floor": averaged(mean_of, lambda one: one.apart),
        "judge_agrees": averaged(share_of, lambda one: one.same),
        "bots": {
            bot: {
                "loss": averaged(mean_of, partial(lambda place, one: one.losses[place], place)),
                "best": averaged(share_of, partial(lambda place, one: one.found[place], place)),
            }
            for place, bot in enumerate(bots)
        },
    }


def told(interval: Interval) -> dict[str, float | None]:
    """An estimate with its interval, as it is written."""
    return {"mean": tidy(interval.value), "low": tidy(interval.low), "high": tidy(interval.high)}
