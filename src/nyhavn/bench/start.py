"""How long people wait at the start: `make play` in a fresh clone without any cache, the same once more, and the first
game of a process that has everything compiled."""

import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from nyhavn.bench.speed.rules import first_game_seconds, machine
from nyhavn.client import Json, Live, Person, random_move
from nyhavn.games import compile_game, game_names

Progress = Callable[[str], None]

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 900.0
"""Seconds after which a start has failed."""
LATER_STARTS = 3
BOT = "medium"
"""The bot that the first page offers."""
ADDRESS = re.compile(r"the game is at (http\S+)")
CACHES = {
    "XDG_CACHE_HOME": "cache", "UV_CACHE_DIR": "uv", "PIP_CACHE_DIR": "pip", "NPM_CONFIG_CACHE": "npm",
    "NYHAVN_CACHE_DIR": "kernels", "XDG_DATA_HOME": "data",
}  # fmt: skip
"""Where things are kept for the next time, each by the variable that moves it to a folder of its own."""


def measure(progress: Progress) -> Json:
    """Every figure. What is measured is the last commit of the checkout that this runs from."""
    if not (ROOT / ".git").exists() or not (ROOT / "Makefile").is_file():
        raise ValueError("this measures a fresh clone: run it from a checkout of the repository")
    with tempfile.TemporaryDirectory(prefix="nyhavn-start-", ignore_cleanup_errors=True) as folder:
        clone = Path(folder) / "nyhavn"
        _check(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)])
        environment = {**os.environ, **{name: str(Path(folder) / place) for name, place in CACHES.items()}}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL"):
            environment.pop(name, None)
        environment["BROWSER"] = "true"  # nobody looks
        progress("`make play` in a fresh clone, without caches")
        with Start(clone, environment) as first:
            fresh: Json = {"first_page_seconds": first.page(), "playable_seconds": first.playable(), "bot_seconds": {}}
            for game in game_names():
                progress(f"the first move of a bot: {game}")
                fresh["bot_seconds"][game] = first.bot(game)
        progress("`make play` again")
        later = []
        for _ in range(LATER_STARTS):
            with Start(clone, environment) as again:
                later.append((again.page(), again.playable()))
    page, playable = map(min, zip(*later, strict=True))
    games = {}
    for game in game_names():
        progress(f"{game}: first game of a process")
        compile_game(game, progress)
        games[game] = round(first_game_seconds(game), 3)
    return {
        "fresh": fresh,
        "later": {"first_page_seconds": page, "playable_seconds": playable},
        "first_game_seconds": games,
        "machine": machine(),
    }


class Start:
    """`make play`, and what somebody who waits for it sees, in seconds since it was typed."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            ["make", "--no-print-directory", "play"],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace", start_new_session=True,
        )  # fmt: skip
        self.said: list[str] = []
        self._address = threading.Event()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> "Start":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)  # as Ctrl-C does
        self.process.wait(30)
        self._listener.join()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                self.said.append(line)
                if ADDRESS.search(line):
                    self._address.set()
        self._address.set()  # nothing more will come

    @property
    def took(self) -> float:
        return round(time.monotonic() - self.begun, 2)

    @property
    def url(self) -> str:
        """Where the game is, once that is said."""
        self._address.wait(LONGEST)
        found = [match[1] for line in self.said if (match := ADDRESS.search(line))]
        if not found:
            raise ValueError(f"`make play` ended: {self.said[-1].strip() if self.said else 'it said nothing'}")
        return found[0].rstrip("/")

    def page(self) -> float:
        """Until the first page is there."""
        httpx.get(f"{self.url}/").raise_for_status()
        return self.took

    def playable(self) -> float:
        """Until a table can be made."""
        while not httpx.get(f"{self.url}/api/v1/preparation").json()["playable"]:
            if self.took > LONGEST:
                raise ValueError("the games are not prepared")
            time.sleep(0.02)
        return self.took

    def bot(self, game: str) -> float:
        """Until a bot has answered my first move."""
        person = Person(self.url, "Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": BOT}]
        table = person.make(game, players=2, seats=seats, order="seated")["id"]
        with _live(person, table) as live:
            components, luck = person.components(game), random.Random(1)
            while not _has_moved(live, 1):
                if live.must_decide and live.choices is not None:
                    live.do(move=random_move(components, live.choices, luck))
                else:
                    live.receive(LONGEST)
        person.close()
        return self.took


@contextmanager
def _live(person: Person, table: str) -> Iterator[Live]:
    live = person.live(table, seat=0)
    try:
        yield live
    finally:
        live.close()


def _has_moved(live: Live, seat: int) -> bool:
    return any(told["event"]["kind"] == "move" and told["event"]["seat"] == seat for told in live.events)


def _check(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"`{command[0]} {command[1]}` failed: {done.stderr.strip().splitlines()[-1:]}")
