"""Why a move is refused, in words."""

from boathouse.components import COLOURS, KINDS, LETTERS, PLACES
from boathouse.kernels import OVER
from boathouse.knowledge import AT, secret
from nyhavn.errors import Reason
from nyhavn.facade.cells import mask_of
from nyhavn.rules import Facts
from nyhavn.shared_refusals import bad_form, ill_placed, illegal, listed, unknown_move, unreadable

FORMS = {"take": "take", "build": "build R2 a1 b1"}


def why_not(facts: Facts, text: str) -> Reason:
    if reason := unknown_move(text, FORMS, "game Boathouse"):
        return reason
    verb, *words = text.split(" ")
    if (verb == "take") == bool(words):
        return bad_form(verb, FORMS)
    tile, cells = (words[0], tuple(words[1:])) if words else ("", ())
    if words and tile not in KINDS:
        return unreadable("tile", f"{tile[:30]!r} is no tile: there are {listed(KINDS, 'and')}", tile=tile[:60])
    if words and (cells not in PLACES or len(cells) != int(tile[1])):
        where = listed([" ".join(place) for place in PLACES if len(place) == int(tile[1])], "or")
        return unreadable("place", f"{tile} goes to {where}", tile=tile)
    if facts[AT.phase] == OVER:
        return illegal("over", "the game is over")
    return _not_built(facts, tile, cells)


def _not_built(facts: Facts, tile: str, cells: tuple[str, ...]) -> Reason:
    """B4, B5."""
    seat, name = facts[AT.turn], COLOURS[LETTERS.index(tile[0])]
    have = secret(facts, seat).count(tile[0])
    if not facts[AT.supply + KINDS.index(tile)]:
        return illegal("gone", f"no {tile} is left", tile=tile, left=0)
    if have < len(cells):
        sentence = f"{tile} costs {len(cells)} {name}; you have {have or 'none'}"
        return illegal("price", sentence, tile=tile, price=len(cells), have=have)
    return ill_placed(tile, mask_of(cells), facts[AT.filled + seat]) or illegal("first", "your first tile covers a1")
