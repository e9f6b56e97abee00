"""One sheet of the dice game alone against the clock: how many turns it takes to the goal, as a yardstick for bots.

It is a sheet of two players whose other seat never comes to its turn. Of a whole sheet only a bound is known; of one
with a few cells left, the fewest turns on average are found exactly (`kernels.shortest_games`).
"""

from itertools import product

import numpy as np

from nyhavn.facade.cells import COLUMN_MASKS, FULL, HEIGHT, ROW_MASKS, WIDTH, mask_of
from nyhavn.facade.kinds import LARGEST
from nyhavn.facade.lines import completed
from nyhavn.games.roll_and_write import components
from nyhavn.games.roll_and_write.bots.kernels.entries import thinking
from nyhavn.games.roll_and_write.bots.kernels.shortest_games import EMPTY, KEYS, MOST_ROWS, turns_from
from nyhavn.games.roll_and_write.kernels.layout import PUT_OUT, RED, ROLL, States, new_states
from nyhavn.parts import Alone

TABLE = 1 << 22
EARLY_ROUND = 10


def sheet(
    cells: int, points: int, turns: int = components.LAST_ROUND, rerolls: int = components.STARTING_REROLLS
) -> States:
    """A sheet before a roll, on which nothing but these cells is open, so many points from the goal, with so many turns
    until the game is over anyway. All that is covered has an X; if anything is, all boxes are marked, and their stars
    used."""
    memory = new_states()
    S = memory[0]
    S["players"] = 1
    S["round_number"] = components.LAST_ROUND - turns + 1
    S["phase"], S["rolling"] = ROLL, components.DICE
    S["stars"][0, RED] = rerolls
    S["tiles"][:, 1] = PUT_OUT
    if cells != FULL:
        S["tracks"][0] = components.BOXES
    S["filled"][0] = S["crosses"][0] = FULL & ~cells
    S["scores"][0] = components.GOAL - points
    return memory


def seen(memory: States) -> States:
    """The same as a seat of two sees it that has no reason to hurry more than the other: both sheets are alike, and the
    last round is far away."""
    both = memory.copy()
    S = both[0]
    S["players"] = 2
    S["round_number"] = EARLY_ROUND
    for name in ("filled", "crosses", "colours", "scores", "tracks", "stars", "bonuses"):
        S[name][1] = S[name][0]
    return both


class Solver:
    """How many turns a sheet takes on average, if all goes as well as it can; what was found is kept."""

    def __init__(self) -> None:
        self._own = thinking.new_workspace(2)
        self._states = np.repeat(new_states(), MOST_ROWS)
        self._integers = self._states.view(np.int64).reshape(MOST_ROWS, -1)
        self._keys, self._values = np.full((TABLE, KEYS), EMPTY, np.int64), np.zeros(TABLE)
        self._used = np.zeros(1, np.int64)

    def __call__(self, memory: States) -> float:
        """Turns still to begin."""
        self._states[0] = memory[0]
        own = self._own
        return float(
            turns_from(self._states, self._integers, 0, own.fits, own.ids, self._keys, self._values, self._used)
        )

    @property
    def positions(self) -> int:
        """Positions that were gone through."""
        return int(self._used[0])


def least_turns() -> int:
    """Turns below which nobody reaches the goal, whatever dice come. A tile covers five cells at most, without an X at
    best; a coat of arms brings a cell, or boxes of which no fewer unlock a cell; the last line's own comes too late."""
    best = components.LAST_ROUND
    for lines in product((False, True), repeat=HEIGHT + WIDTH):
        masks = [mask for mask, chosen in zip((*ROW_MASKS, *COLUMN_MASKS), lines, strict=True) if chosen]
        cells = 0
        for mask in masks:
            cells |= mask
        points = sum(line[1] for line in completed(0, cells, FULL))
        coats = sum(
            bool(mask & -mask & (components.COAT_ROWS if mask in ROW_MASKS else components.COAT_COLUMNS))
            for mask in masks
        )
        useful = coats - (coats == len(masks) > 0)
        tracks = max(0, -(-(components.GOAL - points) // components.TRACK_POINTS))
        on_tracks = (
            -(-(tracks * components.BOXES - components.STARTING_BOXES) // components.COAT_BOXES) if tracks else 0
        )
        if on_tracks <= useful:
            best = min(best, -(-(cells.bit_count() - (useful - on_tracks)) // LARGEST))
    return best


SIX, EIGHT = (mask_of(f"{column}{row}" for column in columns for row in (1, 2)) for columns in ("abc", "abcd"))
REDUCED = {
    "six cells, 7 points, a reroll": lambda: sheet(SIX, 7, turns=6, rerolls=1),
    "eight cells, 8 points": lambda: sheet(EIGHT, 8, turns=5, rerolls=0),
}
ALONE = Alone(
    begin=lambda: sheet(FULL, components.GOAL),
    reduced=REDUCED,
    seen=seen,
    turn=lambda memory: int(memory["round_number"][0]),
    solver=Solver,
    least=least_turns,
)
