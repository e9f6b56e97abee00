"""A game told in lines: moves with what they brought and the chance that followed, the ranking, the tiles."""

from typing import Any

from nyhavn.games import find_game
from nyhavn.parts import Terminal

Entry = dict[str, Any]


def told(game: str, events: list[Entry]) -> list[str]:
    """Events (`State.events`) as lines, one for each move; chance comes with the move that it follows."""
    lines: list[str] = []
    note_of = _terminal(game).note
    for event in events:
        if "move" in event:
            notes = [note for effect in event["effects"] if (note := note_of(effect))]
            cards = " ".join(effect["card"] for effect in event["effects"] if "card" in effect)
            gained = f" ({cards})" if cards else ""
            lines.append(f"seat {event['seat']}: {'; '.join([event['move'] + gained, *notes])}")
        elif "chance" in event and lines:
            lines[-1] += f"; {event['chance']}"
    return lines


def since_last_turn(events: list[Entry], seat: int | None) -> list[Entry]:
    """What happened since a seat's turn before this one: the others' moves, and its own of this turn."""
    movers = [event.get("seat") for event in events]
    first = len(events)
    while first and movers[first - 1] in (seat, None):
        first -= 1
    while first and movers[first - 1] != seat:
        first -= 1
    return events[first:]


def ranked(ranking: tuple[tuple[int, ...], ...], scores: tuple[int, ...], empty_cells: tuple[int, ...]) -> list[str]:
    """The seats of a finished game, best first; those of equal rank share a number."""
    lines = []
    place = 1
    for group in ranking:
        for seat in group:
            points = "1 point" if scores[seat] == 1 else f"{scores[seat]} points"
            lines.append(f"{place}. seat {seat}, {points}, {empty_cells[seat]} cells empty")
        place += len(group)
    return lines


def tile_shapes(game: str, colour: bool) -> list[str]:
    """Every tile of a game as it is printed, a colour a row; `#` is the mark. Nothing if the game doesn't say."""
    from nyhavn.drawing import text as lay

    rows: dict[str, list[list[str]]] = {}
    for name, forms in _terminal(game).tiles.items():
        for cells, marked in forms:
            wide, high = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
            lines = [name]
            for y in reversed(range(high)):
                marks = {cell: f"{name[0]}{'#' if cell == marked else ' '}" for cell in cells if cell[1] == y}
                row = (lay.painted(name[0], marks[x, y], colour) if (x, y) in marks else "  " for x in range(wide))
                lines.append(" ".join(row))
            rows.setdefault(name[0], []).append(lines)
    return [line for blocks in rows.values() for line in [*lay.beside(blocks, gap=4), ""]]


def _terminal(game: str) -> Terminal:
    return find_game(game).terminal or Terminal()
