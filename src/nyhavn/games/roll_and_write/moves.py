"""Moves as values, and their text both ways. One spelling per move; the numbers are those of `kernels.ids`."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import ClassVar, get_args

from nyhavn.compiled import uncompiled
from nyhavn.facade import anchors
from nyhavn.facade.cells import NAMES, cells_of
from nyhavn.facade.coats import Coat, CoatDecline
from nyhavn.facade.colours import COLOURS, LETTERS, WHITE
from nyhavn.facade.kinds import KIND_PARTS
from nyhavn.facade.placements import (
    MARK,
    NO_MARK,
    NOTHING,
    Lying,
    Placement,
    PlacementCodec,
    letters_in_order,
    tidy_placement,
)
from nyhavn.games.roll_and_write.components import DICE, FACES, KINDS
from nyhavn.games.roll_and_write.kernels import ids
from nyhavn.games.roll_and_write.kernels.ids import FACE_POWERS, NO_X
from nyhavn.notation import Move

BONUS = "+"

HELP = """\
start red                       the colour to start with (two players)
reroll RRW                      reroll these dice
change RR W                     these dice, of one face, to another
draw R4 a1 b1* a2 b2 using RRW+ a tile, its cells with the X marked *, the dice and bonuses (+) used
single c4* · pass · done        a purple star · no tile · end the turn after the tile
coat window c4 · coat track blue · coat decline
mark red · mark red blue · mark -
Case and order don't matter, and you may leave out the dice used if there is only one way."""


@dataclass(frozen=True, slots=True)
class Start(Move):
    """The track to start with, by its colour."""

    kind: ClassVar[str] = "start"
    track: str


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Dice that are rolled once more, by face."""

    kind: ClassVar[str] = "reroll"
    dice: str


@dataclass(frozen=True, slots=True)
class Change(Move):
    """Dice of one face, and the face that they are changed to."""

    kind: ClassVar[str] = "change"
    dice: str
    to: str


@dataclass(frozen=True, slots=True)
class Single(Move):
    """A cell for a purple star, with an X or, for a blue star too, without."""

    kind: ClassVar[str] = "single"
    cell: str
    crossed: bool

    @property
    def what(self) -> str:
        return self.cell + MARK if self.crossed else self.cell


@dataclass(frozen=True, slots=True)
class Draw(Placement):
    """A tile, its X marked, paid with dice and bonuses."""

    kind: ClassVar[str] = "draw"
    paying: ClassVar[str] = "using"

    @property
    def bonuses(self) -> int:
        return self.pay.count(BONUS)

    @property
    def dice(self) -> str:
        """The dice used, by face."""
        return self.pay.rstrip(BONUS)


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No tile, which ends the turn."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """The end of the turn after the tile."""

    kind: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class CoatWindow(Coat):
    """A cell without an X."""

    kind: ClassVar[str] = "coat window"
    cell: str


@dataclass(frozen=True, slots=True)
class CoatTrack(Coat):
    """Boxes of a track."""

    kind: ClassVar[str] = "coat track"
    track: str


@dataclass(frozen=True, slots=True)
class Mark(Move):
    """The tracks that one of the others marks: none, one, or two in a game of two."""

    kind: ClassVar[str] = "mark"
    tracks: tuple[str, ...]

    @property
    def what(self) -> str:
        return " ".join(self.tracks) or NOTHING


DiceMove = Start | Reroll | Change | Single | Draw | Pass | Done | CoatWindow | CoatTrack | CoatDecline | Mark


def _plain_moves() -> dict[int, DiceMove]:
    """Every move that is not a draw, by number."""
    moves: dict[int, DiceMove] = {start_id(number): Start(name) for number, name in enumerate(COLOURS)}
    for face, letter in enumerate(FACES):
        for dice in range(1, DICE + 1):
            for other in range(ids.OTHER_FACES):
                moves[change_id(face, dice, other)] = Change(letter * dice, FACES[other_face(face, other)])
    for cell, name in enumerate(NAMES):
        moves |= {single_id(cell, clean): Single(name, crossed=not clean) for clean in (0, 1)}
        moves[window_id(cell)] = CoatWindow(name)
    moves |= {ids.PASS: Pass(), ids.DONE: Done(), ids.COAT_DECLINE: CoatDecline()}
    moves |= {track_id(number): CoatTrack(name) for number, name in enumerate(COLOURS)}
    for number, tracks in enumerate(ids.MARKS):
        moves[mark_id(number)] = Mark(tuple(COLOURS[colour] for colour in tracks))
    powers = FACE_POWERS.tolist()
    for many in range(1, DICE + 1):
        for faces in combinations_with_replacement(range(len(FACES)), many):
            moves[reroll_id(sum(powers[face] for face in faces))] = Reroll("".join(FACES[face] for face in faces))
    return moves


def _lying() -> dict[int, Lying]:
    """Every placement inside the house with every place for its X, by the number of the draw that is paid with dice of
    the tile's colour only."""
    found = {}
    starts = ids.KIND_START.tolist()
    for number, (kind, shape) in enumerate(ids.SHAPES):
        for anchor in cells_of(shape.fit):
            cells = tuple(NAMES[cell] for cell in cells_of(shape.mask << anchor))
            place = place_id(number, anchor)
            for cross, marked in [*enumerate(cells), (NO_X, None)]:
                mark = NO_MARK if cross == NO_X else cross
                lying = Lying(kind, KINDS[kind], cells, marked, number - starts[kind], anchor, mark)
                found[paid_id(place, cross, 0)] = lying
    return found


def _payments() -> list[list[str | None]]:
    """Every payment as text, by the kind of tile."""
    return [[_payment_text(kind, payment) for payment in range(ids.PAYMENT_COUNT)] for kind in range(len(KINDS))]


def _payment_text(kind: int, payment: int) -> str | None:
    """`RRW+`: dice of the tile's colour, white dice, bonuses; None for more than the tile takes."""
    colour, size = KIND_PARTS[kind]
    bonuses, white = payment_parts(payment)
    own = size - white - bonuses
    return None if own < 0 else LETTERS[colour] * own + WHITE * white + BONUS * bonuses


change_id, other_face, single_id, start_id, window_id, track_id, mark_id, reroll_id = map(
    uncompiled,
    (
        ids.change_id,
        ids.other_face,
        ids.single_id,
        ids.start_id,
        ids.window_id,
        ids.track_id,
        ids.mark_id,
        ids.reroll_id,
    ),
)
place_id, paid_id, paid_parts, payment_parts = map(
    uncompiled, (anchors.place_id, ids.paid_id, ids.paid_parts, ids.payment_parts)
)
CODEC: PlacementCodec[DiceMove] = PlacementCodec(
    get_args(DiceMove),
    _plain_moves,
    placement=Draw,
    first=ids.DRAW,
    lying=_lying,
    payments=_payments,
    payment_of=lambda number: paid_parts(number)[2],
)
find_move, format_move, format_moves = CODEC.find, CODEC.text_of, CODEC.spell


def tidy(typed: str) -> str:
    """What a person typed, in the one spelling if it can be guessed: spacing, case and order are forgiven."""
    words = typed.strip().split()
    if not words:
        return ""
    verb, rest = words[0].lower(), words[1:]
    lower = [word.lower() for word in rest]
    if verb == Reroll.kind:
        return f"{verb} {letters_in_order(rest, FACES + BONUS)}"
    if verb == Change.kind and len(rest) > 1:
        return f"{verb} {''.join(rest[:-1]).upper()} {rest[-1].upper()}"
    if verb == Mark.kind:
        return " ".join([verb, *sorted(lower, key=lambda name: COLOURS.index(name) if name in COLOURS else 9)])
    if verb == Draw.kind and rest:
        lying, used = tidy_placement(rest, Draw.paying)
        return " ".join([verb, *lying, *([Draw.paying, letters_in_order(used, FACES + BONUS)] if used else [])])
    return " ".join([verb, *lower])
