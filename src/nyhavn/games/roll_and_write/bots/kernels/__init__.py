"""Kernels of the dice game's bots: sheets and rolls, how positions are judged, good moves, what is learned."""
