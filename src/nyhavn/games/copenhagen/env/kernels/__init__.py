"""Kernels of the card game's environment: moves as actions in stages, and what a seat observes."""
