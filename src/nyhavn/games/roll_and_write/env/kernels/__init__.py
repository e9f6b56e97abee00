"""Kernels of the dice game's environment: moves as actions in stages, and what a seat observes."""
