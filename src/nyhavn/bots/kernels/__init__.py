"""What bots think with, compiled: written once for both games where it can be, over what each game gives.

Nothing in here knows an observation or a budget of time; it looks at positions, and is called in short slices.
"""
