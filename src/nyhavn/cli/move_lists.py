"""Legal moves as a player wants to see them: grouped, not hundreds of lines; and moves typed in part."""

import textwrap
from collections.abc import Iterable, Sequence

from nyhavn.facade.placements import MARK, NOTHING, Placement
from nyhavn.notation import Move

INDENT = " " * 14
NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_NAMED = 4


def overview(moves: Sequence[Move], width: int) -> list[str]:
    """Every legal move in a few lines: by first word, tiles with the number of places and what is paid."""
    plain: dict[str, list[str]] = {}
    tiles: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for move in moves:
        if isinstance(move, Placement):
            tiles.setdefault((move.kind, move.tile), []).append((move.place, move.paid))
        else:
            label, rest = (move.kind, move.what) if move.what else move.family
            plain.setdefault(label, []).append(rest)
    lines = [line for verb, rests in plain.items() for line in _labelled(verb, rests, width)]
    previous = ""
    for (verb, tile), ways in tiles.items():
        places = len({place for place, _ in ways})
        payments = _either(list(dict.fromkeys(paid for _, paid in ways)))
        label = "" if verb == previous else verb
        lines.append(f"{label:<{len(INDENT) - 1}} {tile}  {places} {'place' if places == 1 else 'places'}, {payments}")
        previous = verb
    if tiles:
        tile = next(iter(tiles))[1]
        lines.append(f"{INDENT}? {tile} lists the places for {tile}; ? {tile} c3 those that cover c3")
    return lines


def chosen(moves: Sequence[Move], words: Sequence[str], width: int) -> list[str]:
    """The legal moves in which all of some words occur, whatever their case."""
    wanted = _words(words)
    found = [move for move in moves if wanted <= _words(move.text.split())]
    if not found:
        return [f"no legal move here contains {' and '.join(words)}"]
    lines = _columns([move.text for move in found if not isinstance(move, Placement)], width, "")
    payments: dict[tuple[str, str], list[str]] = {}
    for move in found:
        if isinstance(move, Placement):
            payments.setdefault((f"{move.kind} {move.tile}", move.place), []).append(move.paid)
    groups: dict[tuple[str, str], list[str]] = {}
    for (what, place), paid in payments.items():
        groups.setdefault((what, _either(paid, len(paid))), []).append(place)
    for (what, paid_words), places in groups.items():
        lines += [f"{what} … {paid_words}", *_columns(places, width, "  ")]
    return lines


def _words(words: Iterable[str]) -> set[str]:
    return {word.lower().removesuffix(MARK) for word in words}


def completions(typed: str, tidied: str, meant: Move | None, moves: Sequence[str]) -> list[str]:
    """The legal moves that begin with what was typed, as it is or tidied, if that is more than a single word: a build
    without what is paid (`build R2 a1 b1*`) can mean one move only. `meant` is the move that the tidied text spells."""
    if isinstance(meant, Placement) and meant.pay == NOTHING:
        tidied = f"{meant.kind} {meant.place}"
    for text in (typed, tidied):
        words = text.lower().split()
        found = [move for move in moves if len(words) > 1 and move.lower().split()[: len(words)] == words]
        if found:
            return found
    return []


def _either(texts: Sequence[str], most: int = MOST_NAMED) -> str:
    """`pay RR or RY`; only how many there are if they are too many."""
    if len(texts) > most:
        return f"{len(texts)} ways to pay"
    first, *others = texts
    return " or ".join([first, *(text.partition(" ")[2] for text in others)])


def _labelled(label: str, items: Sequence[str], width: int) -> list[str]:
    """Items one after the other behind their label, on more lines if there are many."""
    joined = f"{NO_BREAK}| ".join(item.replace(" ", NO_BREAK) for item in items)
    lines = textwrap.wrap(joined, width, initial_indent=f"{label:<{len(INDENT) - 1}} ", subsequent_indent=INDENT) or [
        label
    ]
    return [line.replace(NO_BREAK, " ") for line in lines]


def _columns(items: Iterable[str], width: int, indent: str) -> list[str]:
    """Items in as many columns as fit, read along the lines."""
    items = list(items)
    if not items:
        return []
    wide = max(map(len, items)) + 3
    across = max(1, (width - len(indent) + 3) // wide)
    rows = (items[first : first + across] for first in range(0, len(items), across))
    return [indent + "".join(f"{item:<{wide}}" for item in row).rstrip() for row in rows]
