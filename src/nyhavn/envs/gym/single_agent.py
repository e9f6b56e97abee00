"""One agent at a table with bots."""

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from nyhavn.arguments import whole_number
from nyhavn.bots import make_bot, observe
from nyhavn.envs.action_stages import RENDER_MODES, StagedGame, check_table
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.play import new_game

Observed = npt.NDArray[Any]
ILLEGAL = -1.0


def _names(opponents: object) -> list[str]:
    found = [opponents] if isinstance(opponents, str) else opponents
    if not isinstance(found, Sequence) or not all(isinstance(opponent, str) for opponent in found):
        raise ValueError(f"opponents are a list of bots by their names, not {str(opponents)[:40]}")
    return list(found)


class SolitaryEnv(gymnasium.Env[Observed, np.int64]):
    """A game of one agent against bots, who move whenever the agent does not.

    | argument | |
    |---|---|
    | `game` | by its name; an id such as `nyhavn/Copenhagen-v0` brings it along |
    | `opponents` | the bots at the other seats, one to three, by names such as `greedy` or `search:500n` |
    | `seat` | that of the agent, from 0; None for a random one in each game |
    | `shaping` | what a point is worth while the game lasts, against the average of the others; 0 if not given |
    | `render_mode` | `human` prints the table after every step, `ansi` gives it as text, `svg` as a picture |

    Actions, observation and rewards are those of the PettingZoo environment of the game (see there); `info` has the
    `action_mask`, 1 for each action that is allowed, 0 for the others. A move is one to three actions, a step each. An
    action that is not allowed loses the game at once: the reward is -1, and `info["illegal"]` is true.

    `reset(seed=…)` gives the game of `nyhavn.new_game` with that seed, and the bots the same chance again. Bots with a
    budget of work (`500n`) then play the same again; those with a budget of time may not.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("random",),
        seat: int | None = 0,
        shaping: float = 0.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_table(render_mode, shaping)
        opponents = _names(opponents)
        self.game = game
        self.players = len(opponents) + 1
        if seat is not None and (whole_number(seat) is None or seat not in range(self.players)):
            raise ValueError(f"seat {seat} does not exist: seats are 0 to {self.players - 1}, None is any of them")
        new_game(self.game, self.players, seed=0, **options)  # refuses what cannot be played
        self.opponents = [make_bot(opponent) for opponent in opponents]
        self.chosen_seat, self.shaping, self.options, self.render_mode = seat, shaping, options, render_mode
        self.observation_space = observing_of(self.game).space(self.players)
        self.action_space = spaces.Discrete(encoding_of(self.game).action_count)
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(1 << 63)) if seed is None else seed
        self.seat = int(self.np_random.integers(self.players)) if self.chosen_seat is None else self.chosen_seat
        self.table = StagedGame(self.game, self.players, chosen, self.options)
        self.luck = random.Random(chosen)
        self._let_others_move()
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        if self.over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset for another one")
        if not self.table.allows(action):
            self.over = True
            return self._observed(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        before = self.table.scores
        self.table.act(action)
        self._let_others_move()
        reward = self.table.rewards(before, self.shaping)[self.seat]
        return self._observed(), reward, self.over, False, self._info()

    def _let_others_move(self) -> None:
        table = self.table
        bots = iter(self.opponents)
        seated = {seat: next(bots) for seat in range(self.players) if seat != self.seat}
        while table.turn is not None and table.turn != self.seat:
            table.play(seated[table.turn].choose(observe(table.state, table.turn), self.luck))
        self.over = table.turn is None
        if self.render_mode == "human":
            self.render()

    def _observed(self) -> Observed:
        return observing_of(self.game).observe(self.table.memory, self.seat, self.table.prefix)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask()}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        if not hasattr(self, "table"):
            raise gymnasium.error.ResetNeeded("there is no game to show yet: call reset")
        drawn = self.table.draw(self.render_mode, self.seat)
        if self.render_mode != "human":
            return drawn
        print(drawn)
        return None
