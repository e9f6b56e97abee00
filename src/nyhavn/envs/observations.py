"""What a seat sees, as an array of small numbers: the observation that every environment shares.

It holds own cards, everything public, and what follows from both; nothing that is hidden from the seat. It is a row of
`uint8`, made of named fields one after the other (`Observing.fields`), each with its shape, the largest number that can
stand in it, and whether only this seat may know it. Seats are counted from the observing one: 0 is itself, 1 the next
in the order of play. Cells are counted from a1, row by row. A *flag* is 0 or 1; *one of* means flags of which one is 1.

    observing = observing_of("copenhagen")
    seen = observing.observe(state.memory, seat=0)
    observing.split(seen)["hand"]  # array of five numbers
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nyhavn.arguments import whole_number
from nyhavn.envs.inputs import check_memory
from nyhavn.envs.kernels import kernels_of
from nyhavn.facade.fields import Field
from nyhavn.games import environment_of, rules_of
from nyhavn.kernels.environments import Bytes
from nyhavn.rules import Memory

NOTHING = -1


class Observing:
    """The observations of one game: what `observing_of` gives. `players` is always how many play."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._rules, self._kernels = rules_of(game), kernels_of(game)

    def fields(self, players: int) -> list[Field]:
        """The parts of an observation in their order. Those `by_seat` are repeated: see `places`. ValueError if so many
        do not play."""
        if players not in self._rules.players:
            known = ", ".join(map(str, self._rules.players))
            raise ValueError(f"{self.game} is played by {known} players, not {players}")
        return list(environment_of(self.game).fields(players))

    @cache  # noqa: B019 - there is one such object a game, and it lives as long as the program
    def places(self, players: int) -> dict[str, tuple[slice, tuple[int, ...], Field]]:
        """Where each part stands and its shape, by its name; those of a seat are named `points 0`, `points 1` …"""
        fields, found, at = self.fields(players), {}, 0
        by_seat = [field for field in fields if field.by_seat]
        first = fields.index(by_seat[0]) if by_seat else len(fields)
        ordered = [(field.name, field) for field in fields[:first]]
        ordered += [(f"{field.name} {seat}", field) for seat in range(players) for field in by_seat]
        ordered += [(field.name, field) for field in fields[first + len(by_seat) :]]
        for name, field in ordered:
            found[name] = slice(at, at + field.size), field.shape, field
            at += field.size
        return found

    @cache  # noqa: B019
    def size(self, players: int) -> int:
        """How many numbers an observation has."""
        return sum(field.size for _, _, field in self.places(players).values())

    def most(self, players: int) -> Bytes:
        """The largest number that can stand at each place; divide by it to get numbers from 0 to 1."""
        parts = [np.full(field.size, field.most, np.uint8) for _, _, field in self.places(players).values()]
        return np.concatenate(parts)

    def private(self, players: int) -> npt.NDArray[np.bool_]:
        """Which places only the observing seat may know."""
        return np.concatenate([np.full(field.size, field.private) for _, _, field in self.places(players).values()])

    def split(self, seen: npt.NDArray[Any], players: int | None = None) -> dict[str, npt.NDArray[Any]]:
        """An observation, or rows of them, as its parts by name."""
        sizes = {self.size(many): many for many in self._rules.players}
        if players is None:
            players = sizes.get(seen.shape[-1], 0)
        if players not in sizes.values() or self.size(players) != seen.shape[-1]:
            known = ", ".join(map(str, sizes))
            raise ValueError(f"an observation of {self.game} has {known} numbers, by the players, not {seen.shape[-1]}")
        parts = self.places(players).items()
        return {name: seen[..., place].reshape(*seen.shape[:-1], *shape) for name, (place, shape, _) in parts}

    def observe(self, memory: Memory, seat: int, prefix: "list[int] | tuple[int, ...]" = ()) -> Bytes:
        """What a seat sees of a position, given as plain memory; `prefix` are the actions of the move that is begun,
        which only the seat that decides gets to see."""
        check_memory(memory, self._kernels.given["STATE"], self.game)
        players = int(memory["players"][0])
        if whole_number(seat) not in range(players):
            raise no_seat(players)
        seen = np.zeros((1, self.size(players)), np.uint8)
        self._kernels.observe(memory, np.array([seat]), np.array([[*prefix, NOTHING, NOTHING][:2]]), seen)
        row: Bytes = seen[0]
        return row

    def space(self, players: int) -> Any:
        """The same as a space of Gymnasium, which must be installed."""
        from gymnasium.spaces import Box

        most = self.most(players)
        return Box(np.zeros_like(most), most, most.shape, np.uint8)


def no_seat(players: int) -> ValueError:
    return ValueError(f"there is no such seat: seats are the numbers from 0 to {players - 1}")


_observing = cache(Observing)


def observing_of(game: str) -> Observing:
    """The observations of a game by its name; ValueError if there is none of that name."""
    return _observing(rules_of(game).name)
