"""A game being played: what `nyhavn.new_game` gives."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from nyhavn.arguments import check_options, check_seed, shorten, whole_number
from nyhavn.errors import Reason
from nyhavn.games import rules_of
from nyhavn.kernels.batch import Ints
from nyhavn.luck import Seeded, fast, new_seed
from nyhavn.notation import Fields
from nyhavn.position_text import Line, read_line, write_line
from nyhavn.rules import (
    Effect,
    Ending,
    Event,
    Facts,
    Memory,
    Offer,
    Position,
    Rules,
    Standing,
    Telling,
    Waiting,
    duplicate,
)
from nyhavn.tags import write_option, write_seed, write_tag

Source = Callable[[str, dict[str, int]], str]
"""Chance from outside: asked with the kind of a single event and its possible outcomes with their weights."""

Entry = dict[str, Any]

OWN_TAGS = ("Game", "Players", "Options", "Rules", "Position", "Seed", "Result")
"""Tags of a record that are not kept but follow from the game."""


class Step(NamedTuple):
    """A move that was tried: the position after it, before the chance that follows, what it adds to the history, and
    the position in which it was tried. The first step of a game has no move."""

    memory: Memory
    facts: Facts
    entry: Entry | None = None
    telling: Telling | None = None
    number: int | None = None
    before: Facts | None = None


class State:
    """A position of a game with all that led to it. Positions change by `play` only; `copy` before trying things.

    `tags` holds what a record says about the game beside its moves: `Date`, the players' names as `Seat0` …, and
    anything else one wants to keep.
    """

    def __init__(self, rules: Rules, players: int, options: Mapping[str, Any], chance: Seeded | Source) -> None:
        """A game before its first card or die, for those that deal by themselves (`first_step`, `commit`)."""
        self._rules = rules
        self._players = players
        self._options = dict(options)
        self._chance = chance
        self._seed = chance.seed if isinstance(chance, Seeded) else None
        self._begun: Position | None = None
        self._memory = rules.begin(players, options)
        self._facts: Facts = []
        self._history: list[Entry] = []
        self._numbers: list[int | None] = []  # of the moves in it
        self._effects: list[list[Effect] | tuple[Telling, list[Effect]]] = []  # made when asked for
        self._standing: Standing | None = None
        self.tags: dict[str, str] = {"Date": date.today().isoformat()}  # noqa: DTZ011 - the day where the table stands

    @classmethod
    def from_position(
        cls, rules: Rules, options: Mapping[str, Any], position: Position, chance: Seeded | Source
    ) -> "State":
        """A game that begins where a position stands. It is believed; `nyhavn.parse_position` checks what it reads."""
        state = cls(rules, int(position.memory["players"][0]), options, chance)
        state._begun = Position(duplicate(position.memory), position.past.copy())
        state._memory = duplicate(position.memory)
        state._facts = rules.read(state._memory)
        return state

    @classmethod
    def set_up(cls, rules: Rules, players: int, options: Mapping[str, Any], chance: Seeded | Source) -> "State":
        """A game that is set up and dealt, ready for its first move."""
        state = cls(rules, players, options, chance)
        step = state.first_step()
        state.commit(step, draw_chance(rules, step.memory, chance))
        return state

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
        self.play_step(self.attempt(move))

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
    def ending(self) -> Ending | None:
        """Why the game is over: a code of the game, and the seats that brought it about; None until it is."""
        return self._rules.ending(self._facts) if self.over else None

    @property
    def history(self) -> list[Entry]:
        """What happened, oldest first: `{"seat": 0, "move": "take 2 3"}` or `{"chance": "refill 2=R 3=B"}`."""
        return self.history_since(0)

    def history_since(self, number: int) -> list[Entry]:
        """The same from an entry on, without looking at those before it."""
        return [dict(entry) for entry in self._history[number:]]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know, as a JSON-able dict; None is a spectator."""
        view = {
            **self.look(seat),
            "history": [dict(entry) for entry in self.known_history(seat)],
            "moves": self.moves() if seat is not None and seat == self.turn else [],
        }
        if self._begun is not None and view["seat"] is not None:
            view["start"] = self._write(self._begun, view["seat"])
        return view

    def position(self, seat: int | None = None) -> str:
        """The position as a line of text: everything, or what a seat knows of it. `nyhavn.parse_position` reads it."""
        return self._write(Position(self._memory, self.past), self._check_seat(seat))

    def record(self, seed: bool = True) -> str:
        """The game so far as the text of a record file; without the seed for those who must not know it yet."""
        tags = {
            "Game": self.game,
            "Players": str(self._players),
            "Options": " ".join(f"{name}={write_option(value)}" for name, value in self._options.items()) or "-",
            "Rules": self._rules.version,
        }
        if self.start is not None:
            tags["Position"] = self.start
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
        other._numbers = self._numbers.copy()
        other._effects = self._effects.copy()
        other.tags = self.tags.copy()
        return other

    # What users of the field expect beside it

    @property
    def start(self) -> str | None:
        """The position that this game began from, as a line; None if it was set up as the rules say."""
        return None if self._begun is None else self._write(self._begun, None)

    @property
    def standing(self) -> Standing:
        """Points, empty cells, winners and ranking together."""
        if self._standing is None:
            self._standing = self._rules.standing(self._facts)
        return self._standing

    def look(self, seat: int | None = None) -> dict[str, Any]:
        """A view without `history` and `moves`, which are long and take time."""
        return self._rules.look(self._facts, self.options, self._check_seat(seat), self.standing)

    def known_history(self, seat: int | None) -> tuple[Mapping[str, Any], ...]:
        """What a seat may know of what happened, for those who change nothing in it: it is shared with the game."""
        return tuple(entry for entry in self._history if self._rules.knowledge.sees_entry(entry, seat))

    @property
    def memory(self) -> Memory:
        """A copy of the position as plain memory, for the kernels of its game. It holds everything, the hidden too."""
        return duplicate(self._memory)

    @property
    def rules(self) -> Rules:
        """The rules of the game, with everything that is made of text around them."""
        return self._rules

    @property
    def past(self) -> Ints:
        """What everybody could remember of the game, for `rules.imagine`."""
        return self._rules.knowledge.remember(self._history, self._players, self._begun)

    @property
    def begun(self) -> Position | None:
        """The position that this game began from; None if it was set up as the rules say."""
        return self._begun

    def events(self, since: int = 0, seat: int | None = None) -> list[Entry]:
        """What happened from number `since` on: history entries with their number `n`, the `fields` of moves, and their
        `effects`, as a seat may know them. An entry that is another seat's secret has no text, and effects without what
        is hidden."""
        return deepcopy(self.shared_events(since, seat))

    def shared_events(self, since: int = 0, seat: int | None = None) -> list[Entry]:
        """The same for those who change nothing in it: it is shared with the game, and with all who ask."""
        seat = self._check_seat(seat)
        knowledge = self._rules.knowledge
        return [
            {
                "n": number,
                **(self._told(number) if knowledge.sees_entry(self._history[number], seat) else {}),
                "effects": [knowledge.seen_effect(effect, seat) for effect in self._effects_of(number)],
            }
            for number in range(max(0, since), len(self._history))
        ]

    def choices(self, seat: int) -> dict[str, Any]:
        """What a seat can do now or, if it is not its turn, could place if it were: all that a client needs to offer
        it without knowing a rule."""
        return self._rules.choices_of(self._memory, self._facts, self.check_player(seat))

    def offer(self, seat: int) -> Offer:
        """The same, with tiles as numbers: `rules.tile` makes the choices of them."""
        return self._rules.offer(self._memory, self._facts, self.check_player(seat))

    def preview(self, move: str) -> list[Effect]:
        """The effects that a legal move would have, without the chance after it. Nothing is changed."""
        return preview_of(self.attempt(move))

    def fields(self, move: str) -> Fields:
        """A move of this game, legal now or not, as its `kind` and its fields; ValueError if a text is none."""
        codec = self._rules.moves.CODEC
        return codec.to_json(codec.parse(_text(move)))

    def ends_turn(self, move: str | Step) -> bool:
        """Whether a legal move is the last one of its seat for now: after it, and the chance that follows, another seat
        must decide, another turn begins, or the game is over. Nothing is changed."""
        step = move if isinstance(move, Step) else self.attempt(move)
        memory = duplicate(step.memory)
        draw_chance(self._rules, memory, _first_outcome)
        rules, facts = self._rules, self._rules.read(memory)
        # A seat that marks last in another one's turn (W18) may have the next.
        return rules.turn(facts) != self.turn or rules.whose(facts) != rules.whose(self._facts)

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
        own = (self.game, self._players, self._options, self.start, self._history, self._facts)
        return own == (other.game, other._players, other._options, other.start, other._history, other._facts)

    __hash__ = None  # type: ignore[assignment]  # a state changes

    # For those that let chance happen themselves: records, tables, tools

    def with_chance(self, chance: Seeded | Source) -> "State":
        """A copy that takes its further chance from another source. Not all of its chance comes from one seed then, and
        `seed` is None."""
        other = self.copy()
        other._chance, other._seed = chance, None
        return other

    def restart(self, chance: Seeded | Source, begun: Position | None = None) -> "State":
        """The same game before its first move, with chance from a source; it begins from a position if it did so, or if
        one is given."""
        begun = begun or self._begun
        if begun is not None:
            return State.from_position(self._rules, self._options, begun, chance)
        return State.set_up(self._rules, self._players, self._options, chance)

    def first_step(self) -> Step:
        """The step with which the game begins: no move, and the chance before the first one."""
        return Step(duplicate(self._memory), self._rules.read(self._memory))

    def attempt(self, move: str) -> Step:
        """A move as it would be played, up to the chance that follows; IllegalMove says why not. `commit` plays it."""
        number = self._rules.moves.find_move(_text(move))
        memory = duplicate(self._memory)
        if number is None or not self._rules.apply(memory, number):
            raise _refusal(self.explain(move))
        facts = self._rules.read(memory)
        telling = partial(self._rules.effects.of_move, self._facts, facts, number)
        return Step(memory, facts, {"seat": self.turn, "move": move}, telling, number, self._facts)

    def reveals(self, step: Step) -> bool:
        """Whether a move that was tried here shows others what they could not know: by what they know, nobody could
        tell that it is legal."""
        if step.number is None or self.turn is None or not self._rules.knowledge.HIDES:
            return False
        known = self._rules.knowledge.erase(self._memory, (self.turn + 1) % self._players)
        return not self._rules.apply(known, step.number)

    def play_step(self, step: Step) -> None:
        """Play a move that was tried in this position, and the chance that follows it: it is not checked again."""
        if step.before is not self._facts:  # a copy has the same ones
            raise ValueError("this move was tried in another position")
        rules = self._rules
        waits = step.facts[rules.at.phase] <= rules.dealing
        self.commit(step, draw_chance(rules, step.memory, self._chance) if waits else [])

    def commit(self, step: Step, events: list[Event]) -> None:
        """Make a step the present position, after the chance that followed it was dealt to its memory."""
        before = self.turn if self._facts else None
        self._memory, self._standing = step.memory, None
        self._facts = self._rules.read(step.memory) if events else step.facts
        told = [] if step.entry is None or step.telling is None else [(step.entry, step.telling)]
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
            self._numbers.append(step.number if "move" in happened else None)
            self._effects.append((dealt, after if number == len(told) else []))

    # Inside

    def _told(self, number: int) -> Entry:
        """An entry of the history, a move with its fields."""
        entry, move = self._history[number], self._numbers[number]
        return entry if move is None else {**entry, "fields": self._rules.moves.CODEC.fields(move)}

    def _write(self, position: Position, seat: int | None) -> str:
        return write_line(Line(self._rules, self._options, position, seat))

    def _check_seat(self, seat: int | None) -> int | None:
        number = whole_number(seat)
        if seat is not None and number not in range(self._players):
            last = self._players - 1
            raise ValueError(f"seat {shorten(seat)} does not exist: seats are 0 to {last}, None is a spectator")
        return number

    def check_player(self, seat: int) -> int:
        """A seat as its number; ValueError if there is no such seat, or a spectator is meant."""
        number = self._check_seat(seat)
        if number is None:
            raise ValueError("a spectator has no choices: give a seat")
        return number

    def _effects_of(self, number: int) -> list[Effect]:
        """The effects of an entry, made once."""
        made = self._effects[number]
        if isinstance(made, tuple):
            telling, after = made
            made = self._effects[number] = telling() + after
        return made


def preview_of(step: Step) -> list[Effect]:
    """The effects of a move that was tried, without the chance after it."""
    return [] if step.telling is None else step.telling()


def draw_chance(rules: Rules, memory: Memory, chance: Seeded | Source) -> list[Event]:
    """Let chance happen until a seat must decide or the game is over."""
    if isinstance(chance, Seeded):
        return rules.deal_seeded(memory, chance)
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
        raise ValueError(f"chance gave {shorten(outcome)} for {waiting.kind!r}, where only {possible} can come")
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
        raise ValueError(f"{game} is played by {known} players, not {shorten(players)}")
    return State.set_up(rules, int(players), check_options(rules, options), _source(seed, chance))


def parse_position(text: str, seed: int | None = None, chance: Source | None = None) -> State:
    """A game that begins where a line says; PositionError if it is garbled or breaks the rules of the set-up.

    What the line does not tell is dealt with the odds that it leaves: from the seed, or by the operating system if
    chance comes from outside.
    """
    source = _source(seed, chance)
    rules, options, position, seat = read_line(text)
    if seat is not None:
        position = _imagined(rules, position, seat, source)
    return State.from_position(rules, options, position, source)


def imagined(state: State, seat: int, seed: int) -> State:
    """A game that plays on from here as a seat may suppose it: what it cannot know is dealt from the seed."""
    source = Seeded(seed)
    position = _imagined(state.rules, Position(state.memory, state.past), seat, source)
    return State.from_position(state.rules, state.options, position, source)


def _imagined(rules: Rules, position: Position, seat: int, chance: Seeded | Source) -> Position:
    luck = fast(chance.below("hidden", 0, 1 << 62) if isinstance(chance, Seeded) else new_seed())
    return position._replace(memory=rules.imagine(position.memory, seat, position.past.copy(), luck[0]))


def _source(seed: int | None, chance: Source | None) -> Seeded | Source:
    """Where chance comes from; ValueError for both, or what is neither."""
    if chance is not None and seed is not None:
        raise ValueError("give a seed or a source of chance, not both")
    if chance is not None and not callable(chance):
        raise ValueError("chance must be a function of the kind of an event and its outcomes")
    return Seeded(check_seed(seed)) if chance is None else chance
