"""The table of the card game as text and as a picture, drawn from what a view holds and nothing else."""

from collections.abc import Iterable
from typing import Any

from nyhavn.drawing import svg as draw
from nyhavn.drawing import table
from nyhavn.drawing import text as lay
from nyhavn.drawing.front import Front, laid_by
from nyhavn.drawing.house import HOUSE_HEIGHT, HOUSE_WIDTH, house
from nyhavn.drawing.table import View
from nyhavn.facade.cells import NAMES, cells_of, rows_of
from nyhavn.facade.colours import LETTERS, SIZES
from nyhavn.games.copenhagen.components import ABILITIES, COAT_CELLS, COAT_ROWS, TILES

DECISIONS = {
    "action": "takes cards or builds",
    "discard": "discards down to seven cards",
    "after take": "builds or ends the turn",
    "coat": "has {coats} to use",
}
END_CARD = {"beside": "End card beside the board", "deck": "End card in the deck", "turned up": "End card turned up"}
KNOWN = "Each seat shows the cards it was seen taking."


def text(view: View, colour: bool = False) -> str:
    """The table as lines of at most 100 characters."""
    places = enumerate(view["docks"], start=1)
    docks = "   ".join(f"{place} {lay.painted(card or '', card or '-', colour)}" for place, card in places)
    common = [
        f"docks  {docks}",
        f"deck   {_deck(view)}",
        *([f"hand   {lay.letters(view['hand'], colour)}"] if "hand" in view else []),
        "",
        *lay.beside([_supply_lines(view, colour), _ability_lines(view)], gap=6),
    ]
    legend = "R window, R# brick, @ coat of arms"
    return table.as_text(
        view, "Copenhagen", _decision(view), common, lambda seat: _seat_lines(view, seat, colour), legend
    )


def svg(view: View) -> str:
    """The table as a picture: rack, docks, hand, and every house."""
    parts = [
        *table.heading(view, "Copenhagen", _decision(view)),
        draw.group([_rack(view)], table.MARGIN, 74),
        draw.group([_docks(view)], 344, 74),
        draw.group([_hand(view), _discards(view)], 344, 190),
        draw.group([_ability_supply(view)], table.MARGIN, 288),
        *table.seats(view, 336, _seat),
    ]
    return draw.document(
        table.WIDE, 340 + SEAT_HEIGHT + 14, f"Copenhagen, {view['players']} players", _description(view), parts
    )


def house_svg(view: View, seat: int, highlight: Iterable[str] = ()) -> str:
    """One house alone; `highlight` names cells to be ringed."""
    return table.front_alone(view, seat, _front(view, seat), f"House of seat {seat}", highlight)


def _front(view: View, seat: int) -> Front:
    return Front(
        view["seats"][seat]["house"],
        laid_by(view["history"], seat),
        coat_cells=[NAMES[cell] for cell in cells_of(COAT_CELLS)],
        coat_rows=rows_of(COAT_ROWS),
    )


# Words


def _decision(view: View) -> str:
    return table.decision(view, DECISIONS)


def _deck(view: View) -> str:
    return f"{lay.counted(view['deck'], 'card')}, {END_CARD[view['end_card']]}"


def _cards(view: View, seat: int) -> str:
    """The cards of a seat as the viewer knows them: one's own by colour, of others what was seen being taken."""
    if seat == view["seat"]:
        return str(view["hand"])
    count, known = view["seats"][seat]["count"], view["seats"][seat]["known"]
    seen = "".join(letter * known[letter] for letter in LETTERS)
    return f"{seen}{'?' * (count - len(seen))}"


def _ability(view: View, seat: int, ability: str) -> str:
    return str(view["seats"][seat]["abilities"].get(ability, "-"))


def _description(view: View) -> str:
    docks = " ".join(card or "empty" for card in view["docks"])
    sentences = [_decision(view), f"Docks: {docks}.", f"Deck: {_deck(view)}."]
    for seat in range(view["players"]):
        points, empty = lay.counted(view["scores"][seat], "point"), lay.counted(view["empty_cells"][seat], "empty cell")
        cards = lay.counted(view["seats"][seat]["count"], "card")
        sentences.append(f"{table.who(view, seat).capitalize()}: {points}, {empty}, {cards}.")
    return " ".join(sentences)


# Text


def _supply_lines(view: View, colour: bool) -> list[str]:
    rows = [["", *[lay.painted(letter, letter, colour) for letter in LETTERS]]]
    rows += [[f"rack {size}", *[str(view["supply"][f"{letter}{size}"]) for letter in LETTERS]] for size in SIZES]
    rows.append(["discards", *[str(view["discards"][letter]) for letter in LETTERS]])
    return [*lay.columns(rows), f"special tiles {view['specials']}"]


def _ability_lines(view: View) -> list[str]:
    rows = [["", *ABILITIES], ["supply", *[str(view["abilities"][ability]) for ability in ABILITIES]]]
    for seat in range(view["players"]):
        rows.append([table.who(view, seat), *[_ability(view, seat, ability) for ability in ABILITIES]])
    return lay.columns(rows)


def _seat_lines(view: View, seat: int, colour: bool) -> list[str]:
    cards = "".join(lay.painted(letter, letter, colour) for letter in _cards(view, seat))
    return [
        f"{'>' if view['turn'] == seat else ' '} {table.who(view, seat)}",
        f"  {lay.counted(view['scores'][seat], 'point')}, {view['empty_cells'][seat]} empty",
        f"  {lay.counted(view['seats'][seat]['count'], 'card')} {cards}".rstrip(),
        *lay.front_lines(_front(view, seat), colour),
    ]


# Picture


def _rack(view: View) -> str:
    """The tiles still to be had, a colour a row, a size a column; those gone are left out."""
    parts = [draw.panel(0, 0, 312, 204, "Rack", f"special tiles ×{view['specials']}")]
    for row, letter in enumerate(LETTERS):
        middle = 48 + 32 * row
        parts.append(draw.piece(letter, 12, middle - 11, 22, 22))
        for size, x in zip(SIZES, (46, 102, 166, 236), strict=True):
            left = view["supply"][f"{letter}{size}"]
            if not left:
                parts.append(draw.words(x, middle + 4, "gone", 11, "ink-soft"))
                continue
            cells, brick = TILES[f"{letter}{size}"]
            wide, high = (9 * (1 + max(cell[axis] for cell in cells)) for axis in (0, 1))
            parts.append(draw.group([draw.tile(letter, cells, brick)], x, middle - high / 2))
            parts.append(draw.words(x + wide + 5, middle + 4, f"×{left}", 11))
    return "".join(parts)


def _docks(view: View) -> str:
    parts = [draw.panel(0, 0, 512, 108)]
    for place, card in enumerate(view["docks"]):
        x = 14 + 50 * place
        parts.append(draw.piece(card, x, 14, 42, 60))
        parts.append(draw.words(x + 21, 94, place + 1, 13, anchor="middle", bold=True))
    parts.append(draw.box(374, 14, 42, 60, 5, fill="accent", stroke="ui-line", stroke_width=1.5))
    parts.append(draw.words(395, 51, view["deck"], 18, "on-accent", "middle", bold=True))
    parts.append(draw.words(395, 94, "deck", 12, anchor="middle"))
    for place, word in enumerate(("End card", END_CARD[view["end_card"]].removeprefix("End card "))):
        parts.append(draw.words(421, 38 + 15 * place, word, 10, "ink-soft" if place else "ink"))
    return "".join(parts)


def _hand(view: View) -> str:
    """The viewer's own cards; seven places, more while discarding."""
    if "hand" not in view:
        return draw.panel(0, 0, 336, 88, "Hands are hidden") + draw.words(12, 46, KNOWN, 12, "ink-soft")
    hand = view["hand"]
    places = max(7, len(hand))
    step = min(46, 312 / places)
    cards = [
        draw.piece(hand[place] if place < len(hand) else None, 12 + step * place, 30, 34, 48) for place in range(places)
    ]
    return draw.panel(0, 0, 336, 88, "Your hand", lay.counted(len(hand), "card")) + "".join(cards)


def _discards(view: View) -> str:
    parts = [draw.panel(0, 0, 164, 88, "Discards")]
    for place, letter in enumerate(LETTERS):
        parts.append(draw.piece(letter, 12 + 28 * place, 30, 22, 30))
        parts.append(draw.words(23 + 28 * place, 76, view["discards"][letter], 12, anchor="middle"))
    return draw.group(parts, 348)


def _ability_supply(view: View) -> str:
    parts = [
        draw.panel(0, 0, table.WIDE - 2 * table.MARGIN, 34),
        draw.words(12, 22, "Abilities in the supply", 13, bold=True),
    ]
    for place, ability in enumerate(ABILITIES):
        parts.append(draw.words(210 + 126 * place, 22, f"{ability} ×{view['abilities'][ability]}", 13))
    return "".join(parts)


SEAT_HEIGHT = 52 + HOUSE_HEIGHT + 62


def _seat(view: View, seat: int) -> str:
    """One seat: who, points, cards as far as known, house, abilities."""
    on_turn = view["turn"] == seat
    name = table.who(view, seat).capitalize()
    cards = _cards(view, seat)
    parts = [
        draw.box(-6, 0, HOUSE_WIDTH + 12, SEAT_HEIGHT, 8, fill="paper", **_edge(on_turn)),
        draw.words(8, 22, name, 14, bold=True),
        draw.words(HOUSE_WIDTH - 8, 22, lay.counted(view["scores"][seat], "point"), 14, anchor="end", bold=True),
        *[_known_card(letter, 8 + 17 * place) for place, letter in enumerate(cards)],
        draw.group([house(_front(view, seat), str(seat))], 0, 54),
    ]
    spots = ((8, 0, 46), (62, 0, 54), (124, 0, 56), (8, 1, 82), (98, 1, 82))
    order = ("any", "extra", "both", "discount", "recolour")
    for ability, (x, row, width) in zip(order, spots, strict=True):
        side = _ability(view, seat, ability)
        parts.append(draw.group([_ability_chip(ability, side, width)], x, 54 + HOUSE_HEIGHT + 2 + 27 * row))
    return "".join(parts)


def _edge(on_turn: bool) -> dict[str, Any]:
    return {"stroke": "lift", "stroke_width": 3} if on_turn else {"stroke": "line", "stroke_width": 1}


def _known_card(letter: str, x: float) -> str:
    if letter == "?":
        unknown = draw.box(x, 32, 14, 19, 2, fill="surface", stroke="edge", stroke_width=1)
        return unknown + draw.words(x + 7, 45.5, "?", 11, "ink-soft", "middle")
    return draw.piece(letter, x, 32, 14, 19)


def _ability_chip(ability: str, side: str, width: float) -> str:
    """Gold while active, dashed once used, dotted and pale while not owned."""
    title = f"{ability}: {'not owned' if side == '-' else side}"
    if side == "active":
        face = draw.box(0, 0, width, 20, 6, fill="coat", stroke="ui-line", stroke_width=1.5)
        return draw.group([face, draw.words(width / 2, 14, ability, 12, "on-coat", "middle", bold=True)], title=title)
    dashes = "5 3" if side == "used" else "1 4"
    face = draw.box(0, 0, width, 20, 6, stroke="edge", stroke_width=1.2, stroke_dasharray=dashes)
    return draw.group([face, draw.words(width / 2, 14, ability, 12, "ink-soft", "middle")], title=title)
