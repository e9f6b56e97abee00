"""What to do next in the card game, seen from the own house and hand: every move with what it adds to the own strength.

A move is judged without playing it: houses, hands and abilities add up separately. What the others have, and which
cards come, is left to `plan` and to searches."""

import math
from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.bits import lowest
from nyhavn.facade.kinds import KIND_COUNT, colour_of, size_of
from nyhavn.games.copenhagen.bots.kernels.judge import judge
from nyhavn.games.copenhagen.bots.kernels.layout import (
    MOST_RANKED,
    POSITION,
    READY,
    REPLIES,
    TURNED,
    WORKING,
    apply,
    deal_all,
    unit,
    units,
)
from nyhavn.games.copenhagen.bots.kernels.sums import hand, hand_table, house, points, stage
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, GOAL, HAND_LIMIT
from nyhavn.games.copenhagen.kernels import options
from nyhavn.games.copenhagen.kernels.ids import (
    COAT_DECLINE,
    COAT_REFRESH,
    DISCARD_COUNTS,
    END_TURN,
    PAY_FOREIGN,
    PAY_OWN,
    SHAPE_START,
    TAKE_ABILITIES,
    TAKE_DOCKS,
    VARIANT_BRICK,
    VARIANT_KIND,
    VARIANT_MASK,
    ability_id,
    build_id,
    discard_id,
    other_colour,
    special_id,
)
from nyhavn.games.copenhagen.kernels.layout import ACTION, AFTER_TAKE, COLOUR_COUNT, DISCARD, OVER, REFILL
from nyhavn.games.copenhagen.kernels.turns import discards_needed, turned_by, worth
from nyhavn.kernels.rows import copy, keep
from nyhavn.kernels.units import FLOAT, FLOATS, INT, INTS, NOTHING, ROWS
from nyhavn.luck import Luck, fraction, go_back, saved_luck

WON = 1000.0
COAT = 0.3  # what another coat of arms may bring, in units of strength
DECLINED = -1.0  # what it costs to decline one: more than anything else that can be done
TRIFLE = 1e-6  # abilities are not turned over for nothing
WARMTH = 0.3  # how much worse a move may be and still be played sometimes, in units of strength
PLAYED = 4  # of so many best moves
MORE_TURNS = 3
REFILLS = 6  # sampled for each turn that is planned


@kernel
def cost_of(turned: int, W: Any) -> Any:
    """What is lost by turning abilities over."""
    total = 0.0
    for ability in range(len(ABILITIES)):
        if turned >> ability & 1:
            total += W.holding[READY + ability] - W.holding[TURNED + ability]
    return max(0.0, total) + TRIFLE if turned else 0.0


@kernel
def drop(S: Any, seat: int, W: Any) -> None:
    """Discard down to seven cards, each time the card that is missed least, by the table of `hand_table`."""
    while S.counts[seat] > HAND_LIMIT:
        least = math.inf
        worst = 0
        for colour in range(COLOUR_COUNT):
            cards = S.hands[seat, colour]
            if cards:
                loss = W.cards[colour, cards] - W.cards[colour, cards - 1]
                if loss < least:
                    least = loss
                    worst = colour
        S.hands[seat, worst] -= 1
        S.counts[seat] -= 1


@unit(INT, POSITION, WORKING, INT, INT)
def rank_takes(S: Any, W: Any, most: int, found: int) -> Any:
    seat = S.turn
    hand_table(S, seat, W)
    before = hand(S, seat, W)
    help = S.active[seat] & options.TAKE_HELP
    count = S.counts[seat]
    red, yellow, green, blue, purple = S.hands[seat]
    for number in range(options.TAKES_WITH[help]):
        move = options.TAKES_LISTED[help, number]
        docks = TAKE_DOCKS[move]
        while docks:
            S.hands[seat, S.docks[lowest(docks)]] += 1
            S.counts[seat] += 1
            docks &= docks - 1
        drop(S, seat, W)
        value = hand(S, seat, W) - before - cost_of(TAKE_ABILITIES[move], W)
        S.counts[seat] = count
        S.hands[seat, 0] = red
        S.hands[seat, 1] = yellow
        S.hands[seat, 2] = green
        S.hands[seat, 3] = blue
        S.hands[seat, 4] = purple
        found = keep(W.ranked, W.values, most, found, move, value)
    return found


@kernel
def coat_value(S: Any, W: Any) -> Any:
    """What a coat action is worth at best, as far as one sees before the build."""
    seat = S.turn
    best = refresh_value(S, W)
    for ability in range(len(ABILITIES)):
        if options.can_gain(S, seat, ability):
            best = max(best, W.holding[READY + ability])
    cells = options.special_cells(S, seat)
    if cells:
        before = house(S.filled[seat], S.bricks[seat], W)
        while cells:
            after = S.filled[seat] | 1 << lowest(cells)
            best = max(best, house(after, S.bricks[seat], W) - before)
            cells &= cells - 1
    return best


@kernel
def refresh_value(S: Any, W: Any) -> Any:
    total = 0.0
    for ability in range(len(ABILITIES)):
        if S.used[S.turn] >> ability & 1:
            total += W.holding[READY + ability] - W.holding[TURNED + ability]
    return max(0.0, total)


@kernel
def best_payment(S: Any, row: Any, touches: int, W: Any) -> Any:
    """The payment for a tile that leaves the most, and what hand and abilities are worth after it."""
    seat = S.turn
    variant = SHAPE_START[row[options.SHAPE]]
    kind = VARIANT_KIND[variant]
    colour = colour_of(kind)
    price = size_of(kind) - touches
    ways = row[options.WAYS_TOUCHING] if touches else row[options.WAYS_APART]
    anchors = row[options.TOUCHING] if touches else row[options.APART]
    of_colour = S.colours[seat, colour]
    S.colours[seat, colour] |= VARIANT_MASK[variant] << lowest(anchors)  # from now on there is something to touch
    S.supply[kind] -= 1
    best = -math.inf
    chosen = 0
    for way in range(ways):
        payment = options.nth_payment(S, seat, colour, price, way)
        other = max(0, other_colour(colour, payment))
        own, foreign = PAY_OWN[payment], PAY_FOREIGN[payment]
        S.hands[seat, colour] -= own
        S.hands[seat, other] -= foreign
        S.counts[seat] -= own + foreign
        value = hand(S, seat, W) - cost_of(turned_by(S, seat, price, payment), W)
        S.hands[seat, colour] += own
        S.hands[seat, other] += foreign
        S.counts[seat] += own + foreign
        if value > best:
            best = value
            chosen = payment
    S.supply[kind] += 1
    S.colours[seat, colour] = of_colour
    return chosen, best


@unit(INT, POSITION, ROWS, WORKING, INT, INT)
def rank_builds(S: Any, fits: Any, W: Any, most: int, found: int) -> Any:
    seat = S.turn
    rows = options.find_fits(S, seat, fits)
    if rows == 0:
        return found
    filled, bricks, score = S.filled[seat], S.bricks[seat], S.scores[seat]
    before = house(filled, bricks, W) + points(score, W) + hand(S, seat, W)
    coat = coat_value(S, W)
    for row in range(rows):
        shape = fits[row, options.SHAPE]
        for touches in range(2):
            anchors = fits[row, options.TOUCHING] if touches else fits[row, options.APART]
            if anchors == 0:
                continue
            payment, left = best_payment(S, fits[row], touches, W)
            while anchors:
                anchor = lowest(anchors)
                anchors &= anchors - 1
                for variant in range(SHAPE_START[shape], SHAPE_START[shape + 1]):
                    cells = VARIANT_MASK[variant] << anchor
                    walls = bricks | VARIANT_BRICK[variant] << anchor
                    gained, coats = worth(filled, cells, walls)
                    value = house(filled | cells, walls, W) + points(score + gained, W) + left - before
                    value += coats * coat
                    if score + gained >= GOAL:
                        value += WON
                    found = keep(W.ranked, W.values, most, found, build_id(variant, anchor, payment), value)
    return found


@unit(INT, POSITION, WORKING, INT)
def rank_discards(S: Any, W: Any, most: int) -> Any:
    seat = S.turn
    found = 0
    packed = options.hand_bytes(S, seat)
    size = discards_needed(S)
    before = hand(S, seat, W)
    for cards in range(options.DISCARD_START[size - 1], options.DISCARD_START[size]):
        if options.can_discard(packed, cards):
            for colour in range(COLOUR_COUNT):
                S.hands[seat, colour] -= DISCARD_COUNTS[cards, colour]
            value = hand(S, seat, W) - before
            for colour in range(COLOUR_COUNT):
                S.hands[seat, colour] += DISCARD_COUNTS[cards, colour]
            found = keep(W.ranked, W.values, most, found, discard_id(cards), value)
    return found


@unit(INT, POSITION, WORKING, INT)
def rank_coats(S: Any, W: Any, most: int) -> Any:
    seat = S.turn
    filled, bricks, score = S.filled[seat], S.bricks[seat], S.scores[seat]
    found = keep(W.ranked, W.values, most, 0, COAT_DECLINE, DECLINED)
    before = house(filled, bricks, W) + points(score, W)
    cells = options.special_cells(S, seat)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        gained, coats = worth(filled, 1 << cell, bricks)
        value = house(filled | 1 << cell, bricks, W) + points(score + gained, W) - before + COAT * coats
        if score + gained >= GOAL:
            value += WON
        found = keep(W.ranked, W.values, most, found, special_id(cell), value)
    for ability in range(len(ABILITIES)):
        if options.can_gain(S, seat, ability):
            found = keep(W.ranked, W.values, most, found, ability_id(ability), W.holding[READY + ability])
    if S.used[seat]:
        found = keep(W.ranked, W.values, most, found, COAT_REFRESH, refresh_value(S, W))
    return found


@unit(INT, POSITION, ROWS, WORKING, INT)
def rank(S: Any, fits: Any, W: Any, most: int) -> Any:
    """The moves that add most to the own strength, best first, in `ranked`. Gives their number."""
    stage(S, W)
    if S.phase == ACTION:
        found = rank_takes(S, W, most, 0)
        return rank_builds(S, fits, W, most, found)
    if S.phase == AFTER_TAKE:
        found = keep(W.ranked, W.values, most, 0, END_TURN, 0.0)
        return rank_builds(S, fits, W, most, found)
    if S.phase == DISCARD:
        return rank_discards(S, W, most)
    return rank_coats(S, W, most)


@kernel
def pick(W: Any, found: int, luck: Luck) -> Any:
    """One of the ranked moves: good ones more often."""
    total = 0.0
    for place in range(found):
        total += math.exp((W.values[place] - W.values[0]) / WARMTH)
    left = fraction(luck) * total
    for place in range(found):
        left -= math.exp((W.values[place] - W.values[0]) / WARMTH)
        if left < 0.0:
            return W.ranked[place]
    return W.ranked[0]


@unit(INT, POSITION, ROWS, WORKING, INTS)
def quick_move(S: Any, fits: Any, W: Any, luck: Luck) -> Any:
    return pick(W, rank(S, fits, W, PLAYED), luck)


@kernel
def put(S: Any, T: Any) -> None:
    """One position over another one, field by field: they do not lie in one array."""
    T.players = S.players
    T.turn = S.turn
    T.phase = S.phase
    T.coats = S.coats
    T.ending = S.ending
    T.deck_left = S.deck_left
    T.end_card = S.end_card
    T.deck_number = S.deck_number
    T.dealt = S.dealt
    T.empty = S.empty
    T.specials = S.specials
    for colour in range(COLOUR_COUNT):
        T.deck[colour] = S.deck[colour]
        T.discards[colour] = S.discards[colour]
    for dock in range(DOCKS):
        T.docks[dock] = S.docks[dock]
    for kind in range(KIND_COUNT):
        T.supply[kind] = S.supply[kind]
    for ability in range(len(ABILITIES)):
        T.abilities[ability] = S.abilities[ability]
    for seat in range(S.players):
        T.filled[seat] = S.filled[seat]
        T.bricks[seat] = S.bricks[seat]
        T.scores[seat] = S.scores[seat]
        T.counts[seat] = S.counts[seat]
        T.active[seat] = S.active[seat]
        T.used[seat] = S.used[seat]
        for colour in range(COLOUR_COUNT):
            T.colours[seat, colour] = S.colours[seat, colour]
            T.hands[seat, colour] = S.hands[seat, colour]
            T.known[seat, colour] = S.known[seat, colour]


@unit(INT, POSITION, ROWS, WORKING, INTS)
def good_move(S: Any, fits: Any, W: Any, luck: Luck) -> Any:
    """Of the moves that add most to the own strength, the one after which, at the end of the turn and with one refill
    for all of them, the position is judged best."""
    seat = S.turn
    found = rank(S, fits, W, REPLIES)
    if found == 1 or W.values[0] > WON / 2:
        return W.ranked[0]
    for place in range(found):
        W.replies[place] = W.ranked[place]
    T, shares = W.tried, W.shares[:]
    begun = saved_luck(luck)
    best = -1.0
    chosen = W.replies[0]
    for place in range(found):
        go_back(luck, begun)
        put(S, T)
        apply(T, W.replies[place])
        while T.phase > REFILL and T.phase != OVER and T.phase != ACTION:
            rank(T, fits, W, 1)
            apply(T, W.ranked[0])
        deal_all(T, luck)
        judge(T, W, shares)
        if shares[seat] > best:
            best = shares[seat]
            chosen = W.replies[place]
    return chosen


@unit(NOTHING, POSITION, ROWS, WORKING, INT, FLOATS, INTS)
def play_out(S: Any, fits: Any, W: Any, turns: int, shares: Any, luck: Luck) -> None:
    """Playouts by good moves for some turns, or by quick ones to the end, judged where they end. Without a network,
    quick ones go on for some turns more in the same time."""
    deal_all(S, luck)
    quick = turns < 0 or W.learned == 0
    if quick and turns > 0:
        turns += MORE_TURNS
    seat = S.turn
    while S.phase != OVER and turns != 0:
        apply(S, quick_move(S, fits, W, luck) if quick else good_move(S, fits, W, luck))
        deal_all(S, luck)
        if S.turn != seat:
            seat = S.turn
            turns -= 1
    judge(S, W, shares)


@unit(FLOAT, units.positions, ROWS, INT, INT, ROWS, WORKING, INTS)
def turn_value(states: Any, integers: Any, at: int, seat: int, fits: Any, W: Any, luck: Luck) -> Any:
    """The share of a win of a seat if it ends its turn as the policy does, over several refills of the docks."""
    S = states[at]
    shares = W.shares[:]
    while S.phase > REFILL and S.phase != OVER and S.phase != ACTION:
        rank(S, fits, W, 1)
        apply(S, W.ranked[0])
    if S.phase != REFILL:
        judge(S, W, shares)
        return shares[seat]
    total = 0.0
    for _ in range(REFILLS):
        copy(integers, at, at + 1)
        deal_all(states[at + 1], luck)
        judge(states[at + 1], W, shares)
        total += shares[seat]
    return total / REFILLS


@unit(INT, units.positions, ROWS, INT, ROWS, WORKING, INTS, FLOATS, INT, INTS)
def plan(states: Any, integers: Any, at: int, fits: Any, W: Any, ids: Any, values: Any, most: int, luck: Luck) -> Any:
    S = states[at]
    found = rank(S, fits, W, min(most, MOST_RANKED))
    for place in range(found):
        ids[place] = W.ranked[place]
    begun = saved_luck(luck)
    for place in range(found):
        go_back(luck, begun)  # the same refills for all
        copy(integers, at, at + 1)
        apply(states[at + 1], ids[place])
        values[place] = turn_value(states, integers, at + 1, S.turn, fits, W, luck)
    for place in range(1, found):  # best first
        keep(ids, values, found, place, ids[place], values[place])
    return found
