"""What a game is made of, to be played, recorded and drawn: the shape that all games share."""

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

from nyhavn.errors import Reason
from nyhavn.facade.cells import CELLS
from nyhavn.facade.lines import line_label
from nyhavn.facade.ranking import standing
from nyhavn.kernels.batch import Batch, Ints
from nyhavn.luck import Luck, Seeded
from nyhavn.notation import Codec, Fields

Memory = npt.NDArray[Any]
"""A position as plain memory: an array of one record."""

Facts = list[int]
"""The same, read as whole numbers."""

Rows = list[list[int]]
"""What a kernel told, row by row."""

Openings = tuple[tuple[str, ...], ...]
"""What chance has dealt to each seat for its own eyes, as outcomes."""

Choice = dict[str, Any]
Gain = list[int | str]
"""Points, coats, and the labels of the lines that are completed."""
Effect = dict[str, Any]
Telling = Callable[[], list[Effect]]
"""Tells effects when they are asked for; most are not."""


SPECTATOR = -1
"""Instead of a seat, for kernels: somebody who sees what all see."""
INT64 = np.dtype(np.int64)


def integers(memory: Memory) -> npt.NDArray[np.int64]:
    """The memory of positions as whole numbers, not copied (a `view` of records takes NumPy three times as long)."""
    return np.ndarray(memory.nbytes >> 3, INT64, memory)


def places(record: np.dtype[Any]) -> SimpleNamespace:
    """Where each field of a record of int64 begins, counted in whole numbers."""
    assert record.fields is not None
    return SimpleNamespace(**{name: place[1] >> 3 for name, place in record.fields.items()})


def duplicate(memory: Memory) -> Memory:
    """A copy of a position, through whole numbers: NumPy copies records field by field, ten times slower."""
    return np.ndarray(memory.shape, memory.dtype, integers(memory).copy())


class Event(NamedTuple):
    """One thing decided by chance: its kind, where it goes (dock, seat, die), what came, what was left after it."""

    kind: str
    place: int
    outcome: str
    left: int = 0


class Position(NamedTuple):
    """A position, and what is remembered of how it came about (see `Knowledge.remember`)."""

    memory: Memory
    past: Ints


class Waiting(NamedTuple):
    """A chance event that must happen now: possible outcomes with their weights, the number of the event in its
    stream, by which a seeded game draws it, and what is left before it (cards in the deck, dice to roll)."""

    kind: str
    place: int
    outcomes: dict[str, int]
    stream: str
    number: int
    left: int


class Standing(NamedTuple):
    """Points, empty cells and, when the game is over, who won and in which order."""

    scores: tuple[int, ...]
    empty_cells: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """Why a game is over: a code of the game, and the seats that brought it about, if some did."""

    reason: str
    seats: tuple[int, ...] = ()


def rank(scores: Sequence[int], empty_cells: Sequence[int], champion: int | None = None) -> tuple[tuple[int, ...], ...]:
    """Groups of seats, best first, a champion before all."""
    keys = [
        standing(points, empty, seat == champion)
        for seat, (points, empty) in enumerate(zip(scores, empty_cells, strict=True))
    ]
    return tuple(tuple(seat for seat, own in enumerate(keys) if own == key) for key in sorted(set(keys), reverse=True))


def tie_broken(ranking: Sequence[Sequence[int]], scores: Sequence[int]) -> bool:
    """Whether empty cells decided between seats with as many points."""
    return any(scores[better[0]] == scores[worse[0]] for better, worse in pairwise(ranking))


class Notation(Protocol):
    """A game's `moves`: its moves as values, and the one place where numbers, texts and JSON become one another."""

    HELP: str
    """How moves are written, in a few lines for the terminal."""

    @property
    def CODEC(self) -> Codec[Any]: ...

    def find_move(self, text: str) -> int | None: ...
    def format_moves(self, numbers: list[int]) -> list[str]: ...
    def tidy(self, typed: str) -> str: ...


class Chance(Protocol):
    """A game's `chance`: single events, and the entries of a history that they make."""

    OUTCOMES: Sequence[str]

    def waiting(self, told: list[int]) -> Waiting: ...
    def group(self, events: list[Event]) -> list[list[Event]]: ...
    def text_of(self, events: list[Event]) -> str: ...
    def effects_of(self, events: list[Event]) -> list[Effect]: ...
    def read(self, text: str) -> list[Event]: ...
    def describe(self, event: Event) -> str:
        """A single event in words, for readers who follow chance step by step."""


class StreamedChance(Chance, Protocol):
    """The same of a game that tells the streams of its chance apart, so that several events are drawn together."""

    def event(self, told: list[int]) -> Event:
        """What happened, as `deal_drawn` tells it."""


class Effects(Protocol):
    """A game's `effects`: what a move did."""

    def of_move(self, before: Facts, after: Facts, move: int) -> list[Effect]: ...


class Reasons(Protocol):
    """A game's `reasons`: why a move that the kernels refused cannot be played."""

    def why_not(self, facts: Facts, text: str) -> Reason: ...


class TileNumbers(NamedTuple):
    """All numbers that the choice of one kind of tile is made of: where they are the same, so is the choice. Rows of
    kernels are bytes, which are quickly compared."""

    kind: int
    facts: tuple[Any, ...]
    surveyed: bytes
    payments: bytes
    gains: bytes


class Offer(NamedTuple):
    """What a seat can do now, or could place: everything but the tiles, and their numbers."""

    plain: Choice
    tiles: list[TileNumbers]


class Choices(Protocol):
    """A game's `choices`, which it may leave out: what can be placed where, and with what the game is played. Moves
    that place a tile have the numbers from `PLACING` on; in `PLACING_PHASES` the seat to move may play them."""

    PLACING: int
    PLACING_PHASES: Sequence[int]
    COVERING: Sequence[str]
    """The kinds of other moves that cover a cell."""
    FOLLOWED: Sequence[str]
    """The kinds of moves after which a seat may have to decide something else in the same turn."""
    STARTS: Sequence[int]
    """The first shape of each kind of tile, and behind the last."""

    def tile_facts(self, facts: Facts, seat: int) -> Sequence[tuple[Any, ...]]:
        """By kind of tile, what its choice is made of beside the rows of kernels."""

    def tile(self, kind: int, facts: tuple[Any, ...], surveyed: Rows, payments: Rows, gains: Rows) -> Choice:
        """A kind of tile: the ways to pay for it, and where it can lie."""

    def means(self, facts: Facts, seat: int) -> Choice:
        """By colour, what a seat has that counts for tiles of it, where it has something: letters, bonuses."""

    def single(self, facts: Facts, seat: int, covering: Sequence[tuple[Fields, Gain]]) -> Choice | None:
        """A single cell as a tile that can be placed, if such moves are among those that cover one."""

    def components(self, begun: Mapping[int, Facts]) -> dict[str, Any]: ...


class Knowledge(Protocol):
    """A game's `knowledge`: the one place where it decides what a seat may know."""

    PHASES: dict[int, str]
    HIDES: bool
    """Whether there is anything that a seat may not know."""

    def look(self, facts: Facts, seat: int | None) -> dict[str, Any]: ...
    def sees_entry(self, entry: Mapping[str, Any], seat: int | None) -> bool: ...
    def seen_effect(self, effect: Effect, seat: int | None) -> Effect: ...
    def erase(self, memory: Memory, seat: int) -> Memory:
        """A position as one seat knows it, or a SPECTATOR. The memory given may be given back, if nothing in it is
        hidden."""

    def secret(self, facts: Facts, seat: int) -> str:
        """What only a seat itself sees, as text."""

    def deals_secretly(self, facts: Facts) -> bool:
        """Whether what chance brings next is seen by the seat to move alone."""

    def remember(self, history: Sequence[Mapping[str, Any]], players: int, begun: Position | None = None) -> Ints:
        """What a history tells of the past, for the kernels that imagine what a seat cannot know. `begun` is where it
        began, as any seat knows it, if the game was not set up as the rules say."""

    def past_of(self, memory: Memory, openings: Openings) -> Ints:
        """The same, told by what was dealt secretly."""

    def openings(self, memory: Memory, past: Ints) -> Openings:
        """What was dealt secretly, in a position in which nothing is erased."""


class PositionFields(Protocol):
    """A game's `position`: a position as the fields of a line of text, both ways. `FIELDS` and, for each seat,
    `SEAT_FIELDS` name them; in the phases `DECLINABLE` a seat is asked only if it can do more than decline."""

    FIELDS: Sequence[str]
    SEAT_FIELDS: Sequence[str]
    DECLINABLE: Sequence[int]

    def redeal(self, position: Position, openings: Openings) -> Position:
        """The same position if this was dealt secretly."""

    def write(self, position: Position, seat: int | None) -> list[str]: ...
    def read(self, fields: Sequence[str], memory: Memory, past: Ints, seat: int | None) -> None:
        """Read them into a game that is set up; PositionError for what cannot be. What the seat of the line does not
        know is left as `Knowledge.erase` leaves it."""


class Drawing(Protocol):
    """A game's `drawing`: a view as text and as a picture."""

    def text(self, view: dict[str, Any], colour: bool = False) -> str: ...
    def svg(self, view: dict[str, Any]) -> str: ...


def _rows_apart(rows: npt.NDArray[np.int64], bounds: Sequence[int]) -> list[bytes]:
    """The rows between each two bounds, as bytes."""
    told, width = rows[: bounds[-1]].tobytes(), rows.strides[0]
    return [told[width * first : width * last] for first, last in pairwise(bounds)]


def _numbers_of(rows: bytes, like: npt.NDArray[np.int64]) -> Rows:
    """Rows as numbers again."""
    if not rows:
        return []
    told: Any = memoryview(rows).cast("q", (len(rows) // like.strides[0], like.shape[1])).tolist()
    numbers: Rows = told  # typeshed knows memory of one dimension only
    return numbers


class Scratch(threading.local):
    """Memory that kernels work in, for each thread its own."""

    def __init__(self, batch: Batch) -> None:
        self.fits, self.ids, self.chance = batch.new_fits(), batch.new_ids(), batch.new_chance()
        if batch.places:
            self.choices = batch.new_choices()
        if batch.streams:
            self.drawn = batch.new_drawn()


class Rules:
    """One game: its compiled rules, with everything that is made of text around them.

    Memory is changed by `apply` and `deal` only; everything else reads.
    """

    name: str
    version: str
    players: Sequence[int]
    options: Mapping[str, type]
    batch: Batch
    at: SimpleNamespace  # where the fields of the state begin
    cells: int = CELLS  # of a house
    over: int  # the phase of a game that is over; the lowest ones, up to `dealing`, wait for chance
    dealing: int
    moves: Notation
    chance: Chance
    effects: Effects
    reasons: Reasons
    choices: Choices | None = None
    knowledge: Knowledge
    drawing: Drawing
    position: PositionFields | None = None

    def __init__(self) -> None:
        self._scratch = Scratch(self.batch)

    def begin(self, players: int, options: Mapping[str, Any]) -> Memory:
        """The table before anything happened."""
        memory = self.batch.new_states()
        self.batch.begin(memory, players, sum(int(options[name]) << place for place, name in enumerate(self.options)))
        return memory

    def read(self, memory: Memory) -> Facts:
        numbers: Facts = integers(memory).tolist()
        return numbers

    def turn(self, facts: Facts) -> int | None:
        return None if facts[self.at.phase] == self.over else facts[self.at.turn]

    def whose(self, facts: Facts) -> int:
        """The seat whose turn it is, even while another one decides."""
        seat: int = facts[self.at.turn]
        return seat

    def champion(self, facts: Facts) -> int | None:
        """The seat that has won whatever the others have, if there is one."""
        return None

    def ending(self, facts: Facts) -> Ending | None:
        """Why a game that is over is; None where the game does not tell."""
        return None

    def standing(self, facts: Facts) -> Standing:
        players, at = facts[self.at.players], self.at
        scores = tuple(facts[at.scores : at.scores + players])
        empty = tuple(self.cells - filled.bit_count() for filled in facts[at.filled : at.filled + players])
        if facts[at.phase] != self.over:
            return Standing(scores, empty, over=False, winners=(), ranking=())
        ranking = rank(scores, empty, self.champion(facts))
        return Standing(scores, empty, over=True, winners=ranking[0], ranking=ranking)

    def imagine(self, memory: Memory, seat: int, past: Ints, luck: Luck) -> Memory:
        """A position that a seat may take this one for: what it cannot know is drawn again, with the odds that the past
        leaves. It depends on nothing that is hidden from the seat."""
        other = self.knowledge.erase(memory, seat)
        self.batch.imagine_all(other, seat, past, luck)
        return other

    def look(
        self, facts: Facts, options: Mapping[str, Any], seat: int | None, standing: Standing | None = None
    ) -> dict[str, Any]:
        """What a seat, or a spectator, may know of a position, as JSON. Its standing is found if it is not given."""
        standing = standing or self.standing(facts)
        return {
            "game": self.name,
            "players": facts[self.at.players],
            "options": dict(options),
            "seat": seat,
            "turn": self.turn(facts),
            "scores": list(standing.scores),
            "empty_cells": list(standing.empty_cells),
            "over": standing.over,
            "winners": list(standing.winners),
            "ranking": [list(group) for group in standing.ranking],
            **self.knowledge.look(facts, seat),
        }

    def legal(self, memory: Memory) -> list[str]:
        """The legal moves as text."""
        return self.moves.format_moves(self.legal_numbers(memory))

    def legal_numbers(self, memory: Memory) -> list[int]:
        """Their numbers, ascending."""
        numbers: list[int] = self._legal(memory).tolist()
        return numbers

    def _legal(self, memory: Memory) -> npt.NDArray[np.int64]:
        """The same in memory that the next call uses again."""
        ids = self._scratch.ids
        return ids[: self.batch.legal(memory, self._scratch.fits, ids)]

    def count(self, memory: Memory) -> int:
        """How many there are."""
        return len(self._legal(memory))

    def choices_of(self, memory: Memory, facts: Facts, seat: int) -> Choice:
        """What a seat can do now, or could place if it were its turn."""
        plain, tiles = self.offer(memory, facts, seat)
        return {**plain, "tiles": [self.tile(numbers) for numbers in tiles]}

    def offer(self, memory: Memory, facts: Facts, seat: int) -> Offer:
        """The same, with tiles as numbers: callers that have written them before need not do so again."""
        phase, turn = facts[self.at.phase], self.turn(facts)
        plan = turn is not None and seat != turn
        numbers: list[int] = []
        if seat == turn:
            legal = self._legal(memory)
            placing = len(legal) if self.choices is None else legal.searchsorted(self.choices.PLACING)
            numbers = legal[:placing].tolist()
        places = self.choices is not None and (plan or phase in self.choices.PLACING_PHASES)
        moves, fields = self.moves.format_moves(numbers), [self.moves.CODEC.fields(number) for number in numbers]
        plain = {
            "seat": seat,
            "plan": plan,
            "phase": self.knowledge.PHASES[phase],
            "moves": moves,
            "fields": fields,
            "gains": {},
            "then": {},
            "means": {},
            "single": None,
        }
        if self.choices is None:
            return Offer(plain, [])
        covering = [place for place, told in enumerate(fields) if told["kind"] in self.choices.COVERING]
        brought = [self._gain(memory, facts, numbers[place]) for place in covering]
        plain["gains"] = {moves[place]: gain for place, gain in zip(covering, brought, strict=True) if any(gain)}
        plain["single"] = self.choices.single(
            facts, seat, [(fields[place], gain) for place, gain in zip(covering, brought, strict=True)]
        )
        followed = [place for place, told in enumerate(fields) if told["kind"] in self.choices.FOLLOWED]
        following = {moves[place]: self._then(memory, numbers[place]) for place in followed}
        plain["then"] = {move: phases for move, phases in following.items() if phases}
        if not places:
            return Offer(plain, [])
        plain["means"] = self.choices.means(facts, seat)
        return Offer(plain, self._tile_numbers(memory, facts, seat))

    def _tile_numbers(self, memory: Memory, facts: Facts, seat: int) -> list[TileNumbers]:
        assert self.choices is not None
        surveyed, payments, gains = arrays = self._scratch.choices
        paid, gained = self.batch.choices(memory, seat, *arrays)
        shapes = self.choices.STARTS
        kinds = range(len(shapes))
        rows = zip(
            kinds,
            self.choices.tile_facts(facts, seat),
            _rows_apart(surveyed, shapes),
            _rows_apart(payments, payments[:paid, 0].searchsorted(kinds).tolist()),
            _rows_apart(gains, gains[:gained, 0].searchsorted(shapes).tolist()),
            strict=False,  # one kind less than there are bounds
        )
        return [TileNumbers._make(row) for row in rows]

    def tile(self, numbers: TileNumbers) -> Choice:
        """The choice that numbers stand for."""
        assert self.choices is not None
        kind, facts, *rows = numbers
        surveyed, payments, gains = map(_numbers_of, rows, self._scratch.choices)
        return self.choices.tile(kind, facts, surveyed, payments, gains)

    def _gain(self, memory: Memory, facts: Facts, move: int) -> Gain:
        """What a legal move brings."""
        told = self.preview(memory, facts, move) or []
        points = sum(effect["points"] for effect in told if effect["effect"] == "points")
        coats = sum(effect["earned"] for effect in told if effect["effect"] == "coats")
        return [points, coats, "".join(line_label(effect["line"]) for effect in told if effect["effect"] == "line")]

    def _then(self, memory: Memory, move: int) -> list[str]:
        """The phases in which a seat has to decide again in the same turn after a legal move, up to one in which it can
        place a tile; what it must do before that it does somehow."""
        assert self.choices is not None
        after, found = duplicate(memory), []
        numbers = integers(after)
        seat = numbers[self.at.turn]
        while self.apply(after, move) and numbers[self.at.turn] == seat:
            phase = int(numbers[self.at.phase])
            if phase <= self.dealing or phase == self.over:
                break
            found.append(self.knowledge.PHASES[phase])
            if phase in self.choices.PLACING_PHASES:
                break
            move = int(self._legal(after)[0])
        return found

    def components(self) -> dict[str, Any]:
        """What the game is played with, as a client needs it to draw and to name things."""
        usual = {name: kind() for name, kind in self.options.items()}
        begun = {players: self.read(self.begin(players, usual)) for players in self.players}
        options = {name: kind.__name__ for name, kind in self.options.items()}
        return {
            "game": self.name,
            "players": list(self.players),
            "options": options,
            **({} if self.choices is None else self.choices.components(begun)),
        }

    def apply(self, memory: Memory, move: int) -> bool:
        """Play a move up to the next chance event or decision; False, and nothing done, if it is illegal."""
        return bool(self.batch.play(memory, move))

    def preview(self, memory: Memory, facts: Facts, move: int) -> list[Effect] | None:
        """The effects that a move would have, without the chance after it; None if it is illegal."""
        after = duplicate(memory)
        return self.effects.of_move(facts, self.read(after), move) if self.apply(after, move) else None

    def explain(self, memory: Memory, text: str) -> Reason | None:
        """None if a text is a legal move, else why it is not."""
        move = self.moves.find_move(text)
        if move is not None and self.batch.allowed(memory, move):
            return None
        return self.reasons.why_not(self.read(memory), text)

    def waiting(self, memory: Memory) -> Waiting | None:
        """The chance event that must happen now, if one must."""
        told = self._scratch.chance
        return self.chance.waiting(told.tolist()) if self.batch.chances(memory, told) else None

    def weights(self, memory: Memory) -> list[int]:
        """How likely each of the outcomes is that chance can bring now; none if it is not awaited."""
        told, many = self._scratch.chance, len(self.chance.OUTCOMES)
        return told[:many].tolist() if self.batch.chances(memory, told) else []

    def deal(self, memory: Memory, waiting: Waiting, outcome: str) -> list[Event]:
        """Let it happen."""
        self.batch.chance(memory, self.chance.OUTCOMES.index(outcome))
        event = Event(waiting.kind, waiting.place, outcome, waiting.left - 1)
        return [event, *self.following(memory, event)]

    def following(self, memory: Memory, event: Event) -> list[Event]:
        """What happens by itself after an event that is the last one of its stream."""
        return []

    def deal_seeded(self, memory: Memory, chance: Seeded) -> list[Event]:
        """Let chance happen until a seat must decide or the game is over, as a seed has it."""
        events: list[Event] = []
        while integers(memory).item(self.at.phase) <= self.dealing:
            waiting = self.waiting(memory)
            assert waiting is not None
            many, told = 0, np.zeros(0, np.int64)
            if self.batch.streams:
                told = self._scratch.drawn
                many = self.batch.deal_drawn(memory, chance.ahead(waiting.stream, waiting.number, waiting.left), told)
            if many:
                events += map(cast(StreamedChance, self.chance).event, told[:many].tolist())
                events += self.following(memory, events[-1])
            else:
                events += self.deal(memory, waiting, chance.choose(waiting.stream, waiting.number, waiting.outcomes))
        return events

    def write_chance(self, events: list[Event]) -> list[tuple[str, Telling]]:
        """Events as the entries of a history, with what tells their effects."""
        chance = self.chance
        return [(chance.text_of(group), partial(chance.effects_of, group)) for group in chance.group(events)]
