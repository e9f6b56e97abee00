"""Which moves are legal: listed, counted and picked from without a list, or checked one at a time."""

from typing import Any

import numpy as np

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import covering, fitting, neighbours, supporting
from nyhavn.facade.bits import lowest, popcount
from nyhavn.facade.cells import FULL
from nyhavn.facade.kinds import KIND_COUNT, LARGEST, SMALLEST, colour_of, kind_of, size_of
from nyhavn.facade.lines import lines_with
from nyhavn.games.copenhagen.kernels.ids import (
    BUILD,
    COAT_ABILITY,
    COAT_DECLINE,
    COAT_REFRESH,
    DISCARD_CARDS,
    DISCARD_COUNTS,
    DISCARD_SIZE,
    END_TURN,
    KIND_START,
    MOVE_COUNT,
    PAY_FOREIGN,
    PAY_OWN,
    SHAPE_FIT,
    SHAPE_OFFSETS,
    SHAPE_START,
    TAKE_ABILITIES,
    TAKES,
    VARIANT_BRICK,
    VARIANT_FIT,
    VARIANT_KIND,
    VARIANT_MASK,
    VARIANTS,
    ability_id,
    build_id,
    build_parts,
    coat_ability,
    discard_cards,
    discard_id,
    other_colour,
    payment_of,
    special_cell,
    special_id,
)
from nyhavn.games.copenhagen.kernels.layout import (
    ACTION,
    AFTER_TAKE,
    ANY,
    COAT,
    COLOUR_COUNT,
    DISCARD,
    DISCOUNT,
    EXTRA,
    RECOLOUR,
)
from nyhavn.games.copenhagen.kernels.turns import (
    ABILITY_COUNT,
    discards_needed,
    price,
    turned_by,
    worth,
)
from nyhavn.luck import Luck, below

# Legal builds, factored: a row a shape, with the anchors that touch the tile's colour and those that do not (they
# differ in price, C22), the number of ways to pay at each, and the number of builds up to and with this row.
SHAPE, TOUCHING, APART, WAYS_TOUCHING, WAYS_APART, BUILDS = range(6)
FIT_ROWS = len(SHAPE_FIT)
FIT_COLUMNS = 6
# A shape has one, two or four places for its brick: counted in bits, because division is slow.
BRICK_BITS = np.array([int(bricks).bit_length() - 1 for bricks in np.diff(SHAPE_START)], np.int64)

TAKE_COUNT = len(TAKES)
TAKE_HELP = ANY | EXTRA
# The takes that each combination of *any* and *extra* allows.
_allowed = [[move for move in range(TAKE_COUNT) if not TAKE_ABILITIES[move] & ~help] for help in range(TAKE_HELP + 1)]
TAKES_WITH = np.array([len(moves) for moves in _allowed], np.int64)
TAKES_LISTED = np.array([moves + [0] * (TAKE_COUNT - len(moves)) for moves in _allowed], np.int64)
# Discards of one, two and three cards follow one another.
DISCARD_START = np.array([0, *np.searchsorted(DISCARD_SIZE, [2, 3, 4])], np.int64)
# A hand and a discard as bytes of one number, so that "has all these cards" is one subtraction.
BYTE = 8
HIGH_BITS = sum(0x80 << (BYTE * colour) for colour in range(COLOUR_COUNT))
DISCARD_BYTES = (DISCARD_COUNTS << (BYTE * np.arange(COLOUR_COUNT))).sum(axis=1)


@kernel
def ways_to_pay(S: Any, seat: int, colour: int, total: int) -> Any:
    """In how many ways a seat can pay exactly so many cards for a tile of this colour (C21, C24)."""
    own = S.hands[seat, colour]
    ways = 1 if own >= total else 0
    if total > 0 and S.active[seat] & RECOLOUR:
        fewest = max(1, total - own)
        for other in range(COLOUR_COUNT):
            if other != colour:
                ways += max(0, min(total, S.hands[seat, other]) - fewest + 1)
    return ways


@kernel
def ways_at_price(S: Any, seat: int, colour: int, price: int) -> Any:
    """C23, C25: at the price, or one card less with *discount*."""
    ways = ways_to_pay(S, seat, colour, price)
    if S.active[seat] & DISCOUNT:
        ways += ways_to_pay(S, seat, colour, price - 1)
    return ways


@kernel
def nth_payment(S: Any, seat: int, colour: int, price: int, number: int) -> Any:
    """The ways of `ways_at_price` in order: with *discount* first, own cards first, then by colour and number."""
    total = price
    if S.active[seat] & DISCOUNT:
        cheaper = ways_to_pay(S, seat, colour, price - 1)
        if number < cheaper:
            total = price - 1
        else:
            number -= cheaper
    own = S.hands[seat, colour]
    if own >= total:
        if number == 0:
            return payment_of(total, colour, colour, 0)
        number -= 1
    fewest = max(1, total - own)
    for other in range(COLOUR_COUNT):
        if other != colour:
            ways = max(0, min(total, S.hands[seat, other]) - fewest + 1)
            if number < ways:
                return payment_of(total, colour, other, fewest + number)
            number -= ways
    return -1


@kernel
def find_fits(S: Any, seat: int, fits: Any) -> Any:
    """Every tile of the rack that the seat can pay for, where it can lie (C20–C28). Gives the number of rows."""
    filled = S.filled[seat]
    free = FULL & ~filled
    support = supporting(filled)
    helped = S.active[seat] & (DISCOUNT | RECOLOUR)
    rows = 0
    builds = 0
    for colour in range(COLOUR_COUNT):
        hand = S.hands[seat, colour]
        if hand == 0 and not helped:
            continue
        near = neighbours(S.colours[seat, colour])
        touching_ways = ways_at_price(S, seat, colour, 1) if helped else 1
        for size in range(SMALLEST, LARGEST + 1):
            kind = kind_of(colour, size)
            if helped:
                apart_ways = ways_at_price(S, seat, colour, size)
            else:
                apart_ways = 1 if hand >= size else 0
            if touching_ways == 0 or (apart_ways == 0 and near == 0):
                break  # a larger tile costs more
            first, last = KIND_START[kind], KIND_START[kind + 1]
            for shape in range(first, last if S.supply[kind] else first):
                offsets = SHAPE_OFFSETS[shape]
                anchors = fitting(SHAPE_FIT[shape], offsets, free, support)
                if anchors == 0:
                    continue
                touching = anchors & covering(offsets, near) if near else 0
                apart = anchors & ~touching if apart_ways else 0
                if touching | apart:
                    fits[rows, SHAPE] = shape
                    fits[rows, TOUCHING] = touching
                    fits[rows, APART] = apart
                    fits[rows, WAYS_TOUCHING] = touching_ways
                    fits[rows, WAYS_APART] = apart_ways
                    places = popcount(touching) * touching_ways + popcount(apart) * apart_ways
                    builds += places << BRICK_BITS[shape]
                    fits[rows, BUILDS] = builds
                    rows += 1
            touching_ways = apart_ways  # the next size costs as much touching as this one apart
    return rows


@kernel
def count_builds(S: Any, seat: int, fits: Any) -> Any:
    rows = find_fits(S, seat, fits)
    return fits[rows - 1, BUILDS] if rows else 0


@kernel
def list_builds(S: Any, seat: int, fits: Any, out: Any, found: int) -> Any:
    rows = find_fits(S, seat, fits)
    for row in range(rows):
        shape = fits[row, SHAPE]
        colour = colour_of(VARIANT_KIND[SHAPE_START[shape]])
        size = size_of(VARIANT_KIND[SHAPE_START[shape]])
        for variant in range(SHAPE_START[shape], SHAPE_START[shape + 1]):
            anchors = fits[row, TOUCHING] | fits[row, APART]
            while anchors:
                anchor = lowest(anchors)
                anchors &= anchors - 1
                touches = fits[row, TOUCHING] >> anchor & 1
                ways = fits[row, WAYS_TOUCHING] if touches else fits[row, WAYS_APART]
                for number in range(ways):
                    out[found] = build_id(variant, anchor, nth_payment(S, seat, colour, size - touches, number))
                    found += 1
    return found


@kernel
def nth_build(S: Any, seat: int, fits: Any, row: int, number: int) -> Any:
    """One of the builds of a row, in an order of its own."""
    shape = fits[row, SHAPE]
    bits = BRICK_BITS[shape]
    variant = SHAPE_START[shape] + (number & ((1 << bits) - 1))
    number >>= bits
    anchors = fits[row, TOUCHING]
    ways = fits[row, WAYS_TOUCHING]
    touches = 1
    here = popcount(anchors) * ways
    if number >= here:
        number -= here
        anchors = fits[row, APART]
        ways = fits[row, WAYS_APART]
        touches = 0
    way = 0
    if ways > 1:
        way = number % ways
        number //= ways
    while number:
        anchors &= anchors - 1
        number -= 1
    kind = VARIANT_KIND[variant]
    payment = nth_payment(S, seat, colour_of(kind), size_of(kind) - touches, way)
    return build_id(variant, lowest(anchors), payment)


@kernel
def hand_bytes(S: Any, seat: int) -> Any:
    packed = HIGH_BITS
    for colour in range(COLOUR_COUNT):
        packed += S.hands[seat, colour] << (BYTE * colour)
    return packed


@kernel
def can_discard(packed: int, cards: int) -> Any:
    return (packed - DISCARD_BYTES[cards]) & HIGH_BITS == HIGH_BITS


@kernel
def can_gain(S: Any, seat: int, ability: int) -> Any:
    """C9, C34: left in the supply and not owned."""
    return S.abilities[ability] > 0 and not (S.active[seat] | S.used[seat]) >> ability & 1


@kernel
def special_cells(S: Any, seat: int) -> Any:
    """C33: where a special tile may lie."""
    return supporting(S.filled[seat]) if S.specials > 0 else 0


@kernel
def list_moves(S: Any, fits: Any, out: Any) -> Any:
    """Every legal move, in the order of the ids. Gives their number."""
    seat = S.turn
    found = 0
    if S.phase == ACTION or S.phase == AFTER_TAKE:
        if S.phase == AFTER_TAKE:
            out[0] = END_TURN  # C39
            found = 1
        else:
            help = S.active[seat] & TAKE_HELP
            found = TAKES_WITH[help]
            for number in range(found):
                out[number] = TAKES_LISTED[help, number]
        found = list_builds(S, seat, fits, out, found)
    elif S.phase == DISCARD:
        packed = hand_bytes(S, seat)
        size = discards_needed(S)
        for cards in range(DISCARD_START[size - 1], DISCARD_START[size]):
            if can_discard(packed, cards):
                out[found] = discard_id(cards)
                found += 1
    elif S.phase == COAT:
        cells = special_cells(S, seat)
        while cells:
            out[found] = special_id(lowest(cells))
            cells &= cells - 1
            found += 1
        for ability in range(ABILITY_COUNT):
            if can_gain(S, seat, ability):
                out[found] = ability_id(ability)
                found += 1
        if S.used[seat]:
            out[found] = COAT_REFRESH
            found += 1
        out[found] = COAT_DECLINE
        found += 1
    return found


@kernel
def count_others(S: Any, seat: int) -> Any:
    """How many discards or coat actions are legal."""
    found = 0
    if S.phase == DISCARD:
        packed = hand_bytes(S, seat)
        size = discards_needed(S)
        for cards in range(DISCARD_START[size - 1], DISCARD_START[size]):
            found += can_discard(packed, cards)
    elif S.phase == COAT:
        found = 1 + popcount(special_cells(S, seat))
        for ability in range(ABILITY_COUNT):
            found += can_gain(S, seat, ability)
        found += S.used[seat] != 0
    return found


@kernel
def count_moves(S: Any, fits: Any) -> Any:
    """How many moves are legal, without listing them."""
    seat = S.turn
    if S.phase == ACTION or S.phase == AFTER_TAKE:
        plain = TAKES_WITH[S.active[seat] & TAKE_HELP] if S.phase == ACTION else 1
        return plain + count_builds(S, seat, fits)
    return count_others(S, seat)


@kernel
def pick_move(S: Any, fits: Any, luck: Luck) -> Any:
    """A legal move, all equally likely, without listing them."""
    seat = S.turn
    if S.phase == ACTION or S.phase == AFTER_TAKE:
        builds = count_builds(S, seat, fits)
        help = S.active[seat] & TAKE_HELP
        plain = TAKES_WITH[help] if S.phase == ACTION else 1
        number = below(luck, plain + builds)
        if number < plain:
            return TAKES_LISTED[help, number] if S.phase == ACTION else END_TURN
        number -= plain
        row = 0
        before = 0
        while number >= fits[row, BUILDS]:
            before = fits[row, BUILDS]
            row += 1
        return nth_build(S, seat, fits, row, number - before)
    number = below(luck, count_others(S, seat))
    if S.phase == DISCARD:
        packed = hand_bytes(S, seat)
        cards = DISCARD_START[discards_needed(S) - 1]
        while not can_discard(packed, cards) or number > 0:
            number -= can_discard(packed, cards)
            cards += 1
        return discard_id(cards)
    cells = special_cells(S, seat)
    while cells:
        if number == 0:
            return special_id(lowest(cells))
        cells &= cells - 1
        number -= 1
    for ability in range(ABILITY_COUNT):
        if can_gain(S, seat, ability):
            if number == 0:
                return ability_id(ability)
            number -= 1
    return COAT_REFRESH if S.used[seat] and number == 0 else COAT_DECLINE


@kernel
def is_legal_build(S: Any, move: int) -> Any:
    seat = S.turn
    variant, anchor, payment = build_parts(move)
    kind = VARIANT_KIND[variant]
    colour = colour_of(kind)
    cells = VARIANT_MASK[variant] << anchor
    if not VARIANT_FIT[variant] >> anchor & 1 or cells & S.filled[seat] or not cells & supporting(S.filled[seat]):
        return False
    own = PAY_OWN[payment]
    foreign = PAY_FOREIGN[payment]
    saved = price(S, seat, kind, cells) - own - foreign
    if S.supply[kind] == 0 or own > S.hands[seat, colour] or saved < 0 or saved > 1:
        return False
    if saved == 1 and not S.active[seat] & DISCOUNT:
        return False
    if foreign == 0:
        return True
    return S.active[seat] & RECOLOUR != 0 and foreign <= S.hands[seat, other_colour(colour, payment)]


@kernel
def is_legal(S: Any, move: int) -> Any:
    """Whether a number is a move that the position allows; any number may be asked."""
    seat = S.turn
    if move < 0 or move >= MOVE_COUNT:
        return False
    if move >= BUILD:
        return (S.phase == ACTION or S.phase == AFTER_TAKE) and is_legal_build(S, move)
    if move < DISCARD_CARDS:
        return S.phase == ACTION and TAKE_ABILITIES[move] & ~S.active[seat] == 0  # C12–C15
    if move < END_TURN:
        cards = discard_cards(move)
        return (
            S.phase == DISCARD and DISCARD_SIZE[cards] == discards_needed(S) and can_discard(hand_bytes(S, seat), cards)
        )
    if move == END_TURN:
        return S.phase == AFTER_TAKE
    if S.phase != COAT:
        return False
    if move < COAT_ABILITY:
        return special_cells(S, seat) >> special_cell(move) & 1 == 1
    if move < COAT_REFRESH:
        return can_gain(S, seat, coat_ability(move))
    return move == COAT_DECLINE or S.used[seat] != 0


# What `survey` tells of a shape.
INSIDE, FREE, SUPPORTED, TOUCHES, PAYABLE_TOUCHING, PAYABLE_APART, LEGAL = range(7)
SURVEY_COLUMNS = 7
# What `list_payments` tells of a way to pay, and the most there can be.
PAID_KIND, PAID_TOUCHING, PAID, PAID_ABILITIES = range(4)
PAYMENT_COLUMNS = 4
MOST_PAYMENTS = KIND_COUNT * 2 * 16
# What `list_gains` tells of a place, and the most there can be.
GAIN_SHAPE, GAIN_ANCHOR, GAIN_MARK, GAIN_POINTS, GAIN_COATS, GAIN_LINES = range(6)
GAIN_COLUMNS = 6
MOST_GAINS = sum(one.fit.bit_count() for _, one, _ in VARIANTS)


@kernel
def survey(S: Any, seat: int, out: Any) -> None:
    """What any seat could build if it were on turn, a row a shape: the anchors inside the house, of these on free
    cells, of these supported, of these touching; the ways to pay at each price, none if the rack has none; and the
    anchors that are legal."""
    free = FULL & ~S.filled[seat]
    support = supporting(S.filled[seat])
    for shape in range(FIT_ROWS):
        kind = VARIANT_KIND[SHAPE_START[shape]]
        colour = colour_of(kind)
        size = size_of(kind)
        offsets = SHAPE_OFFSETS[shape]
        out[shape, INSIDE] = SHAPE_FIT[shape]
        out[shape, FREE] = fitting(SHAPE_FIT[shape], offsets, free, FULL)
        out[shape, SUPPORTED] = fitting(SHAPE_FIT[shape], offsets, free, support)
        out[shape, TOUCHES] = out[shape, SUPPORTED] & covering(offsets, neighbours(S.colours[seat, colour]))
        left = S.supply[kind] > 0
        out[shape, PAYABLE_TOUCHING] = ways_at_price(S, seat, colour, size - 1) if left else 0
        out[shape, PAYABLE_APART] = ways_at_price(S, seat, colour, size) if left else 0
        touching = out[shape, TOUCHES]
        apart = out[shape, SUPPORTED] & ~touching
        out[shape, LEGAL] = (touching if out[shape, PAYABLE_TOUCHING] else 0) | (
            apart if out[shape, PAYABLE_APART] else 0
        )


@kernel
def list_payments(S: Any, seat: int, out: Any) -> Any:
    """Every way in which a seat could pay for tiles of the rack, a row each: the kind, 1 for where it touches its
    colour, the payment, the ability tiles that it uses up. Gives their number."""
    found = 0
    for kind in range(KIND_COUNT):
        colour = colour_of(kind)
        for touching in range(2 if S.supply[kind] > 0 else 0):
            cost = size_of(kind) - touching
            for number in range(ways_at_price(S, seat, colour, cost)):
                payment = nth_payment(S, seat, colour, cost, number)
                out[found, PAID_KIND] = kind
                out[found, PAID_TOUCHING] = touching
                out[found, PAID] = payment
                out[found, PAID_ABILITIES] = turned_by(S, seat, cost, payment)
                found += 1
    return found


@kernel
def list_gains(S: Any, seat: int, surveyed: Any, out: Any) -> Any:
    """Every legal place that brings points or coats, a row each: the shape, the anchor, which of the shape's places the
    brick has, points, coats, and the lines that it completes. Gives their number."""
    filled = S.filled[seat]
    found = 0
    for shape in range(FIT_ROWS):
        first = SHAPE_START[shape]
        anchors = surveyed[shape, LEGAL]
        while anchors:
            anchor = lowest(anchors)
            anchors &= anchors - 1
            lines = lines_with(filled, VARIANT_MASK[first] << anchor)
            for variant in range(first, SHAPE_START[shape + 1]):
                bricks = S.bricks[seat] | VARIANT_BRICK[variant] << anchor
                points, coats = worth(filled, VARIANT_MASK[variant] << anchor, bricks)
                if points | coats:
                    out[found, GAIN_SHAPE] = shape
                    out[found, GAIN_ANCHOR] = anchor
                    out[found, GAIN_MARK] = variant - first
                    out[found, GAIN_POINTS] = points
                    out[found, GAIN_COATS] = coats
                    out[found, GAIN_LINES] = lines
                    found += 1
    return found
