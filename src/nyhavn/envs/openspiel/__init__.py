"""Both games in OpenSpiel: `python_copenhagen` and `python_roll_and_write`, registered when this is imported.

    import pyspiel
    import nyhavn.envs.openspiel

    game = pyspiel.load_game("python_roll_and_write(players=3,mirror=True)")
    state = game.new_initial_state()

Chance is explicit, one card or one die at a node. A move is one to three actions, of `nyhavn.envs.encoding`, and its
player stays on turn until it is whole. OpenSpiel's own searchers as players for our arena are in `bots`, which is
imported on its own.
"""

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError:
    raise ImportError("nyhavn.envs.openspiel needs OpenSpiel: install nyhavn[openspiel]") from None

from nyhavn.envs.openspiel.games import CopenhagenGame, RollAndWriteGame
from nyhavn.envs.openspiel.states import CopenhagenState, RollAndWriteState, TableState

__all__ = ["CopenhagenGame", "CopenhagenState", "RollAndWriteGame", "RollAndWriteState", "TableState"]
