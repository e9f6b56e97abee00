"""The bots there are, by name, and how they are asked for: `greedy`, or with a budget, `search:500ms`."""

import random
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nyhavn.bots.budgets import USUAL, Budget
from nyhavn.bots.observations import Observation
from nyhavn.games import find_game, game_names

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)


class Choose(Protocol):
    """A bot: one of the observation's moves. With the same observation, a budget of work and the same random numbers it
    must give the same move; `rng` is the only chance it may use."""

    def __call__(self, observation: Observation, budget: Budget, rng: random.Random) -> str: ...


Function = TypeVar("Function", bound=Choose)


@dataclass(frozen=True)
class Bot:
    """A bot under its name, and whether it plays a game."""

    name: str
    choose: Choose
    plays: Callable[[str], bool]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it plays."""
        return tuple(game for game in game_names() if self.plays(game))

    def __reduce__(self) -> tuple[Callable[[str], "Bot"], tuple[str]]:
        return find_bot, (self.name,)  # another process has its own


@dataclass(frozen=True)
class Player:
    """A bot with its budget, ready to play."""

    bot: Bot
    budget: Budget = USUAL

    def choose(self, observation: Observation, rng: random.Random) -> str:
        """A legal move; ValueError if it is not the seat's turn, or if the bot does not play the game or does not give
        one."""
        name = self.bot.name
        if not self.bot.plays(observation.game):
            raise ValueError(f"{name} does not play {observation.game}, only {' and '.join(self.bot.games)}")
        if not observation.numbers:
            raise ValueError(f"{name} has no move to choose: it is not the turn of seat {observation.seat}")
        move = self.bot.choose(observation, self.budget, rng)
        if not observation.allows(move):
            raise ValueError(f"{name} chose {str(move)[:80]!r}, which isn't a legal move here")
        return move


_bots: dict[str, Bot] = {}
_searching = threading.RLock()
_searched: list[Callable[[], None]] = []
"""Where to look for more bots, once, when one is asked for."""


def search_also(search: Callable[[], None]) -> None:
    """Have something look for more bots, once, when one is asked for that is not known."""
    _searched.append(search)


def search_nowhere() -> None:
    """From now on, only bots that are loaded by name are there: nothing is looked for."""
    _searched.clear()


def gather(load: Callable[[], object]) -> list[str]:
    """The names of the bots that come by loading something; if that fails, none has come."""
    before = dict(_bots)
    try:
        load()
    except BaseException:
        _bots.clear()
        _bots.update(before)
        raise
    return [name for name in _bots if name not in before]


def register(name: str, games: Iterable[str] | Callable[[str], bool] | None = None) -> Callable[[Function], Function]:
    """Make a function a bot: `@register("first")` for all games, or with the games that it plays, by their names or
    by a function that tells of each whether it does."""
    if type(name) is not str or not NAME.fullmatch(name):
        raise ValueError(f"{str(name)[:40]!r} isn't a bot name: use lower-case letters, digits and single hyphens")
    plays = _plays(name, games)
    if name in _bots:
        raise ValueError(f"there is already a bot called {name}")

    def keep(choose: Function) -> Function:
        _bots[name] = Bot(name, choose, plays)
        return choose

    return keep


def _plays(name: str, games: Iterable[str] | Callable[[str], bool] | None) -> Callable[[str], bool]:
    if games is None:
        return lambda game: True
    if callable(games):
        return games
    played = (games,) if isinstance(games, str) else tuple(games)
    unknown = [game for game in played if game not in game_names()]
    if unknown or not played:
        known = " and ".join(game_names())
        raise ValueError(f"{name} cannot play {str([*unknown, 'nothing'][0])[:40]!r}: there are {known}")
    return played.__contains__


def _all() -> dict[str, Bot]:
    with _searching:
        while _searched:
            _searched.pop()()
    return _bots


def bot_names(game: str | None = None) -> list[str]:
    """The names of all bots, or of those that play a game, in the order in which they were registered."""
    if game is not None:
        find_game(game)
    return [name for name, bot in _all().items() if game is None or bot.plays(game)]


def own_names() -> tuple[str, ...]:
    """The names of the bots that are registered by now; nothing is looked for."""
    return tuple(_bots)


def find_bot(name: str) -> Bot:
    """A bot by its name; ValueError if there is none. Third-party bots are looked for if the name is not known yet."""
    if name not in _bots and name not in _all():
        raise ValueError(f"there is no bot {str(name)[:40]!r}: choose {', '.join(_bots)}")
    return _bots[name]


def make_bot(spec: str) -> Player:
    """A bot ready to play: `name` or `name:budget`, such as `search:500ms` or `search:2000n`; ValueError for a name or
    a budget that does not exist."""
    name, colon, budget = spec.partition(":")
    return Player(find_bot(name), Budget.parse(budget) if colon else USUAL)
