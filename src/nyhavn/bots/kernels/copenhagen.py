"""What bots of the card game think with: the kernels of `thinking` over its rules, belief, judgement and policy."""

import json
from pathlib import Path

import numpy as np

from nyhavn.bots.kernels import card_belief, card_policy, card_worth, contests
from nyhavn.bots.kernels.card_policy import WHOLE_ROOM
from nyhavn.bots.kernels.card_worth import NAMES, STAGES, Floats
from nyhavn.bots.kernels.thinking import MODULES, Thinking
from nyhavn.copenhagen.kernels.batch import batch
from nyhavn.copenhagen.kernels.layout import MOST_PLAYERS

WEIGHTS = Path(__file__).parent.parent / "weights" / "copenhagen.json"


def new_room(players: int) -> Floats:
    """Room for one thread, with the weights for so many players."""
    room = np.zeros(WHOLE_ROOM + MOST_PLAYERS)
    tuned = json.loads(WEIGHTS.read_text(encoding="utf-8"))[str(players)]
    room[: STAGES * len(NAMES)] = np.array([tuned[name] for name in NAMES]).T.ravel()
    return room


GIVEN = {**batch.given, **vars(card_worth), **vars(card_belief), **vars(card_policy)}
thinking = Thinking(__name__, GIVEN, card_worth.units, new_room, (*MODULES, contests))
