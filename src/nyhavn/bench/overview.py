"""All figures of a game's rules, and all that is measured, as one document."""

import time
from collections.abc import Callable
from typing import Any

from nyhavn.bench import check, client, start
from nyhavn.bench.server import load as server
from nyhavn.bench.speed import bots, environments, reviews
from nyhavn.bench.speed import rules as bench_rules
from nyhavn.bench.speed.anchor import GAMES as AS_MANY
from nyhavn.bench.speed.anchor import Anchor
from nyhavn.bench.speed.rules import Rate, Run, enough, timed
from nyhavn.games import find_game, game_names, rules_of

ROUNDS = 2
SECONDS = 2.0
"""For each figure of bots and environments."""
LOADS = {"busy": server.Load(), "calm": server.Load(tables=100, rate=100)}
"""As fast as a server can, and many tables at the pace of people."""
ROWS = 4096

Figures = dict[str, Any]
Progress = Callable[[str], None]


def measure(seconds: float, anchor: Anchor | None, progress: Progress, end: float) -> Figures:
    """Every figure of the rules of every game that can be measured until `end`."""
    progress("loading the games")
    games = game_names()
    figures: Figures = {game: {} for game in games}
    for game in games:
        rules = rules_of(game)
        for players in rules.players:
            progress(f"{game}: random games, {players} players")
            own = bench_rules.Bench(game, players).games
            beside = anchor if players == find_game(game).promises.anchor_players else None
            rate = _beside(beside, own, seconds) if beside else bench_rules.best(own, seconds)
            figures[game][str(players)] = {
                "games_per_second": round(rate.per_second),
                "moves_per_second": round(rate.moves_per_second),
            }
        figures[game] |= _measure_game(game, min(rules.players), seconds, progress)
    figures["anchor"] = {"games_per_second": round(anchor.games_per_second)} if anchor else None
    figures["ratio_to_anchor"] = None
    for game in games:
        if anchor and (anchored := find_game(game).promises.anchor_players):
            own_rate = figures[game][str(anchored)]["games_per_second"]
            figures["ratio_to_anchor"] = round(own_rate / anchor.games_per_second, 3)
    rates = [figures[game][str(min(rules_of(game).players))]["moves_per_second"] for game in games]
    figures["decision_ratio"] = round(max(rates) / min(rates), 2)
    progress("importing nyhavn")
    figures["import_seconds"] = round(bench_rules.import_seconds(), 3)
    for game in games:
        progress(f"{game}: first game of a process")
        figures[game]["first_game_seconds"] = round(bench_rules.first_game_seconds(game), 3)
    progress("compiling from nothing")
    longest = max(1, end - time.monotonic())
    for game, took in bench_rules.compile_each(list(games), longest).items():
        figures[game]["compile_seconds"] = took
    figures["machine"] = bench_rules.machine()
    return figures


def _measure_game(game: str, players: int, seconds: float, progress: Progress) -> Figures:
    """What is measured with the smallest table only."""
    one = bench_rules.Bench(game, players)
    progress(f"{game}: two threads")
    ratio = bench_rules.threads_ratio(game, players, 2 * seconds)
    progress(f"{game}: step from Python")
    steps = bench_rules.best(one.steps, seconds)
    progress(f"{game}: text API")
    decisions = bench_rules.best(one.decisions, seconds)
    progress(f"{game}: copies")
    copies = bench_rules.best(one.copies, seconds / 2)
    return {
        "threads_ratio": round(ratio, 2),
        "step_moves_per_second": round(steps.per_second),
        "text_decisions_per_second": round(decisions.per_second),
        "state_bytes": one.state_bytes(),
        "copy_ns": round(1e9 / copies.per_second, 1),
    }


def _beside(anchor: Anchor, own: Run, seconds: float) -> Rate:
    """Our games and the anchor's in turn, so that both meet the same machine; the best of each counts."""
    rounds = min(AS_MANY, enough(own, 4 * seconds))
    rates = []
    for _ in range(ROUNDS):
        anchor.run()
        rates.append(timed(own, rounds))
    return max(rates)


def measure_others(progress: Progress) -> Figures:
    """What each of the other commands measures, by its name, with its usual settings; a sentence where it cannot be
    measured here."""
    figures: Figures = {
        "envs": environments.measure(2, ROWS, SECONDS, progress),
        "bots": bots.measure(SECONDS, progress),
        "reviews": reviews.measure([], progress),
        "server": {name: server.measure(load, None, progress) for name, load in LOADS.items()},
    }
    for name, measured in (("client", client.measure), ("start", start.measure), ("check", check.measure)):
        try:
            figures[name] = measured(progress)
        except ValueError as missing:
            figures[name] = str(missing)
    return figures
