"""A table: a fold over the entries of its log. `add` makes a new entry and folds it in; `pending` holds what was added
and is not yet written down. If it cannot be written, the table is thrown away and read again from its log."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from nyhavn.games import rules_of
from nyhavn.lessons import Step, steps_of
from nyhavn.luck import Seeded
from nyhavn.play import Source, State, new_game
from nyhavn.play import Step as Attempt
from nyhavn.records import parse_record
from nyhavn.table.clocks import Clocks, Timing
from nyhavn.table.entries import Entry, Refusal, TableSummary
from nyhavn.tags import commitment_of

OF_THE_GAME = ("step", "move", "chance", "hold", "undo", "takeback")
"""Entries from which the position follows. A frozen table skips them."""

MOST_ENTRIES = 4_000
BESIDE_THE_GAME = ("sit", "leave", "undo", "takeback", "step", "confirming", "chat", "chatting")
"""After this many entries, none of these are written any more: the log of a table has an end, as games do."""
FULL = Refusal("full", "too much has happened at this table: the game can be finished, but nothing else")
MOST_OF_KIND = {
    "back": (200, FULL),  # as often as somebody can let a bot stand in
    "confirming": (1_000, FULL),  # no guest fills the log of a table that waits for others
    "chat": (1_000, Refusal("chat full", "this table's chat is full")),
    "step": (300, Refusal("step full", "you've repeated this lesson's steps too often: start the lesson again")),
}

CHATTING = ("players", "anyone", "nobody")
"""Who may talk at a table; the first is usual."""

NOTHING_MORE: Mapping[str, Any] = {}

GivenChance = Callable[["Table"], Source]
"""Chance from outside instead of the seed, for tests."""


def foreseen(outcomes: Sequence[str], later: Seeded | Source) -> Source:
    """Chance that brings these outcomes first, up to the first that cannot come; then it is like any other."""
    coming, count = list(outcomes), iter(range(1 << 30))

    def draw(kind: str, possible: dict[str, int]) -> str:
        if coming and coming[0] in possible:
            return coming.pop(0)
        coming.clear()
        return later.choose(kind, next(count), possible) if isinstance(later, Seeded) else later(kind, possible)

    return draw


@dataclass(slots=True)
class Seat:
    """A place at a table and who has it: a person, a bot, somebody it is kept for, or nobody."""

    person: str | None = None
    name: str = ""
    bot: str | None = None
    reserved: str | None = None
    left: bool = False
    standin: str | None = None
    forfeited: bool = False
    confirm: bool = False
    taken: int = 0  # when its person took it, or took it back

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that moves for this seat; None: its person does."""
        return self.standin or self.bot


@dataclass(slots=True)
class LastTurn:
    """The turn that a person has just ended: as long as nothing was revealed and nobody has moved since, its last move
    can be taken back if all others agree."""

    seat: int
    before: State
    count: int  # entries of the history before that move
    earlier: list[tuple[State, int]]
    asked: bool = False
    granted: set[str] = field(default_factory=set)  # persons who have agreed


class Table:
    """One table. Everything here follows from the log."""

    def __init__(self, table: str, entries: Sequence[Entry] = (), chance: GivenChance | None = None) -> None:
        self.id = table
        self.n = 0
        self.at = 0
        self.created = 0
        self.started = 0
        self.status = "open"
        self.frozen: str | None = None
        self.made: dict[str, Any] = {}
        self.seats: list[Seat] = []
        self.state: State | None = None
        self.seed: int | None = None
        self.commitment: str | None = None
        self.numbers: list[int] = []  # of the log, for each entry of the state's history
        self.earlier: list[tuple[State, int]] = []  # positions of this turn that one can go back to
        self.last_turn: LastTurn | None = None
        self.takebacks: Counter[int] = Counter()  # how often each seat has asked for one
        self.held: tuple[int, str] | None = None
        self.held_move: Attempt | None = None  # the same, tried
        self.accepted: dict[tuple[str, str], int] = {}
        self.clocks: Clocks | None = None
        self.time_used: list[int] = []
        self.rematch: str | None = None
        self.chatting = CHATTING[0]
        self.step = 0  # of the lesson, if this is one
        self.step_done = False
        self.answers: dict[tuple[str, int], str] = {}  # what was played in its steps
        self.began = 0  # the entry with which the present game began
        self.before = 0  # entries of its history that were there already
        self.dealt_anew = False  # what nobody but its owner had seen of the position that it began from
        self.result: dict[str, Any] | None = None
        self.pending: list[Entry] = []
        self.failures: dict[int, int] = {}  # how often the bot of a seat gave no move
        self.counts: Counter[str] = Counter()  # entries by kind
        self.late: int | None = None  # the seat whose time ran out in the turn that is being played
        self._chance = chance
        self._expected: list[str] = []  # chance that the game has drawn and the log must tell next
        self._asked: tuple[str, str] | None = None  # whose message the last entries come from
        self._turn_since = 0
        self.fold(entries)

    # The log

    def fold(self, entries: Sequence[Entry]) -> None:
        """Take in what the log says, whole commands at a time. What cannot be replayed exactly freezes the table, and
        nothing is altered."""
        for entry in entries:
            assert entry.n == self.n + 1, f"entry {entry.n} after {self.n}"
            try:
                self._take(entry)
            except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
                self._freeze("replay")
            self._note(entry)
        if self._expected:  # what was drawn must have been written down with what it follows
            self._freeze("replay")

    def add(self, at: int, kind: str, tried: Attempt | None = None, **body: Any) -> None:
        """A new entry, with its move if that was tried already: then it is not read and checked again. Chance that
        follows it is added with it. Only a clock that was set back lets time go back. A Refusal says that the log is
        full."""
        self._check_room(kind)
        at = at if kind == "clock" else max(at, self.at)
        entry = Entry(self.n + 1, at, kind, body)
        self._take(entry, {} if tried is None else {"tried": tried})
        self._note(entry)
        self.pending.append(entry)
        while self._expected:
            self.add(at, "chance", chance=self._expected[0])

    def _check_room(self, kind: str) -> None:
        """A person who waits for players can always leave."""
        most, refusal = MOST_OF_KIND.get(kind, (None, None))
        if most is not None and refusal is not None and self.counts[kind] >= most:
            raise refusal
        if self.n >= MOST_ENTRIES and kind in BESIDE_THE_GAME and not (kind == "leave" and self.status == "open"):
            raise FULL

    def written(self) -> tuple[Entry, ...]:
        """Give what was added, to be written."""
        entries, self.pending = tuple(self.pending), []
        return entries

    def _take(self, entry: Entry, more: Mapping[str, Any] = NOTHING_MORE) -> None:
        if self._expected and entry.kind != "chance":
            raise ValueError("chance is missing in the log")
        if self.frozen is not None and entry.kind in OF_THE_GAME:
            return
        getattr(self, f"_take_{entry.kind}")(entry, **entry.body, **more)
        if self.clocks is not None:
            self.clocks.run(self.thinking, entry.at)

    def _note(self, entry: Entry) -> None:
        """Number, time, and which message is answered with this entry: the chance and the end of the game that follow a
        move come from the same one."""
        self.n, self.at = entry.n, entry.at
        self.counts[entry.kind] += 1
        if entry.kind not in ("chance", "over"):
            self._asked = (entry.body["by"], entry.body["id"]) if {"by", "id"} <= entry.body.keys() else None
        if self._asked is not None:
            self.accepted[self._asked] = entry.n

    def _freeze(self, why: str) -> None:
        self.frozen = self.frozen or why
        if self.status in ("open", "playing"):
            self.status = "frozen"
        self.state = self.clocks = self.held = None
        self.numbers, self.earlier, self._expected, self.last_turn = [], [], [], None

    # Kinds of entries, in the order of a table's life. `by` is a person, `id` the id of the message that asked for it.

    def _take_create(self, entry: Entry, seats: list[dict[str, Any]], **made: Any) -> None:
        self.created = entry.at
        self.made = made
        self.chatting = str(made.get("chat", CHATTING[0]))
        self.seats = [Seat(**seat, taken=entry.at) for seat in seats]
        self.time_used = [0] * len(seats)

    def _take_sit(
        self, entry: Entry, seat: int, name: str, person: str | None = None, bot: str | None = None, **_: Any
    ) -> None:
        confirm = self.seats[seat].confirm  # who only takes another name goes on confirming
        self.seats[seat] = Seat(person=person, name=name, bot=bot, confirm=confirm, taken=entry.at)

    def _take_leave(self, entry: Entry, seat: int, **_: Any) -> None:
        if self.status == "open":
            self.seats[seat] = Seat()
        else:
            self.seats[seat].left = True

    def _take_close(self, entry: Entry, **_: Any) -> None:
        self.status = "closed"

    def _take_start(
        self, entry: Entry, seed: str, rules: str, order: list[int], anew: bool = False, **position: Any
    ) -> None:
        self.seats = [self.seats[seat] for seat in order]
        self.dealt_anew = anew
        self._begin(entry, seed, rules, **position)

    def _take_step(self, entry: Entry, step: int, seed: str, rules: str, **position: Any) -> None:
        """Another step of the lesson: the game starts over, at its position."""
        self.step, self.step_done = step, False
        self.result = None
        self._begin(entry, seed, rules, **position)

    def _begin(
        self, entry: Entry, seed: str, rules: str, record: str | None = None, ahead: Sequence[str] = (), **_: Any
    ) -> None:
        """The game begins: a new one, or where a record ends. `ahead` is what chance brings first, where it can."""
        self.started = entry.at
        self.seed = int(seed)
        self.commitment = commitment_of(self.seed)
        if rules != rules_of(self.game).version:
            self._freeze("rules")
        if self.frozen is not None:
            return
        self.status = "playing"
        self.began, self.held, self.last_turn = entry.n, None, None
        self.earlier.clear()
        if record is not None:
            drawn = Seeded(self.seed) if self._chance is None else self._chance(self)
            self.state = parse_record(record).with_chance(foreseen(ahead, drawn) if ahead else drawn)
        elif self._chance is None:
            self.state = new_game(self.game, self.players, seed=self.seed, **self.made["options"])
        else:
            self.state = new_game(self.game, self.players, chance=self._chance(self), **self.made["options"])
        self.state.tags["Date"] = datetime.fromtimestamp(entry.at / 1000, UTC).date().isoformat()
        self.before = 0 if record is None else len(self.state.history)
        self.numbers = [entry.n] * self.before
        self._expected = [happened["chance"] for happened in self.state.history_since(self.before)]
        timing = Timing.read(self.made["clock"])
        self.clocks = Clocks(timing, self.players, entry.at) if timing else None
        self._turn_since = entry.at

    def _take_move(
        self, entry: Entry, seat: int, move: str, tried: Attempt | None = None, by: str | None = None, **_: Any
    ) -> None:
        state = self.playing
        before, turn = state.copy(), state.turn
        if seat != turn:
            raise ValueError(f"it is seat {turn}'s turn, not seat {seat}'s")
        tried = tried or state.attempt(move)
        state.play_step(tried)
        self.held = self.last_turn = None
        if self.lesson is not None:
            self.step_done = True
            step = self.steps[self.step]
            self.answers[step.record, step.moves] = move
        self.numbers.append(entry.n)
        self._expected = [happened["chance"] for happened in state.history_since(len(self.numbers))]
        if self._expected or state.turn != turn:  # nothing that was revealed can be taken back
            if by is not None and not self.lesson and not self._expected and not before.reveals(tried):
                self.last_turn = LastTurn(seat, before, len(self.numbers) - 1, self.earlier)
            self.earlier = []  # and no turn that is over, unless all agree
        else:
            self.earlier.append((before, len(self.numbers) - 1))
        if state.turn != turn:
            self.late = None
        self._count_time(seat, entry.at)

    def _take_chance(self, entry: Entry, chance: str) -> None:
        if not self._expected or self._expected[0] != chance:
            raise ValueError("the log has other chance than the game")
        del self._expected[0]
        self.numbers.append(entry.n)

    def _take_hold(self, entry: Entry, seat: int, move: str, tried: Attempt | None = None, **_: Any) -> None:
        if seat != self.turn:
            raise ValueError("what is held could not be played")
        self.held_move = tried or self.playing.attempt(move)
        self.held = (seat, move)

    def _take_undo(self, entry: Entry, seat: int, moves: int, **_: Any) -> None:
        """Take back what is held (`moves` 0), or so many moves; or, if all agree, the last turn."""
        last = self.last_turn
        if last is not None and last.asked and not self.awaited and (seat, moves) == (last.seat, 1):
            self._return_to(last, entry.at)
            return
        if seat != self.turn or not 0 <= moves <= len(self.earlier):
            raise ValueError("this can't be undone")
        self.held = None
        if moves:
            if self.lesson is not None:
                self.step_done = False
                step = self.steps[self.step]
                self.answers.pop((step.record, step.moves), None)
            self.state, count = self.earlier[-moves]
            del self.earlier[-moves:]
            del self.numbers[count:]

    def _take_takeback(self, entry: Entry, seat: int, what: str, by: str, **_: Any) -> None:
        """Somebody asks whether a turn that is over may be taken back, or answers; an undo follows when all agree."""
        last = self.last_turn
        if last is None or last.asked == (what == "ask"):
            raise ValueError("there is nothing to take back")
        if what == "grant":
            last.granted.add(by)
            return
        last.asked = what == "ask"
        last.granted.clear()
        self.takebacks[seat] += last.asked

    def _return_to(self, last: LastTurn, at: int) -> None:
        """Back to before the last move of a turn that was over."""
        if self.turn is not None:
            self._count_time(self.turn, at)
        self.state, self.earlier = last.before, last.earlier
        del self.numbers[last.count :]
        self.held = self.last_turn = None
        if self.clocks is not None:
            self.clocks.take_back(last.seat, at)

    def _take_confirming(self, entry: Entry, seat: int, on: bool, **_: Any) -> None:
        self.seats[seat].confirm = on

    def _take_chat(self, entry: Entry, **_: Any) -> None:
        """It is said, and nothing else happens."""

    def _take_chatting(self, entry: Entry, who: str, **_: Any) -> None:
        self.chatting = who

    def _take_standin(self, entry: Entry, seat: int, bot: str, why: str, **_: Any) -> None:
        self.seats[seat].standin = bot
        self._let_go(seat, entry.at)
        if why == "time":
            self.late = seat

    def _take_failed(self, entry: Entry, seat: int, plays: str, rest: bool, **_: Any) -> None:
        """A bot gave no move. Another one plays this one, or all the rest."""
        self.failures[seat] = self.failures.get(seat, 0) + 1
        if rest:
            self.seats[seat].standin = plays

    def _take_back(self, entry: Entry, seat: int, **_: Any) -> None:
        place = self.seats[seat]
        if place.standin is not None:
            self._let_go(seat, entry.at)
            if self.clocks is not None:
                self.clocks.refill(seat)
        place.standin, place.left, place.taken = None, False, entry.at

    def _take_clock(self, entry: Entry, granted: int, **_: Any) -> None:
        if self.clocks is not None:
            self.clocks.grant(granted)
        self._turn_since += granted

    def _take_forfeit(self, entry: Entry, seat: int, bot: str, **_: Any) -> None:
        self.seats[seat].forfeited = True
        self.seats[seat].standin = bot
        self._let_go(seat, entry.at)

    def _take_over(self, entry: Entry, result: dict[str, Any], **_: Any) -> None:
        self.status = "over"
        self.result = result
        self.earlier.clear()
        self.last_turn = None

    def _take_rematch(self, entry: Entry, table: str, **_: Any) -> None:
        self.rematch = table

    def _let_go(self, seat: int, at: int) -> None:
        """Somebody else plays this seat from now on: nothing that it did before is taken back."""
        if self.last_turn is not None and self.last_turn.seat == seat:
            self.last_turn = None
        if self.turn == seat:
            self.held = None
            self.earlier.clear()
            self._count_time(seat, at)

    def _count_time(self, seat: int, at: int) -> None:
        self.time_used[seat] += max(0, at - self._turn_since)
        self._turn_since = at

    # What follows

    @property
    def game(self) -> str:
        return str(self.made["game"])

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def playing(self) -> State:
        """The game, which must be running."""
        if self.state is None or self.status != "playing":
            raise ValueError("no game is being played here")
        return self.state

    @property
    def turn(self) -> int | None:
        """The seat that must decide."""
        return self.state.turn if self.state is not None and self.status == "playing" else None

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was played or held since the game began here."""
        return self.state is not None and len(self.numbers) == self.before and self.held is None

    @property
    def decision(self) -> int:
        """The entry after which the position is what it is."""
        return self.numbers[-1] if self.numbers else self.began

    @property
    def thinking(self) -> int | None:
        """The seat whose clock runs: it is its turn, and its person plays it."""
        turn = self.turn
        return turn if turn is not None and self.seats[turn].player is None else None

    @property
    def bot(self) -> str | None:
        """The bot that must move now. In a lesson only the learner moves."""
        return None if self.turn is None or self.lesson else self.seats[self.turn].player

    @property
    def lesson(self) -> str | None:
        """What is learnt here, if this is a lesson."""
        return self.made.get("lesson")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the lesson."""
        return steps_of(self.lesson) if self.lesson else ()

    @property
    def position(self) -> str | None:
        """The record of the position that the game begins from, if it is not set up as the rules say."""
        return self.made.get("position")

    @property
    def full(self) -> bool:
        return not any(seat.open for seat in self.seats)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person has: several on one device are possible."""
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.person == person]

    @property
    def awaited(self) -> list[int]:
        """The seats of people who are still to agree to what is asked to be taken back: bots always do, and who has
        left is not asked."""
        last = self.last_turn
        if last is None or not last.asked:
            return []
        settled = last.granted | {self.seats[last.seat].person}
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.person not in settled and seat.player is None and not seat.left
        ]

    @property
    def wake(self) -> int | None:
        """When the server must look again."""
        return self.clocks.deadline if self.clocks is not None and self.status == "playing" else None

    @property
    def summary(self) -> TableSummary:
        return TableSummary(
            game=self.game,
            players=self.players,
            status=self.status,
            listed=bool(self.made["listed"]),
            host=str(self.made["host"]),
            wake=self.wake,
            seats=tuple((seat.person or seat.reserved, seat.open and seat.reserved is None) for seat in self.seats),
            code=self.made["code"] if self.status == "open" else None,
            replay=self.made["replay"] if self.status == "over" else None,
            created=self.created,
            updated=self.at,
            position=self.position is not None,
            outcome=self._outcome,
        )

    @property
    def _outcome(self) -> str | None:
        if self.status != "over" or self.result is None:
            return None
        told = {name: self.result[name] for name in ("scores", "winners")}
        seats = {"names": [seat.name for seat in self.seats], "bots": [seat.bot for seat in self.seats]}
        return orjson.dumps({**seats, **told}).decode()
