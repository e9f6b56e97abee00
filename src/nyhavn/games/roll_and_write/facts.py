"""A state read as a list of whole numbers, for the layers of text: much quicker from Python than its fields."""

from nyhavn.facade.colours import COLOURS
from nyhavn.games.roll_and_write.components import FACES
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, FACE_COUNT, STATE
from nyhavn.rules import Facts, places

AT = places(STATE)
"""Where each field of the state begins."""


def by_colour(facts: Facts, field: int, seat: int) -> Facts:
    """A seat's tracks, stars, bonuses or covered cells, by colour."""
    start = field + seat * COLOUR_COUNT
    return facts[start : start + COLOUR_COUNT]


def named(counts: Facts) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def dice(facts: Facts) -> Facts:
    """Unused dice by face."""
    return facts[AT.dice : AT.dice + FACE_COUNT]


def faces(counts: Facts) -> str:
    """Dice as text, in the order R Y G B P W."""
    return "".join(letter * count for letter, count in zip(FACES, counts, strict=True))


def copies(facts: Facts, colour: int) -> Facts:
    """The single-use tiles of a colour: open, crossed out or put out."""
    start = AT.tiles + colour * COPIES
    return facts[start : start + COPIES]
