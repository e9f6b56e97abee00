"""Choices as they are sent: a tile is written as JSON only when its numbers change, not for every move."""

from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from nyhavn.rules import Offer, TileNumbers
from nyhavn.table.patches import Patch

Json = dict[str, Any]
Written = dict[int, tuple[TileNumbers, orjson.Fragment]]
"""By kind of tile: the numbers it was last made of, and its JSON."""


class WrittenChoices(NamedTuple):
    """What a seat was offered."""

    plain: Json
    tiles: list[orjson.Fragment]
    written: Written

    def whole(self) -> Json:
        """All of it, for `orjson` to write."""
        return {**self.plain, "tiles": self.tiles}

    def since(self, last: "WrittenChoices") -> Patch:
        """What has changed since something else was offered to the same seat."""
        patch: Patch = [[[name], value] for name, value in self.plain.items() if value != last.plain[name]]
        if len(self.tiles) != len(last.tiles):
            patch.append([["tiles"], self.tiles])
        else:
            places = zip(self.tiles, last.tiles, strict=True)
            patch += [[["tiles", place], new] for place, (new, old) in enumerate(places) if new is not old]
        return patch


def tell(offer: Offer, tile: Callable[[TileNumbers], Json], last: WrittenChoices | None = None) -> WrittenChoices:
    """An offer with its tiles as JSON; `tile` makes one of its numbers. What the seat was offered before is used again
    where it is the same."""
    written: Written = {} if last is None else last.written.copy()
    for numbers in offer.tiles:
        before = written.get(numbers.kind)
        if before is None or before[0] != numbers:
            written[numbers.kind] = numbers, orjson.Fragment(orjson.dumps(tile(numbers)))
    return WrittenChoices(offer.plain, [written[numbers.kind][1] for numbers in offer.tiles], written)
