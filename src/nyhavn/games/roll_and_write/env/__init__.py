"""The dice game for researchers: actions and observations, and the bounds that OpenSpiel asks for."""

from nyhavn.facade.cells import CELLS
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.fields import MOST_COATS, MOST_POINTS, Field, house
from nyhavn.games.roll_and_write.components import (
    BOXES,
    COAT_COLUMNS,
    COAT_ROWS,
    DICE,
    FACES,
    KINDS,
    LAST_ROUND,
    STARTING_REROLLS,
    TRACKS,
)
from nyhavn.games.roll_and_write.env.kernels.environment import kernels
from nyhavn.parts import Environment

COLOUR_COUNT = len(COLOURS)
COATS = COAT_ROWS.bit_count() + COAT_COLUMNS.bit_count()
STAR = "*"
LEAST_ACTIONS = 16  # twelve points take more


def fields(players: int) -> list[Field]:
    """What an observation is made of."""
    return [
        Field("seat", (players,), 1, "one of: the number of the seat that looks", private=True),
        Field("turn", (players,), 1, "one of: who decides, counted from the seat that looks; none when it is over"),
        Field("active", (players,), 1, "one of: whose turn it is, in which others mark; none when it is over"),
        Field("phase", (7,), 1, "one of: roll, start, turn, after the tile, coat, mark, over"),
        Field("mirror", (1,), 1, "flag: tiles may be flipped"),
        Field("round", (1,), LAST_ROUND, "the round, from 1"),
        Field("drawn", (1,), 1, "flag: the tile of this turn is drawn"),
        Field("coats", (1,), MOST_COATS, "coat actions owed to the seat whose turn it is"),
        Field("rolling", (1,), DICE, "dice still to be rolled"),
        Field("dice", (len(FACES),), DICE, "unused dice by face, R Y G B P W"),
        Field("tiles", (COLOUR_COUNT, 3, 3), 1, "one of, for the two tiles of size 4 and that of size 5 of each colour:"
              " open, crossed out, put out of the game"),
        Field("fresh_stars", (COLOUR_COUNT,), BOXES, "stars of this turn, usable from their owner’s next"),
        Field("fresh_bonuses", (COLOUR_COUNT,), BOXES, "bonuses likewise"),
        Field("points", (1,), MOST_POINTS, "points", by_seat=True),
        Field("tracks", (COLOUR_COUNT,), BOXES, "marked boxes", by_seat=True),
        Field("stars", (COLOUR_COUNT,), BOXES, "stars that can be used", by_seat=True),
        Field("bonuses", (COLOUR_COUNT,), BOXES, "bonuses that can be used", by_seat=True),
        *house("crosses"),
        Field("kind", (len(KINDS),), 1, "one of: the tile that the seat is about to draw; else none",
              private=True, begun=True),
        Field("cells", (CELLS,), 1, "flags: its cells", private=True, begun=True),
        Field("cross", (CELLS,), 1, "flags: its X, once that is chosen", private=True, begun=True),
        Field("no_cross", (1,), 1, "flag: it is drawn without an X", private=True, begun=True),
    ]  # fmt: skip


def _stars(track: str) -> int:
    return TRACKS[track].count(STAR) + (STARTING_REROLLS if track == "red" else 0)


def most_chance(players: int) -> int:
    """Five dice a turn and as many for every star that rolls again (W6, W22, W30)."""
    return (LAST_ROUND + _stars("red")) * players * DICE


def most_actions(players: int) -> int:
    """A turn is a tile in three actions and `done`, and then the others mark; a star is used once."""
    turns = LAST_ROUND * players * (4 + players - 1)
    return players + turns + players * (sum(map(_stars, TRACKS)) + COATS)


ENVIRONMENT = Environment(kernels, fields, most_chance, most_actions, LEAST_ACTIONS)
