"""What players see of a state, by OpenSpiel's flags: public or not, private of one, of all or of none, with or without
a memory of all that happened."""

from typing import Any, NamedTuple

import numpy as np
import pyspiel

from nyhavn.envs.observations import observing_of
from nyhavn.envs.openspiel.states import TableState

WHO = "seat"


class Part(NamedTuple):
    """A part of a tensor: its own name, that of the part of our observations, as which seat sees it, counted from the
    observing player, and whether it is of the move under way, which everybody sees here, as every action of
    OpenSpiel's."""

    key: str
    name: str
    step: int
    shape: tuple[int, ...]
    begun: bool = False


class TableObserver:
    """An observer as `open_spiel.python.observation` describes them: `set_from` fills `tensor` and `dict`, which are
    the parts of our own observations (`nyhavn.envs.observations`), and `string_from` gives a text.

    There is no tensor with perfect recall. With the private information of all players, what is hidden is there for
    each of them, counted from the observing one: `hand 0`, `hand 1` …
    """

    def __init__(self, game: Any, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations of {game.get_type().short_name} have no parameters: {', '.join(params)}")
        self._kind, self._players = kind, game.num_players()
        self._observing = observing_of(game.game_name)
        self._parts = [] if kind.perfect_recall else self._seen_parts()
        sizes = [int(np.prod(part.shape)) for part in self._parts]
        self.tensor = None if kind.perfect_recall else np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, Any] = {}
        for part, size, end in zip(self._parts, sizes, np.cumsum(sizes), strict=True):
            self.dict[part.key] = self.tensor[end - size : end].reshape(part.shape)  # type: ignore[index]

    def _seen_parts(self) -> list[Part]:
        private, players = pyspiel.PrivateInfoType, range(self._players)
        hidden = {private.NONE: [], private.SINGLE_PLAYER: [0]}.get(self._kind.private_info, players)
        parts: list[Part] = []
        for name, (_, shape, field) in self._observing.places(self._players).items():
            if field.private and not field.begun and name != WHO:
                parts += [Part(f"{name} {step}" if len(hidden) > 1 else name, name, step, shape) for step in hidden]
            elif self._kind.public_info or name == WHO:
                parts.append(Part(name, name, 0, shape, field.begun))
        return parts

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor with what a player sees. OpenSpiel asks for the shapes with a player below 0."""
        seen = {
            step: self._seen(state, (player + step) % self._players) for step in {part.step for part in self._parts}
        }
        acting = self._seen(state, state.current_player()) if state.prefix else seen[0]
        for part in self._parts:
            self.dict[part.key][:] = (acting if part.begun else seen[part.step])[part.name]

    def _seen(self, state: TableState, seat: int) -> dict[str, Any]:
        return self._observing.split(self._observing.observe(state.memory, seat, state.prefix), self._players)

    def string_from(self, state: TableState, player: int) -> str:
        """What there is to see, a line each; with perfect recall all that there was to see."""
        private, players = pyspiel.PrivateInfoType, range(self._players)
        seats = {private.NONE: [], private.SINGLE_PLAYER: [player]}.get(self._kind.private_info, players)
        hidden = state.opening_texts() if self._kind.perfect_recall else state.private_texts()
        lines = [hidden[seat] for seat in seats if hidden]
        if self._kind.public_info:
            lines.append(state.told if self._kind.perfect_recall else state.public_text())
        return "\n".join(lines)
