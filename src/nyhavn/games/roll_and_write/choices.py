"""What a seat could draw, and what the game is played with, for clients that hold no rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from nyhavn.facade.choices import AGAIN as ONCE_MORE
from nyhavn.facade.choices import GONE, front, gains_by_shape, shape_choice, shapes_of
from nyhavn.facade.choices import OPEN as TO_HAVE
from nyhavn.facade.colours import COLOURS
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.shapes import shape
from nyhavn.games.roll_and_write import facts as read
from nyhavn.games.roll_and_write.components import (
    ABILITIES,
    COAT_BOXES,
    COAT_COLUMNS,
    COAT_ROWS,
    DICE,
    FACES,
    GOAL,
    KINDS,
    LAST_ROUND,
    MOST_BONUSES,
    SINGLE_USE,
    STARTING_BOXES,
    STARTING_REROLLS,
    TILES,
    TRACK_POINTS,
    TRACKS,
)
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels.ids import DRAW, KIND_START, SHAPE_COPIES, SHAPES
from nyhavn.games.roll_and_write.kernels.layout import BLUE, OPEN, TURN
from nyhavn.games.roll_and_write.kernels.options import AGAIN, TAKEABLE
from nyhavn.games.roll_and_write.moves import BONUS, CODEC, CoatWindow, Single
from nyhavn.rules import Choice, Facts, Rows

PLACING = DRAW
PLACING_PHASES: Sequence[int] = (TURN,)
COVERING: Sequence[str] = (Single.kind, CoatWindow.kind)

STARTS: Sequence[int] = KIND_START.tolist()
PLAYED: list[list[int]] = SHAPE_COPIES.tolist()
"""By `mirror` and shape: which printed tiles have it; 0 if none has and it is not played."""
BOX_NAMES = {"+": "bonus", "*": "star", ".": None}


def tile_facts(facts: Facts, seat: int) -> list[tuple[Any, ...]]:
    """Of each kind of tile: which copies are open, if it is crossed out at all, whether mirrored shapes are played, and
    whether it may lie without a mark."""
    without_mark = read.by_colour(facts, AT.stars, seat)[BLUE] > 0  # W23
    own = [(tuple(read.copies(facts, colour)), facts[AT.mirror], without_mark) for colour in range(len(COLOURS))]
    return [own[colour] for colour, _ in KIND_PARTS]


def tile(kind: int, facts: tuple[Any, ...], surveyed: Rows, payments: Rows, gains: Rows) -> Choice:
    """A kind of tile: the ways to pay for it, and where it can lie."""
    copies, mirror, without_mark = facts
    first = STARTS[kind]
    brings = gains_by_shape(gains, first, len(surveyed))
    return {
        "tile": KINDS[kind],
        "left": _open(copies, kind),
        "price": KIND_PARTS[kind][1],
        "payments": [_way(CODEC.pay_text(kind, payment)) for _, payment in payments],
        "touching": [],
        "without_mark": without_mark,
        "shapes": [
            shape_choice(number, told, 0, _take(told), brings[number])
            for number, told in enumerate(surveyed)
            if PLAYED[mirror][first + number]
        ],
    }


def _way(pay: str) -> Choice:
    return {"pay": pay, "letters": pay.rstrip(BONUS), "bonuses": pay.count(BONUS), "abilities": []}


def _take(told: list[int]) -> str:
    return GONE if not told[TAKEABLE] else ONCE_MORE if told[AGAIN] else TO_HAVE


def left(facts: Facts, kind: int) -> int | None:
    """How many of a kind are open; None for those that are never crossed out (W9)."""
    return _open(read.copies(facts, KIND_PARTS[kind][0]), kind)


def _open(copies: Sequence[int], kind: int) -> int | None:
    size = KIND_PARTS[kind][1]
    if size not in SINGLE_USE:
        return None
    return (copies[:2] if size == SINGLE_USE[0] else copies[2:]).count(OPEN)


def components(begun: Mapping[int, Facts]) -> dict[str, Any]:
    """What the sheets and dice are; `begun` is a new table for each number of players."""
    return {
        **front(0, COAT_ROWS, COAT_COLUMNS, GOAL),
        "placing": ["draw", "using"],
        "tiles": [_tile(kind, begun) for kind in range(len(KINDS))],
        "abilities": list(ABILITIES.values()),
        "dice": DICE,
        "faces": list(FACES),
        "tracks": {
            name: {"ability": ABILITIES[name], "boxes": [BOX_NAMES[box] for box in TRACKS[name]]} for name in COLOURS
        },
        "track_points": TRACK_POINTS,
        "most_bonuses": MOST_BONUSES,
        "starting_rerolls": STARTING_REROLLS,
        "starting_boxes": STARTING_BOXES,
        "coat_boxes": COAT_BOXES,
        "last_round": LAST_ROUND,
    }


def _tile(kind: int, begun: Mapping[int, Facts]) -> dict[str, Any]:
    name = KINDS[kind]
    first, last = STARTS[kind], STARTS[kind + 1]
    orientations = [one for _, one in SHAPES[first:last]]
    told = shapes_of([(one, one.cells) for one in orientations])
    counts = {str(players): left(facts, kind) for players, facts in begun.items()}
    return {
        "tile": name,
        "colour": name[0],
        "size": len(TILES[name][0]),
        "count": None if None in counts.values() else counts,
        "printed": [[orientations.index(shape(cells)), -1] for cells in TILES[name]],
        "shapes": [one | {"mirrored": not PLAYED[0][row]} for row, one in enumerate(told, first)],
    }
