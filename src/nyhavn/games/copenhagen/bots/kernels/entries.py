"""What bots of the card game think with: the kernels of `bot_entries` over its rules, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.games.copenhagen.bots.kernels.judge import judge
from nyhavn.games.copenhagen.bots.kernels.layout import NAMES, RULES, WORK, units
from nyhavn.games.copenhagen.bots.kernels.policy import plan, quick_move
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.kernels.bot_entries import Thinking, Work

WEIGHTS = Path(__file__).parent.parent / "weights.json"


def new_work(players: int) -> Work:
    """What one thread works with, with the weights for so many players."""
    work = np.zeros(1, WORK)
    tuned = json.loads(WEIGHTS.read_text(encoding="utf-8"))[str(players)]
    work["weights"][0] = np.array([tuned[name] for name in NAMES]).T
    return work


GIVEN = {**batch.given, **RULES, "WORK": WORK, "judge": judge, "quick_move": quick_move, "plan": plan}
thinking = Thinking(__name__, GIVEN, units, new_work)
