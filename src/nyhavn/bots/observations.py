"""What a bot gets to see: an observation of one seat, made in one place, from what the seat may know."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nyhavn.games import rules_of
from nyhavn.play import State
from nyhavn.rules import INT64, Memory, words


@dataclass(frozen=True)
class Observation:
    """A position as one seat knows it, as data only: neither the game itself, nor its seed, nor anything random.

    `view` is `state.view(seat)`; `moves` are the seat's legal moves, none if it is not its turn; `position` is the same
    as the bytes of the game's memory, with everything erased that the seat cannot know (see the game's `knowledge`).
    """

    game: str
    players: int
    options: dict[str, Any]
    seat: int
    view: dict[str, Any]
    moves: tuple[str, ...]
    position: bytes

    @property
    def memory(self) -> Memory:
        """A copy of the position as an array of one record, for the kernels of its game."""
        memory = rules_of(self.game).batch.new_states()
        words(memory)[:] = np.frombuffer(self.position, INT64)
        return memory


def observe(state: State, seat: int) -> Observation:
    """What a seat knows now. ValueError if there is no such seat; spectators do not play."""
    view = state.view(seat)
    if view["seat"] is None:
        raise ValueError("an observation needs a seat number; None is a spectator")
    position = rules_of(state.game).knowledge.erase(state.memory, view["seat"])
    return Observation(
        state.game, state.players, state.options, view["seat"], view, tuple(view["moves"]), position.tobytes()
    )
