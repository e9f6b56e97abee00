"""A state read as a list of whole numbers, for the layers of text: much quicker from Python than its fields."""

from nyhavn.facade.colours import LETTERS
from nyhavn.games.copenhagen.components import ABILITIES
from nyhavn.games.copenhagen.kernels.layout import COLOUR_COUNT, STATE
from nyhavn.rules import Facts, places

AT = places(STATE)
"""Where each field of the state begins."""


def hand(facts: Facts, seat: int) -> Facts:
    """A seat's cards by colour."""
    start = AT.hands + seat * COLOUR_COUNT
    return facts[start : start + COLOUR_COUNT]


def known(facts: Facts, seat: int) -> Facts:
    start = AT.known + seat * COLOUR_COUNT
    return facts[start : start + COLOUR_COUNT]


def colours(facts: Facts, seat: int) -> Facts:
    """A seat's covered cells by colour."""
    start = AT.colours + seat * COLOUR_COUNT
    return facts[start : start + COLOUR_COUNT]


def letters(counts: Facts) -> str:
    """Cards as text, in the order R Y G B P."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def by_letter(counts: Facts) -> dict[str, int]:
    return dict(zip(LETTERS, counts, strict=True))


def abilities_of(bits: int) -> list[str]:
    return [name for number, name in enumerate(ABILITIES) if bits >> number & 1]
