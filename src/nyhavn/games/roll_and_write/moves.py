"""Moves as text, both ways. One spelling per move; the numbers are those of `kernels.ids`."""

from functools import cache
from itertools import combinations_with_replacement

from nyhavn.facade.cells import CELLS, NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, SIZES, WHITE
from nyhavn.games.roll_and_write.components import DICE, FACES, KINDS
from nyhavn.games.roll_and_write.kernels.ids import (
    CHANGE,
    COAT_DECLINE,
    COAT_TRACK,
    COAT_WINDOW,
    DONE,
    DRAW,
    FACE_BASE,
    MARK_TRACKS,
    MARKS,
    NO_X,
    PASS,
    PAYMENT_COUNT,
    REROLL,
    SHAPES,
    SINGLE,
    START_TRACK,
    X_CHOICES,
)
from nyhavn.wording import Texts

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


def payment_text(kind: int, payment: int) -> str | None:
    """`RRW+`: dice of the tile's colour, white dice, bonuses; None for more than the tile takes."""
    bonuses, white = divmod(payment, FACE_BASE)
    own = kind % len(SIZES) + 2 - white - bonuses
    return None if own < 0 else LETTERS[kind // len(SIZES)] * own + WHITE * white + BONUS * bonuses


def place_text(place: int) -> str:
    """`R4 a1 b1* a2 b2`: the tile, and its cells with the X marked."""
    spot, cross = divmod(place, X_CHOICES)
    kind, shape = SHAPES[spot // CELLS]
    cells = cells_of(shape.mask << spot % CELLS)
    marked = (NAMES[cell] + ("*" if number == cross else "") for number, cell in enumerate(cells))
    return f"{KINDS[kind]} {' '.join(marked)}"


@cache
def plain_texts() -> dict[int, str]:
    """Every move that is not a draw, by number."""
    texts = {START_TRACK + number: f"start {name}" for number, name in enumerate(COLOURS)}
    for face, letter in enumerate(FACES):
        others = FACES.replace(letter, "")
        for dice in range(DICE):
            for number, target in enumerate(others):
                texts[CHANGE + (face * DICE + dice) * len(others) + number] = f"change {letter * (dice + 1)} {target}"
    for cell, name in enumerate(NAMES):
        texts[SINGLE + 2 * cell] = f"single {name}*"
        texts[SINGLE + 2 * cell + 1] = f"single {name}"
        texts[COAT_WINDOW + cell] = f"coat window {name}"
    texts |= {PASS: "pass", DONE: "done", COAT_DECLINE: "coat decline"}
    texts |= {COAT_TRACK + number: f"coat track {name}" for number, name in enumerate(COLOURS)}
    for number, tracks in enumerate(MARKS):
        texts[MARK_TRACKS + number] = "mark " + (" ".join(COLOURS[colour] for colour in tracks) or "-")
    for size in range(1, DICE + 1):
        for dice_rolled in combinations_with_replacement(range(len(FACES)), size):
            number = sum(FACE_BASE**face for face in dice_rolled)
            texts[REROLL + number] = "reroll " + "".join(FACES[face] for face in dice_rolled)
    return texts


@cache
def plain_ids() -> dict[str, int]:
    return {text: number for number, text in plain_texts().items()}


@cache
def place_texts() -> dict[int, str]:
    """Every placement inside the house with every place for its X, as text."""
    places = (
        (number * CELLS + anchor) * X_CHOICES + cross
        for number, (_, shape) in enumerate(SHAPES)
        for anchor in cells_of(shape.fit)
        for cross in (*range(shape.size), NO_X)
    )
    return {place: place_text(place) for place in places}


@cache
def place_ids() -> dict[str, int]:
    return {text: place for place, text in place_texts().items()}


@cache
def payment_texts() -> tuple[tuple[str | None, ...], ...]:
    """Every payment as text, by the kind of tile and the payment's number."""
    return tuple(tuple(payment_text(kind, number) for number in range(PAYMENT_COUNT)) for kind in range(len(KINDS)))


@cache
def payment_ids() -> tuple[dict[str, int], ...]:
    return tuple({text: number for number, text in enumerate(texts) if text} for texts in payment_texts())


def format_move(move: int) -> str:
    """The text of a move, given by its number."""
    if move < DRAW:
        return plain_texts()[move]
    place, payment = divmod(move - DRAW, PAYMENT_COUNT)
    return f"draw {place_texts()[place]} using {payment_texts()[SHAPES[place // X_CHOICES // CELLS][0]][payment]}"


TEXTS = Texts(format_move)


def format_moves(moves: list[int]) -> list[str]:
    return [TEXTS[move] for move in moves]


def find_move(text: str) -> int | None:
    """The number of a move in its one spelling; None for any other text. `reasons` knows what is wrong with it."""
    move = plain_ids().get(text)
    if move is not None or not text.startswith("draw "):
        return move
    tile, _, used = text[len("draw ") :].partition(" using ")
    place = place_ids().get(tile)
    if place is None:
        return None
    payment = payment_ids()[SHAPES[place // X_CHOICES // CELLS][0]].get(used)
    return None if payment is None else DRAW + place * PAYMENT_COUNT + payment


def tidy(typed: str) -> str:
    """What a person typed, in the one spelling if it can be guessed: spacing, case and order are forgiven."""
    words = typed.strip().split()
    if not words:
        return ""
    verb, rest = words[0].lower(), words[1:]
    lower = [word.lower() for word in rest]
    if verb == "reroll":
        return f"{verb} {_sorted_faces(rest)}"
    if verb == "change" and len(rest) > 1:
        return f"{verb} {''.join(rest[:-1]).upper()} {rest[-1].upper()}"
    if verb == "mark":
        return " ".join([verb, *sorted(lower, key=lambda name: COLOURS.index(name) if name in COLOURS else 9)])
    if verb == "draw" and rest:
        split = lower.index("using") if "using" in lower else len(lower)
        cells = sorted(lower[1:split], key=lambda cell: (cell[1:2], cell[:1]))
        used = ["using", _sorted_faces(rest[split + 1 :])] if rest[split + 1 :] else []
        return " ".join([verb, rest[0].upper(), *cells, *used])
    return " ".join([verb, *lower])


def _sorted_faces(words: list[str]) -> str:
    letters = "".join(words).upper()
    order = FACES + BONUS
    return "".join(sorted(letters, key=lambda letter: (order + letter).index(letter)))
