"""A house front in SVG: gable, wall, tiles with windows and bricks or pen marks, coats of arms, names of the lines."""

from collections.abc import Collection
from typing import Any

from nyhavn.drawing.front import ROWS, Front
from nyhavn.drawing.palette import NAMES
from nyhavn.drawing.svg import (
    Cell,
    border,
    box,
    bricks,
    element,
    group,
    lines,
    number,
    pattern,
    pattern_lines,
    plaque,
    shield,
    squares,
    tick,
    words,
)
from nyhavn.facade.cells import COLUMNS, HEIGHT, INDEX, WIDTH

SIZE = 28
LEFT, TOP, RIGHT, BOTTOM = 20, 58, 28, 20
WALL_WIDTH, WALL_HEIGHT = SIZE * WIDTH, SIZE * HEIGHT
HOUSE_WIDTH, HOUSE_HEIGHT = LEFT + WALL_WIDTH + RIGHT, TOP + WALL_HEIGHT + BOTTOM
STEPS = 4
PEN_MARKS = ("O", "X")


def house(front: Front, name: str = "", highlight: Collection[str] = ()) -> str:
    """The whole house, its upper left corner at the origin; the name stands in the gable."""
    parts = [_gable(name, 22 if front.coat_columns else 7), _wall(front), _names()]
    wall = [_tile(front, cells) for cells in front.tiles()]
    wall += [_covered(cell, *front.cells[cell]) for cell in INDEX if cell in front.cells]
    wall += [shield(*_centre(cell), 14) for cell in sorted(front.free_coats())]
    wall += [_ring(cell) for cell in INDEX if cell in set(highlight)]
    return group([*parts, _signs(front), group(wall, LEFT, TOP)])


def _place(cell: str) -> Cell:
    row, column = divmod(INDEX[cell], WIDTH)
    return column, row


def _corner(cell: str) -> tuple[float, float]:
    column, row = _place(cell)
    return column * SIZE, (HEIGHT - 1 - row) * SIZE


def _centre(cell: str) -> tuple[float, float]:
    x, y = _corner(cell)
    return x + SIZE / 2, y + SIZE / 2


def _gable(name: str, cornice: int) -> str:
    """A stepped gable over a cornice, which is high enough for coats where columns have them."""
    left, wide, foot = LEFT - 5, WALL_WIDTH + 10, TOP - cornice
    rise, tread = (foot - 3) / STEPS, 15
    up = f"v{number(-rise)}h{tread}" * STEPS
    down = f"h{tread}v{number(rise)}" * STEPS
    # The uppermost treads of both sides meet in one flat top.
    top = f"h{number(wide - 2 * STEPS * tread)}"
    looks: dict[str, Any] = {"fill": "trim", "stroke": "ui-line", "stroke_width": 1.5}
    parts = [element("path", d=f"M{left} {foot}{up}{top}{down}z", **looks), box(left, foot, wide, cornice, **looks)]
    if name:
        parts.append(words(LEFT + WALL_WIDTH / 2, 3 + (foot - 3) / 2 + 6, name, 17, "on-trim", "middle", bold=True))
    return "".join(parts)


def _wall(front: Front) -> str:
    shaded = [box(0, (HEIGHT - row) * SIZE, WALL_WIDTH, SIZE, fill="wall-2") for row in front.coat_rows]
    grid = "".join(f"M0 {SIZE * place}h{WALL_WIDTH}" for place in range(1, HEIGHT))
    grid += "".join(f"M{SIZE * place} 0v{WALL_HEIGHT}" for place in range(1, WIDTH))
    wall = box(0, 0, WALL_WIDTH, WALL_HEIGHT, fill="wall")
    frame = box(0, 0, WALL_WIDTH, WALL_HEIGHT, stroke="ui-line", stroke_width=1.5)
    return group([wall, *shaded, lines(grid, "wall-grid"), frame], LEFT, TOP)


def _names() -> str:
    rows = [words(LEFT - 10, TOP + (HEIGHT - row + 0.5) * SIZE + 4, row, 11, "ink-soft", "middle") for row in ROWS]
    places = [(LEFT + (place + 0.5) * SIZE, letter) for place, letter in enumerate(COLUMNS)]
    return "".join(rows + [words(x, TOP + WALL_HEIGHT + 14, letter, 11, "ink-soft", "middle") for x, letter in places])


def _signs(front: Front) -> str:
    """Coats of arms beside rows and above columns, ticked once earned."""
    parts = []
    for row in front.coat_rows:
        y = TOP + (HEIGHT - row + 0.5) * SIZE
        parts.append(lines(f"M{LEFT + WALL_WIDTH} {number(y - 9)}h19", "ui-line", 1.5))
        parts.append(_sign(LEFT + WALL_WIDTH + 14, y + 1, front.row_full(row), f"coat of arms of row {row}"))
    for column in front.coat_columns:
        x = LEFT + (COLUMNS.index(column) + 0.5) * SIZE
        parts.append(_sign(x, TOP - 11, front.column_full(column), f"coat of arms of column {column}"))
    return "".join(parts)


def _sign(x: float, y: float, earned: bool, title: str) -> str:
    mark = tick(x + 5, y + 5, 5) if earned else ""
    return group([shield(x, y, 14), mark], title=f"{title}, earned" if earned else title)


def _tile(front: Front, cells: tuple[str, ...]) -> str:
    """Walls and edge of one tile: one line round the whole of it, never round each cell."""
    letter = front.cells[cells[0]][0]
    marks = {cell: front.cells[cell][1] for cell in cells}
    laid = [cell for cell in cells if marks[cell] == "brick"]
    walls = [cell for cell in cells if cell not in laid]
    pencilled = any(mark in PEN_MARKS for mark in marks.values())
    d = "".join(pattern(letter, *_corner(cell), SIZE, SIZE) for cell in walls)
    edge = border([_place(cell) for cell in cells], SIZE, HEIGHT - 1)
    return (
        _filled(walls, f"{letter}-tint" if pencilled else letter)
        + pattern_lines(letter, d, letter if pencilled else f"{letter}-mark")
        + _filled(laid, f"{letter}-brick")
        + lines("".join(bricks(*_corner(cell), SIZE) for cell in laid), f"{letter}-joint", 1.2)
        + lines(edge, "pen" if pencilled else "outline", 1.6 if pencilled else 2, stroke_linecap="square")
    )


def _filled(cells: Collection[str], hue: str) -> str:
    d = squares([_place(cell) for cell in cells], SIZE, HEIGHT - 1)
    return element("path", fill=hue, d=d) if d else ""


def _covered(cell: str, letter: str, mark: str) -> str:
    """What a cell shows besides its colour: a window or a plaque with the letter, or the letter and a pen mark."""
    x, y = _corner(cell)
    title = f"{cell} {NAMES.get(letter, letter)} {mark}"
    if mark == "brick":
        return group([plaque(x + SIZE / 2, y + SIZE / 2, 8.5, letter)], title=title)
    if mark in PEN_MARKS:
        return group([_pen_mark(mark, x + 17.5, y + 17.5), words(x + 3, y + 10.5, letter, 9.5, bold=True)], title=title)
    window = box(x + 7, y + 5, 14, 18, 1, fill="glass", stroke="frame", stroke_width=2)
    return group([window, words(x + 14, y + 18.2, letter, 12, "frame", "middle", bold=True)], title=title)


def _pen_mark(mark: str, x: float, y: float) -> str:
    if mark == "O":
        return element("circle", stroke="pen", cx=x, cy=y, r=7, stroke_width=2.2)
    arms = f"M{number(x - 6)} {number(y - 6)}l12 12M{number(x - 6)} {number(y + 6)}l12 -12"
    return lines(arms, "pen", 2.2, stroke_linecap="round")


def _ring(cell: str) -> str:
    x, y = _corner(cell)
    return box(x + 1, y + 1, SIZE - 2, SIZE - 2, 3, stroke="lift", stroke_width=3.5)
