"""Judging: what moves are worth, where games were won and lost, ideas for the seat to move.

Everything is judged from what a seat may know. Nothing in here knows a table or a network.
"""
