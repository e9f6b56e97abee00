"""What bots of the dice game think with: the kernels of `bot_entries` over its rules, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.games.roll_and_write.bots.kernels import layout
from nyhavn.games.roll_and_write.bots.kernels.judge import judge
from nyhavn.games.roll_and_write.bots.kernels.layout import ANY_ROW, PAIR, ROW, RULES, WORK, units
from nyhavn.games.roll_and_write.bots.kernels.playouts import play_out
from nyhavn.games.roll_and_write.bots.kernels.policy import plan, quick_move, whose
from nyhavn.games.roll_and_write.components import GOAL
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.kernels.bot_entries import Floats, Thinking, Work
from nyhavn.kernels.nets import Net, load_net

WEIGHTS = Path(__file__).parent.parent / "weights.json"
NETS = WEIGHTS.with_name("nets.npz")
THOUSANDTHS = 1000


def load_weights(file: Path, players: int) -> Floats:
    """The weights for so many players, a row each of two."""
    return np.array(json.loads(file.read_text(encoding="utf-8"))[str(players)], np.float64).T / THOUSANDTHS


def rounded(weights: Floats) -> Floats:
    """As they are kept."""
    return np.round(weights * THOUSANDTHS) / THOUSANDTHS


def work_with(weights: Floats, net: Net | None = None) -> Work:
    """What one thread works with: these weights, and a network or one that corrects nothing. What all rows have alike
    is added to each."""
    work = np.zeros(1, WORK)
    each = weights.copy()
    each[ROW:ANY_ROW] += np.tile(weights[ANY_ROW:PAIR], ((ANY_ROW - ROW) // (PAIR - ANY_ROW), 1))
    work["weights"] = each
    work["near"] = each[:, layout.EARLY] + np.arange(GOAL + 1)[:, None] / GOAL * each[:, layout.LATE]
    if net is not None:
        work["table"], work["dense"] = net.table, net.dense
    return work


def new_work(players: int) -> Work:
    """What one thread works with, with the weights and the network for so many players."""
    return work_with(load_weights(WEIGHTS, players), load_net(NETS, players))


GIVEN = {
    **batch.given,
    **RULES,
    "WORK": WORK,
    "whose": whose,
    "judge": judge,
    "quick_move": quick_move,
    "plan": plan,
    "play_out": play_out,
}
thinking = Thinking(__name__, GIVEN, units, new_work)
