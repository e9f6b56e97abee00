"""Judging: what moves are worth, where games were won and lost, ideas for whoever has to decide.

Everything is judged from what a seat may know. Nothing in here knows a table or a network.
"""
