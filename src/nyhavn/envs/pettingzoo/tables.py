"""What both environments have in common: a table as an `AECEnv`, and the wrappers that PettingZoo puts round one."""

import random
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from nyhavn.arguments import whole_number
from nyhavn.envs.action_stages import RENDER_MODES, Mask, StagedGame, check_table
from nyhavn.envs.encoding import encoding_of
from nyhavn.envs.observations import observing_of
from nyhavn.games import find_game
from nyhavn.luck import new_seed
from nyhavn.play import new_game

Observed = dict[str, npt.NDArray[Any]]
ILLEGAL = -1.0


def metadata_of(game: str) -> dict[str, Any]:
    return {
        "name": f"{find_game(game).identifier}_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }


class Checked(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """A table that ends the game if an action is not allowed, and says so if it is used in a wrong order.

    It does what PettingZoo's wrappers for illegal actions, bounds and order do on top of each other. One is four times
    as fast: theirs look up everything by `__getattr__`, layer by layer.
    """

    def __init__(self, table: "Table") -> None:
        self.env: Table = table  # before anything is looked up in it
        super().__init__(table)
        self._actions = range(encoding_of(table.game).action_count)
        for name in ("observation_space", "action_space", "possible_agents", "metadata", "render_mode"):
            setattr(self, name, getattr(table, name))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)  # type: ignore[no-any-return]

    def step(self, action: Any) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        table = self.env
        if not table.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif table.is_dead:
            table.step(action)
        else:
            assert whole_number(action) in self._actions, "action is not in action space"
            if table.table.allows(action):
                table.step(action)
            else:
                EnvLogger.warn_on_illegal_move()
                table.lose()


class Table(AECEnv):  # type: ignore[misc]
    """A game with an agent at every seat. See the module of an environment for all there is to know to use it."""

    def __init__(
        self, game: str, players: int, shaping: float, render_mode: str | None, options: dict[str, Any]
    ) -> None:
        super().__init__()
        self.game, self.metadata = game, metadata_of(game)
        check_table(render_mode, shaping)
        new_game(self.game, players, seed=0, **options)  # refuses what cannot be played
        self.players, self.shaping, self.options, self.render_mode = players, shaping, options, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._actions = actions = encoding_of(self.game).action_count
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observing_of(self.game).space(players),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seeds = random.Random(new_seed())

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: that of `nyhavn.new_game` with the same seed. Without one, the next of the seeds that follow from
        the last one given."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.table = StagedGame(
            self.game, self.players, self._seeds.getrandbits(63) if seed is None else seed, self.options
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look_up()

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ValueError("nobody is playing: call reset for a game")
        if self.is_dead:
            self._was_dead_step(action)
            return
        before = self.table.scores if self.shaping else ()
        self.table.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        over = self.table.turn is None
        if over or self.shaping:
            self.rewards = dict(zip(self.agents, self.table.rewards(before, self.shaping), strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, over)
        self._look_up()

    @property
    def is_dead(self) -> bool:
        """Whether the agent that is asked plays no more."""
        return bool(self.terminations[self.agent_selection] or self.truncations[self.agent_selection])

    def lose(self) -> None:
        """The agent that is asked did what is not allowed: the game is over."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {self.agent_selection: ILLEGAL}
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def _look_up(self) -> None:
        """After something happened: who is to act now, and how."""
        self.agent_selection = self.agents[self.table.turn or 0]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observed:
        if agent not in self.possible_agents or not hasattr(self, "table"):
            raise ValueError(f"there is no agent {agent!r}, or no game yet: agents are those of reset")
        seat = self.possible_agents.index(agent)
        seen = observing_of(self.game).observe(self.table.memory, seat, self.table.prefix)
        return {"observation": seen, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Mask:
        """Nothing is allowed to agents whose turn it is not."""
        return self.table.mask() if agent == self.agent_selection else np.zeros(self._actions, np.int8)

    def render(self) -> str | None:
        """The table as the seat to move sees it; printed if the mode is `human`."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is nothing to render: give a render_mode")
            return None
        drawn = self.table.draw(self.render_mode, self.table.turn)
        if self.render_mode != "human":
            return drawn
        print(drawn)
        return None

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str, players: int = 2, shaping: float = 0.0, render_mode: str | None = None, **options: Any) -> Any:
    """The environment of any game, by its name, with PettingZoo's checks."""
    return Checked(Table(game, players, shaping, render_mode, options))
