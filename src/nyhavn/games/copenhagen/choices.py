"""What a seat could build, and what the game is played with, for clients that hold no rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from nyhavn.facade.choices import GONE, OPEN, front, gains_by_shape, shape_choice, shapes_of
from nyhavn.facade.colours import LETTERS
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.placements import NOTHING
from nyhavn.facade.shapes import marked_orientations, shape
from nyhavn.games.copenhagen import facts as read
from nyhavn.games.copenhagen.components import (
    ABILITIES,
    CARDS_OF_A_COLOUR,
    COAT_CELLS,
    COAT_ROWS,
    DOCKS,
    GOAL,
    HAND_LIMIT,
    KINDS,
    SPECIALS,
    STARTING_HANDS,
    TILES,
)
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.ids import BUILD, KIND_START, TAKE_ABILITIES, TAKES
from nyhavn.games.copenhagen.kernels.layout import ACTION, AFTER_TAKE
from nyhavn.games.copenhagen.kernels.options import TOUCHES
from nyhavn.games.copenhagen.moves import CODEC, CoatSpecial, Discard, Take, format_moves
from nyhavn.notation import Fields
from nyhavn.rules import Choice, Facts, Gain, Rows

PLACING = BUILD
PLACING_PHASES: Sequence[int] = (ACTION, AFTER_TAKE)
COVERING: Sequence[str] = (CoatSpecial.kind,)
FOLLOWED: Sequence[str] = (Take.kind, Discard.kind)

STARTS: Sequence[int] = KIND_START.tolist()
ABILITY_NAMES = [read.abilities_of(bits) for bits in range(1 << len(ABILITIES))]


def tile_facts(facts: Facts, seat: int) -> list[tuple[Any, ...]]:
    """Of each kind of tile: how many are left."""
    return [(left,) for left in facts[AT.supply : AT.supply + len(KINDS)]]


def tile(kind: int, facts: tuple[Any, ...], surveyed: Rows, payments: Rows, gains: Rows) -> Choice:
    """A kind of tile: the ways to pay for it, and where it can lie."""
    (left,) = facts
    ways: tuple[list[Choice], list[Choice]] = ([], [])
    for _, touching, payment, abilities in payments:
        pay = CODEC.pay_text(kind, payment)
        way = {"pay": pay, "letters": pay.strip(NOTHING), "bonuses": 0, "abilities": ABILITY_NAMES[abilities].copy()}
        ways[touching].append(way)
    take = OPEN if left else GONE
    brings = gains_by_shape(gains, STARTS[kind], len(surveyed))
    return {
        "tile": KINDS[kind],
        "left": left,
        "price": KIND_PARTS[kind][1],
        "payments": ways[0],
        "touching": ways[1],
        "without_mark": False,
        "shapes": [
            shape_choice(number, told, told[TOUCHES], take, brings[number]) for number, told in enumerate(surveyed)
        ],
    }


def means(facts: Facts, seat: int) -> Choice:
    """By colour, the cards that a seat has of it (C22)."""
    hand = read.hand(facts, seat)
    return {letter: [letter * cards, 0] for letter, cards in zip(LETTERS, hand, strict=True) if cards}


def single(facts: Facts, seat: int, covering: Sequence[tuple[Fields, Gain]]) -> Choice | None:
    """There is no such move: special tiles are laid for a coat of arms, and chosen by their cell."""
    return None


def components(begun: Mapping[int, Facts]) -> dict[str, Any]:
    """What lies in the box; `begun` is a new table for each number of players."""
    return {
        **front(COAT_CELLS, COAT_ROWS, 0, GOAL),
        "placing": ["build", "pay"],
        "tiles": [_tile(kind, begun) for kind in range(len(KINDS))],
        "specials": SPECIALS,
        "abilities": list(ABILITIES),
        "uses": dict(
            zip(format_moves(list(range(len(TAKES)))), map(read.abilities_of, TAKE_ABILITIES.tolist()), strict=True)
        ),
        "docks": DOCKS,
        "plain_take": max(len(docks) for docks, uses in zip(TAKES, TAKE_ABILITIES, strict=True) if not uses),
        "hand_limit": HAND_LIMIT,
        "cards": {str(players): cards for players, cards in CARDS_OF_A_COLOUR.items()},
        "starting_hands": {str(players): list(cards) for players, cards in STARTING_HANDS.items()},
    }


def _tile(kind: int, begun: Mapping[int, Facts]) -> dict[str, Any]:
    name = KINDS[kind]
    cells, brick = TILES[name]
    orientations = marked_orientations(cells, brick, flip=True)
    marks = dict(orientations)[shape(cells)]
    return {
        "tile": name,
        "colour": name[0],
        "size": len(cells),
        "count": {str(players): facts[AT.supply + kind] for players, facts in begun.items()},
        "printed": [[[one for one, _ in orientations].index(shape(cells)), marks.index(brick)]],
        "shapes": [told | {"mirrored": False} for told in shapes_of(orientations)],
    }
