"""Bots: players that see what their seat may know, and nothing else.

A bot is a function `choose(observation, budget, rng)` that gives one of the observation's moves, and a decorator
registers it under a name. Nothing in here knows a rule, a table or a network: what is legal the observation says, and
callers that let bots play ask `make_bot`.
"""

from nyhavn.bots import uniform, greedy, planner, mc, search, ismcts, levels  # noqa: F401, I001 - they register themselves
from nyhavn.bots.budgets import Budget
from nyhavn.bots.plugins import load_code
from nyhavn.bots.observations import Observation, observe
from nyhavn.bots.registry import Bot, Choose, Player, bot_names, find_bot, make_bot, own_names, register

OWN_BOTS = own_names()
"""Bots that come with nyhavn."""
PLAIN_BOTS = ("random", "greedy")
"""Bots among them that need no kernels but the rules."""

__all__ = [
    "OWN_BOTS",
    "PLAIN_BOTS",
    "Bot",
    "Budget",
    "Choose",
    "Observation",
    "Player",
    "bot_names",
    "find_bot",
    "load_code",
    "make_bot",
    "observe",
    "register",
]
