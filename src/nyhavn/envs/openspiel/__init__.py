"""Both games in OpenSpiel: `python_copenhagen` and `python_roll_and_write`, registered when this is imported.

    import random
    import pyspiel
    import nyhavn.envs.openspiel

    game = pyspiel.load_game("python_roll_and_write(players=3,mirror=True)")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))

| | |
|---|---|
| Parameters | `players` (2 to 4; 2 if not given), for the dice game `mirror` (False) |
| Chance | explicit: one card or one die at a node, outcomes `R Y G B P End` and `R Y G B P W` |
| Actions | those of `nyhavn.envs.encoding`: a move is one to three, and it stays its player's turn until it is whole |
| Utility | zero sum: 1 for a win; all others lose equally (`nyhavn.envs.rewards`) |
| Information | the card game hides starting cards, the dice game nothing |
| Information state | a string: own starting cards, then all that everybody could see, an event a line |
| Observation | a tensor: the parts of `nyhavn.envs.observations`; a string: a spectator’s view as JSON, own cards |
| Flags | public, private of one, all or none, with perfect recall (strings only) |
| Resampling | `resample_from_infostate` deals what is hidden again, with the odds that it had |

OpenSpiel's own searchers as players for our arena are in `bots`, which is imported on its own.
"""

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError:
    raise ImportError("nyhavn.envs.openspiel needs OpenSpiel: install nyhavn[openspiel]") from None

from nyhavn.envs.openspiel.games import TableGame
from nyhavn.envs.openspiel.states import TableState

__all__ = ["TableGame", "TableState"]
