"""The dice game, put together."""

from collections.abc import Mapping

from nyhavn.games.roll_and_write import chance, choices, drawing, effects, knowledge, moves, position, reasons
from nyhavn.games.roll_and_write.components import GOAL, PLAYERS
from nyhavn.games.roll_and_write.facts import AT
from nyhavn.games.roll_and_write.kernels.batch import batch
from nyhavn.games.roll_and_write.kernels.layout import OVER, ROLL
from nyhavn.rules import Ending, Facts, Rules


class RollAndWrite(Rules):
    """The dice game."""

    name = "roll-and-write"
    version = "1"
    players = PLAYERS
    options: Mapping[str, type] = {"mirror": bool}
    batch, at, over, dealing = batch, AT, OVER, ROLL
    moves, chance, effects, reasons, choices = moves, chance, effects, reasons, choices
    knowledge, drawing, position = knowledge, drawing, position

    def ending(self, facts: Facts) -> Ending:
        there = tuple(seat for seat, points in enumerate(self.standing(facts).scores) if points >= GOAL)
        return Ending("goal", there) if there else Ending("last round")  # W28, W30

    def whose(self, facts: Facts) -> int:
        active: int = facts[AT.active]  # others mark in its turn (W18)
        return active
