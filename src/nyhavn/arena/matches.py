"""A match: who plays whom at what, and from which seed each game and each bot takes its chance.

Games are numbered by the seed that they share: with seed number *n*, every table is played once from every rotation of
its seats, so that nobody profits from a good deal. Chance comes in separate streams, all made from the match's seed by
hashing, so that what a bot draws never changes what is dealt, and the number of processes changes nothing:

- the game's own seed, from which deck and dice are drawn in streams of their own, is the first eight bytes, highest
  first, of the SHA-256 of `nyhavn arena SEED deal N`;
- a bot draws from `random.Random("nyhavn arena SEED bot N TABLE R P")`, which Python seeds by SHA-512: N is the number
  of the seed, TABLE the players at the table as numbers with commas between them, R the rotation, P the player.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from nyhavn import __version__
from nyhavn.arguments import check_options, check_seed, whole_number
from nyhavn.bots import load_code
from nyhavn.bots.programs import make_player
from nyhavn.games import rules_of

Line = dict[str, Any]
"""A game that was played, as a line of the log."""


class Slot(NamedTuple):
    """One game of a match: the number of its seed, the players at the table by their numbers, and by how many places
    they moved on."""

    number: int
    table: tuple[int, ...]
    rotation: int

    @property
    def seats(self) -> tuple[int, ...]:
        """Which player sits where."""
        return self.table[self.rotation :] + self.table[: self.rotation]


@dataclass(frozen=True)
class Match:
    """Bots by their specs, at one table, or two at a time at all tables of a `cross` table. ValueError says what does
    not go together."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    cross: bool = False
    rotated: bool = True
    """Whether every deal is played from every rotation of the seats; needless if all players are the same."""
    code: tuple[str, ...] = ()
    """Files that bots come from; they must have been loaded."""

    def __post_init__(self) -> None:
        rules = rules_of(self.game)
        object.__setattr__(self, "options", check_options(rules, self.options))
        object.__setattr__(self, "seed", check_seed(whole_number(self.seed)))
        least, most = min(rules.players), max(rules.players)
        if len(self.players) < least or (len(self.players) > most and not self.cross):
            many = f"at least {least}" if self.cross else f"{least} to {most}"
            raise ValueError(f"give {many} bots for {self.game}, not {len(self.players)}")
        for spec in self.players:
            bot = make_player(spec).bot
            if self.game not in bot.games:
                raise ValueError(f"{bot.name} does not play {self.game}, only {' and '.join(bot.games)}")

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets: all at one table, or each pair at one."""
        numbers = range(len(self.players))
        return list(combinations(numbers, 2)) if self.cross else [tuple(numbers)]

    @property
    def rotations(self) -> int:
        """How often each deal is played at a table."""
        return len(self.tables[0]) if self.rotated else 1

    def seeds(self, games: int) -> int:
        """How many seeds a number of games at a table takes: whole rotations only."""
        return -(-games // self.rotations)

    def slots(self, games: int) -> Iterator[Slot]:
        """The games of the match, that many at each table, rounded up to whole rotations."""
        for number in range(self.seeds(games)):
            for table in self.tables:
                for rotation in range(self.rotations):
                    yield Slot(number, table, rotation)

    def play(self, slot: Slot) -> Line:
        """What a cluster does for a slot: a game from its first deal to its end."""
        from nyhavn.arena.games import play_game  # which knows matches

        return play_game(self, slot)

    def deal(self, slot: Slot) -> int:
        """The seed that a game is dealt from."""
        return int.from_bytes(sha256(f"nyhavn arena {self.seed} deal {slot.number}".encode()).digest()[:8], "big")

    def luck(self, slot: Slot, player: int) -> random.Random:
        """The random numbers of a bot in a game."""
        table = ",".join(map(str, slot.table))
        return random.Random(f"nyhavn arena {self.seed} bot {slot.number} {table} {slot.rotation} {player}")

    def header(self) -> Line:
        """What a log says of the match: whatever differs makes another match."""
        return {
            "arena": 1,
            "version": __version__,
            "rules": rules_of(self.game).version,
            "game": self.game,
            "options": self.options,
            "players": list(self.players),
            "cross": self.cross,
            "rotated": self.rotated,
            "seed": self.seed,
            "code": [sha256(Path(path).read_bytes()).hexdigest() for path in self.code],
        }


def load_all(paths: tuple[str, ...]) -> None:
    """Bots from files, each file once."""
    for path in dict.fromkeys(paths):
        load_code(path)
