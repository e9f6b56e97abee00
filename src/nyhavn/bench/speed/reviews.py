"""How long a review takes: what `nyhavn bench reviews` measures. Whole games are judged as a server does it, on as many
processes as it has, with nothing else to do."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from nyhavn.bench.speed.bots import SEED, usual_player
from nyhavn.bench.speed.rules import machine
from nyhavn.bots import observe
from nyhavn.games import game_names, rules_of
from nyhavn.play import State, new_game
from nyhavn.records import count_moves
from nyhavn.server.fair_queue import Kind, Turn
from nyhavn.server.reviews import Wanted, judge_by
from nyhavn.server.workers import Workers

TURN = Turn(Kind.REVIEW, "", "", "")
FIRST = 2
"""Moves of the game that is judged first: the processes start and load what they think with."""


def played(game: str, players: int, most: int | None = None) -> State:
    """A game between bots, or its beginning."""
    player, state, chance = usual_player(game), new_game(game, players, seed=SEED), random.Random(SEED)
    while (seat := state.turn) is not None and (most is None or count_moves(state) < most):
        state.play(player.choose(observe(state, seat), chance))
    return state


async def _review(workers: Workers, state: State) -> float:
    """Seconds that a review takes."""
    begun = time.perf_counter()
    wanted = Wanted(state.game, state.record(), count_moves(state), TURN)
    await judge_by(workers, wanted, lambda done: None)
    return time.perf_counter() - begun


async def _measure(sizes: Sequence[int], progress: Callable[[str], None]) -> dict[str, Any]:
    workers = Workers()
    figures: dict[str, Any] = {}
    try:
        for game in game_names():
            progress(f"{game}: loading")
            for _ in range(workers.count):
                await _review(workers, played(game, min(rules_of(game).players), FIRST))
            figures[game] = {}
            for players in sizes or rules_of(game).players:
                progress(f"{game}: {players} players")
                state = played(game, players)
                seconds = round(await _review(workers, state), 2)
                figures[game][str(players)] = {"decisions": count_moves(state), "seconds": seconds}
        return {**figures, "processes": workers.count}
    finally:
        await workers.close()


def measure(sizes: Sequence[int], progress: Callable[[str], None]) -> dict[str, Any]:
    """The figures of every game, with this many players, or with as many as it can have."""
    return asyncio.run(_measure(sizes, progress)) | {"machine": machine()}
