"""What share of a win each seat of the card game can expect: by its weighted sum, which the network corrects."""

from typing import Any

from nyhavn.facade.ranking import win_shares
from nyhavn.games.copenhagen.bots.kernels.layout import POSITION, WORKING, unit
from nyhavn.games.copenhagen.bots.kernels.sight import see
from nyhavn.games.copenhagen.bots.kernels.sums import next_to_act, strengths
from nyhavn.games.copenhagen.kernels.layout import OVER
from nyhavn.games.copenhagen.kernels.turns import champion
from nyhavn.kernels.nets import add_up, strength, to_shares
from nyhavn.kernels.units import FLOATS, INT, NOTHING


@unit(NOTHING, INT, INT, WORKING)
def gather(place: int, count: int, W: Any) -> None:
    add_up(W, place, count)


@unit(NOTHING, POSITION, WORKING, FLOATS)
def judge(S: Any, W: Any, shares: Any) -> None:
    """The share of a win that each seat can expect."""
    if S.phase == OVER:
        win_shares(S, champion(S), shares)
        return
    strengths(S, W, shares)
    if W.learned:
        actor = next_to_act(S)
        for place in range(S.players + 1):
            gather(place, see(S, place, actor, W), W)
        for seat in range(S.players):
            shares[seat] += strength(W, seat, S.players, S.players)
    to_shares(S.players, shares)
