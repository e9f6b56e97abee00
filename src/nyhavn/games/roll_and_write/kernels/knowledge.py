"""What a seat of the dice game cannot know: nothing (W5)."""

from typing import Any

from nyhavn.compiled import kernel
from nyhavn.luck import Luck

PAST = 0


@kernel
def erase(S: Any, seat: int) -> None:
    """There is nothing to take out."""


@kernel
def imagine(S: Any, seat: int, past: Any, luck: Luck) -> None:
    """There is nothing to draw."""
