"""One sheet alone against the clock: the fewest turns that it takes on average, exactly, where few cells are left.

Everything is asked of the rules: all dice that can come, all moves that are legal, until the game is over by its goal
or its last round. Positions are kept in a table by what matters of them, so that each is gone through once.
"""

from typing import Any

import numba
import numpy as np

from nyhavn.compiled import kernel
from nyhavn.games.roll_and_write.bots.kernels.dice import number_of
from nyhavn.games.roll_and_write.bots.kernels.layout import apply, list_moves
from nyhavn.games.roll_and_write.kernels.layout import COLOUR_COUNT, COPIES, FACE_COUNT, OVER, ROLL, TURN
from nyhavn.games.roll_and_write.kernels.turns import deal
from nyhavn.kernels.rows import copy

KEYS = 4
EMPTY = -1
FULL = 0.8
"""The part of a table that may be used: more, and nothing is found in it any more."""
MOST_ROWS = 400
"""Positions from the first one to the last of a game."""


@kernel
def write_key(S: Any, key: Any) -> None:
    """All that matters of a position of one seat, in four numbers."""
    key[0] = S.filled[0] | S.scores[0] << 45 | S.phase << 51 | S.drawn << 54 | S.coats << 55
    key[1] = S.crosses[0] | S.round_number << 45 | S.rolling << 52 | (1 if S.rolled > 0 else 0) << 56
    owned = number_of(S.dice)
    fresh = 0
    for colour in range(COLOUR_COUNT):
        owned = owned << 4 | S.tracks[0, colour]
        owned = owned << 3 | S.stars[0, colour]
        owned = owned << 2 | S.bonuses[0, colour]
        fresh = fresh << 3 | S.fresh_stars[colour]
        fresh = fresh << 2 | S.fresh_bonuses[colour]
        for number in range(COPIES):
            fresh = fresh << 2 | S.tiles[colour, number]
    key[2] = owned
    key[3] = fresh


@kernel
def place_of(key: Any, keys: Any) -> Any:
    """Where a position stands in the table, or would stand."""
    mixed = key[0]
    for part in range(1, KEYS):
        mixed = (mixed ^ mixed >> 29) * 0x2545F4914F6CDD1D + key[part]
    place = (mixed ^ mixed >> 32) & (len(keys) - 1)
    while keys[place, 0] != EMPTY:
        same = True
        for part in range(KEYS):
            same &= keys[place, part] == key[part]
        if same:
            break
        place = (place + 1) & (len(keys) - 1)
    return place


@numba.njit(nogil=True, error_model="numpy")  # calls itself: such a kernel cannot be kept on disk
def turns_from(states: Any, integers: Any, at: int, fits: Any, ids: Any, keys: Any, values: Any, used: Any) -> Any:
    """How many more turns states[at] takes on average, the one of the moment not counted, if all goes as well as it
    can; endless where the table is full. `used` counts the positions in the table."""
    S = states[at]
    if S.phase == OVER:
        return 0.0
    if used[0] > FULL * len(keys) or at + 1 == len(states):
        return np.inf
    key = np.empty(KEYS, np.int64)
    kept = S.phase == ROLL or S.phase == TURN
    if kept:
        write_key(S, key)
        place = place_of(key, keys)
        if keys[place, 0] != EMPTY:
            return values[place]
    if S.phase == ROLL:
        found = 0.0
        for face in range(FACE_COUNT):
            copy(integers, at, at + 1)
            deal(states[at + 1], face)
            found += turns_from(states, integers, at + 1, fits, ids, keys, values, used)
        found /= FACE_COUNT
        if S.rolled == 0:
            found += 1.0
    else:
        moves = ids[: list_moves(S, fits, ids)].copy()
        found = np.inf
        for move in moves:
            copy(integers, at, at + 1)
            apply(states[at + 1], move)
            found = min(found, turns_from(states, integers, at + 1, fits, ids, keys, values, used))
    if kept:
        place = place_of(key, keys)
        for part in range(KEYS):
            keys[place, part] = key[part]
        values[place] = found
        used[0] += 1
    return found
