"""Moves as text, both ways. One spelling per move; the numbers are those of `kernels.ids`."""

from functools import cache

from nyhavn.facade.cells import CELLS, NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS, SIZES
from nyhavn.games.copenhagen.components import ABILITIES, KINDS
from nyhavn.games.copenhagen.kernels.ids import (
    BUILD,
    COAT_ABILITY,
    COAT_DECLINE,
    COAT_REFRESH,
    COAT_SPECIAL,
    DISCARD_CARDS,
    DISCARDS,
    END_TURN,
    PAYMENT_COUNT,
    PAYMENTS,
    TAKE,
    TAKES,
    VARIANTS,
)
from nyhavn.wording import Texts

NO_CARDS = "-"

HELP = """\
take 2 3                        the cards at docks 2 and 3
build Y4 a1 b1* b2 c2 pay YYY   a tile, its cells with the brick marked *, the cards paid (pay - for none)
discard RRB                     down to seven cards
coat special c4 · coat ability both · coat refresh · coat decline
end                             end the turn after a take
Case and order don't matter, and you may leave out the payment if there is only one."""


def cards_text(counts: dict[int, int]) -> str:
    """Cards by colour number as letters, in the order R Y G B P."""
    return "".join(LETTERS[colour] * counts[colour] for colour in sorted(counts))


def payment_text(colour: int, payment: int) -> str:
    own, other, foreign = PAYMENTS[payment]
    counts = {colour: own}
    if foreign:
        counts[other + (other >= colour)] = foreign
    return cards_text(counts) or NO_CARDS


def placement_text(placement: int) -> str:
    """`Y4 a1 b1* b2 c2`: the tile, and its cells with the brick marked."""
    kind, shape, brick = VARIANTS[placement // CELLS]
    anchor = placement % CELLS
    cells = (NAMES[cell] + ("*" if brick << anchor >> cell & 1 else "") for cell in cells_of(shape.mask << anchor))
    return f"{KINDS[kind]} {' '.join(cells)}"


@cache
def plain_texts() -> tuple[str, ...]:
    """Every move that is not a build, by number."""
    texts = [""] * BUILD
    for number, docks in enumerate(TAKES):
        texts[TAKE + number] = "take " + " ".join(str(dock + 1) for dock in docks)
    for number, cards in enumerate(DISCARDS):
        texts[DISCARD_CARDS + number] = "discard " + "".join(LETTERS[colour] for colour in cards)
    texts[END_TURN] = "end"
    for cell, name in enumerate(NAMES):
        texts[COAT_SPECIAL + cell] = f"coat special {name}"
    for number, ability in enumerate(ABILITIES):
        texts[COAT_ABILITY + number] = f"coat ability {ability}"
    texts[COAT_REFRESH] = "coat refresh"
    texts[COAT_DECLINE] = "coat decline"
    return tuple(texts)


@cache
def plain_ids() -> dict[str, int]:
    return {text: number for number, text in enumerate(plain_texts())}


@cache
def placement_texts() -> dict[int, str]:
    """Every placement inside the house, `variant * 45 + anchor`, as text."""
    inside = (
        variant * CELLS + anchor for variant, (_, shape, _) in enumerate(VARIANTS) for anchor in cells_of(shape.fit)
    )
    return {placement: placement_text(placement) for placement in inside}


@cache
def placement_ids() -> dict[str, int]:
    return {text: placement for placement, text in placement_texts().items()}


@cache
def payment_texts() -> tuple[tuple[str, ...], ...]:
    """Every payment as text, by the tile's colour and the payment's number."""
    return tuple(tuple(payment_text(colour, pay) for pay in range(PAYMENT_COUNT)) for colour in range(len(COLOURS)))


@cache
def payment_ids() -> tuple[dict[str, int], ...]:
    return tuple({text: payment for payment, text in enumerate(texts)} for texts in payment_texts())


@cache
def variant_colours() -> tuple[int, ...]:
    return tuple(kind // len(SIZES) for kind, _, _ in VARIANTS)


def format_move(move: int) -> str:
    """The text of a move, given by its number."""
    if move < BUILD:
        return plain_texts()[move]
    placement, payment = divmod(move - BUILD, PAYMENT_COUNT)
    return f"build {placement_texts()[placement]} pay {payment_texts()[variant_colours()[placement // CELLS]][payment]}"


TEXTS = Texts(format_move)


def format_moves(moves: list[int]) -> list[str]:
    return [TEXTS[move] for move in moves]


def find_move(text: str) -> int | None:
    """The number of a move in its one spelling; None for any other text. `reasons` knows what is wrong with it."""
    move = plain_ids().get(text)
    if move is not None or not text.startswith("build "):
        return move
    tile, _, paid = text[len("build ") :].partition(" pay ")
    placement = placement_ids().get(tile)
    if placement is None:
        return None
    payment = payment_ids()[variant_colours()[placement // CELLS]].get(paid)
    return None if payment is None else BUILD + placement * PAYMENT_COUNT + payment


def docks_taken(move: int) -> tuple[int, ...]:
    """The docks that a move empties, from 0."""
    return TAKES[move - TAKE] if move < DISCARD_CARDS else ()


def cards_paid(move: int) -> tuple[int, ...]:
    """The colours of the cards that a move costs: of a discard, of a payment."""
    if DISCARD_CARDS <= move < END_TURN:
        return DISCARDS[move - DISCARD_CARDS]
    if move < BUILD:
        return ()
    placement, payment = divmod(move - BUILD, PAYMENT_COUNT)
    text = payment_texts()[variant_colours()[placement // CELLS]][payment]
    return tuple(LETTERS.index(card) for card in text.strip(NO_CARDS))


def tidy(typed: str) -> str:
    """What a person typed, in the one spelling if it can be guessed: spacing, case and order are forgiven."""
    words = typed.strip().split()
    if not words:
        return ""
    verb, rest = words[0].lower(), words[1:]
    if verb == "take":
        return " ".join([verb, *sorted("".join(rest).replace(",", ""))])
    if verb == "discard":
        return f"{verb} {_sorted_cards(rest)}"
    if verb == "build" and rest:
        lower = [word.lower() for word in rest]
        split = lower.index("pay") if "pay" in lower else len(lower)
        cells = sorted(lower[1:split], key=lambda cell: (cell[1:2], cell[:1]))
        return " ".join([verb, rest[0].upper(), *cells, "pay", _sorted_cards(rest[split + 1 :]) or NO_CARDS])
    return " ".join([verb, *(word.lower() for word in rest)])


def _sorted_cards(words: list[str]) -> str:
    letters = "".join(words).upper()
    return "".join(sorted(letters, key=lambda letter: (LETTERS + letter).index(letter)))
