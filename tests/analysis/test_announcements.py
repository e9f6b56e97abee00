"""Announced shares: bent as the game says, and nothing that is certain becomes uncertain."""

import numpy as np
import pytest

from nyhavn.analysis.announcements import announced
from nyhavn.bench.strength.calibration import tempered
from nyhavn.games import bots_of, game_names
from nyhavn.parts import Curve


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_curve_keeps_order_and_certainty(players: int) -> None:
    curve = Curve(heat=1.3, shift=-0.2)
    shares = [0.0, 0.1, 0.3, 0.5, 0.9, 1.0]
    bent = [curve.bend(share, players) for share in shares]
    assert bent == sorted(bent)
    assert (bent[0], bent[-1]) == (0, 1)
    assert Curve(heat=1.3).bend(1 / players, players) == pytest.approx(1 / players)
    assert [Curve().bend(share, players) for share in shares] == pytest.approx(shares)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_the_curve_that_was_fitted(players: int) -> None:
    shares = np.array([0.05, 0.2, 0.45, 0.8])
    fitted = tempered(shares, np.array([-0.2, 1.3]), players)
    assert [Curve(1.3, -0.2).bend(share, players) for share in shares] == pytest.approx(fitted.tolist())


@pytest.mark.parametrize("game", game_names())
def test_games_bend_little(game: str) -> None:
    """A curve corrects a judgement; it does not replace it."""
    for players, curve in bots_of(game).curves.items():
        assert 0.5 < curve.heat < 2
        assert abs(announced(game, players, 0.5) - curve.bend(0.5, players)) < 1e-12
        assert abs(curve.bend(1 / players, players) - 1 / players) < 0.1
