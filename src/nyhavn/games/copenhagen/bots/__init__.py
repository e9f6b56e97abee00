"""What bots of the card game think with: kernels, weights and their training, and what `greedy` goes by."""

from typing import TYPE_CHECKING

from nyhavn.games.copenhagen.bots.greedy import worth
from nyhavn.kernels.playouts import WHOLE_GAME
from nyhavn.parts import Bots, Curve, Level, Way

if TYPE_CHECKING:
    from nyhavn.kernels.bot_entries import Thinking

TURNS = 3


def load() -> "Thinking":
    """Its kernels are made only where bots think."""
    from nyhavn.games.copenhagen.bots.kernels.entries import thinking

    return thinking


BOTS = Bots(
    load,
    worth=worth,
    mc=Way(16, WHOLE_GAME, 10.0, 0.5),
    search=Way(16, TURNS, 10.0, 0.05),
    levels={
        "gentle": Level(warmth=0.247),
        "easy": Level(warmth=0.107),
        "medium": Level(warmth=0.0635),
        "advanced": Level(warmth=0.0385),
        "hard": Level(warmth=0.0205),
        "expert": Level(warmth=0.007),
        "master": Level(),
    },
    judging_turns=TURNS,
    idea_playouts=1200,
    review_turns=TURNS,
    review_playouts=1200,
    # Of 389 games, with the network before the one in use; the temperature was 1 within its error.
    curves={2: Curve(shift=-0.085)},
)
