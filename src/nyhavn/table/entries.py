"""What is written about a table: the entries of its log, and a summary for the lists of tables."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log, numbered from 1; `at` is milliseconds since 1970."""

    n: int
    at: int
    kind: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableSummary:
    """What lists of tables need: it follows from the log and is written together with it."""

    game: str
    players: int
    status: str
    listed: bool
    host: str
    wake: int | None  # when the server must look again; None: never
    seats: tuple[tuple[str | None, bool], ...]  # by seat: person, and whether it is open
    code: str | None
    replay: str | None
    created: int
    updated: int
    position: bool = False  # whether the game begins from a position that somebody brought
    outcome: str | None = None  # JSON: names and bots by seat, scores and winners, once the game is over


class Refusal(Exception):
    """Something that cannot be done: a code and details for programs, a sentence for people. Nothing was changed."""

    def __init__(self, code: str, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.details = details
