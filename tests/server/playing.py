"""Whole games through live connections."""

import random
from collections.abc import Sequence

import pytest

from tests.server.serving import ConnectionClosed, Live, some_move


def step(game: str, seats: Sequence[Live], rng: random.Random) -> bool:
    """One move of the seat to move, as its choices offer it, or one message more if that is a bot; False: over."""
    n = max(seat.n for seat in seats)
    for seat in seats:
        seat.until(n)
    if seats[0].turn is None:
        return False
    mover = next((one for one in seats if one.choices and not one.choices["plan"]), None)
    if mover is None:
        seats[0].receive()
    elif mover.choices is not None:
        mover.do(move=some_move(game, mover.choices, rng))
        if mover.held:
            mover.do(confirm=True)
    return True


def play_out(game: str, seats: Sequence[Live], seed: int) -> None:
    """Play until the game is over."""
    rng = random.Random(seed)
    while step(game, seats, rng):
        pass


def end_of(live: Live) -> int:
    """The code with which the server closes a connection: a close frame, not a broken line."""

    def listen() -> None:
        while True:
            live.receive(10)

    with pytest.raises(ConnectionClosed) as caught:
        listen()
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code
