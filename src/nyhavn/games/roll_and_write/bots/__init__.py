"""What bots of the dice game think with: kernels, weights, networks and their training, and what `greedy` goes by."""

from typing import TYPE_CHECKING

from nyhavn.games.roll_and_write.bots.greedy import worth
from nyhavn.games.roll_and_write.components import LAST_ROUND, PLAYERS
from nyhavn.parts import Alone, Bots, Level, Way

if TYPE_CHECKING:
    from nyhavn.kernels.bot_entries import Thinking

TURNS = 4
TO_THE_END = LAST_ROUND * max(PLAYERS)
"""No game has more turns. Playouts to the end that are told so play the planner's moves, not the quick ones."""


def load() -> "Thinking":
    """Its kernels are made only where bots think."""
    from nyhavn.games.roll_and_write.bots.kernels.entries import thinking

    return thinking


def alone() -> Alone:
    """Its kernels are compiled only where it is measured."""
    from nyhavn.games.roll_and_write.bots.alone import ALONE

    return ALONE


BOTS = Bots(
    load,
    worth=worth,
    mc=Way(16, TO_THE_END, 6.0, 0.1),
    # The network tells much at a glance, and playouts without luck tell more.
    search=Way(16, TURNS, 6.0, 0.07, glance=1),
    levels={
        "gentle": Level(warmth=0.12),
        "easy": Level(warmth=0.045),
        "medium": Level(warmth=0.0235),
        "hard": Level(warmth=0.004),
        "master": Level(),
    },
    judging_turns=TURNS,
    idea_playouts=400,
    review_turns=TURNS,
    review_playouts=128,
    alone=alone,
)
