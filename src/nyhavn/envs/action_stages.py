"""A game that is played action by action: what PettingZoo's and Gymnasium's environments have in common."""

from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.arguments import whole_number
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.rewards import utilities
from nyhavn.play import State, new_game
from nyhavn.records import parse_record

RENDER_MODES = ("human", "ansi", "svg")
Mask = npt.NDArray[np.int8]


class StagedGame:
    """A state of `nyhavn` with the actions of the move that is under way.

    It can be pickled and copied: it becomes its record, which goes on with its seed.
    """

    def __init__(self, game: str, players: int, seed: int, options: dict[str, Any]) -> None:
        self._stand(new_game(game, players, seed, **options), ())

    def _stand(self, state: State, prefix: tuple[int, ...]) -> None:
        self.state, self.prefix = state, prefix
        self._encoding = encoding_of(state.game)
        self._allowed = self._encoding.stage_mask(state.memory, prefix).view(np.int8)

    def mask(self) -> Mask:
        """Which actions the seat to move may take now, 1 or 0 for each; all 0 when the game is over."""
        return self._allowed.copy()

    def allows(self, action: object) -> bool:
        """ValueError if it is no whole number."""
        number = _number(action)
        return 0 <= number < len(self._allowed) and bool(self._allowed[number])

    def act(self, action: object) -> None:
        """One action of the seat to move; with the last one of a move it is played. ValueError if it is not allowed."""
        if not self.allows(action):
            raise ValueError(f"action {action} is not allowed here: see the mask, which has {self._allowed.sum()}")
        actions = (*self.prefix, _number(action))
        if self._encoding.is_complete(actions):
            self.play(self._encoding.action_to_text(actions))
        else:
            self._stand(self.state, actions)

    def play(self, move: str) -> None:
        """A whole move."""
        self.state.play(move)
        self._stand(self.state, ())

    def rewards(self, before: tuple[int, ...], shaping: float) -> list[float]:
        """By seat, since it had these points: the share of the win at the end, and `shaping` for every point that it
        gained more than the others did on average."""
        players = self.state.players
        won = utilities(players, self.state.winners)
        if not shaping:
            return won
        gained = [after - earlier for after, earlier in zip(self.state.scores, before, strict=True)]
        return [won[seat] + shaping * (gained[seat] * players - sum(gained)) / (players - 1) for seat in range(players)]

    def draw(self, mode: str, seat: int | None) -> str:
        """The table as a seat sees it, as text or as a picture, and what it has begun to do."""
        if mode == "svg":
            return self.state.svg(seat)
        describe, prefix = self._encoding.describe, self.prefix
        begun = [describe(action, prefix[:stage]) for stage, action in enumerate(prefix)]
        return "\n".join([self.state.text(seat), *([f"begun  {' '.join(begun)}"] if begun else [])])

    def __getstate__(self) -> dict[str, Any]:
        return {"record": self.state.record(), "prefix": self.prefix}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._stand(parse_record(kept["record"]), kept["prefix"])


def check_table(mode: str | None, shaping: object) -> None:
    """ValueError if there is no such render mode, or if points cannot be worth that."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {str(mode)[:40]!r}: choose {', '.join(RENDER_MODES)}")
    if not isinstance(shaping, Real) or not isfinite(shaping):
        raise ValueError(f"shaping is what a point is worth, a number, not {str(shaping)[:40]!r}")


def _number(action: object) -> int:
    number = whole_number(action)
    if number is None:
        raise ValueError(f"an action is a whole number, not {str(action)[:40]!r}")
    return number
