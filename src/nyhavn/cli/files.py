"""Record files as commands read and write them: errors name the file, and no game is overwritten by another. Where a
record is read, a position may be given instead, as a line or in a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from nyhavn.games import game_names

if TYPE_CHECKING:
    from nyhavn.play import State


def is_position(given: str) -> bool:
    """Whether an argument is a position as a line, and not the name of a file."""
    game, space, _ = given.partition(" ")
    return bool(space) and game in game_names()


def open_record(path: str, seed: int | None = None) -> "State":
    """The game in a record file, at its end, or a position that was given as a line, which goes on with a seed;
    ValueError names the file and the line."""
    from nyhavn.errors import RecordError
    from nyhavn.play import parse_position
    from nyhavn.records import read_record

    if is_position(path):
        return parse_position(path, seed)
    try:
        return read_record(path)
    except RecordError as error:
        raise ValueError(f"{path}: {error}") from None


class Keeper:
    """The file that a game is kept in while it is played, if there is one."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.own = {path.absolute()} if path else set()
        """Files that hold this game, and may be written again."""

    def keep(self, state: "State") -> None:
        """Write the record as it is now."""
        if self.path:
            write(self.path, state.record())

    def save(self, state: "State", path: Path) -> None:
        """Write the record to a file; it is kept there from now on if it was not kept before. ValueError or OSError,
        and nothing changed, if it cannot be."""
        if path.absolute() not in self.own:
            check_unused(path)
        write(path, state.record())
        self.own.add(path.absolute())
        self.path = self.path or path


def check_unused(path: Path) -> None:
    """ValueError if a file is not empty."""
    if path.is_file() and path.stat().st_size:
        raise ValueError(f"{path} already exists: choose another name")


def check_places(*paths: Path | None) -> None:
    """ValueError if one of these files cannot be written: told before long work, not after it."""
    for path in filter(None, paths):
        if path.is_dir() or not path.parent.is_dir():
            raise ValueError(f"{path} can't be written: it is a folder, or its folder doesn't exist")


def write(path: Path, text: str) -> None:
    """Write a whole file or nothing of it, so that a crash leaves the one from before."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")  # a pipe or a device; a folder is refused by the system
        return
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path.resolve())
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
