"""Boathouse, rule by rule and interface by interface."""
