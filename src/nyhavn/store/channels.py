"""Channels on which processes on one PostgreSQL tell each other what they wrote.

What is written at a table is told on the channel that the table's name begins with; a process listens on the channels
of the tables that it has in memory, and on one that is for everybody. nginx sends people to processes by the same
beginnings (`deploy/nginx.conf`): each process has channels for itself, and hears little of what concerns others only.
"""

EVERYBODY = "nyhavn"
LETTERS = 2
"""Of a table's name that choose its channel: 4,096 channels, which nginx can spread evenly over many processes."""


def channel_of(table: str) -> str:
    """Where it is told what is written at a table."""
    return f"{EVERYBODY} {table[:LETTERS]}"
