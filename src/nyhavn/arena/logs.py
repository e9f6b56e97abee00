"""The log of a match: a header and a JSON line for every game.

A line is written when its game ends, at once and whole; when the log is closed, the games are put into the order of the
match, so that nothing in the file says where they were played. A last line that was cut off by a crash is taken away,
and its game is played again.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from nyhavn.arena.matches import Line, Match, Slot


def slot_of(line: Line) -> Slot:
    return Slot(line["number"], tuple(line["table"]), line["rotation"])


class Log:
    """Games of a match by slot, kept in a file if there is one. ValueError, in a sentence, if the file holds anything
    but games of this match."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.path = path
        self.games: dict[Slot, Line] = {}
        self._file: IO[bytes] | None = None
        if path is None:
            return
        whole = self._read(path) if path.exists() else 0
        self._file = path.open("ab")
        self._file.truncate(whole)
        if not whole:
            self._write(match.header())

    def add(self, line: Line) -> None:
        self.games[slot_of(line)] = line
        self._write(line)

    def close(self) -> None:
        """Close the file, with its games in their order."""
        if self._file and self.path:
            self._file.close()
            order = sorted(self.games)
            if order != list(self.games):
                self.games = {slot: self.games[slot] for slot in order}
                self._rewrite(self.path)

    def played(self, slots: Iterable[Slot]) -> list[Line]:
        """Those of some games that have been played, in the order asked for."""
        return [self.games[slot] for slot in slots if slot in self.games]

    def _write(self, line: Line) -> None:
        if self._file:
            self._file.write(_written(line))
            self._file.flush()

    def _rewrite(self, path: Path) -> None:
        """All of the file anew, or nothing of it."""
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                file.writelines(map(_written, (self.match.header(), *self.games.values())))
            part.replace(path.resolve())
        finally:
            part.unlink(missing_ok=True)

    def _read(self, path: Path) -> int:
        """Take in the games of a file; gives how much of it is whole lines."""
        text = path.read_bytes()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].split(b"\n")[:-1]
        if text and not lines:
            raise ValueError(f"{path} is not a match log: choose another name for --log")
        for number, one in enumerate(lines):
            try:
                line = json.loads(one)
                if number:
                    self.games[slot_of(line)] = line
            except (ValueError, KeyError, TypeError):
                line = None
            if number == 0 and (not isinstance(line, dict) or "arena" not in line):
                raise ValueError(f"{path} is not a match log: choose another name for --log")
            if line is None:
                raise ValueError(f"{path}, line {number + 1}: not a game of a match")
            if number == 0 and (other := _difference(line, self.match.header())):
                raise ValueError(f"{path} is the log of a different match: {other}; choose another name for --log")
        return whole


def _written(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _difference(found: Line, wanted: Line) -> str:
    """The first thing in which two matches differ; empty if they are the same."""
    for name, value in wanted.items():
        if found.get(name) != value:
            if name == "code":
                return "its bots came from other files"
            return f"{name} {json.dumps(found.get(name))[:80]} there, {json.dumps(value)[:80]} here"
    return ""
