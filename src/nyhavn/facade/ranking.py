"""Who stands before whom when a game is over; `standing` is the same compiled and not."""

from typing import Any

from nyhavn.compiled import kernel, plain
from nyhavn.facade.bits import popcount
from nyhavn.facade.cells import CELLS

NOBODY = -1
CHAMPION = 1 << 20
"""More than points and cells can make up for."""


@plain
def standing(points: int, empty: int, champion: bool) -> int:
    """More is better: points, then fewer empty cells (C41, W29); a champion before all (C42)."""
    return champion * CHAMPION + points * (CELLS + 1) - empty


@kernel
def win_shares(S: Any, champion: int, shares: Any) -> None:
    """The share of the win that each seat has if the game ends so, equal parts if several win (C41, W29)."""
    best = -CELLS
    winners = 0
    for seat in range(S.players):
        own = standing(S.scores[seat], CELLS - popcount(S.filled[seat]), seat == champion)
        winners = 1 if own > best else winners + (own == best)
        best = max(best, own)
    for seat in range(S.players):
        own = standing(S.scores[seat], CELLS - popcount(S.filled[seat]), seat == champion)
        shares[seat] = 1.0 / winners if own == best else 0.0
