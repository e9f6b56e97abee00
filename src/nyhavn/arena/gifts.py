"""How much an ability is worth, by experiment: the first seat gets it for nothing at the beginning, and nothing else is
changed. The same deals are played out with it and without, by the bots' quick policy and with the same random numbers.

In the card game a gift is the ability tile, active, out of the supply; all begin with `any`, so that this one is taken
away instead. In the dice game it is a star of the ability's colour.
"""

import random
from collections.abc import Callable
from dataclasses import replace

from nyhavn.arena.assessing import assess, suggestions
from nyhavn.arena.intervals import mean_of
from nyhavn.arena.results import Figures, tidy
from nyhavn.bots import Budget, Observation, observe
from nyhavn.copenhagen import components as card_game
from nyhavn.play import new_game
from nyhavn.rollwrite import components as dice_game
from nyhavn.rules import Memory

PLAYOUTS = 10
"""For each deal, with the gift and without it."""

Giving = Callable[[Memory, int], None]


def _give_tile(memory: Memory, number: int) -> None:
    bit = 1 << number
    if memory["active"][0, 0] & bit:
        memory["active"][0, 0] -= bit
    else:
        memory["active"][0, 0] += bit
        memory["abilities"][0, number] -= 1


def _give_star(memory: Memory, number: int) -> None:
    memory["stars"][0, 0, number] += 1


GIFTS: dict[str, tuple[tuple[str, ...], Giving]] = {
    "copenhagen": (card_game.ABILITIES, _give_tile),
    "roll-and-write": (tuple(dice_game.ABILITIES.values()), _give_star),
}
TAKEN_AWAY = {"copenhagen": ("any",)}


def gifts(game: str, players: int, deals: int, seed: int = 0, step: Callable[[], None] = lambda: None) -> list[Figures]:
    """What each ability adds to the first seat's share of wins, with its interval; deals are the clusters."""
    names, give = GIFTS[game]
    gained: dict[str, list[float]] = {name: [] for name in names}
    for deal in range(deals):
        state = new_game(game, players=players, seed=random.Random(f"nyhavn gifts {seed} {deal}").getrandbits(62))
        seen = observe(state, 0)
        plain = _share(seen, deal, seed)
        for number, name in enumerate(names):
            memory = seen.memory
            give(memory, number)
            gained[name].append(_share(replace(seen, position=memory.tobytes()), deal, seed) - plain)
        step()
    found = []
    for name in names:
        sign = -1 if name in TAKEN_AWAY.get(game, ()) else 1
        mean = mean_of([sign * one for one in gained[name]], [1] * deals)
        found.append({"name": name, "gain": tidy(mean.value), "low": tidy(mean.low), "high": tidy(mean.high)})
    return found


def _share(seen: Observation, deal: int, seed: int) -> float:
    """What the first seat wins, beginning with what the planner likes best."""
    luck = random.Random(f"nyhavn gifts {seed} {deal} playouts")
    (best,) = suggestions(seen, luck, most=1)
    (worth,) = assess(seen, [best], Budget(nodes=PLAYOUTS), luck)
    return worth.win_share
