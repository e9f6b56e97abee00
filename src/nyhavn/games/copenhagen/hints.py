"""Ideas in the card game: which moves are the same idea, and what speaks for one."""

from collections.abc import Hashable, Mapping
from typing import Any

from nyhavn.facade.hints import Effects, Reason, cells, clean_rows, gains, last, of_kind
from nyhavn.games.copenhagen.moves import Build, CardMove
from nyhavn.parts import Hints

WANTED = 3
"""A seat with this many cards of a colour is collecting it."""


def idea_of(move: CardMove) -> Hashable:
    """The same tile in another place is no other idea."""
    return (move.kind, move.tile) if isinstance(move, Build) else move


def reasons(view: Mapping[str, Any], effects: Effects) -> list[Reason]:
    """What speaks for a move with these effects, the weightiest first."""
    told = gains(effects)
    covers, paid = of_kind(effects, "cover"), of_kind(effects, "pay")
    for cover in covers:
        told += clean_rows(view["seats"][view["turn"]]["house"], cover["cells"], cover["brick"], "brick")
        told += last(cover["tile"], len(cover["cells"]), view["supply"].get(cover["tile"], 0))
    abilities = of_kind(effects, "ability")
    told += [{"code": "ability", "ability": one["ability"]} for one in abilities if one["gained"]]
    for cover, payment in zip(covers, paid, strict=False):
        saved = len(cover["cells"]) - len(payment["cards"])
        told += [{"code": "cheap", "n": saved}] if saved > 0 else []
    taken = "".join(card["card"] for card in of_kind(effects, "take"))
    told += _collected(view["hand"], taken) + _denied(view, taken)
    return told or cells(effects)


def _collected(hand: str, taken: str) -> list[Reason]:
    """Cards of one colour that come together."""
    best = max(taken, key=(hand + taken).count, default="")
    many = (hand + taken).count(best)
    return [{"code": "collect", "colour": best, "n": many}] if best and many > 1 else []


def _denied(view: Mapping[str, Any], taken: str) -> list[Reason]:
    """Cards of a colour that another seat is known to collect."""
    others = [seat["known"] for number, seat in enumerate(view["seats"]) if number != view["turn"]]
    wanted = [colour for colour in dict.fromkeys(taken) if any(known.get(colour, 0) >= WANTED for known in others)]
    return [{"code": "wanted", "colour": colour} for colour in wanted[:1]]


HINTS = Hints(idea_of, reasons)
