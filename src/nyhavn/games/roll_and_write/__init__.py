"""The dice game Copenhagen Roll & Write, rules W1 to W30.

`kernels/` holds the rules, compiled; the modules around it turn them into text, effects, reasons and pictures.
Nothing in here knows about bots, servers or screens, nor about the card game.
"""
