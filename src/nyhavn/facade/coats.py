"""Coat actions as moves: what a full row or column with a coat of arms entitles to."""

from dataclasses import dataclass
from typing import ClassVar

from nyhavn.notation import Move


@dataclass(frozen=True, slots=True)
class Coat(Move):
    """A coat action."""

    @property
    def use(self) -> str:
        """What the coat of arms is used for: `special` of `coat special`."""
        return self.family[1]


@dataclass(frozen=True, slots=True)
class CoatDecline(Coat):
    """Nothing for a coat of arms."""

    kind: ClassVar[str] = "coat decline"
