"""Boathouse: everything that is about this game."""
