"""What games build houses with: the cells of a front, the shapes of tiles, where they fit, lines and their points.

Everything is a number of 45 bits, one for each cell, so a question about the whole house is a few machine
instructions. Nothing in here knows cards, dice, prices or players.
"""
