"""Ideas in the dice game: which moves are the same idea, and what speaks for one."""

from collections.abc import Hashable, Mapping
from typing import Any

from nyhavn.facade.hints import Effects, Reason, cells, clean_rows, gains, last, of_kind
from nyhavn.games.roll_and_write.moves import Change, DiceMove, Draw, Reroll, Single
from nyhavn.parts import Hints


def idea_of(move: DiceMove) -> Hashable:
    """The same tile in another place, or other dice rolled again, is no other idea."""
    match move:
        case Draw(tile):
            return move.kind, tile
        case Reroll() | Change() | Single():
            return move.kind
    return move


def reasons(view: Mapping[str, Any], effects: Effects) -> list[Reason]:
    """What speaks for a move with these effects, the weightiest first."""
    told = gains(effects)
    for mark in of_kind(effects, "mark"):
        told += [{"code": one, "colour": mark["track"]} for one in ("stars", "bonuses") if mark[one]]
    for cover in of_kind(effects, "cover"):
        told += clean_rows(view["seats"][view["turn"]]["sheet"], cover["cells"], cover["cross"], "X")
        left = view["crossed_out"].get(cover["tile"], []).count(False)
        told += last(cover["tile"], len(cover["cells"]), left)
        told += [{"code": "leaves"} for dice in of_kind(effects, "dice") if not dice["left"]]
    return told or cells(effects)


HINTS = Hints(idea_of, reasons)
