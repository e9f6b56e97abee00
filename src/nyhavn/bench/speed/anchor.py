"""The anchor: a C program that plays random games, built here and run beside our own measurements."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

GAMES = 200_000
LONGEST = 60
RATE = re.compile(r"([0-9][0-9.,]*)\s*games/s")


class Anchor:
    """A program that was built, and the best of what it reported."""

    def __init__(self, program: Path, source: Path) -> None:
        self.program = program
        self.source = source
        self.games_per_second = 0.0

    def run(self) -> None:
        """Let it play; ValueError if it fails or its first line gives no games per second."""
        done = _run([str(self.program), str(GAMES)])
        lines = done.stdout.splitlines()
        found = RATE.search(lines[0]) if lines else None
        if done.returncode or not found:
            raise ValueError(f"{self.source} was built, but its first line gives no games/s")
        self.games_per_second = max(self.games_per_second, float(found[1].replace(",", "")))


@contextmanager
def built(source: Path) -> Iterator[Anchor]:
    """The anchor, for as long as it is wanted; ValueError or OSError if it cannot be built."""
    if not source.is_file():
        raise ValueError(f"{source} isn't a file")
    if shutil.which("gcc") is None:
        raise ValueError("--anchor needs gcc, which isn't installed")
    with TemporaryDirectory(prefix="nyhavn-anchor-") as place:
        program = Path(place) / "anchor"
        options = ["-O3", "-march=native", "-I", str(source.absolute().parent)]
        done = _run(["gcc", *options, "-o", str(program), str(source.absolute())])
        if done.returncode:
            wrong = [line for line in done.stderr.splitlines() if "error" in line] or ["gcc failed"]
            raise ValueError(f"{source} cannot be built: {wrong[0]}")
        yield Anchor(program, source)


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=LONGEST,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"{Path(command[0]).name} took more than {LONGEST} s") from None
