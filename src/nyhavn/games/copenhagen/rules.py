"""The card game, put together."""

from collections.abc import Mapping

from nyhavn.games.copenhagen import chance, choices, drawing, effects, knowledge, moves, position, reasons
from nyhavn.games.copenhagen.components import PLAYERS
from nyhavn.games.copenhagen.facts import AT
from nyhavn.games.copenhagen.kernels.batch import batch
from nyhavn.games.copenhagen.kernels.layout import BY_GOAL, OVER, REFILL
from nyhavn.rules import Ending, Event, Facts, Memory, Rules


class Copenhagen(Rules):
    """The card game."""

    name = "copenhagen"
    version = "1"
    players = PLAYERS
    options: Mapping[str, type] = {}
    batch, at, over, dealing = batch, AT, OVER, REFILL
    moves, chance, effects, reasons, choices = moves, chance, effects, reasons, choices
    knowledge, drawing, position = knowledge, drawing, position

    def champion(self, facts: Facts) -> int | None:
        return facts[AT.turn] if facts[AT.ending] == BY_GOAL else None  # C31, C42

    def ending(self, facts: Facts) -> Ending:
        winner = self.champion(facts)
        return Ending("end card") if winner is None else Ending("goal", (winner,))  # C19, C31

    def following(self, memory: Memory, event: Event) -> list[Event]:
        shuffled = event.left == 0 and event.outcome != chance.END_CARD  # C18
        return [Event(chance.SHUFFLE, 0, "", int(memory["deck_left"][0]))] if shuffled else []
