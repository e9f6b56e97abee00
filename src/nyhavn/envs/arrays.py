"""The memory of many games: arrays with a row for each, and the part of them that one thread works on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nyhavn.batch import Batch
from nyhavn.envs.kernels.batch import Flags, Ints, Shares, States
from nyhavn.luck import WORDS as LUCK_WORDS


@dataclass(frozen=True)
class Arrays:
    """Row n of each belongs to the n-th game of an environment."""

    states: States
    words: Ints  # the same memory as whole numbers
    numbers: Ints  # which game of the seed it is
    luck: Ints  # the generator of its chance
    picks: Ints  # and that of its sampled actions
    prefix: Ints  # the actions of the move that is begun, -1 for none
    masks: Ints
    actions: Ints
    shares: Shares
    points: Ints
    done: Flags
    # Room that one thread works in.
    fits: Ints
    ids: Ints

    def part(self, first: int, last: int) -> "Arrays":
        """Rows from `first` to `last`, with room of their own."""
        rows = [getattr(self, name)[first:last] for name in self.__dataclass_fields__ if name not in ("fits", "ids")]
        return Arrays(*rows, np.zeros_like(self.fits), np.zeros_like(self.ids))

    def games(self) -> tuple[Any, ...]:
        """What `reset` and `step` take first."""
        return (
            *(self.states, self.words, self.numbers, self.luck, self.picks),
            *(self.prefix, self.masks, self.fits),
        )

    def results(self) -> tuple[Any, ...]:
        """What `step` takes beside it."""
        return self.actions, self.shares, self.points, self.done


def new_arrays(batch: Batch, mask_words: int, count: int, players: int) -> Arrays:
    """Rows of zeros."""
    states = batch.new_states(count)
    return Arrays(
        states,
        states.view(np.int64).reshape(count, -1),
        np.zeros(count, np.int64),
        np.zeros((count, LUCK_WORDS), np.int64),
        np.zeros((count, LUCK_WORDS), np.int64),
        np.full((count, 2), -1, np.int64),
        np.zeros((count, mask_words), np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, players), np.float32),
        np.zeros((count, players), np.int64),
        np.zeros(count, np.bool_),
        batch.new_fits(),
        batch.new_ids(),
    )
