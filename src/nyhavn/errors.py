"""What can go wrong, as values a caller can act on and sentences a player can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reason:
    """Why a move cannot be played: a code and details for programs and translations, a sentence for people."""

    code: str
    sentence: str
    details: Mapping[str, Any] = field(default_factory=dict)
    unreadable: bool = False

    def __str__(self) -> str:
        return self.sentence

    def error(self) -> "IllegalMove":
        return InvalidMove(self) if self.unreadable else IllegalMove(self)


class IllegalMove(ValueError):
    """A move that the rules do not allow here. Nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.sentence)
        self.reason = reason
        self.code = reason.code
        self.details = reason.details


class InvalidMove(IllegalMove):
    """A text that cannot be read as a move."""


class RecordError(ValueError):
    """A record that cannot be read or that the rules do not allow; `line` counts from 1."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line


class PositionError(ValueError):
    """A position that cannot be read, or that breaks the rules of the set-up; `field` names what is wrong in it."""

    def __init__(self, field: str, text: str, sentence: str) -> None:
        shown = text if len(text) <= 80 else f"{text[:77]}..."
        super().__init__(f"{field} {shown!r}: {sentence}")
        self.field = field
