"""What games say in the same words: lists, cells, and what is wrong with them."""

from collections.abc import Mapping, Sequence

from nyhavn.errors import Reason
from nyhavn.facade.cells import COLUMNS, GROUND, HEIGHT, INDEX, NAMES, WIDTH, cells_of
from nyhavn.facade.colours import LETTERS, SIZES
from nyhavn.facade.shapes import LARGEST


def listed(words: Sequence[str], last: str) -> str:
    """`a, b and c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def cells_text(cells: int) -> str:
    """The cells of a mask, by name."""
    return listed([NAMES[cell] for cell in cells_of(cells)], "and")


def not_shape(cells: int) -> str:
    """`a1, b1 and c1 are not the shape`."""
    return f"{cells_text(cells)} {'is' if cells.bit_count() == 1 else 'are'} not the shape"


def unreadable(code: str, sentence: str, **details: object) -> Reason:
    """Not a move in any position."""
    return Reason(code, sentence, details, unreadable=True)


def illegal(code: str, sentence: str, **details: object) -> Reason:
    """A move, but not here."""
    return Reason(code, sentence, details)


def unknown_move(text: str, forms: Mapping[str, str], game: str) -> Reason | None:
    """A text that begins with none of the words of a game's moves, or has spaces in odd places."""
    if text.split(" ")[0] not in forms:
        known = listed(list(forms), "or")
        sentence = f"{text[:60]!r} isn't a {game} move: a move begins with {known}"
        return unreadable("unknown move", sentence, move=text[:200])
    if text != " ".join(text.split()):
        return unreadable("spacing", f"{text[:60]!r} has spaces in the wrong places", move=text[:200])
    return None


def bad_form(verb: str, forms: Mapping[str, str]) -> Reason:
    article = "an" if verb[0] in "aeiou" else "a"
    return unreadable("form", f"{article} {verb} is written like this: {forms[verb]}", form=forms[verb])


def cells_out_of_order(names: Sequence[str]) -> Reason | None:
    """Cells that are none, or not in their one order."""
    for name in names:
        if name not in INDEX:
            return no_cell(name)
    if [INDEX[name] for name in names] != sorted({INDEX[name] for name in names}):
        sentence = "list cells by row from the ground up, then by column, each only once"
        return unreadable("cells order", sentence, cells=list(names)[:LARGEST])
    return None


def no_cell(word: str) -> Reason:
    sentence = f"{word[:30]!r} isn't a cell: the house has {COLUMNS[0]}1 to {COLUMNS[-1]}{HEIGHT}"
    return unreadable("cell", sentence, cell=word[:60])


def no_tile(word: str) -> Reason:
    sentence = (
        f"{word[:30]!r} isn't a tile: write a letter of {' '.join(LETTERS)} and a size from {SIZES[0]} to {SIZES[-1]}"
    )
    return unreadable("tile", sentence, tile=word[:60])


def ill_placed(what: str, cells: int, filled: int) -> Reason | None:
    """C27–C28, W11–W12: cells covered already, or with nothing below."""
    names = [NAMES[cell] for cell in cells_of(cells)]
    covered = [NAMES[cell] for cell in cells_of(cells & filled)]
    if covered:
        verb = "is" if len(covered) == 1 else "are"
        return illegal("covered", f"{listed(covered, 'and')} {verb} already covered", cells=covered)
    if cells & (filled << WIDTH | GROUND):
        return None
    sentence = f"{what} must rest on the ground or on a covered cell, but there is nothing under {listed(names, 'or')}"
    return illegal("unsupported", sentence, cells=names)


def touches(cells: int, others: int) -> bool:
    """Whether cells share an edge with others (C22)."""
    beside = (
        others >> other & 1
        for cell in cells_of(cells)
        for other in (
            cell + WIDTH,
            cell - WIDTH,
            *([cell - 1] if cell % WIDTH else []),
            *([cell + 1] if (cell + 1) % WIDTH else []),
        )
        if other >= 0
    )
    return any(beside)
