"""Shares of a win as they are announced to people: bent so that they come true, as far as that was measured.

What playouts say may be too timid or too bold, and too kind to the seat that has just decided. A game may keep a curve
that was fitted to the results of many games (`nyhavn bench strength --only calibration`), for each number of players.
"""

from nyhavn.games import bots_of


def announced(game: str, players: int, share: float) -> float:
    """A share as it is told; what is certain stays certain."""
    curve = bots_of(game).curves.get(players)
    return share if curve is None else curve.bend(share, players)
