"""What environments run on, compiled: actions, masks and observations of each game, and whole arrays of games.

The rules are those of the games' own kernels; nothing in here knows another one.
"""
