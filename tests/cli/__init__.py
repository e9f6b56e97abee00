"""The command line as users meet it: mostly real processes, with moves from a pipe or typed at a pseudo-terminal."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nyhavn

SEED = 42
COMMAND = [sys.executable, "-m", "nyhavn"]


def run(
    *arguments: object, typed: str = "", folder: Path | None = None, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """A command in a process of its own, with lines typed into it."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def hears_ctrl_c() -> None:
    """To be called in a new process: what runs in the background ignores Ctrl-C, and so does what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def stopped_by_hand(command: list[str], log: Path, games: int = 3) -> tuple[int, str, str]:
    """A match that somebody ends with Ctrl-C when so many lines are in its log: exit code, output and errors."""
    # A group of its own, as a terminal makes one: Ctrl-C reaches the players too.
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hears_ctrl_c,
    ) as process:
        while not log.exists() or log.read_bytes().count(b"\n") < games:
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def one_line(text: str) -> str:
    """What was said, which must be one line and no traceback."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("nyhavn: ")
    return lines[0]


def played(state: nyhavn.State, moves: int) -> nyhavn.State:
    """Some moves later: always the first legal one, which takes cards."""
    for _ in range(moves):
        state.play(state.moves()[0])
    return state


def game(moves: int = 0, seed: int = SEED, players: int = 2) -> nyhavn.State:
    return played(nyhavn.new_game("copenhagen", players=players, seed=seed), moves)


def with_build(players: int = 2) -> tuple[nyhavn.State, str]:
    """A position in which the seat to move can build, and such a move."""
    state = game(players=players)
    while not (builds := [move for move in state.moves() if move.startswith("build")]):
        state.play(state.moves()[0])
    return state, builds[0]
