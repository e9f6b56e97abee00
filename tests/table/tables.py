"""Tables for tests: laid, played at and read again, with given times and seeds."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from nyhavn.table import commands
from nyhavn.table.entries import Entry, Refusal
from nyhavn.table.table import GivenChance, Table
from tests.conftest import sentence

Json = dict[str, Any]
PERSONS = ("person-ann", "person-bob", "person-cem", "person-dag")
ANN, BOB, CEM, DAG = PERSONS
STRANGER = "person-eve"
NAMES = ("Ann", "Bob", "Cem", "Dag")
START = 1_700_000_000_000
LATER = START + 10**9
"""Long after a table was laid."""
MINUTE = 60_000
STEPS = {"copenhagen": 3, "roll-and-write": 14}
"""Seeds of games with turns of several steps."""
EAGER = ("build", "draw", "coat", "single", "change")


class Log(Table):
    """A table that keeps its log, as a database would."""

    def __init__(self, table: str = "table", chance: GivenChance | None = None) -> None:
        self.log: list[Entry] = []
        self.given = chance
        super().__init__(table, (), chance)

    def write(self) -> list[Entry]:
        """Write down what was added, and give it."""
        entries = list(self.written())
        self.log += entries
        return entries

    def again(self) -> Table:
        """The same table, read from its log."""
        assert not self.pending
        return Table(self.id, self.log, self.given)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Games that start within this have their chance from a seed."""
    with patch.object(commands, "new_seed", lambda: seed):
        yield


def made(game: str = "copenhagen", **other: Any) -> Json:
    """What a table is made with."""
    usual: Json = {
        "game": game,
        "options": {},
        "watch": "anyone",
        "listed": False,
        "show_known": False,
        "order": "seated",
        "clock": None,
    }
    return usual | other


def lay(
    game: str = "copenhagen",
    players: int = 2,
    seed: int = 1,
    seats: list[Json] | None = None,
    chance: GivenChance | None = None,
    **other: Any,
) -> Log:
    """A table that has started, with a person on each seat if no seats are given."""
    table = Log(chance=chance)
    if seats is None:
        seats = [{"person": PERSONS[seat], "name": NAMES[seat]} for seat in range(players)]
    with seeded(seed):
        commands.create(table, START, PERSONS[0], seats, **made(game, **other))
    table.write()
    return table


def lay_open(game: str = "copenhagen", players: int = 2, **other: Any) -> Log:
    """A table where only the first seat is taken."""
    return lay(
        game, players, seats=[{"person": PERSONS[0], "name": NAMES[0]}, *({} for _ in range(players - 1))], **other
    )


def pick(table: Table, luck: random.Random) -> str:
    """Some legal move, mostly one that does something."""
    legal = table.playing.moves()
    eager = [move for move in legal if move.startswith(EAGER)]
    return luck.choice(eager if eager and luck.random() < 0.7 else legal)


def step(table: Log, move: str | None = None, at: int | None = None, luck: random.Random | None = None) -> list[Entry]:
    """The seat to move plays a move, and confirms it if it is held."""
    seat = table.turn
    assert seat is not None
    move = move or pick(table, luck or random.Random(table.n))
    at = table.at + 1000 if at is None else at
    person = table.seats[seat].person
    if table.bot is not None:
        commands.bot_play(table, at, seat, move)
    else:
        assert person is not None
        commands.play(table, at, person, seat, [move], f"message-{table.n}")
        if table.held is not None:
            commands.confirm(table, at, person, seat, f"confirm-{table.n}")
    return table.write()


def play_until(table: Log, reached: Callable[[Log], object], luck: random.Random | None = None) -> Log:
    """Play until something is so."""
    luck = luck or random.Random(1)
    while not reached(table):
        assert table.status == "playing", "the game was over before"
        step(table, luck=luck)
    return table


def in_turn(game: str, steps: int, **other: Any) -> Log:
    """A game in which somebody has played so many moves of a turn."""
    luck = random.Random(STEPS[game])
    return play_until(lay(game, seed=STEPS[game], **other), lambda table: len(table.earlier) == steps, luck)


def play_out(table: Log, luck: random.Random | None = None) -> Log:
    return play_until(table, lambda table: table.status == "over", luck)


def refusal(command: Callable[..., object], table: Table, *given: Any, **named: Any) -> Refusal:
    """Why a command is refused, which must change nothing."""
    before = everything(table)
    with pytest.raises(Refusal) as refused:
        command(table, *given, **named)
    assert everything(table) == before
    sentence(refused.value)
    return refused.value


def everything(table: Table) -> Json:
    """All there is to a table, as a value that stays what it is."""
    clocks = table.clocks
    return {
        "n": table.n,
        "at": table.at,
        "created": table.created,
        "status": table.status,
        "frozen": table.frozen,
        "made": repr(table.made),
        "seats": repr(table.seats),
        "state": None
        if table.state is None
        else (table.state.record(), table.state.memory.tobytes(), table.state.seed),
        "seed": table.seed,
        "commitment": table.commitment,
        "numbers": table.numbers.copy(),
        "earlier": [(state.record(), count) for state, count in table.earlier],
        "held": table.held,
        "late": table.late,
        "accepted": table.accepted.copy(),
        "clocks": clocks and (clocks.left.copy(), clocks.running, clocks.since, clocks.deadline),
        "time_used": table.time_used.copy(),
        "rematch": table.rematch,
        "result": repr(table.result),
        "pending": len(table.pending),
        "turn": (table.turn, table.thinking, table.bot, table.wake),
        "card": table.summary if table.made else None,
    }


def kinds(entries: Sequence[Entry]) -> list[str]:
    return [entry.kind for entry in entries]
