"""What must hold of the logs and of what people were told, when all is over."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import text

from nyhavn.server.jobs import bot_turn
from nyhavn.store import Entry
from nyhavn.table import visibility
from nyhavn.table.clocks import RETURNING
from nyhavn.table.table import Table
from tests.simulation.database import Database, log_of
from tests.simulation.loops import World
from tests.simulation.people import House, Player, digest

STUCK_SECONDS = 10.0
"""After this long without a fault everything has gone on."""
UNEVEN = 7_000
"""Milliseconds of a turn that a wrong clock may have counted: a jump that is as short as this is not noticed."""


class Checks:
    """Compares everything with the logs."""

    def __init__(self, world: World, database: Database, house: House) -> None:
        self.world, self.database, self.house = world, database, house
        self.moves = self.bot_moves = 0

    def fail(self, what: object) -> None:
        self.world.failures.append(str(what))

    def all(self) -> None:
        players: dict[str, list[Player]] = defaultdict(list)
        for player in self.house.players:
            players[player.table].append(player)
        with self.database.asked() as connection:
            names = [name for (name,) in connection.execute(text("SELECT id FROM tables ORDER BY id"))]
            marked = connection.execute(text("SELECT count(*) FROM tables WHERE expired IS NOT NULL")).scalar()
            lost = connection.execute(text("SELECT name FROM papers WHERE expired IS NOT NULL")).all()
        if marked or lost:
            self.fail(f"{marked} tables and {lost} were marked for removal within minutes")
        if missing := self.house.tables - set(names):
            self.fail(f"tables are gone: {missing}")
        for name in names:
            self._table(name, players.get(name, []))
        for name, times in self.database.documents.items():
            if name.startswith("review ") and times > 1 and name not in self.database.aside:
                self.fail(f"{name} was done {times} times")

    def _table(self, name: str, players: Sequence[Player]) -> None:
        entries = log_of(self.database, name)
        if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
            self.fail(f"the log of {name} has a gap")
        wanted: dict[int, list[Player]] = defaultdict(list)
        for player in players:
            for n in player.looked:
                wanted[n].append(player)
        table = Table(name)
        done = 0
        for n in sorted({*wanted, len(entries)}):
            if n > len(entries):
                self.fail(f"somebody was told entry {n} of {name}, which has {len(entries)}")
                return
            table.fold(entries[done:n])
            done = n
            if table.frozen:
                self.fail(f"the log of {name} does not replay at {n}")
                return
            for player in wanted[n]:
                if player.looked[n] != digest(visibility.look(table, player.seat)):
                    self.fail(f"{player.person.name} at {name} had another view of entry {n} than seat {player.seat}")
        if bot_turn(table) is not None and self.world.now - self.database.written[name, table.n] > STUCK_SECONDS:
            self.fail(f"nobody plays the turn of a bot at {name} after entry {table.n}")
        self._once(name, entries)
        self._time(name, entries)
        self.moves += sum(entry.kind == "move" for entry in entries)
        self.bot_moves += sum(entry.kind == "move" and "by" not in entry.body for entry in entries)
        for player in players:
            self._player(player, table, entries)

    def _once(self, name: str, entries: Sequence[Entry]) -> None:
        """What was asked once was done once: all its entries stand together."""
        last: dict[tuple[str, str], int] = {}
        for place, entry in enumerate(entries):
            if "id" not in entry.body:
                continue
            asked = entry.body["by"], entry.body["id"]
            between = entries[last.get(asked, place - 1) + 1 : place]
            if any(other.kind != "chance" for other in between):
                self.fail(f"{asked} was done twice at {name}: entries {last[asked] + 1} and {entry.n}")
            last[asked] = place

    def _player(self, player: Player, table: Table, entries: Sequence[Entry]) -> None:
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            if "id" in entry.body:
                found[entry.body["id"]].append(entry)
        for name, n in player.acknowledged.items():
            message = player.sent[name]
            made = found.get(name, [])
            if not made and ("move" in message or "chat" in message or "phrase" in message or "confirm" in message):
                player.fail(f"{message} was acknowledged as {n}, and is not in the log")
            if made and not made[0].n <= n:
                player.fail(f"{message} is entry {made[0].n}, and was acknowledged as {n}")
            if "move" in message and made and made[0].body["move"] != message["move"]:
                player.fail(f"{message} is in the log as {made[0].body}")
        told = {event["n"]: event["event"] for event in visibility.events(table, entries, player.seat)}
        missed = [n for n in told if n <= player.n and n not in set(player.numbers)]
        if missed:
            player.fail(f"was not told of {missed}")
        for n, chance in player.chances.items():
            if n in told and told[n].get("chance") != chance:
                player.fail(f"was told {chance!r} of entry {n}, and may know {told[n].get('chance')!r}")

    def _time(self, name: str, entries: Sequence[Entry]) -> None:
        """Nobody loses on time who had some left, by time as it really passed."""
        if not entries or not (made := entries[0].body.get("clock")):
            return
        full = 1000 * (made.get("move") or made.get("bank"))
        table = Table(name)
        used: dict[int, float] = defaultdict(float)
        late: set[int] = set()
        before = 0.0
        for command in _commands(entries):
            really = self.database.written[name, command[0].n]
            seat = table.thinking if table.n and table.clocks is not None else None
            if seat is not None:
                used[seat] += 1000 * (really - before)
            for entry in command:
                own = entry.body.get("seat", 0)
                if entry.kind == "forfeit" or (entry.kind == "standin" and entry.body["why"] == "time"):
                    late.add(own)
                    if used[own] < full - UNEVEN:
                        self.fail(f"{entry.body} at {name} lost on time after {used[own]:.0f} of {full} ms")
                if entry.kind == "back" and own in late:
                    late.discard(own)
                    used[own] = full - full // RETURNING
            table.fold(command)
            if made.get("move") and table.thinking is not None and table.thinking != seat:
                used[table.thinking] = 0
            before = really


def _commands(entries: Sequence[Entry]) -> list[list[Entry]]:
    """A log in parts that can be played again one by one: chance belongs to what brought it."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.kind == "chance":
            found[-1].append(entry)
        else:
            found.append([entry])
    return found
