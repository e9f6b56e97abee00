"""What unfinished houses are worth, in thousandths of a point, many houses at once.

Whole numbers, so that every machine finds the same house the best. Finished lines are not in here: they are points.
"""

import numpy as np
import numpy.typing as npt

from nyhavn.facade.anchors import NOT_FIRST, NOT_LAST
from nyhavn.facade.cells import COLUMN_MASKS, FULL, HEIGHT, ROW_MASKS, WIDTH
from nyhavn.facade.lines import COLUMN_POINTS, ROW_POINTS

Ints = npt.NDArray[np.int64]

POINT = 1000
CELL = 200  # any covered cell: the fewer are empty, the less there is to do, and ties are broken by it
STILL_CLEAN = 0.85  # the chance that one more cell of a line gets a window
BENT = 1.8  # a line that is nearly finished is worth more than two that are half finished
HOPE = 0.8  # not every line that was begun is finished
BURIED = 60  # an empty cell below a covered one
LONELY = 160  # an empty cell without an empty neighbour: no tile goes there

ROWS = np.array(ROW_MASKS, np.int64)
COLUMNS = np.array(COLUMN_MASKS, np.int64)


def _begun(length: int) -> list[float]:
    """How much of a line counts, by its covered cells. Of a finished one nothing: that is in the points already."""
    return [HOPE * (covered / length) ** BENT for covered in range(length)] + [0]


def _hopes(points: int, length: int) -> Ints:
    """What a line is worth, by whether it has windows only (1) or not (0), and by its covered cells."""
    plain = [round(POINT * points * part) for part in _begun(length)]
    clean = [round(hope * (1 + STILL_CLEAN ** (length - covered))) for covered, hope in enumerate(plain)]
    return np.array([plain, clean], np.int64)


ROW_HOPES = _hopes(ROW_POINTS, WIDTH)
COLUMN_HOPES = _hopes(COLUMN_POINTS, HEIGHT)


def coat_hopes(coat: int) -> Ints:
    """What a row with a coat of arms is worth for that alone, by its covered cells."""
    return np.array([round(coat * part) for part in _begun(WIDTH)], np.int64)


def rows_with_coats(starts: int) -> Ints:
    """1 for each row with a coat of arms, else 0; such rows are given by their first cells."""
    return np.array([starts >> WIDTH * row & 1 for row in range(HEIGHT)], np.int64)


def unfinished(filled: Ints, walls: Ints, hopes: Ints, coat_rows: Ints) -> Ints:
    """The worth of houses, given by their covered cells and those of these without a window; `hopes` and `coat_rows`
    are those of coats of arms, as the two functions above give them."""
    row_cells = np.bitwise_count(filled[:, None] & ROWS)
    column_cells = np.bitwise_count(filled[:, None] & COLUMNS)
    clean_rows = ((walls[:, None] & ROWS) == 0).view(np.int8)
    clean_columns = ((walls[:, None] & COLUMNS) == 0).view(np.int8)
    worth: Ints = ROW_HOPES[clean_rows, row_cells].sum(axis=1) + COLUMN_HOPES[clean_columns, column_cells].sum(axis=1)
    worth += hopes[row_cells] @ coat_rows + CELL * np.bitwise_count(filled)
    empty = FULL & ~filled
    below = filled >> WIDTH
    below |= below >> WIDTH
    below |= below >> 2 * WIDTH
    below |= below >> 4 * WIDTH
    worth -= BURIED * np.bitwise_count(empty & below)
    beside = ((empty & NOT_LAST) << 1) | ((empty & NOT_FIRST) >> 1) | (empty << WIDTH) | (empty >> WIDTH)
    worth -= LONELY * np.bitwise_count(empty & ~beside)
    return worth
