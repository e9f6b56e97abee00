"""Where the players sit: a terminal, or a pipe that moves come from."""

import os
import shutil
import sys
from collections.abc import Callable

WIDEST = 100
CLEAR = "\033[H\033[2J\033[3J"
"""Home, wipe, and wipe what could be scrolled back to."""


class Screen:
    """Lines out, lines in. At a terminal it can be wiped, so that a hand does not stay in sight."""

    def __init__(self) -> None:
        self.by_hand = sys.stdin.isatty()
        self.seen = sys.stdout.isatty()
        plain = os.environ.get("TERM") == "dumb"
        self.colour = self.seen and not plain and not os.environ.get("NO_COLOR")
        self._wipe = CLEAR if not plain else "\n" * 100
        columns, self.rows = shutil.get_terminal_size((WIDEST, 24))
        self.width = min(WIDEST, columns)
        self._forget = _earlier_lines() if self.by_hand else None

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line)

    def fitted(self, table: str, beside: int) -> list[str]:
        """A table as lines. On a screen that is too low for it, what is decided and the cards in hand (its first two
        blocks) come last, where they stay in sight, and what is known by heart (its last one) is left out."""
        blocks = table.split("\n\n")
        if self.by_hand and self.seen and table.count("\n") + beside > self.rows and len(blocks) > 3:
            blocks = blocks[2:-1] + blocks[:2]
        return "\n\n".join(blocks).split("\n")

    def ask(self, prompt: str) -> str:
        """A line typed; EOFError when there are no more. From a pipe it is repeated, so that the output reads well."""
        if self.by_hand:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.say(prompt + line.strip())
        return line.strip()

    def wipe(self, forget: bool = False) -> None:
        """An empty screen, if it is one that somebody looks at; `forget` what was typed too."""
        if self.by_hand and self.seen:
            sys.stdout.write(self._wipe)
            sys.stdout.flush()
        if forget and self._forget:
            self._forget()


def _earlier_lines() -> Callable[[], None] | None:
    """Let arrow keys edit a line and bring earlier ones back, where there is such a thing. Gives how to forget them."""
    try:
        import readline
    except ImportError:
        return None
    return readline.clear_history
