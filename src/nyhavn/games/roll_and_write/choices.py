"""What a seat could draw, and what the game is played with, for clients that hold no rule."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from nyhavn.facade.cells import FULL, INDEX
from nyhavn.facade.choices import AGAIN as ONCE_MORE
from nyhavn.facade.choices import GONE, front, gains_by_shape, shape_choice, shapes_of
from nyhavn.facade.choices import OPEN as TO_HAVE
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
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
from nyhavn.games.roll_and_write.kernels.layout import (
    BLUE,
    COAT,
    MARK,
    OPEN,
    PURPLE,
    RED,
    START,
    TURN,
    WHITE_FACE,
    YELLOW,
)
from nyhavn.games.roll_and_write.kernels.options import AGAIN, COPY, TAKEABLE
from nyhavn.games.roll_and_write.knowledge import PHASES
from nyhavn.games.roll_and_write.moves import BONUS, CODEC, CoatWindow, Single
from nyhavn.notation import Fields
from nyhavn.rules import Choice, Facts, Gain, Rows

PLACING = DRAW
PLACING_PHASES: Sequence[int] = (TURN,)
COVERING: Sequence[str] = (Single.kind, CoatWindow.kind)
FOLLOWED: Sequence[str] = ()

STARTS: Sequence[int] = KIND_START.tolist()
PLAYED: list[list[int]] = SHAPE_COPIES.tolist()
"""By `mirror` and shape: which printed tiles have it; 0 if none has and it is not played."""
ONE_CELL = shape([(0, 0)])
SINGLE_NAME = f"{WHITE}1"
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
    left = _open(copies, kind)
    played = [(number, told) for number, told in enumerate(surveyed) if PLAYED[mirror][first + number]]
    return {
        "tile": KINDS[kind],
        "left": left,
        "price": KIND_PARTS[kind][1],
        "payments": [_way(CODEC.pay_text(kind, payment)) for _, payment in payments],
        "touching": [],
        "without_mark": without_mark,
        **({} if left is None else {"copies": [_copy(kind, told) for _, told in played]}),
        "shapes": [shape_choice(number, told, 0, _take(told), brings[number]) for number, told in played],
    }


def _way(pay: str) -> Choice:
    return {"pay": pay, "letters": pay.rstrip(BONUS), "bonuses": pay.count(BONUS), "abilities": []}


def _take(told: list[int]) -> str:
    return GONE if not told[TAKEABLE] else ONCE_MORE if told[AGAIN] else TO_HAVE


def _copy(kind: int, told: list[int]) -> int:
    """Which of a kind's printed tiles a shape is; the largest stand behind the two of size 4."""
    return told[COPY] - (2 if KIND_PARTS[kind][1] == SINGLE_USE[1] and told[COPY] >= 0 else 0)


def means(facts: Facts, seat: int) -> Choice:
    """By colour, the dice of it, the white ones, and the bonuses that can be used at once (W7)."""
    dice, bonuses = read.dice(facts), read.by_colour(facts, AT.bonuses, seat)
    white = WHITE * dice[WHITE_FACE]
    found = {
        letter: [letter * dice[colour] + white, min(MOST_BONUSES, bonuses[colour])]
        for colour, letter in enumerate(LETTERS)
    }
    return {letter: told for letter, told in found.items() if any(told)}


def single(facts: Facts, seat: int, covering: Sequence[tuple[Fields, Gain]]) -> Choice | None:
    """A cell for a purple star (W24): wherever it is supported, at no other price."""
    singles = [(told, gain) for told, gain in covering if told["kind"] == Single.kind]
    if not singles:
        return None
    cells = [INDEX[told["cell"]] for told, _ in singles]
    legal = reduce(or_, (1 << cell for cell in cells))
    covered = facts[AT.filled + seat]
    gains = [
        [cell, 0 if told["crossed"] else -1, *gain]
        for cell, (told, gain) in zip(cells, singles, strict=True)
        if any(gain)
    ]
    return {
        "tile": SINGLE_NAME,
        "left": None,
        "price": 0,
        "payments": [_way("")],
        "touching": [],
        "without_mark": not all(told["crossed"] for told, _ in singles),
        "shapes": [shape_choice(0, (FULL, FULL & ~covered, legal, legal), 0, TO_HAVE, gains)],
    }


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
        "single": {
            "tile": SINGLE_NAME,
            "colour": WHITE,
            "size": 1,
            "count": None,
            "printed": [[0, 0]],
            "shapes": [told | {"mirrored": False} for told in shapes_of([(ONE_CELL, ONE_CELL.cells)])],
        },
        "abilities": list(ABILITIES.values()),
        "dice": DICE,
        "faces": list(FACES),
        "tracks": {
            name: {
                "ability": ABILITIES[name],
                "boxes": [BOX_NAMES[box] for box in TRACKS[name]],
                "stars": STARTING_REROLLS if name == COLOURS[RED] else 0,
            }
            for name in COLOURS
        },
        "track_points": TRACK_POINTS,
        "most_bonuses": MOST_BONUSES,
        "boxes": {PHASES[START]: STARTING_BOXES, PHASES[COAT]: COAT_BOXES, PHASES[MARK]: 1},
        "uses": {
            ONCE_MORE: ABILITIES[COLOURS[YELLOW]],
            "single": ABILITIES[COLOURS[PURPLE]],
            "unmarked": ABILITIES[COLOURS[BLUE]],
        },
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
