"""Whether announced shares of a win come true: `nyhavn bench strength --only calibration`.

Bots play games, and at some of their decisions `search`, hints and reviews say what share of a win the seat can expect;
in the end it has won or not. What is announced is sorted into bins, and in each the average is compared with the wins.
As even perfect forecasts differ from so many results, the figure has a floor, which is told too; and a curve of two
numbers (a temperature and a shift) is fitted to all results at once, which a few results more or less change little.
"""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from nyhavn.analysis.decisions import judge
from nyhavn.analysis.hints import ideas
from nyhavn.arena.intervals import mean_of
from nyhavn.arena.matches import Match
from nyhavn.bench.strength.decision_losses import judging, told
from nyhavn.bench.strength.held_out import Decision, Sample, decisions, until
from nyhavn.bots import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.games import bots_of
from nyhavn.kernels.bot_entries import Floats

PER_GAME = 2
"""Moments of a game at which something is announced, by every seat: so that what one wins another one has lost."""
BINS = 10
RESAMPLED = 400
CERTAIN = 0.002
"""Shares nearer to 0 or 1 are taken for this, where their logarithm is needed."""
STEPS = 20
RIDGE = 1.0
LEAST_CURVE, MOST_CURVE = (-2.0, 0.2), (2.0, 5.0)
FEW = 30
"""Games from which on intervals are told: fewer are too much alike when they are drawn again."""


class Task(NamedTuple):
    """One game: something is announced of some of its decisions."""

    match: Match
    number: int
    nodes: int


Announced = dict[str, list[tuple[float, float]]]
"""Shares as they were announced in one game, with what came of it, by who announced them."""


def announcements(decision: Decision, nodes: int, rng: random.Random) -> dict[str, float]:
    """What `search`, hints and reviews say the seat can expect."""
    seen, bots, way = decision.seen, bots_of(decision.seen.game), judging(decision.seen.game)
    thought = Thought(seen, Budget(nodes=nodes), rng)
    moves, values = thought.plan(way.most)
    found = {"search": float(np.clip(thought.race(moves, values, way).means().max(), 0, 1))}
    found["hints"] = ideas(seen)[0]["share"]
    found["reviews"] = judge(seen, decision.move, Budget(nodes=bots.review_playouts), rng)["win_share"]
    return found


def announce(task: Task) -> Announced:
    """What was announced in a game, at random moments, and what came of it."""
    rng = random.Random(f"nyhavn strength calibration {task.match.seed} {task.number}")
    every, results = decisions(task.match, task.number)
    found: Announced = {}
    for place in rng.sample(range(len(every)), min(PER_GAME, len(every))):
        for one in around(every, place):
            for who, share in announcements(one, task.nodes, rng).items():
                found.setdefault(who, []).append((share, results[one.seen.seat]))
    return found


def around(every: Sequence[Decision], place: int) -> list[Decision]:
    """A decision, and of each other seat the next one, or its last before."""
    others = {one.seen.seat: one for one in every[:place]}
    others |= {one.seen.seat: one for one in reversed(every[place:])}
    return [others[seat] for seat in sorted(others)]


def logit(shares: Floats) -> Floats:
    kept = np.clip(shares, CERTAIN, 1 - CERTAIN)
    odds: Floats = np.log(kept / (1 - kept))
    return odds


def tempered(shares: Floats, curve: Floats, players: int) -> Floats:
    """Shares on a fitted curve, which turns an equal share into an equal share if the shift is 0."""
    middle = float(logit(np.array(1 / players)))
    bent: Floats = 1 / (1 + np.exp(-(middle + curve[0] + curve[1] * (logit(shares) - middle))))
    return bent


def fitted(shares: Floats, results: Floats, players: int) -> Floats:
    """Shift and temperature (1 leaves shares as they are) under which the results are the most likely."""
    known = np.stack([np.ones(len(shares)), logit(shares) - float(logit(np.array(1 / players)))], axis=1)
    curve = np.array([0.0, 1.0])
    for _ in range(STEPS):
        chances = tempered(shares, curve, players)
        slope = known.T @ (chances - results) + RIDGE * (curve - [0.0, 1.0])
        bend = (known * (chances * (1 - chances))[:, None]).T @ known + RIDGE * np.eye(2)
        curve = np.clip(curve - np.linalg.solve(bend, slope), LEAST_CURVE, MOST_CURVE)
    return curve


def in_bins(shares: Floats) -> Any:
    """Bins with about equally many announcements, by the places of those in each."""
    return [part for part in np.array_split(np.argsort(shares, kind="stable"), BINS) if len(part)]


def error_in_bins(shares: Floats, results: Floats) -> float:
    """The expected calibration error: how far announcements and results are apart in a bin, on average."""
    parts = in_bins(shares)
    return float(sum(abs(float((results - shares)[part].sum())) for part in parts) / len(shares))


def judged(by_game: Sequence[Sequence[tuple[float, float]]], players: int, seed: int) -> dict[str, Any]:
    """How well announcements of many games came true."""
    games = np.repeat(np.arange(len(by_game)), [len(one) for one in by_game])
    shares, results = np.array([pair for one in by_game for pair in one], np.float64).T
    rng, errors, bent = np.random.default_rng(seed), [], []
    curves = []
    places = [np.flatnonzero(games == game) for game in range(len(by_game))]
    for _ in range(RESAMPLED if len(by_game) >= FEW else 0):
        again = np.concatenate([places[game] for game in rng.integers(0, len(places), len(places))])
        curves.append(fitted(shares[again], results[again], players))
        errors.append(error_in_bins(shares[again], results[again]))
        bent.append(_bend(shares[again], curves[-1], players))
    curve = fitted(shares, results, players)
    rows, floor = [], 0.0
    for part in in_bins(shares):
        sums = [float(results[own].sum()) for own in (part[games[part] == game] for game in np.unique(games[part]))]
        won = mean_of(sums, [int((games[part] == game).sum()) for game in np.unique(games[part])])
        spread = (won.high - won.value) / 2
        floor += len(part) / len(shares) * spread * (2 / np.pi) ** 0.5 if np.isfinite(spread) else 0.0
        rows.append({"announced": round(float(shares[part].mean()), 4), "count": len(part), "won": told(won)})
    return {
        "announcements": len(shares),
        "announced": round(float(shares.mean()), 4),
        "won": round(float(results.mean()), 4),
        "bins": rows,
        "ece": _ranged(error_in_bins(shares, results), errors),
        "ece_floor": round(floor, 4),
        "fitted_error": _ranged(_bend(shares, curve, players), bent),
        "temperature": _ranged(float(curve[1]), [float(one[1]) for one in curves]),
        "shift": _ranged(float(curve[0]), [float(one[0]) for one in curves]),
    }


def _bend(shares: Floats, curve: Floats, players: int) -> float:
    """How far announcements are from the fitted curve, on average."""
    return float(np.abs(tempered(shares, curve, players) - shares).mean())


def _ranged(value: float, again: Sequence[float]) -> dict[str, float | None]:
    if not len(again):
        return {"mean": round(value, 4), "low": None, "high": None}
    low, high = np.percentile(again, [2.5, 97.5])
    return {"mean": round(value, 4), "low": round(float(low), 4), "high": round(float(high), 4)}


def measure(sample: Sample, nodes: int, progress: Any) -> dict[str, Any]:
    """How well announced shares come true."""
    tasks = (Task(sample.match, number, nodes) for number in count())
    found: dict[str, list[list[tuple[float, float]]]] = {}
    games = 0
    for announced, passed in until(sample.seconds, announce, tasks, sample.jobs):
        games += 1
        for who, pairs in announced.items():
            found.setdefault(who, []).append(pairs)
        progress(f"{sample.game}: announcements of {games} games, {min(1, passed):.0%} of the time")
        if PER_GAME * sample.players * games >= sample.most:
            break
    announced_by = {who: judged(by_game, sample.players, sample.seed) for who, by_game in found.items()}
    return {"games": games, "source": sample.bot, "search_nodes": nodes, "announced_by": announced_by}
