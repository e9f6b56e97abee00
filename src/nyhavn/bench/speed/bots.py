"""How fast bots think: what `nyhavn bench bots` measures, on one core, in positions from all parts of a game."""

import random
import time
from collections.abc import Callable
from typing import Any

from nyhavn.bench.speed.rules import machine
from nyhavn.bots import Player, find_bot, make_bot, observe
from nyhavn.bots.budgets import Budget
from nyhavn.bots.deliberation import Thought
from nyhavn.bots.observations import Observation
from nyhavn.games import bots_of, game_names
from nyhavn.play import new_game

SEED = 20190822
EVERY = 9  # decisions from one position to the next
BOTS = ("mc", "search", "ismcts-plain")
WORK = 200
"""Nodes that a bot is given at first; then as many as take the time wanted."""


def usual_player(game: str) -> Player:
    """The bot that plays the games measured: a planner, or `random` where there is none."""
    return make_bot("planner" if bots_of(game).search else "random")


def positions(game: str) -> list[Observation]:
    """Decisions of a game between two of them, from its beginning on."""
    player = usual_player(game)
    state, chance = new_game(game, 2, seed=SEED), random.Random(SEED)
    found: list[Observation] = []
    while (seat := state.turn) is not None:
        seen = observe(state, seat)
        if len(seen.moves) > 1:
            found.append(seen)
        state.play(player.choose(seen, chance))
    return found[::EVERY]


def think(bot: str, seen: Observation, nodes: int, rng: random.Random) -> int:
    """Let a bot look at about so many nodes, and give their number. Those that make playouts would stop when the choice
    is clear: what they do until then is done all along."""
    way = {"mc": bots_of(seen.game).mc, "search": bots_of(seen.game).search}.get(bot)
    if way is None:
        find_bot(bot).choose(seen, Budget(nodes=nodes), rng)
        return nodes
    thought = Thought(seen, Budget(nodes=nodes), rng)
    moves, _ = thought.plan(way.most)
    return thought.play_out(moves, 0, max(1, nodes // len(moves)), way.turns).size


def nodes_per_second(bot: str, seen: list[Observation], seconds: float) -> float:
    """Nodes that a bot looks at in a second of the processor's time."""

    def rate(nodes: int) -> float:
        begun = time.thread_time()
        done = sum(think(bot, one, nodes, random.Random(number)) for number, one in enumerate(seen))
        return done / max(time.thread_time() - begun, 1e-6)

    return rate(max(WORK, int(rate(WORK) * seconds / len(seen))))


def measure(seconds: float, progress: Callable[[str], None]) -> dict[str, Any]:
    """The figures of every game."""
    figures: dict[str, Any] = {}
    for game in game_names():
        progress(f"{game}: loading")
        seen = positions(game)
        figures[game] = {}
        for bot in (bot for bot in BOTS if find_bot(bot).plays(game)):
            progress(f"{game}: {bot}")
            figures[game][bot.replace("-", "_") + "_nodes_per_second"] = round(nodes_per_second(bot, seen, seconds))
    figures["machine"] = machine()
    return figures
