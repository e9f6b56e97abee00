"""How much an ability is worth, by experiment: the first seat gets it for free at the start, and nothing else changes.
The same deals are played out with it and without, with the same random numbers. What a gift is, is up to each game
(`ability_grants`)."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from nyhavn.analysis.moves import play_out, suggestions
from nyhavn.arena.intervals import mean_of
from nyhavn.arena.results import Figures, tidy
from nyhavn.bots import Budget, Observation, observe
from nyhavn.games import find_game
from nyhavn.machine import cores
from nyhavn.play import new_game

PLAYOUTS = 10
"""For each deal, with the gift and without it."""
ALL_TURNS = 1000
"""More than a game has. Playouts of the dice game that are to last some turns go by the planner's moves, and luck is
taken out of them; those of the card game are the same as to the end."""


def measure(
    game: str, players: int, deals: int, seed: int = 0, step: Callable[[], None] = lambda: None
) -> list[Figures]:
    """What each ability adds to the first seat's share of wins, with its interval; deals are the clusters."""
    grants = find_game(game).ability_grants
    if grants is None:
        return []
    names, give = grants.names, grants.give

    def gains(deal: int) -> list[float]:
        state = new_game(game, players=players, seed=random.Random(f"nyhavn gifts {seed} {deal}").getrandbits(62))
        seen = observe(state, 0)
        plain = _share(seen, deal, seed)
        found = []
        for number in range(len(names)):
            memory = seen.memory
            give(memory, number)
            found.append(_share(replace(seen, position=memory.tobytes()), deal, seed) - plain)
        step()
        return found

    with ThreadPoolExecutor(cores()) as threads:
        gained = dict(zip(names, zip(*threads.map(gains, range(deals)), strict=True), strict=True))
    found = []
    for name in names:
        sign = -1 if name in grants.taken_away else 1
        mean = mean_of([sign * one for one in gained[name]], [1] * deals)
        found.append({"name": name, "gain": tidy(mean.value), "low": tidy(mean.low), "high": tidy(mean.high)})
    return found


def _share(seen: Observation, deal: int, seed: int) -> float:
    """What the first seat wins, beginning with what the planner likes best."""
    luck = random.Random(f"nyhavn gifts {seed} {deal} playouts")
    (best,) = suggestions(seen, luck, most=1)
    return float(play_out(seen, [best], Budget(nodes=PLAYOUTS), luck, ALL_TURNS).mean())
