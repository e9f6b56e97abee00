"""What dice are worth to the seat on turn: the best tile for every roll, changes, and rerolls by exact expectation."""

from math import exp
from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.anchors import supporting
from nyhavn.facade.bits import lowest
from nyhavn.facade.kinds import KIND_COUNT, colour_of, size_of
from nyhavn.games.roll_and_write.bots.kernels import places
from nyhavn.games.roll_and_write.bots.kernels.dice import (
    CHANGES,
    COUNTS,
    FULL_SETS,
    HAS_PAIR,
    MORE,
    PAYMENT_START,
    PAYMENTS,
    SETS,
    best_kept,
    expect,
    without,
)
from nyhavn.games.roll_and_write.bots.kernels.layout import KEY_AND_NUMBER, POSITION, WORKING, unit
from nyhavn.games.roll_and_write.bots.kernels.sheets import plus_feature, star_feature, step
from nyhavn.games.roll_and_write.components import DICE, MOST_BONUSES
from nyhavn.games.roll_and_write.kernels.ids import payment_id, single_id
from nyhavn.games.roll_and_write.kernels.layout import BLUE, COLOUR_COUNT, GREEN, PURPLE, RED, WHITE_FACE
from nyhavn.games.roll_and_write.kernels.turns import single
from nyhavn.kernels.units import INT, NOTHING

MOST_REROLLS = 3
"""More in one turn are not thought of."""


@kernel
def share(found: float) -> Any:
    """A key as a share of a win."""
    return 1.0 / (1.0 + exp(-found))


@unit(NOTHING, POSITION, WORKING, INT, INT)
def prepare(S: Any, W: Any, seat: int, all_kinds: bool) -> None:
    """Everything about a turn that does not depend on the dice, for all kinds of tiles or those that can be paid."""
    places.sum_up(S, W, seat)
    places.find_track_gain(S, W, seat)
    W.pass_key = W.now
    places.find_places(S, W, seat, all_kinds)


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT, INT)
def payment_key(S: Any, W: Any, seat: int, number: int, kind: int) -> Any:
    """What the best payment for a kind of tile costs with a set of dice, the dice left to the others included; and the
    payment, -1 if there is none (W7)."""
    colour = colour_of(kind)
    size = size_of(kind)
    own = COUNTS[number, colour]
    white = COUNTS[number, WHITE_FACE]
    have = S.bonuses[seat, colour]
    best = places.NEVER
    payment = -1
    for bonuses in range(max(0, size - own - white), min(MOST_BONUSES, have) + 1):
        cost = 0.0
        if bonuses and not W.certain:
            cost = step(W, plus_feature(colour, have), plus_feature(colour, have - bonuses), places.level_now(S))
        dice = size - bonuses
        for paid in range(max(0, dice - own), min(white, dice) + 1):
            left = without(without(number, WHITE_FACE, paid), colour, dice - paid)
            unused = cost + places.unused_cost(W, left)
            if unused > best:
                best = unused
                payment = payment_id(bonuses, paid)
    return best, payment


@unit(KEY_AND_NUMBER, POSITION, WORKING, INT, INT)
def tile_key(S: Any, W: Any, seat: int, number: int) -> Any:
    """The best that can be done with a set of dice as it lies, without stars but those that a place asks for; and
    the kind of tile, -1 for a pass (W10)."""
    best = places.NEVER
    chosen = -1
    white = COUNTS[number, WHITE_FACE]
    for place in range(KIND_COUNT):
        kind = W.kind_order[place]
        if W.kind_keys[kind] <= best:  # what is paid makes it no better
            break
        colour = colour_of(kind)
        if size_of(kind) <= COUNTS[number, colour] + white + min(MOST_BONUSES, S.bonuses[seat, colour]):
            found = W.kind_keys[kind] + payment_key(S, W, seat, number, kind)[0]
            if found > best:
                best = found
                chosen = kind
    if not HAS_PAIR[number] or places.is_never(best):
        plain = W.pass_key + places.unused_cost(W, number)
        if plain > best:
            return plain, -1
    return best, chosen


@unit(NOTHING, POSITION, WORKING, INT)
def lay_out_tiles(S: Any, W: Any, seat: int) -> None:
    """`tile_key` of every set of five at once: what is best for so many dice of a colour goes to all sets that have
    them."""
    for number in range(FULL_SETS, SETS):
        W.lying[number] = places.NEVER
    level = places.level_now(S)
    W.paid_keys[:] = places.NEVER
    for kind in range(KIND_COUNT):
        if not places.is_never(W.kind_keys[kind]):
            colour = colour_of(kind)
            have = S.bonuses[seat, colour]
            for bonuses in range(min(MOST_BONUSES, have) + 1):
                key = W.kind_keys[kind]
                if bonuses and not W.certain:
                    key += step(W, plus_feature(colour, have), plus_feature(colour, have - bonuses), level)
                ways = colour * (DICE + 1) + size_of(kind) - bonuses
                W.paid_keys[ways] = max(W.paid_keys[ways], key)
    for ways in range(COLOUR_COUNT * (DICE + 1)):
        key = W.paid_keys[ways]
        if not places.is_never(key):
            for way in range(PAYMENT_START[ways], PAYMENT_START[ways + 1]):
                number = PAYMENTS[way, 0]
                found = key + W.unused_costs[PAYMENTS[way, 1]]
                if found > W.lying[number]:
                    W.lying[number] = found
    for number in range(FULL_SETS, SETS):
        if not HAS_PAIR[number] or places.is_never(W.lying[number]):
            W.lying[number] = max(W.lying[number], W.pass_key + W.unused_costs[number])


@kernel
def changed(number: int, face: int, dice: int, target: int) -> Any:
    """The set with so many dice of a face changed to another one (W25)."""
    number = without(number, face, dice)
    for _ in range(dice):
        number = MORE[number, target]
    return number


@unit(NOTHING, POSITION, WORKING, INT)
def lay_out_singles(S: Any, W: Any, seat: int) -> None:
    """The same with a single cell before the tile, where that is better (W24)."""
    filled, crosses, score = S.filled[seat], S.crosses[seat], S.scores[seat]
    purple, blue = S.stars[seat, PURPLE], S.stars[seat, BLUE]
    for number in range(FULL_SETS, SETS):
        W.singled[number] = W.lying[number]
    cells = supporting(filled)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        for clean in range(2 if blue > 0 else 1):
            single(S, single_id(cell, clean))
            gain = S.coats * W.track_gain
            S.coats = 0
            prepare(S, W, seat, True)
            lay_out_tiles(S, W, seat)
            for number in range(FULL_SETS, SETS):
                W.singled[number] = max(W.singled[number], W.lying[number] + gain)
            S.filled[seat], S.crosses[seat], S.scores[seat] = filled, crosses, score
            S.stars[seat, PURPLE], S.stars[seat, BLUE] = purple, blue
    prepare(S, W, seat, True)
    for number in range(FULL_SETS, SETS):
        W.lying[number] = W.singled[number]


@unit(NOTHING, POSITION, WORKING, INT)
def lay_out(S: Any, W: Any, seat: int) -> None:
    """What can be done with every set of five as it lies, a change included."""
    places.find_more_unused_costs(W)
    lay_out_tiles(S, W, seat)
    if W.certain and S.stars[seat, PURPLE] > 0:
        lay_out_singles(S, W, seat)
    if S.stars[seat, GREEN] == 0:
        return
    cost = places.star_cost(S, W, seat, GREEN)
    for number in range(FULL_SETS, SETS):
        W.kept[number] = W.lying[number]
    for number in range(FULL_SETS, SETS):
        best = places.NEVER
        for way in range(CHANGES.shape[1]):
            found = W.kept[CHANGES[number - FULL_SETS, way]]
            if found > best:
                best = found
        W.lying[number] = max(W.lying[number], best + cost)


@kernel
def reroll_cost(S: Any, W: Any, seat: int, rerolls: int) -> Any:
    if W.certain:
        return 0.0
    stars = S.stars[seat, RED]
    return step(W, star_feature(RED, stars), star_feature(RED, stars - rerolls), places.level_now(S))


@unit(NOTHING, POSITION, WORKING, INT, INT)
def roll_again(S: Any, W: Any, seat: int, first: int) -> None:
    """What every set is worth if it is kept and the other dice are rolled: in `rolled` by a roll that costs no star (if
    `first` is 0), in `again` by the first reroll of this turn."""
    best = W.kept
    most = max(first, min(MOST_REROLLS, S.stars[seat, RED]))
    for number in range(FULL_SETS, SETS):
        W.odds[number] = exp(-W.lying[number])
    for rerolls in range(most, first - 1, -1):
        values = W.again if rerolls else W.rolled
        cost = exp(-reroll_cost(S, W, seat, rerolls))
        for number in range(FULL_SETS, SETS):
            found = 1.0 / (1.0 + W.odds[number] * cost)
            if rerolls < most and best[number] > found:
                found = best[number]
            values[number] = found
        expect(values)
        if rerolls > first:
            best_kept(values, best)


@unit(NOTHING, POSITION, WORKING, INT)
def think_over(S: Any, W: Any, seat: int) -> None:
    """All that is needed to decide about tiles, changes and rerolls."""
    prepare(S, W, seat, True)
    places.find_unused_costs(S, W, seat)
    lay_out(S, W, seat)


@unit(NOTHING, POSITION, WORKING, INT)
def think_again(S: Any, W: Any, seat: int) -> None:
    """The same once a red star was used for a roll, and nothing else has changed: all that was found loses what the
    star was worth."""
    stars = S.stars[seat, RED]
    cost = 0.0
    if not W.certain:
        cost = step(W, star_feature(RED, stars + 1), star_feature(RED, stars), places.level_now(S))
    W.pass_key += cost
    for kind in range(KIND_COUNT):
        W.kind_keys[kind] += cost
    for place in range(W.places):
        W.place_keys[place] += cost
    for number in range(FULL_SETS, SETS):
        W.lying[number] += cost
