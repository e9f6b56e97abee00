"""What an end is worth: the share of the win, moved and scaled so that all seats together get nothing."""

from collections.abc import Sequence

WIN = 1.0


def utilities(players: int, winners: Sequence[int]) -> list[float]:
    """By seat. A win is 1, a share of a win by all is 0, and the others lose equally: with two players a loss is -1,
    with three -1/2, with four -1/3. Nothing for anybody while there are no winners."""
    if not winners:
        return [0.0] * players
    share = 1 / len(winners)
    return [((share if seat in winners else 0) * players - 1) / (players - 1) for seat in range(players)]


def worst(players: int) -> float:
    return -1 / (players - 1)
