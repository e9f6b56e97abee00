"""Positions that screens and tests wait for, and players who bring them about."""

import random
from collections.abc import Callable

from nyhavn.play import State
from tests.client.stage import Choose


def phase(state: State) -> str:
    """What the player on turn has to decide."""
    assert state.turn is not None
    found: str = state.choices(state.turn)["phase"]
    return found


def asks(seat: int, wanted: str, after: int = 0) -> Callable[[State], bool]:
    """Whether a seat has to decide something of a kind, after so many moves."""
    return lambda state: state.turn == seat and len(state.history) >= after and phase(state) == wanted


def can_place(seat: int, wanted: str, after: int = 0, tiles: int = 3) -> Callable[[State], bool]:
    """The same with several tiles to choose from."""

    def found(state: State) -> bool:
        if not asks(seat, wanted, after)(state):
            return False
        return sum(any(shape["legal"] for shape in tile["shapes"]) for tile in state.choices(seat)["tiles"]) >= tiles

    return found


def several_ways(state: State) -> str:
    """A tile of the first seat that can be paid in several ways."""
    if state.turn != 0 or phase(state) not in ("action", "turn"):
        return ""
    tiles = [tile for tile in state.choices(0)["tiles"] if len(tile["payments"]) > 2]
    return next((tile["tile"] for tile in tiles if any(shape["legal"] for shape in tile["shapes"])), "")


def preferring(*beginnings: str) -> Choose:
    """A player who does one of these whenever it is offered, in this order."""

    def choose(state: State, _: random.Random) -> str | None:
        moves = state.moves()
        return next((move for start in beginnings for move in moves if move.startswith(start)), None)

    return choose
