"""The game, put together."""

from collections.abc import Mapping

from boathouse import chance, components, drawing, effects, kernels, knowledge, moves, reasons
from nyhavn.rules import Rules, places


class Boathouse(Rules):
    name = "boathouse"
    version = "1"
    players = components.PLAYERS
    options: Mapping[str, type] = {}
    batch, at, over, dealing = kernels.batch, places(kernels.STATE), kernels.OVER, kernels.TURN_UP
    cells = len(components.CELLS)
    moves, chance, effects, reasons, knowledge, drawing = moves, chance, effects, reasons, knowledge, drawing
