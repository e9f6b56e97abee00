"""What bots of the card game think with: the kernels of `bot_entries` over its rules, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.games.copenhagen.bots.kernels.judge import judge
from nyhavn.games.copenhagen.bots.kernels.layout import NAMES, RULES, WORK, units
from nyhavn.games.copenhagen.bots.kernels.policy import plan, play_out, quick_move
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.kernels.bot_entries import Thinking, Work
from nyhavn.kernels.nets import Net, load_net

WEIGHTS = Path(__file__).parent.parent / "weights.json"
NETS = WEIGHTS.with_name("nets.npz")


def work_with(net: Net | None, players: int) -> Work:
    """What one thread works with: the weights for so many players, and a network, if there is one."""
    work = np.zeros(1, WORK)
    tuned = json.loads(WEIGHTS.read_text(encoding="utf-8"))[str(players)]
    work["weights"][0] = np.array([tuned[name] for name in NAMES]).T
    if net is not None:
        work["table"][0], work["dense"][0], work["learned"] = net.table, net.dense, 1
    return work


def new_work(players: int) -> Work:
    """What one thread works with, with the weights and the network for so many players."""
    return work_with(load_net(NETS, players), players)


GIVEN = {
    **batch.given,
    **RULES,
    "WORK": WORK,
    "judge": judge,
    "quick_move": quick_move,
    "plan": plan,
    "play_out": play_out,
}
thinking = Thinking(__name__, GIVEN, units, new_work)
