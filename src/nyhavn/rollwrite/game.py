"""The dice game, put together."""

from collections.abc import Mapping

from nyhavn.rollwrite import chance, drawing, effects, moves, reasons, views
from nyhavn.rollwrite.components import PLAYERS
from nyhavn.rollwrite.facts import AT
from nyhavn.rollwrite.kernels.batch import batch
from nyhavn.rollwrite.kernels.layout import OVER, ROLL
from nyhavn.rules import Rules


class RollAndWrite(Rules):
    """The dice game."""

    name = "roll-and-write"
    version = "1"
    players = PLAYERS
    options: Mapping[str, type] = {"mirror": bool}
    batch, at, over, dealing = batch, AT, OVER, ROLL
    moves, chance, effects, reasons, views, drawing = moves, chance, effects, reasons, views, drawing
