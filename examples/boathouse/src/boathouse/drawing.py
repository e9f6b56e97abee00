"""The table as text and as a picture, drawn from what a view holds and nothing else."""

from typing import Any

from boathouse.components import CELLS
from nyhavn.drawing import svg as draw
from nyhavn.drawing import text as lay
from nyhavn.drawing.palette import NAMES
from nyhavn.drawing.table import setting, who

View = dict[str, Any]
SIZE, WIDE, HIGH, MARGIN = 44, 460, 330, 20


def text(view: View, colour: bool = False) -> str:
    lines = [f"Boathouse, {setting(view)}", _decision(view), "", f"dock   {lay.letters(view['dock'] or '', colour)}"]
    lines += [f"deck   {lay.counted(view['deck'], 'card')}", f"tiles  {' '.join(_tiles(view)) or '-'}"]
    lines += [f"hand   {lay.letters(view['hand'], colour)}"] if "hand" in view else []
    seats = range(view["players"])
    return "\n".join([*lines, "", *lay.beside((_seat_lines(view, seat, colour) for seat in seats), gap=4)])


def _decision(view: View) -> str:
    return lay.ending(view) if view["over"] else f"Seat {view['turn']} takes the card or builds."


def _tiles(view: View) -> list[str]:
    return [tile for tile, left in view["supply"].items() if left]


def _seat_lines(view: View, seat: int, colour: bool) -> list[str]:
    house = {cell: letter for cell, (letter, _) in view["seats"][seat]["house"].items()}
    rows = [" ".join(lay.painted(house.get(c, ""), house.get(c, "."), colour) for c in (f"a{r}", f"b{r}")) for r in "21"]
    return [f"seat {seat}, {lay.counted(view['scores'][seat], 'point')}", f"2 | {rows[0]} |", f"1 | {rows[1]} |", "    a b"]


def svg(view: View) -> str:
    parts = [draw.words(MARGIN, 34, "Boathouse", 20, bold=True), draw.words(MARGIN, 58, _decision(view), 15)]
    parts += [draw.words(MARGIN, 84, "dock", 12), draw.piece(view["dock"], MARGIN, 92, 40, 56)]
    for place, card in enumerate(view.get("hand", "")):
        parts.append(draw.piece(card, 110 + 46 * place, 92, 40, 56))
    parts += [draw.words(110, 84, "hand", 12)] if "hand" in view else []
    parts.append(draw.words(MARGIN, 176, f"Tiles left: {', '.join(_tiles(view)) or 'none'}", 12))
    for seat in range(view["players"]):
        parts.append(draw.group([_house(view, seat)], MARGIN + 210 * seat, 200))
    return draw.document(WIDE, HIGH, f"Boathouse, {setting(view)}", _description(view), parts)


def _house(view: View, seat: int) -> str:
    parts = [draw.words(0, 10, f"{who(view, seat)}, {lay.counted(view['scores'][seat], 'point')}", 12, bold=True)]
    for cell in CELLS:
        letter, _ = view["seats"][seat]["house"].get(cell, (None, ""))
        x, y = "ab".index(cell[0]) * SIZE, 20 + (2 - int(cell[1])) * SIZE
        parts.append(draw.box(x, y, SIZE, SIZE, fill="wall", stroke="wall-grid", stroke_width=1))
        parts.append(draw.piece(letter, x + 4, y + 4, SIZE - 8, SIZE - 8) if letter else "")
    return draw.group(parts)


def _description(view: View) -> str:
    """The picture in words, for those who do not see it."""
    told = [_decision(view), f"On the dock: {NAMES.get(view['dock'], 'nothing')}.", f"Tiles left: {', '.join(_tiles(view)) or 'none'}."]
    if "hand" in view:
        told.append(f"Your hand: {', '.join(NAMES[card] for card in view['hand']) or 'nothing'}.")
    for seat, own in enumerate(view["seats"]):
        house = ", ".join(f"{cell} {NAMES[letter]}" for cell, (letter, _) in sorted(own["house"].items())) or "empty"
        told.append(f"Seat {seat}: {lay.counted(view['scores'][seat], 'point')}, {lay.counted(own['count'], 'card')}, house {house}.")
    return " ".join(told)
