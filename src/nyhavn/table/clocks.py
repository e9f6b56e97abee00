"""Clocks: how long each seat may still think. A function of the times in the log, the same for every server."""

from dataclasses import dataclass

LAG = 500
"""A move may be late for no fault of its player: this many milliseconds of every turn are not counted."""
RETURNING = 10
"""People who take a seat back after its time ran out get this part of the bank."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Either `move` milliseconds for every turn, or a `bank` for the game with an `increment` for every turn."""

    move: int | None
    bank: int | None
    increment: int
    at_zero: str

    @staticmethod
    def read(clock: dict[str, int | str] | None) -> "Timing | None":
        """From what a table was made with, in seconds."""
        if clock is None:
            return None
        move, bank = clock.get("move"), clock.get("bank")
        seconds = int(clock.get("increment") or 0)
        return Timing(
            None if move is None else int(move) * 1000,
            None if bank is None else int(bank) * 1000,
            seconds * 1000,
            str(clock.get("at_zero", "bot")),
        )

    @property
    def full(self) -> int:
        """What a seat begins with."""
        return self.bank if self.bank is not None else self.move or 0


class Clocks:
    """The clocks of one table."""

    def __init__(self, timing: Timing, players: int, at: int) -> None:
        self.timing = timing
        self.left = [timing.full] * players
        self.running: int | None = None
        self.since = at

    def run(self, seat: int | None, at: int) -> None:
        """From now on this seat thinks (None: nobody). The time of the one before is taken off."""
        if seat == self.running:
            return
        if self.running is not None:
            self.left[self.running] = self.at(self.running, at)
            if self.timing.bank is not None and self.left[self.running] > 0:
                self.left[self.running] += self.timing.increment
        if seat is not None and self.timing.move is not None:
            self.left[seat] = self.timing.move
        self.running, self.since = seat, at

    def at(self, seat: int, now: int) -> int:
        """What a seat has left."""
        if seat != self.running:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - self.since - LAG))

    def take_back(self, seat: int, at: int) -> None:
        """A seat is on turn again: what it and the one after it were given for turns that ended is taken off."""
        given = self.timing.increment if self.timing.bank is not None else 0
        for one in (seat, self.running):
            if one is not None:
                self.left[one] = max(1, self.left[one] - given)
        self.run(seat, at)

    def grant(self, milliseconds: int) -> None:
        """Time in which nobody could move is given back."""
        if self.running is not None:
            self.since += milliseconds

    def refill(self, seat: int) -> None:
        """Somebody takes a seat back; if its time had run out, it gets some more."""
        self.left[seat] = self.left[seat] or self.timing.full // RETURNING

    @property
    def deadline(self) -> int | None:
        """When the running clock is at zero."""
        return None if self.running is None else self.since + LAG + self.left[self.running]
