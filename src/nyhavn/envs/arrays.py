"""The memory of many games: arrays with a row for each, and the part of them that one thread works on."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nyhavn.kernels.batch import Batch
from nyhavn.kernels.environments import CHOICES, Flags, Ints, Shares, States
from nyhavn.kernels.masks import INTEGER_BITS
from nyhavn.luck import LUCK_SIZE


@dataclass(frozen=True)
class Arrays:
    """Row n of each belongs to the n-th game of an environment."""

    states: States
    integers: Ints  # the same memory as whole numbers
    numbers: Ints  # which game of the seed it is
    luck: Ints  # the generator of its chance
    picks: Ints  # and that of its sampled actions
    prefix: Ints  # the actions of the move that is begun, -1 for none
    masks: Ints
    actions: Ints
    shares: Shares
    points: Ints
    done: Flags
    # Of one thread: room to work in, and the shares of all wins by seat.
    fits: Ints
    wins: Shares

    def rows(self) -> tuple[Any, ...]:
        """All of them, in the order in which the kernel `run` takes them."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)

    def part(self, first: int, last: int) -> "Arrays":
        """Rows from `first` to `last`, for a thread of their own."""
        rows = {name: getattr(self, name)[first:last] for name in self.__dataclass_fields__}
        return Arrays(**rows | {"fits": np.zeros_like(self.fits), "wins": np.zeros_like(self.wins)})


def new_arrays(batch: Batch, mask_integers: int, count: int, players: int) -> Arrays:
    """Rows of zeros."""
    states = batch.new_states(count)
    return Arrays(
        states,
        states.view(np.int64).reshape(count, -1),
        np.zeros(count, np.int64),
        np.zeros((count, LUCK_SIZE), np.int64),
        np.zeros((count, LUCK_SIZE), np.int64),
        np.full((count, 2), -1, np.int64),
        np.zeros((count, mask_integers), np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, players)),
        np.zeros((count, players), np.int64),
        np.zeros(count, np.bool_),
        batch.new_fits(),
        np.zeros(players),
    )


def new_choices(batch: Batch, mask_integers: int) -> Ints:
    """Room for what `enter` tells."""
    return np.zeros(CHOICES + max(mask_integers * INTEGER_BITS, batch.given["CHANCE_COLUMNS"]), np.int64)
