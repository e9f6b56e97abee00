"""Where the games of a match are played: by processes of this machine (`workers`), or by the nodes of a Ray cluster
(`ray_clusters`). Either way a game is a function of the version, the match and its slot, so nothing else may differ.
"""

from collections.abc import Generator, Sequence
from typing import Protocol

from nyhavn.arena.matches import Line, Match, Slot


class Cluster(Protocol):
    """Somewhere to play games."""

    def play(self, match: Match, slots: Sequence[Slot]) -> Generator[Line, None, None]:
        """Play games, and give them as they come to their ends, in any order. ValueError if a bot fails. Callers that
        have enough close the iterator, and what still plays ends."""
