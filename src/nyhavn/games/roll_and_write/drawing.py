"""The table of the dice game as text and as a picture, drawn from what a view holds and nothing else."""

from collections.abc import Iterable, Sequence
from typing import Any

from nyhavn.drawing import svg as draw
from nyhavn.drawing import table
from nyhavn.drawing import text as lay
from nyhavn.drawing.front import Front, laid_by
from nyhavn.drawing.house import HOUSE_HEIGHT, HOUSE_WIDTH, house
from nyhavn.drawing.palette import LETTERS
from nyhavn.drawing.table import View
from nyhavn.facade.cells import columns_of, rows_of
from nyhavn.facade.colours import COLOURS
from nyhavn.games.roll_and_write.components import (
    ABILITIES,
    BOXES,
    COAT_COLUMNS,
    COAT_ROWS,
    DICE,
    SINGLE_USE,
    TILES,
    TRACKS,
)

ABILITY_NAMES = {colour: name.replace("-x", " X") for colour, name in ABILITIES.items()}
# A bonus and a star as paths round a point.
SIGNS = {
    "+": "m-.8 -3.5h1.6v2.7h2.7v1.6h-2.7v2.7h-1.6v-2.7h-2.7v-1.6h2.7z",
    "*": "m0 -4.4l1.2 2.9l3 .2l-2.3 2l.8 3l-2.7 -1.7l-2.7 1.7l.8 -3l-2.3 -2l3 -.2z",
}
# The tiles that can be taken once in the whole game, turned so that none is more than three cells high.
ONCE: dict[str, tuple[tuple[draw.Cell, ...], ...]] = {
    kind: tuple(copy if max(y for _, y in copy) < 3 else tuple((y, x) for x, y in copy) for copy in copies)
    for kind, copies in TILES.items()
    if int(kind[1]) in SINGLE_USE
}
DECISIONS = {
    "start": "chooses the track to begin with",
    "turn": "uses stars or draws a tile",
    "after draw": "uses stars or ends the turn",
    "coat": "has {coats} to use",
    "mark": "marks a track",
}
SEAT_HEIGHT = 50 + HOUSE_HEIGHT + 112


def text(view: View, colour: bool = False) -> str:
    """The table as lines of at most 100 characters."""
    decided = f"Round {view['round']}. {_decision(view)}"
    common = [f"dice    {lay.letters(view['dice'], colour)}", *_sheet_lines(view, colour)]
    legend = "o x drawn in a cell, @ coat of arms; tracks: x marked, + bonus, * star, then what is ready to use"
    return table.as_text(
        view, "Copenhagen Roll & Write", decided, common, lambda seat: _seat_lines(view, seat, colour), legend
    )


def svg(view: View) -> str:
    """The table as a picture: facade sheet, dice, and every player's sheet."""
    parts = [
        *table.heading(view, "Copenhagen Roll & Write", _decision(view)),
        draw.group([_facade_sheet(view)], table.MARGIN, 74),
        draw.group([_dice(view)], 344, 74),
        *table.seats(view, 294, _seat),
    ]
    title = f"Copenhagen Roll & Write, {view['players']} players, round {view['round']}"
    return draw.document(table.WIDE, 294 + SEAT_HEIGHT + table.MARGIN, title, _description(view), parts)


def house_svg(view: View, seat: int, highlight: Iterable[str] = ()) -> str:
    """The building of one sheet alone; `highlight` names cells to be ringed."""
    return table.front_alone(view, seat, _front(view, seat), f"House of seat {seat}", highlight)


def _front(view: View, seat: int) -> Front:
    laid = laid_by(view["history"], seat)
    sheet, rows, columns = view["seats"][seat]["sheet"], rows_of(COAT_ROWS), columns_of(COAT_COLUMNS)
    return Front(sheet, laid, coat_rows=rows, coat_columns=columns)


# Words


def _decision(view: View) -> str:
    return table.decision(view, DECISIONS)


def _description(view: View) -> str:
    sentences = [_decision(view), f"Unused dice: {' '.join(view['dice']) or 'none'}."]
    for seat in range(view["players"]):
        points, empty = lay.counted(view["scores"][seat], "point"), lay.counted(view["empty_cells"][seat], "empty cell")
        tracks = ", ".join(f"{colour} {view['seats'][seat]['tracks'][colour]}" for colour in COLOURS)
        sentences.append(f"{table.who(view, seat).capitalize()}: {points}, {empty}, tracks {tracks}.")
    return " ".join(sentences)


# Text


def _sheet_lines(view: View, colour: bool) -> list[str]:
    rows = [["", *[lay.painted(LETTERS[name], LETTERS[name], colour) for name in COLOURS]]]
    for size in (4, 5):
        crossed = [view["crossed_out"][f"{LETTERS[name]}{size}"] for name in COLOURS]
        rows.append([f"size {size}", *["".join("x" if out else "." for out in tiles) for tiles in crossed]])
    return lay.columns(rows)


def _seat_lines(view: View, seat: int, colour: bool) -> list[str]:
    active = ", active" if view["active"] == seat and not view["over"] else ""
    lines = [
        f"{'>' if view['turn'] == seat else ' '} {table.who(view, seat)}{active}",
        f"  {lay.counted(view['scores'][seat], 'point')}, {view['empty_cells'][seat]} empty",
        *lay.front_lines(_front(view, seat), colour),
    ]
    for name in COLOURS:
        marked, stars, bonuses = _track(view, seat, name)
        boxes = "x" * marked + TRACKS[name][marked:]
        unlocked = [f"*{stars}" if stars else "  ", f"+{bonuses}" if bonuses else "  "]
        lines.append(f"{lay.painted(LETTERS[name], LETTERS[name], colour)} | {boxes} {' '.join(unlocked)}".rstrip())
    return lines


def _track(view: View, seat: int, colour: str) -> tuple[int, int, int]:
    """Boxes marked, stars and bonuses ready to be used."""
    sheet = view["seats"][seat]
    return sheet["tracks"][colour], sheet["stars"][colour], sheet["bonuses"][colour]


# Picture


def _facade_sheet(view: View) -> str:
    """The tiles that exist once, a colour a row: crossed out when taken."""
    parts = [draw.panel(0, 0, 312, 204, "Facade sheet", "sizes 2 and 3 are unlimited")]
    for row, name in enumerate(COLOURS):
        letter, middle = LETTERS[name], 48 + 32 * row
        parts.append(draw.piece(letter, 12, middle - 11, 22, 22))
        tiles = [(f"{letter}{size}", place) for size in (4, 5) for place in range(len(ONCE[f"{letter}{size}"]))]
        for (kind, place), x in zip(tiles, (84, 162, 250), strict=True):
            crossed = view["crossed_out"][kind][place]
            parts.append(draw.group([_single_use(letter, ONCE[kind][place], crossed)], x, middle, title=kind))
    return "".join(parts)


def _single_use(letter: str, cells: Sequence[draw.Cell], crossed: bool) -> str:
    """A tile round the origin, and the pen's cross over it."""
    wide, high = (9 * (1 + max(cell[axis] for cell in cells)) for axis in (0, 1))
    drawn = draw.group([draw.tile(letter, cells)], -wide / 2, -high / 2)
    if not crossed:
        return drawn
    return draw.element("g", drawn, opacity=0.35) + _cross(26, 12, 2.2)


def _cross(half_width: float, half_height: float, width: float) -> str:
    x, y = draw.number(half_width), draw.number(half_height)
    arms = f"M-{x} -{y}L{x} {y}M-{x} {y}L{x} -{y}"
    return draw.lines(arms, "pen", width, stroke_linecap="round")


def _dice(view: View) -> str:
    """The unused dice, and the places of those used; what the tracks are for."""
    dice = view["dice"]
    parts = [draw.panel(0, 0, 512, 204, "Unused dice", f"round {view['round']}")]
    for place in range(DICE):
        parts.append(draw.piece(dice[place] if place < len(dice) else None, 14 + 72 * place, 34, 60, 60))
    for place, name in enumerate(COLOURS):
        parts.append(draw.piece(LETTERS[name], 14 + 98 * place, 122, 20, 20))
        parts.append(draw.words(40 + 98 * place, 137, ABILITY_NAMES[name], 13))
    for place, (sign, word) in enumerate((("+", "bonus"), ("*", "star"), (".", "marked"))):
        parts.append(draw.group([_boxes(sign, 1 if word == "marked" else 0)], 14 + 98 * place, 164))
        parts.append(draw.words(40 + 98 * place, 177, word, 13))
    return "".join(parts)


def _seat(view: View, seat: int) -> str:
    """One seat: who, points, building, tracks."""
    edge: dict[str, Any] = {"stroke": "line", "stroke_width": 1}
    if view["turn"] == seat:
        edge = {"stroke": "lift", "stroke_width": 3}
    active = view["active"] == seat and not view["over"]
    right = HOUSE_WIDTH - 8
    parts = [
        draw.box(-6, 0, HOUSE_WIDTH + 12, SEAT_HEIGHT, 8, fill="paper", **edge),
        draw.words(8, 22, table.who(view, seat).capitalize(), 14, bold=True),
        draw.words(right, 22, lay.counted(view["scores"][seat], "point"), 14, anchor="end", bold=True),
        draw.words(8, 40, "active player", 12, "ink-soft") if active else "",
        draw.words(right, 40, f"{view['empty_cells'][seat]} empty", 12, "ink-soft", "end"),
        draw.group([house(_front(view, seat), str(seat))], 0, 50),
    ]
    for row, name in enumerate(COLOURS):
        parts.append(draw.group([_track_row(view, seat, name)], 6, 54 + HOUSE_HEIGHT + 21 * row))
    return "".join(parts)


def _track_row(view: View, seat: int, name: str) -> str:
    """Nine boxes, the marked ones crossed; then what is ready: a star and a plus with their numbers."""
    marked, stars, bonuses = _track(view, seat, name)
    parts = [draw.piece(LETTERS[name], 0, 0, 16, 16), draw.group([_boxes(TRACKS[name], marked)], 20)]
    ready = [(sign, count) for sign, count in (("*", stars), ("+", bonuses)) if count]
    for place, (sign, count) in enumerate(ready):
        parts.append(draw.group([_unlocked(sign, count)], 145 + 19 * place, 0))
    told = f"{lay.counted(stars, 'star')}, {lay.counted(bonuses, 'bonus', 'bonuses')} ready"
    return draw.group(parts, title=f"{name}, {ABILITY_NAMES[name]}: {marked} of {BOXES}, {told}")


def _boxes(unlocks: str, marked: int) -> str:
    """Boxes of a track, 12 by 16 each: what they unlock, and the pen's crosses over those marked."""
    lefts = [13.5 * place for place in range(len(unlocks))]
    frames = "".join(f"M{draw.number(x)} 0h12v16h-12z" for x in lefts)
    crosses = "".join(f"M{draw.number(x + 1.5)} 2l9 12m-9 0l9 -12" for x in lefts[:marked])
    signs = [
        draw.element("path", fill="edge" if place < marked else "ink", d=f"M{draw.number(x + 6)} 8{SIGNS[sign]}")
        for place, (x, sign) in enumerate(zip(lefts, unlocks, strict=True))
        if sign in SIGNS
    ]
    paper = draw.element("path", fill="surface", stroke="edge", d=frames, stroke_width=1)
    return "".join([paper, *signs, draw.lines(crosses, "pen", 1.8, stroke_linecap="round")])


def _unlocked(sign: str, count: int) -> str:
    """A gold plate: so many of these are ready to be used."""
    plate = draw.box(0, 0, 18, 16, 3, fill="coat", stroke="ui-line", stroke_width=1)
    drawn = draw.element("path", fill="on-coat", d=f"M6 8{SIGNS[sign]}")
    return plate + drawn + draw.words(13.5, 12, count, 10, "on-coat", "middle", bold=True)
