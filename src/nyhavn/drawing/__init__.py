"""Pictures of a table, as lines of text and as SVG: house fronts, cards, dice, and what frames them.

Everything is drawn from a view, the dict that a seat may see, so nothing hidden can get into a picture. Nothing in here
knows the rules of the card or the dice game; each of them composes its own table from these parts.
"""
