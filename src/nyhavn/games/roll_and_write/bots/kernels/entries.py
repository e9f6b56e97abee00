"""What bots of the dice game think with: the kernels of `thinking` over its rules, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.games.roll_and_write.bots.kernels import judge, playouts, policy
from nyhavn.games.roll_and_write.bots.kernels.contests import RULES
from nyhavn.games.roll_and_write.bots.kernels.net import NET
from nyhavn.games.roll_and_write.bots.kernels.policy import WHOLE_ROOM
from nyhavn.games.roll_and_write.bots.kernels.sheets import ANY_ROW, FEATURES, PAIR, ROW, units
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.layout import MOST_PLAYERS
from nyhavn.kernels import ismcts
from nyhavn.kernels.bot_entries import Floats, Thinking

WEIGHTS = Path(__file__).parent.parent / "weights.json"
NETS = WEIGHTS.with_name("nets.npz")
THOUSANDTHS = 1000


def load_weights(file: Path, players: int) -> Floats:
    """The weights for so many players, a row each of two."""
    return np.array(json.loads(file.read_text(encoding="utf-8"))[str(players)], np.float64).T / THOUSANDTHS


def rounded(weights: Floats) -> Floats:
    """As they are kept."""
    return np.round(weights * THOUSANDTHS) / THOUSANDTHS


def load_net(file: Path, players: int) -> Floats:
    """The network for so many players, a row for each thing that can be seen."""
    with np.load(file) as nets:
        net: Floats = nets[str(players)].astype(np.float64)
    return net


def room_of(weights: Floats, net: Floats | None = None) -> Floats:
    """Room for one thread with these weights, and a network or one that corrects nothing. What all rows have alike is
    added to each."""
    room = np.zeros(WHOLE_ROOM + MOST_PLAYERS)
    each = weights.copy()
    each[ROW:ANY_ROW] += np.tile(weights[ANY_ROW:PAIR], ((ANY_ROW - ROW) // (PAIR - ANY_ROW), 1))
    room[: 2 * FEATURES] = each.ravel()
    if net is not None:
        room[NET : NET + net.size] = net.ravel()
    return room


def new_room(players: int) -> Floats:
    """Room for one thread, with the weights and the network for so many players."""
    return room_of(load_weights(WEIGHTS, players), load_net(NETS, players))


GIVEN = {**batch.given, **vars(judge), **vars(policy), **RULES}
thinking = Thinking(__name__, GIVEN, units, new_room, (playouts, ismcts))
