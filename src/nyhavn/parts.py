"""What a game is made of: a descriptor names its parts. Shared code asks the descriptor, never which game it is.

A game needs `rules`, with the text around them. Everything else is optional: where a part is missing, what it is for is
not offered, or is offered in the plain way that works for every game, as bots are that play by random playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from math import exp
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from nyhavn.facade.counts import Counts
from nyhavn.facade.fields import Field

if TYPE_CHECKING:  # Numba takes longer to load than listing the games may take
    from pathlib import Path

    from numpy.random import Generator
    from pydantic import BaseModel

    from nyhavn.facade.shapes import Cell
    from nyhavn.kernels.batch import Batch, Ints, States
    from nyhavn.kernels.bot_entries import Thinking, Work
    from nyhavn.kernels.environments import EnvKernels
    from nyhavn.rules import Effect, Memory, Rules

Kind = TypeVar("Kind")
Event = Mapping[str, Any]
"""An entry of a history with its effects."""


@dataclass(frozen=True)
class Way:
    """How moves are compared by playouts: at most so many of them, for so many turns, or to the end. What the planner
    expects of a move counts as `planned` playouts; two moves differ by `spread` from one playout to another, about.
    If `glance` is not 0, each move is looked at once so many turns ahead, and that counts in place of the planner's."""

    most: int
    turns: int
    planned: float
    spread: float
    glance: int = 0


@dataclass(frozen=True)
class Level:
    """How a level for people plays: with playouts of so many moves, so many of them or as many as its time allows, or
    without, and then with slips."""

    playouts: int | None = None
    most: int = 16
    warmth: float | None = None


@dataclass(frozen=True)
class Curve:
    """How shares of a win are bent before they are announced: their odds, counted from an equal share, to the power of
    `heat`, and as many times as `shift` says, as a logarithm."""

    heat: float = 1.0
    shift: float = 0.0

    def bend(self, share: float, players: int) -> float:
        """A share on the curve; 0 and 1 stay what they are."""
        others = players - 1
        odds = exp(self.shift) * (others * share) ** self.heat
        bent: float = odds / (odds + others * (1 - share) ** self.heat)
        return bent


class Solve(Protocol):
    """Says how many turns a position takes on average, if all goes as well as it can, and how many positions it has
    gone through for that."""

    def __call__(self, memory: Memory, /) -> float: ...
    @property
    def positions(self) -> int: ...


@dataclass(frozen=True)
class Alone:
    """One seat alone against the clock, in a game that can be played so: a yardstick for bots."""

    begin: Callable[[], Memory]
    """A whole game, before its first turn."""
    reduced: Mapping[str, Callable[[], Memory]]
    """Positions near the end, small enough to be solved."""
    seen: Callable[[Memory], Memory]
    """Such a position as a bot sees it: with another seat."""
    turn: Callable[[Memory], int]
    """The number of the turn that a position is in."""
    solver: Callable[[], Solve]
    least: Callable[[], int]
    """Turns below which no whole game ends, whatever chance brings."""


@dataclass(frozen=True)
class Bots:
    """What bots of a game think with."""

    load: Callable[[], Thinking]
    """Its kernels: made only where bots think."""
    mc: Way
    search: Way | None = None
    worth: Callable[[Batch, Memory, States, int], Ints] | None = None
    """What positions are worth to a seat that its moves lead to, before chance: `greedy` plays by it."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    judging_turns: int = -1
    """How many turns playouts last that judge moves for people; -1: to the end."""
    idea_playouts: int = 400
    review_turns: int = -1
    """The same for reviews, which look at many moves and have to be quick."""
    review_playouts: int = 800
    """Of a decision, at most."""
    curves: Mapping[int, Curve] = field(default_factory=dict)
    """How shares are announced, by the number of players; as they are found where nothing was measured."""
    alone: Callable[[], Alone] | None = None

    @cached_property
    def thinking(self) -> Thinking:
        """The kernels that bots think with."""
        return self.load()


@dataclass(frozen=True)
class Learning:
    """How the judge of a game learns. What a network and positions to learn from are made of, only the game knows."""

    new: Callable[[int, int], Any]
    """A network for so many players that has learned nothing, by a seed."""
    play: Callable[[Any, int, int, int], Any]
    """Positions of games with a network, or without one (None): for so many players, by a seed, about so many."""
    learn: Callable[[Any, Sequence[Any], Generator, Callable[[str], None]], tuple[Any, float]]
    """A network that tells better what the positions of some rounds led to, and what those held out cost it."""
    work: Callable[[Any, int], Work]
    """What a thread thinks with that judges by a network."""
    file: Path
    """The networks in use, by players."""
    load: Callable[[Path, int], Any]
    adapt: Callable[[Any, int, int], Any]
    """A network for some number of players, to begin with for another."""
    keep: Callable[[Any, int, Path], None]
    """Put a network into a file, beside those for other numbers of players."""
    remembered: int = 3
    """Rounds that are learned from, the last ones."""


@dataclass(frozen=True)
class Environment:
    """A game for researchers: actions, observations, and the bounds that OpenSpiel asks for."""

    kernels: EnvKernels
    fields: Callable[[int], Sequence[Field]]
    """What an observation is made of, by the number of players."""
    most_chance: Callable[[int], int]
    """No game of so many players has more chance events."""
    most_actions: Callable[[int], int]
    """Nor more actions."""
    least_actions: int = 1
    """No whole game has fewer."""
    features: Any = None
    """A module that reads features off positions, for `nyhavn train`."""


@dataclass(frozen=True)
class Statistics:
    """What is counted in a game."""

    new_seat: Callable[[], Counts]
    count_move: Callable[[Counts, Event], None]
    count_effect: Callable[[Counts, Effect, Event], None]
    turns: Callable[[Sequence[Event], int | None], Iterable[int]]
    """The seat of each turn that has begun, given who decides now."""


@dataclass(frozen=True)
class AbilityGrants:
    """Abilities that the first seat can be given at the beginning, to measure what they are worth."""

    names: Sequence[str]
    give: Callable[[Memory, int], None]
    taken_away: Sequence[str] = ()
    """Those that all begin with, so that they are taken away instead."""


@dataclass(frozen=True)
class Hints:
    """What a game says about ideas for the seat to move. Without it every move is an idea of its own, and nothing
    speaks for it."""

    idea_of: Callable[[Any], Hashable]
    """The idea behind a move: of several moves with the same one, only the best are shown."""
    reasons: Callable[[Mapping[str, Any], Sequence[Effect]], list[dict[str, Any]]]
    """What speaks for a move, given the view of the seat to move and the effects, as codes with values, the weightiest
    first."""


@dataclass(frozen=True)
class Terminal:
    """What the terminal tells of a game. Without it, moves are told with the cards that they bring, and no tiles are
    drawn."""

    note: Callable[[Effect], str] = lambda effect: ""
    """What a player would say aloud of an effect of a move; nothing of most."""
    tiles: Mapping[str, Sequence[tuple[Sequence[Cell], Cell | None]]] = field(default_factory=dict)
    """By name, each form in which a tile is printed: its cells, and the one that is marked on it."""


@dataclass(frozen=True)
class Messages:
    """What a game tells clients, as types. Without it its views, effects and the rest are plain JSON objects."""

    view: type[BaseModel]
    effect: Any
    """One type, or a union of several."""
    components: type[BaseModel]
    ending: type[BaseModel]


@dataclass(frozen=True)
class Promises:
    """What `nyhavn bench` holds a game to, a second and a core; nothing where it is None."""

    text_decisions: int | None = None
    batch_decisions: int | None = None
    anchor_players: int | None = None
    """With how many players the anchor, a C program, plays this game."""


class Part(Generic[Kind]):
    """A part that a game may bring: loaded when it is first asked for, None if there is none."""

    def __set_name__(self, owner: type[Game], name: str) -> None:
        self.name = name

    def __get__(self, game: Game, owner: type[Game]) -> Kind | None:
        found: Kind | None = game._load(self.name)
        vars(game)[self.name] = found  # from now on it is the game's own
        return found


class Game:
    """A game by its name, with its parts. Parts are named as `module:attribute` in the game's package and loaded when
    they are asked for: to list games costs nothing."""

    def __init__(
        self,
        name: str,
        title: str,
        package: str,
        *,
        rules: str,
        bots: str | None = None,
        learning: str | None = None,
        environment: str | None = None,
        statistics: str | None = None,
        hints: str | None = None,
        ability_grants: str | None = None,
        terminal: str | None = None,
        messages: str | None = None,
        lesson: str | None = None,
        promises: Promises = Promises(),  # noqa: B008 - it cannot be changed
    ) -> None:
        self.name, self.title, self.package = name, title, package
        self.lesson = lesson
        """The folder of the guided first game, in the package."""
        self.promises = promises
        self._parts = {
            "rules": rules,
            "bots": bots,
            "learning": learning,
            "environment": environment,
            "statistics": statistics,
            "hints": hints,
            "ability_grants": ability_grants,
            "terminal": terminal,
            "messages": messages,
        }

    @classmethod
    def with_every_part(
        cls, name: str, title: str, package: str, *, rules: str, promises: Promises, learning: str | None = None
    ) -> Game:
        """A game that brings everything, each part in its usual place."""
        return cls(
            name,
            title,
            package,
            rules=rules,
            bots="bots:BOTS",
            learning=learning,
            environment="env:ENVIRONMENT",
            statistics="statistics:STATISTICS",
            hints="hints:HINTS",
            ability_grants="ability_grants:GRANTS",
            terminal="terminal:TERMINAL",
            messages="messages:MESSAGES",
            lesson="lesson",
            promises=promises,
        )

    @property
    def identifier(self) -> str:
        """The name as Python writes it: `roll_and_write`."""
        return self.name.replace("-", "_")

    def has(self, part: str) -> bool:
        """Whether the game brings a part, without loading it."""
        return self._parts[part] is not None

    def _load(self, part: str) -> Any:
        place = self._parts[part]
        if place is None:
            return None
        module, _, name = place.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)

    @cached_property
    def rules(self) -> Rules:
        rules: Rules = self._load("rules")()
        return rules

    @cached_property
    def bots(self) -> Bots:
        """What its bots think with: its own, or what works for every game."""
        own: Bots | None = self._load("bots")
        return plain_bots(self.rules.batch) if own is None else own

    learning = Part[Learning]()
    environment = Part[Environment]()
    statistics = Part[Statistics]()
    hints = Part[Hints]()
    ability_grants = Part[AbilityGrants]()
    terminal = Part[Terminal]()
    messages = Part[Messages]()


def plain_bots(batch: Batch) -> Bots:
    """Bots that know nothing of a game but its rules."""
    from nyhavn.kernels.playouts import WHOLE_GAME

    def load() -> Thinking:
        from nyhavn.kernels.bot_entries import plain_thinking

        return plain_thinking(batch)

    most = int(batch.given["MOST_MOVES"])
    return Bots(load, mc=Way(most, WHOLE_GAME, planned=1.0, spread=0.5))
