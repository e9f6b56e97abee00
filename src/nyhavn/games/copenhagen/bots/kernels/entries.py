"""What bots of the card game think with: the kernels of `thinking` over its rules, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.games.copenhagen.bots.kernels import judge, policy
from nyhavn.games.copenhagen.bots.kernels.judge import NAMES, STAGES, Floats
from nyhavn.games.copenhagen.bots.kernels.policy import WHOLE_ROOM
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import MOST_PLAYERS
from nyhavn.kernels import contests
from nyhavn.kernels.bot_entries import MODULES, Thinking

WEIGHTS = Path(__file__).parent.parent / "weights.json"


def new_room(players: int) -> Floats:
    """Room for one thread, with the weights for so many players."""
    room = np.zeros(WHOLE_ROOM + MOST_PLAYERS)
    tuned = json.loads(WEIGHTS.read_text(encoding="utf-8"))[str(players)]
    room[: STAGES * len(NAMES)] = np.array([tuned[name] for name in NAMES]).T.ravel()
    return room


GIVEN = {**batch.given, **vars(judge), **vars(policy)}
thinking = Thinking(__name__, GIVEN, judge.units, new_room, (*MODULES, contests))
