"""A table where people and bots play: its log, seats, clocks, undo, and what each may see of it.

A table is a fold over the entries of its log and nothing else. No HTTP, no SQL and no clock of its own in here: time is
passed in, and what is to be written down is handed out.
"""
