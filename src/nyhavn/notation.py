"""Moves as values: what a game's moves have in common, and the codec between numbers, values, texts and JSON.

Each kind of move is a class with named fields, and knows its text. A game says which number stands for which move;
everything else follows from that.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

Fields = dict[str, Any]
"""A move as JSON: its `kind` and its fields."""


def about(description: str) -> Any:
    """A field of a move, with what it means for those who get it as JSON."""
    return field(metadata={"description": description})


@dataclass(frozen=True, slots=True)
class Move:
    """A move of any game. It is spelled as its kind and its fields, one after the other."""

    kind: ClassVar[str]
    """Names the class in JSON; the text of a move begins with it."""

    @property
    def what(self) -> str:
        """The text behind the kind."""
        values = (getattr(self, one.name) for one in fields(self))
        return " ".join(" ".join(map(str, value)) if type(value) is tuple else str(value) for value in values)

    @property
    def text(self) -> str:
        """The move in its one spelling."""
        return f"{self.kind} {self.what}" if self.what else self.kind

    @property
    def family(self) -> tuple[str, str]:
        """The kind of a move without fields, taken apart: what it shares with others, and which of them it is."""
        first, _, rest = self.kind.partition(" ")
        return first, rest

    def stages(self) -> dict[str, str]:
        """What an environment asks for one after the other, by name, if it is more than the move."""
        return {}


Value = TypeVar("Value")
SomeMove = TypeVar("SomeMove", bound=Move)


class Remembered(dict[int, Value]):
    """Something by number, made when it is first asked for. Emptied when it grows large."""

    LARGE = 1 << 17

    def __init__(self, make: Callable[[int], Value]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, number: int) -> Value:
        if len(self) >= self.LARGE:
            self.clear()
        value = self[number] = self.make(number)
        return value


class Codec(Generic[SomeMove]):
    """The moves of a game: number ↔ value ↔ text ↔ JSON. `kinds` are all its classes of moves, `moves` makes the table
    of them, by number; it is made when it is first needed."""

    def __init__(self, kinds: Sequence[type[SomeMove]], moves: Callable[[], Mapping[int, SomeMove]]) -> None:
        self.kinds = {kind.kind: kind for kind in kinds}
        self.make = moves
        self._names = {kind: tuple(one.name for one in fields(kind)) for kind in kinds}
        self._values, self._texts = Remembered(self._decode), Remembered(self._spell)

    @cached_property
    def table(self) -> Mapping[int, SomeMove]:
        return self.make()

    @cached_property
    def ids(self) -> dict[str, int]:
        return {move.text: number for number, move in self.table.items()}

    def _decode(self, number: int) -> SomeMove:
        return self.table[number]

    def _spell(self, number: int) -> str:
        return self.table[number].text

    def find(self, text: str) -> int | None:
        """The number of a move in its one spelling; None for any other text."""
        return self.ids.get(text)

    def tidy(self, typed: str) -> str:
        """What a person typed, in the one spelling of a move that has the same words in any order, or as it is."""
        words = sorted(typed.lower().split())
        return next((text for text in self.ids if sorted(text.lower().split()) == words), typed)

    def text_of(self, number: int) -> str:
        """The text of a move given by its number; KeyError if it is none."""
        return self._texts[number]

    def spell(self, numbers: Iterable[int]) -> list[str]:
        """The texts of moves given by their numbers; KeyError if one is no move."""
        return list(map(self._texts.__getitem__, numbers))

    def decode(self, number: int) -> SomeMove:
        """The move that a number stands for; KeyError if none does."""
        return self._values[number]

    def encode(self, move: SomeMove) -> int:
        """The number of a move; ValueError if the game has no such move."""
        number = self.find(move.text)
        if number is None or self.decode(number) != move:
            raise ValueError(f"{str(move)[:200]} isn't a move")
        return number

    def parse(self, text: str) -> SomeMove:
        """The move that a text spells; ValueError if it spells none. `move.text` is the way back."""
        number = self.find(text)
        if number is None:
            raise ValueError(f"{text[:60]!r} isn't a move")
        return self.decode(number)

    def to_json(self, move: SomeMove) -> Fields:
        told: Fields = {"kind": move.kind}
        for name in self._names[type(move)]:
            value = getattr(move, name)
            told[name] = list(value) if type(value) is tuple else value
        return told

    def from_json(self, told: Fields) -> SomeMove:
        """The move that JSON tells; ValueError if it tells none."""
        try:
            kind = self.kinds[told["kind"]]
            given = {name: tuple(value) if type(value) is list else value for name, value in told.items()}
            del given["kind"]
            move = kind(**given)
            self.encode(move)
        except (LookupError, TypeError):  # an unknown kind, a field too many, a value of another type
            raise ValueError(f"{str(told)[:200]} isn't a move") from None
        return move

    def fields(self, number: int) -> Fields:
        """The JSON of the move that a number stands for."""
        return self.to_json(self.decode(number))
