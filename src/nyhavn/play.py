"""A game being played, of either kind: what `nyhavn.new_game` gives."""

import operator
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from datetime import date
from functools import partial
from typing import Any

from nyhavn.errors import Reason
from nyhavn.games import rules_of
from nyhavn.luck import Seeded, new_seed
from nyhavn.rules import Effect, Event, Facts, Memory, Rules, Standing, Telling, Waiting, duplicate
from nyhavn.tags import write_option, write_seed, write_tag

Source = Callable[[str, dict[str, int]], str]
"""Chance from outside: asked with the kind of a single event and its possible outcomes with their weights."""

Entry = dict[str, Any]

OWN_TAGS = ("Game", "Players", "Options", "Rules", "Seed", "Result")
"""Tags of a record that are not kept but follow from the game."""


class State:
    """A position of a game with all that led to it. Positions change by `play` only; `copy` before trying things.

    `tags` holds what a record says about the game beside its moves: `Date`, the players' names as `Seat0` …, and
    anything else one wants to keep.
    """

    def __init__(self, rules: Rules, players: int, options: Mapping[str, Any], chance: Seeded | Source) -> None:
        self._rules = rules
        self._players = players
        self._options = dict(options)
        self._chance = chance
        self._seed = chance.seed if isinstance(chance, Seeded) else None
        self._memory = rules.begin(players, options)
        self._facts: Facts = []
        self._history: list[Entry] = []
        self._effects: list[list[Effect] | tuple[Telling, list[Effect]]] = []  # made when asked for
        self._standing: Standing | None = None
        self.tags: dict[str, str] = {"Date": date.today().isoformat()}  # noqa: DTZ011 - the day where the table stands

    # What the contract promises

    @property
    def game(self) -> str:
        return self._rules.name

    @property
    def players(self) -> int:
        return self._players

    @property
    def options(self) -> dict[str, Any]:
        return dict(self._options)

    @property
    def seed(self) -> int | None:
        """The seed all chance of this game came from, if it came from one."""
        return self._seed

    @property
    def turn(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        return self._rules.turn(self._facts)

    def moves(self) -> list[str]:
        """Every legal move of that seat, each once, in an order that depends on the position only."""
        return self._rules.legal(self._memory)

    def play(self, move: str) -> None:
        """Play a move and the chance that follows it. IllegalMove says why not, and nothing is changed."""
        memory, number = self._try(move)
        rules, facts, events = self._rules, self._rules.read(memory), []
        telling = partial(rules.effects.of_move, self._facts, facts, number)
        if facts[rules.at.phase] <= rules.dealing:
            events = draw_chance(rules, memory, self._chance)
            facts = rules.read(memory)
        self._commit(memory, facts, {"seat": self.turn, "move": move}, telling, events)

    def explain(self, move: str) -> Reason | None:
        """None if the move is legal now, else the reason why it is not."""
        return self._rules.explain(self._memory, _text(move))

    @property
    def scores(self) -> tuple[int, ...]:
        return self.standing.scores

    @property
    def empty_cells(self) -> tuple[int, ...]:
        return self.standing.empty_cells

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def winners(self) -> tuple[int, ...]:
        return self.standing.winners

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        return self.standing.ranking

    @property
    def history(self) -> list[Entry]:
        """What happened, oldest first: `{"seat": 0, "move": "take 2 3"}` or `{"chance": "refill 2=R 3=B"}`."""
        return [dict(entry) for entry in self._history]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know, as a JSON-able dict; None is a spectator."""
        return {
            **self.look(seat),
            "history": [dict(entry) for entry in self._history if self._rules.knowledge.sees_entry(entry, seat)],
            "moves": self.moves() if seat is not None and seat == self.turn else [],
        }

    def record(self, seed: bool = True) -> str:
        """The game so far as the text of a record file; without the seed for those who must not know it yet."""
        tags = {
            "Game": self.game,
            "Players": str(self._players),
            "Options": " ".join(f"{name}={write_option(value)}" for name, value in self._options.items()) or "-",
            "Rules": self._rules.version,
        }
        if seed and self._seed is not None:
            tags["Seed"] = write_seed(self._seed)
        kept = {name: value for name, value in self.tags.items() if name not in OWN_TAGS}
        first = [name for name in ("Date", *(f"Seat{seat}" for seat in range(self._players))) if name in kept]
        tags |= {name: kept.pop(name) for name in first}
        tags["Result"] = " ".join(map(str, self.winners)) or "*"
        lines = [write_tag(name, value) for name, value in (tags | kept).items()]
        lines.append("")
        for entry in self._history:
            lines.append(f"> {entry['chance']}" if "chance" in entry else f"{entry['seat']} {entry['move']}")
        return "\n".join([*lines, ""])

    def copy(self) -> "State":
        """The same game, independent of this one."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__)
        other._memory = duplicate(self._memory)
        other._history = self._history.copy()
        other._effects = self._effects.copy()
        other.tags = self.tags.copy()
        return other

    # What users of the field expect beside it

    @property
    def standing(self) -> Standing:
        """Points, empty cells, winners and ranking together."""
        if self._standing is None:
            self._standing = self._rules.standing(self._facts)
        return self._standing

    def look(self, seat: int | None = None) -> dict[str, Any]:
        """A view without `history` and `moves`, which are long and take time."""
        seat = self._check_seat(seat)
        standing = self.standing
        return {
            "game": self.game,
            "players": self._players,
            "options": self.options,
            "seat": seat,
            "turn": self.turn,
            "scores": list(standing.scores),
            "empty_cells": list(standing.empty_cells),
            "over": standing.over,
            "winners": list(standing.winners),
            "ranking": [list(group) for group in standing.ranking],
            **self._rules.knowledge.look(self._facts, seat),
        }

    @property
    def memory(self) -> Memory:
        """A copy of the position as plain memory, for the kernels of its game. It holds everything, the hidden too."""
        return duplicate(self._memory)

    def events(self, since: int = 0, seat: int | None = None) -> list[Entry]:
        """What happened from number `since` on: history entries with their number `n` and their `effects`, as a seat
        may know them. An entry that is another seat's secret has no text, and effects without what is hidden."""
        seat = self._check_seat(seat)
        knowledge = self._rules.knowledge
        return [
            {
                "n": number,
                **(entry if knowledge.sees_entry(entry, seat) else {}),
                "effects": [deepcopy(knowledge.seen_effect(effect, seat)) for effect in self._effects_of(number)],
            }
            for number, entry in enumerate(self._history)
            if number >= since
        ]

    def choices(self, seat: int) -> dict[str, Any]:
        """What a seat can do now or, if it is not its turn, could place if it were: all that a client needs to offer
        it without knowing a rule."""
        number = self._check_seat(seat)
        if number is None:
            raise ValueError("a spectator has no choices: give a seat")
        offer = self._rules.offer(self._memory, self._facts, number)
        return {**offer, "gains": self._gains(offer["moves"])}

    def _gains(self, moves: Sequence[str]) -> dict[str, list[int]]:
        """What moves bring that cover a single cell: points and coats, where there are any."""
        found = {}
        for move in moves:
            if move.startswith(self._rules.choices.COVERING):
                told = self.preview(move)
                points = sum(it["points"] for it in told if it["effect"] == "points")
                coats = sum(it["earned"] for it in told if it["effect"] == "coats")
                if points or coats:
                    found[move] = [points, coats]
        return found

    def preview(self, move: str) -> list[Effect]:
        """The effects that a legal move would have, without the chance after it. Nothing is changed."""
        memory, number = self._try(move)
        return self._rules.effects.of_move(self._facts, self._rules.read(memory), number)

    def ends_turn(self, move: str) -> bool:
        """Whether a legal move is the last one of its seat for now: after it, and the chance that follows, another seat
        must decide, another turn begins, or the game is over. Nothing is changed."""
        memory, _ = self._try(move)
        draw_chance(self._rules, memory, _first_outcome)
        facts = self._rules.read(memory)
        return self._rules.turn(facts) is None or self._rules.spell(facts) != self._rules.spell(self._facts)

    def text(self, seat: int | None = None, colour: bool = False) -> str:
        """The table drawn as text, as a seat sees it."""
        return self._rules.drawing.text(self.view(seat), colour)

    def svg(self, seat: int | None = None) -> str:
        """The table as a schematic picture, as a seat sees it; light or dark as the reader's screen is."""
        return self._rules.drawing.svg(self.view(seat))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text(self.turn)

    def __repr__(self) -> str:
        return f"nyhavn.parse_record({self.record()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        own = (self.game, self._players, self._options, self._history, self._facts)
        return own == (other.game, other._players, other._options, other._history, other._facts)

    __hash__ = None  # type: ignore[assignment]  # a state changes

    # Inside

    def _try(self, move: str) -> tuple[Memory, int]:
        """The position after a move, before the chance that follows, and the number of the move; IllegalMove if it is
        none."""
        number = self._rules.moves.find_move(_text(move))
        memory = duplicate(self._memory)
        if number is None or not self._rules.apply(memory, number):
            raise _refusal(self.explain(move))
        return memory, number

    def _check_seat(self, seat: int | None) -> int | None:
        number = whole_number(seat)
        if seat is not None and number not in range(self._players):
            last = self._players - 1
            raise ValueError(f"seat {_short(seat)} does not exist: seats are 0 to {last}, None is a spectator")
        return number

    def _effects_of(self, number: int) -> list[Effect]:
        """The effects of an entry, made once."""
        made = self._effects[number]
        if isinstance(made, tuple):
            telling, after = made
            made = self._effects[number] = telling() + after
        return made

    def _commit(
        self, memory: Memory, facts: Facts, entry: Entry | None, telling: Telling | None, events: list[Event]
    ) -> None:
        """Make a position current, with the move and the chance that led to it."""
        before = self.turn if self._facts else None
        self._memory, self._facts, self._standing = memory, facts, None
        told = [] if entry is None or telling is None else [(entry, telling)]
        told += [({"chance": text}, dealt) for text, dealt in self._rules.write_chance(events)] if events else []
        turn = self.turn
        after: list[Effect] = []
        if turn is None:
            ranking = [list(group) for group in self.ranking]
            after = [{"effect": "over", "winners": list(self.winners), "ranking": ranking}]
        elif turn != before:
            after = [{"effect": "turn", "seat": turn}]
        for number, (happened, dealt) in enumerate(told, 1):
            self._history.append(happened)
            self._effects.append((dealt, after if number == len(told) else []))


def draw_chance(rules: Rules, memory: Memory, chance: Seeded | Source) -> list[Event]:
    """Let chance happen until a seat must decide or the game is over."""
    events: list[Event] = []
    while (waiting := rules.waiting(memory)) is not None:
        events += rules.deal(memory, waiting, _outcome(waiting, chance))
    return events


def _first_outcome(kind: str, outcomes: dict[str, int]) -> str:
    """Chance for trying things out."""
    return next(outcome for outcome, weight in outcomes.items() if weight)


def _outcome(waiting: Waiting, chance: Seeded | Source) -> str:
    if isinstance(chance, Seeded):
        return chance.choose(waiting.stream, waiting.number, waiting.outcomes)
    outcome = chance(waiting.kind, dict(waiting.outcomes))
    if type(outcome) is not str or outcome not in waiting.outcomes:
        possible = ", ".join(waiting.outcomes)
        raise ValueError(f"chance gave {_short(outcome)} for {waiting.kind!r}, where only {possible} can come")
    return outcome


def _text(move: object) -> str:
    if not isinstance(move, str):
        raise TypeError(f"a move is a str, not {type(move).__name__}")
    return move


def _refusal(reason: Reason | None) -> Exception:
    return AssertionError("a refused move has a reason") if reason is None else reason.error()


def new_game(
    game: str, players: int = 2, seed: int | None = None, chance: Source | None = None, **options: Any
) -> State:
    """A new game, by its name, set up and ready for seat 0.

    `seed` is any whole number from 0; without one the operating system gives 256 bits. `chance` feeds chance from
    outside instead. Options are the game's own.
    """
    rules = rules_of(game)
    if whole_number(players) not in rules.players:
        known = ", ".join(map(str, rules.players))
        raise ValueError(f"{game} is played by {known} players, not {_short(players)}")
    if chance is not None and seed is not None:
        raise ValueError("give a seed or a source of chance, not both")
    if chance is not None and not callable(chance):
        raise ValueError("chance must be a function of the kind of an event and its outcomes")
    source = Seeded(check_seed(seed)) if chance is None else chance
    state = State(rules, int(players), check_options(rules, options), source)
    events = draw_chance(rules, state._memory, state._chance)
    state._commit(state._memory, rules.read(state._memory), None, None, events)
    return state


def check_seed(seed: object) -> int:
    """A seed as given, or a new one; ValueError if it is no whole number from 0."""
    if seed is None:
        return new_seed()
    number = whole_number(seed)
    if number is None or number < 0:
        raise ValueError(f"a seed is a whole number from 0, not {_short(seed)}")
    return number


def whole_number(value: object) -> int | None:
    """An int of any make, NumPy's too, but no bool and no float; None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return operator.index(value)


def _short(value: object) -> str:
    """What was given instead, for a sentence: a very long number is not written out."""
    if isinstance(value, int) and value.bit_length() > 200:
        return "one so large" if value > 0 else "one so small"
    return repr(value)[:40]


def check_options(rules: Rules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a game, as given or as it is by default; ValueError for what the game does not have."""
    for name, value in options.items():
        if name not in rules.options:
            known = ", ".join(rules.options) or "none"
            raise ValueError(f"{rules.name} has no option {name[:40]!r}; it has {known}")
        if type(value) is not rules.options[name]:
            raise ValueError(f"option {name} is {rules.options[name].__name__}, not {_short(value)}")
    return {name: options.get(name, kind()) for name, kind in rules.options.items()}
