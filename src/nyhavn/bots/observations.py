"""What a bot gets to see: an observation of one seat, made in one place, from what the seat may know."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from nyhavn.games import rules_of
from nyhavn.kernels.batch import Ints
from nyhavn.play import State
from nyhavn.position_text import Line, write_line
from nyhavn.rules import INT64, Facts, Memory, Position, Rules, integers

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Observation:
    """A position as one seat knows it, as data only: neither the game itself, nor its seed, nor anything random.

    `position` are the bytes of the game's memory, with everything erased that the seat cannot know (see the game's
    `knowledge`); `history` is what it knows of how that came about. `begun` is the position that the game began from,
    as the seat knew it, if it was not set up as the rules say. All else follows from these, and is made when a bot
    reads it: `view` is `state.view(seat)`; `moves` are the seat's legal moves as texts, `numbers` the same as numbers,
    none if it is not its turn.
    """

    game: str
    players: int
    options: dict[str, Any]
    seat: int
    position: bytes
    history: tuple[Entry, ...] | None
    begun: Position | None = None
    remembered: bytes = b""
    """What the history tells of the past, where there are numbers only and no history."""

    @property
    def _rules(self) -> Rules:
        return rules_of(self.game)

    @property
    def memory(self) -> Memory:
        """A copy of the position as an array of one record, for the kernels of its game."""
        memory = self._rules.batch.new_states()
        integers(memory)[:] = np.frombuffer(self.position, INT64)
        return memory

    @cached_property
    def _facts(self) -> Facts:
        return self._rules.read(self.memory)

    @cached_property
    def past(self) -> Ints:
        """What everybody could remember of the game, for the kernels that imagine what the seat cannot know."""
        if self.history is None:
            return np.frombuffer(self.remembered, INT64).copy()
        return self._rules.knowledge.remember(self.history, self.players, self.begun)

    @cached_property
    def numbers(self) -> list[int]:
        """The seat's legal moves, ascending."""
        return self._rules.legal_numbers(self.memory) if self._rules.turn(self._facts) == self.seat else []

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The same as texts."""
        return tuple(self._rules.moves.format_moves(self.numbers))

    @property
    def only(self) -> str | None:
        """The seat's move, where it has but one."""
        return self.text(self.numbers[0]) if len(self.numbers) == 1 else None

    def text(self, number: int) -> str:
        """A move as text."""
        return self._rules.moves.format_moves([number])[0]

    def allows(self, move: object) -> bool:
        """Whether something is the text of one of the seat's legal moves."""
        number = self._rules.moves.find_move(move) if type(move) is str else None
        turn = self._rules.turn(self._facts)
        return number is not None and turn == self.seat and bool(self._rules.batch.allowed(self.memory, number))

    @cached_property
    def look(self) -> dict[str, Any]:
        """The view without `history` and `moves`."""
        return self._rules.look(self._facts, self.options, self.seat)

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know, as JSON; ValueError where there are numbers only."""
        if self.history is None:
            raise ValueError("an observation in numbers has no history to view")
        told = {**self.look, "history": [dict(entry) for entry in self.history], "moves": list(self.moves)}
        if self.begun is not None:
            told["start"] = write_line(Line(self._rules, self.options, self.begun, self.seat))
        return told

    def in_numbers(self) -> "Observation":
        """The same without texts, for another process that plays by numbers."""
        return replace(self, history=None, begun=None, remembered=self.past.tobytes())

    def __getstate__(self) -> dict[str, Any]:
        """What follows from the rest is made again by the reader."""
        return {name: vars(self)[name] for name in self.__dataclass_fields__}


def observe(state: State, seat: int) -> Observation:
    """What a seat knows now. ValueError if there is no such seat; spectators do not play."""
    number = state.check_player(seat)
    knowledge = state.rules.knowledge
    position = knowledge.erase(state.memory, number).tobytes()
    begun = state.begun and state.begun._replace(memory=knowledge.erase(state.begun.memory, number))
    history = tuple(dict(entry) for entry in state.known_history(number))
    return Observation(state.game, state.players, state.options, number, position, history, begun)
