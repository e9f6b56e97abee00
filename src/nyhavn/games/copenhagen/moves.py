"""Moves as values, and their text both ways. One spelling per move; the numbers are those of `kernels.ids`."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from nyhavn.compiled import uncompiled
from nyhavn.facade import anchors
from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.coats import Coat, CoatDecline
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.placements import NOTHING, Lying, Placement, PlacementCodec, letters_in_order, tidy_placement
from nyhavn.games.copenhagen.components import ABILITIES, KINDS
from nyhavn.games.copenhagen.kernels import ids
from nyhavn.notation import Move

HELP = """\
take 2 3                        the cards at docks 2 and 3
build Y4 a1 b1* b2 c2 pay YYY   a tile, its cells with the brick marked *, the cards paid (pay - for none)
discard RRB                     down to seven cards
coat special c4 · coat ability both · coat refresh · coat decline
end                             end the turn after a take
Case and order don't matter, and you may leave out the payment if there is only one."""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """The cards at these docks, 1 to 7, ascending."""

    kind: ClassVar[str] = "take"
    docks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Cards down to seven, as letters."""

    kind: ClassVar[str] = "discard"
    cards: str


@dataclass(frozen=True, slots=True)
class Build(Placement):
    """A tile from the rack, its brick marked, paid with cards."""

    kind: ClassVar[str] = "build"
    paying: ClassVar[str] = "pay"

    @property
    def cards(self) -> str:
        """The cards paid, as letters."""
        return self.pay.strip(NOTHING)


@dataclass(frozen=True, slots=True)
class End(Move):
    """The end of the turn after a take."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class CoatSpecial(Coat):
    """A special tile on a cell."""

    kind: ClassVar[str] = "coat special"
    cell: str


@dataclass(frozen=True, slots=True)
class CoatAbility(Coat):
    """An ability tile."""

    kind: ClassVar[str] = "coat ability"
    ability: str


@dataclass(frozen=True, slots=True)
class CoatRefresh(Coat):
    """All used abilities, active again."""

    kind: ClassVar[str] = "coat refresh"


CardMove = Take | Discard | Build | End | CoatSpecial | CoatAbility | CoatRefresh | CoatDecline


def _plain_moves() -> dict[int, CardMove]:
    """Every move that is not a build, by number."""
    moves: dict[int, CardMove] = {}
    for number, docks in enumerate(ids.TAKES, ids.TAKE):
        moves[number] = Take(tuple(dock + 1 for dock in docks))
    for number, cards in enumerate(ids.DISCARDS):
        moves[discard_id(number)] = Discard("".join(LETTERS[colour] for colour in cards))
    moves |= {ids.END_TURN: End(), ids.COAT_REFRESH: CoatRefresh(), ids.COAT_DECLINE: CoatDecline()}
    moves |= {special_id(cell): CoatSpecial(name) for cell, name in enumerate(NAMES)}
    moves |= {ability_id(number): CoatAbility(name) for number, name in enumerate(ABILITIES)}
    return moves


def _lying() -> dict[int, Lying]:
    """Every placement inside the house, by the number of the build that costs nothing."""
    found = {}
    starts, shape_starts = ids.KIND_START.tolist(), ids.SHAPE_START.tolist()
    for number, (kind, shape) in enumerate(ids.SHAPES):
        for mark, variant in enumerate(range(*shape_starts[number : number + 2])):
            brick = ids.VARIANTS[variant][2]
            for anchor in cells_of(shape.fit):
                cells = tuple(NAMES[cell] for cell in cells_of(shape.mask << anchor))
                marked = NAMES[(brick << anchor).bit_length() - 1]
                lying = Lying(kind, KINDS[kind], cells, marked, number - starts[kind], anchor, mark)
                found[paid_id(place_id(variant, anchor), 0)] = lying
    return found


def _payments() -> list[tuple[str, ...]]:
    """Every payment as text, by the kind of tile."""
    numbers = range(ids.PAYMENT_COUNT)
    by_colour = [tuple(_payment_text(colour, number) for number in numbers) for colour in range(len(COLOURS))]
    return [by_colour[colour] for colour, _ in KIND_PARTS]


def _payment_text(colour: int, payment: int) -> str:
    own, _, foreign = ids.PAYMENTS[payment]
    counts = {colour: own, int(other_colour(colour, payment)): foreign}
    return "".join(LETTERS[card] * counts[card] for card in sorted(counts) if counts[card]) or NOTHING


ability_id, discard_id, special_id, place_id, paid_id, paid_parts, other_colour = map(
    uncompiled,
    (ids.ability_id, ids.discard_id, ids.special_id, anchors.place_id, ids.paid_id, ids.paid_parts, ids.other_colour),
)
CODEC: PlacementCodec[CardMove] = PlacementCodec(
    get_args(CardMove),
    _plain_moves,
    placement=Build,
    first=ids.BUILD,
    lying=_lying,
    payments=_payments,
    payment_of=lambda number: paid_parts(number)[1],
)
find_move, format_move, format_moves = CODEC.find, CODEC.text_of, CODEC.spell


def tidy(typed: str) -> str:
    """What a person typed, in the one spelling if it can be guessed: spacing, case and order are forgiven."""
    words = typed.strip().split()
    if not words:
        return ""
    verb, rest = words[0].lower(), words[1:]
    if verb == Take.kind:
        return " ".join([verb, *sorted("".join(rest).replace(",", ""))])
    if verb == Discard.kind:
        return f"{verb} {letters_in_order(rest, LETTERS)}"
    if verb == Build.kind and rest:
        lying, paid = tidy_placement(rest, Build.paying)
        return " ".join([verb, *lying, Build.paying, letters_in_order(paid, LETTERS) or NOTHING])
    return " ".join([verb, *(word.lower() for word in rest)])
