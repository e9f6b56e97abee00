"""Moves as values, and the table of them by number; texts and JSON follow from that."""

from dataclasses import dataclass

from boathouse.components import LETTERS, PLACES
from nyhavn.notation import Codec, Move, about

HELP = """\
take             the card on the dock
build R2 a1 b1   a tile and its cells; it costs a card of its colour for each cell
Case and order do not matter."""


class Take(Move):
    kind = "take"


@dataclass(frozen=True, slots=True)
class Build(Move):
    kind = "build"
    tile: str = about("colour and size")
    cells: tuple[str, ...] = about("the cells that it covers")

    @property
    def what(self) -> str:
        return " ".join([self.tile, *self.cells])


BUILDS = [Build(f"{letter}{len(place)}", place) for letter in LETTERS for place in PLACES]
CODEC: Codec[Move] = Codec([Take, Build], lambda: dict(enumerate([Take(), *BUILDS])))
find_move, format_moves, tidy = CODEC.find, CODEC.spell, CODEC.tidy
