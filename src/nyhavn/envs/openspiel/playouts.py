"""Random playouts for OpenSpiel's searchers, compiled: as likely to end in each way as its own, but much faster."""

import numpy as np
import numpy.typing as npt
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from nyhavn.envs.arrays import new_arrays
from nyhavn.envs.encoding import NONE, encoding_of
from nyhavn.envs.kernels import kernels_of
from nyhavn.envs.openspiel.states import TableState
from nyhavn.envs.rewards import utilities
from nyhavn.games import environment_of, rules_of
from nyhavn.kernels.environments import PICKING, SAMPLED
from nyhavn.luck import start_streams
from nyhavn.rules import integers

STEPS = 16
"""Actions that are played without looking whether the game is over, at most as many as the shortest game has: of the
next one, which begins by itself, nothing is counted."""


class Playouts(RandomRolloutEvaluator):  # type: ignore[misc]
    """One game played to its end by uniformly chosen actions, for every position that is asked for."""

    def __init__(self, game: str, players: int, luck: np.random.RandomState) -> None:
        super().__init__(random_state=luck)
        self._rules, self._encoding, self._kernels = rules_of(game), encoding_of(game), kernels_of(game)
        self._seed = int(luck.randint(1 << 62))
        self._steps = min(STEPS, environment_of(game).least_actions)
        self._table = 1, self._seed, players, 0  # how the next game begins, which is thrown away
        self._one = new_arrays(self._rules.batch, self._encoding.mask_bytes // 8, 1, players)
        start_streams(self._one.luck, self._seed)
        start_streams(self._one.picks, self._seed ^ PICKING)

    def evaluate(self, state: TableState) -> npt.NDArray[np.float64]:
        one, encoding, rules = self._one, self._encoding, self._rules
        one.integers[0] = integers(state.memory)
        while chances := encoding.chances(one.states):
            outcomes, odds = zip(*chances, strict=True)
            encoding.deal(one.states, int(self._random_state.choice(outcomes, p=odds)))
        standing = rules.standing(rules.read(one.states))
        if standing.over:  # C19: the End card came
            return np.array(utilities(len(standing.scores), standing.winners))
        one.prefix[0] = (*state.prefix, NONE, NONE)[:2]
        one.masks.view(np.uint8)[0] = encoding.packed_mask(one.states, state.prefix)
        one.done[0] = False
        while not one.done[0]:
            self._kernels.run(*one.rows(), SAMPLED, self._steps, *self._table)
        return np.array(utilities(len(one.shares[0]), np.flatnonzero(one.shares[0]).tolist()))
