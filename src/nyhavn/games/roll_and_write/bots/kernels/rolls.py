"""What dice are worth to the seat on turn: the best tile for every roll, changes, and rerolls by exact expectation."""

from math import exp
from typing import Any

from nyhavn.compiled import kernel
from nyhavn.facade.kinds import SMALLEST, colour_of, kind_of, size_of
from nyhavn.games.roll_and_write.bots.kernels.dice import COUNTS, FULL_SETS, MORE, SETS, best_kept, expect, without
from nyhavn.games.roll_and_write.bots.kernels.places import (
    BEHIND_PLACES,
    GIFT,
    KIND_KEY,
    NEVER,
    find_places,
    find_track_gain,
    look,
    near_now,
    sheet_key,
    star_cost,
    wrap_gifts,
)
from nyhavn.games.roll_and_write.bots.kernels.sheets import (
    KEY_AND_NUMBER,
    POSITION,
    plus_feature,
    star_feature,
    step,
    unit,
)
from nyhavn.games.roll_and_write.components import DICE, MOST_BONUSES
from nyhavn.games.roll_and_write.kernels.ids import payment_id
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, FACE_COUNT, GREEN, RED, WHITE_FACE
from nyhavn.kernels.units import FLOATS, INT, NOTHING

PASS_KEY = BEHIND_PLACES  # taking no tile
LYING = PASS_KEY + 1  # the best that can be done with every set of five, as a key, without rerolls
ROLLED = LYING + SETS  # what every set is worth when it is kept and the rest rolled again, as a share of a win
KEPT = ROLLED + SETS
ROOM = KEPT + SETS
MOST_REROLLS = 3
"""More in one turn are not thought of."""


@kernel
def share(found: float) -> Any:
    """A key as a share of a win."""
    return 1.0 / (1.0 + exp(-found))


@unit(NOTHING, POSITION, FLOATS, INT, INT)
def prepare(S: Any, room: Any, seat: int, all_kinds: bool) -> None:
    """Everything about a turn that does not depend on the dice, for all kinds of tiles or those that can be paid."""
    look(S, room, seat)
    find_track_gain(S, room, seat)
    room[PASS_KEY] = sheet_key(S, room, seat, S.filled[seat], S.crosses[seat], 0)
    find_places(S, room, seat, all_kinds)


@unit(KEY_AND_NUMBER, POSITION, FLOATS, INT, INT, INT)
def payment_key(S: Any, room: Any, seat: int, number: int, kind: int) -> Any:
    """What the best payment for a kind of tile costs with a set of dice, the dice left to the others included; and the
    payment, -1 if there is none (W7)."""
    colour = colour_of(kind)
    size = size_of(kind)
    own = COUNTS[number, colour]
    white = COUNTS[number, WHITE_FACE]
    have = S.bonuses[seat, colour]
    best = NEVER
    payment = -1
    for bonuses in range(max(0, size - own - white), min(MOST_BONUSES, have) + 1):
        cost = 0.0
        if bonuses:
            cost = step(room, plus_feature(colour, have), plus_feature(colour, have - bonuses), near_now(S))
        dice = size - bonuses
        for paid in range(max(0, dice - own), min(white, dice) + 1):
            left = without(without(number, WHITE_FACE, paid), colour, dice - paid)
            if cost + room[GIFT + left] > best:
                best = cost + room[GIFT + left]
                payment = payment_id(bonuses, paid)
    return best, payment


@unit(KEY_AND_NUMBER, POSITION, FLOATS, INT, INT)
def tile_key(S: Any, room: Any, seat: int, number: int) -> Any:
    """The best that can be done with a set of dice as it lies, without stars but those that a place asks for; and
    the kind of tile, -1 for a pass (W10)."""
    best = NEVER
    chosen = -1
    pair = False
    for colour in range(COLOUR_COUNT):
        dice = COUNTS[number, colour] + COUNTS[number, WHITE_FACE]
        pair |= dice >= 2
        dice += min(MOST_BONUSES, S.bonuses[seat, colour])
        for kind in range(kind_of(colour, SMALLEST), kind_of(colour, min(dice, DICE) + 1)):
            if room[KIND_KEY + kind] > best:  # what is paid makes it no better
                found = room[KIND_KEY + kind] + payment_key(S, room, seat, number, kind)[0]
                if found > best:
                    best = found
                    chosen = kind
    if (not pair or best < NEVER / 2) and room[PASS_KEY] + room[GIFT + number] > best:
        return room[PASS_KEY] + room[GIFT + number], -1
    return best, chosen


@kernel
def changed(number: int, face: int, dice: int, target: int) -> Any:
    """The set with so many dice of a face changed to another one (W25)."""
    number = without(number, face, dice)
    for _ in range(dice):
        number = MORE[number, target]
    return number


@unit(NOTHING, POSITION, FLOATS, INT)
def lay_out(S: Any, room: Any, seat: int) -> None:
    """What can be done with every set of five as it lies, a change included."""
    for number in range(FULL_SETS, SETS):
        room[LYING + number] = tile_key(S, room, seat, number)[0]
    if S.stars[seat, GREEN] == 0:
        return
    cost = star_cost(S, room, seat, GREEN)
    for number in range(FULL_SETS, SETS):
        room[KEPT + number] = room[LYING + number]
    for number in range(FULL_SETS, SETS):
        for face in range(FACE_COUNT):
            for dice in range(1, COUNTS[number, face] + 1):
                for target in range(FACE_COUNT):
                    if target != face:
                        found = room[KEPT + changed(number, face, dice, target)] + cost
                        room[LYING + number] = max(room[LYING + number], found)


@kernel
def reroll_cost(S: Any, room: Any, seat: int, rerolls: int) -> Any:
    stars = S.stars[seat, RED]
    return step(room, star_feature(RED, stars), star_feature(RED, stars - rerolls), near_now(S))


@unit(NOTHING, POSITION, FLOATS, INT, INT)
def roll_again(S: Any, room: Any, seat: int, first: int) -> None:
    """What every set is worth if it is kept and the other dice are rolled, in `ROLLED`: as the reroll of that number in
    this turn, 0 being a roll that costs no star."""
    values = room[ROLLED : ROLLED + SETS]
    best = room[KEPT : KEPT + SETS]
    most = max(first, min(MOST_REROLLS, S.stars[seat, RED]))
    for rerolls in range(most, first - 1, -1):
        cost = reroll_cost(S, room, seat, rerolls)
        for number in range(FULL_SETS, SETS):
            found = share(room[LYING + number] + cost)
            values[number] = found if rerolls == most else max(found, best[number])
        expect(values)
        if rerolls > first:
            best_kept(values, best)


@unit(NOTHING, POSITION, FLOATS, INT)
def think_over(S: Any, room: Any, seat: int) -> None:
    """All that is needed to decide about tiles, changes and rerolls."""
    prepare(S, room, seat, True)
    wrap_gifts(S, room, seat)
    lay_out(S, room, seat)
