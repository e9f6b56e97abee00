"""Why a move cannot be played, in the words of a player at the table.

Legality itself is the kernels' business: this module is asked only about moves they refused, and finds the words.
"""

import re

from nyhavn.errors import Reason
from nyhavn.facade.cells import INDEX, NAMES, cells_of
from nyhavn.facade.colours import COLOURS, LETTERS
from nyhavn.facade.placements import NOTHING
from nyhavn.facade.shapes import anchor_on
from nyhavn.games.copenhagen import facts as read
from nyhavn.games.copenhagen.components import ABILITIES, DOCKS, HAND_LIMIT, KINDS
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.ids import TAKE_ABILITIES, TAKES, VARIANTS
from nyhavn.games.copenhagen.kernels.layout import (
    ACTION,
    AFTER_TAKE,
    ANY,
    COAT,
    DISCARD,
    DISCOUNT,
    EXTRA,
    OVER,
    RECOLOUR,
)
from nyhavn.rules import Facts
from nyhavn.shared_refusals import (
    bad_form,
    cells_out_of_order,
    ill_placed,
    illegal,
    listed,
    no_cell,
    no_tile,
    not_shape,
    touches,
    unknown_move,
    unreadable,
)

FORMS = {
    "take": "take 2 3",
    "discard": "discard RRB",
    "build": "build Y4 a1 b1* b2 c2 pay YYG",
    "end": "end",
    "coat": "coat special c4",
}
COATS = ("special", "ability", "refresh", "decline")
TILE_NAMES = dict(zip(ABILITIES, ("any cards", "extra card", "discount", "recolour", "both actions"), strict=True))


def why_not(facts: Facts, text: str) -> Reason:
    """The reason why a text that is no legal move here cannot be played."""
    if problem := unknown_move(text, FORMS, "card-game"):
        return problem
    verb, *words = text.split(" ")
    find = {"take": _take, "discard": _discard, "build": _build, "end": _end, "coat": _coat}[verb]
    return find(facts, words)


def _not_now(facts: Facts) -> Reason:
    """The phase asks for something else."""
    seat, phase = facts[AT.turn], facts[AT.phase]
    if phase == OVER:
        return illegal("over", "the game is over")
    if phase == DISCARD:
        more = facts[AT.counts + seat] - HAND_LIMIT
        sentence = f"you're over the hand limit of {HAND_LIMIT}: discard {more} first"
        return illegal("discard first", sentence, seat=seat, cards=more)
    if phase == COAT:
        owed = facts[AT.coats]
        sentence = f"use or decline your coat actions first: {owed} left"
        return illegal("coat first", sentence, seat=seat, coats=owed)
    return illegal("after take", "you have taken cards: now build or end the turn", seat=seat)


def _take(facts: Facts, words: list[str]) -> Reason:
    if not words or not all(re.fullmatch(r"[0-9]", word) for word in words):
        return bad_form("take", FORMS)
    docks = [int(word) for word in words[: DOCKS + 1]]
    if min(docks) < 1 or max(docks) > DOCKS:
        return unreadable("dock", f"docks are numbered 1 to {DOCKS}", docks=docks)
    if docks != sorted(set(docks)):
        return unreadable("docks order", "list docks from the lowest number up, each only once", docks=docks)
    if len(docks) not in (2, 3):
        return illegal("docks", "take from two docks, or from three with the extra card ability", docks=docks)
    if facts[AT.phase] != ACTION:
        return _not_now(facts)
    seat = facts[AT.turn]
    needed = int(TAKE_ABILITIES[TAKES.index(tuple(dock - 1 for dock in docks))]) & ~facts[AT.active + seat]
    names = read.abilities_of(needed)
    what = {
        ANY: f"docks {listed([str(dock) for dock in docks], 'and')} aren't neighbours: that needs",
        EXTRA: "a third card needs",
        ANY | EXTRA: "three docks that aren't neighbours need",
    }[needed]
    return illegal("take needs ability", f"{what} {_lacking(facts, names)}", docks=docks, abilities=names)


def _lacking(facts: Facts, abilities: list[str]) -> str:
    """The abilities that a move needs, and why the seat cannot use them."""
    used = read.abilities_of(facts[AT.used + facts[AT.turn]])
    told = [f"the {TILE_NAMES[name]} ability, {'used' if name in used else 'not yours yet'}" for name in abilities]
    return " and ".join(told)


def _cards(word: str) -> list[int] | None:
    """Cards in their one spelling, counted by colour."""
    if not re.fullmatch(r"R*Y*G*B*P*", word):
        return None
    return [word.count(letter) for letter in LETTERS]


def _bad_cards(word: str) -> Reason:
    if re.fullmatch(rf"[{LETTERS}]+", word):
        return unreadable("cards order", f"cards are written in the order {' '.join(LETTERS)}", cards=word[:60])
    sentence = f"{word[:60]!r} isn't a list of cards: {' '.join(LETTERS)} stand for {listed(COLOURS, 'and')}"
    return unreadable("cards", sentence, cards=word[:60])


def _missing(facts: Facts, counts: list[int]) -> Reason | None:
    """Cards that are not in the hand."""
    hand = read.hand(facts, facts[AT.turn])
    for colour, count in enumerate(counts):
        if count > hand[colour]:
            sentence = f"you have {hand[colour] or 'no'} {COLOURS[colour]}{f', not {count}' if hand[colour] else ''}"
            return illegal("not in hand", sentence, colour=COLOURS[colour], cards=count, have=hand[colour])
    return None


def _discard(facts: Facts, words: list[str]) -> Reason:
    if len(words) != 1:
        return bad_form("discard", FORMS)
    counts = _cards(words[0])
    if counts is None:
        return _bad_cards(words[0])
    if facts[AT.phase] in (ACTION, AFTER_TAKE):
        return illegal("no discard", f"you're not over the hand limit of {HAND_LIMIT}: there is nothing to discard")
    if facts[AT.phase] != DISCARD:
        return _not_now(facts)
    more = facts[AT.counts + facts[AT.turn]] - HAND_LIMIT
    if sum(counts) != more:
        sentence = f"discard exactly {more}, down to {HAND_LIMIT} cards, not {sum(counts)}"
        return illegal("discard count", sentence, cards=sum(counts), needed=more)
    return _missing(facts, counts) or _not_now(facts)


def _end(facts: Facts, words: list[str]) -> Reason:
    if words:
        return bad_form("end", FORMS)
    if facts[AT.phase] == ACTION:
        return illegal("nothing done", "you can't end your turn before you take cards or build", seat=facts[AT.turn])
    return _not_now(facts)


def _coat(facts: Facts, words: list[str]) -> Reason:
    kind = words[0] if words else ""
    if kind not in COATS or len(words) != (2 if kind in ("special", "ability") else 1):
        sentence = "a coat action is coat special c4, coat ability both, coat refresh or coat decline"
        return unreadable("form", sentence, form=FORMS["coat"])
    if kind == "special" and words[1] not in INDEX:
        return no_cell(words[1])
    if kind == "ability" and words[1] not in ABILITIES:
        names = listed(list(ABILITIES), "or")
        return unreadable("ability", f"{words[1][:30]!r} isn't an ability: {names}", ability=words[1][:60])
    seat = facts[AT.turn]
    if facts[AT.phase] != COAT:
        if facts[AT.phase] in (ACTION, AFTER_TAKE):
            return illegal("no coat", "you have no coat action to use now", seat=seat)
        return _not_now(facts)
    if kind == "refresh":
        return illegal("nothing used", "none of your abilities is used, so there is nothing to refresh", seat=seat)
    if kind == "ability":
        return illegal(
            "ability owned", f"you already have the {TILE_NAMES[words[1]]} ability", ability=words[1], seat=seat
        )
    if facts[AT.specials] == 0:
        return illegal("no special", "there is no special tile left", left=0)
    return ill_placed("a special tile", 1 << INDEX[words[1]], facts[AT.filled + seat]) or _not_now(facts)


def _build(facts: Facts, words: list[str]) -> Reason:
    if len(words) < 4 or words[-2] != "pay":
        return bad_form("build", FORMS)
    tile, marked, paid = words[0], words[1:-2], words[-1]
    if tile == "W1":
        return unreadable("tile", "special tiles only come from coats of arms: coat special c4", tile=tile)
    if tile not in KINDS:
        return no_tile(tile)
    names = [word.removesuffix("*") for word in marked]
    if problem := cells_out_of_order(names):
        return problem
    counts = _cards(paid) if paid != NOTHING else [0] * len(COLOURS)
    if counts is None:
        return _bad_cards(paid)
    if facts[AT.phase] not in (ACTION, AFTER_TAKE):
        return _not_now(facts)
    kind = KINDS.index(tile)
    cells = sum(1 << INDEX[name] for name in names)
    problem = _shape_problem(kind, cells, sum(1 << INDEX[word[:-1]] for word in marked if word.endswith("*")))
    if problem:
        return problem
    if facts[AT.supply + kind] == 0:
        return illegal("gone", f"there is no {tile} left", tile=tile, left=0)
    return ill_placed(tile, cells, facts[AT.filled + facts[AT.turn]]) or _unpaid(facts, tile, cells, counts)


def _shape_problem(kind: int, cells: int, bricks: int) -> Reason | None:
    """C4, C27: the cells must be the tile in some orientation, with its brick where the tile has it."""
    tile = KINDS[kind]
    anchors = [(anchor_on(shape, cells), brick) for own, shape, brick in VARIANTS if own == kind]
    same = [brick << anchor for anchor, brick in anchors if anchor is not None]
    if not same:
        names = [NAMES[cell] for cell in cells_of(cells)]
        return illegal("shape", f"{not_shape(cells)} of {tile}", tile=tile, cells=names)
    if bricks not in same:
        choices = [NAMES[cell] for cell in cells_of(sum(set(same)))]
        sentence = f"mark one brick with *: here the brick of {tile} is {listed(choices, 'or')}"
        return illegal("brick", sentence, tile=tile, bricks=choices)
    return None


def _unpaid(facts: Facts, tile: str, cells: int, counts: list[int]) -> Reason:
    """C21–C25: the cards do not pay for the tile in this place."""
    seat = facts[AT.turn]
    colour, size = LETTERS.index(tile[0]), int(tile[1])
    name = COLOURS[colour]
    touching = touches(cells, read.colours(facts, seat)[colour])
    price = size - touching
    active = facts[AT.active + seat]
    hand = read.hand(facts, seat)
    paid = sum(counts)
    foreign = [other for other, count in enumerate(counts) if count and other != colour]
    why = f", one less for touching {name}" if touching else ""
    costs = f"{tile} costs {price or 'no'} {'card' if price == 1 else 'cards'} here{why}"
    details = {"tile": tile, "price": price, "touching": touching, "paid": paid, "have": hand[colour]}
    names = [COLOURS[other] for other in foreign]
    if foreign and not active & RECOLOUR:
        sentence = f"{costs}, paid in {name}; other colours need {_lacking(facts, ['recolour'])}"
        return illegal("needs recolour", sentence, **details, colours=names)
    if len(foreign) > 1:
        sentence = f"{costs}; recolour works for one other colour, not {listed(names, 'and')}"
        return illegal("recolour one", sentence, **details, colours=names)
    if paid not in (price, price - 1):
        also = f" or {price - 1} with your discount ability" if active & DISCOUNT and price else ""
        return illegal("price", f"{costs}{also}; you pay {paid or 'none'}", **details)
    if paid < price and not active & DISCOUNT and (hand[colour] >= price or active & RECOLOUR):
        return illegal("price", f"{costs}; one less needs {_lacking(facts, ['discount'])}", **details)
    if not foreign:
        return illegal("price", f"{costs}; you have {hand[colour] or 'no'} {name}", **details)
    return _missing(facts, counts) or illegal("price", costs, **details)
