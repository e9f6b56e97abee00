"""Bots that are separate programs, in any language, as `cmd:./mybot --fast`. Only the arena, the terminal and `nyhavn
connect` start them, because the person who types the command asks for it; a server never runs what somebody names.

A program that crashes, hangs, answers rubbish or plays illegally has lost the game that it plays, and is restarted
for the next one.
"""

import atexit
import queue
import random
import shlex
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from nyhavn import __version__
from nyhavn.bots.budgets import USUAL, Budget
from nyhavn.bots.messages import (
    MOST_BYTES,
    PROTOCOL,
    Message,
    MessageError,
    read_message,
    write_budget,
    write_message,
    write_observation,
)
from nyhavn.bots.observations import Entry, Observation
from nyhavn.bots.registry import Bot, Player, make_bot
from nyhavn.games import game_names

PREFIX = "cmd:"
START_SECONDS = 120.0
"""Seconds until a program has said hello: it may have to compile something first."""
PATIENCE_SECONDS = 30.0
"""Seconds beyond its budget, until a program that says nothing has lost."""
QUIT_SECONDS = 2.0


class ProgramError(ValueError):
    """Why a program gives no move, in a sentence."""


class Program:
    """One program, started when it is first asked."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.name = ""  # as it says itself
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._games: tuple[str, ...] = ()
        self._history: tuple[Entry, ...] | None = None  # of the game that it plays
        self._place: object = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it plays; ProgramError if it does not say so."""
        self._start()
        return self._games

    def choose(self, observation: Observation, budget: Budget, rng: random.Random) -> str:
        """Its move; ProgramError, and the program is ended, if it gives none."""
        try:
            self._start()
            self._follow(observation)
            self._send("observation", **write_observation(observation))
            self._send("choose", budget=write_budget(budget), seed=rng.getrandbits(62))
            answer = self._receive("chosen", (budget.seconds or 0.0) + PATIENCE_SECONDS)
            move = answer.get("move")
            if not observation.allows(move):
                raise ProgramError(f"it chose {str(move)[:80]!r}, which isn't a legal move")
        except ProgramError:
            self.end()
            raise
        return str(move)

    def _follow(self, observation: Observation) -> None:
        """Tell it about a new game, if what it sees does not go on from what it saw."""
        place = observation.game, observation.players, observation.options, observation.seat
        history = observation.history or ()
        before, self._history = self._history, history
        if place != self._place or before is None or history[: len(before)] != before:
            self._place = place
            names = ("game", "players", "options", "seat")
            self._send("new game", **dict(zip(names, place, strict=True)))

    def _start(self) -> None:
        if self._process is not None:
            return
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                errors="replace", bufsize=1,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise ProgramError(f"it does not start: {getattr(error, 'strerror', None) or error}") from None
        self._lines = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(target=_read, args=(self._process.stdout, self._lines.put), daemon=True).start()
        try:
            self._send("hello", protocol=PROTOCOL, nyhavn=__version__, games=list(game_names()))
            hello = self._receive("hello", START_SECONDS)
            if hello.get("protocol") != PROTOCOL:
                raise ProgramError(f"it speaks protocol {str(hello.get('protocol'))[:20]}, not {PROTOCOL}")
            self.name = str(hello.get("name") or "")
            played = hello.get("games")
            self._games = tuple(game for game in game_names() if isinstance(played, list) and game in played)
        except ProgramError:
            self.end()
            raise

    def _send(self, kind: str, **content: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(write_message(kind, **content))
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ProgramError(self._ended()) from None

    def _receive(self, kind: str, seconds: float) -> Message:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise ProgramError(f"it said nothing for {seconds:g} s") from None
        if not line:
            raise ProgramError(self._ended())
        try:
            found = read_message(line)
        except MessageError as error:
            raise ProgramError(f"it said something unreadable: {error}") from None
        if found["type"] == "error":
            raise ProgramError(f"it says: {str(found.get('sentence'))[:200]}")
        if found["type"] != kind:
            raise ProgramError(f"it said {found['type'][:40]!r} where {kind!r} was asked for")
        return found

    def _ended(self) -> str:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        return f"it ended with exit code {self._process.returncode}"

    def end(self) -> None:
        """Ask it to quit, and do not wait for long."""
        process, self._process, self._history = self._process, None, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError, ValueError):
            process.stdin.write(write_message("quit"))
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _read(lines: IO[str], put: Callable[[str], None]) -> None:
    """Whatever a program says, line by line; an empty one at the end."""
    with suppress(OSError, ValueError):
        while line := lines.readline(MOST_BYTES):
            put(line)
    put("")


_programs: dict[str, Program] = {}


def program(command: str) -> Program:
    """A program by its command: one process, whatever it plays."""
    return _programs.setdefault(command, Program(command))


@atexit.register
def end_programs() -> None:
    """End all that were started."""
    while _programs:
        _programs.popitem()[1].end()


def make_player(spec: str) -> Player:
    """A bot ready to play, as `make_bot` gives it, or a program: `cmd:./mybot --fast`. ValueError if there is none."""
    if not spec.startswith(PREFIX):
        return make_bot(spec)
    found = program(spec.removeprefix(PREFIX))
    try:
        games = found.games
    except ProgramError as error:
        raise ValueError(f"{spec[:80]}: {error}") from None
    return Player(Bot(spec, found.choose, games.__contains__), USUAL)
