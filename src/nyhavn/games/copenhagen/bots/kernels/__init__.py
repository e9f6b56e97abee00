"""Kernels of the card game's bots: what a seat believes, how a position is judged, which moves look good."""
