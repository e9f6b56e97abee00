"""The table as text and as a picture, drawn from what a view holds and nothing else."""

from boathouse.components import CELLS
from nyhavn.drawing import svg as draw
from nyhavn.drawing import text as lay
from nyhavn.drawing.palette import NAMES
from nyhavn.drawing.table import View, setting, who

SIZE, WIDE, HIGH, MARGIN = 44, 460, 330, 20


def text(view: View, colour: bool = False) -> str:
    lines = [f"Boathouse, {setting(view)}", _decision(view), "", f"dock   {lay.letters(view['dock'] or '', colour)}"]
    lines += [f"deck   {lay.counted(view['deck'], 'card')}", f"tiles  {_tiles(view)}"]
    lines += [f"hand   {lay.letters(view['hand'], colour)}"] if "hand" in view else []
    blocks = []
    for seat, own in enumerate(view["seats"]):
        shown = {cell: lay.painted(letter, letter, colour) for cell, (letter, _) in own["house"].items()}
        rows = [f"{row} | {shown.get(f'a{row}', '.')} {shown.get(f'b{row}', '.')} |" for row in (2, 1)]
        blocks.append([f"seat {seat}, {lay.counted(view['scores'][seat], 'point')}", *rows, "    a b"])
    return "\n".join([*lines, "", *lay.beside(blocks, gap=4)])


def _decision(view: View) -> str:
    return lay.ending(view) if view["over"] else f"Seat {view['turn']} takes the card or builds."


def _tiles(view: View) -> str:
    return " ".join(tile for tile, left in view["supply"].items() if left) or "none"


def svg(view: View) -> str:
    parts = [draw.words(MARGIN, 34, "Boathouse", 20, bold=True), draw.words(MARGIN, 58, _decision(view), 15)]
    parts += [draw.words(MARGIN, 84, "dock"), draw.piece(view["dock"], MARGIN, 92, 40, 56)]
    parts += [draw.words(110, 84, "hand")] if "hand" in view else []
    parts += [draw.piece(card, 110 + 46 * place, 92, 40, 56) for place, card in enumerate(view.get("hand", ""))]
    parts += [draw.words(MARGIN, 176, f"Tiles left: {_tiles(view)}")]
    parts += [draw.group([_house(view, seat)], MARGIN + 210 * seat, 200) for seat in range(view["players"])]
    return draw.document(WIDE, HIGH, f"Boathouse, {setting(view)}", _description(view), parts)


def _house(view: View, seat: int) -> str:
    parts = [draw.words(0, 10, f"{who(view, seat)}, {lay.counted(view['scores'][seat], 'point')}", bold=True)]
    for cell in CELLS:
        letter, _ = view["seats"][seat]["house"].get(cell, (None, ""))
        x, y = "ab".index(cell[0]) * SIZE, 20 + (2 - int(cell[1])) * SIZE
        parts.append(draw.box(x, y, SIZE, SIZE, fill="wall", stroke="wall-grid", stroke_width=1))
        name = draw.words(x + SIZE / 2, y + SIZE / 2 + 4, cell, 12, "ink-soft", "middle")
        parts.append(draw.piece(letter, x + 4, y + 4, SIZE - 8, SIZE - 8) if letter else name)
    return draw.group(parts)


def _description(view: View) -> str:
    """The picture in words, for those who do not see it."""
    told = [_decision(view), f"On the dock: {NAMES.get(view['dock'], 'nothing')}.", f"Tiles left: {_tiles(view)}."]
    if "hand" in view:
        told.append(f"Your hand: {', '.join(NAMES[card] for card in view['hand']) or 'nothing'}.")
    for seat, own in enumerate(view["seats"]):
        house = ", ".join(f"{cell} {NAMES[letter]}" for cell, (letter, _) in sorted(own["house"].items()))
        points, cards = lay.counted(view["scores"][seat], "point"), lay.counted(own["count"], "card")
        told.append(f"Seat {seat}: {points}, {cards}, house: {house or 'empty'}.")
    return " ".join(told)
