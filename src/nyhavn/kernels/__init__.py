"""Kernels that no game owns: templates that are written once and bound to each game.

Nothing in here knows a game. A game's own kernels build on these, and its rooms above call what they give.
"""
