"""The card game Copenhagen, rules C1 to C42.

`kernels/` holds the rules, compiled; the modules around it turn them into text, effects, reasons and pictures.
Nothing in here knows about bots, servers or screens, nor about the dice game.
"""
