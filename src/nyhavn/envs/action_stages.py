"""A game that is played action by action: what PettingZoo's and Gymnasium's environments have in common."""

from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.arguments import whole_number
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.rewards import utilities
from nyhavn.luck import Seeded
from nyhavn.play import State, draw_chance, new_game
from nyhavn.records import parse_record

RENDER_MODES = ("human", "ansi", "svg")
Mask = npt.NDArray[np.int8]


class StagedGame:
    """A game with the actions of the move that is under way. It is played as memory and numbers; `state` makes a state
    of `nyhavn` of them when somebody wants texts.

    It can be pickled and copied: it becomes its record, which goes on with its seed.
    """

    def __init__(self, game: str, players: int, seed: int, options: dict[str, Any]) -> None:
        self._begin(new_game(game, players, seed, **options), ())

    def _begin(self, state: State, prefix: tuple[int, ...]) -> None:
        assert state.seed is not None
        self._rules, self._encoding, self._chance = state.rules, encoding_of(state.game), Seeded(state.seed)
        self.state = state
        self._stand(prefix)

    def _stand(self, prefix: tuple[int, ...]) -> None:
        self.prefix, self._facts = prefix, self._rules.read(self.memory)
        self._allowed = self._encoding.stage_mask(self.memory, prefix).view(np.int8)

    @property
    def state(self) -> State:
        """The game so far. To change it, set another one."""
        for text in self._rules.moves.format_moves(self._untold):
            self._state.play(text)
        self._untold.clear()
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        self._untold: list[int] = []  # moves that the state does not have yet
        self.memory = state.memory
        """The position as plain memory, to be read only. It holds everything, the hidden too."""
        self._stand(())

    @property
    def turn(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        return self._rules.turn(self._facts)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self._rules.standing(self._facts).scores

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
            self._play(self._encoding.action_to_move(actions))
        else:
            self._stand(actions)

    def play(self, move: str) -> None:
        """A whole move; IllegalMove, and nothing done, if it is not legal."""
        self._play(self.state.attempt(move).number)

    def _play(self, move: int | None) -> None:
        assert move is not None
        self._rules.apply(self.memory, move)
        draw_chance(self._rules, self.memory, self._chance)
        self._untold.append(move)
        self._stand(())

    def rewards(self, before: tuple[int, ...], shaping: float) -> list[float]:
        """By seat, since it had these points: the share of the win at the end, and `shaping` for every point that it
        gained more than the others did on average."""
        standing = self._rules.standing(self._facts)
        players = len(standing.scores)
        won = utilities(players, standing.winners)
        if not shaping:
            return won
        gained = [after - earlier for after, earlier in zip(standing.scores, before, strict=True)]
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
        self._begin(parse_record(kept["record"]), kept["prefix"])


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
