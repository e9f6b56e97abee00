"""Tiles laid on the house as moves: the same in every game in which houses are built."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, cast

from nyhavn.notation import Codec, Move, SomeMove, about

MARK = "*"
NO_MARK = -1
NOTHING = "-"
"""What stands in a text where nothing is paid, and nothing is marked."""


def place_text(tile: str, cells: Sequence[str], marked: str | None) -> str:
    """`Y4 a1 b1* b2 c2`: a tile, and its cells with the marked one."""
    return " ".join([tile, *(cell + MARK if cell == marked else cell for cell in cells)])


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """A tile on cells, and what is paid for it. `shape`, `anchor` and `mark` say the same as the cells, in the numbers
    that a client is offered."""

    paying: ClassVar[str]
    """The word before what is paid."""

    tile: str
    cells: tuple[str, ...]
    marked: str | None = about("the cell that gets the brick or the X")
    shape: int = about("number of the orientation within the tile")
    anchor: int = about("the cell of the orientation's lower left corner, a1 = 0")
    mark: int = about("number of the marked cell in the orientation's `marks`, -1 for none")
    pay: str = about("as it stands in the move, after `pay` or `using`")

    @property
    def place(self) -> str:
        return place_text(self.tile, self.cells, self.marked)

    @property
    def paid(self) -> str:
        return f"{self.paying} {self.pay}"

    @property
    def what(self) -> str:
        return f"{self.place} {self.paid}"

    def stages(self) -> dict[str, str]:
        return {self.kind: self.place, "X": self.marked or NOTHING, self.paying: self.pay}


class Lying(NamedTuple):
    """Where a tile lies, before it is paid for: its kind as a number, then the first fields of a `Placement`."""

    kind: int
    tile: str
    cells: tuple[str, ...]
    marked: str | None
    shape: int
    anchor: int
    mark: int


class PlacementCodec(Codec[SomeMove]):
    """The moves of a game in which tiles are placed and paid for: too many to list them.

    `placement` is their class, and they have the numbers from `first` on. Those that differ in the payment only follow
    one another: `lying` makes a table of all places by the number of the move with payment 0, `payments` the text of
    each payment by the kind of tile (None for one that it cannot have), `payment_of` finds which payment a move has."""

    def __init__(
        self,
        kinds: Sequence[type[SomeMove]],
        moves: Callable[[], Mapping[int, SomeMove]],
        placement: type[Placement],
        first: int,
        lying: Callable[[], Mapping[int, Lying]],
        payments: Callable[[], Sequence[Sequence[str | None]]],
        payment_of: Callable[[int], int],
    ) -> None:
        super().__init__(kinds, moves)
        self.placement, self.first, self.payment_of = placement, first, payment_of
        self.make_lying, self.make_payments = lying, payments
        self.verb, self.paying = f"{placement.kind} ", f" {placement.paying} "

    @cached_property
    def lying(self) -> Mapping[int, Lying]:
        return self.make_lying()

    @cached_property
    def payments(self) -> Sequence[Sequence[str | None]]:
        return self.make_payments()

    @cached_property
    def place_texts(self) -> dict[int, str]:
        return {number: place_text(one.tile, one.cells, one.marked) for number, one in self.lying.items()}

    @cached_property
    def place_ids(self) -> dict[str, tuple[int, dict[str, int]]]:
        """The number of a place with payment 0, and the payments that it can have."""
        payments = [{text: payment for payment, text in enumerate(texts) if text} for texts in self.payments]
        return {text: (number, payments[self.lying[number].kind]) for number, text in self.place_texts.items()}

    def find(self, text: str) -> int | None:
        number = self.ids.get(text)
        if number is not None or not text.startswith(self.verb):
            return number
        place, _, paid = text[len(self.verb) :].partition(self.paying)
        found = self.place_ids.get(place)
        payment = None if found is None else found[1].get(paid)
        return None if found is None or payment is None else found[0] + payment

    def _spell(self, number: int) -> str:
        if number < self.first:
            return self.table[number].text
        place, pay = self._paid(number)
        return f"{self.verb}{self.place_texts[place]}{self.paying}{pay}"

    def _decode(self, number: int) -> SomeMove:
        if number < self.first:
            return self.table[number]
        place, pay = self._paid(number)
        made: Any = self.placement(*self.lying[place][1:], pay)
        return cast(SomeMove, made)

    def _paid(self, number: int) -> tuple[int, str]:
        """The number of the same place with payment 0, and what is paid as text."""
        payment = self.payment_of(number)
        place = number - payment
        return place, self.pay_text(self.lying[place].kind, payment)

    def pay_text(self, kind: int, payment: int) -> str:
        """A payment for a kind of tile, as it stands in a move; KeyError if there is no such payment."""
        pay = self.payments[kind][payment]
        if pay is None:
            raise KeyError(payment)
        return pay


def tidy_placement(typed: Sequence[str], paying: str) -> tuple[list[str], list[str]]:
    """What a person typed after the verb of a placement: the tile and its cells as they are spelled, and what stands
    behind the word for the payment, as it was typed."""
    lower = [word.lower() for word in typed]
    split = lower.index(paying) if paying in lower else len(lower)
    cells = sorted(lower[1:split], key=lambda cell: (cell[1:2], cell[:1]))
    return [typed[0].upper(), *cells], list(typed[split + 1 :])


def letters_in_order(typed: Sequence[str], order: str) -> str:
    """Letters as they are spelled: in capitals, in an order, and those that are not in it last."""
    letters = "".join(typed).upper()
    return "".join(sorted(letters, key=lambda letter: (order + letter).index(letter)))
