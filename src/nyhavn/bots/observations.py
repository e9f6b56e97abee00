"""What a bot gets to see: an observation of one seat, made in one place, from what the seat may know."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nyhavn.games import rules_of
from nyhavn.kernels.batch import Ints
from nyhavn.play import State
from nyhavn.rules import INT64, Memory, Position, words


@dataclass(frozen=True)
class Observation:
    """A position as one seat knows it, as data only: neither the game itself, nor its seed, nor anything random.

    `view` is `state.view(seat)`; `moves` are the seat's legal moves, none if it is not its turn; `position` is the same
    as the bytes of the game's memory, with everything erased that the seat cannot know (see the game's `knowledge`).
    `begun` is the position that the game began from, as the seat knew it, if it was not set up as the rules say.
    """

    game: str
    players: int
    options: dict[str, Any]
    seat: int
    view: dict[str, Any]
    moves: tuple[str, ...]
    position: bytes
    begun: Position | None = None

    @property
    def memory(self) -> Memory:
        """A copy of the position as an array of one record, for the kernels of its game."""
        memory = rules_of(self.game).batch.new_states()
        words(memory)[:] = np.frombuffer(self.position, INT64)
        return memory

    @property
    def past(self) -> Ints:
        """What everybody could remember of the game, for the kernels that imagine what the seat cannot know."""
        return rules_of(self.game).knowledge.remember(self.view["history"], self.players, self.begun)


def observe(state: State, seat: int) -> Observation:
    """What a seat knows now. ValueError if there is no such seat; spectators do not play."""
    view = state.view(seat)
    if view["seat"] is None:
        raise ValueError("an observation needs a seat number; None is a spectator")
    seat, knowledge = view["seat"], state.rules.knowledge
    position = knowledge.erase(state.memory, seat).tobytes()
    begun = state.begun and state.begun._replace(memory=knowledge.erase(state.begun.memory, seat))
    moves = tuple(view["moves"])
    return Observation(state.game, state.players, state.options, seat, view, moves, position, begun)
